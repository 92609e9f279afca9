import { countryCodes } from "./CountryCodes.ts"
import { fold } from "./Fold.ts"

/** ISO 3166-1 alpha-3, in the order of `countryCodes`. A test compares it with the package `iso-3166`. */
const alpha3 = `
  AND ARE AFG ATG AIA ALB ARM AGO ATA ARG ASM AUT AUS ABW ALA AZE BIH BRB BGD BEL BFA BGR BHR BDI
  BEN BLM BMU BRN BOL BES BRA BHS BTN BVT BWA BLR BLZ CAN CCK COD CAF COG CHE CIV COK CHL CMR CHN
  COL CRI CUB CPV CUW CXR CYP CZE DEU DJI DNK DMA DOM DZA ECU EST EGY ESH ERI ESP ETH FIN FJI FLK
  FSM FRO FRA GAB GBR GRD GEO GUF GGY GHA GIB GRL GMB GIN GLP GNQ GRC SGS GTM GUM GNB GUY HKG HMD
  HND HRV HTI HUN IDN IRL ISR IMN IND IOT IRQ IRN ISL ITA JEY JAM JOR JPN KEN KGZ KHM KIR COM KNA
  PRK KOR KWT CYM KAZ LAO LBN LCA LIE LKA LBR LSO LTU LUX LVA LBY MAR MCO MDA MNE MAF MDG MHL MKD
  MLI MMR MNG MAC MNP MTQ MRT MSR MLT MUS MDV MWI MEX MYS MOZ NAM NCL NER NFK NGA NIC NLD NOR NPL
  NRU NIU NZL OMN PAN PER PYF PNG PHL PAK POL SPM PCN PRI PSE PRT PLW PRY QAT REU ROU SRB RUS RWA
  SAU SLB SYC SDN SWE SGP SHN SVN SJM SVK SLE SMR SEN SOM SUR SSD STP SLV SXM SYR SWZ TCA TCD ATF
  TGO THA TJK TKL TLS TKM TUN TON TUR TTO TUV TWN TZA UKR UGA UMI USA URY UZB VAT VCT VEN VGB VIR
  VNM VUT WLF WSM YEM MYT ZAF ZMB ZWE
`

/** Common names of countries, and codes from other or former lists, in addition to CLDR's names. */
const others: Readonly<Record<string, string>> = {
  EL: "GR",
  america: "US",
  britain: "GB",
  england: "GB",
  "great britain": "GB",
  "northern ireland": "GB",
  scotland: "GB",
  wales: "GB",
  holland: "NL",
  burma: "MM",
  "cape verde": "CV",
  "czech republic": "CZ",
  drc: "CD",
  "dr congo": "CD",
  "east timor": "TL",
  emirates: "AE",
  faroe: "FO",
  "holy see": "VA",
  "ivory coast": "CI",
  korea: "KR",
  ksa: "SA",
  macedonia: "MK",
  nihon: "JP",
  nippon: "JP",
  "republic of ireland": "IE",
  swaziland: "SZ",
  turkey: "TR",
  uae: "AE",
  "united states of america": "US",
  vatican: "VA"
}

/** As newspapers write it: `Hong Kong` rather than `Hong Kong SAR China`. */
const short = new Intl.DisplayNames(["en"], { type: "region", fallback: "none", style: "short" })

const english = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" })

/** A country's English name; the code itself if CLDR has none. */
export const countryName = (code: string): string => english.of(code) ?? code

/** A code with its country's name, so that `CA (Canada)` is not read as California. */
export const namedCountry = (code: string): string => {
  const name = countryName(code)
  return name === code ? code : `${code} (${name})`
}

/** For readers who may not know the code: `Switzerland (CH)`; the code alone if it has no name. */
export const countryText = (code: string): string => {
  const name = countryName(code)
  return name === code ? code : `${name} (${code})`
}

/** The country's name in its most spoken language. */
export const ownName = (code: string): string | undefined =>
  new Intl.DisplayNames([new Intl.Locale(`und-${code}`).maximize().language], { type: "region", fallback: "none" }).of(
    code
  )

/** The form in which names are compared: `U.S.A.` is `usa`. */
const keyOf = (text: string): string => fold(text.replaceAll(".", ""))

let known: ReadonlyMap<string, string> | undefined

/** Built on first use: only a wrong country needs it. */
const names = (): ReadonlyMap<string, string> => {
  if (known !== undefined) return known
  const found = new Map<string, string>()
  for (const [name, code] of Object.entries(others)) found.set(keyOf(name), code)
  const codes = alpha3.trim().split(/\s+/)
  for (const [index, code] of countryCodes.entries()) {
    for (const name of [codes[index], code, countryName(code), ownName(code), short.of(code)]) {
      if (name !== undefined && !found.has(keyOf(name))) found.set(keyOf(name), code)
    }
  }
  return (known = found)
}

/** CLDR's aliases for former states, and for numeric codes: `und-UK` is `und-GB`. */
const canonical = (text: string): string | undefined => {
  if (!/^(?:[A-Za-z]{2}|\d{3})$/.test(text)) return undefined
  const [locale = ""] = Intl.getCanonicalLocales(`und-${text}`)
  const [, region] = /^und-([A-Z]{2})$/.exec(locale) ?? []
  return region !== undefined && countryCodes.includes(region) ? region : undefined
}

/** Longest text that can name a country. */
const LONGEST = 60

/** The alpha-2 code for another code or a name, if there is one. */
export const meantCountry = (text: string): string | undefined => {
  if (text.length > LONGEST) return undefined
  return names().get(keyOf(text)) ?? canonical(text.trim())
}
