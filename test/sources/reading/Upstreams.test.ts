import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { isAllowed } from "../../../sources/reading/Hosts.ts"
import { usualUpstreams } from "../../../sources/reading/Upstreams.ts"
import { sourceAccess, upstreams } from "../../../src/settings/Reading.ts"

const set = (settings: Readonly<Record<string, string>>) => ConfigProvider.layer(ConfigProvider.fromUnknown(settings))

describe("mirrors of the upstreams", () => {
  it.effect("MUST be the publishers' own servers unless set, without a trailing slash", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Effect.provide(upstreams, set({ GEOFABRIK_URL: " " })), usualUpstreams)
      const mirrored = yield* Effect.provide(upstreams, set({ OVERTURE_STAC_URL: "http://10.1.2.3:9000/stac/" }))
      assert.deepStrictEqual(mirrored, { ...usualUpstreams, overtureStac: "http://10.1.2.3:9000/stac" })
    })
  )

  it.effect("MUST be readable by sources of the console wherever they are, but no other port of their host", () =>
    Effect.gen(function* () {
      const settings = { GEOFABRIK_URL: "http://10.1.2.3:9000/osm", GEONAMES_URL: "https://files.intern" }
      const { hosts } = yield* Effect.provide(sourceAccess, set(settings))
      assert.deepStrictEqual(hosts, [
        { host: "10.1.2.3", port: 9000 },
        { host: "files.intern", port: 443 }
      ])
      assert.isTrue(isAllowed(hosts, "10.1.2.3", 9000, "10.1.2.3"))
      assert.isFalse(isAllowed(hosts, "10.1.2.3", 9001, "10.1.2.3"))
      assert.isTrue(isAllowed(hosts, "files.intern", 443, "10.0.0.7"))
      assert.deepStrictEqual((yield* Effect.provide(sourceAccess, set({}))).hosts, [])
    })
  )

  it.effect("MUST be refused with passwords, which derived URLs would show", () =>
    Effect.gen(function* () {
      const settings = set({ GEOFABRIK_URL: "https://me:hunter2@mirror.example.org" })
      const { message } = yield* Effect.flip(Effect.provide(upstreams, settings))
      assert.match(message, /^GEOFABRIK_URL must be the address of a mirror/)
      assert.notInclude(message, "hunter2")
    })
  )
})
