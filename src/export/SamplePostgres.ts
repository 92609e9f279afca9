import { Effect, Layer, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { countryLiteral } from "../database/AddressTables.ts"
import { SlowDatabase } from "../database/Database.ts"
import { beingPublished, mostChanges } from "../pool/PoolErrors.ts"
import { partsOf as sectionsOf } from "../draw/keys/KeyPolicy.ts"
import { makeKeyStatements } from "../draw/keys/KeyStatements.ts"
import { edition } from "../draw/store/PoolReadsPostgres.ts"
import { PoolStore, type Scope } from "../draw/store/PoolStore.ts"
import * as PoolStorePostgres from "../draw/store/PoolStorePostgres.ts"
import * as Sampler from "../draw/Sampler.ts"
import { composeHome } from "../pool/stored/Compose.ts"
import { wholeColumns, type WholeRow } from "../pool/stored/StoredRows.ts"
import { makeWholeAddresses } from "../pool/stored/WholeAddresses.ts"
import { holdCountry, licensesOf, requirePools } from "../snapshot/PoolFacts.ts"
import { type ExportRequest, headOf, partsOf, type Sample, sampleKeys } from "./Sample.ts"
import { rowsOf } from "../database/Rows.ts"

const editionRows = rowsOf({ edition: Schema.String })

/** Addresses per statement. */
const atOnce = 1_000

/** The statements of draws without their time limit, because no request waits on these connections. */
const patient = PoolStorePostgres.layerNoDeps.pipe(Layer.provide(Layer.effect(SqlClient.SqlClient, SlowDatabase)))

/**
 * Reads a sample of what is published, and passes it to `use`. All of it comes from one version, whatever is published
 * meanwhile. Memory is needed for the keys of the selection, eight bytes per home, and for those chosen.
 */
export const withSample = <A, E, R>(
  request: ExportRequest,
  use: (sample: Sample<E>) => Effect.Effect<A, E, R>,
  lift: (cause: Error) => E
) =>
  Effect.gen(function* () {
    const store = yield* PoolStore
    const sql = yield* SlowDatabase
    const { country } = request
    yield* requirePools(sql, [country])

    const read = Effect.fnUntraced(function* (keys: Sampler.SampleKeys) {
      const rows = yield* sql<WholeRow>`
        SELECT ${wholeColumns(sql)}
        FROM unnest(${Sampler.bigintsOf(keys)}::bigint[]) WITH ORDINALITY AS wanted (key, place)
        JOIN address a ON a.country = ${countryLiteral(sql, country)} AND a.sample_key = wanted.key AND a.is_residential
        JOIN street s ON s.key = a.street
        ORDER BY wanted.place`
      const whole = yield* wholeAddresses(rows)
      return whole.flatMap((one) => (one === undefined ? [] : [composeHome(one)]))
    })
    const wholeAddresses = makeWholeAddresses(sql)

    const statements = makeKeyStatements(sql, sql, yield* Effect.context<never>())
    /** One chunk after the other, with statements that have no time limit. */
    const keysOf = (scope: Scope) =>
      scope.q === undefined
        ? Effect.map(
            Effect.forEach(sectionsOf(scope.size), (section) => statements.keysWithin(scope, section)),
            Sampler.joined
          )
        : statements.matches(scope)

    const attempt = Effect.gen(function* () {
      const { eligibleCount, ranked, scope } = yield* sampleKeys(store, request, keysOf)
      return yield* Effect.gen(function* () {
        yield* sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`
        yield* holdCountry(sql, country)
        const [pool] = yield* editionRows(sql`SELECT ${edition(sql)} FROM served_pool WHERE country = ${country}`)
        if (pool?.edition !== scope.pool.edition) return undefined
        const licenses = yield* licensesOf(sql, country)
        const addresses = Stream.fromIterable(partsOf(ranked, atOnce)).pipe(
          Stream.mapEffect((keys) => Effect.mapError(read(keys), lift))
        )
        return { done: yield* use({ head: headOf(request, scope, ranked, eligibleCount, licenses), addresses }) }
      }).pipe(sql.withTransaction)
    })
    for (let changes = 0; changes < mostChanges; changes++) {
      const ended = yield* attempt
      if (ended !== undefined) return ended.done
    }
    return yield* beingPublished(country)
  }).pipe(Effect.provide(patient))
