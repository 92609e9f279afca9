import { longestTexts } from "../Limits.ts"
import { Fault, type Parser } from "../Parser.ts"
import { xmlParser } from "../Xml.ts"
import { CellText, listening } from "./Listening.ts"

/** The texts that the cells of a workbook refer to by their number: in one piece of memory, outside the heap. */
export class SharedTexts {
  #bytes = Buffer.alloc(64 * 1024)
  readonly #ends: Array<number> = []

  add(text: string): void {
    const start = this.#ends.at(-1) ?? 0
    const end = start + Buffer.byteLength(text)
    if (end + this.#ends.length * 16 > longestTexts) {
      throw new Fault(`its texts have more than ${longestTexts} bytes. Save the sheet with the addresses as CSV UTF-8.`)
    }
    if (end > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(end, this.#bytes.length * 2))
      this.#bytes.copy(larger)
      this.#bytes = larger
    }
    this.#bytes.write(text, start)
    this.#ends.push(end)
  }

  at(number: number): string {
    const end = this.#ends[number]
    if (end === undefined) throw new Fault("it is damaged: a cell refers to a text that is not there. Save it again.")
    return this.#bytes.toString("utf8", number > 0 ? this.#ends[number - 1] : 0, end)
  }
}

/** Adds the texts of the part that has them. */
export const textsInto = (texts: SharedTexts): Parser<string, never> => {
  const text = new CellText()
  return xmlParser(
    listening<never>({
      start: (name) => text.start(name),
      text: (part) => text.add(part),
      close: (name) => {
        text.close(name)
        if (name === "si") texts.add(text.take())
      }
    })
  )
}
