import type { TablePart } from "../../../schemas/TableGuess.ts"
import type { Column, Place } from "./Coordinates.ts"
import { languageOf } from "./Names.ts"

/** The part that a column was assigned. */
export interface Assigned {
  readonly column: Column
  readonly part: TablePart
  readonly language: string | undefined
  readonly confidence: number
  readonly reason: string
}

/** Parts that several adjacent columns may form together. */
export const several: ReadonlySet<TablePart> = new Set([
  "streetPrefix",
  "streetSuffix",
  "houseNumberSuffix",
  "houseNumberEnd"
])

/** Parts that tables have in several languages. In `ADDR_PT`, the kind of a street is in no language. */
const hasLanguage: ReadonlySet<TablePart> = new Set([
  "street",
  "streetAndNumber",
  "building",
  "district",
  "city",
  "region"
])

export const percent = (share: number): string => `${Math.round(share * 100)}%`

/** The part that each chosen column is; `null` for columns that are to be ignored. */
export type Chosen = ReadonlyMap<string, TablePart | null>

/** What is known of a table before its columns are assigned. */
export interface Table {
  readonly columns: ReadonlyArray<Column>
  readonly place: Place | undefined
  readonly country: string | undefined
  readonly chosen: Chosen
}

/** The columns assigned so far, and the free ones. */
export class Assignments {
  readonly #table: Table
  readonly #found: Array<Assigned> = []
  readonly #used = new Set<string>()

  constructor(table: Table) {
    this.#table = table
  }

  get all(): ReadonlyArray<Assigned> {
    return this.#found
  }

  /** Columns that are not yet assigned, and not to be ignored. */
  get free(): ReadonlyArray<Column> {
    const { chosen, columns } = this.#table
    return columns.filter(({ name }) => !this.isUsed(name) && !chosen.has(name))
  }

  isUsed(name: string): boolean {
    return this.#used.has(name)
  }

  /** Whether a part may still be found; a chosen part cannot be another column. */
  isOpen(part: TablePart): boolean {
    return several.has(part) || !this.#found.some((one) => one.part === part && one.reason === "chosen")
  }

  first(...parts: ReadonlyArray<TablePart>): Assigned | undefined {
    for (const part of parts) {
      const found = this.#found.find((one) => one.part === part)
      if (found !== undefined) return found
    }
    return undefined
  }

  take(one: Assigned): void {
    this.#found.push(one)
    this.#used.add(one.column.name)
  }

  takeAs(column: Column, part: TablePart, reason: string, confidence: number): void {
    const language = hasLanguage.has(part) ? languageOf(column.own ?? column.name)?.language : undefined
    this.take({ column, part, language, confidence, reason })
  }

  /** Marks the column as ignored, so that nothing else uses it. */
  leave(column: Column): void {
    this.#used.add(column.name)
  }

  /** Takes back what a column was assigned, which has no other part then. */
  drop(one: Assigned): void {
    this.#found.splice(this.#found.indexOf(one), 1)
  }

  replace(one: Assigned, other: Assigned): void {
    this.#found[this.#found.indexOf(one)] = other
    this.#used.add(other.column.name)
  }
}
