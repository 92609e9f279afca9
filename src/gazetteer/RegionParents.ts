/**
 * Where the package `iso-3166` deviates from ISO 3166-2, according to the ISO Online Browsing Platform
 * (https://www.iso.org/obp/ui/#search, "Subdivision categories" and "Parent subdivision" of each country).
 */

/**
 * Codes of the lower level, by the first-level subdivision that contains them; the package assigns them to the country.
 */
const below: Readonly<Record<string, string>> = {
  "BE-VLG": "VAN VBR VLI VOV VWV",
  "BE-WAL": "WBR WHT WLG WLX WNA",
  "EE-37": "141 198 245 296 305 338 353 424 431 446 651 653 719 726 784 890",
  "EE-39": "205",
  "EE-45": "130 251 321 442 511 514 735 803",
  "EE-50": "247 486 618",
  "EE-52": "255 567 834",
  "EE-56": "184 441 907",
  "EE-60": "191 272 661 663 792 901 903 928",
  "EE-64": "284 622 708",
  "EE-68": "214 303 430 624 638 712 809",
  "EE-71": "293 317 503 668",
  "EE-74": "478 689 714",
  "EE-79": "171 283 291 432 528 586 793 796",
  "EE-81": "557 824 855",
  "EE-84": "480 615 897 899",
  "EE-87": "142 698 732 917 919",
  "GB-NIR": "ABC AND ANN BFS CCG DRS FMO LBC MEA MUL NMD",
  "GB-SCT":
    "ABD ABE AGB ANS CLK DGY DND EAY EDH EDU ELN ELS ERW FAL FIF GLG HLD IVC MLN MRY NAY NLK ORK PKN RFW SAY SCB SLK STG WDU WLN ZET",
  "GB-WLS": "AGY BGE BGW CAY CGN CMN CRF CWY DEN FLN GWN MON MTY NTL NWP PEM POW RCT SWA TOF VGL WRX",
  "GQ-C": "CS DJ KN LI WN",
  "GQ-I": "AN BN BS",
  "IS-1": "GAR HAF KJO KOP MOS RKV SEL",
  "IS-2": "GRN RKN SDN SVG",
  "IS-3": "AKN BOG DAB EOM GRU HVA SKO SNF STY",
  "IS-4": "ARN BOL ISA KAL RHH SDV STR TAL VER",
  "IS-5": "HUG HUV SKG SKR SSS",
  "IS-6": "AKU DAV EYF FJL GRY HRG LAN NOR SBT THG TJO",
  "IS-7": "FJD FLR MUL SHF VOP",
  "IS-8": "ASA BLA FLA GOG HRU HVE MYR RGE RGY SFA SKF SOG SOL VEM"
}

const parents = new Map<string, string>()
for (const [parent, codes] of Object.entries(below)) {
  for (const code of codes.split(" ")) parents.set(`${parent.slice(0, 2)}-${code}`, parent)
}

const british = new Set(["GB-ENG", "GB-NIR", "GB-SCT", "GB-WLS"])

/** The subdivision or country directly above a code, given what the package says. */
export const parentOf = (code: string, listed: string): string =>
  parents.get(code) ?? (code.startsWith("GB-") && !british.has(code) ? "GB-ENG" : listed)

/**
 * Entries of the package that are not subdivisions: withdrawn ones (Denmark's counties in 2007, Luxembourg's districts
 * in 2015, Brong-Ahafo in 2019, the Federally Administered Tribal Areas in 2020, three counties of Norway in 2024), the
 * United Kingdom's groups of countries, and Indonesia's geographical units, which group the provinces.
 */
export const noSubdivisions: ReadonlySet<string> = new Set(
  [
    "DK-015 DK-020 DK-025 DK-030 DK-035 DK-040 DK-042 DK-050 DK-055 DK-060 DK-065 DK-070 DK-076 DK-080 DK-101 DK-147",
    "GB-EAW GB-GBN GB-UKM GH-BA ID-JW ID-KA ID-ML ID-NU ID-PP ID-SL ID-SM LU-D LU-G LU-L NO-30 NO-38 NO-54 PK-TA"
  ].flatMap((codes) => codes.split(" "))
)

/**
 * First-level subdivisions whose addresses do not belong to their country, with the code that ISO 3166-1 gives them: they
 * have their own pool. Clipperton (FR-CP), which is uninhabited, has none.
 */
export const servedElsewhere: ReadonlyMap<string, string | undefined> = new Map(
  [
    "CN-HK:HK CN-MO:MO CN-TW:TW FI-01:AX FR-971:GP FR-972:MQ FR-973:GF FR-974:RE FR-976:YT FR-BL:BL FR-CP FR-MF:MF FR-NC:NC",
    "FR-PF:PF FR-PM:PM FR-TF:TF FR-WF:WF NL-AW:AW NL-BQ1:BQ NL-BQ2:BQ NL-BQ3:BQ NL-CW:CW NL-SX:SX NO-21:SJ NO-22:SJ",
    "RS-KM:XK US-AS:AS US-GU:GU US-MP:MP US-PR:PR US-UM:UM US-VI:VI"
  ]
    .flatMap((codes) => codes.split(" "))
    .map((pair): [string, string | undefined] => {
      const [code = "", country] = pair.split(":")
      return [code, country]
    })
)
