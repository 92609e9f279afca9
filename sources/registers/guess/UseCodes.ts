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
}

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
  { named: /especie/, form: /^[1-8]$/, some: /^1$/, homes: /^1$/ },
  { named: /addr.*type|\buse\b|usage/, form: /^[RCBU]$/, some: /^B$/, homes: /^[RB]$/ },
  // AddressBase, where it is cut to the first levels.
  {
    named: /class|blpu/,
    form: /^[CLMOPRUXZ](?:[A-Z](?:\d{2}[A-Z]{0,2})?)?$/,
    some: /^RD$/,
    homes: /^R(?:[DH]\d{0,2})?$/
  },
  // Florida: 01 single family, 02 mobile homes, 03 and 08 multi-family, 04 condominiums, 05 cooperatives.
  { named: /\bdor|\buc\b/, form: /^\d{4}$/, some: /^01/, homes: /^0[1-58]\d\d$/ },
  { named: /\bdor|\buc\b/, form: /^0\d{2}$/, some: /^001$/, homes: /^00[1-58]$/ },
  // New York: 2 residential, 260 seasonal, 411 apartments; 311, 312 and 314 vacant.
  { named: /class|\bcl\b|\bcls\b/, form: /^\d{3}$/, some: /^31[124]$/, homes: /^(?:2[1-57-8]\d|411)$/ },
  {
    named: /class|\bcl\b|\bcls\b/,
    form: /^\d-?\d\d$/,
    some: /^\d-\d\d$/,
    homes: /^2-(?!4\d|97)\d\d$|^3-(?:1[3-58]|9[1-9])$/
  },
  // Michigan: 401 residential improved, 402 vacant.
  { named: /class|\bcl\b|\bcls\b/, form: /^\d{3}$/, some: /^402$/, homes: /^401$/ },
  // Texas: A single family, B multi-family, M mobile homes, C vacant.
  { named: /^(?:state c|st c)|sptb|prop.*(?:type|class|use|code)/, form: /^[A-Z]\d$/, some: /^A1$/, homes: /^[ABM]\d$/ }
]

/** A test of values for homes, if they are codes of such a list. */
export const homesByCode = (name: string, values: ReadonlyArray<string>): ((value: string) => boolean) | undefined => {
  if (values.length < 2) return undefined
  const found = registers.find(
    ({ form, homes, named, some }) =>
      named.test(name) &&
      values.every((value) => form.test(value)) &&
      values.some((value) => some.test(value)) &&
      values.some((value) => homes.test(value)) &&
      !values.every((value) => homes.test(value))
  )
  return found === undefined ? undefined : (value) => found.homes.test(value)
}
