import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Effect, Layer } from "effect"
import { FetchHttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { useMemo } from "react"
import { Api } from "../../../schemas/Api.ts"
import { Authorization } from "../../../schemas/Authorization.ts"
import { admin, ask } from "./admin.ts"
import { transformResponse } from "./contract.ts"
import { useSession } from "./session.ts"
import { useOwnToken } from "./token.ts"

const make = HttpApiClient.make(Api, { transformResponse })

export type PublicClient = Effect.Success<typeof make>

/**
 * The API as its users see it: every request carries the token, none the administrator's session. A rejected token is
 * renewed once, if that is possible.
 */
const publicClient = (token: string, renew?: (refused: string) => Promise<string>): PublicClient =>
  make.pipe(
    Effect.provide(
      Layer.merge(
        FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { credentials: "omit" }))),
        HttpApiMiddleware.layerClient(Authorization, ({ next, request }) =>
          Effect.flatMap(next(HttpClientRequest.bearerToken(request, token)), (response) =>
            response.status === 401 && renew !== undefined
              ? Effect.matchEffect(
                  Effect.tryPromise(() => renew(token)),
                  {
                    onFailure: () => Effect.succeed(response),
                    onSuccess: (fresh) => next(HttpClientRequest.bearerToken(request, fresh))
                  }
                )
              : Effect.succeed(response)
          )
        )
      )
    ),
    Effect.runSync
  )

const consoleToken = {
  queryKey: ["console-token"],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => ask(admin.session.token(), signal)
} as const

/** The token that this page draws with: the visitor's own, or else one that the console gets for its administrator. */
export const usePublicApi = () => {
  const own = useOwnToken()
  const session = useSession()
  const queries = useQueryClient()
  const issued = useQuery({
    ...consoleToken,
    enabled: own === "" && session.data !== null && session.data !== undefined,
    // The token is valid for an hour.
    staleTime: 50 * 60_000,
    refetchInterval: 50 * 60_000,
    refetchOnWindowFocus: false
  })
  const token = own === "" ? (issued.data?.token ?? "") : own
  const client = useMemo(() => {
    // A session has one token, so the console in another tab has replaced it.
    const renew = async (refused: string) => {
      const current = queries.getQueryData<{ readonly token: string }>(consoleToken.queryKey)?.token
      if (current !== undefined && current !== refused) return current
      return (await queries.fetchQuery({ ...consoleToken, staleTime: 0 })).token
    }
    return publicClient(token, own === "" ? renew : undefined)
  }, [own, queries, token])
  return {
    client,
    /** Identifies the token in query keys without being part of them. */
    tokenKind: own === "" ? ("console" as const) : ("own" as const),
    hasToken: token !== "",
    isPending: own === "" && (session.isPending || issued.isLoading),
    error: issued.error
  }
}

/** The countries with their homes, as the API lists them. */
export const useCountries = () => {
  const { client, hasToken, tokenKind } = usePublicApi()
  return useQuery({
    queryKey: ["countries", tokenKind],
    queryFn: ({ signal }) => ask(client.countries.list(), signal),
    enabled: hasToken
  })
}
