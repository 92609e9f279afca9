import proj4 from "proj4"
import { memoized } from "../../../schemas/Memoized.ts"
import { registered } from "./EpsgRegistry.ts"
import type { Projection } from "./Projection.ts"

const grs = "+ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs"
const utm = (zone: number, datum = grs) => `+proj=utm +zone=${zone} ${datum}`
const south = (zone: number) => `+proj=utm +zone=${zone} +south ${grs}`
const tm = (lat: number, lon: number, k: number, x: number, y: number, datum = grs) =>
  `+proj=tmerc +lat_0=${lat} +lon_0=${lon} +k=${k} +x_0=${x} +y_0=${y} ${datum}`
const lcc = (lat0: number, lon0: number, lat1: number, lat2: number, x: number, y: number, datum = grs) =>
  `+proj=lcc +lat_0=${lat0} +lon_0=${lon0} +lat_1=${lat1} +lat_2=${lat2} +x_0=${x} +y_0=${y} ${datum}`
const bessel = (shift: string) => `+ellps=bessel +towgs84=${shift} +units=m +no_defs`
const dhdn = bessel("598.1,73.7,418.2,0.202,0.045,-2.455,6.7")
const mgi = bessel("577.326,90.129,463.919,5.137,1.474,5.297,2.4232")
const jtsk = bessel("570.8,85.7,462.8,4.998,1.587,5.261,3.56")
const swiss = bessel("674.374,15.056,405.346,0,0,0,0")

/**
 * Grids that tables of a country use without naming them, the most common one first, and those whose shift to WGS 84
 * the registry's package lacks. Definitions are from the EPSG registry, with the shift that PROJ uses without grid
 * files: accurate to a meter or two.
 */
const table: ReadonlyArray<readonly [epsg: number, name: string, countries: string, definition: string]> = [
  [2154, "RGF93 / Lambert-93", "FR", lcc(46.5, 3, 49, 44, 700000, 6600000)],
  [
    28992,
    "Amersfoort / RD New",
    "NL",
    "+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.417,50.3319,465.552,-0.398957,0.343988,-1.8774,4.0725 +units=m +no_defs"
  ],
  [
    31370,
    "Belge 1972 / Belgian Lambert 72",
    "BE",
    "+proj=lcc +lat_0=90 +lon_0=4.36748666666667 +lat_1=51.1666672333333 +lat_2=49.8333339 +x_0=150000.013 +y_0=5400088.438 +ellps=intl +towgs84=-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747 +units=m +no_defs"
  ],
  [
    3812,
    "ETRS89 / Belgian Lambert 2008",
    "BE",
    lcc(50.797815, 4.35921583333333, 49.8333333333333, 51.1666666666667, 649328, 665262)
  ],
  [
    2169,
    "LUREF / Luxembourg TM",
    "LU",
    "+proj=tmerc +lat_0=49.8333333333333 +lon_0=6.16666666666667 +k=1 +x_0=80000 +y_0=100000 +ellps=intl +towgs84=-189.6806,18.3463,-42.7695,-0.33746,-3.09264,2.53861,0.4598 +units=m +no_defs"
  ],
  [
    2056,
    "CH1903+ / LV95",
    "CH LI",
    `+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000 ${swiss}`
  ],
  [
    21781,
    "CH1903 / LV03",
    "CH LI",
    `+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=600000 +y_0=200000 ${swiss}`
  ],
  [25832, "ETRS89 / UTM zone 32N", "DE DK NO", utm(32)],
  [25833, "ETRS89 / UTM zone 33N", "DE NO", utm(33)],
  [4647, "ETRS89 / UTM zone 32N (zE-N)", "DE", tm(0, 9, 0.9996, 32500000, 0)],
  [5650, "ETRS89 / UTM zone 33N (zE-N)", "DE", tm(0, 15, 0.9996, 33500000, 0)],
  [31466, "DHDN / Gauss-Kruger zone 2", "DE", tm(0, 6, 1, 2500000, 0, dhdn)],
  [31467, "DHDN / Gauss-Kruger zone 3", "DE", tm(0, 9, 1, 3500000, 0, dhdn)],
  [31468, "DHDN / Gauss-Kruger zone 4", "DE", tm(0, 12, 1, 4500000, 0, dhdn)],
  [31469, "DHDN / Gauss-Kruger zone 5", "DE", tm(0, 15, 1, 5500000, 0, dhdn)],
  [
    3068,
    "DHDN / Soldner Berlin",
    "DE",
    `+proj=cass +lat_0=52.4186482777778 +lon_0=13.6272036666667 +x_0=40000 +y_0=10000 ${dhdn}`
  ],
  [31287, "MGI / Austria Lambert", "AT", lcc(47.5, 13.3333333333333, 49, 46, 400000, 400000, mgi)],
  [31256, "MGI / Austria GK East", "AT", tm(0, 16.3333333333333, 1, 0, -5000000, mgi)],
  [31255, "MGI / Austria GK Central", "AT", tm(0, 13.3333333333333, 1, 0, -5000000, mgi)],
  [31254, "MGI / Austria GK West", "AT", tm(0, 10.3333333333333, 1, 0, -5000000, mgi)],
  [
    27700,
    "OSGB36 / British National Grid",
    "GB IM",
    "+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m +no_defs"
  ],
  [2157, "IRENET95 / Irish Transverse Mercator", "IE GB", tm(53.5, -8, 0.99982, 600000, 750000)],
  [
    29902,
    "TM65 / Irish Grid",
    "IE GB",
    "+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=1.000035 +x_0=200000 +y_0=250000 +a=6377340.189 +rf=299.3249646 +towgs84=482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15 +units=m +no_defs"
  ],
  [25830, "ETRS89 / UTM zone 30N", "ES", utm(30)],
  [25831, "ETRS89 / UTM zone 31N", "ES", utm(31)],
  [25829, "ETRS89 / UTM zone 29N", "ES PT", utm(29)],
  [32628, "WGS 84 / UTM zone 28N", "ES", "+proj=utm +zone=28 +datum=WGS84 +units=m +no_defs"],
  [3763, "ETRS89 / Portugal TM06", "PT", tm(39.6682583333333, -8.13310833333333, 1, 0, 0)],
  [6707, "RDN2008 / UTM zone 32N (N-E)", "IT", utm(32)],
  [7791, "RDN2008 / UTM zone 32N", "IT", utm(32)],
  [7792, "RDN2008 / UTM zone 33N", "IT", utm(33)],
  [
    3003,
    "Monte Mario / Italy zone 1",
    "IT",
    "+proj=tmerc +lat_0=0 +lon_0=9 +k=0.9996 +x_0=1500000 +y_0=0 +ellps=intl +towgs84=-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68 +units=m +no_defs"
  ],
  [
    3004,
    "Monte Mario / Italy zone 2",
    "IT",
    "+proj=tmerc +lat_0=0 +lon_0=15 +k=0.9996 +x_0=2520000 +y_0=0 +ellps=intl +towgs84=-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68 +units=m +no_defs"
  ],
  [3006, "SWEREF99 TM", "SE", utm(33)],
  [3067, "ETRS89 / TM35FIN", "FI", utm(35)],
  [3879, "ETRS89 / GK25FIN", "FI", tm(0, 25, 1, 25500000, 0)],
  [3057, "ISN93 / Lambert 1993", "IS", lcc(65, -19, 64.25, 65.75, 500000, 500000)],
  [5316, "ETRS89 / Faroe TM", "FO", tm(0, -7, 0.999997, 200000, -6000000)],
  [2180, "ETRF2000-PL / CS92", "PL", tm(0, 19, 0.9993, 500000, -5300000)],
  [2176, "ETRF2000-PL / CS2000 zone 5", "PL", tm(0, 15, 0.999923, 5500000, 0)],
  [2177, "ETRF2000-PL / CS2000 zone 6", "PL", tm(0, 18, 0.999923, 6500000, 0)],
  [2178, "ETRF2000-PL / CS2000 zone 7", "PL", tm(0, 21, 0.999923, 7500000, 0)],
  [2179, "ETRF2000-PL / CS2000 zone 8", "PL", tm(0, 24, 0.999923, 8500000, 0)],
  [
    5514,
    "S-JTSK / Krovak East North",
    "CZ SK",
    `+proj=krovak +lat_0=49.5 +lon_0=24.8333333333333 +alpha=30.2881397527778 +k=0.9999 +x_0=0 +y_0=0 ${jtsk}`
  ],
  [
    23700,
    "HD72 / EOV",
    "HU",
    "+proj=somerc +lat_0=47.1443937222222 +lon_0=19.0485717777778 +k_0=0.99993 +x_0=650000 +y_0=200000 +ellps=GRS67 +towgs84=52.17,-71.82,-14.9,0,0,0,0 +units=m +no_defs"
  ],
  [
    3844,
    "Pulkovo 1942(58) / Stereo70",
    "RO",
    "+proj=sterea +lat_0=46 +lon_0=25 +k=0.99975 +x_0=500000 +y_0=500000 +ellps=krass +towgs84=2.329,-147.042,-92.08,0.309,-0.325,-0.497,5.69 +units=m +no_defs"
  ],
  [3765, "HTRS96 / Croatia TM", "HR", tm(0, 16.5, 0.9999, 500000, 0)],
  [3794, "Slovenia 1996 / Slovene National Grid", "SI", tm(0, 15, 0.9999, 500000, -5000000)],
  [
    3912,
    "MGI 1901 / Slovene National Grid",
    "SI",
    tm(0, 15, 0.9999, 500000, -5000000, bessel("426.62,142.62,460.09,4.98,4.49,-12.42,-17.1"))
  ],
  [7801, "BGS2005 / CCS2005", "BG", lcc(42.6678756833333, 25.5, 42, 43.3333333333333, 500000, 4725824.3591)],
  [32634, "WGS 84 / UTM zone 34N", "RS MK XK GR AL", utm(34)],
  [3346, "LKS94 / Lithuania TM", "LT", tm(0, 24, 0.9998, 500000, 0)],
  [3059, "LKS92 / Latvia TM", "LV", tm(0, 24, 0.9996, 500000, -6000000)],
  [3301, "Estonian Coordinate System of 1997", "EE", lcc(57.5175539305556, 24, 59.3333333333333, 58, 500000, 6375000)],
  [
    2100,
    "GGRS87 / Greek Grid",
    "GR",
    "+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9996 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=-199.87,74.79,246.62,0,0,0,0 +units=m +no_defs"
  ],
  [
    2039,
    "Israel 1993 / Israeli TM Grid",
    "IL",
    "+proj=tmerc +lat_0=31.7343936111111 +lon_0=35.2045169444444 +k=1.0000067 +x_0=219529.584 +y_0=626907.39 +ellps=GRS80 +towgs84=-48,55,52,0,0,0,0 +units=m +no_defs"
  ],
  [5179, "Korea 2000 / Unified CS", "KR", tm(38, 127.5, 0.9996, 1000000, 2000000)],
  [5186, "Korea 2000 / Central Belt 2010", "KR", tm(38, 127, 1, 200000, 600000)],
  [3826, "TWD97 / TM2 zone 121", "TW", tm(0, 121, 0.9999, 250000, 0)],
  [
    2326,
    "Hong Kong 1980 Grid System",
    "HK",
    "+proj=tmerc +lat_0=22.3121333333333 +lon_0=114.178555555556 +k=1 +x_0=836694.05 +y_0=819069.8 +ellps=intl +towgs84=-162.619,-276.959,-161.764,0.067753,-2.243648,-1.158828,-1.094246 +units=m +no_defs"
  ],
  [
    3414,
    "SVY21 / Singapore TM",
    "SG",
    tm(1.36666666666667, 103.833333333333, 1, 28001.642, 38744.572, "+ellps=WGS84 +units=m +no_defs")
  ],
  [2193, "NZGD2000 / New Zealand Transverse Mercator 2000", "NZ", tm(0, 173, 0.9996, 1600000, 10000000)],
  [3347, "NAD83 / Statistics Canada Lambert", "CA", lcc(63.390675, -91.8666666666667, 49, 77, 6200000, 3000000)],
  ...[49, 50, 51, 52, 53, 54, 55, 56].flatMap((zone): typeof table => [
    [28300 + zone, `GDA94 / MGA zone ${zone}`, "AU", south(zone)],
    [7800 + zone, `GDA2020 / MGA zone ${zone}`, "AU", south(zone)]
  ]),
  ...[31978, 31979, 31980, 31981, 31982, 31983, 31984, 31985].map((epsg, index): (typeof table)[number] => [
    epsg,
    `SIRGAS 2000 / UTM zone ${18 + index}S`,
    "BR",
    south(18 + index)
  ])
]

export const projections: ReadonlyArray<Projection> = table.map(([epsg, name, countries, definition]) => ({
  epsg,
  name,
  countries: countries.split(" "),
  definition
}))

/** WGS 84 by the code that GeoJSON and WMS have for it. */
const crs84 = 84

/**
 * A system by its EPSG code, or ESRI's: degrees as in WGS 84, to within a meter or two; a projection; or undefined if
 * the code is unknown, or nothing says how the system lies to WGS 84.
 */
export const byEpsg = (epsg: number): Projection | "degrees" | undefined => {
  if (epsg === crs84) return "degrees"
  if (webMercators.has(epsg)) return webMercator
  return projections.find((one) => one.epsg === epsg) ?? registered(epsg)
}

/** Codes of the web's projection: the registry's, an old joke, and those of ESRI. */
const webMercators = new Set([3857, 900913, 3785, 102100, 102113])

/** As people know it. */
export const nameOf = (projection: Projection | "degrees"): string =>
  projection === "degrees"
    ? "degrees"
    : `${projection.name}${projection.epsg === 0 ? "" : ` (EPSG:${projection.epsg})`}`

export const webMercator: Projection = {
  epsg: 3857,
  name: "WGS 84 / Pseudo-Mercator",
  countries: [],
  definition: "+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs"
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "")

/** ESRI's names for systems that have another name in the registry. */
const aliases: Readonly<Record<string, number>> = {
  belgelambert1972: 31370,
  belgelambert2008: 3812,
  rdnew: 28992,
  britishnationalgrid: 27700,
  ch1903lv95: 2056,
  ch1903plusl95: 2056,
  ch1903lv03: 21781,
  rgf93lambert93: 2154,
  rgf1993lambert93: 2154,
  rgf93v1lambert93: 2154,
  etrs1989utmzone32n: 25832,
  etrs1989utmzone33n: 25833,
  etrs1989utmzone30n: 25830,
  etrs1989utmzone31n: 25831,
  dhdnsoldnerberlin: 3068,
  sjtskkrovakeastnorth: 5514,
  etrs1989polandcs92: 2180,
  etrspl1992: 2180,
  hd1972egysegesorszagosvetuleti: 23700,
  wgs1984webmercatorauxiliarysphere: 3857,
  nzgd2000newzealandtransversemercator: 2193,
  israeltmgrid: 2039,
  etrs1989tm35fin: 3067,
  etrstm35fin: 3067,
  sweref99tm: 3006,
  luxembourg1930gauss: 2169,
  stereo70: 3844,
  estonia1997estonianationalgrid: 3301,
  lks1994lithuaniatm: 3346,
  lks1992latviatm: 3059
}

/** The system in a `.prj` file or other well-known text: degrees, a projection, or what proj4 makes of it. */
export const ofWkt = (wkt: string): Projection | "degrees" | undefined => {
  const text = wkt.trim()
  if (/^(?:GEOGCS|GEOGCRS|GEODCRS)\b/i.test(text)) return "degrees"
  const name = /^(?:PROJCS|PROJCRS)\s*\[\s*"([^"]+)"/i.exec(text)?.[1]
  if (name === undefined) return undefined
  const code = Number(
    /(?:AUTHORITY\s*\[\s*"EPSG"\s*,\s*"?|ID\s*\[\s*"EPSG"\s*,\s*)(\d+)"?\s*\]\s*\]\s*$/i.exec(text)?.[1]
  )
  const known = Number.isNaN(code) ? undefined : byEpsg(code)
  if (known !== undefined) return known
  const same =
    aliases[plain(name)] ?? projections.find((one) => plain(one.name) === plain(name))?.epsg ?? utmOf(plain(name))
  const found = same === undefined ? undefined : byEpsg(same)
  if (found !== undefined) return found
  try {
    proj4(text)
    return { epsg: Number.isNaN(code) ? 0 : code, name, countries: [], definition: text }
  } catch {
    return undefined
  }
}

const utmOf = (name: string): number | undefined => {
  const [, datum, zone, side] = /^(wgs1984|wgs84|etrs1989|etrs89|nad1983|nad83)utmzone(\d{1,2})([ns])$/.exec(name) ?? []
  if (zone === undefined) return undefined
  const base = datum!.startsWith("wgs") ? (side === "n" ? 32600 : 32700) : datum!.startsWith("etrs") ? 25800 : 26900
  return base + Number(zone)
}

/** The ways in which tables and people write an EPSG code. */
const code =
  /^(?:EPSG:{1,2}|ESRI:|urn:ogc:def:crs:EPSG:[^:]*:|https?:\/\/www\.opengis\.net\/def\/crs\/EPSG\/[^/]+\/)?(\d{4,6})$/i

const wgs84 = "+proj=longlat +datum=WGS84 +no_defs"

/** A system by its EPSG code, its PROJ.4 definition, or well-known text; undefined if it cannot be read. */
export const systemOf = (text: string): Projection | "degrees" | undefined => {
  const trimmed = text.trim()
  const epsg = code.exec(trimmed)?.[1]
  if (epsg !== undefined) return byEpsg(Number(epsg))
  if (!trimmed.includes("+proj=")) return ofWkt(trimmed)
  try {
    // Some definitions are read, and cannot be used: no point has a place by them.
    proj4(trimmed, wgs84).forward([0, 0])
    return { epsg: 0, name: trimmed, countries: [], definition: trimmed }
  } catch {
    return undefined
  }
}

/** A point of a grid in degrees. */
export type Convert = (point: readonly [number, number]) => ReadonlyArray<number>

/** Converts to degrees. Throws if proj4 cannot read the definition. */
export const converterOf = memoized(({ definition }: Projection): Convert => {
  const converter = proj4(definition, wgs84)
  // Axes count to the west and south in Southern Africa, and in Krovak's grid.
  return ([x, y]) => converter.forward([x, y], true)
}, new WeakMap<Projection, Convert>())

/** Longitude and latitude of a point in a projection; undefined if it has none. */
export const unproject = (
  projection: Projection,
  [x, y]: readonly [number, number]
): readonly [number, number] | undefined => {
  try {
    const [longitude, latitude] = converterOf(projection)([x, y])
    const is = Number.isFinite(longitude) && Number.isFinite(latitude) && Math.abs(latitude!) <= 90
    return is && Math.abs(longitude!) <= 180 ? [longitude!, latitude!] : undefined
  } catch {
    return undefined
  }
}
