import { Clock, Effect, Layer } from "effect"
import type { Address } from "../../schemas/Address.ts"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { officialRegions } from "../pool/CatalogRegions.ts"
import { defaultTargets } from "../pool/Countries.ts"
import { sampleKey } from "../pool/Identity.ts"
import { type MemoryPlace, type PoolEntry, servedPools } from "../pool/MemoryPools.ts"
import { findings, GateTripped } from "./Gates.ts"
import type { KeptRecord } from "./KeptRecord.ts"
import { merge, type SourcedRecord } from "./Merge.ts"
import { betterName } from "./PlaceName.ts"
import {
  type Holding,
  leftOver,
  type Publication,
  Publisher,
  type Run,
  RunInProgress,
  type RunTotals
} from "./Publisher.ts"

type Records = ReadonlyMap<string, KeptRecord>

const cities = (records: Records): number =>
  new Set(
    Array.from(records.values())
      .filter((record) => record.evidence !== undefined)
      .flatMap((record) => record.places.filter((place) => place.type === "city").map((place) => place.key))
  ).size

/** Publishes into memory, by the same rules as into PostgreSQL: for tests, models, and laws held against both. */
export const layerNoDeps = Layer.effect(
  Publisher,
  Effect.gen(function* () {
    const { all: pools, settings } = yield* servedPools
    const registry = yield* SourceRegistry
    const records = new Map<string, Map<string, Records>>()
    const runs: Array<Run> = []
    const running = new Set<string>()

    const publishCountry = (country: string, now: number, sourceOrder: ReadonlyArray<string>): Publication => {
      const before = pools.get(country)
      const bySource = records.get(country) ?? new Map<string, Records>()
      const sourced = new Map<string, Array<SourcedRecord>>()
      for (const [source, of] of bySource) {
        for (const [id, record] of of) sourced.set(id, [...(sourced.get(id) ?? []), { source, record }])
      }
      const taken = new Set<bigint>(Array.from(before?.entries.values() ?? [], (entry) => entry.key))
      const entries = new Map<string, PoolEntry>()
      let added = 0
      let changed = 0
      for (const [id, of] of sourced) {
        const known = before?.entries.get(id)
        const entry = entryOf(of, sourceOrder, known, taken, now)
        entries.set(id, entry)
        if (known === undefined) added++
        else if (known.address !== entry.address) changed++
      }
      const withdrawn = Array.from(before?.entries.keys() ?? []).filter((id) => !entries.has(id)).length
      const anything = added + changed + withdrawn > 0
      const version = (before?.version ?? 0) + (anything ? 1 : 0)
      const places = new Map<bigint, MemoryPlace & { readonly name: string }>()
      for (const of of sourced.values()) {
        for (const { record } of of)
          for (const place of record.places) {
            const known = places.get(place.key)
            places.set(place.key, known === undefined ? place : { ...known, name: betterName(known.name, place.name) })
          }
      }
      for (const { key, name, names } of officialRegions(country)) {
        const known = new Set([...names, ...(places.get(key)?.names ?? [])])
        places.set(key, { key, type: "region", name, names: Array.from(known) })
      }
      if (!settings.has(country)) settings.set(country, { country, enabled: true, targets: defaultTargets })
      const inOrder = sourceOrder.filter((source) => (bySource.get(source)?.size ?? 0) > 0)
      pools.set(country, { version, entries, sources: inOrder, places })
      const residential = Array.from(entries.values()).filter((entry) => entry.residential).length
      return { added, changed, withdrawn, poolVersion: version, residential }
    }

    return Publisher.of({
      begin: Effect.fnUntraced(function* (source, country, fingerprint) {
        const name = `${source}/${country}`
        if (running.has(name)) {
          return yield* new RunInProgress({
            source,
            country,
            message: `A run of ${source} in ${country} is under way already.`
          })
        }
        yield* Effect.acquireRelease(
          Effect.sync(() => running.add(name)),
          () => Effect.sync(() => running.delete(name))
        )
        const startedAt = yield* Clock.currentTimeMillis
        const staged = new Map<string, KeptRecord>()
        let ended = false
        const end = Effect.fnUntraced(function* (
          outcome: Run["outcome"],
          totals: RunTotals,
          publication: Publication | undefined,
          message: string | undefined
        ) {
          const endedAt = yield* Clock.currentTimeMillis
          ended = true
          const id = String(runs.length + 1)
          runs.unshift({
            id,
            source,
            country,
            fingerprint,
            startedAt,
            endedAt,
            outcome,
            publication,
            message,
            ...totals
          })
        })
        yield* Effect.addFinalizer((exit) => {
          const [outcome, totals, message] = leftOver(exit)
          return ended ? Effect.void : end(outcome, totals, undefined, message)
        })
        return {
          runId: String(runs.length + 1),
          stage: (chunk) =>
            Effect.sync(() => {
              for (const record of chunk) {
                const known = staged.get(record.addressId)
                if (known === undefined || record.recordId < known.recordId) staged.set(record.addressId, record)
              }
            }),
          clear: Effect.sync(() => staged.clear()),
          staged: Effect.sync(() => staged.size),
          publish: Effect.fnUntraced(function* ({ anyway, limits, totals }) {
            const bySource = records.get(country) ?? new Map<string, Records>()
            const before: Records = bySource.get(source) ?? new Map()
            const found = findings(
              {
                before: before.size,
                after: staged.size,
                citiesBefore: cities(before),
                citiesAfter: cities(staged)
              },
              limits
            )
            if (found.length > 0 && !anyway) {
              return yield* new GateTripped({ source, country, findings: found, message: found.join(" ") })
            }
            bySource.set(source, new Map(staged))
            records.set(country, bySource)
            const publication = publishCountry(
              country,
              yield* Clock.currentTimeMillis,
              (yield* registry.all).map((registered) => registered.manifest.name)
            )
            yield* end("published", totals, publication, undefined)
            return publication
          }),
          abandon: (outcome, totals, message) => end(outcome, totals, undefined, message)
        }
      }),
      lastFingerprint: (source, country) =>
        Effect.sync(
          () =>
            runs.find(
              (run) =>
                run.source === source &&
                run.country === country &&
                (run.outcome === "published" || run.outcome === "unchanged")
            )?.fingerprint
        ),
      holdings: Effect.sync(() =>
        Array.from(records).flatMap(([country, bySource]) =>
          Array.from(bySource).flatMap(([source, of]) => holdingsOf(source, country, of))
        )
      ),
      standings: (pairs) =>
        Effect.sync(() =>
          pairs.map(({ country, source }) => {
            const ended = runs.filter((run) => run.source === source && run.country === country)
            const good = ended.find(({ outcome }) => outcome === "published" || outcome === "unchanged")
            return {
              source,
              country,
              outcome: ended[0]?.outcome,
              message: ended[0]?.message,
              goodAt: good?.endedAt
            }
          })
        ),
      runs: (limit) => Effect.sync(() => runs.slice(0, limit))
    })
  })
)

const holdingsOf = (source: string, country: string, records: Records): ReadonlyArray<Holding> => {
  const byRegion = new Map<string, Holding>()
  for (const record of records.values()) {
    const region = record.places.find((place) => place.type === "region")?.name ?? ""
    const known = byRegion.get(region) ?? { source, country, region, records: 0, residential: 0 }
    const home = record.evidence === undefined ? 0 : 1
    byRegion.set(region, { ...known, records: known.records + 1, residential: known.residential + home })
  }
  return Array.from(byRegion.values()).sort((a, b) => (a.region < b.region ? -1 : 1))
}

const entryOf = (
  records: ReadonlyArray<SourcedRecord>,
  sourceOrder: ReadonlyArray<string>,
  known: PoolEntry | undefined,
  taken: Set<bigint>,
  now: number
): PoolEntry => {
  const {
    address: { residential, ...merged },
    main,
    names
  } = merge(records, sourceOrder)
  const made: Address = {
    ...merged,
    residential: residential ?? { evidence: "assumed", detail: "" },
    updatedAt: new Date(now).toISOString()
  }
  const same =
    known !== undefined &&
    JSON.stringify(known.names) === JSON.stringify(names) &&
    JSON.stringify({ ...made, updatedAt: known.address.updatedAt }) === JSON.stringify(known.address)
  let key = known?.key
  for (let attempt = 0; key === undefined; attempt++) {
    const candidate = sampleKey(made.id, attempt)
    if (!taken.has(candidate)) key = candidate
  }
  taken.add(key)
  return {
    key,
    address: same ? known.address : made,
    residential: residential !== undefined,
    places: Object.fromEntries(main.places.map((place) => [place.type, place.key])),
    search: main.search,
    names
  }
}
