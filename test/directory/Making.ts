import { Effect, Schema } from "effect"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import * as Path from "node:path"
import { meantCountry } from "../../schemas/CountryAliases.ts"
import type { DirectoryEntry, DirectoryLicense } from "../../schemas/Directory.ts"
import { declarations } from "../../sources/registers/Declarations.ts"
import { usualUpstreams } from "../../sources/reading/Upstreams.ts"
import { GeofabrikIndex, geofabrikEntries } from "../../src/directory/Geofabrik.ts"
import type { Listing } from "../../src/directory/Listing.ts"
import { type OpenAddressesLicenses, openAddressesEntries } from "../../src/directory/OpenAddresses.ts"
import { type OvertureCountry, overtureEntry } from "../../src/directory/Overture.ts"
import { registers } from "./Registers.ts"

/** Builds the directory that ships with Doorstep from the upstreams' own indexes: see `run.ts`. */

/** The folder of the indexes, with the same files as `../shared/data`. */
const data = Path.resolve(import.meta.dirname, "../../../shared/data")

const sources = {
  geofabrik: { file: "directory/geofabrik-index-2025-03.json", takenAt: "2025-03-01T00:00:00Z" },
  overture: { file: "directory/overture-docs/addresses.mdx", takenAt: "2026-08-21T00:00:00Z" },
  attribution: { file: "directory/overture-docs/attribution.mdx" },
  openaddresses: { file: "openaddresses/openaddresses/sources", takenAt: "2026-08-22T00:00:00Z" },
  registers: { takenAt: "2026-08-22T00:00:00Z" }
} as const

export const isHere = (): boolean => existsSync(Path.join(data, sources.geofabrik.file))

const read = (file: string): string => readFileSync(Path.join(data, file), "utf8")

const geofabrik = Effect.gen(function* () {
  const index = yield* Schema.decodeEffect(Schema.fromJsonString(GeofabrikIndex))(read(sources.geofabrik.file))
  return yield* geofabrikEntries(index, usualUpstreams.geofabrik)
})

/** A row of the table of counts, such as `| AT      | 2,516,341      |`. */
const overtureCounts = (text: string): ReadonlyMap<string, number> =>
  new Map(
    Array.from(text.matchAll(/^\|\s*([A-Z]{2})\s*\|\s*([\d,]+)\s*\|$/gm), ([, country, count]) => [
      country!,
      Number(count!.replaceAll(",", ""))
    ])
  )

const plain = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "$1")
    .replaceAll("**", "")
    .trim()

const licenseNames: ReadonlyArray<readonly [RegExp, string]> = [
  [/^CC[ -]?BY[ -]?(\d\.\d)$/, "CC BY $1"],
  [/^CC0$/, "CC0 1.0"],
  [/^LICENCE OUVERTE.*Etalab 2\.0$/, "Licence Ouverte 2.0"],
  [/^Open License$/, "Open Licence"]
]

const licenseName = (text: string): string => {
  const known = licenseNames.find(([form]) => form.test(text))
  return known === undefined ? text : text.replace(known[0], known[1])
}

/** Reads a line of the page: the source, and the licence after "Available under". */
const statedIn = (line: string): { readonly source: string; readonly license: string } => {
  const text = plain(line.replace(/^- /, ""))
  const [, license = "own terms"] = /Available under (?:the |an? )?(.+?)\.(?:\s|$)(?!\d)/.exec(text) ?? []
  const source = text
    .replace(/\.? Available under.*$/, "")
    .replace(/(?: data)? from the? ?/, " ")
    .replace(/^(?:Contains data from|Data courtesy of|Data from)\s*/i, "")
    .split(/\. /)[0]!
    .trim()
  return { source, license: licenseName(license) }
}

/** Sources and licences by country, from the section on addresses. */
const overtureTerms = (text: string): ReadonlyMap<string, Pick<OvertureCountry, "licenses" | "sources">> => {
  const section = text.slice(text.indexOf("### Addresses"), text.indexOf("### Base"))
  const found = new Map<string, Pick<OvertureCountry, "licenses" | "sources">>()
  for (const block of section.split(/^#### /m).slice(1)) {
    const [name = "", ...lines] = block.split("\n")
    const country = meantCountry(name.trim())
    if (country === undefined) throw new Error(`"${name}" is no country`)
    const stated = lines.filter((line) => line.startsWith("- ")).map(statedIn)
    found.set(country, {
      sources: Array.from(new Set(stated.map(({ source }) => source))),
      licenses: Array.from(new Set(stated.map(({ license }) => license)))
    })
  }
  return found
}

const overture = (): ReadonlyArray<DirectoryEntry> => {
  const counts = overtureCounts(read(sources.overture.file))
  const terms = overtureTerms(read(sources.attribution.file))
  return Array.from(counts, ([country, addresses]) => {
    const { licenses, sources } = terms.get(country) ?? {
      licenses: ["Licence of each source"],
      sources: ["Its sources"]
    }
    return overtureEntry({ country, addresses, licenses, sources })
  })
}

interface Described {
  readonly layers?: {
    readonly addresses?: ReadonlyArray<{
      readonly name: string
      readonly website?: string
      readonly skip?: boolean
      readonly license?:
        | { readonly url?: string; readonly text?: string; readonly "attribution name"?: string }
        | string
    }>
  }
}

/** Descriptions of sources, in the form of OpenAddresses' own lists of data and licences. */
const openAddresses = (): ReadonlyArray<DirectoryEntry> => {
  const folder = Path.join(data, sources.openaddresses.file)
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .sort()
  const licenses: Array<OpenAddressesLicenses["licenses"][number]> = []
  const listed = files.flatMap((file) => {
    const { layers } = JSON.parse(readFileSync(Path.join(folder, file), "utf8")) as Described
    return (layers?.addresses ?? [])
      .filter(({ skip }) => skip !== true)
      .map(({ license, name, website }) => {
        const stated = typeof license === "string" ? { text: license } : license
        licenses.push({
          attribution: stated?.["attribution name"] ?? null,
          license: stated?.text ?? null,
          url: stated?.url ?? null,
          sources: [[file, website ?? null]]
        })
        return { source: file.replace(/\.json$/, ""), layer: "addresses", name }
      })
  })
  return openAddressesEntries(listed, { licenses })
}

interface Declared {
  readonly title: string
  readonly country: string
  readonly license: string
  readonly attribution: string
  readonly homepage: string
  readonly evidence: ReadonlyArray<{ readonly kind: DirectoryEntry["evidence"] | "against" | "register-against" }>
}

const strength = ["register", "building", "landuse", "declared", "probable", "assumed"] as const

/** The registers that Doorstep declares and recommends, with the addresses and licences from `Registers.ts`. */
const registerEntries = (): ReadonlyArray<DirectoryEntry> =>
  registers.map(
    ({ access, addresses = null, bytes = null, citation, id, location, part = null, renewed, shareAlike }) => {
      const declared = declarations[id] as Declared | undefined
      if (declared === undefined) throw new Error(`no register is declared under "${id}"`)
      const license: DirectoryLicense = {
        name: declared.license,
        shareAlike,
        attribution: declared.attribution,
        citation
      }
      return {
        id: `register:${id}`,
        country: declared.country,
        part,
        covers: [declared.country],
        upstream: "register",
        type: "register",
        options: { register: id, location },
        title: declared.title,
        evidence: strength.find((kind) => declared.evidence.some((rule) => rule.kind === kind)) ?? "assumed",
        license,
        bytes,
        addresses,
        renewed,
        access,
        homepage: declared.homepage
      }
    }
  )

/** The whole directory, as the file stores it. */
export const listings: Effect.Effect<ReadonlyArray<Listing>, unknown> = Effect.gen(function* () {
  const ordered = (entries: ReadonlyArray<DirectoryEntry>) => [...entries].sort((a, b) => (a.id < b.id ? -1 : 1))
  return [
    {
      upstream: "geofabrik",
      takenAt: sources.geofabrik.takenAt,
      release: null,
      entries: ordered(yield* geofabrik)
    },
    { upstream: "overture", takenAt: sources.overture.takenAt, release: null, entries: ordered(overture()) },
    {
      upstream: "openaddresses",
      takenAt: sources.openaddresses.takenAt,
      release: null,
      entries: ordered(openAddresses())
    },
    { upstream: "register", takenAt: sources.registers.takenAt, release: null, entries: ordered(registerEntries()) }
  ]
})
