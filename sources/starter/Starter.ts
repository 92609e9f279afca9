import { createRequire } from "node:module"
import { Effect, Schema, Stream } from "effect"
import * as DataSource from "../DataSource.ts"

/**
 * Real addresses in the United States from two npm packages, so that a fresh clone can draw without a network: `rrad`
 * and the United States lists of `dad-tool`. The package `rrad` is under MIT; according to its author, its addresses,
 * with coordinates, are in the public domain, from sources of OpenAddresses that require no attribution. `dad-tool`
 * states MIT for package and lists alike. The other lists of `dad-tool` contain landmarks, not homes, and are left out.
 */

const name = "starter"

const evidence = {
  kind: "assumed",
  detail: "Published among street addresses; neither list says which of them are homes."
} as const

const RradFile = Schema.Struct({
  addresses: Schema.Array(
    Schema.Struct({
      address1: Schema.String,
      address2: Schema.String,
      city: Schema.optionalKey(Schema.String),
      state: Schema.String,
      postalCode: Schema.String,
      coordinates: Schema.Struct({ lat: Schema.Finite, lng: Schema.Finite })
    })
  )
})

const DadFile = Schema.Array(
  Schema.Struct({
    street1: Schema.String,
    street2: Schema.String,
    city: Schema.String,
    state: Schema.String,
    zip: Schema.String
  })
)

const dadStates = ["az", "ca", "id", "ks", "nv", "ny", "or", "tx", "ut", "wa"]

/** `1400-UN201`: unit 201 of number 1400, in Rochester's list. */
const numberWithUnit = /^(\d+)-UN(\w+)$/

/** The house number is the part before the first space, if there is one. */
const splitStreet = (line: string): Pick<DataSource.RawRecord, "houseNumber" | "street" | "unit"> => {
  const [, number, street] = /^(\S*\d\S*)\s+(.+)$/.exec(line.trim()) ?? []
  if (number === undefined) return { street: line }
  const [, before, unit] = numberWithUnit.exec(number) ?? []
  return before === undefined ? { houseNumber: number, street } : { houseNumber: before, street, unit: `Unit ${unit}` }
}

/** `#APT 000002` is apartment 2. */
const readUnit = (text: string): string => text.replace(/^#?\s*APT\s+0*(?=\w)/i, "Apt ")

const require = createRequire(import.meta.url)

const load = <S extends Schema.Top & { readonly DecodingServices: never }>(path: string, schema: S) =>
  Effect.try({ try: () => require(path) as unknown, catch: (cause) => unreadable(path, cause) }).pipe(
    Effect.flatMap((content) =>
      Effect.mapError(Schema.decodeUnknownEffect(schema)(content), (cause) => unreadable(path, cause))
    )
  )

const unreadable = (path: string, cause: unknown) =>
  new DataSource.SourceError({
    source: name,
    reason: "unreadable",
    message: `The package file ${path} cannot be read. Run "npm install" again.`,
    cause
  })

const rrad = Effect.map(load("rrad/addresses-us-all.json", RradFile), ({ addresses }) =>
  addresses.map((entry): DataSource.RawRecord => {
    const split = splitStreet(entry.address1)
    return {
      // Neither list numbers its records, so a record's content identifies it.
      recordId: `rrad:${[entry.address1, entry.address2, entry.city ?? "", entry.state, entry.postalCode].join("|")}`,
      ...split,
      unit: entry.address2 === "" ? split.unit : readUnit(entry.address2),
      city: entry.city,
      region: entry.state,
      postcode: entry.postalCode,
      coordinates: { latitude: entry.coordinates.lat, longitude: entry.coordinates.lng },
      evidence,
      language: "en",
      license: "Public Domain",
      attribution: "OpenAddresses contributors, through the npm package rrad",
      url: "https://www.npmjs.com/package/rrad"
    }
  })
)

const dad = (state: string) =>
  Effect.map(load(`dad-tool/dad/src/addresses/united-states/${state}-addresses.json`, DadFile), (addresses) =>
    addresses.map((entry): DataSource.RawRecord => {
      const split = splitStreet(entry.street1)
      return {
        recordId: `dad:${[entry.street1, entry.street2, entry.city, entry.state, entry.zip].join("|")}`,
        ...split,
        unit: entry.street2 === "" ? split.unit : readUnit(entry.street2),
        city: entry.city,
        region: entry.state,
        postcode: entry.zip,
        evidence,
        language: "en",
        license: "MIT",
        attribution: "Dummy Address Data (DAD) by Justin Hammond",
        url: "https://www.npmjs.com/package/dad-tool"
      }
    })
  )

const Package = Schema.Struct({ version: Schema.String })

const version = (path: string) =>
  Effect.map(load(`${path}/package.json`, Package), (found) => `${path}@${found.version}`)

export const source = DataSource.make({
  manifest: {
    name,
    countries: ["US"],
    license: "Public Domain (the addresses of rrad, a package under MIT) and MIT (dad-tool), as each record says",
    attribution: "OpenAddresses contributors; Dummy Address Data (DAD) by Justin Hammond",
    homepage: "https://openaddresses.io",
    evidence: "Assumed: the lists hold street addresses and do not say which of them are homes."
  },
  examples: [
    {
      recordId: "rrad:1745 T Street Southeast||Washington|DC|20020",
      houseNumber: "1745",
      street: "T Street Southeast",
      city: "Washington",
      region: "DC"
    }
  ],
  fingerprint: Effect.map(Effect.all([version("rrad"), version("dad-tool")]), (versions) => versions.join(" ")),
  records: (country) =>
    country === "US"
      ? Stream.fromIterable([rrad, ...dadStates.map(dad)]).pipe(
          Stream.flatMap((list) => Stream.fromIterableEffect(list))
        )
      : Stream.empty
})

export const layer = DataSource.layer(source)
