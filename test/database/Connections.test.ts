import * as NodeServices from "@effect/platform-node/NodeServices"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, FileSystem, Layer, type Path, Redacted, type Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { generateKeyPairSync, randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import * as Net from "node:net"
import * as Tls from "node:tls"
import { attach, createIndexes, createTable, tableOf } from "../../src/database/AddressTables.ts"
import { backup } from "../../src/database/backup/Backup.ts"
import { restore } from "../../src/database/backup/Restore.ts"
import { Database, SlowDatabase } from "../../src/database/Database.ts"
import { lackedByServer } from "../../src/database/Lacking.ts"
import { migrations } from "../../src/database/Migrations.ts"
import { migrate } from "../../src/database/Migrator.ts"
import { probe, probeConnection } from "../../src/database/replicas/Probe.ts"
import { schemaName } from "../../src/database/Values.ts"
import { timeBudgets } from "../../src/settings/TimeBudgets.ts"
import { bytesOf, drop, keep, keptVersions } from "../../src/snapshot/KeptSchema.ts"
import { keepSuppressions } from "../../src/sync/suppression/Restored.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

// Servers as other people run them: with their own settings, rights and certificates, and with something in between.

const test = <E>(
  title: string,
  body: Effect.Effect<
    void,
    E,
    Database | SqlClient.SqlClient | SlowDatabase | Scope.Scope | FileSystem.FileSystem | Path.Path
  >
) => it.live(title, () => Effect.provide(Effect.scoped(body), [Layer.fresh(TestDatabase.layer), NodeServices.layer]))

/** Both clients of a URL, which is checked first. */
const clientsOf = (url: string) =>
  Layer.build(
    Layer.fresh(Layer.provideMerge(Database.layerNoDeps, Database.layerUrl(Redacted.make(url)))).pipe(
      Layer.provide(NodeServices.layer)
    )
  )

const ownUrl = Effect.map(Database, ({ url }) => new URL(Redacted.value(url)))

const database = Effect.map(ownUrl, ({ pathname }) => pathname.slice(1))

/** A user without any rights, and the URL with which it connects. */
const user = Effect.gen(function* () {
  const sql = yield* SlowDatabase
  // Hyphens need quotes in statements.
  const name = `test-${randomBytes(6).toString("hex")}`
  yield* Effect.acquireRelease(sql`CREATE ROLE ${sql(name)} LOGIN PASSWORD 'sesame'`, () =>
    Effect.orDie(
      Effect.andThen(sql`REASSIGN OWNED BY ${sql(name)} TO CURRENT_USER`, sql`DROP OWNED BY ${sql(name)}`).pipe(
        Effect.andThen(sql`DROP ROLE ${sql(name)}`)
      )
    )
  )
  const url = yield* ownUrl
  url.username = name
  url.password = "sesame"
  return { name, url: url.href }
})

const refusalOf = (url: string) =>
  Effect.flatMap(clientsOf(url), (context) =>
    Effect.map(Effect.flip(Effect.provide(migrate(migrations), context)), ({ message }) => message)
  )

/** A server on this machine that does this with each connection. */
const listening = (serve: (socket: Net.Socket) => void) =>
  Effect.acquireRelease(
    Effect.callback<Net.Server>((resume) => {
      const server = Net.createServer((socket) => {
        socket.on("error", () => undefined)
        serve(socket)
      })
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
  ).pipe(Effect.map((server) => (server.address() as Net.AddressInfo).port))

/** A connection to the server for a client, which ends with it: the server would wait a minute for the client's password. */
const connected = (url: URL, client: Net.Socket): Net.Socket => {
  const socket = Net.connect(Number(url.port), url.hostname)
  socket.on("error", () => undefined)
  client.once("close", () => socket.destroy())
  return socket
}

/** The first message of a client, without its settings: user and database are all that PgBouncer passes on. */
const withoutSettings = (message: Buffer): Buffer => {
  const words = message.subarray(8).toString("latin1").split("\0")
  const kept: Array<string> = []
  for (let i = 0; i + 1 < words.length; i += 2) {
    if (["user", "database"].includes(words[i]!)) kept.push(words[i]!, words[i + 1]!)
  }
  const body = Buffer.from(`${kept.join("\0")}\0\0`, "latin1")
  const head = Buffer.alloc(8)
  head.writeInt32BE(body.length + 8, 0)
  message.copy(head, 4, 4, 8)
  return Buffer.concat([head, body])
}

const fixture = (name: string): string => new URL(`fixtures/${name}`, import.meta.url).pathname

/**
 * The test's server behind TLS, with a certificate for `localhost` by an authority that nobody knows.
 *
 * @param asks whether it asks its clients for one by the same authority
 * @param shown the file of its own
 */
const behindTls = Effect.fnUntraced(function* (asks = false, shown = "localhost.pem") {
  const target = yield* ownUrl
  const pem = readFileSync(fixture(shown))
  const context = Tls.createSecureContext({
    cert: pem,
    key: pem,
    ...(asks && { ca: readFileSync(fixture("authority.pem")) })
  })
  const port = yield* listening((socket) => {
    // The client asks for TLS first.
    socket.once("data", () => {
      socket.write("S")
      const secure = new Tls.TLSSocket(socket, {
        isServer: true,
        secureContext: context,
        requestCert: asks,
        rejectUnauthorized: asks
      })
      secure.on("error", () => undefined)
      const server = connected(target, secure)
      secure.pipe(server).pipe(secure)
    })
  })
  return (host: string, parameters: string): string => {
    const url = new URL(target)
    url.hostname = host
    url.port = String(port)
    url.search = parameters
    return url.href
  }
})

describe("The settings of a user or a database", () => {
  test(
    "MUST NOT reach work that has limits and isolation of its own",
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      const name = sql(yield* database)
      yield* sql`ALTER DATABASE ${name} SET statement_timeout = '1ms'`
      yield* sql`ALTER DATABASE ${name} SET idle_in_transaction_session_timeout = '1ms'`
      yield* sql`ALTER DATABASE ${name} SET lock_timeout = '1ms'`
      yield* sql`ALTER DATABASE ${name} SET transaction_timeout = '9s'`
      yield* sql`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`
      yield* sql`ALTER DATABASE ${name} SET array_nulls = off`
      yield* sql`ALTER DATABASE ${name} SET bytea_output = 'escape'`
      yield* sql`ALTER DATABASE ${name} SET DateStyle = 'SQL, DMY'`
      yield* sql`ALTER DATABASE ${name} SET extra_float_digits = -15`
      yield* sql`ALTER DATABASE ${name} SET IntervalStyle = 'sql_standard'`
      yield* sql`ALTER DATABASE ${name} SET TimeZone = 'Asia/Kathmandu'`
      yield* sql`ALTER DATABASE ${name} SET idle_session_timeout = '9s'`
      yield* sql`ALTER DATABASE ${name} SET gin_fuzzy_search_limit = 5`
      const context = yield* clientsOf((yield* ownUrl).href)
      const settings = [
        "statement_timeout",
        "idle_in_transaction_session_timeout",
        "lock_timeout",
        "transaction_timeout",
        "default_transaction_isolation",
        "array_nulls",
        "idle_session_timeout",
        "gin_fuzzy_search_limit",
        "bytea_output",
        "DateStyle",
        "extra_float_digits",
        "IntervalStyle",
        "TimeZone"
      ]
      const same = ["hex", "ISO, YMD", "1", "postgres", "UTC"]
      const of = (client: SqlClient.SqlClient) =>
        Effect.map(
          client<{
            readonly value: string
          }>`SELECT current_setting(name) AS value FROM unnest(${settings}::text[]) AS name`,
          (rows) => rows.map(({ value }) => value)
        )
      assert.deepStrictEqual(yield* of(Context.get(context, SlowDatabase)), [
        "0",
        "0",
        "0",
        "0",
        "read committed",
        "on",
        "0",
        "0",
        ...same
      ])
      assert.deepStrictEqual((yield* of(Context.get(context, SqlClient.SqlClient))).slice(2), [
        "0",
        "0",
        "read committed",
        "on",
        "0",
        "0",
        ...same
      ])
      yield* Effect.provide(migrate(migrations), context)
    })
  )

  test(
    "MUST be passed on by what stands between: a pooler that drops them is refused, because runners and kept versions need them",
    Effect.gen(function* () {
      const target = yield* ownUrl
      const port = yield* listening((socket) => {
        socket.once("data", (first) => {
          const server = connected(target, socket)
          server.write(withoutSettings(first))
          socket.pipe(server).pipe(socket)
        })
      })
      const url = new URL(target)
      url.port = String(port)
      const { message } = yield* Effect.flip(clientsOf(url.href))
      assert.match(
        message,
        /^DATABASE_URL: what answers at .+ does not pass on the settings.+Name the PostgreSQL server/
      )
      // The server of a replica is asked, as it may be reached later only.
      yield* Effect.provide(migrate(migrations), yield* clientsOf(target.href))
      // Who runs a pooler gives users the settings that it drops, and they prove nothing then.
      const sql = yield* SlowDatabase
      yield* sql`ALTER DATABASE ${sql(yield* database)} SET plan_cache_mode = force_generic_plan`
      assert.match((yield* Effect.flip(clientsOf(url.href))).message, /does not pass on the settings/)
      const probed = yield* Effect.forEach([url, target], ({ href }) =>
        probeConnection(Redacted.make(href), "test", timeBudgets.replicaAnswer).pipe(
          Effect.flatMap(PgClient.make),
          Effect.flatMap(probe)
        )
      ).pipe(Effect.provide(Reactivity.layer))
      assert.deepStrictEqual(
        probed.map(({ isPooled }) => isPooled),
        [true, false]
      )
    })
  )
})

describe("What answers in place of a server", () => {
  const at = (target: URL, port: number): string => Object.assign(new URL(target), { port: String(port) }).href

  test(
    "MUST be waited for if it closes connections until the server is there, as the port of a container does, or one that starts",
    Effect.gen(function* () {
      const target = yield* ownUrl
      let closed = 0
      const port = yield* listening((socket) => {
        if (closed++ < 2) return socket.end()
        const server = connected(target, socket)
        socket.pipe(server).pipe(socket)
        const isReady = (said: Buffer) => said.at(-6) === "Z".charCodeAt(0)
        if (closed === 3) server.on("data", (said) => isReady(said) && socket.once("data", () => socket.destroy()))
      })
      yield* clientsOf(at(target, port))
      assert.isAbove(closed, 3)
    })
  )

  test(
    "MUST be told apart from a URL that is wrong: it is not PostgreSQL, with the port to correct",
    Effect.gen(function* () {
      const target = yield* ownUrl
      const greetings = ["HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-2.0-OpenSSH_9.6\r\n", "\0".repeat(60)]
      const port = yield* listening((socket) => socket.once("data", () => socket.write(greetings.shift()!)))
      while (greetings.length > 0) {
        const { message } = yield* Effect.flip(clientsOf(at(target, port)))
        assert.match(message, /: what answers at .+ is no PostgreSQL server \(.+\)\. Correct the host and the port\.$/)
      }
      assert.match(
        (yield* Effect.flip(clientsOf(`${target.href}?sslmode=require`))).message,
        /: the database server at .+ does not offer TLS\. Turn it on there, or name sslmode=disable\.$/
      )
      assert.match(
        (yield* Effect.flip(clientsOf(`${at(target, port)}?sslmode=perhaps`))).message,
        /cannot be used: Unrecognized sslmode.+postgres:\/\/user/
      )
    })
  )
})

describe("A user with few rights", () => {
  test(
    "MUST be told what to do if its connections are used up before tables can be made",
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      const { name, url } = yield* user
      const context = yield* clientsOf(url)
      // All that it may have are in use: a limit does not end them.
      yield* sql`ALTER ROLE ${sql(name)} CONNECTION LIMIT 0`
      yield* sql`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = ${name}`
      const error = yield* Effect.flip(Effect.provide(migrate(migrations), context))
      assert.match(error.message, /could not be migrated.+too many connections for role.+Raise the limit that it names/)
    })
  )

  test(
    "MUST be told what it lacks, and how to give it",
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      const { name, url } = yield* user
      const db = sql(yield* database)
      assert.match(
        yield* refusalOf(url),
        /may not create tables in the schema public.+GRANT CREATE ON SCHEMA public TO "test-/
      )
      yield* sql`ALTER ROLE ${sql(name)} IN DATABASE ${db} SET search_path = 'no_such_schema'`
      assert.match(
        yield* refusalOf(url),
        /search_path of .+, no_such_schema, names no schema.+CREATE SCHEMA … AUTHORIZATION "test-/
      )
      // Users of directories have dots in their names, and their schemas have the same.
      const own = schemaName(sql, `${name}.o"brien`)
      yield* sql`CREATE SCHEMA ${own} AUTHORIZATION ${sql(name)}`
      yield* sql`ALTER ROLE ${sql(name)} IN DATABASE ${db} SET search_path = ${own}`
      assert.match(
        yield* refusalOf(url),
        /may not create schemas and extensions in the database.+GRANT CREATE ON DATABASE/
      )
      yield* sql`GRANT CREATE ON DATABASE ${db} TO ${sql(name)}`
      yield* sql`CREATE SCHEMA extensions`
      yield* sql`CREATE EXTENSION pg_trgm SCHEMA extensions`
      assert.match(
        yield* refusalOf(url),
        /pg_trgm is in the schema extensions.+SET search_path = "test-.+", extensions/
      )
      yield* sql`GRANT USAGE ON SCHEMA extensions TO ${sql(name)}`
      yield* sql`ALTER ROLE ${sql(name)} IN DATABASE ${db} SET search_path = ${own}, extensions`
      const context = yield* clientsOf(url)
      yield* Effect.provide(migrate(migrations), context)
      // A restore makes tables with the extension, too.
      const fs = yield* FileSystem.FileSystem
      const file = `${yield* fs.makeTempDirectoryScoped()}/backup`
      const again = restore(file, migrations, {
        replace: true,
        upgrade: () => Effect.void,
        withhold: keepSuppressions
      })
      yield* Effect.provide(Effect.andThen(backup(file), again), context)
      // So is a kept version, beside the schema.
      const theirs = Context.get(context, SlowDatabase)
      yield* theirs`INSERT INTO country (code) VALUES ('US')`
      yield* theirs`
        INSERT INTO pool (country, version, total, residential, sources, published_at)
        VALUES ('US', 1, 0, 0, '{}', now())`
      yield* createTable(theirs, tableOf("US"))
      yield* createIndexes(theirs, "US", tableOf("US"))
      yield* attach(theirs, "US", tableOf("US"))
      const kept = yield* Effect.provide(keep("US"), context)
      assert.deepStrictEqual(yield* keptVersions(theirs), [
        { country: "US", version: 1, schema: `${name}.o"brien_kept_us_1` }
      ])
      assert.isAbove(yield* bytesOf(theirs, kept!), 0)
      yield* drop(theirs, kept!)
      assert.deepStrictEqual(yield* keptVersions(theirs), [])
    })
  )
})

describe("A database that cannot hold the tables", () => {
  test(
    "MUST be refused before anything is made in it, with what to do: another encoding, no writing, an old server",
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      const url = yield* ownUrl
      const name = `test_${randomBytes(6).toString("hex")}`
      const made = sql`CREATE DATABASE ${sql(name)} TEMPLATE template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' LOCALE_PROVIDER libc`
      yield* Effect.acquireRelease(made, () => Effect.orDie(sql`DROP DATABASE ${sql(name)} WITH (FORCE)`))
      url.pathname = name
      assert.match(
        yield* refusalOf(url.href),
        /^The database's encoding is SQL_ASCII,.+CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0$/
      )
      const { url: few } = yield* user
      const db = sql(yield* database)
      yield* sql`ALTER DATABASE ${db} SET default_transaction_read_only = on`
      assert.match(
        yield* refusalOf(few),
        /^The database is read-only, so it cannot be migrated\. Point DATABASE_URL to the primary server, or reset/
      )
      const old = { version: 14, name: "14.20", encoding: "UTF8", offersTrigrams: false }
      assert.deepStrictEqual(
        lackedByServer(old).map(({ mend, message }) => `${message} ${mend}`),
        [
          "The server is PostgreSQL 14.20. Use PostgreSQL 15 or later.",
          "The extension pg_trgm is not installed on the server. Install postgresql-contrib on it."
        ]
      )
    })
  )
})

describe("A server's certificate", () => {
  test(
    "MUST be checked against the authority that the URL names",
    Effect.gen(function* () {
      const url = yield* behindTls()
      const authority = `sslrootcert=${fixture("authority.pem")}`
      const refusal = (href: string) => Effect.map(Effect.flip(clientsOf(href)), ({ message }) => message)
      yield* clientsOf(url("localhost", `sslmode=verify-full&${authority}`))
      yield* clientsOf(url("127.0.0.1", `sslmode=verify-ca&${authority}`))
      assert.match(
        yield* refusal(url("127.0.0.1", `sslmode=verify-full&${authority}`)),
        /certificate .+ is not accepted: .+127\.0\.0\.1.+ Use a name that it has, or sslmode=verify-ca\.$/
      )
      assert.match(
        yield* refusal(url("localhost", "sslmode=require")),
        /certificate .+ is not accepted: unable to verify.+sslrootcert=\/path\/to\/ca\.pem$/
      )
      // From the year 2150 on, this certificate is its own authority.
      const early = yield* behindTls(false, "early.pem")
      assert.match(
        yield* refusal(early("localhost", `sslmode=verify-full&sslrootcert=${fixture("early.pem")}`)),
        /certificate .+ is not accepted: certificate is not yet valid\. Check the clocks of both machines\.$/
      )
      assert.match(
        yield* refusal(url("localhost", "sslrootcert=/no/such/file")),
        /=\/no\/such\/file, which cannot be read: it does not exist\.$/
      )
    })
  )

  test(
    "MUST be shown that of the URL if the server asks for one, which is said if it is missing or damaged",
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      const write = (name: string, text: string | Buffer) =>
        Effect.as(files.writeFileString(`${folder}/${name}`, text.toString()), `${folder}/${name}`)
      const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" })
      const plain = { type: "pkcs8", format: "pem" } as const
      const other = yield* write("other.key", privateKey.export(plain))
      const secret = { ...plain, cipher: "aes-128-cbc", passphrase: "secret" } as const
      const encrypted = yield* write("encrypted.key", privateKey.export(secret))

      const url = yield* behindTls(true)
      const own = fixture("localhost.pem")
      const clients = (parameters: string) =>
        clientsOf(url("localhost", `sslmode=verify-full&sslrootcert=${fixture("authority.pem")}${parameters}`))
      yield* clients(`&sslcert=${own}&sslkey=${own}`)
      for (const [parameters, said] of [
        [
          "",
          /asks for a certificate of this client.+: sslcert=\/path\/to\/client\.crt&sslkey=\/path\/to\/client\.key$/
        ],
        [`&sslcert=${own}`, /has sslcert without sslkey\. Name both\.$/],
        [`&sslkey=${own}`, /has sslkey without sslcert\. Name both\.$/],
        [`&sslcert=${own}&sslkey=${other}`, /cannot be used: the key is not that of the certificate\.$/],
        [`&sslcert=${own}&sslkey=${encrypted}`, /cannot be used: the key is encrypted\. Decrypt it: openssl pkey/],
        [`&sslcert=${other}&sslkey=${other}`, /cannot be used: sslcert names no certificate in PEM/],
        [`&sslcert=${own}&sslkey=${fixture("authority.pem")}`, /cannot be used: sslkey names no key in PEM/]
      ] as const) {
        assert.match((yield* Effect.flip(clients(parameters))).message, said, parameters)
      }
    })
  )
})
