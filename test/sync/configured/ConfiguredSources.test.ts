import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Schema, Stream } from "effect"
import { SourceError, SourceRegistry } from "../../../sources/DataSource.ts"
import type { SourceType } from "../../../sources/SourceType.ts"
import { ConfiguredSources } from "../../../src/sync/configured/ConfiguredSources.ts"
import { SourceSettings } from "../../../src/sync/configured/SourceSettings.ts"
import { sourceOf } from "../support.ts"

/** A type whose only option is the fingerprint of its source. */
const type: SourceType<never> = {
  type: "made-up",
  summary: "Nothing.",
  options: Schema.Struct({ fingerprint: Schema.String }),
  configure: (name, options) =>
    Schema.decodeUnknownEffect(Schema.Struct({ fingerprint: Schema.String }))(options).pipe(
      Effect.mapError(() => new SourceError({ source: name, reason: "misconfigured", message: "It has none." })),
      Effect.map(({ fingerprint }) => sourceOf(name, () => Stream.empty, { fingerprint: Effect.succeed(fingerprint) }))
    )
}

/** With what the registry has: each source's name and fingerprint, and whether it is enabled. */
const openedOn = Effect.fnUntraced(function* (settings: Layer.Layer<SourceSettings>) {
  const context = yield* Layer.build(
    Layer.fresh(
      ConfiguredSources.layerNoDeps<never>([type], (effect) => effect).pipe(
        Layer.provideMerge(SourceRegistry.layer),
        Layer.provide(settings)
      )
    )
  )
  const registry = Context.get(context, SourceRegistry)
  const registered = Effect.flatMap(registry.all, (all) =>
    Effect.forEach(all, ({ fingerprint, manifest: { name } }) =>
      Effect.map(Effect.all([fingerprint, registry.isEnabled(name)]), (told) => [name, ...told])
    )
  )
  return { configured: Context.get(context, ConfiguredSources), registered }
})

const opened = openedOn(SourceSettings.layerMemory)

const setting = (name: string, fingerprint: string) =>
  ({ name, type: "made-up", options: { fingerprint }, configuredBy: "command" }) as const

describe("A configured source", () => {
  it.effect("MUST be in the registry as it was last configured, as soon as that is done", () =>
    Effect.gen(function* () {
      const { configured, registered } = yield* opened
      yield* configured.add(setting("alpha", "1"))
      assert.deepStrictEqual(yield* registered, [["alpha", "1", true]])
      yield* configured.add(setting("beta", "1"))
      yield* configured.edit({ name: "alpha", options: { fingerprint: "2" }, configuredBy: "command" })
      assert.deepStrictEqual(yield* registered, [
        ["alpha", "2", true],
        ["beta", "1", true]
      ])
      yield* configured.setEnabled("beta", false)
      assert.deepStrictEqual(yield* registered, [
        ["alpha", "2", true],
        ["beta", "1", false]
      ])
      yield* configured.remove("alpha")
      assert.deepStrictEqual(yield* registered, [["beta", "1", false]])
    }).pipe(Effect.scoped)
  )

  it.effect("MUST stay in the registry when a look at the settings from before it ends after it", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const gate = yield* Deferred.make<void>()
      const first = Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(gate))
      const slow = Effect.map(SourceSettings, (settings) => ({
        ...settings,
        disabled: Effect.flatMap(Deferred.isDone(begun), (later) =>
          later ? settings.disabled : Effect.andThen(first, settings.disabled)
        )
      }))
      const { configured, registered } = yield* openedOn(
        Layer.provide(Layer.effect(SourceSettings, slow), Layer.fresh(SourceSettings.layerMemory))
      )
      const look = yield* Effect.forkChild(configured.refresh)
      yield* Deferred.await(begun)
      const added = yield* Effect.forkChild(configured.add(setting("alpha", "1")))
      // Unless it waits for the look, it is done by then.
      for (let turns = 0; turns < 20; turns++) yield* Effect.yieldNow
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(look)
      yield* Fiber.join(added)
      assert.deepStrictEqual(yield* registered, [["alpha", "1", true]])
    }).pipe(Effect.scoped)
  )

  it.effect("MUST stay as it is where what is asked of it cannot be", () =>
    Effect.gen(function* () {
      const { configured, registered } = yield* opened
      yield* configured.add(setting("alpha", "1"))
      const refused = [
        configured.add(setting("alpha", "2")),
        configured.add(setting("Alpha", "2")),
        configured.add({ ...setting("beta", "2"), type: "unheard-of" }),
        configured.edit({ name: "alpha", options: {}, configuredBy: "command" }),
        configured.edit({ name: "beta", options: { fingerprint: "2" }, configuredBy: "command" }),
        Effect.as(configured.remove("beta"), undefined),
        Effect.as(configured.setEnabled("beta", false), undefined)
      ]
      const reasons = yield* Effect.forEach(refused, (one) =>
        Effect.map(Effect.flip(one), (error) => (error._tag === "SourceRefused" ? error.reason : error._tag))
      )
      assert.deepStrictEqual(reasons, [
        "NameTaken",
        "InvalidName",
        "UnknownType",
        "Misconfigured",
        "NotConfigured",
        "NotConfigured",
        "NotConfigured"
      ])
      assert.deepStrictEqual(yield* registered, [["alpha", "1", true]])
    }).pipe(Effect.scoped)
  )
})
