import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { Api } from "../../schemas/Api.ts"
import { AdminApi } from "../../schemas/admin/AdminApi.ts"

/** An endpoint's location, and its name in metrics, traces and logs. */
interface Endpoint {
  readonly name: string
  readonly isPublic: boolean
}

/** By method and path, so that the look-up made for every request builds no strings. */
const exact = new Map<string, Map<string, Endpoint>>()
const patterns: Array<readonly [RegExp, string, Endpoint]> = []

const collect = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  isPublic: boolean
): void => {
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group }) => {
      const { method, path } = endpoint
      const known = { name: `${isPublic ? "" : "admin."}${group.identifier}.${endpoint.identifier}`, isPublic }
      if (path.includes(":")) {
        patterns.push([new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`), method, known])
      } else {
        exact.set(method, (exact.get(method) ?? new Map<string, Endpoint>()).set(path, known))
      }
    }
  })
}

collect(Api, true)
collect(AdminApi, false)

const other: Endpoint = { name: "other", isPublic: false }
const ofConsole: Endpoint = { name: "console", isPublic: false }

/** The endpoint of a request: one of a few names, whatever path is requested. */
export const endpointOf = (method: string, path: string): Endpoint => {
  const asked = method === "HEAD" ? "GET" : method
  const found = exact.get(asked)?.get(path)
  if (found !== undefined) return found
  for (const [pattern, of, known] of patterns) if (of === asked && pattern.test(path)) return known
  if (path.startsWith("/api/v1/")) return { name: "other", isPublic: true }
  return path === "/console" || path.startsWith("/console/") ? ofConsole : other
}
