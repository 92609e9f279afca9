import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as World from "./support/AdminWorld.ts"
import { operations } from "./support/Members.ts"

const { AdminWorld } = World

const ids = { tokens: "tok_0123456789abcdef", suppressions: "sup_0123456789abcdef" }

/** The path with valid parameters, save the given ones. */
const filled = (path: string, given: Readonly<Record<string, string>> = {}) => {
  const id = Object.entries(ids).find(([list]) => path.includes(`/${list}/`))?.[1] ?? "1"
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? (name === "country" ? "US" : id))
}

layer(World.layer, { excludeTestServices: true })("texts that reach the console", (it) => {
  const refused = Effect.fnUntraced(function* (path: string, options: World.CallOptions, place: string) {
    const { call, cookie } = yield* AdminWorld
    const { body, status, text } = yield* call(path, { cookie, ...options })
    assert.strictEqual(status, 400, `${options.method} ${path} ${place}: ${text}`)
    const paths = body.error.details.map((detail: { readonly path: string }) => detail.path)
    assert.include(paths, place, `${options.method} ${path}: ${text}`)
  })

  it.effect("MUST be refused with U+0000, naming the parameter", () =>
    Effect.gen(function* () {
      let count = 0
      for (const { members, method, parameters, path } of operations) {
        for (const { in: where, name } of parameters) {
          count++
          const whole = where === "path" ? filled(path, { [name]: "a%00b" }) : `${filled(path)}?${name}=a%00b`
          yield* refused(whole, { method, ...(members.length > 0 && { body: {} }) }, name)
        }
      }
      assert.isAbove(count, 30)
    })
  )

  it.effect("MUST be refused with U+0000 or half a character, naming the member of the body", () =>
    Effect.gen(function* () {
      let count = 0
      for (const { members, method, path } of operations) {
        // A password is hashed and compared, and never stored.
        for (const member of members.filter((one) => one.isText && one.path !== "password")) {
          count++
          for (const text of ["a\0b", "a\ud800b"]) {
            yield* refused(filled(path), { method, body: member.body(text) }, member.path)
          }
        }
      }
      assert.isAbove(count, 20)
    })
  )

  it.effect("MUST be refused with more levels than any options have, before each is looked at with all above it", () =>
    Effect.gen(function* () {
      const { call, cookie } = yield* AdminWorld
      const nested = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`)
      for (const [path, body, place] of [
        ["/admin/api/sources", { name: "deep", type: "file", options: { location: nested(4_000) } }, "options"],
        ["/admin/api/table-guesses", { location: "a.csv", mapping: nested(4_000) }, "mapping"]
      ] as const) {
        const answer = yield* call(path, { cookie, body })
        assert.strictEqual(answer.status, 400, answer.text)
        assert.include(answer.body.error.message, `${place} must have at most 100 nested levels`)
      }
    })
  )
})
