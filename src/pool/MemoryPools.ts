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
  /** The deciding evidence; absent if nothing says that it is a home. */
  readonly evidence?: StatedKind | undefined
  /** Keys of its places. */
  readonly places: { readonly [Level in PlaceType]?: bigint }
  /** Key of its stored street. */
  readonly street: bigint
  /** The street's folded components, one per line. */
  readonly search: string
  /** Its own folded texts: house number, unit, building. */
  readonly labels: ReadonlyArray<string>
  /** Names of components in other languages, by BCP 47 tag. */
  readonly names?: Names | undefined
}

/** A place of an address, or an official region. */
export interface MemoryPlace {
  readonly key: bigint
  readonly type: PlaceType
  /** Key of the place above: for cities in a region, and for districts. */
  readonly parent?: bigint
  /** Absent if it is the first of its names. */
  readonly name?: string
  /** Folded names, its own name first. */
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

/** Pools in memory, by country: written by the in-memory publisher, read by the in-memory stores. */
export class MemoryPools extends Context.Service<MemoryPools, Map<string, MemoryPool>>()("doorstep/MemoryPools") {
  static readonly layer = Layer.merge(
    Layer.sync(MemoryPools, () => new Map()),
    Layer.sync(MemoryCountries, () => new Map())
  )
}

/** The pools, and which of them are served. Without settings, every country is enabled. */
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

export type ServedPools = Effect.Success<typeof servedPools>
