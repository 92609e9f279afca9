import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"

/** What can be done with each path. */
export interface Methods {
  /** Methods that a path takes, `OPTIONS` among them; none where there is no such path. */
  readonly of: (path: string) => ReadonlyArray<string>
  /** Records the routes that are added to the router. */
  readonly layer: Layer.Layer<HttpRouter.HttpRouter, never, HttpRouter.HttpRouter>
}

/** The answer to a method that the path does not take. */
export const notTaken = (method: string, methods: ReadonlyArray<string>): string =>
  `This path does not accept the method ${method}. It accepts ${methods.join(", ")}.`

/** A route's path as the router understands it. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.+?^$()[\]\\{}|]/g, "\\$&")
      .replace(/:\w+/g, "[^/]+")
      .replace(/\/\*$/, "(?:/.*)?")}$`
  )

/** In the order in which they are listed. */
const order = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

/** The router does not list its routes, but the answer to a wrong method must name the right ones. */
export const make = (): Methods => {
  const known = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>()
  const note = (method: string, path: string): void => {
    const entry = known.get(path) ?? { pattern: patternOf(path), methods: new Set<string>() }
    known.set(path, entry)
    entry.methods.add(method)
  }
  const of = (path: string): ReadonlyArray<string> => {
    const found = new Set<string>()
    for (const { methods, pattern } of known.values()) {
      if (path === "*" || pattern.test(path)) for (const method of methods) found.add(method)
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
