import type { Column } from "./Coordinates.ts"
import type { Family } from "./Families.ts"
import { wordsOf } from "./Names.ts"

/** Words of names that say that a column identifies something, and not what. */
const identifying = new Set(
  "id ids ident identifier identifiers identifikator identifikaator identificatie identificator code codes cod codice codigo kod kods kodas kood koodi cd nr no num number numer nummer key pid uid uuid guid fid gid oid objectid object local lokal lokalid lokalni ref reference fk pk sifra tunnus sk seq skey index rowid record".split(
    " "
  )
)

/** Words that name a thing's name: what it names, the table says. */
const naming = new Set(
  "name names naam nom nome nombre nimi nimetus navn namn nafn heiti naziv nazwa nazov nazev nev denumire nosaukums pavadinimas pav vardas bezeichnung title label text txt description desc descr value ime isim ad adi 名称 名 이름 название наименование назва όνομα".split(
    " "
  )
)

/** What a name says, without that it identifies something. */
const telling = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.filter((word) => !identifying.has(word) && word.length > 1)

/** Whether a column's name says no more than that it holds a name. */
export const isNaming = (name: string): boolean => {
  const words = wordsOf(name)
  return words.length > 0 && words.every((word) => naming.has(word))
}

/** Whether a column's name says that it identifies something. */
export const isIdentifying = (name: string): boolean =>
  wordsOf(name).some((word) => identifying.has(word)) || /(?:id|kz|cd|nr|_pid|kod|key)$/i.test(name)

/** Whether words have one stem: `municipio` and `municipios`, `gatve` and `gatves`. */
const areAkin = (one: string, other: string): boolean => {
  if (one === other) return true
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return short.length >= 4
    ? long.startsWith(short.slice(0, Math.max(4, short.length - 2)))
    : short.length === 3 && long.length <= 5 && long.startsWith(short)
}

const shares = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): boolean =>
  some.some((one) => others.some((other) => areAkin(one, other)))

const joined = (words: ReadonlyArray<string>): string => words.join("")

/** From how sure a name on references are taken as such, whatever their values are. */
export const sure = 0.85

/**
 * How surely names say that a column refers to another table's key, from 0 to 1: it is called like the key, or like the
 * table, or like what the table tells.
 */
export const referenceByName = (name: string, table: Family, key: string): number => {
  const from = wordsOf(name)
  const to = wordsOf(key)
  const said = telling(from)
  if (said.length > 0 && joined(from) === joined(to)) return 1
  if (said.length === 0) return 0
  const keySaid = telling(to)
  if (shares(said, table.words) && (keySaid.length === 0 || shares(keySaid, [...said, ...table.words]))) return 0.9
  if (shares(said, keySaid)) return sure
  const names = table.columns.filter((column) => column !== key && !isIdentifying(column))
  const isNamed = names.some((column) => joined(telling(wordsOf(column))) === joined(said))
  if (keySaid.length === 0 && isNamed) return sure
  return shares(said, table.words) && isIdentifying(key) ? 0.6 : 0
}

/** Whether a key is called like its table. */
export const isNamedBy = (key: string, table: Family): boolean => {
  const said = telling(wordsOf(key))
  return said.length > 0 && said.every((word) => shares([word], table.words))
}

/** The longest key: UUIDs have 36 characters, those of registers up to 60. */
const longestKey = 80

const date = /^\d{4}-\d\d-\d\d|^\d{1,2}[./]\d{1,2}[./]\d{4}|^\d\d:\d\d/

/** Whether values may be keys: short, and no dates, fractions or flags. */
export const mayBeKey = (values: ReadonlyArray<string>): boolean => {
  const filled = values.filter((value) => value !== "")
  return (
    filled.length > 0 &&
    filled.every((value) => value.length <= longestKey && !value.includes("|")) &&
    !filled.every((value) => date.test(value)) &&
    !filled.every((value) => /^-?\d+[.,]\d+$/.test(value)) &&
    !filled.every((value) => /^(?:[yntf01]|true|false|yes|no)$/i.test(value))
  )
}

/** Whether values are codes, and not words that people read. */
export const areCodes = ({ contents: { values } }: Column): boolean => {
  const filled = values.filter((value) => value !== "")
  return (
    filled.every((value) => !/\s/.test(value)) && filled.filter((value) => /\d/.test(value)).length > filled.length / 2
  )
}

/**
 * How likely it is that a value which is no reference is among a table's keys: their share of the numbers in their
 * range. Of words, nothing is known, for streets are called like towns.
 */
export class Density {
  #least = Infinity
  #most = -Infinity
  #numbers = 0
  #count = 0
  #mixed = 0

  add(value: string): void {
    this.#count += 1
    if (/^\d{1,15}$/.test(value)) {
      const number = Number(value)
      this.#least = Math.min(this.#least, number)
      this.#most = Math.max(this.#most, number)
      this.#numbers += 1
    } else if (value.length >= 6 && /\d/.test(value) && !/\s/.test(value)) this.#mixed += 1
  }

  get chance(): number {
    if (this.#count === 0) return 1
    if (this.#mixed > this.#count * 0.9) return 0
    if (this.#numbers < this.#count * 0.9) return 1
    // Few keys say little about their range.
    return Math.min(1, (this.#numbers + 5) / (this.#most - this.#least + 10))
  }
}
