import { type ReactNode, useEffect } from "react"
import type { TableQuestion } from "../../../../schemas/admin/Tables.ts"
import type { Draft } from "./optionFields.ts"
import { noChoices, TableCard, type TableChoices } from "../tables/TableCard.tsx"
import { useKept } from "../../parts/kept.ts"
import { useTableGuess } from "../tables/useTableGuess.ts"

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const said = (name: "license" | "attribution" | "homepage", text: string) =>
  text.trim() === "" ? {} : { [name]: text.trim() }

const questionOf = (location: string, choices: TableChoices): TableQuestion => ({
  location,
  ...(choices.country === undefined ? {} : { country: choices.country }),
  ...(Object.keys(choices.parts).length === 0 ? {} : { parts: choices.parts }),
  ...said("license", choices.license),
  ...said("attribution", choices.attribution),
  ...said("homepage", choices.homepage)
})

interface TableOptions {
  /** The name of the form. */
  readonly form: ReadonlyArray<string>
  /** Whether the source reads a table by a mapping. */
  readonly isTable: boolean
  readonly draft: Draft
  readonly onMapping: (mapping: string) => void
  /** Receives the URL of a service's records, and the location as it was typed that led to them. */
  readonly onRecords: (typed: string, records: string) => void
}

/**
 * The table that the form's source reads. The guessed meaning of its columns becomes the mapping, until the user writes
 * one; then the preview uses that.
 */
export const useTable = ({
  draft,
  form,
  isTable,
  onMapping,
  onRecords
}: TableOptions): { readonly isShown: boolean; readonly isAwaited: boolean; readonly card: ReactNode } => {
  const location = String(draft["location"] ?? "").trim()
  const mapping = String(draft["mapping"] ?? "").trim()
  const [choices, setChoices] = useKept([...form, "choices"], () => noChoices)
  /** The last generated mapping. If the draft has another, the user wrote it. */
  const [made, setMade] = useKept([...form, "mapping"], () => "")
  const isOwn = mapping !== "" && mapping !== made
  const isAsked = isTable && location !== "" && !location.startsWith("[") && (!isOwn || isJson(mapping))
  const state = useTableGuess(
    !isAsked ? undefined : isOwn ? { location, mapping: JSON.parse(mapping) } : questionOf(location, choices)
  )
  const records = state.guess?.location
  const typed = state.of
  useEffect(() => {
    if (typed !== undefined && records !== undefined) onRecords(typed, records)
  }, [onRecords, records, typed])
  const guessed = state.guess?.mapping
  const text = guessed === undefined || guessed === null ? "" : JSON.stringify(guessed, null, 2)
  useEffect(() => {
    if (isOwn || guessed === undefined || text === made) return
    setMade(text)
    onMapping(text)
    // A mapping written by the user is not overwritten; only a new guess is taken over.
  }, [guessed, isOwn, made, onMapping, setMade, text])
  return {
    isShown: isTable && !isOwn && text !== "",
    // Until the guess is there, the form lacks the mapping, or what was last said of the columns or the licence.
    isAwaited: isAsked && !isOwn && (state.reading || text !== made),
    card: isAsked ? (
      <TableCard
        state={state}
        choices={choices}
        onChange={(next) => {
          // A new choice means a new guess, which replaces what was written.
          if (isOwn) onMapping("")
          setChoices(next)
        }}
      />
    ) : undefined
  }
}
