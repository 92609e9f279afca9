/** Whether a text is the URL of a PostgreSQL server. */
export const isPostgresUrl = (url: string): boolean =>
  URL.canParse(url) && ["postgres:", "postgresql:"].includes(new URL(url).protocol)

/** For whoever wrote a URL that is none. */
export const postgresUrlHint =
  "It looks like postgres://user:password@host:5432/database. Percent-encode special characters in the password (%23 for " +
  "#), or put the password into DATABASE_PASSWORD as it is."
