import { assert, it } from "@effect/vitest"
import { Headers } from "effect/http"
import { cookiesOf } from "../../../src/http/edge/Cookies.ts"

it.each([
  ["session=a", ["a"]],
  ["other=x; session=a", ["a"]],
  // Another site of the domain has set one as well.
  ["session=a; session=b", ["a", "b"]],
  ["session=a=b;session=", ["a=b", ""]],
  ["my-session=x; session2=y; x=session=z", []],
  ["session", []],
  [undefined, []]
] as const)("MUST be all that the header has of that name, and of no other: %j", (cookie, values) => {
  const headers = Headers.fromInput(cookie === undefined ? {} : { cookie })
  assert.deepStrictEqual(cookiesOf(headers, "session"), values)
})
