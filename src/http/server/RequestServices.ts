import { Context, Effect, Layer } from "effect"
import { HttpApi, HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import { Exchange } from "../edge/Exchange.ts"

/**
 * The services that a request carries. For every request the framework copies those of the server and of the handlers,
 * more than once; copying 60 took a tenth of the time of a response from memory. Handlers get their services when they
 * are created, so that requests carry only what Effect itself looks up (loggers, tracing).
 */

const ofService = /^(?:doorstep|@effect\/sql-pg|effect\/sql)\//

/** Services of the process or the server, which are only needed during startup. */
const ofStart =
  /^~?effect\/(?:cli\/|process\/|(?:FileSystem|Path|Stdio|Terminal|http\/(?:HttpPlatform|Etag\/Generator|HttpRouter|HttpRouter\/RouterConfig))$)/

const isCarried = (key: string): boolean => key === Exchange.key || !(ofService.test(key) || ofStart.test(key))

const kept = <R>(context: Context.Context<R>, alsoKept: ReadonlySet<string> = new Set()): Context.Context<R> =>
  Context.makeUnsafe(new Map(Array.from(context.mapUnsafe).filter(([key]) => isCarried(key) || alsoKept.has(key))))

/** Starts a server whose requests carry the services that they need. */
export const withoutServices = <A, E, R>(serve: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.updateContext(serve, (context: Context.Context<R>) => kept(context))

/** The keys of a group's middleware, which the framework looks up among the services. */
const checksOf = (group: HttpApiGroup.Top): ReadonlySet<string> =>
  new Set(Object.values(group.endpoints).flatMap(({ middlewares }) => Array.from(middlewares, ({ key }) => key)))

/**
 * `HttpApiBuilder.group`, for handlers that take their services when they are created. Queries are decoded up to the
 * first fault, because looking for all faults is only of use in an invalid query. `Validation` refuses unknown
 * parameters before that, and decodes an invalid query again to list its faults, as the contract requires.
 */
export const handlersOf = ((api, name, make) =>
  Layer.fromBuild((memoMap, scope) =>
    Effect.contextWith((services: Context.Context<unknown>) => {
      const group = api.groups[name] as unknown as HttpApiGroup.Top
      const layer = HttpApiBuilder.group(api.annotate(HttpApi.QueryParseOptions, {}), name, (handlers) => {
        const made = make(handlers)
        return Effect.isEffect(made) ? (Effect.provideContext(made, services) as typeof made) : made
      })
      return Effect.updateContext(Layer.buildWithMemoMap(layer, memoMap, scope), () => kept(services, checksOf(group)))
    })
  )) as typeof HttpApiBuilder.group
