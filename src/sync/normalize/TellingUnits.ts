import { fold } from "../../../schemas/Fold.ts"

/** Units that say of themselves that nobody lives there: `Shop 3`, `OFC`, `Local 2`, `Garage 12`. */

/** Words that stand for no dwelling in any language; folded. */
const nonDwellings = new Set(
  `
    shop shops office offices ofc offc dept garage garages carport carpark parking storage store storeroom warehouse factory workshop
    showroom kiosk lobby lbby clubhouse laundry hangar hngr boatshed mailroom retail gym
    laden ladenlokal buro praxis stellplatz tiefgarage lager gewerbe werkstatt kanzlei
    bureau boutique magasin cave
    local oficina garaje garatge trastero cochera estacionamiento consultorio bodega
    loja escritorio garagem
    negozio ufficio cantina magazzino autorimessa
    winkel kantoor garagebox berging parkeerplaats
    kontor butik forretning garasje
    garaz biuro sklep kancelar obchod prodejna
    офис оф магазин гараж машиноместо кладовая
    店舗 事務所 商舖 商铺 店鋪 상가 사무실
  `
    .trim()
    .split(/\s+/)
    .map(fold)
)

/** Boxes for cars, store rooms, shops and offices, as assessors in South America abbreviate them. */
const ofAssessors: ReadonlySet<string> = new Set(["bx", "bd", "lc", "of"])

/** Words that are or may be dwellings in other countries. */
const inCountry: Readonly<Record<string, ReadonlySet<string>>> = {
  ...Object.fromEntries(["AR", "CL", "CO", "EC", "PE", "UY"].map((code) => [code, ofAssessors])),
  BR: new Set(["sala", "box"]),
  IT: new Set(["box"]),
  PT: new Set(["sala"])
}

/** A flat above it or behind it. */
const dwelling = /(?:^|\P{L})(?:apt|apartment|flat|home|house|studio|residence|wohnung|dwelling)(?!\p{L})/u

/** Phrases whose first word says nothing. */
const compound =
  /^(?:car ?(?:space|park)|marine berth|meeting room|common area|in der tiefgarage|lokal uzytkowy)(?!\p{L})/u

/**
 * As the United States Postal Service abbreviates it (Publication 28, Appendix C2,
 * https://pe.usps.com/text/pub28/28apc_003.htm). Elsewhere, as in Canada, flats are suites.
 */
const suite = /^(?:ste|suite)(?!\p{L})/u

/** Whether a unit is a shop, an office, a garage or the like. */
export const isNoDwelling = (country: string, unit: string): boolean => {
  // Nearly all units are numbers.
  if (!/^\p{L}/u.test(unit)) return false
  const folded = fold(unit)
  if (dwelling.test(folded)) return false
  const [word = ""] = /^[\p{L}\p{M}]+/u.exec(folded) ?? []
  return nonDwellings.has(word) || inCountry[country]?.has(word) === true || compound.test(folded)
}

/** Whether a unit is an office, unless the building is a block of flats. */
export const isSuite = (country: string, unit: string): boolean => country === "US" && suite.test(fold(unit))
