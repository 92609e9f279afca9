import { Effect, Redacted } from "effect"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { Session } from "../../../schemas/admin/Sessions.ts"
import { admin, ask } from "./admin.ts"

export const sessionKey = ["session"] as const

/** Who is signed in; null if nobody is. */
export const useSession = () =>
  useQuery<Session | null>({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => (await ask(admin.session.current(), signal)).session ?? null,
    staleTime: 60_000,
    // Otherwise every component that uses the session would retry after a failure, endlessly.
    retryOnMount: false
  })

export type SessionQuery = ReturnType<typeof useSession>

export const useSignIn = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => ask(admin.session.signIn({ payload: { password: Redacted.make(password) } })),
    onSuccess: (session) => queries.setQueryData(sessionKey, session)
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
