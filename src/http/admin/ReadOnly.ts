import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { adminErrorStatus } from "../../../schemas/admin/Errors.ts"
import { unchangeable } from "../../snapshot/Mark.ts"

/** What is changed beside the pools: who may use the service. */
const always = /^\/admin\/api\/(?:session|sessions|tokens)(?:\/|$)/

const refusal = HttpServerResponse.jsonUnsafe(
  { error: { code: "CONFLICT", message: `This service serves a snapshot. ${unchangeable}` } },
  { status: adminErrorStatus.CONFLICT }
)

/** Of a service that serves snapshots: refuses what would change pools, or what they are made from. */
export const guard = HttpRouter.middleware(
  Effect.succeed((answer) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ method, url }) =>
      method === "GET" || method === "HEAD" || method === "OPTIONS" || always.test(url.replace(/[?#].*$/, ""))
        ? answer
        : Effect.succeed(refusal)
    )
  )
)
