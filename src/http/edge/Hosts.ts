import { Config, Effect, Schema } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { isIP } from "node:net"
import { quoted } from "../../../schemas/Quoted.ts"
import { ClientIp } from "../../geoip/ClientIp.ts"
import { errorAnswer } from "./ErrorAnswer.ts"
import { originOf } from "./RequestIp.ts"

/** `PUBLIC_HOSTS` cannot be understood: the service does not start. */
class HostsSettingError extends Schema.TaggedError<HostsSettingError>()("HostsSettingError", {
  setting: Schema.Literal("PUBLIC_HOSTS"),
  message: Schema.String
}) {}

const hostName = /^\.?(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/

/** `PUBLIC_HOSTS`: names that people reach the service by, comma-separated; `.example.com` also means all below it. */
export const publicHosts = Effect.gen(function* () {
  const text = yield* Config.withDefault(Config.String("PUBLIC_HOSTS"), "")
  const hosts = text.split(",").flatMap((host) => host.trim().toLowerCase() || [])
  const wrong = hosts.find((host) => !hostName.test(host))
  if (wrong === undefined) return hosts
  return yield* new HostsSettingError({
    setting: "PUBLIC_HOSTS",
    message:
      `PUBLIC_HOSTS must be names such as doorstep.example.com, or .example.com for all below it, without port, ` +
      `separated by commas; ${quoted(wrong)} is not one.`
  })
})

/** The name or address of a header `Host`, without port, brackets and the dot at its end. */
const nameOf = (host: string): string => {
  const [, bracketed, plain = ""] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host.trim().toLowerCase()) ?? []
  return bracketed ?? plain.replace(/\.$/, "")
}

/**
 * Whether a page that a browser has loaded from this host is the service's own. Another site can have its name lead to
 * this machine, and its pages then share an origin with what answers there (DNS rebinding). That takes a name: an address
 * is always what it says, and `localhost` is looked up by nobody.
 */
export const isOwnHost = (host: string, known: ReadonlyArray<string>): boolean => {
  const name = nameOf(host)
  if (isIP(name) !== 0 || name === "localhost" || name.endsWith(".localhost")) return true
  return known.some((one) => (one.startsWith(".") ? name === one.slice(1) || name.endsWith(one) : name === one))
}

const shown = (host: string): string => JSON.stringify(host.length > 80 ? `${host.slice(0, 80)}…` : host)

const refusal = (host: string) =>
  errorAnswer(
    "MISDIRECTED_REQUEST",
    `${shown(host)} is not a name under which the console, administrator API and metrics are served. ` +
      "If the service has this name, add it to the setting PUBLIC_HOSTS; otherwise use localhost or an IP address."
  )

/** These answer only under the service's own names: what a signed-in browser, or one on this machine, may see. */
export const guard = HttpRouter.middleware(
  Effect.gen(function* () {
    const hosts = yield* publicHosts
    const host = yield* Config.withDefault(Config.String("HOST"), "")
    const known = [...hosts, host.trim().toLowerCase()].filter((name) => name !== "")
    const clientIp = yield* ClientIp

    /** Only a trusted proxy is believed about the host that the browser asked for. */
    const hostOf = (request: HttpServerRequest.HttpServerRequest): string | undefined => {
      const forwarded = request.headers["x-forwarded-host"]
      return forwarded !== undefined && clientIp.isProxied(originOf(request))
        ? forwarded.split(",").at(-1)
        : request.headers["host"]
    }

    return (answer) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        // Browsers always send a host.
        const host = hostOf(request)
        return host === undefined || isOwnHost(host, known) ? answer : Effect.succeed(refusal(host.trim()))
      })
  })
)
