import { Effect } from "effect"
import { countryOfAddressId, type PlaceType, placeTypes } from "../address/Identity.ts"
import { LeastRecentlyUsed } from "../shared/LeastRecentlyUsed.ts"
import type { PlaceName } from "../shared/NearNames.ts"
import { addressNotFound, PoolChanged } from "../pool/PoolErrors.ts"
import { PoolStore, type Scope, type Selection } from "../draw/store/PoolStore.ts"
import * as Sampler from "../draw/Sampler.ts"
import { textBounds } from "../draw/text/TextBounds.ts"
import { Weights } from "../draw/text/Weights.ts"
import type { SnapshotFile } from "./SnapshotFile.ts"
import { type HomeTexts, SnapshotHomes, type SnapshotStreet } from "./SnapshotHomes.ts"

/** What is known of a scope's homes: their positions, ascending, and their keys. */
interface Found {
  readonly homes: Uint32Array
  readonly keys: Sampler.IndexedKeys
  /** For a scope with a text: the streets whose own names contain it. */
  readonly named: ReadonlySet<number>
  /** For a scope with a text: how many homes contain it in house number, unit or building. */
  readonly labelled: number
}

/** Bytes of scopes whose homes are remembered. */
const bytesKept = 256 * 1024 * 1024

const lies = (street: SnapshotStreet, selection: Selection): boolean =>
  placeTypes.every((level) => {
    const wanted = selection[level]
    return wanted === undefined || wanted.includes(street[level])
  })

const nameOf = ({ country, q, selection }: Scope): string =>
  JSON.stringify([country, placeTypes.map((level) => selection[level]?.join() ?? null), q ?? null])

/** Places of a country by the names that filters use. */
interface Places {
  readonly byName: ReadonlyMap<string, ReadonlyArray<bigint>>
  readonly shown: ReadonlyMap<PlaceType, ReadonlyArray<PlaceName>>
}

const isLevel = (type: string | null): type is PlaceType => placeTypes.some((level) => level === type)

const readPlaces = (file: SnapshotFile, country: string): Places => {
  const byName = new Map<string, Array<bigint>>()
  const shown = new Map<PlaceType, Array<PlaceName>>(placeTypes.map((level) => [level, []]))
  const [type, folded, place] = ["type", "folded", "place"].map((name) =>
    file.columns(country, "place_name").indexOf(name)
  )
  for (const chunk of file.chunks(country, "place_name")) {
    chunk[place!]!.forEach((key, i) => {
      const name = `${chunk[type!]![i]}\n${chunk[folded!]![i]}`
      const known = byName.get(name)
      if (known === undefined) byName.set(name, [BigInt(key ?? 0)])
      else known.push(BigInt(key ?? 0))
    })
  }
  const columns = ["type", "name", "folded", "residential"].map((name) => file.columns(country, "place").indexOf(name))
  for (const chunk of file.chunks(country, "place")) {
    for (let i = 0; i < chunk[0]!.length; i++) {
      const [level = null, name, folded, homes] = columns.map((column) => chunk[column]![i])
      if (isLevel(level) && Number(homes) > 0) shown.get(level)!.push({ name: name ?? "", folded: folded ?? "" })
    }
  }
  return { byName, shown }
}

/** One country of a file, read on first use. */
class Country {
  readonly homes: SnapshotHomes
  readonly places: Places

  constructor(file: SnapshotFile, country: string) {
    this.homes = SnapshotHomes.of(file, country)
    this.places = readPlaces(file, country)
  }

  /** The homes of a scope, found street by street and, for a text, home by home. */
  find({ q, selection }: Scope): Found {
    const { homes } = this
    const here = homes.streets.map((street) => lies(street, selection))
    const named = new Set<number>()
    if (q !== undefined) {
      homes.streets.forEach((street, i) => {
        if (here[i] === true && street.search.includes(q)) named.add(i)
      })
    }
    const texts = q === undefined ? undefined : homes.texts()
    const nextTexts = (): HomeTexts => texts?.next().value ?? []
    const found = new Uint32Array(homes.count)
    let [count, labelled] = [0, 0]
    for (let home = 0; home < homes.count; home++) {
      const street = homes.streetOf[home]!
      const own = nextTexts()
      if (here[street] !== true) continue
      const hasLabel = q !== undefined && own.some((text) => text.includes(q))
      if (hasLabel) labelled++
      if (q === undefined || hasLabel || named.has(street)) found[count++] = home
    }
    const chosen = found.slice(0, count)
    const keys = new Uint32Array(count * 2)
    chosen.forEach((home, i) => {
      keys[i * 2] = homes.keys[home * 2]!
      keys[i * 2 + 1] = homes.keys[home * 2 + 1]!
    })
    return { homes: chosen, keys: new Sampler.IndexedKeys(keys), named, labelled }
  }
}

const weightsOf = ({ homes }: Country, found: Found): Weights | undefined => {
  const counts = new Map<bigint, number>()
  const named = new Set<number>()
  for (const home of found.homes) {
    const street = homes.streetOf[home]!
    const { key } = homes.streets[street]!
    counts.set(key, (counts.get(key) ?? 0) + 1)
    if (found.named.has(street)) named.add(street)
  }
  return named.size > textBounds.streets || found.labelled > textBounds.homes ? undefined : Weights.of(counts)
}

/** The countries of snapshot files, and the most recently used scopes. */
class SnapshotPools {
  readonly #fileOf: ReadonlyMap<string, SnapshotFile>
  readonly #countries = new Map<string, Country>()
  readonly #scopes = new LeastRecentlyUsed<Found>(bytesKept, ({ homes, keys }) => homes.byteLength + keys.bytes)

  constructor(files: ReadonlyArray<SnapshotFile>) {
    this.#fileOf = new Map(files.flatMap((file) => file.manifest.pools.map(({ country }) => [country, file] as const)))
  }

  /** Codes of the countries, in order. */
  get codes(): ReadonlyArray<string> {
    return Array.from(this.#fileOf.keys()).toSorted()
  }

  manifestOf(country: string) {
    return this.#fileOf.get(country)?.pool(country)
  }

  get(country: string): Country | undefined {
    const file = this.#fileOf.get(country)
    let known = this.#countries.get(country)
    if (known === undefined && file !== undefined) {
      known = new Country(file, country)
      this.#countries.set(country, known)
    }
    return known
  }

  /** The version never changes; only a scope from another store has a different one. */
  onScope<A>(scope: Scope, use: (country: Country, found: Found) => A): Effect.Effect<A, PoolChanged> {
    return Effect.suspend(() => {
      const country = this.get(scope.country)
      if (country === undefined || this.manifestOf(scope.country)?.version !== scope.pool.version) {
        return Effect.fail(new PoolChanged({ country: scope.country }))
      }
      const name = nameOf(scope)
      let found = this.#scopes.get(name)
      if (found === undefined) {
        found = country.find(scope)
        this.#scopes.set(name, found)
      }
      return Effect.succeed(use(country, found))
    })
  }

  /** The home with an ID, among those of its country. */
  find(id: string) {
    return Effect.suspend(() => {
      const country = this.get(countryOfAddressId(id) ?? "")
      const home = country?.homes.findId(id)
      return country === undefined || home === undefined
        ? Effect.fail(addressNotFound(id))
        : Effect.succeed({ homes: country.homes, home })
    })
  }
}

/** Keys of the scope's homes in each of the streets. */
const keysIn = ({ homes }: Country, found: Found, streets: ReadonlyArray<bigint>) => {
  const wanted = new Map(streets.map((street, i) => [street, i]))
  const keys = streets.map((): Array<number> => [])
  found.homes.forEach((home) => {
    const at = wanted.get(homes.streets[homes.streetOf[home]!]!.key)
    if (at !== undefined) keys[at]!.push(homes.keys[home * 2]!, homes.keys[home * 2 + 1]!)
  })
  return keys.map((words) => Uint32Array.from(words))
}

/**
 * The pools of snapshots, read from their files. Nothing in it is asynchronous: its effects can be run synchronously.
 * If a file can no longer be read, that is a defect.
 *
 * @param files each of a different country
 */
export const make = (files: ReadonlyArray<SnapshotFile>): PoolStore["Service"] => {
  const pools = new SnapshotPools(files)

  return PoolStore.of({
    pool: (country) =>
      Effect.sync(() => {
        const pool = pools.manifestOf(country)
        return (
          pool && {
            version: pool.version,
            edition: String(pool.version),
            residential: pool.residential,
            sources: pool.sources
          }
        )
      }),
    placesNamed: (country, level, folded) =>
      Effect.sync(() => pools.get(country)?.places.byName.get(`${level}\n${folded}`) ?? []),
    namesLike: (country, level) => Effect.sync(() => pools.get(country)?.places.shown.get(level) ?? []),
    sizeOf: (country, selection) =>
      Effect.sync(() =>
        (pools.get(country)?.homes.streets ?? []).reduce(
          (sum, street) => sum + (lies(street, selection) ? street.homes : 0),
          0
        )
      ),
    buckets: (scope, level, buckets) =>
      pools.onScope(scope, (_, { keys }) => buckets.map((bucket) => keys.bucket(level, bucket))),
    bucketSizes: () => undefined,
    keysAtHand: () => undefined,
    weights: (scope) => pools.onScope(scope, weightsOf),
    keysInStreets: (scope, weights, streets) =>
      pools.onScope(scope, (country, found) =>
        keysIn(
          country,
          found,
          streets.map((street) => weights.keyAt(street))
        )
      ),
    matching: (scope, wanted) => pools.onScope(scope, (_, { keys }) => Sampler.among(wanted, keys.keys)),
    keys: (scope) => pools.onScope(scope, (_, { keys }) => keys.keys),
    addresses: (scope, wanted) =>
      pools.onScope(scope, ({ homes }) =>
        Array.from({ length: Sampler.keyCount(wanted) }, (_, i) =>
          homes.address(homes.find(wanted[i * 2]!, wanted[i * 2 + 1]!)!)
        )
      ),
    keysOfIds: (country, ids) =>
      Effect.sync(() => {
        const { homes } = pools.get(country) ?? {}
        const found = ids
          .filter((id) => countryOfAddressId(id) === country)
          .flatMap((id) => {
            const home = homes?.findId(id)
            return homes === undefined || home === undefined ? [] : [Sampler.fromWords(homes.keys, home)]
          })
        return Sampler.sampleKeys(new Set(found))
      }),
    findById: (id) => Effect.map(pools.find(id), ({ home, homes }) => homes.address(home)),
    findNamed: (id) => Effect.map(pools.find(id), ({ home, homes }) => homes.named(home)),
    counts: Effect.sync(() =>
      pools.codes.map((country) => {
        const { residential, total, version } = pools.manifestOf(country)!
        return { country, version, total, residential }
      })
    ),
    ready: Effect.void
  })
}
