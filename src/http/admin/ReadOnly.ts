import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { adminErrorStatus } from "../../../schemas/admin/Errors.ts"
import { unchangeable } from "../../snapshot/Mark.ts"
import { pathOf, routedPath } from "../edge/Paths.ts"

/** Groups that do not change pools, but only who may use the service. */
const always = /^\/admin\/api\/(?:session|sessions|tokens)(?:\/|$)/

const refusal = HttpServerResponse.jsonUnsafe(
  { error: { code: "CONFLICT", message: `This service serves a snapshot. ${unchangeable}` } },
  { status: adminErrorStatus.CONFLICT }
)

/** For a service that serves snapshots: refuses what would change pools or their sources. */
export const guard = HttpRouter.middleware(
  Effect.succeed((answer) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ method, url }) =>
      method === "GET" || method === "HEAD" || method === "OPTIONS" || always.test(routedPath(pathOf(url)) ?? "")
        ? answer
        : Effect.succeed(refusal)
    )
  )
)
