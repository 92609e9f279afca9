import type { Address } from "../../schemas/Address.ts"

type Cell = string | number | undefined

interface Column {
  readonly name: string
  /** A type that both PostgreSQL and SQLite have. */
  readonly type: "text" | "double precision"
  readonly of: (address: Address) => Cell
}

/** What several sources say, one after the other. */
const joined = (address: Address, of: (source: Address["sources"][number]) => string): string =>
  Array.from(new Set(address.sources.map(of))).join("; ")

const text = (name: string, of: (address: Address) => string | undefined): Column => ({ name, type: "text", of })

const component = (name: string, of: keyof Address["components"]): Column =>
  text(name, ({ components }) => components[of])

/**
 * An address as a row of a table. Each row states its licence and the attribution to show, so that this stays true for
 * any part of the table.
 */
export const columns: ReadonlyArray<Column> = [
  text("id", ({ id }) => id),
  text("country_code", ({ countryCode }) => countryCode),
  text("formatted_address", ({ formattedAddress }) => formattedAddress),
  component("house_number", "houseNumber"),
  component("street", "street"),
  component("unit", "unit"),
  component("building", "building"),
  component("district", "district"),
  component("city", "city"),
  component("region", "region"),
  component("region_code", "regionCode"),
  component("postcode", "postcode"),
  component("country", "country"),
  { name: "latitude", type: "double precision", of: ({ coordinates }) => coordinates?.latitude },
  { name: "longitude", type: "double precision", of: ({ coordinates }) => coordinates?.longitude },
  text("language", ({ language }) => language),
  text("evidence", ({ residential }) => residential.evidence),
  text("evidence_detail", ({ residential }) => residential.detail),
  text("source", (address) => joined(address, ({ name }) => name)),
  text("source_record", (address) => joined(address, ({ recordId }) => recordId)),
  text("source_url", (address) => joined(address, ({ url }) => url)),
  text("license", (address) => joined(address, ({ license }) => license)),
  text("attribution", (address) => joined(address, ({ attribution }) => attribution)),
  text("updated_at", ({ updatedAt }) => updatedAt)
]

export const cellsOf = (address: Address): ReadonlyArray<Cell> => columns.map(({ of }) => of(address))
