/** Whether a text is the URL of a PostgreSQL server. */
export const isPostgresUrl = (url: string): boolean =>
  URL.canParse(url) && ["postgres:", "postgresql:"].includes(new URL(url).protocol)

/** For whoever wrote a URL that is none. */
export const postgresUrlHint =
  "It looks like postgres://user:password@host:5432/database. Percent-encode special characters in the password (%23 for " +
  "#), or put the password into DATABASE_PASSWORD as it is."

/** A user without a host, which PostgreSQL's own clients accept before a parameter `host`, and the URL standard does not. */
const userAlone = /^(postgres(?:ql)?:\/\/[^/?#]*@)(?=(?::\d*)?(?:[/?#]|$))/i

/** The URL with the default host of PostgreSQL's clients if it names a user and no host, as in `postgres://user@/homes?host=/run/postgresql`. */
export const withHost = (url: string): string => url.replace(userAlone, "$1localhost")
