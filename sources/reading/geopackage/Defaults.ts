import { isWord, type Token } from "./Tokens.ts"

/** What a column has in records that were written before it was added. */
export type Default = string | number | bigint

/** A number of a million digits would take a long time to convert. */
const longestNumber = 100

const decimal = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i
const isDecimal = (text: string): boolean => text.length <= longestNumber && decimal.test(text)

const whole = /^\s*([+-]?)(\d+|0x[\da-f]+)\s*$/i
const isWhole = (text: string): boolean => text.length <= longestNumber && whole.test(text)

type Affinity = "number" | "text" | "any"

/** The kind of values that a column prefers, by its type. https://www.sqlite.org/datatype3.html#determination_of_column_affinity */
const affinityOf = (type: string): Affinity => {
  if (/int/i.test(type)) return "number"
  if (/char|clob|text/i.test(type)) return "text"
  return type === "" || /blob/i.test(type) ? "any" : "number"
}

const numberOf = (text: string): number | bigint => {
  const digits = whole.exec(text)
  const number = digits === null ? Number(text) : Number(digits[2]) * (digits[1] === "-" ? -1 : 1)
  if (digits === null || Number.isSafeInteger(number)) return number
  return BigInt(digits[2]!) * (digits[1] === "-" ? -1n : 1n)
}

/** What a word means after DEFAULT; undefined for NULL, and what has to be computed. */
const valueOfWord = (word: string, affinity: Affinity): Default | undefined => {
  if (/^(?:null|current_\w+)$/i.test(word)) return undefined
  const text = word.replace(/^(?:true|false)$/i, (word) => (word.length === 4 ? "1" : "0"))
  if (!isDecimal(text) && !isWhole(text)) return text
  if (affinity !== "text") return numberOf(text)
  return isWhole(text) ? `${numberOf(text)}` : text.replace(/^\+/, "")
}

/** A constant that stands after DEFAULT; undefined for bytes, and for what would have to be computed. */
export const defaultOf = (definition: ReadonlyArray<Token>, type: string): Default | undefined => {
  const at = definition.findIndex((one) => isWord(one, /^default$/i))
  const said = at === -1 ? [] : definition.slice(at + 1, at + 5)
  const isWrapped = isWord(said[0], /^\($/)
  const [first, ...more] = isWrapped ? said.slice(1) : said
  const isSigned = isWord(first, /^[+-]$/)
  const [value, after] = isSigned ? more : [first, more[0]]
  if (value === undefined || (isWrapped && !isWord(after, /^\)$/))) return undefined
  const text = isSigned ? `${first!.text}${value.text}` : value.text
  const affinity = affinityOf(type)
  if (value.isQuoted) return affinity === "number" && isDecimal(text) ? numberOf(text) : value.text
  return isWord(value, /^x$/i) && after?.isQuoted === true ? undefined : valueOfWord(text, affinity)
}
