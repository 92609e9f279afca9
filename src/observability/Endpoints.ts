import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { Api } from "../../schemas/Api.ts"
import { AdminApi } from "../../schemas/admin/AdminApi.ts"

/** An endpoint's location, and its name in metrics, traces and logs. */
interface Endpoint {
  readonly name: string
  readonly isPublic: boolean
}

interface Route extends Endpoint {
  readonly method: string
  readonly path: string
}

const routesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  isPublic: boolean
): ReadonlyArray<Route> => {
  const found: Array<Route> = []
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint: { identifier, method, path }, group }) => {
      found.push({ method, path, name: `${isPublic ? "" : "admin."}${group.identifier}.${identifier}`, isPublic })
    }
  })
  return found
}

const routes = [...routesOf(Api, true), ...routesOf(AdminApi, false)]
const hasParameters = ({ path }: Route): boolean => path.includes(":")

/** By method and path, so that the look-up made for every request builds no strings. */
const exact = new Map(
  Array.from(
    Map.groupBy(
      routes.filter((route) => !hasParameters(route)),
      ({ method }) => method
    ),
    ([method, those]) => [method, new Map(those.map((route) => [route.path, route]))] as const
  )
)

const patterns = routes.filter(hasParameters).map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace(/:\w+/g, "[^/]+")}$`)
}))

const other: Endpoint = { name: "other", isPublic: false }
const ofConsole: Endpoint = { name: "console", isPublic: false }

/** The endpoint of a request: one of a few names, whatever path is requested. */
export const endpointOf = (method: string, path: string): Endpoint => {
  const asked = method === "HEAD" ? "GET" : method
  const found = exact.get(asked)?.get(path)
  if (found !== undefined) return found
  for (const { pattern, route } of patterns) if (route.method === asked && pattern.test(path)) return route
  if (path.startsWith("/api/v1/")) return { name: "other", isPublic: true }
  return path === "/console" || path.startsWith("/console/") ? ofConsole : other
}
