import { Effect, Redacted } from "effect"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { Session } from "../../../schemas/admin/Sessions.ts"
import { admin, ask } from "./admin.ts"

export const sessionKey = ["session"] as const

/** Who is signed in; null: nobody. */
export const useSession = () =>
  useQuery<Session | null>({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => (await ask(admin.session.current(), signal)).session ?? null,
    staleTime: 60_000,
    // Every part that asks who is signed in would otherwise ask again after a failure, and so without end.
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

/** After it nothing of what the session has seen is left in the page. */
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
