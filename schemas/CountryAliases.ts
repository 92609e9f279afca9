import { countryCodes, inCapitals, isCountryCode } from "./CountryCodes.ts"
import { distance } from "./EditDistance.ts"
import { fold } from "./Fold.ts"
import { onFirstUse } from "./Memoized.ts"
import { TargetLocale } from "./Translation.ts"

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
  VNM VUT WLF WSM XKX YEM MYT ZAF ZMB ZWE
`

/** Common and former names of countries, and codes from other or former lists, in addition to CLDR's names. */
const others: Readonly<Record<string, string>> = {
  AE: "emirates|uae",
  BF: "upper volta",
  BJ: "dahomey",
  BL: "st barts|st barths",
  BN: "brunei darussalam",
  BQ: "bonaire, sint eustatius and saba|bes islands",
  BY: "BYS|byelorussia|белоруссия|weissrussland",
  CD: "ZAR|drc|dr congo|rdc|zaire|democratic republic of the congo",
  CG: "republic of the congo",
  CI: "ivory coast|elfenbeinküste",
  CN: "prc|people's republic of china",
  CV: "cape verde|kap verde",
  CZ: "czech republic|česká republika|tschechische republik",
  DE: "brd|DDR|gdr|east germany|ostdeutschland|german democratic republic",
  FK: "falklands|malvinas|falkland islands (malvinas)",
  FO: "faroe",
  GB: "britain|england|great britain|great britain and northern ireland|grossbritannien|northern ireland|scotland|wales",
  GE: "sakartvelo",
  GF: "guyane|french guyana",
  GG: "alderney|sark",
  GR: "EL|ellada",
  GS: "south georgia and the south sandwich islands",
  HK: "hong kong, china",
  HM: "heard island and mcdonald islands",
  IE: "republic of ireland",
  IN: "bharat",
  IR: "persia",
  JP: "nihon|nippon",
  KG: "kirghizia|kyrgyz republic",
  KH: "kampuchea",
  KN: "saint kitts",
  KP: "dprk|democratic people's republic of korea|조선민주주의인민공화국",
  KR: "korea",
  LA: "lao pdr|lao people's democratic republic",
  LK: "ceylon",
  MF: "saint martin (french part)",
  MK: "macedonia|fyrom|the former yugoslav republic of macedonia|mazedonien|македонија",
  MM: "BUR|burma|birma",
  MP: "saipan|cnmi",
  NL: "holland",
  PF: "tahiti",
  PG: "png",
  PS: "gaza strip|west bank|palestinian territory|occupied palestinian territory",
  RE: "reunion island",
  RO: "ROM",
  RU: "russian federation|российская федерация|рф",
  SA: "ksa|السعودية",
  SH: "saint helena, ascension and tristan da cunha",
  SK: "slovak republic",
  SX: "sint maarten (dutch part)",
  SY: "syrian arab republic|سورية",
  SZ: "swaziland",
  TH: "siam",
  TL: "TMP|east timor|timor lorosae",
  TR: "turkey",
  TT: "trinidad",
  TW: "republic of china|roc|taiwan, province of china|中華民國|臺灣",
  UM: "united states minor outlying islands",
  US: "america|eeuu|united states of america",
  VA: "holy see|vatican",
  VG: "bvi|virgin islands (british)",
  VI: "usvi|virgin islands (u.s.)|united states virgin islands",
  WS: "western samoa",
  XK: "kosova|косово",
  YE: "YMD|south yemen",
  ZA: "rsa",
  ZW: "rhodesia"
}

/** Former countries that are several today, with their codes and names. */
const divided: Readonly<Record<string, string>> = {
  "BQ CW SX": "AN|ANT|netherlands antilles|nederlandse antillen",
  "CZ ME RS SK": "CS",
  "CZ SK": "CSK|CSHH|czechoslovakia|československo|tschechoslowakei",
  "ME RS": "SCG|serbia and montenegro|srbija i crna gora",
  "BA HR ME MK RS SI XK": "YU|YUG|yugoslavia|jugoslavija|југославија|jugoslawien",
  "AM AZ BY EE GE KG KZ LT LV MD RU TJ TM UA UZ":
    "SU|SUN|ussr|soviet union|union of soviet socialist republics|ссср|советский союз|sowjetunion|udssr"
}

/** Codes of the International Olympic Committee and of vehicles, as far as they are nobody's in ISO 3166. */
const ofSports = `
  ALG DZ BAN BD BUL BG CHI CL CRC CR CRO HR DEN DK ESA SV FIJ FJ GER DE GRE GR GUA GT HAI HT HON HN INA ID
  IRI IR KUW KW LAT LV MAS MY MGL MN MYA MM NCA NI NED NL NEP NP NGR NG OMA OM PAR PY PHI PH POR PT PUR PR
  SLO SI SRI LK SUI CH TAN TZ TPE TW URU UY VIE VN ZAM ZM ZIM ZW
`

/** Longest text that can name a country. */
const LONGEST = 60

/** As newspapers write it: `Hong Kong` rather than `Hong Kong SAR China`. */
const short = onFirstUse(() => new Intl.DisplayNames(["en"], { type: "region", fallback: "none", style: "short" }))

const english = onFirstUse(() => new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }))

/** A country's English name; the code itself if CLDR has none. */
export const countryName = (code: string): string => english().of(code) ?? code

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

/**
 * The form in which names are compared. Apostrophes, hyphens, `St.` and `&` are written in many ways: `U.S.A.` is `usa`,
 * and Côte d’Ivoire `cote divoire`.
 */
export const nameKey = (text: string): string =>
  fold(text)
    .replace(/^l['’]/, "")
    .replace(/[.'’‘ʻʼ`´]/g, "")
    .replaceAll("&", " and ")
    .replace(/[\p{P}\s]+/gu, " ")
    .trim()
    .replace(/(?<=^| )saint(?= )/, "st")
    .replace(" and the ", " and ")

/** What a state is, before its name: `Federated States of`, `Kingdom of the`. */
const formal =
  /^(?:the )?(?:[a-z]+ )*?(?:republic|kingdom|states?|commonwealth|union|principality|sultanate|grand duchy) of (?:the )?/

/** Lists of ISO and the United Nations put it behind: `Korea, Republic of` and `Korea (Republic of)`. */
const inverted = /^([^,(]+?)\s*[,(]\s*([^,()]* of(?: the)?)\)?$/i

/** Built on first use: only a wrong country needs it. */
const names = onFirstUse((): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const [code, texts] of Object.entries(others)) {
    for (const name of texts.split("|")) found.set(nameKey(name), code)
  }
  const codes = alpha3.trim().split(/\s+/)
  for (const [index, code] of countryCodes.entries()) {
    for (const name of [codes[index], code, countryName(code), ownName(code), short().of(code)]) {
      if (name !== undefined && !found.has(nameKey(name))) found.set(nameKey(name), code)
    }
  }
  return found
})

/** The code of the country of this name, with or without what the state is. */
const named = (text: string): string | undefined => {
  const key = nameKey(text.replace(inverted, "$2 $1"))
  return names().get(key) ?? names().get(key.replace(formal, ""))
}

const successors = onFirstUse((): ReadonlyMap<string, ReadonlyArray<string>> => {
  const rows = Object.entries(divided).flatMap(([codes, names]) =>
    names.split("|").map((name) => [nameKey(name), codes.split(" ")] as const)
  )
  return new Map(rows)
})

/** The codes of the countries that a former one is today, if it is several; else undefined. */
export const countriesToday = (text: string): ReadonlyArray<string> | undefined =>
  text.length > LONGEST ? undefined : successors().get(nameKey(text))

/** CLDR's aliases for former states, and for numeric codes: `und-UK` is `und-GB`. Of several successors it has the largest. */
const canonical = (text: string): string | undefined => {
  if (countriesToday(text) !== undefined || !/^(?:[A-Za-z]{2}|\d{3})$/.test(text)) return undefined
  const [locale = ""] = Intl.getCanonicalLocales(`und-${text}`)
  const [, region] = /^und-([A-Z]{2})$/.exec(locale) ?? []
  return region !== undefined && countryCodes.includes(region) ? region : undefined
}

/** The alpha-2 code for another code or a name, if there is one. */
export const meantCountry = (text: string): string | undefined => {
  if (text.length > LONGEST) return undefined
  return named(text) ?? canonical(text.trim())
}

/** Names with the countries that they mean in the languages of translations: people send what their own calls a country. */
const namesAbroad = onFirstUse((): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>()
  for (const language of TargetLocale.literals) {
    const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" })
    for (const code of countryCodes) {
      const key = nameKey(names.of(code) ?? code)
      found.set(key, (found.get(key) ?? new Set()).add(code))
    }
  }
  return found
})

const spellings = onFirstUse(() =>
  countryCodes.flatMap((code) =>
    [countryName(code), ownName(code) ?? code].map((name) => [nameKey(name), code] as const)
  )
)

/** Countries whose name, in English or their own language, is nearest to the text, with a letter or two amiss at most. */
const mistyped = (key: string): ReadonlySet<string> => {
  const most = Math.min(2, Math.floor(key.length / 4))
  const near = spellings().map(([name, code]) => ({ code, letters: distance(key, name, most) }))
  const least = Math.min(most, ...near.map(({ letters }) => letters))
  return new Set(near.filter(({ letters }) => letters === least).map(({ code }) => code))
}

const sportsCodes = onFirstUse((): ReadonlyMap<string, string> => {
  const words = ofSports.trim().split(/\s+/)
  return new Map(Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i]!, words[2 * i + 1]!]))
})

/** The country of a subdivision (`US-CA`) or of a locale (`pt-BR`). */
const countryWithin = (text: string): string | undefined => {
  const [, first = "", last = ""] = /^([A-Za-z]{2})[-_]([A-Za-z\d]{1,3})$/.exec(text) ?? []
  const isLocale = /^[a-z]{2}$/.test(first) && /^[A-Z]{2}$/.test(last)
  const [only, ...others] = (isLocale ? [last] : first === first.toUpperCase() ? [first] : [first, last])
    .map((code) => code.toUpperCase())
    .filter((code) => countryCodes.includes(code))
  return others.length > 0 ? undefined : only
}

/**
 * The alpha-2 code of the country that a text probably means which {@link meantCountry} does not know: by a name in a
 * widespread language, a mistyped one, a code of sports, or that of a subdivision or locale. A guess, to be suggested
 * only; undefined if there are several.
 */
export const likelyCountry = (text: string): string | undefined => {
  if (text.length > LONGEST) return undefined
  const key = nameKey(text)
  const coded = sportsCodes().get(text.toUpperCase()) ?? countryWithin(text)
  if (coded !== undefined) return coded
  const [only, ...others] = namesAbroad().get(key) ?? (key.length < 4 ? [] : mistyped(key))
  return others.length > 0 ? undefined : only
}

const noCode = "must be an ISO 3166-1 alpha-2 country code"

/**
 * What is wrong with a country code in any case, if anything. Suggests the code for another code or a name: `UK` is not a
 * code, the United Kingdom is GB.
 */
export const countryFault = (text: string): string | undefined => {
  if (isCountryCode(inCapitals(text))) return undefined
  const today = countriesToday(text)
  const meant = today === undefined ? (meantCountry(text) ?? likelyCountry(text)) : undefined
  if (today === undefined && meant === undefined) return `${noCode}, such as US`
  const codes = today === undefined ? `${countryName(meant!)} is ${meant}` : `its successors are ${today.join(", ")}`
  return `${noCode}, and ${JSON.stringify(text)} is none: ${codes}`
}
