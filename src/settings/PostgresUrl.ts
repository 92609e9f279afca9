/** Whether a text is the URL of a PostgreSQL server. */
export const isPostgresUrl = (url: string): boolean =>
  URL.canParse(url) && ["postgres:", "postgresql:"].includes(new URL(url).protocol)
