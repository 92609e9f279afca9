import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SourceSettings } from "../../../src/sync/configured/SourceSettings.ts"
import { database, emptied } from "../../properties/Houses.ts"

const opened = {
  memory: Effect.map(Layer.build(Layer.fresh(SourceSettings.layerMemory)), (context) =>
    Context.get(context, SourceSettings)
  ),
  postgres: Effect.andThen(
    emptied,
    Effect.map(Layer.build(Layer.fresh(SourceSettings.layerNoDeps)), (context) => Context.get(context, SourceSettings))
  )
}

for (const [name, open] of Object.entries(opened)) {
  layer(database)(`Configured sources in ${name}`, (it) => {
    it.effect("MUST be disabled, enabled, changed and removed each for itself", () =>
      Effect.gen(function* () {
        const settings = yield* open
        const setting = (name: string) =>
          ({ name, type: "file", options: { location: name }, configuredBy: "command" }) as const
        const names = Effect.map(settings.list, (all) => all.map((one) => one.name))
        const disabled = Effect.map(settings.disabled, (all) => Array.from(all).toSorted())
        for (const one of ["alpha", "beta", "gamma"]) assert.isTrue(yield* settings.add(setting(one)))
        assert.isFalse(yield* settings.add({ ...setting("alpha"), type: "register" }))
        assert.deepStrictEqual(yield* names, ["alpha", "beta", "gamma"])

        for (const one of ["alpha", "beta", "beta", "starter"]) yield* settings.setEnabled(one, false)
        assert.deepStrictEqual(yield* disabled, ["alpha", "beta", "starter"])
        yield* settings.setEnabled("alpha", true)
        yield* settings.setEnabled("gamma", true)
        assert.deepStrictEqual(yield* disabled, ["beta", "starter"])

        assert.isTrue(yield* settings.setOptions({ name: "gamma", options: { a: 1 }, configuredBy: "console" }))
        assert.isFalse(yield* settings.setOptions({ name: "delta", options: {}, configuredBy: "console" }))
        assert.deepStrictEqual(
          (yield* settings.list).map(({ configuredBy, options }) => [configuredBy, options]),
          [
            ["command", { location: "alpha" }],
            ["command", { location: "beta" }],
            ["console", { a: 1 }]
          ]
        )

        assert.isTrue(yield* settings.remove("beta"))
        assert.isFalse(yield* settings.remove("beta"))
        assert.deepStrictEqual(yield* names, ["alpha", "gamma"])
        assert.deepStrictEqual(yield* disabled, ["starter"])
      })
    )
  })
}
