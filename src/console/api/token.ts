import { useSyncExternalStore } from "react"

const KEY = "doorstep.api-token"
const listeners = new Set<() => void>()

/** The token lives in this tab alone and goes when the tab is closed. It never becomes a part of an address. */
const read = (): string => sessionStorage.getItem(KEY) ?? ""

export const setOwnToken = (token: string): void => {
  if (token === "") sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, token)
  for (const listener of listeners) listener()
}

/** The API token that the visitor gave; empty where there is none. */
export const useOwnToken = (): string =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, read)
