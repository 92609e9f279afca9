import { memoized } from "../../schemas/Memoized.ts"
import type { SeededRandom } from "./SeededRandom.ts"

/** What a phone number may depend on in a person's place. */
export interface PhonePlace {
  /** ISO 3166-2 (`US-GA`). */
  readonly regionCode?: string | undefined
  readonly region?: string | undefined
  readonly city?: string | undefined
}

/** Number formats, in which each `#` stands for a drawn digit. */
type Forms = ReadonlyArray<string>

interface Plan {
  readonly callingCode: string
  /** Digits dialled before a number within the country, which E.164 omits. */
  readonly trunk: string
  readonly source: string
  readonly url: string
  /** Which part of the place decides on `local`. */
  readonly by: "region" | "city"
  /** Numbers of places, by the last part of the region code or by name, in lower case. */
  readonly local: ReadonlyMap<string, Forms>
  /**
   * Numbers for all other places. With `alsoLocal`, half of the people in places with their own numbers get these too.
   */
  readonly general: Forms
  readonly alsoLocal: boolean
}

/** Reads one place per line: its names, a colon, and what belongs to it. */
const byPlace = (table: string, forms: (rest: string) => Forms): Plan["local"] =>
  new Map(
    table
      .trim()
      .split("\n")
      .flatMap((line) => {
        const [names = "", rest = ""] = line.split(":")
        const numbers = forms(rest.trim())
        return names.split(",").map((name) => [name.trim().toLowerCase(), numbers] as const)
      })
  )

/**
 * Area codes in service by state and province, from the assignments of the North American Numbering Plan Administrator:
 * code, name, then area codes. Recent overlays are left out, because a missing code does no harm.
 */
const areaCodes = (table: string): Plan["local"] =>
  byPlace(table, (codes) => codes.split(" ").map((code) => `(${code}) 555-01##`))

const states = areaCodes(`
AL, Alabama: 205 251 256 334 938
AK, Alaska: 907
AZ, Arizona: 480 520 602 623 928
AR, Arkansas: 479 501 870
CA, California: 209 213 310 323 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 747 760 805 818 831 858 909 916 925 949 951
CO, Colorado: 303 719 720 970
CT, Connecticut: 203 475 860 959
DE, Delaware: 302
DC, District of Columbia: 202
FL, Florida: 239 305 321 352 386 407 561 727 754 772 786 813 850 863 904 941 954
GA, Georgia: 229 404 470 478 678 706 762 770 912
HI, Hawaii: 808
ID, Idaho: 208 986
IL, Illinois: 217 224 309 312 331 618 630 708 773 779 815 847 872
IN, Indiana: 219 260 317 463 574 765 812 930
IA, Iowa: 319 515 563 641 712
KS, Kansas: 316 620 785 913
KY, Kentucky: 270 364 502 606 859
LA, Louisiana: 225 318 337 504 985
ME, Maine: 207
MD, Maryland: 240 301 410 443 667
MA, Massachusetts: 339 351 413 508 617 774 781 857 978
MI, Michigan: 231 248 269 313 517 586 616 734 810 906 947 989
MN, Minnesota: 218 320 507 612 651 763 952
MS, Mississippi: 228 601 662 769
MO, Missouri: 314 417 573 636 660 816
MT, Montana: 406
NE, Nebraska: 308 402 531
NV, Nevada: 702 725 775
NH, New Hampshire: 603
NJ, New Jersey: 201 551 609 732 848 856 862 908 973
NM, New Mexico: 505 575
NY, New York: 212 315 332 347 516 518 585 607 631 646 716 718 845 914 917 929
NC, North Carolina: 252 336 704 743 828 910 919 980 984
ND, North Dakota: 701
OH, Ohio: 216 220 234 330 380 419 440 513 567 614 740 937
OK, Oklahoma: 405 539 580 918
OR, Oregon: 458 503 541 971
PA, Pennsylvania: 215 267 272 412 484 570 610 717 724 814 878
PR, Puerto Rico: 787 939
RI, Rhode Island: 401
SC, South Carolina: 803 843 854 864
SD, South Dakota: 605
TN, Tennessee: 423 615 629 731 865 901 931
TX, Texas: 210 214 254 281 325 346 361 409 430 432 469 512 682 713 737 806 817 830 832 903 915 936 940 956 972 979
UT, Utah: 385 435 801
VT, Vermont: 802
VA, Virginia: 276 434 540 571 703 757 804
WA, Washington: 206 253 360 425 509 564
WV, West Virginia: 304 681
WI, Wisconsin: 262 414 534 608 715 920
WY, Wyoming: 307
AS, American Samoa: 684
GU, Guam: 671
MP, Northern Mariana Islands: 670
VI, Virgin Islands: 340
`)

const provinces = areaCodes(`
AB, Alberta: 403 587 780 825
BC, British Columbia, Colombie-Britannique: 236 250 604 778
MB, Manitoba: 204 431
NB, New Brunswick, Nouveau-Brunswick: 506
NL, Newfoundland and Labrador, Terre-Neuve-et-Labrador: 709
NS, Nova Scotia, Nouvelle-Écosse: 782 902
NT, Northwest Territories, Territoires du Nord-Ouest: 867
NU, Nunavut: 867
ON, Ontario: 226 249 289 343 365 416 437 519 548 613 647 705 807 905
PE, Prince Edward Island, Île-du-Prince-Édouard: 782 902
QC, Quebec, Québec: 418 438 450 514 579 581 819 873
SK, Saskatchewan: 306 639
YT, Yukon: 867
`)

const northAmerica = (local: Plan["local"], general: Forms = [...local.values()].flat()): Plan => ({
  callingCode: "1",
  trunk: "",
  source: "North American Numbering Plan: 555-0100 to 555-0199 in every geographic area code (ATIS-0300115)",
  url: "https://www.nanpa.com/numbering/555-line-numbers",
  by: "region",
  local,
  general,
  alsoLocal: false
})

const territory = (code: string): Plan => northAmerica(new Map(), states.get(code)!)

/** The plan's other countries and territories with their own area codes, by ISO 3166-1 code. */
const caribbean = areaCodes(`
AG: 268
AI: 264
BB: 246
BM: 441
BS: 242
DM: 767
DO: 809 829 849
GD: 473
JM: 876 658
KN: 869
KY: 345
LC: 758
MS: 664
SX: 721
TC: 649
TT: 868
VC: 784
VG: 284
`)

const british = {
  callingCode: "44",
  trunk: "0",
  source: "Ofcom, Telephone numbers for use in TV and radio drama programmes",
  url: "https://www.ofcom.org.uk/phones-and-broadband/phone-numbers/numbers-for-drama",
  by: "city"
} as const

/** The Crown dependencies share the United Kingdom's numbers. None of Ofcom's ranges belongs to an area of theirs. */
const crownDependency: Plan = {
  ...british,
  local: new Map(),
  general: ["07700 900###", "01632 960###"],
  alsoLocal: true
}

const australian = {
  callingCode: "61",
  trunk: "0",
  source: "ACMA, Phone numbers for use in TV shows, films and creative works",
  url: "https://www.acma.gov.au/phone-numbers-use-tv-shows-films-and-creative-works",
  by: "region"
} as const

/** Thirty mobile numbers of Australia, each published separately. */
const australianMobiles: Forms = (
  "0 006, 0 110, 0 156, 0 157, 0 158, 0 159, 0 313, 0 737, 1 266, 1 491, 1 804, 2 549, 2 665, 2 983, 3 087, 3 770, " +
  "4 118, 4 632, 5 254, 5 789, 6 398, 6 801, 7 426, 7 644, 8 148, 8 888, 8 957, 9 212, 9 455, 9 760"
)
  .split(", ")
  .map((end) => `0491 57${end}`)

/** Christmas Island and the Cocos Islands have Australia's numbers (08 91). */
const australianTerritory: Plan = {
  ...australian,
  local: new Map(),
  general: australianMobiles,
  alsoLocal: true
}

/**
 * Regulators' ranges for fiction. A country without an entry has no range that we could find, so its people get no
 * number.
 */
const plans: ReadonlyMap<string, Plan> = new Map<string, Plan>([
  ["US", northAmerica(states)],
  ["AS", territory("as")],
  ["GU", territory("gu")],
  ["MP", territory("mp")],
  ["PR", territory("pr")],
  ["VI", territory("vi")],
  ["CA", northAmerica(provinces)],
  ...Array.from(caribbean, ([code, forms]) => [code.toUpperCase(), northAmerica(new Map(), forms)] as const),
  ["CC", australianTerritory],
  ["CX", australianTerritory],
  ["GG", crownDependency],
  ["IM", crownDependency],
  ["JE", crownDependency],
  [
    "AU",
    {
      ...australian,
      local: byPlace(
        `
NSW, New South Wales, ACT, Australian Capital Territory: 02
VIC, Victoria, TAS, Tasmania: 03
QLD, Queensland: 07
SA, South Australia, WA, Western Australia, NT, Northern Territory: 08
`,
        (code) => [`(${code}) 5550 ####`, `(${code}) 7010 ####`]
      ),
      general: australianMobiles,
      alsoLocal: true
    }
  ],
  [
    "DE",
    {
      callingCode: "49",
      trunk: "0",
      source:
        "Bundesnetzagentur, Rufnummern für Medienproduktionen (Drama Numbers): Mitteilung 148/2021, Amtsblatt 7/2021",
      url: "https://www.bundesnetzagentur.de/DE/Fachthemen/Telekommunikation/Nummerierung/start.html",
      by: "city",
      local: byPlace(
        `
Berlin: 030 23125###
Frankfurt am Main: 069 90009###
Hamburg: 040 66969###
Köln: 0221 4710###
München: 089 99998###
`,
        (form) => [form]
      ),
      general: ["0171 39200##", "0176 040690##"],
      alsoLocal: true
    }
  ],
  [
    "FR",
    {
      callingCode: "33",
      trunk: "0",
      source: "Arcep, décision n° 2018-0881 (plan national de numérotation): numéros pour les œuvres audiovisuelles",
      url: "https://www.arcep.fr/la-regulation/grands-dossiers-thematiques-transverses/la-numerotation.html",
      by: "region",
      local: byPlace(
        `
IDF, Île-de-France: 01 99 00 ## ##
BRE, Bretagne, CVL, Centre-Val de Loire, NOR, Normandie, PDL, Pays de la Loire: 02 61 91 ## ##
BFC, Bourgogne-Franche-Comté, GES, Grand Est, HDF, Hauts-de-France: 03 53 01 ## ##
ARA, Auvergne-Rhône-Alpes, PAC, Provence-Alpes-Côte d'Azur, 20R, Corse: 04 65 71 ## ##
NAQ, Nouvelle-Aquitaine, OCC, Occitanie: 05 36 49 ## ##
`,
        (form) => [form]
      ),
      general: ["06 39 98 ## ##"],
      alsoLocal: true
    }
  ],
  [
    "GB",
    {
      ...british,
      local: byPlace(
        `
Leeds: 0113 496 0###
Sheffield: 0114 496 0###
Nottingham: 0115 496 0###
Leicester: 0116 496 0###
Bristol: 0117 496 0###
Reading: 0118 496 0###
Birmingham: 0121 496 0###
Edinburgh: 0131 496 0###
Glasgow: 0141 496 0###
Liverpool: 0151 496 0###
Manchester: 0161 496 0###
Durham, Newcastle upon Tyne, Sunderland: 0191 498 0###
London: 020 7946 0###
Belfast: 028 9649 6###
Cardiff: 029 2018 0###
`,
        (form) => [form]
      ),
      general: ["07700 900###", "01632 960###"],
      alsoLocal: true
    }
  ],
  [
    "IE",
    {
      callingCode: "353",
      trunk: "0",
      source: "ComReg, Numbering Conditions of Use and Application Process: 020 91X XXXX for drama",
      url: "https://www.comreg.ie/industry/licensing/numbering/",
      by: "city",
      local: new Map(),
      general: ["020 91# ####"],
      alsoLocal: true
    }
  ],
  [
    "SE",
    {
      callingCode: "46",
      trunk: "0",
      source: "PTS, telefonnummer för användning i böcker och filmer",
      url: "https://www.pts.se/",
      by: "city",
      local: byPlace(
        `
Stockholm: 08-465 004 ##
Göteborg: 031-390 06 ##
Malmö: 040-628 04 ##
Kiruna: 0980-319 2##
`,
        (form) => [form]
      ),
      // The range is 070-174 06 05 to 99; 05 to 09 are left out.
      general: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((ten) => `070-174 06 ${ten}#`),
      alsoLocal: true
    }
  ]
])

/** Countries whose people get a number, by ISO 3166-1 code. */
export const countriesWithPhones: ReadonlyArray<string> = Array.from(plans.keys()).sort()

/** Where a country's ranges are published; undefined if it has none, so that its people have no phone. */
export const fictionPhoneSource = (
  countryCode: string
): { readonly source: string; readonly url: string } | undefined => {
  const plan = plans.get(countryCode)
  return plan && { source: plan.source, url: plan.url }
}

/** A format, split into the text between its drawn digits, as written and in E.164. */
interface FormParts {
  readonly texts: ReadonlyArray<string>
  readonly digits: ReadonlyArray<string>
}

/** What numbers of a country are drawn from. Formats are used again and again, so each is split only once. */
interface Range extends Pick<Plan, "alsoLocal" | "by"> {
  readonly local: ReadonlyMap<string, ReadonlyArray<FormParts>>
  readonly general: ReadonlyArray<FormParts>
}

const rangeOf = ({ alsoLocal, by, callingCode, general, local, trunk }: Plan): Range => {
  const partsOf = (form: string): FormParts => {
    const dialled = form.replaceAll(/[^\d#]/g, "").slice(trunk.length)
    return { texts: form.split("#"), digits: `+${callingCode}${dialled}`.split("#") }
  }
  return {
    alsoLocal,
    by,
    local: new Map(Array.from(local, ([place, forms]) => [place, forms.map(partsOf)])),
    general: general.map(partsOf)
  }
}

const rangeIn = memoized((country: string): Range | undefined => {
  const plan = plans.get(country)
  return plan && rangeOf(plan)
})

/** A number reserved for fiction, from the place if it has its own; undefined if the country has none. */
export const fictionPhone = (
  countryCode: string,
  place: PhonePlace,
  random: SeededRandom
): { readonly e164: string; readonly national: string } | undefined => {
  const range = rangeIn(countryCode)
  if (range === undefined) return undefined
  const local = localForms(range, place)
  const forms = local === undefined || (range.alsoLocal && random.below(2) === 0) ? range.general : local
  const { digits, texts } = random.pick(forms)
  let national = texts[0]!
  let e164 = digits[0]!
  for (let i = 1; i < texts.length; i++) {
    const drawn = random.below(10)
    national += drawn + texts[i]!
    e164 += drawn + digits[i]!
  }
  return { e164, national }
}

const localForms = ({ by, local }: Range, place: PhonePlace): ReadonlyArray<FormParts> | undefined => {
  if (by === "city") return place.city === undefined ? undefined : local.get(place.city.toLowerCase())
  const code = place.regionCode?.slice(place.regionCode.indexOf("-") + 1) ?? ""
  return local.get(code.toLowerCase()) ?? local.get((place.region ?? "").toLowerCase())
}
