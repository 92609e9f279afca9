import { iso31661NumericToAlpha2, iso31661Alpha3ToAlpha2 } from "iso-3166"
import type { Address } from "../../schemas/Address.ts"
import { greatCircle } from "../../schemas/Earth.ts"
import { streetLine, unitLine } from "../fill/AddressLines.ts"
import type { HomeFilters } from "./Homes.ts"

/** Draws homes until one has the requested value. */
export interface Draws {
  readonly next: (filters?: HomeFilters) => Address
  readonly until: <A>(what: string, look: (home: Address) => A | undefined, filters?: HomeFilters) => A
}

/** Bounds of a coordinate, in degrees. */
export interface Range {
  readonly min?: number
  readonly max?: number
  /** Decimal places. Default: as published. */
  readonly precision?: number
}

const codes = {
  "alpha-3": new Map(Object.entries(iso31661Alpha3ToAlpha2).map(([code, alpha2]) => [alpha2, code])),
  numeric: new Map(Object.entries(iso31661NumericToAlpha2).map(([code, alpha2]) => [alpha2, code]))
} as const

type CodeVariant = "alpha-2" | keyof typeof codes

/** Faker's pattern: `#` is a digit, `?` a letter. */
const matches = (text: string, format: string): boolean =>
  new RegExp(
    `^${format
      .replace(/[.*+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("#", "\\d")
      .replaceAll("?", "[A-Za-z]")}$`
  ).test(text)

const rounded = (value: number, precision: number | undefined): number =>
  precision === undefined ? value : Number(value.toFixed(precision))

const kilometresOfMile = 1.609344

const abbreviation = ({ components }: Address): string | undefined => components.regionCode?.slice(3)

/** One home, with its components under Faker's names. */
const homeOf = (address: Address) => {
  const { components } = address
  return {
    streetAddress: streetLine(address),
    secondaryAddress: unitLine(address) ?? "",
    buildingNumber: components.houseNumber ?? "",
    street: components.street ?? "",
    city: components.city ?? "",
    county: components.district ?? "",
    state: components.region ?? "",
    stateCode: abbreviation(address) ?? "",
    zipCode: components.postcode ?? "",
    country: components.country,
    countryCode: address.countryCode,
    latitude: address.coordinates?.latitude,
    longitude: address.coordinates?.longitude,
    address
  }
}

/**
 * Faker's `location`, with real addresses. Each call draws a home of its own; `home()` is one home with all its values.
 * If not every home has the requested value, a home that has it is drawn; if none has it, the call throws.
 */
export const makeLocation = ({ next, until }: Draws) => {
  const component = (name: keyof Address["components"]) => (): string =>
    until(`a ${name}`, ({ components }) => components[name])

  const countryCode = (options: CodeVariant | { readonly variant?: CodeVariant } = "alpha-2"): string => {
    const variant = typeof options === "string" ? options : (options.variant ?? "alpha-2")
    return until(`the ${variant} code`, ({ countryCode }) =>
      variant === "alpha-2" ? countryCode : codes[variant].get(countryCode)
    )
  }

  const degrees =
    (axis: "latitude" | "longitude") =>
    ({ max = 180, min = -180, precision }: Range = {}): number =>
      until(`a ${axis} from ${min} to ${max}`, ({ coordinates }) => {
        const value = coordinates === undefined ? undefined : rounded(coordinates[axis], precision)
        return value !== undefined && value >= min && value <= max ? value : undefined
      })

  return {
    /** One home, with its components under Faker's names and the whole address. All other calls draw separate homes. */
    home: (filters?: HomeFilters) => homeOf(next(filters)),
    buildingNumber: component("houseNumber"),
    street: component("street"),
    streetAddress: (options: boolean | { readonly useFullAddress?: boolean } = false): string => {
      const isFull = typeof options === "boolean" ? options : options.useFullAddress === true
      return until("a street address", (home) => streetLine(home, isFull) || undefined)
    },
    /** The whole address on one line, in its country's order. */
    postalAddress: (): string => next().formattedAddress,
    secondaryAddress: (): string => until("a unit", unitLine),
    city: component("city"),
    /** The district, borough or neighbourhood: the level between city and street, if known. */
    county: component("district"),
    state: ({ abbreviated = false }: { readonly abbreviated?: boolean } = {}): string =>
      until("a region", (home) => (abbreviated ? abbreviation(home) : home.components.region)),
    zipCode: (options: string | { readonly state?: string; readonly format?: string } = {}): string => {
      const { format = undefined, state = undefined } = typeof options === "string" ? { format: options } : options
      return until(
        format === undefined ? "a postcode" : `a postcode such as ${format}`,
        ({ components: { postcode } }) =>
          postcode !== undefined && (format === undefined || matches(postcode, format)) ? postcode : undefined,
        state === undefined ? {} : { region: state }
      )
    },
    country: component("country"),
    countryCode,
    latitude: degrees("latitude"),
    longitude: degrees("longitude"),
    nearbyGPSCoordinate: ({
      isMetric = false,
      origin,
      radius = 10
    }: {
      readonly origin?: readonly [latitude: number, longitude: number]
      readonly radius?: number
      readonly isMetric?: boolean
    } = {}): [latitude: number, longitude: number] =>
      until("coordinates there", ({ coordinates }) => {
        if (coordinates === undefined) return undefined
        const { latitude, longitude } = coordinates
        const reach = (isMetric ? radius : radius * kilometresOfMile) * 1000
        const isNear =
          origin === undefined || greatCircle({ latitude: origin[0], longitude: origin[1] }, coordinates) <= reach
        return isNear ? [latitude, longitude] : undefined
      })
  }
}
