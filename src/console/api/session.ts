import { Effect, Redacted } from "effect"
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { Session } from "../../../schemas/admin/Sessions.ts"
import { admin, ask } from "./admin.ts"

export const sessionKey = ["session"] as const

const endedKey = ["session-ended"] as const

/** Nobody is signed in any more; whoever was has not asked for it. */
const noteEnd = (queries: QueryClient): null => {
  if (queries.getQueryData<Session | null>(sessionKey)) queries.setQueryData(endedKey, true)
  return null
}

/** The service no longer knows the session: it has expired, or was ended elsewhere. */
export const endSession = (queries: QueryClient): void => {
  queries.setQueryData(sessionKey, noteEnd(queries))
}

/** Whether somebody was signed in on this page until their session ended. */
export const useHasEnded = (): boolean => {
  const queries = useQueryClient()
  return useState(() => queries.getQueryData(endedKey) === true)[0]
}

/** Who is signed in; null if nobody is. */
export const useSession = () => {
  const queries = useQueryClient()
  return useQuery<Session | null>({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => (await ask(admin.session.current(), signal)).session ?? noteEnd(queries),
    staleTime: 60_000,
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
      queries.removeQueries({ queryKey: endedKey })
      queries.setQueryData(sessionKey, session)
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
      queries.clear()
      queries.setQueryData(sessionKey, null)
    }
  })
}
