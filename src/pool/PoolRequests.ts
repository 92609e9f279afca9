import type { Address } from "../../schemas/Address.ts"

/** Names of an address's components in other languages: by BCP 47 tag, then by component. */
export type Names = Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>

/** A published address and its names in other languages. */
export interface NamedAddress {
  readonly address: Address
  readonly names: Names
}

/** Location filters as a client sends them. Names compare folded, and all given filters must match. */
export interface PoolFilters {
  /** Name, ISO 3166-2 code (`US-CA`) or its part after the country (`CA`). */
  readonly region?: string
  readonly regionId?: string
  readonly city?: string
  readonly cityId?: string
  readonly district?: string
  readonly districtId?: string
  readonly postcode?: string
  readonly postcodeId?: string
  /** Text that must occur within one component. */
  readonly q?: string
}

/** Filters by place, from broad to narrow. */
export const placeFilterNames = [
  "region",
  "regionId",
  "city",
  "cityId",
  "district",
  "districtId",
  "postcode",
  "postcodeId"
] as const satisfies ReadonlyArray<keyof PoolFilters>

/** Every filter, from broad to narrow. */
export const filterNames = [...placeFilterNames, "q"] as const satisfies ReadonlyArray<keyof PoolFilters>

export interface DrawRequest {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string
  readonly filters: PoolFilters
  /** If absent, the repository generates one and returns it. */
  readonly seed?: string | undefined
  readonly strategy: "random" | "instant"
  /** The only version to draw from. Absent: the current one. */
  readonly poolVersion?: number | undefined
  /** Writes what an answer says of a draw alone. It is used on draws that are made ahead, many at once, and must be pure. */
  readonly write?: ((draw: Draw) => string) | undefined
}

export interface DrawManyRequest extends DrawRequest {
  /** 1 to 50. */
  readonly count: number
  readonly unique: boolean
  readonly excludeAddressIds: ReadonlyArray<string>
}

/** What every draw says about the pool that it was made from. */
interface DrawContext {
  /** The seed that was used. The same seed, request and pool version give the same response. */
  readonly seed: string
  /** Grows by one with each publication that changes the country's pool. */
  readonly poolVersion: number
  /** How many addresses were equally likely. Absent if a text has too many matches to count. */
  readonly eligibleCount?: number
  /** Sources with records in the pool, in registration order. */
  readonly sourcesTried: ReadonlyArray<string>
}

export interface Draw extends DrawContext {
  readonly address: Address
  /** What `write` of the request has made of it, where it was made ahead. */
  readonly written?: string
}

export interface DrawMany extends DrawContext {
  /** In position order; fewer than `count` if the scope has no more. */
  readonly addresses: ReadonlyArray<Address>
}

export interface PoolCounts {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly version: number
  /** Number of synchronized addresses. */
  readonly total: number
  /** Number of published residential addresses, from which draws are made. */
  readonly residential: number
}
