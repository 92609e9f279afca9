import { Schema } from "effect"
import { createHash } from "node:crypto"
import type { Address } from "../../schemas/Address.ts"
import { fold } from "../../schemas/Fold.ts"
import { NoPoolCoverage } from "../../src/pool/PoolErrors.ts"
import type { PoolFilters } from "../../src/pool/PoolRequests.ts"
import { type OfflinePools, openPools } from "../../src/snapshot/OfflinePools.ts"

/** Which homes are drawn from, each equally likely. */
export interface HomeFilters {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | undefined
  /** First-level region, by its name or ISO 3166-2 code, with or without the country. */
  readonly region?: string | undefined
  readonly city?: string | undefined
}

/** Homes that can be drawn synchronously. */
export interface Homes {
  /** The home for a text, always the same for the same text; throws if no home matches. */
  readonly draw: (seed: string, filters?: HomeFilters) => Address
  /** Closes the files that the homes are read from. */
  readonly close: () => void
}

/** A number in [0, 1), from 52 bits of a hash. */
const fraction = (seed: string): number => {
  const hash = createHash("sha256").update(seed).digest()
  return hash.readUIntBE(0, 6) / 2 ** 48
}

const isOf =
  ({ city, country, region }: HomeFilters) =>
  ({ components, countryCode }: Address): boolean => {
    const same = (wanted: string | undefined, ...names: ReadonlyArray<string | undefined>) =>
      wanted === undefined || names.some((name) => name !== undefined && fold(name) === fold(wanted))
    const { regionCode } = components
    return (
      same(country, countryCode) &&
      same(city, components.city) &&
      same(region, components.region, regionCode, regionCode?.slice(3))
    )
  }

const isNoCoverage = Schema.is(NoPoolCoverage)

/** Says what nothing matches, and in which countries there are homes at all. */
const nothing = ({ city, country, region }: HomeFilters, countries: ReadonlySet<string>) => {
  const filters = Object.entries({ country, region, city }).flatMap(([name, text]) =>
    text === undefined ? [] : `${name} ${text}`
  )
  const matched = filters.length === 0 ? "There is no home to draw." : `No home matches ${filters.join(", ")}.`
  const known = countries.size === 0 ? "none at all" : `homes in ${[...countries].toSorted().join(", ")}`
  return new Error(`${matched} The data have ${known}.`)
}

/** Homes from a list, such as stored responses. */
export const homesOfList = (addresses: ReadonlyArray<Address>): Homes => {
  const scopes = new Map<string, ReadonlyArray<Address>>()
  const scopeOf = (filters: HomeFilters): ReadonlyArray<Address> => {
    const key = JSON.stringify([filters.country, filters.region, filters.city])
    const scope = scopes.get(key) ?? addresses.filter(isOf(filters))
    scopes.set(key, scope)
    return scope
  }
  return {
    draw: (seed, filters = {}) => {
      const scope = scopeOf(filters)
      const home = scope[Math.floor(fraction(seed) * scope.length)]
      if (home !== undefined) return home
      throw nothing(filters, new Set(addresses.map(({ countryCode }) => countryCode)))
    },
    close: () => {}
  }
}

/** How many homes of a pool match. Counted once for each combination of filters; without any, the file says it. */
const counter = (draw: OfflinePools["draw"]) => {
  const counts = new Map<string, number>()
  const count = (country: string, filters: PoolFilters): number => {
    try {
      return draw({ country, filters, seed: "count" }).eligibleCount ?? 0
    } catch (cause) {
      // A file that cannot be read explains itself.
      if (!isNoCoverage(cause)) throw cause
      return 0
    }
  }
  return ({ country, residential }: OfflinePools["pools"][number], filters: PoolFilters): number => {
    if (Object.keys(filters).length === 0) return residential
    const key = JSON.stringify([country, filters.region, filters.city])
    const known = counts.get(key) ?? count(country, filters)
    counts.set(key, known)
    return known
  }
}

/** Homes from opened snapshots: each country is drawn in proportion to its number of homes that match. */
export const homesOfPools = ({ close, draw, pools }: OfflinePools): Homes => {
  const inhabited = pools.filter(({ residential }) => residential > 0)
  const countOf = counter(draw)
  return {
    draw: (seed, wanted = {}) => {
      const { city, country, region } = wanted
      const filters = { ...(city !== undefined && { city }), ...(region !== undefined && { region }) }
      const counts = inhabited
        .filter((pool) => country === undefined || fold(pool.country) === fold(country))
        .map((pool) => ({ country: pool.country, count: countOf(pool, filters) }))
      let left = fraction(`country ${seed}`) * counts.reduce((sum, { count }) => sum + count, 0)
      const chosen = counts.find(({ count }) => (left -= count) < 0)
      if (chosen !== undefined) return draw({ country: chosen.country, seed, filters }).address
      throw nothing(wanted, new Set(inhabited.map((pool) => pool.country)))
    },
    close
  }
}

/** Homes from snapshot files. */
export const homesOfSnapshots = (...paths: ReadonlyArray<string>): Homes => homesOfPools(openPools(...paths))
