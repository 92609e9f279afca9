import { Effect, Redacted } from "effect"
import { type QueryClient, skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useCallback } from "react"
import type { Session } from "../../../schemas/admin/Sessions.ts"
import { admin, ask, follow } from "./admin.ts"
import { isFailure } from "./failure.ts"

export const sessionKey = ["session"] as const

const endedKey = ["session-ended"] as const

/** Nobody is signed in any more; whoever was has not asked for it. */
const noteEnd = (queries: QueryClient): null => {
  if (queries.getQueryData<Session | null>(sessionKey)) queries.setQueryData(endedKey, true)
  return null
}

/** Asks to sign in again if a request failed because the session has expired, or was ended elsewhere. */
export const noticeEnd = (queries: QueryClient, error: unknown): void => {
  if (isFailure(error, "SignedOut")) queries.setQueryData(sessionKey, noteEnd(queries))
}

/** Whether somebody was signed in on this page until their session ended. */
export const useHasEnded = (): boolean => useQuery<boolean>({ queryKey: endedKey, queryFn: skipToken }).data ?? false

/** Passes on a stream's events. Streams are no queries, which notice the session's end by themselves. */
export const useFollow = (): typeof follow => {
  const queries = useQueryClient()
  return useCallback(
    (stream, onEvent, signal) =>
      follow(stream, onEvent, signal).catch((error: unknown) => {
        noticeEnd(queries, error)
        throw error
      }),
    [queries]
  )
}

/** Who is signed in; null if nobody is. */
export const useSession = () => {
  const queries = useQueryClient()
  return useQuery<Session | null>({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => (await ask(admin.session.current(), signal)).session ?? noteEnd(queries),
    staleTime: 60_000,
    // Somebody may have signed in or out in another tab.
    refetchOnWindowFocus: "always",
    // Otherwise every component that uses the session would retry after a failure, endlessly.
    retryOnMount: false
  })
}

export type SessionQuery = ReturnType<typeof useSession>

export const useSignIn = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => ask(admin.session.signIn({ payload: { password: Redacted.make(password) } })),
    onSuccess: (session) => {
      queries.setQueryData(sessionKey, session)
      // Only then: what waits for the sign-in waits for as long as nobody is signed in and the session has ended.
      queries.setQueryData(endedKey, false)
    }
  })
}

/** Afterwards, nothing that the session has loaded is left in the page. */
export const useSignOut = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (everywhere: boolean) =>
      Effect.runPromise(everywhere ? admin.session.signOutAll() : admin.session.signOut()),
    onSettled: () => {
      // The queries of these two stay: whoever shows whether somebody is signed in is told of it by them.
      queries.setQueryData(endedKey, false)
      queries.setQueryData(sessionKey, null)
      queries.removeQueries({ predicate: ({ queryKey: [first] }) => first !== sessionKey[0] && first !== endedKey[0] })
      queries.getMutationCache().clear()
    }
  })
}
