import { Fault } from "../Parser.ts"
import { attribute, cutOff, type XmlListener } from "../Xml.ts"
import { unescapeXml } from "../XmlReferences.ts"

/** What follows the elements of a part of a workbook. */
interface Following<B> {
  readonly start: (name: string, attributes: string) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string, out: Array<B>) => void
}

const asItIs = (text: string): string => unescapeXml(text, () => undefined)

/** A listener to a whole document of XML. Document types are not read, so their references stay as they are. */
export const listening = <B>({ close, start, text }: Following<B>): XmlListener<B> => {
  let open = 0
  let isBegun = false
  return {
    start: (name, attributes) => {
      open += 1
      isBegun = true
      start(name, attributes)
    },
    say: (part) => text?.(asItIs(part)),
    sayAsIs: (characters) => text?.(characters),
    close: (name, out) => {
      open -= 1
      close?.(name, out)
    },
    faultAtEnd: (rest) => (isBegun && open === 0 && rest.trim() === "" ? undefined : cutOff)
  }
}

/** The attributes of an element by their local names. */
export const attributesOf = (attributes: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(attributes.matchAll(attribute), ([, name = "", double, single = ""]) => [
      name.slice(name.indexOf(":") + 1),
      asItIs(double ?? single)
    ])
  )

/** The longest text of a cell, in UTF-16 code units: https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3 */
const longestText = 32_767

const escaped = /_x([0-9a-f]{4})_/gi

/** Collects the text of a cell, which may be in several pieces, without how it is pronounced. */
export class CellText {
  #text = ""
  #isOpen = false
  #isSpoken = false

  start(name: string): void {
    if (name === "rPh") this.#isSpoken = true
    this.#isOpen = (name === "t" || name === "v") && !this.#isSpoken
  }

  add(text: string): void {
    if (!this.#isOpen) return
    this.#text += text
    if (this.#text.length > longestText) {
      throw new Fault(`it has a text of more than ${longestText} characters, as no cell of a workbook may have.`)
    }
  }

  close(name: string): void {
    if (name === "rPh") this.#isSpoken = false
    this.#isOpen = false
  }

  /** The text, with the characters that are written by their number, such as line ends. */
  take(): string {
    const text = this.#text
    this.#text = ""
    return text.includes("_x")
      ? text.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      : text
  }
}
