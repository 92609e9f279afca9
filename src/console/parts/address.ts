import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query"
import { useEffect, useMemo } from "react"
import { useLocation } from "wouter"
import { useLocationProperty } from "wouter/use-browser-location"

/** Changes to the query string of the page's URL. */
export type Changes = Readonly<Record<string, string | undefined>>

/** The router decodes the query string once too often, so it is read from the browser. */
export const useSearchText = (): string => useLocationProperty(() => window.location.search)

/**
 * Where a user is within a page is kept in the URL, so that Back, Forward, reloading and sharing work. `go` adds a step
 * to the browser's history; `adjust` changes the current step, for what is typed.
 */
export const useAddress = () => {
  const search = useSearchText()
  const [path, navigate] = useLocation()
  const parameters = useMemo(() => new URLSearchParams(search), [search])
  const write = (changes: Changes, replace: boolean) => {
    // Includes what was written after the last render.
    const next = new URLSearchParams(window.location.search)
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === "") next.delete(name)
      else next.set(name, value)
    }
    const text = next.toString()
    if (text !== new URLSearchParams(window.location.search).toString()) {
      navigate(text === "" ? path : `${path}?${text}`, { replace })
    }
  }
  return {
    parameters,
    go: (changes: Changes) => write(changes, false),
    adjust: (changes: Changes) => write(changes, true)
  }
}

/** A list that the user has extended is as long again after a reload, up to this many pages. */
const MOST_PAGES = 20

/** The pages of a list, as many as the URL says. */
export const usePages = <A, E>(list: UseInfiniteQueryResult<InfiniteData<A>, E>) => {
  const { adjust, parameters } = useAddress()
  const wanted = Math.min(Number(parameters.get("pages") ?? 1) || 1, MOST_PAGES)
  const { data, fetchNextPage, hasNextPage, isError, isFetching } = list
  const count = data?.pages.length ?? 0
  useEffect(() => {
    if (count > 0 && count < wanted && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [count, wanted, hasNextPage, isFetching, isError, fetchNextPage])
  return {
    pages: data?.pages ?? [],
    showMore: () => {
      adjust({ pages: String(count + 1) })
      void fetchNextPage()
    }
  }
}
