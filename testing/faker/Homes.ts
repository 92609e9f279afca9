import { Schema } from "effect"
import { createHash } from "node:crypto"
import type { Address } from "../../schemas/Address.ts"
import { fold } from "../../schemas/Fold.ts"
import { NoPoolCoverage } from "../../src/pool/PoolErrors.ts"
import { openPools } from "../../src/snapshot/OfflinePools.ts"

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

const nothing = (filters: HomeFilters) =>
  new Error(`No home matches ${JSON.stringify(filters)}. Give data that has some, or filter for less.`)

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
      if (home === undefined) throw nothing(filters)
      return home
    },
    close: () => {}
  }
}

/** Homes from snapshot files: each country is drawn in proportion to its number of homes. */
export const homesOfSnapshots = (...paths: ReadonlyArray<string>): Homes => {
  const pools = openPools(...paths)
  const total = pools.pools.reduce((sum, { residential }) => sum + residential, 0)
  const countryOf = (seed: string): string => {
    let left = fraction(`country ${seed}`) * total
    const found = pools.pools.find(({ residential }) => (left -= residential) < 0)
    if (found === undefined) throw nothing({})
    return found.country
  }
  return {
    draw: (seed, { city, country = countryOf(seed), region } = {}) => {
      const inCountry = region !== undefined && /^[A-Z0-9]{1,3}$/.test(region) ? `${country}-${region}` : region
      const draw = (of: string | undefined) =>
        pools.draw({
          country,
          seed,
          filters: { ...(city !== undefined && { city }), ...(of !== undefined && { region: of }) }
        }).address
      try {
        return draw(inCountry)
      } catch (cause) {
        // A file that cannot be read explains itself.
        if (!isNoCoverage(cause)) throw cause
        throw new Error(nothing({ city, country, region }).message, { cause })
      }
    },
    close: pools.close
  }
}
