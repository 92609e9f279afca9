import { assert, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { testSource } from "../../../src/sync/configured/SourceTest.ts"
import { homes, sourceOf } from "../support.ts"

const { fingerprint } = sourceOf("alpha", () => Stream.empty)

it.effect.each([
  ["throws", () => Stream.die(new Error("boom")), fingerprint, "The source broke down: boom"],
  [
    "dies as it closes",
    () => Stream.ensuring(Stream.fromIterable(homes(3)), Effect.die("closed twice")),
    fingerprint,
    "The source broke down: closed twice"
  ],
  [
    "interrupts itself",
    () => Stream.fromIterable(homes(3)),
    Effect.interrupt,
    "The source broke down: the source interrupted itself"
  ]
] as const)("A test of a source MUST say that it %s", ([, records, fingerprint, message]) =>
  Effect.gen(function* () {
    const events = yield* Stream.runCollect(testSource(sourceOf("alpha", records, { fingerprint })))
    assert.deepStrictEqual(events.at(-1), { type: "failed", message })
  })
)
