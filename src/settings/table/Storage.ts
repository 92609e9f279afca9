import { Duration, Result } from "effect"
import { isDecodable } from "../PercentEncoding.ts"
import { isPostgresUrl, postgresUrlFault, postgresUrlHint, withHost } from "../PostgresUrl.ts"
import { optional, type Shape, withDefault } from "../Setting.ts"
import { oneOf, secret, time, whole } from "../Shapes.ts"

const postgresUrls: Shape<ReadonlyArray<string>, ReadonlyArray<never>> = {
  allowed: "comma-separated PostgreSQL URLs",
  unset: [],
  parse: (text) => {
    const urls = text.split(",").map((part) => withHost(part.trim()))
    const wrong = urls.findIndex((url) => !isPostgresUrl(url))
    if (wrong >= 0) {
      return Result.fail({
        sentence:
          `must be comma-separated PostgreSQL URLs, and number ${wrong + 1} is not one. ` +
          "They look like postgres://user:password@replica:5432/database"
      })
    }
    const faults = urls.map(postgresUrlFault)
    const faulty = faults.findIndex((fault) => fault !== undefined)
    return faulty < 0
      ? Result.succeed(urls)
      : Result.fail({ sentence: `cannot be used: number ${faulty + 1} ${faults[faulty]}` })
  }
}

const postgresUrl = secret("DATABASE_URL", "a PostgreSQL URL", (url) => {
  const fault = postgresUrlFault(url)
  if (fault !== undefined) return { sentence: fault }
  return isPostgresUrl(url) ? undefined : { sentence: `must be a PostgreSQL URL. ${postgresUrlHint}` }
})

/** The client throws at any other path than a database's number, and at what is not percent-encoded UTF-8. */
const isRedisUrl = (url: string): boolean => {
  const parsed = URL.parse(url)
  return (
    parsed !== null &&
    ["redis:", "rediss:"].includes(parsed.protocol) &&
    /^\/?\d*$/.test(parsed.pathname) &&
    [parsed.username, parsed.password].every(isDecodable)
  )
}

/** Where data is stored, and where requests are counted. */
export const storage = {
  DATABASE_URL: optional("DATABASE_URL", {
    sentence: "A PostgreSQL server (15 or later, with `pg_trgm`). If unset: the embedded one.",
    shape: { ...postgresUrl, parse: (text) => postgresUrl.parse(withHost(text)) },
    example: "postgres://doorstep@db.example.com:5432/homes",
    secret: true
  }),
  DATABASE_PASSWORD: optional("DATABASE_PASSWORD", {
    sentence: "The password for `DATABASE_URL`, without percent-encoding. If unset: the one in the URL.",
    shape: secret("DATABASE_PASSWORD", "a password", undefined, { isVerbatim: true }),
    secret: true
  }),
  DATABASE_READ_URLS: optional("DATABASE_READ_URLS", {
    sentence:
      "[Replicas](../cluster/README.md#replicas) of `DATABASE_URL` that published pools are read from, comma-separated.",
    shape: postgresUrls,
    example: "postgres://doorstep@replica.example.com:5432/homes",
    secret: true
  }),
  DATABASE_READ_LAG: withDefault("DATABASE_READ_LAG", {
    sentence: "How far a replica may lag behind and still be read from, 1 second or more.",
    // Lag is measured twice a second.
    shape: time('"2 seconds" or "1 minute"', Duration.seconds(1)),
    default: "2 seconds"
  }),
  KEEP_POOL_VERSIONS: withDefault("KEEP_POOL_VERSIONS", {
    sentence:
      "How many earlier versions of each country's pool are kept, 0 to 100; each takes as much space as the pool.",
    shape: whole(0, 100),
    default: "0",
    unit: "versions"
  }),
  RATE_LIMIT_STORE: withDefault("RATE_LIMIT_STORE", {
    sentence:
      "Where requests are counted: `memory`, `database` or `redis`. With `DATABASE_URL`, `--workers` use `database`.",
    shape: oneOf(["memory", "database", "redis"]),
    default: "memory"
  }),
  RATE_LIMIT_FALLBACK: withDefault("RATE_LIMIT_FALLBACK", {
    sentence:
      "What happens while that store does not respond: each process counts for itself (`local`), or requests are refused (`refuse`).",
    shape: oneOf(["local", "refuse"]),
    default: "local"
  }),
  REDIS_URL: optional("REDIS_URL", {
    sentence: "The Redis server, if `RATE_LIMIT_STORE` is `redis`.",
    shape: secret("REDIS_URL", "a Redis URL, such as redis://host:6379/0", (url) => (isRedisUrl(url) ? undefined : {})),
    example: "redis://host:6379/0",
    secret: true
  })
}
