import { useSyncExternalStore } from "react"

const KEY = "doorstep.api-token"
const listeners = new Set<() => void>()

/** The token exists in this tab only, until the tab is closed. It never becomes part of a URL. */
const read = (): string => sessionStorage.getItem(KEY) ?? ""

export const setOwnToken = (token: string): void => {
  if (token === "") sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, token)
  for (const listener of listeners) listener()
}

/** The API token that the visitor entered; empty if none. */
export const useOwnToken = (): string =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, read)
