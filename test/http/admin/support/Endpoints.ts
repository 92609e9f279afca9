import { Context, Option } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { AdminApi } from "../../../../schemas/admin/AdminApi.ts"
import { SameSite, SignedIn } from "../../../../schemas/admin/Sessions.ts"

export interface AdminEndpoint {
  readonly name: string
  readonly method: string
  /** With a value in place of each parameter. */
  readonly path: string
  /** Its name in the audit log. */
  readonly action: string
  readonly needsSession: boolean
  readonly needsSameSite: boolean
  readonly hasBody: boolean
}

const fillers: Readonly<Record<string, string>> = { ":country": "US", ":name": "nowhere", ":id": "1" }

/** Every endpoint of the administrator API, from its definition, so that new ones are included. */
export const endpoints: ReadonlyArray<AdminEndpoint> = (() => {
  const found: Array<AdminEndpoint> = []
  HttpApi.reflect(AdminApi, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group, middleware }) => {
      const names = new Set(Array.from(middleware, ({ key }) => key))
      found.push({
        name: `${group.identifier}.${endpoint.identifier}`,
        method: endpoint.method,
        path: endpoint.path.replace(/:\w+/g, (parameter) => fillers[parameter] ?? "1"),
        action: Option.getOrElse(
          Context.getOption(endpoint.annotations, OpenApi.Identifier),
          () => endpoint.identifier
        ),
        needsSession: names.has(SignedIn.key),
        needsSameSite: names.has(SameSite.key),
        hasBody: endpoint.payload.size > 0
      })
    }
  })
  return found
})()
