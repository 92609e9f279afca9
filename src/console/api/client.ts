import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query"
import { noticeEnd } from "./session.ts"

/** What the pages have loaded, and how they load it. */
export const makeQueries = (): QueryClient => {
  const onError = (error: unknown) => noticeEnd(queries, error)
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The service itself says when a retry may succeed, and every failure is shown with a retry button.
        retry: false,
        staleTime: 5000,
        // A page that waits for a new sign-in needs what it showed, however long that takes.
        gcTime: Infinity,
        refetchOnWindowFocus: true,
        // The service is often on this machine, and reached without the network that the browser misses.
        networkMode: "always",
        refetchOnReconnect: true
      },
      mutations: { networkMode: "always" }
    }
  })
  return queries
}
