/** Whether a text is the URL of a PostgreSQL server. */
export const isPostgresUrl = (url: string): boolean =>
  URL.canParse(url) && ["postgres:", "postgresql:"].includes(new URL(url).protocol)

/** For whoever wrote a URL that is none. */
export const postgresUrlHint =
  "It looks like postgres://user:password@host:5432/database; other characters than letters and digits in the password " +
  "are percent-encoded (%23 for #), or the password is set by DATABASE_PASSWORD"
