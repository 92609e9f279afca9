import { carson, sanFrancisco } from "../registers/RealMappings.ts"

/** Files of real addresses for every source type. */

export interface RealFile {
  readonly name: string
  readonly path: string
  readonly type: "openstreetmap" | "openaddresses" | "register" | "file"
  readonly country: string
  readonly options?: Readonly<Record<string, unknown>>
  /** Laws that the file itself breaks, by promise, with the reason why neither law nor source should change. */
  readonly breaks?: Readonly<Record<string, string>>
}

const osm = (
  name: string,
  file: string,
  country: string,
  options = {},
  breaks: Readonly<Record<string, string>> = {}
): RealFile => ({ name, path: `osm/${file}.osm.pbf`, type: "openstreetmap", country, options, breaks })
const register = (
  name: string,
  path: string,
  country: string,
  id: string,
  breaks: Readonly<Record<string, string>> = {}
): RealFile => ({ name, path, type: "register", country, options: { register: id }, breaks })
const mapped = (name: string, path: string, country: string, mapping: object): RealFile => ({
  name,
  path: `national/${path}`,
  type: "file",
  country,
  options: { mapping }
})
const bag = "national/nl-bag/nlextract/bagv2/etl/test/data/lv/BAGNLDL-15092020-small"

/** The file was cut for tests, and gives two existing objects, a pitch and a house, one identifier. */
const oneIdForTwo = {
  "MUST give different records different IDs": "0221200000330998 is a pitch at 4x and a house at 9x, both of today."
}

export const files: ReadonlyArray<RealFile> = [
  osm("amsterdam", "amsterdam", "NL"),
  osm("bayfront", "bayfront_singapore", "SG"),
  osm("helsinki", "helsinki", "FI"),
  osm("liechtenstein", "liechtenstein-latest", "LI"),
  osm(
    "monaco-2016",
    "osrm-monaco",
    "MC",
    {},
    {
      "MUST have its coordinates in the country that it declares":
        "The extract goes beyond the border: 7 of its 78 positions lie in France."
    }
  ),
  osm("monaco-2021", "monaco-latest", "MC"),
  osm("karlsruhe", "osr-karlsruhe-kirchfeld", "DE"),
  osm("miraustr", "osr-miraustr", "DE"),
  osm("neuss", "osr-neuss-s11", "DE"),
  osm("rome", "osr-rome-piazza-vittorio-emanuele", "IT"),
  osm("vancouver", "vancouver_canada", "CA", { region: "CA-BC", city: "Vancouver" }),
  osm("bristol", "whitelion_bristol_uk", "GB"),
  osm("queens", "queens_village_ny", "US", { region: "US-NY", city: "New York" }),
  osm("columbus", "us-columbus-otp", "US", { region: "US-OH" }),
  osm("heidelberg", "de-heidelberg", "DE"),
  osm("aplerbeck", "de-aplerbeck", "DE"),
  osm("porto", "pt-porto", "PT"),
  osm("sao-paulo", "br-sao-paulo", "BR"),
  osm("tokyo", "jp-tokyo-center", "JP"),
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
  register("ban-54084", "national/fr-ban/adresses-54084.csv", "FR", "fr-ban-2016"),
  register("bal", "national/fr-bal", "FR", "fr-bal"),
  register("bag-csv", "national/nl-bag/bagadres-excerpt.zip", "NL", "nl-bag-csv"),
  register("bag-zip", `${bag}.zip`, "NL", "nl-bag", oneIdForTwo),
  register("bag-xml", `${bag}-expand`, "NL", "nl-bag", oneIdForTwo),
  register("nad", "national/_transcribed/us-nad-r4.csv", "US", "us-nad-r4"),
  register("geolonia", "national/jp/geolonia/api", "JP", "jp-geolonia", {
    "MUST give at least one record that is kept": "It goes down to towns, and has no house numbers."
  }),
  register("urbis", "national/be-urbis/be-wa-brussels.zip", "BE", "be-urbis"),
  register("prg-2015", "registers-use/pl-prg-2015.zip", "PL", "pl-prg"),
  register("hdb", "registers-use/sg-hdb-property-information.csv", "SG", "sg-hdb"),
  mapped("carson", "us/us-ca-carson-cache.geojson", "US", carson),
  mapped("san-francisco", "us/us-ca-san_francisco-excerpt.zip", "US", sanFrancisco),
  register("hauskoordinaten", "national/de-hauskoordinaten/de-berlin-excerpt.zip", "DE", "de-be-hauskoordinaten")
]
