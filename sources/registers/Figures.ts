const sign = "[-+]?"

/** Digits in groups of three, as people and spreadsheets write large numbers. */
const grouped: ReadonlyArray<readonly [form: RegExp, group: RegExp]> = [
  [new RegExp(`^${sign}\\d{1,3}(?:[ '’\\u00a0\\u202f]\\d{3})+(?:[.,]\\d+)?$`), /[ '’\u00a0\u202f]/g],
  [new RegExp(`^${sign}\\d{1,3}(?:(?:\\.\\d{3})+,\\d+|(?:\\.\\d{3}){2,})$`), /\./g],
  [new RegExp(`^${sign}\\d{1,3}(?:(?:,\\d{3})+\\.\\d+|(?:,\\d{3}){2,})$`), /,/g]
]

const decimal = "\\d{1,3}(?:[.,]\\d+)?"

/**
 * Degrees with their sign or a direction, or with minutes and seconds: `49°24'36.2"N`, `N 49° 24.6'`, `49.41 N`, `49 24
 * 36.2`. O is no direction, because it is the east in German, and the west in Spanish and French.
 */
const degrees = new RegExp(
  `^([NSEW]?)\\s*(${sign}${decimal})\\s*([°º]?)(?:\\s*(${decimal})\\s*['’′]?(?:\\s*(${decimal})\\s*(?:"|″|”|''|′′)?)?)?\\s*([NSEW]?)$`,
  "i"
)

/** Degrees between colons, as astronomers and some instruments write them; times of day have no fractions: `-32:53:24.1`. */
const withColons = /^([-+]?\d{1,3}):(\d{1,2}):(\d{1,2}[.,]\d+)$/

const valueOf = (text: string | undefined): number => (text === undefined ? 0 : Number(text.replace(",", ".")))

const inDegrees = (text: string): number => {
  const [, before = "", whole, mark, minutes, seconds, behind = ""] =
    degrees.exec(text.replace(withColons, "$1 $2 $3")) ?? []
  const direction = (before || behind).toUpperCase()
  // Programs that round write 60 seconds, too. Without the sign of degrees, house numbers and streets look alike: 12 W, E 92, 5 12 14.
  const isExact = /[.,]\d/.test(seconds ?? minutes ?? whole ?? "")
  const isMarked = mark !== "" || (isExact && (direction !== "" || seconds !== undefined))
  if (whole === undefined || !isMarked || valueOf(minutes) > 60 || valueOf(seconds) > 60) return Number.NaN
  const size = Math.abs(valueOf(whole)) + valueOf(minutes) / 60 + valueOf(seconds) / 3600
  const isNegative = whole.startsWith("-") || direction === "S" || direction === "W"
  return size > 180 ? Number.NaN : isNegative ? -size : size
}

/** No coordinate has more characters, and patterns take the square of their time for spaces that repeat. */
const longestFigure = 80

/**
 * A coordinate as people write it: with digits in groups, as degrees, minutes and seconds, or with a direction. NaN for
 * any other text.
 */
export const figureOf = (text: string): number => {
  const plain = text.trim()
  if (plain.length > longestFigure) return Number.NaN
  const found = grouped.find(([form]) => form.test(plain))
  return found === undefined ? inDegrees(plain) : Number(plain.replaceAll(found[1], "").replace(",", "."))
}

/**
 * A number as programs write it, with a decimal point or comma. Digits repeat once only before the mark: where they
 * could repeat twice, a long row of them took the square of its time.
 */
const plain = /^[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+]?\d+)?$/i

/**
 * A number in a table: plain, or a coordinate as people write it. NaN for any other text, and for a comma that may
 * separate thousands, unless the table is known to have decimal commas.
 */
export const numberOf = (text: string, hasDecimalCommas = true): number => {
  const trimmed = text.trim()
  return plain.test(trimmed) && (hasDecimalCommas || !trimmed.includes(","))
    ? Number(trimmed.replace(",", "."))
    : figureOf(trimmed)
}

/** What may stand between two coordinates in one text. Commas between digits are decimal, if there is something else. */
const between = [/[;|]/, /\s+(?=[NSEW])/i, /(?<=[NSEW])\s*,?\s*/i, /,\s+/, /\s+/, /,/]

/** No pair of coordinates is longer. */
const longestPair = 80

/**
 * Two coordinates in one text as people write them: `49,41; 8,70`, `49°24'36"N 8°42'0"E`, `geo:49.41,8.70`. They stay in
 * their order, unless directions tell which is the latitude: that comes second then.
 */
export const pairOf = (text: string): readonly [number, number] | undefined => {
  if (text.length > longestPair) return undefined
  const plain = text.replace(/^\s*geo:([^;?]*).*$/i, "$1")
  for (const mark of between) {
    const parts = plain.split(mark).filter((part) => part.trim() !== "")
    const [first = "", second = ""] = parts
    const [x, y] = [numberOf(first), numberOf(second)]
    if (parts.length !== 2 || !Number.isFinite(x) || !Number.isFinite(y)) continue
    return /[NS]/i.test(first) || /[EW]/i.test(second) ? [y, x] : [x, y]
  }
  return undefined
}
