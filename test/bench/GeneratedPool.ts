import { ConfigProvider, Console, Effect, FileSystem, Layer, Path } from "effect"
import { SqlClient } from "effect/sql"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { countryLiteral } from "../../src/database/AddressTables.ts"
import { Database } from "../../src/database/Database.ts"
import { migrations } from "../../src/database/Migrations.ts"
import { Migrator } from "../../src/database/Migrator.ts"
import { placeId } from "../../src/address/Identity.ts"
import { fromUuid } from "../../src/address/AddressUuid.ts"
import * as PublisherPostgres from "../../src/sync/publish/PublisherPostgres.ts"
import { fill } from "./Dataset.ts"
import { country, sizeOf } from "./GeneratedCountry.ts"
import type { World } from "./Scenarios.ts"

/** Increase this when the generated addresses or the tables of published pools change. */
const datasetVersion = 2

export const withDatabase = <A, E, R>(dataDir: string, effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.provide(Migrator.layer(migrations).pipe(Layer.provideMerge(Database.layer))),
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: dataDir })))
  )

const publisher = PublisherPostgres.layerNoDeps().pipe(Layer.provide(SourceRegistry.layer))

/** A DATA_DIR with this many addresses, reused from an earlier run if there is one. */
export const dataOf = Effect.fnUntraced(function* (folder: string, rows: number) {
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  const dataDir = path.resolve(folder, `${datasetVersion}-${rows}`)
  const mark = path.join(dataDir, "complete")
  if (yield* fs.exists(mark)) return dataDir
  yield* Console.log(`Generating ${rows.toLocaleString("en")} addresses in ${dataDir}`)
  yield* fs.remove(dataDir, { recursive: true, force: true })
  yield* fs.makeDirectory(dataDir, { recursive: true })
  yield* fs.chmod(dataDir, 0o755)
  yield* withDatabase(dataDir, fill(sizeOf(rows)).pipe(Effect.provide(publisher)))
  yield* fs.writeFileString(mark, "")
  return dataDir
})

/** IDs in the order of their sample keys, which is random. */
export const idsFrom = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const ids = yield* sql<{ readonly id: string }>`
    SELECT id FROM address WHERE country = ${countryLiteral(sql, country)} AND is_residential
    ORDER BY sample_key LIMIT 5000`
  const places = yield* sql<{ readonly key: bigint; readonly type: "region" | "city" }>`
    SELECT key, type FROM place WHERE country = ${country} AND type IN ('region', 'city') AND residential > 0`
  const of = (wanted: string) => places.flatMap(({ key, type }) => (type === wanted ? [placeId(type, key)] : []))
  return { ids: ids.map(({ id }) => fromUuid(id)), regionIds: of("region"), cityIds: of("city") }
})

const addressOf = async ({ token }: World, url: string, id: string): Promise<string> => {
  const answer = await fetch(`${url}/api/v1/addresses/${id}`, { headers: { authorization: `Bearer ${token}` } })
  const { data } = (await answer.json()) as { readonly data: { readonly address: object } }
  return JSON.stringify(data.address)
}

/** Writes the addresses that baseline B serves into a separate schema. */
export const writeDocuments = Effect.fnUntraced(function* (world: World, url: string) {
  const sql = yield* SqlClient.SqlClient
  const documents = yield* Effect.forEach(world.ids, (id) => Effect.promise(() => addressOf(world, url, id)), {
    concurrency: 16
  })
  yield* sql`CREATE SCHEMA IF NOT EXISTS bench`
  yield* sql`CREATE TABLE IF NOT EXISTS bench.document (id text PRIMARY KEY, document text NOT NULL)`
  yield* sql`
    INSERT INTO bench.document SELECT * FROM unnest(${world.ids}::text[], ${documents}::text[]) ON CONFLICT DO NOTHING`
  yield* sql`ANALYZE bench.document`
})
