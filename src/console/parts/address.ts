import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query"
import { useEffect, useMemo } from "react"
import { useLocation } from "wouter"
import { useLocationProperty } from "wouter/use-browser-location"

/** What a page's address says behind its path. */
export type Changes = Readonly<Record<string, string | undefined>>

/** The router decodes what is behind the path once too often, so it is read from the browser. */
export const useSearchText = (): string => useLocationProperty(() => window.location.search)

/**
 * What a person went to within a page lives in the page's address, so that Back, Forward, loading again and sharing
 * work. `go` makes a new step of the browser's history, `adjust` changes the present one: for what is typed.
 */
export const useAddress = () => {
  const search = useSearchText()
  const [path, navigate] = useLocation()
  const parameters = useMemo(() => new URLSearchParams(search), [search])
  const write = (changes: Changes, replace: boolean) => {
    // What was written since this was drawn counts, too.
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

/** A list that somebody made longer is as long again when the page is loaded again, up to this many pages. */
const MOST_PAGES = 20

/** Pages of a list, as many as the address says. */
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
