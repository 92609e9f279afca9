import { Clock, Effect, Layer } from "effect"
import type { EvidenceKind } from "../../../schemas/Address.ts"
import { fold } from "../../../schemas/Fold.ts"
import { SourceRegistry } from "../../../sources/DataSource.ts"
import { isHomeBy } from "../../address/EvidenceRank.ts"
import { officialRegions } from "../../gazetteer/OfficialRegions.ts"
import { defaultTargets } from "../../pool/Countries.ts"
import { sampleKey } from "../../address/Identity.ts"
import { type MemoryPlace, type PoolEntry, servedPools } from "../../pool/MemoryPools.ts"
import { PublishedAddress } from "../../pool/stored/PublishedAddress.ts"
import type { RunChanges } from "../../../schemas/RunChanges.ts"
import { changesAmong } from "./changes/Changes.ts"
import { poolDifferences, recordDifferences, type Records } from "./changes/DifferencesMemory.ts"
import { findings, GateTripped } from "./Gates.ts"
import type { KeptRecord } from "../normalize/KeptRecord.ts"
import { merge, type SourcedRecord } from "./Merge.ts"
import { joined, shownName } from "../stage/PlaceName.ts"
import { type Begun, Publisher, type Staging } from "./Publisher.ts"
import type { Holding, Publication } from "../run/Run.ts"
import { historyOf } from "../run/RunHistoryMemory.ts"
import { makeRuns, type MemoryRuns, type MemoryStaging, put, settled } from "../run/RunsMemory.ts"

const cities = (records: Records): number =>
  new Set(
    Array.from(records.values())
      .filter((record) => isHomeBy(record.evidence?.kind, "assumed"))
      .flatMap(({ components: { city } }) => city ?? [])
  ).size

/** What a publisher has in memory. */
interface Memory {
  readonly pools: Effect.Success<typeof servedPools>["all"]
  readonly settings: Effect.Success<typeof servedPools>["settings"]
  readonly registry: SourceRegistry["Service"]
  /** What is published, by country and source. */
  readonly records: Map<string, Map<string, Records>>
  readonly runs: MemoryRuns
  /** What runs have changed, or would have, by their IDs. */
  readonly changes: Map<string, RunChanges>
}

/** The records of all sources, by the address that they are of. */
const byAddress = (bySource: ReadonlyMap<string, Records>): ReadonlyMap<string, ReadonlyArray<SourcedRecord>> => {
  const sourced = new Map<string, Array<SourcedRecord>>()
  for (const [source, of] of bySource) {
    for (const [id, record] of of) sourced.set(id, [...(sourced.get(id) ?? []), { source, record }])
  }
  return sourced
}

/** How many addresses state each name of each city and district, which other records of them may call otherwise. */
const statedNames = (
  sourced: ReadonlyMap<string, ReadonlyArray<SourcedRecord>>,
  entries: ReadonlyMap<string, PoolEntry>
) => {
  const stated = new Map<bigint, Map<string, number>>()
  const state = (key: bigint | undefined, name: string | undefined, addresses: number) => {
    if (key === undefined || name === undefined) return
    const names = stated.get(key) ?? new Map<string, number>()
    stated.set(key, names.set(name, (names.get(name) ?? 0) + addresses))
  }
  for (const { record } of Array.from(sourced.values()).flat()) {
    for (const { key, name, type } of record.places) if (type === "city" || type === "district") state(key, name, 0)
  }
  for (const { address, places } of entries.values()) {
    for (const level of ["city", "district"] as const) state(places[level], address.components[level], 1)
  }
  return stated
}

/** The places of a country: those of its addresses by their better names, and its official regions. */
const placesOf = (
  country: string,
  sourced: ReadonlyMap<string, ReadonlyArray<SourcedRecord>>,
  entries: ReadonlyMap<string, PoolEntry>
) => {
  const places = new Map<bigint, MemoryPlace & { readonly name: string }>()
  for (const { record } of Array.from(sourced.values()).flat()) {
    for (const place of record.places) {
      const known = places.get(place.key)
      places.set(place.key, known === undefined ? place : joined(known, place))
    }
  }
  for (const [key, names] of statedNames(sourced, entries)) {
    const name = shownName(
      country,
      Array.from(names, ([name, addresses]) => ({ name, addresses }))
    )
    const place = places.get(key)!
    places.set(key, { ...place, name, names: Array.from(new Set([fold(name), ...place.names])) })
  }
  for (const { key, name, names } of officialRegions(country)) {
    const known = new Set([...names, ...(places.get(key)?.names ?? [])])
    places.set(key, { key, type: "region", name, names: Array.from(known) })
  }
  return places
}

const homesOf = (entries: ReadonlyMap<string, PoolEntry> | undefined): number =>
  Array.from(entries?.values() ?? []).filter((entry) => entry.residential).length

/** Makes the pool of a country from what its sources have published. */
const publishCountry = (memory: Memory, country: string, now: number, sourceOrder: ReadonlyArray<string>) => {
  const { pools, records, settings } = memory
  const before = pools.get(country)
  const setting = settings.get(country) ?? { country, enabled: true, targets: defaultTargets, evidence: "assumed" }
  settings.set(country, setting)
  const bySource = records.get(country) ?? new Map<string, Records>()
  const sourced = byAddress(bySource)
  const taken = new Set<bigint>(Array.from(before?.entries.values() ?? [], (entry) => entry.key))
  const entries = new Map<string, PoolEntry>()
  let added = 0
  let changed = 0
  for (const [id, of] of sourced) {
    const known = before?.entries.get(id)
    const entry = entryOf(of, sourceOrder, known, taken, now, setting.evidence)
    entries.set(id, entry)
    if (known === undefined) added++
    else if (known.address !== entry.address || known.residential !== entry.residential) changed++
  }
  const withdrawn = Array.from(before?.entries.keys() ?? []).filter((id) => !entries.has(id)).length
  const version = (before?.version ?? 0) + (added + changed + withdrawn > 0 ? 1 : 0)
  const inOrder = sourceOrder.filter((source) => (bySource.get(source)?.size ?? 0) > 0)
  pools.set(country, { version, entries, sources: inOrder, places: placesOf(country, sourced, entries) })
  const publication: Publication = {
    added,
    changed,
    withdrawn,
    poolVersion: version,
    residential: homesOf(entries),
    residentialBefore: homesOf(before?.entries)
  }
  return { publication, changes: changesAmong("pool", poolDifferences(before?.entries, entries), false) }
}

const publishedBy = ({ records }: Memory, source: string, country: string): Records =>
  records.get(country)?.get(source) ?? new Map()

/** What the gates look at: what is published of a source, and what would be. */
const changeOf = (before: Records, after: Records) => ({
  before: before.size,
  after: after.size,
  citiesBefore: cities(before),
  citiesAfter: cities(after)
})

/** A run that was begun, as the in-memory runs give it. */
type BegunRun = Omit<Begun, "runId"> & { readonly id: string; readonly staging: MemoryStaging }

const publishing = (memory: Memory, source: string, country: string, { id, staging }: BegunRun): Staging["publish"] =>
  Effect.fnUntraced(function* ({ anyway, explain, limits, onStep, phases = Effect.succeed([]), totals }) {
    const { changes, records, registry, runs, settings } = memory
    yield* onStep?.(0, 1) ?? Effect.void
    const staged = settled(staging)
    const found = findings(changeOf(publishedBy(memory, source, country), staged), limits)
    if (found.length > 0 && !anyway) {
      return yield* new GateTripped({ source, country, findings: found, message: found.join(" ") })
    }
    const bySource = records.get(country) ?? new Map<string, Records>()
    bySource.set(source, staged)
    records.set(country, bySource)
    const sourceOrder = (yield* registry.all).map((registered) => registered.manifest.name)
    const now = yield* Clock.currentTimeMillis
    const { changes: made, publication } = publishCountry(memory, country, now, sourceOrder)
    yield* onStep?.(1, 1) ?? Effect.void
    if (made !== undefined) changes.set(id, made)
    const explanations = explain?.(publication, found, settings.get(country)?.evidence ?? "assumed") ?? []
    const through = { ...totals, phases: yield* phases }
    yield* runs.end(id, { outcome: "published", publication, findings: found, explanations }, through)
    return publication
  })

const stagingOf = (memory: Memory, source: string, country: string, begun: BegunRun): Staging => {
  const { changes, runs } = memory
  const { expected, id, progress, staging } = begun
  return {
    runId: id,
    fingerprint: staging.fingerprint,
    place: Effect.succeed(id),
    begun: Effect.sync(() => new Set(staging.parts.keys())),
    adopt: () => undefined,
    expected,
    finished: (part) => staging.parts.get(part)?.totals,
    part: (name) =>
      Effect.sync(() => {
        const part = { records: new Map<string, KeptRecord>(), totals: undefined }
        staging.parts.set(name, part)
        return {
          stage: (chunk) => Effect.sync(() => chunk.forEach((record) => put(part.records, record))),
          finish: (totals) => Effect.sync(() => void staging.parts.set(name, { ...part, totals }))
        }
      }),
    settle: Effect.sync(() => settled(staging).size),
    progress,
    findings: (limits) =>
      Effect.sync(() => findings(changeOf(publishedBy(memory, source, country), settled(staging)), limits)),
    publish: publishing(memory, source, country, begun),
    abandon: Effect.fnUntraced(function* (outcome, totals, message, found = [], explanations) {
      if (outcome === "gated" || outcome === "dry-run") {
        const differences = recordDifferences(publishedBy(memory, source, country), settled(staging))
        const wouldBe = changesAmong("source", differences, false)
        if (wouldBe !== undefined) changes.set(id, wouldBe)
      }
      yield* runs.end(id, { outcome, message, findings: found, explanations }, totals)
    })
  }
}

/** Publishes into memory by the same rules as into PostgreSQL: for tests, models, and laws that compare the two. */
export const layerNoDeps = Layer.effect(
  Publisher,
  Effect.gen(function* () {
    const { all: pools, settings } = yield* servedPools
    const registry = yield* SourceRegistry
    const memory: Memory = { pools, settings, registry, records: new Map(), runs: makeRuns(), changes: new Map() }
    const { records, runs } = memory

    return Publisher.of({
      ...historyOf(runs, memory.changes),
      begin: (source, country, fingerprint, { fresh = false, order, startedBy = "command" } = {}) =>
        Effect.map(
          runs.begin(
            { source, country, startedBy, order },
            typeof fingerprint === "string" ? () => Effect.succeed(fingerprint) : fingerprint,
            fresh
          ),
          (begun) => stagingOf(memory, source, country, begun)
        ),
      resume: (runId, options) =>
        Effect.map(runs.resume(runId, options), (begun) => ({
          run: begun.run,
          staging: stagingOf(memory, begun.run.source, begun.run.country, begun)
        })),
      // Memory belongs to one process, so there are no others.
      beside: () => ({ isUnderWay: Effect.succeed(false), finished: () => Effect.undefined, part: () => Effect.never }),
      holdings: Effect.sync(() =>
        Array.from(records).flatMap(([country, bySource]) =>
          Array.from(bySource).flatMap(([source, of]) => holdingsOf(source, country, of))
        )
      )
    })
  })
)

const holdingsOf = (source: string, country: string, records: Records): ReadonlyArray<Holding> => {
  const byRegion = new Map<string, Holding>()
  for (const record of records.values()) {
    const region = record.places.find((place) => place.type === "region")?.name ?? ""
    const known = byRegion.get(region) ?? { source, country, region, records: 0, residential: 0 }
    const home = isHomeBy(record.evidence?.kind, "assumed") ? 1 : 0
    byRegion.set(region, { ...known, records: known.records + 1, residential: known.residential + home })
  }
  return Array.from(byRegion.values()).sort((a, b) => (a.region < b.region ? -1 : 1))
}

const entryOf = (
  records: ReadonlyArray<SourcedRecord>,
  sourceOrder: ReadonlyArray<string>,
  known: PoolEntry | undefined,
  taken: Set<bigint>,
  now: number,
  weakest: EvidenceKind
): PoolEntry => {
  const {
    address: { residential, ...merged },
    main,
    names
  } = merge(records, sourceOrder)
  const made = new PublishedAddress(
    merged,
    residential ?? { evidence: "assumed", detail: "" },
    merged.sources,
    new Date(now).toISOString()
  )
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
    residential: isHomeBy(main.evidence?.kind, weakest),
    evidence: main.evidence?.kind,
    places: Object.fromEntries(main.places.map((place) => [place.type, place.key])),
    street: main.parts.street.key,
    search: main.parts.street.search,
    labels: main.parts.labels.map(({ folded }) => folded),
    names
  }
}
