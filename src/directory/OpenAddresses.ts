import { Schema } from "effect"
import { countryName } from "../../schemas/CountryAliases.ts"
import { isCountryCode } from "../../schemas/CountryCodes.ts"
import type { DirectoryEntry, DirectoryLicense } from "../../schemas/Directory.ts"
import { usualUpstreams } from "../../sources/SourceFiles.ts"
import { findRegion } from "../gazetteer/Regions.ts"

const Text = Schema.NullOr(Schema.String)

/** The part of `/api/data` that is read: the last successful run of each layer of each source. */
export const OpenAddressesData = Schema.Array(
  Schema.Struct({
    /** `ch/countrywide`, `us/or/clackamas` */
    source: Schema.String,
    layer: Schema.String,
    name: Schema.String,
    size: Schema.optionalKey(Schema.NullOr(Schema.Finite)),
    output: Schema.optionalKey(Schema.NullOr(Schema.Struct({ output: Schema.optionalKey(Schema.Boolean) })))
  })
)
export type OpenAddressesData = typeof OpenAddressesData.Type

/** `/api/licenses`: sources by the licence stated in their descriptions. */
export const OpenAddressesLicenses = Schema.Struct({
  licenses: Schema.Array(
    Schema.Struct({
      attribution: Text,
      license: Text,
      url: Text,
      /** `us/vt/statewide.json`, and its website. */
      sources: Schema.Array(Schema.Tuple([Text, Text]))
    })
  )
})
export type OpenAddressesLicenses = typeof OpenAddressesLicenses.Type

const isWeb = (url: string | null | undefined): url is string => url != null && /^https?:\/\/\S+$/.test(url)

/** Descriptions state a licence as a sentence or as the URL of its text. Known licences have a name. */
const names: ReadonlyArray<readonly [RegExp, string]> = [
  [/creativecommons\.org\/licen[sc]es\/by\/4|CC[ -]BY[ -]4/i, "CC BY 4.0"],
  [/creativecommons\.org\/licen[sc]es\/by\/3|CC[ -]BY[ -]3/i, "CC BY 3.0"],
  [/creativecommons\.org\/publicdomain\/zero|CC0/i, "CC0 1.0"],
  [/dl-de\/by-2|DL-DE.{0,20}BY-2/i, "DL-DE->BY-2.0"],
  [/dl-de\/zero-2|DL-DE.{0,20}Zero/i, "DL-DE->Zero-2.0"],
  [/odbl/i, "ODbL 1.0"],
  [/public ?domain/i, "Public domain"]
]

const shareAlike = /odbl|by-sa|share-?alike|repartage/i

const licenseOf = (source: string, stated: OpenAddressesLicenses["licenses"][number] | undefined): DirectoryLicense => {
  const said = `${stated?.license ?? ""} ${stated?.url ?? ""}`
  const text = stated?.license?.trim()
  const short = text !== undefined && text !== "" && text.length <= 60 ? text : "Own terms of the publisher"
  // OpenAddresses states the licence, if at all, in the description of the source.
  const description = `https://github.com/openaddresses/openaddresses/blob/master/sources/${source}.json`
  return {
    name: said.trim() === "" ? "Not stated by OpenAddresses" : (names.find(([sign]) => sign.test(said))?.[1] ?? short),
    shareAlike: shareAlike.test(said),
    attribution: `${stated?.attribution?.trim() || `Publisher of ${source}`}, OpenAddresses`,
    citation: isWeb(stated?.url) ? stated.url : description
  }
}

const wide = /^(?:countrywide|country|statewide|provincewide|regionwide)(?:-([a-z]{2,}))?$/

const titleOf = (word: string): string =>
  word
    .split(/[_-]/)
    .map((one) => one.charAt(0).toUpperCase() + one.slice(1))
    .join(" ")

/**
 * `us/or/clackamas` is Clackamas, Oregon; `ch/countrywide` is not a part. Several lists are one country in several
 * languages.
 */
const partOf = (country: string, rest: ReadonlyArray<string>, layer: string): DirectoryEntry["part"] => {
  const [first = "", second] = rest
  if (second === undefined && wide.test(first)) return null
  const region = findRegion(country, `${country}-${first.toUpperCase()}`) ?? findRegion(country, titleOf(first))
  const place = second === undefined || wide.test(second) ? undefined : titleOf(second)
  const name = [place, region?.name ?? titleOf(first)].filter((part) => part !== undefined).join(", ")
  return { name: name === "" ? layer : name, code: region?.code ?? null }
}

/**
 * Entries of OpenAddresses' list. Its downloads require an account, so a person must download the file: the location is
 * the page for that.
 */
export const openAddressesEntries = (
  data: OpenAddressesData,
  { licenses }: OpenAddressesLicenses
): ReadonlyArray<DirectoryEntry> => {
  const bySource = new Map(
    licenses.flatMap((license) =>
      license.sources.map(([source]) => [source?.replace(/\.json$/, "") ?? "", license] as const)
    )
  )
  const seen = new Set<string>()
  return data.flatMap(({ layer, name, output, size, source }): ReadonlyArray<DirectoryEntry> => {
    const [code = "", ...rest] = source.split("/")
    const country = code.toUpperCase()
    const isPlain = /^[a-z0-9_./-]+$/i.test(source) && rest.length > 0
    if (layer !== "addresses" || !isCountryCode(country) || !isPlain || output?.output === false) return []
    const id = `openaddresses:${seen.has(source) ? `${source}/${name}` : source}`
    seen.add(source)
    const part = partOf(country, rest, name)
    const language = wide.exec(rest.at(-1) ?? "")?.[1]
    const where = `${part?.name ?? countryName(country)}${language === undefined ? "" : ` (${language})`}`
    const description = `https://github.com/openaddresses/openaddresses/blob/master/sources/${source}.json`
    return [
      {
        id,
        country,
        part,
        covers: [country],
        upstream: "openaddresses",
        type: "openaddresses",
        options: { location: `${usualUpstreams.openAddresses}/data`, country },
        title: `OpenAddresses, ${where}`,
        evidence: "assumed",
        license: licenseOf(source, bySource.get(source)),
        bytes: size == null || size <= 0 ? null : Math.round(size),
        addresses: null,
        renewed: "weekly",
        access: {
          kind: "byHand",
          what: `Sign in at ${usualUpstreams.openAddresses}, download the addresses of ${source} (source.geojson.gz), and give the path of that file as the location.`
        },
        homepage: description
      }
    ]
  })
}
