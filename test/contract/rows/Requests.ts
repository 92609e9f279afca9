import { Effect } from "effect"
import type { Operation } from "../../../properties/OpenApi.ts"
import { type CallOptions, Deployment } from "../Deployment.ts"

/** A request to which an endpoint responds with 200. */
interface Request {
  readonly path: string
  readonly options: CallOptions
}

/** The endpoints of the interface, below `/api/v1`, with the scope that each requires. */
export const scopes: Readonly<Record<string, "public" | "read" | "generate">> = {
  "GET /health": "public",
  "GET /ready": "public",
  "GET /countries": "read",
  "GET /availability": "read",
  "GET /client-context": "read",
  "GET /locations/search": "read",
  "GET /locations/hierarchy": "read",
  "GET /generate": "generate",
  "POST /generate/batch": "generate",
  "GET /addresses/{id}": "read",
  "POST /address-translation": "generate",
  "GET /coverage": "read",
  "GET /data-health": "read"
}

const nameOf = ({ method, path }: Operation): string => `${method} ${path.replace("/api/v1", "")}`

/** A valid request to each endpoint that the service describes. */
export const goodRequests = Effect.map(Deployment, ({ addresses, country, openApi }) => {
  const [address] = addresses
  const parameters: Readonly<Record<string, Request>> = {
    "GET /locations/hierarchy": { path: `/locations/hierarchy?country=${country}&childType=region`, options: {} },
    "GET /client-context": { path: "/client-context?ip=127.0.0.1", options: {} },
    "GET /generate": { path: `/generate?country=${country}`, options: {} },
    "POST /generate/batch": { path: "/generate/batch", options: { body: { count: 1, filters: { country } } } },
    "GET /addresses/{id}": { path: `/addresses/${address!.id}`, options: {} },
    "POST /address-translation": {
      path: "/address-translation",
      options: { body: { addressId: address!.id, targetLocale: "en" } }
    }
  }
  return openApi.operations.map((operation) => {
    const name = nameOf(operation)
    return { name, operation, ...(parameters[name] ?? { path: name.slice(name.indexOf("/")), options: {} }) }
  })
})

/** The requests that need a token. */
export const authenticatedRequests = Effect.map(goodRequests, (requests) =>
  requests.filter(({ operation }) => !operation.isPublic)
)
