import { Context, Effect, Layer } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { FoundAddress, SuppressionTarget } from "../../../schemas/admin/Suppressions.ts"
import { hasTable } from "../../database/AddressTables.ts"
import { SlowDatabase } from "../../database/Database.ts"
import { lockCountry } from "../../pool/CountryLock.ts"
import { countryOfAddressId } from "../../address/Identity.ts"
import { findAddresses } from "./FindAddresses.ts"
import { decideAlone } from "./Locks.ts"
import { SuppressionRefused } from "./SuppressionErrors.ts"
import * as Rows from "./SuppressionSql.ts"
import { findPublished, withdraw } from "./Withdrawal.ts"
import { outage, type StorageUnavailable } from "../../database/Outage.ts"
import { timestampNow } from "../../database/Timestamps.ts"

type Sql = SqlClient.SqlClient

/** A new suppression, with what it has withdrawn from the pools. */
export interface Made {
  readonly suppression: Rows.SuppressionRow
  /** How many addresses were published. */
  readonly withdrawn: number
}

type Refusable<A> = Effect.Effect<A, SuppressionRefused | StorageUnavailable>

/** Rolls back a preview. */
class Tried {
  readonly _tag = "Tried"
  readonly addresses: number
  constructor(addresses: number) {
    this.addresses = addresses
  }
}

const isTried = (error: unknown): error is Tried => error instanceof Tried

type Fault = SuppressionRefused | SqlError.SqlError

const unavailable = outage(
  "The suppressions cannot be read or written: their database does not respond. Nothing was changed."
)

const suppressedAlready = (id: string, by: string) =>
  new SuppressionRefused({ reason: "Suppressed", message: `The address ${id} is withheld already, by ${by}.` })

const notPublished = (id: string) =>
  new SuppressionRefused({
    reason: "NotPublished",
    message:
      `No published address has the ID "${id}". Look for the address by its words; if it is not published yet, ` +
      "suppress a small circle around the house."
  })

/** Countries that a target may be in, always in the same order for those who lock several. */
const countriesOf = (sql: Sql, country: string | undefined) =>
  country === undefined ? Rows.countriesWithPools(sql) : Effect.succeed([country])

/** What an address's ID reveals about it, if it is published. */
const recordsOf = Effect.fnUntraced(function* (sql: Sql, id: string) {
  const country = countryOfAddressId(id)
  if (country === undefined || !(yield* hasTable(sql, country))) return yield* notPublished(id)
  const records = yield* Rows.recordsOf(sql, country, id)
  if (records.length > 0) return { country, records }
  const by = yield* Rows.byAddress(sql, country, id)
  return yield* by === undefined ? notPublished(id) : suppressedAlready(id, by)
})

/** Records a decision under the locks that it needs. Returns its ID, and the countries that it may affect. */
const decide = Effect.fnUntraced(function* (sql: Sql, target: SuppressionTarget, reason: string) {
  if (target.kind === "area") yield* decideAlone(sql)
  const country = target.kind === "area" ? undefined : countryOfAddressId(target.id)
  const countries = yield* countriesOf(sql, country)
  for (const one of countries) yield* lockCountry(sql, one)
  const { records } = target.kind === "area" ? { records: [] } : yield* recordsOf(sql, target.id)
  const id = yield* Rows.insert(sql, { target, country, records, reason, now: yield* timestampNow })
  return { id, countries }
})

/** Withholds homes, and lets them come back. */
export class Suppressions extends Context.Service<
  Suppressions,
  {
    /** What is withheld, newest first, including lifted ones. */
    readonly list: Effect.Effect<ReadonlyArray<Rows.SuppressionRow>, StorageUnavailable>
    /** Published addresses that a text may mean; for an ID, also the suppression that withholds it. */
    readonly find: (
      country: string,
      text: string
    ) => Effect.Effect<
      { readonly addresses: ReadonlyArray<FoundAddress>; readonly suppressedBy: string | undefined },
      StorageUnavailable
    >
    /** How many published addresses it would withhold. */
    readonly preview: (target: SuppressionTarget) => Refusable<number>
    /** Suppresses it, and withdraws what is published of it, all in one transaction. */
    readonly suppress: (target: SuppressionTarget, reason: string) => Refusable<Made>
    readonly lift: (id: string) => Refusable<Rows.SuppressionRow>
  }
>()("doorstep/Suppressions") {
  static readonly layerNoDeps = Layer.effect(
    Suppressions,
    Effect.gen(function* () {
      const sql = yield* SlowDatabase

      const inTransaction = <A>(work: Effect.Effect<A, Fault>) => unavailable(sql.withTransaction(work))

      /** The result of work that is rolled back. */
      const tried = (work: Effect.Effect<number, Fault>) =>
        sql.withTransaction(Effect.flatMap(work, (addresses) => Effect.fail(new Tried(addresses)))).pipe(
          Effect.catchIf(isTried, ({ addresses }) => Effect.succeed(addresses)),
          unavailable
        )

      const one = (id: string) => Effect.map(unavailable(Rows.list(sql, id)), ([row]) => row)

      return Suppressions.of({
        list: unavailable(Rows.list(sql)),
        find: Effect.fn("Suppressions.find")(function* (country, text) {
          const addresses = yield* findAddresses(sql, country, text)
          const id = text.trim().toLowerCase()
          const isId = countryOfAddressId(id) === country
          return { addresses, suppressedBy: isId ? yield* Rows.byAddress(sql, country, id) : undefined }
        }, unavailable),
        preview: Effect.fn("Suppressions.preview")(function* (target) {
          return yield* tried(
            Effect.gen(function* () {
              const { countries, id } = yield* decide(sql, target, "preview")
              let addresses = 0
              for (const country of countries) addresses += yield* findPublished(sql, country, id)
              return addresses
            })
          )
        }),
        suppress: Effect.fn("Suppressions.suppress")(function* (target, reason) {
          const { id, withdrawn } = yield* inTransaction(
            Effect.gen(function* () {
              const { countries, id } = yield* decide(sql, target, reason.trim())
              let withdrawn = 0
              for (const country of countries) withdrawn += (yield* withdraw(sql, country, id)).addresses
              return { id, withdrawn }
            })
          )
          return { suppression: (yield* one(id))!, withdrawn }
        }),
        lift: Effect.fn("Suppressions.lift")(function* (id) {
          const lifted = yield* inTransaction(Effect.flatMap(timestampNow, (at) => Rows.lift(sql, id, at)))
          if (lifted !== undefined) return (yield* one(id))!
          const message = `There is no suppression "${id}", or it was lifted already.`
          return yield* new SuppressionRefused({ reason: "Unknown", message })
        })
      })
    })
  )
}
