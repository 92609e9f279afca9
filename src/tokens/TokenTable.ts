import { Array as Arr, Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { TokenScope } from "../../schemas/Authorization.ts"
import type { TokenRecord } from "../../schemas/Token.ts"
import { outage, type StorageUnavailable } from "../database/Outage.ts"
import { rowsLike } from "../database/Rows.ts"

/** Stores tokens by their hashes, and nothing more. The promises about tokens are kept by `TokenStore`. */
export class TokenTable extends Context.Service<
  TokenTable,
  {
    /** Stores a token. False if a token that is not revoked already has the name. */
    readonly insert: (hash: string, record: TokenRecord) => Effect.Effect<boolean, StorageUnavailable>
    readonly find: (hash: string) => Effect.Effect<Option.Option<TokenRecord>, StorageUnavailable>
    /** All tokens, oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<TokenRecord>, StorageUnavailable>
    /** Revokes the unrevoked token with this ID, or else with this name. */
    readonly revoke: (
      idOrName: string,
      now: DateTime.Utc
    ) => Effect.Effect<Option.Option<TokenRecord>, StorageUnavailable>
  }
>()("doorstep/TokenTable") {
  /** In PostgreSQL, in the table of migration 0002. */
  static readonly layer = Layer.effect(
    TokenTable,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(
        `id, name, scope, rate_limit AS "rateLimit", created_at AS "createdAt", expires_at AS "expiresAt",
         revoked_at AS "revokedAt"`
      )
      return TokenTable.of({
        insert: Effect.fnUntraced(function* (hash, record) {
          const { createdAt, expiresAt, id, name, rateLimit, scope } = record
          const rows = yield* sql`
            INSERT INTO token (id, hash, name, scope, rate_limit, created_at, expires_at)
            VALUES (${id}, ${hash}, ${name}, ${scope}, ${rateLimit}, ${DateTime.formatIso(createdAt)}::timestamptz,
              ${expiresAt === undefined ? null : DateTime.formatIso(expiresAt)}::timestamptz)
            ON CONFLICT (name) WHERE revoked_at IS NULL DO NOTHING
            RETURNING id`
          return rows.length > 0
        }, unavailable),
        find: (hash) =>
          records(sql`SELECT ${columns} FROM token WHERE hash = ${hash}`).pipe(Effect.map(Arr.head), unavailable),
        list: records(sql`SELECT ${columns} FROM token ORDER BY created_at, id`).pipe(unavailable),
        revoke: (idOrName, now) =>
          records(sql`
            UPDATE token SET revoked_at = ${DateTime.formatIso(now)}::timestamptz
            WHERE id = (
              SELECT id FROM token WHERE revoked_at IS NULL AND (id = ${idOrName} OR name = ${idOrName})
              ORDER BY (id = ${idOrName}) DESC LIMIT 1
            ) AND revoked_at IS NULL
            RETURNING ${columns}`).pipe(Effect.map(Arr.head), unavailable)
      })
    })
  )

  /** In this process, for tests and demonstrations. */
  static readonly layerMemory = Layer.sync(TokenTable, () => {
    const tokens = new Map<string, TokenRecord>()
    const active = (found: (record: TokenRecord) => boolean) =>
      [...tokens].find(([, record]) => record.revokedAt === undefined && found(record))
    return TokenTable.of({
      insert: (hash, record) =>
        Effect.sync(() => {
          if (active(({ name }) => name === record.name) !== undefined) return false
          tokens.set(hash, record)
          return true
        }),
      find: (hash) => Effect.sync(() => Option.fromUndefinedOr(tokens.get(hash))),
      list: Effect.sync(() =>
        [...tokens.values()].sort((a, b) => DateTime.Order(a.createdAt, b.createdAt) || (a.id < b.id ? -1 : 1))
      ),
      revoke: (idOrName, now) =>
        Effect.sync(() => {
          const found = active(({ id }) => id === idOrName) ?? active(({ name }) => name === idOrName)
          if (found === undefined) return Option.none()
          const revoked: TokenRecord = { ...found[1], revokedAt: now }
          tokens.set(found[0], revoked)
          return Option.some(revoked)
        })
    })
  })
}

const TokenRow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  scope: TokenScope,
  rateLimit: Schema.Int,
  createdAt: Schema.DateTimeUtcFromDate,
  expiresAt: Schema.NullOr(Schema.DateTimeUtcFromDate),
  revokedAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
})

const tokenRows = rowsLike(TokenRow)

const records = (statement: Statement.Statement<unknown>) =>
  Effect.map(tokenRows(statement), (rows) => rows.map(toRecord))

const toRecord = ({ expiresAt, revokedAt, ...row }: typeof TokenRow.Type): TokenRecord => ({
  ...row,
  ...(expiresAt && { expiresAt }),
  ...(revokedAt && { revokedAt })
})

const unavailable = outage("The database that holds the tokens cannot be reached, or did not respond.")
