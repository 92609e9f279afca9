import type { Parser } from "../Parser.ts"
import { xmlParser } from "../Xml.ts"
import { attributesOf, listening } from "./Listening.ts"

/** How a number is shown: as a day or a time, or with so many digits; undefined if as it is. */
export type Format = "day" | number | undefined

/** Formats that are days or times by their number alone: ECMA-376 part 1, 18.8.30. */
const isBuiltInDay = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** What stands in a format as it is: quoted, behind a backslash, or in brackets, such as colors and languages. */
const plain = /"[^"]*"|\\.|\[[^\]]*\]/g

/**
 * No format has more characters. Without that, each cell could become a million digits, and brackets that do not close
 * would take the square of their number, for each style that has the format.
 */
const longestCode = 255

const zeros = /^0+$/

const formatOf = (id: number, code: string | undefined): Format => {
  if (code === undefined) return isBuiltInDay(id) ? "day" : undefined
  if (code.length > longestCode) return undefined
  if (zeros.test(code)) return code.length
  return !/^general$/i.test(code) && /[ymdhs]/i.test(code.replace(plain, "")) ? "day" : undefined
}

/** The formats of a workbook's styles, in their order. */
export const formats = (): Parser<string, Format> => {
  const codes = new Map<string, string>()
  let isOfCells = false
  const found: Array<Format> = []
  return xmlParser(
    listening<Format>({
      start: (name, attributes) => {
        if (name === "cellXfs") isOfCells = true
        if (name !== "numFmt" && name !== "xf") return
        const said = attributesOf(attributes)
        const id = said.get("numFmtId") ?? "0"
        if (name === "numFmt") codes.set(id, said.get("formatCode") ?? "")
        else if (isOfCells) found.push(formatOf(Number(id), codes.get(id)))
      },
      close: (name, out) => {
        if (name !== "cellXfs") return
        isOfCells = false
        for (const format of found.splice(0)) out.push(format)
      }
    })
  )
}

const secondsOfDay = 86_400
/** The days from the first one of a workbook to 1970. Those of old programs for the Macintosh begin in 1904. */
const daysTo1970 = { usual: 25_569, from1904: 24_107 }

const dayOf = (value: number, from1904: boolean): string | undefined => {
  const days = value - (from1904 ? daysTo1970.from1904 : daysTo1970.usual)
  const time = new Date(Math.round(days * secondsOfDay) * 1000)
  if (Number.isNaN(time.getTime())) return undefined
  const [day, hours = ""] = time.toISOString().split(/[T.]/)
  if (value >= 0 && value < 1) return hours
  return Number.isInteger(value) ? day : `${day}T${hours}`
}

/** A number as text: as shown, except that days are written by ISO 8601. A sheet shows fifteen digits. */
export const numberText = (written: string, format: Format, from1904: boolean): string => {
  const value = Number(written)
  if (written.trim() === "" || !Number.isFinite(value)) return written
  if (format === "day") return dayOf(value, from1904) ?? written
  const text = String(Number(value.toPrecision(15)))
  return format !== undefined && /^\d+$/.test(text) ? text.padStart(format, "0") : text
}
