import {
  arabic,
  armenian,
  australian,
  azerbaijani,
  eastAsian,
  englishOfHongKong,
  englishOfSingapore,
  georgian,
  hebrew,
  indian,
  persian,
  philippine,
  thai
} from "./languages/Asian.ts"
import { english } from "./languages/English.ts"
import { danish, dutch, finnish, german, norwegian, swedish } from "./languages/Germanic.ts"
import { albanian, baltic, greek, hungarian, malay, turkish, vietnamese } from "./languages/Others.ts"
import {
  french,
  italian,
  portuguese,
  romanian,
  spanish,
  spanishOfColombia,
  spanishOfSpain
} from "./languages/Romance.ts"
import {
  belarusian,
  czechSlovak,
  polish,
  russian,
  serbian,
  southernCyrillic,
  southernLatin,
  ukrainian
} from "./languages/Slavic.ts"
import type { LanguageRules } from "./Rules.ts"

/** The languages of each country's streets. If there are several, the first wins a tie. */
const table: ReadonlyArray<readonly [countries: string, languages: ReadonlyArray<LanguageRules>]> = [
  ["AU NZ", [australian]],
  ["US GB IE ZA JM TT BS BB GY BZ AG DM GD KN LC VC BM KY VG VI TC AI MS GI IM JE GG FK SH", [english]],
  [
    "AS GU MP UM FJ PG SB TO WS KI NR TV NG GH KE UG TZ ZM ZW BW NA MW SL LR GM MT BT ER ET KH LA LS MM MN MV SO SS SZ CK FM MH NF NU PW",
    [english]
  ],
  ["IN PK BD LK NP", [indian]],
  ["PH", [philippine]],
  ["CA VU MU SC CM RW", [english, french]],
  ["SG", [englishOfSingapore]],
  ["MY BN", [english, malay]],
  ["HK", [englishOfHongKong, eastAsian]],
  ["DE AT LI", [german]],
  ["CH", [german, french, italian]],
  ["LU", [french, german]],
  ["BE", [french, dutch, german]],
  ["NL SR AW CW SX BQ", [dutch]],
  ["FR MC RE GP MQ GF YT PM BL MF NC PF WF SN CI ML BF BJ TG NE TD CF CG CD GA DJ KM MG HT", [french]],
  ["MA TN DZ", [french, arabic]],
  ["EG SA AE QA KW BH OM JO IQ SY LB YE LY SD PS", [arabic, english]],
  ["IR AF", [persian, english]],
  ["IL", [hebrew, arabic, english]],
  ["GE", [georgian, english]],
  ["AM", [armenian]],
  ["AZ", [azerbaijani]],
  ["AL XK", [albanian]],
  ["TH", [thai, english]],
  ["ES AD", [spanishOfSpain]],
  ["CO", [spanishOfColombia]],
  ["MX AR CL PE VE EC GT CU BO DO HN PY SV NI CR PA UY GQ", [spanish]],
  ["PR", [spanish, english]],
  ["PT BR AO MZ CV GW ST TL", [portuguese]],
  ["IT SM VA", [italian, german]],
  ["RO MD", [romanian]],
  ["SE", [swedish]],
  ["FI AX", [finnish, swedish]],
  ["DK GL", [danish]],
  ["NO FO SJ", [norwegian]],
  ["PL", [polish]],
  ["CZ SK", [czechSlovak]],
  ["HR SI", [southernLatin]],
  ["BA RS ME", [serbian]],
  ["BG MK", [southernCyrillic]],
  ["RU KZ KG TJ UZ TM", [russian]],
  ["BY", [russian, belarusian]],
  ["UA", [ukrainian, russian]],
  ["EE LV LT", [baltic]],
  ["HU", [hungarian]],
  ["TR", [turkish]],
  ["GR CY", [greek]],
  ["VN", [vietnamese]],
  ["ID", [malay]],
  ["JP CN TW MO KR", [eastAsian]]
]

const byCountry = new Map(
  table.flatMap(([countries, languages]) => countries.split(" ").map((country) => [country, languages] as const))
)

/** Without a known language, only hyphens, dots, apostrophes and white space make no difference. */
const unknown: ReadonlyArray<LanguageRules> = [{}]

export const languagesOf = (countryCode: string): ReadonlyArray<LanguageRules> => byCountry.get(countryCode) ?? unknown
