import { Context, Effect, Layer, Option } from "effect"
import type { Address } from "../../schemas/Address.ts"
import type { StatedKind } from "../../schemas/StatedEvidence.ts"
import type { CountrySettings } from "./Countries.ts"
import type { PlaceType } from "../address/Identity.ts"
import type { Names } from "./PoolRequests.ts"

/** One address of a pool in memory. */
export interface PoolEntry {
  readonly key: bigint
  readonly address: Address
  /** Whether draws may return it. */
  readonly residential: boolean
  /** What decides whether it is a home; absent where nothing says so. */
  readonly evidence?: StatedKind | undefined
  /** Keys of the places that it lies in. */
  readonly places: { readonly [Level in PlaceType]?: bigint }
  /** Key of the stored street that it lies in. */
  readonly street: bigint
  /** The street's folded components, a line each. */
  readonly search: string
  /** Folded texts of its own: house number, unit, building. */
  readonly labels: ReadonlyArray<string>
  /** What sources call components in other languages, by BCP 47 tag. */
  readonly names?: Names | undefined
}

/** A place that an address lies in, or an official region. */
export interface MemoryPlace {
  readonly key: bigint
  readonly type: PlaceType
  /** Key of the place above it: of cities that lie in a region, and of districts. */
  readonly parent?: bigint
  /** Absent: the first of its names. */
  readonly name?: string
  /** Folded names, the name's own first. */
  readonly names: ReadonlyArray<string>
}

/** A country's pool in memory. */
export interface MemoryPool {
  readonly version: number
  /** By address ID. */
  readonly entries: ReadonlyMap<string, PoolEntry>
  readonly sources: ReadonlyArray<string>
  readonly places: ReadonlyMap<bigint, MemoryPlace>
}

/** Settings of countries whose pools live in memory. */
export class MemoryCountries extends Context.Service<MemoryCountries, Map<string, CountrySettings>>()(
  "doorstep/MemoryCountries"
) {}

/** Pools that live in memory, by country: written by the in-memory publisher, read by the in-memory stores. */
export class MemoryPools extends Context.Service<MemoryPools, Map<string, MemoryPool>>()("doorstep/MemoryPools") {
  static readonly layer = Layer.merge(
    Layer.sync(MemoryPools, () => new Map()),
    Layer.sync(MemoryCountries, () => new Map())
  )
}

/** The pools, and which of them serve. Without settings every country is enabled. */
export const servedPools = Effect.gen(function* () {
  const pools = yield* MemoryPools
  const settings = Option.getOrElse(
    yield* Effect.serviceOption(MemoryCountries),
    (): Map<string, CountrySettings> => new Map()
  )
  const isEnabled = (country: string): boolean => settings.get(country)?.enabled !== false
  return {
    all: pools,
    settings,
    isEnabled,
    /** The country's pool, unless it is disabled. */
    get: (country: string): MemoryPool | undefined => (isEnabled(country) ? pools.get(country) : undefined)
  }
})
