import { type ReactNode, useEffect, useState } from "react"
import type { TableQuestion } from "../../../../schemas/admin/Tables.ts"
import type { Draft } from "./optionFields.ts"
import { noChoices, TableCard, type TableChoices } from "../tables/TableCard.tsx"
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
  /** Whether the source reads a table by a mapping. */
  readonly isTable: boolean
  readonly draft: Draft
  readonly onMapping: (mapping: string) => void
}

/**
 * The table that a source of the form reads: what its columns are taken for becomes the mapping, until somebody writes
 * the mapping by hand; then the addresses are those of what is written.
 */
export const useTable = ({
  draft,
  isTable,
  onMapping
}: TableOptions): { readonly isShown: boolean; readonly card: ReactNode } => {
  const location = String(draft["location"] ?? "").trim()
  const mapping = String(draft["mapping"] ?? "").trim()
  const [choices, setChoices] = useState(noChoices)
  /** The mapping that was made last: another in the draft is somebody's own. */
  const [made, setMade] = useState("")
  const isOwn = mapping !== "" && mapping !== made
  const isAsked = isTable && location !== "" && !location.startsWith("[") && (!isOwn || isJson(mapping))
  const state = useTableGuess(
    !isAsked ? undefined : isOwn ? { location, mapping: JSON.parse(mapping) } : questionOf(location, choices)
  )
  const guessed = state.guess?.mapping
  const text = guessed === undefined || guessed === null ? "" : JSON.stringify(guessed, null, 2)
  useEffect(() => {
    if (isOwn || text === "" || text === made) return
    setMade(text)
    onMapping(text)
    // What somebody writes is not overwritten: a new guess alone is taken over.
  }, [isOwn, made, onMapping, text])
  return {
    isShown: isTable && !isOwn && text !== "",
    card: isAsked ? (
      <TableCard
        state={state}
        choices={choices}
        onChange={(next) => {
          // Choosing again is to guess again: what was written gives way.
          if (isOwn) onMapping("")
          setChoices(next)
        }}
      />
    ) : undefined
  }
}
