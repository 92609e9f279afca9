import { countryName } from "../../schemas/CountryAliases.ts"
import type { DirectoryEntry } from "../../schemas/Directory.ts"

const number = new Intl.NumberFormat("en")

const linked = (entry: DirectoryEntry): string =>
  `[${entry.license.name.replaceAll("|", "\\|")}](${entry.license.citation})`

const upstreams: Readonly<Record<DirectoryEntry["upstream"], string>> = {
  geofabrik: "OpenStreetMap (Geofabrik)",
  overture: "Overture Maps",
  openaddresses: "OpenAddresses",
  register: "register"
}

const cell = (entry: DirectoryEntry): string => {
  const what =
    entry.upstream === "register"
      ? `[${entry.options["register"]}](${entry.homepage})`
      : `[${upstreams[entry.upstream]}](${entry.homepage})`
  const count = entry.addresses === null ? "" : `, ${number.format(entry.addresses)} addresses`
  const others = entry.covers.length > 1 ? `, with ${entry.covers.length - 1} more` : ""
  return `${what}${entry.part === null ? "" : ` (${entry.part.name})`}: ${entry.evidence}, ${linked(entry)}${count}${others}`
}

/** A row with the sources for the whole country and the registers of its parts; other parts are only counted. */
const rowOf = (country: string, entries: ReadonlyArray<DirectoryEntry>): string => {
  const shown = entries.filter(({ part, upstream }) => part === null || upstream === "register")
  const parts = entries.length - shown.length
  const cells = [...shown.map(cell), ...(parts === 0 ? [] : [`${parts} of parts of the country`])]
  return `| ${country} | ${countryName(country)} | ${cells.join("<br>")} |`
}

const byCountry = (entries: ReadonlyArray<DirectoryEntry>): ReadonlyMap<string, ReadonlyArray<DirectoryEntry>> => {
  const found = new Map<string, Array<DirectoryEntry>>()
  for (const entry of entries) found.set(entry.country, [...(found.get(entry.country) ?? []), entry])
  return new Map(Array.from(found).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The table of all countries, by code. */
export const countriesTable = (entries: ReadonlyArray<DirectoryEntry>): string =>
  [
    "| | country | sources |",
    "|---|---|---|",
    ...Array.from(byCountry(entries), ([country, own]) => rowOf(country, own))
  ].join("\n")

/** Upstreams, with the size of each. */
export const upstreamsTable = (entries: ReadonlyArray<DirectoryEntry>): string => {
  const row = (upstream: DirectoryEntry["upstream"], what: string, page: string) => {
    const own = entries.filter((entry) => entry.upstream === upstream)
    const countries = new Set(own.map(({ country }) => country)).size
    const free = own.filter(({ access }) => access.kind === "open").length
    const addresses = own.reduce((sum, entry) => sum + (entry.part === null ? (entry.addresses ?? 0) : 0), 0)
    const count = addresses === 0 ? "" : number.format(addresses)
    return `| [${what}](${page}) | ${countries} | ${own.length} | ${free} | ${count} |`
  }
  return [
    "| upstream | countries and territories | sources | downloaded automatically | addresses |",
    "|---|---|---|---|---|",
    row("geofabrik", "OpenStreetMap, by Geofabrik", "https://download.geofabrik.de"),
    row("overture", "Overture Maps", "https://docs.overturemaps.org/guides/addresses/"),
    row("openaddresses", "OpenAddresses", "https://openaddresses.io"),
    row("register", "official registers", "../../sources/registers/README.md")
  ].join("\n")
}

const mark = (name: string) => [`<!-- ${name} -->`, `<!-- /${name} -->`] as const

/** Replaces the generated table between its marks. */
export const placed = (text: string, name: string, table: string): string => {
  const [begin, end] = mark(name)
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${begin} … ${end} are not in the file`)
  return `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`
}
