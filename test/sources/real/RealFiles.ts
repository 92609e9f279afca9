import { carson, sanFrancisco } from "../registers/RealMappings.ts"

/** Files of real addresses, of every type of sources that there is. */

export interface RealFile {
  readonly name: string
  readonly path: string
  readonly type: "openstreetmap" | "openaddresses" | "register" | "file"
  readonly country: string
  readonly options?: Readonly<Record<string, unknown>>
}

const osm = (name: string, file: string, country: string, options = {}): RealFile => ({
  name,
  path: `osm/${file}.osm.pbf`,
  type: "openstreetmap",
  country,
  options
})
const register = (name: string, path: string, country: string, id: string): RealFile => ({
  name,
  path: `national/${path}`,
  type: "register",
  country,
  options: { register: id }
})
const mapped = (name: string, path: string, country: string, mapping: object): RealFile => ({
  name,
  path: `national/${path}`,
  type: "file",
  country,
  options: { mapping }
})
const bag = "nl-bag/nlextract/bagv2/etl/test/data/lv/BAGNLDL-15092020-small"

export const files: ReadonlyArray<RealFile> = [
  osm("amsterdam", "amsterdam", "NL"),
  osm("bayfront", "bayfront_singapore", "SG"),
  osm("helsinki", "helsinki", "FI"),
  osm("liechtenstein", "liechtenstein-latest", "LI"),
  osm("monaco-2016", "osrm-monaco", "MC"),
  osm("monaco-2021", "monaco-latest", "MC"),
  osm("karlsruhe", "osr-karlsruhe-kirchfeld", "DE"),
  osm("miraustr", "osr-miraustr", "DE"),
  osm("neuss", "osr-neuss-s11", "DE"),
  osm("rome", "osr-rome-piazza-vittorio-emanuele", "IT"),
  osm("vancouver", "vancouver_canada", "CA", { region: "CA-BC", city: "Vancouver" }),
  osm("bristol", "whitelion_bristol_uk", "GB"),
  ...(
    [
      ["bucks", "batch/task/test/fixtures/addresses.geojson", "US", { region: "US-PA" }],
      ["prince-edward-island", "batch/task/test/fixtures/input.csv", "CA", { region: "CA-PE" }],
      ["alameda", "machine/alameda.zip", "US", { region: "US-CA" }],
      ["victoria", "pelias", "AU", { region: "AU-VIC" }]
    ] as const
  ).map(([name, path, country, options]): RealFile => ({
    name,
    path: `openaddresses/${path}`,
    type: "openaddresses",
    country,
    options
  })),
  register("ban-54084", "fr-ban/adresses-54084.csv", "FR", "fr-ban-2016"),
  register("bal", "fr-bal", "FR", "fr-bal"),
  register("bag-csv", "nl-bag/bagadres-excerpt.zip", "NL", "nl-bag-csv"),
  register("bag-zip", `${bag}.zip`, "NL", "nl-bag"),
  register("bag-xml", `${bag}-expand`, "NL", "nl-bag"),
  register("nad", "_transcribed/us-nad-r4.csv", "US", "us-nad-r4"),
  register("geolonia", "jp/geolonia/api", "JP", "jp-geolonia"),
  register("urbis", "be-urbis/be-wa-brussels.zip", "BE", "be-urbis"),
  mapped("carson", "us/us-ca-carson-cache.geojson", "US", carson),
  mapped("san-francisco", "us/us-ca-san_francisco-excerpt.zip", "US", sanFrancisco),
  register("hauskoordinaten", "de-hauskoordinaten/de-berlin-excerpt.zip", "DE", "de-be-hauskoordinaten")
]
