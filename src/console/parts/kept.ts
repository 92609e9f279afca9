import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"

const keyOf = (name: ReadonlyArray<string>): ReadonlyArray<string> => ["kept", ...name]

/** Browsers ask before they leave the page. */
const askFirst = (event: BeforeUnloadEvent): void => event.preventDefault()

/**
 * State that outlives its form, so that Back, a link or a new sign-in does not lose what was typed. It is kept with what
 * the session has loaded, and goes with it when the user signs out. Reloading or closing the page would lose it, and so
 * browsers ask before they do.
 *
 * @param name tells forms apart; a part of a form has the form's name and one of its own
 */
export const useKept = <T>(name: ReadonlyArray<string>, start: () => T) => {
  const queries = useQueryClient()
  const [value, set] = useState<T>(() => queries.getQueryData<T>(keyOf(name)) ?? start())
  const first = useRef(value)
  const key = JSON.stringify(keyOf(name))
  useEffect(() => {
    if (value === first.current) return
    queries.setQueryData(JSON.parse(key), value)
    window.addEventListener("beforeunload", askFirst)
    return () => window.removeEventListener("beforeunload", askFirst)
  }, [key, queries, value])
  return [value, set] as const
}

/** Forgets a form with all of its parts: it was sent, or given up. */
export const useForget = (name: ReadonlyArray<string>) => {
  const queries = useQueryClient()
  return () => queries.removeQueries({ queryKey: keyOf(name) })
}
