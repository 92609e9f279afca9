import { Context, Effect, Layer, References, Stream } from "effect"
import * as DataSource from "../../sources/DataSource.ts"
import { Catalog, type CatalogItem, type ChildrenRequest, type SearchRequest } from "../../src/catalog/Catalog.ts"
import * as CatalogStoreMemory from "../../src/catalog/CatalogStoreMemory.ts"
import * as CatalogStorePostgres from "../../src/catalog/CatalogStorePostgres.ts"
import * as CountriesMemory from "../../src/pool/CountriesMemory.ts"
import * as CountriesPostgres from "../../src/pool/CountriesPostgres.ts"
import * as CoverageMemory from "../../src/catalog/CoverageMemory.ts"
import * as CoveragePostgres from "../../src/catalog/CoveragePostgres.ts"
import { MemoryPools } from "../../src/pool/MemoryPools.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import * as PoolStoreMemory from "../../src/draw/store/PoolStoreMemory.ts"
import * as PoolStorePostgres from "../../src/draw/store/PoolStorePostgres.ts"
import * as PublisherMemory from "../../src/sync/publish/PublisherMemory.ts"
import * as PublisherPostgres from "../../src/sync/publish/PublisherPostgres.ts"
import { Synchronizer } from "../../src/sync/run/Synchronizer.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

type Records = ReadonlyArray<DataSource.RawRecord>

/** The records of the only source, by country. It cannot be read for other countries. */
export class Feed extends Context.Service<Feed, Map<string, Records>>()("test/Feed") {}

/** Every country that a test may need. */
const countries = ["AU", "CA", "DE", "CH", "ES", "FJ", "FR", "GB", "IT", "MC", "NL", "PR", "US", "VA"] as const

const source = Layer.effectDiscard(
  Effect.gen(function* () {
    const registry = yield* DataSource.SourceRegistry
    const feed = yield* Feed
    yield* registry.register(
      DataSource.make({
        manifest: {
          name: "feed",
          countries: [...countries],
          license: "CC0-1.0",
          attribution: "Made up for tests",
          homepage: "https://example.com/",
          evidence: "Declared: made up for tests."
        },
        fingerprint: Effect.succeed("1"),
        records: (country) => {
          const records = feed.get(country)
          const unreadable = { source: "feed", reason: "unreadable", message: "It is not there." } as const
          return records === undefined
            ? Stream.fail(new DataSource.SourceError(unreadable))
            : Stream.fromIterable(records)
        }
      })
    )
  })
)

const below = source.pipe(
  Layer.provideMerge(DataSource.SourceRegistry.layer),
  Layer.provideMerge(Layer.sync(Feed, () => new Map()))
)

const services = Layer.mergeAll(Catalog.layerNoDeps, PoolRepository.layerNoDeps, Synchronizer.layerNoDeps)

/** All services of the pool, in memory. */
export const memory = services.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      CatalogStoreMemory.layer,
      CountriesMemory.layer,
      CoverageMemory.layer,
      PoolStoreMemory.layer,
      PublisherMemory.layerNoDeps
    )
  ),
  Layer.provide(MemoryPools.layer),
  Layer.provideMerge(below)
)

/** All services of the pool, on the database in the context. */
export const onDatabase = services.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      CatalogStorePostgres.layerNoDeps,
      CountriesPostgres.layerNoDeps,
      CoveragePostgres.layerNoDeps,
      PoolStorePostgres.layerNoDeps,
      PublisherPostgres.layerNoDeps()
    )
  ),
  Layer.provideMerge(below)
)

const quiet = Layer.succeed(References.MinimumLogLevel, "Warn")

/** All services of the pool, on a database of their own. */
export const postgres = onDatabase.pipe(Layer.provideMerge(TestDatabase.layerMigrated.pipe(Layer.provide(quiet))))

export type House = Layer.Success<typeof memory>

export const homes = { kind: "declared", detail: "Made up for tests." } as const

/** `count` homes on one street of one place; with `evidence: undefined`, addresses that are not homes. */
export const street = (count: number, place: Omit<DataSource.RawRecord, "recordId">, name = "Main Street"): Records =>
  Array.from({ length: count }, (_, i) => ({
    recordId: `${name} ${i + 1} ${JSON.stringify(place)}`,
    houseNumber: String(i + 1),
    street: name,
    evidence: homes,
    ...place
  }))

/** Publishes these records as everything there is in the country. */
export const publish = Effect.fnUntraced(function* (country: string, ...records: ReadonlyArray<Records>) {
  ;(yield* Feed).set(country, records.flat())
  const [report] = yield* (yield* Synchronizer).run({ country, force: true, anyway: true })
  const rejected = Object.keys(report?.rejected ?? {}).filter((reason) => reason !== "duplicate")
  if (report?.outcome !== "published" || rejected.length > 0) {
    return yield* Effect.die(new Error(`Not published: ${JSON.stringify(report)}`))
  }
  return report.publication!
})

const searching: SearchRequest = { country: "US", field: "city", residential: false, limit: 200 }
const walking: ChildrenRequest = {
  country: "US",
  parentType: "country",
  childType: "region",
  residential: false,
  limit: 200
}

export const search = (request: Partial<SearchRequest>) =>
  Effect.flatMap(Catalog, (catalog) => catalog.search({ ...searching, ...request }))

export const children = (request: Partial<ChildrenRequest>) =>
  Effect.flatMap(Catalog, (catalog) => catalog.children({ ...walking, ...request }))

/** Every item of a list, page by page, and the totals that the pages state. */
export const everything = Effect.fnUntraced(function* <E, R>(
  read: (
    cursor: string | undefined
  ) => Effect.Effect<
    { readonly items: ReadonlyArray<CatalogItem>; readonly total: number; readonly nextCursor: string | null },
    E,
    R
  >
) {
  const items: Array<CatalogItem> = []
  const totals = new Set<number>()
  let pages = 0
  for (let cursor: string | undefined; ;) {
    const page = yield* read(cursor)
    items.push(...page.items)
    totals.add(page.total)
    pages++
    if (page.nextCursor === null) return { items, pages, totals: Array.from(totals) }
    cursor = page.nextCursor
  }
})

export const allChildren = (request: Partial<ChildrenRequest>) =>
  everything((cursor) => children({ ...request, cursor }))

export const allFound = (request: Partial<SearchRequest>) => everything((cursor) => search({ ...request, cursor }))

export const values = (items: ReadonlyArray<CatalogItem>) => items.map(({ value }) => value)

/** Each item as `name: count`, or `name: count, disabled`. */
export const counted = (items: ReadonlyArray<CatalogItem>): ReadonlyArray<string> =>
  items.map(({ availableCount, disabled, value }) => `${value}: ${availableCount}${disabled ? ", disabled" : ""}`)

export const idOf = (items: ReadonlyArray<CatalogItem>, value: string): string =>
  items.find((item) => item.value === value)?.id ?? `no ${value}`
