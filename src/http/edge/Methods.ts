import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { routedPath } from "./Paths.ts"

/** The methods that each path accepts. */
export interface Methods {
  /** The methods of a path as it was requested, including `OPTIONS`; none if there is no such path. */
  readonly of: (path: string) => ReadonlyArray<string>
  /** Records the routes that are added to the router. */
  readonly layer: Layer.Layer<HttpRouter.HttpRouter, never, HttpRouter.HttpRouter>
}

/** The message for a method that the path does not accept. */
export const notTaken = (method: string, methods: ReadonlyArray<string>): string =>
  `This path does not accept the method ${method}. It accepts ${methods.join(", ")}.`

/** A route's path, as the router matches it. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.+?^$()[\]\\{}|]/g, "\\$&")
      .replace(/:\w+/g, "[^/]+")
      .replace(/\/\*$/, "(?:/.*)?")}$`,
    "s"
  )

/** The order in which they are listed. */
const order = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

/**
 * Needed because the router does not list its routes, while the response to a wrong method must name the right ones.
 */
export const make = (): Methods => {
  const known = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>()
  const note = (method: string, path: string): void => {
    const entry = known.get(path) ?? { pattern: patternOf(path), methods: new Set<string>() }
    known.set(path, entry)
    entry.methods.add(method)
  }
  const of = (path: string): ReadonlyArray<string> => {
    const routed = routedPath(path)
    if (routed === undefined) return []
    const found = new Set<string>()
    for (const { methods, pattern } of known.values()) {
      if (routed === "*" || pattern.test(routed)) for (const method of methods) found.add(method)
    }
    if (found.size === 0) return []
    if (found.has("GET")) found.add("HEAD")
    return order.filter((method) => method === "OPTIONS" || found.has(method))
  }
  const layer = Layer.effect(
    HttpRouter.HttpRouter,
    Effect.map(HttpRouter.HttpRouter, (router) =>
      HttpRouter.HttpRouter.of({
        ...router,
        add: (method, path, handler, options) => {
          note(method, path)
          return router.add(method, path, handler, options)
        },
        addAll: (routes) => {
          for (const { method, path } of routes) note(method, path)
          return router.addAll(routes)
        }
      })
    )
  )
  return { of, layer }
}
