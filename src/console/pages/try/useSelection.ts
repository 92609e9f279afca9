import { useDebouncedCallback } from "@mantine/hooks"
import { useCallback, useEffect, useRef, useState } from "react"
import { useLocation } from "wouter"
import { useSearchText } from "../../parts/address.ts"
import { linkOf, placeFields, type Selection, selectionOfLink } from "./Selection.ts"

/** Browsers refuse an address that changes with every letter that is typed. */
const SETTLED_MILLISECONDS = 200

/** What somebody goes back from: another country or place. What is typed or set changes the step that they are at. */
const isStep = (before: Selection, after: Selection): boolean =>
  before.country !== "" &&
  (before.country !== after.country ||
    placeFields.some((field) => before.places[field]?.id !== after.places[field]?.id))

/** The selection, kept in the page's address as well: Back, Forward, loading again and links lead to it. */
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
    // Somebody went back or forth, or followed a link to this page.
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
