/** Codes of uses in a register or a country's tables, by which homes are told from other uses. */
interface Codes {
  /** What columns with these codes are called, in plain words; any, if the codes are unmistakable. */
  readonly named: RegExp
  /** What all values look like. */
  readonly form: RegExp
  /** What some value looks like. */
  readonly some: RegExp
  /** Values that mean homes. Any other means none, or nothing that is known. */
  readonly homes: RegExp
  /** States of the United States whose codes these are. Others give the same codes to other uses. */
  readonly states?: string
  /** Whether rows without a code are none of the others, either, rather than unknown. */
  readonly isNoneIfEmpty?: true
}

/** What assessors in the United States call the class or use of a property. */
const ofProperty =
  /\buse\b|usecode|use ?c(?:o?de?|d)\b|land ?use|\bluc?\b|class|\bcls?\b|state ?c|\bst c|sptb|prop.*(?:type|use|code|cd)/

/**
 * Compiled from the registers' own lists: Eurostat's classification of buildings, which Switzerland has in GKLAS, the
 * categories of its register (GKAT), uses of Denmark's BBR, Norway's kinds of buildings (NS 3457), functions of
 * buildings in Germany's ALKIS, kinds of cadastral units in Spain and Italy, CNEFE of Brazil, Colombia's cadastre, Eircode's GeoDirectory, and
 * the classes of property of Florida, New York, Cook County, Michigan and Texas.
 */
const registers: ReadonlyArray<Codes> = [
  { named: /gklas/, form: /^1[12]\d\d$/, some: /^11/, homes: /^11[12]\d$/ },
  { named: /gkat/, form: /^10\d\d$/, some: /^10[234]/, homes: /^10(?:2[015]|30|40)$/ },
  { named: /anvendelse/, form: /^\d{3}$/, some: /^1[2-4]/, homes: /^1(?:1|2|3|4|5|9)\d$/ },
  { named: /bygningstype|bygningstyp|bygningskode/, form: /^\d{3}$/, some: /^1[1-4]/, homes: /^1[1-4]\d$/ },
  { named: /./, form: /^31001_\d{4}$/, some: /_1/, homes: /_1(?:0[01]|1\d|2[012])\d$/ },
  {
    named: /\bgfk\b|gebaeudefunktion|gebaudefunktion/,
    form: /^\d{4}$/,
    some: /^10/,
    homes: /^1(?:0[01]|1\d|2[012])\d$/
  },
  { named: /\buso\b|currentuse|luso/, form: /^[ACEGIKMOPRTVYZ]$/, some: /^V$/, homes: /^V$/ },
  { named: /categ|classe|catast/, form: /^[A-F]\/?\d{1,2}$/, some: /^[CD]/, homes: /^A\/?(?:0?[1-9]|11)$/ },
  // Colombia's cadastre: A residential, B industry, C commerce, D farms.
  { named: /destino economico/, form: /^[A-Z]$/, some: /^A$/, homes: /^A$/ },
  // Chile's internal revenue service: C trade, E schools, G hotels, H homes, L stores, O offices, W vacant, Z parking.
  { named: /destino/, form: /^[ACDEFGHIKLMOPQSTVWZ]$/, some: /^[CLOWZ]$/, homes: /^H$/ },
  { named: /especie/, form: /^[1-8]$/, some: /^1$/, homes: /^1$/ },
  { named: /addr.*type|\buse\b|usage/, form: /^[RCBU]$/, some: /^B$/, homes: /^[RB]$/ },
  // AddressBase, where it is cut to the first levels.
  {
    named: /class|blpu/,
    form: /^[CLMOPRUXZ](?:[A-Z](?:\d{2}[A-Z]{0,2})?)?$/,
    some: /^RD$/,
    homes: /^R(?:[DH]\d{0,2})?$/
  },
  // Finland's kinds of buildings of 1994 and 2018.
  {
    named: /kaytto?tark|rakennusluokka|building use/,
    form: /^0?\d{3}$/,
    some: /^0[1-3]\d$/,
    homes: /^0(?:1[123]|2[12]|3[29])$/
  },
  { named: /kaytto?tark|rakennusluokka|building use/, form: /^\d{4}$/, some: /^01[12]\d$/, homes: /^01[12]\d$/ },
  // Florida: 01 single family, 02 mobile homes, 03 and 08 multi-family, 04 condominiums, 05 cooperatives.
  { states: "FL", named: /\bdor|\buc\b|use/, form: /^\d{4}$/, some: /^01/, homes: /^0[1-58]\d\d$/ },
  { states: "FL", named: /\bdor|\buc\b|use/, form: /^0\d{2}$/, some: /^001$/, homes: /^00[1-58]$/ },
  // Massachusetts, and Connecticut with a zero behind: 101 to 105 houses, condominiums and up to three families, 109
  // several houses, 111 to 114 apartments.
  {
    states: "MA CT",
    named: ofProperty,
    form: /^\d{3}[\dA-Z]{0,2}$/,
    some: /^10[459](?:0|[A-Z]{1,2})?$/,
    homes: /^(?:10[1-59]|11[1-4])(?:0|[A-Z]{1,2})?$/
  },
  // New York: 2 residential, 260 seasonal, 411 apartments; 311, 312 and 314 vacant.
  { states: "NY", named: ofProperty, form: /^\d{3}$/, some: /^31[124]$/, homes: /^(?:2[1-57-8]\d|411)$/ },
  // New York City: 1 and 2 family houses, walk-up and elevator buildings, homes with shops; and its classes of buildings,
  // of which R are condominiums, among these commercial ones, and S homes with shops.
  { states: "NY", named: /land ?use/, form: /^(?:0?[1-9]|1[01])$/, some: /^(?!)/, homes: /^0?[1-4]$/ },
  {
    states: "NY",
    named: /(?:bldg|building) ?c/,
    form: /^[A-Z][0-9A-Z]$/,
    some: /^[KOW]\d$/,
    homes: /^(?:[A-D][0-9A-Z]|R[0-469DMRXZ]|S[0-59])$/
  },
  // Cook County, Illinois.
  {
    states: "IL",
    named: ofProperty,
    // EX are exempt, RR are railroads.
    form: /^(?:\d-?\d\d|EX|RR)$/,
    some: /^\d-\d\d$/,
    // 2-00, 2-24, 2-4x and 2-90 are land, 2-01 garages.
    homes: /^2-?(?!0[01]|24|4\d|9[07])\d\d$|^3-?(?:1[3-58]|9[1-9])$/
  },
  // Ohio and Indiana: 401 to 403 apartments, 51x to 55x one to three families and condominiums, 560 mobile homes.
  {
    states: "OH IN",
    named: ofProperty,
    form: /^\d{3}\d?$/,
    some: /^510\d?$/,
    homes: /^(?:40[1-3]|5[1-5]\d|56\d)\d?$/
  },
  // Michigan: 401 residential improved, 402 vacant.
  { states: "MI", named: ofProperty, form: /^\d{3}$/, some: /^402$/, homes: /^401$/ },
  // Oregon: 1 residential, 4 rural, 7 multi-family, with 0 behind for vacant land.
  { states: "OR", named: ofProperty, form: /^\d{3}$/, some: /^(?!)/, homes: /^(?:10[1-9]|40[19]|70[1-9])$/ },
  // Texas: A single family, B multi-family, M mobile homes, C vacant.
  {
    states: "TX",
    named: /\b(?:state|st) c|sptb|prop.*(?:type|class|use|code)/,
    form: /^[A-Z]\d{1,2}$/,
    some: /^A1$/,
    homes: /^[ABM]\d{1,2}$/
  },
  // New Jersey: 2 up to four families, 3A farms with a house, 4C apartments, 15 exempt.
  {
    states: "NJ",
    named: ofProperty,
    form: /^(?:[1-6][A-C]?|15[A-F])$/,
    some: /^15[A-F]$/,
    homes: /^(?:2|3A|4C)$/
  },
  // Wisconsin, where a parcel may have several: 1 residential, 2 commercial, 5M agricultural forest. Exempt ones have none.
  {
    states: "WI",
    named: ofProperty,
    form: /^(?:[1-7]|5M)(?:,(?:[1-7]|5M))*$/,
    some: /5M/,
    homes: /(?:^|,)1(?:,|$)/,
    isNoneIfEmpty: true
  },
  // Washington: 11 to 15 and 18 households, 16 hotels, 19 cabins, 5 trade, 6 services, 91 vacant.
  { states: "WA", named: ofProperty, form: /^\d{2}$/, some: /^(?!)/, homes: /^1[1-58]$/ },
  // Maryland: M apartments, TH townhouses, U condominiums.
  {
    states: "MD",
    named: /\blu\b|land ?use/,
    form: /^(?:[ACEIMRU]|AC|CA|CC|CR|EC|RC|TH)$/,
    some: /^(?!)/,
    homes: /^(?:M|R|TH|U)$/
  },
  // Los Angeles County: 01 single family, 02 to 05 more units, 07 mobile homes, with V behind for vacant land.
  {
    states: "CA",
    named: ofProperty,
    form: /^\d{3}[\dA-Z]$/,
    some: /^010[\dC-E]$/,
    homes: /^0[1-57]\d[^V]$/
  }
]

/**
 * The list of codes that values are of. That of the state in which they are needs no other sign; of unknown states, only
 * codes that other lists hardly have tell the list.
 */
export const codesOf = (name: string, values: ReadonlyArray<string>, state: string | undefined): Codes | undefined =>
  registers.find(({ form, homes, named, some, states }) => {
    const isOfState = state !== undefined && states?.split(" ").includes(state) === true
    if (state !== undefined && states !== undefined && !isOfState) return false
    const isTold =
      isOfState ||
      (values.length > 1 && values.some((value) => some.test(value)) && !values.every((value) => homes.test(value)))
    return (
      isTold &&
      named.test(name) &&
      values.every((value) => form.test(value)) &&
      values.some((value) => homes.test(value))
    )
  })
