import { useDebouncedCallback } from "@mantine/hooks"
import { useCallback, useEffect, useRef, useState } from "react"
import { useLocation } from "wouter"
import { useSearchText } from "../../parts/address.ts"
import { linkOf, placeFields, type Selection, selectionOfLink } from "./Selection.ts"

/** Browsers limit how often a page may change its URL, so not with every letter typed. */
const SETTLED_MILLISECONDS = 200

/**
 * Whether a change is a step of the browser's history: another country or place. Anything else changes the current
 * step.
 */
const isStep = (before: Selection, after: Selection): boolean =>
  before.country !== "" &&
  (before.country !== after.country ||
    placeFields.some((field) => before.places[field]?.id !== after.places[field]?.id))

/** The selection, also kept in the page's URL, so that Back, Forward, reloading and links work. */
export const useSelection = () => {
  const search = useSearchText()
  const [, navigate] = useLocation()
  const [selection, setSelection] = useState(() => selectionOfLink(search))
  const newest = useRef(selection)
  const known = useRef(search)

  const write = useCallback(
    (replace: boolean) => {
      navigate(linkOf(newest.current), { replace })
      known.current = window.location.search
    },
    [navigate]
  )
  const settle = useDebouncedCallback(() => write(true), SETTLED_MILLISECONDS)

  useEffect(() => {
    // The user went back or forward, or followed a link to this page.
    if (search === known.current) return
    known.current = search
    newest.current = selectionOfLink(search)
    setSelection(newest.current)
  }, [search])

  const change = useCallback(
    (of: (selection: Selection) => Selection) => {
      const before = newest.current
      newest.current = of(before)
      setSelection(newest.current)
      if (isStep(before, newest.current)) write(false)
      else settle()
    },
    [settle, write]
  )
  return [selection, change] as const
}
