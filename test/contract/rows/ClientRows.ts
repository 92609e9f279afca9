import { Effect } from "effect"
import assert from "node:assert/strict"
import { isCountryCode } from "../../../schemas/CountryCodes.ts"
import type { ClientContext } from "../../../schemas/ClientContext.ts"
import type { DataHealth } from "../../../schemas/Reports.ts"
import { type Answer, Deployment } from "../Deployment.ts"
import { ask, call, dataOf, errorOf, generate, path, refused, search, skip, table } from "./Asking.ts"

/** Google's resolver: every database has some place for it. */
const wellKnown = "8.8.8.8"

/** A response that needs a GeoIP database. Without one it must be a 503, and data-health must say why. */
export const needingGeoIp = Effect.fnUntraced(function* (answer: Answer) {
  if (answer.status !== 503) return answer
  errorOf(answer, "SERVICE_UNAVAILABLE")
  const { configurationErrors, healthy } = yield* ask<DataHealth>("/data-health")
  assert.equal(healthy, false)
  assert.ok(configurationErrors.some((error) => error.path === "GEOIP_DATABASE"))
  return yield* skip("The deployment has no GeoIP database.")
})

const contextOf = Effect.fnUntraced(function* (ip: string | undefined, headers: Readonly<Record<string, string>> = {}) {
  return dataOf<ClientContext>(yield* needingGeoIp(yield* call(path("/client-context", { ip }), { headers })))
})

/** The context of an IP address that resolves to a place. */
const somewhere = Effect.flatMap(Deployment, ({ setup }) => contextOf(setup.located?.ip ?? wellKnown))

const nowhere = { country: "", region: "", city: "", matchLevel: "none" }

/** Addresses without a place: private, loopback, documentation, unassigned. */
const placeless = ["10.0.0.1", "127.0.0.1", "203.0.113.7", "::1", "fd00::1", "::ffff:192.168.1.1"]

/** Checks that a place in the context, if the catalog has it, works as a filter. */
const usable = (level: "region" | "city") =>
  Effect.gen(function* () {
    const { setup } = yield* Deployment
    const context = yield* somewhere
    assert.equal(
      context[level] !== "",
      ["city", ...(level === "region" ? ["region"] : [])].includes(context.matchLevel)
    )
    if (setup.located === undefined) return
    assert.equal(context[level], setup.located[level])
    const { country } = context
    const { items } = yield* search({ country, field: level, q: context[level], residential: true })
    const item = items.find(({ value }) => value === context[level])
    assert.ok(item !== undefined && item.availableCount > 0)
    const { result } = yield* generate({ country, [level]: context[level] })
    assert.equal(result.address.components[level], context[level])
  })

export const clientRows = [
  ...table(import.meta.url, "Client context (`data`)", {
    "country | string | country code": Effect.gen(function* () {
      const { setup } = yield* Deployment
      const { country } = yield* somewhere
      assert.ok(isCountryCode(country))
      if (setup.located !== undefined) assert.equal(country, setup.located.country)
    }),
    "region | string": usable("region"),
    "city | string": usable("city"),

    "matchLevel | string | observed value: city; the full set of match levels: not shown.": Effect.gen(function* () {
      const { matchLevel } = yield* somewhere
      assert.ok(["city", "region", "country"].includes(matchLevel))
      for (const ip of placeless) assert.deepEqual(yield* contextOf(ip), nowhere)
    })
  }),

  ...table(import.meta.url, "GET /api/v1/client-context", {
    "ip | query | string | no | IPv4 or IPv6; when omitted the request's own IP is used": Effect.gen(function* () {
      const { setup } = yield* Deployment
      const found = yield* contextOf(setup.located?.ip ?? wellKnown)
      assert.deepEqual(yield* contextOf(`::ffff:${setup.located?.ip ?? wellKnown}`), found)
      for (const ip of ["", "localhost", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.4/8", "::1::", "x".repeat(65)]) {
        yield* refused(path("/client-context", { ip }), "ip")
      }
      yield* refused("/client-context?ip=8.8.8.8&ip=8.8.8.8", "ip")
      yield* contextOf(undefined)
      if (setup.believesForwarded !== true) return
      assert.deepEqual(yield* contextOf(undefined, { "x-forwarded-for": setup.located?.ip ?? wellKnown }), found)
      assert.deepEqual(yield* contextOf("127.0.0.1", { "x-forwarded-for": wellKnown }), nowhere)
    })
  })
]
