import { assert, describe, it } from "@effect/vitest"
import { queryFaults } from "../../../src/http/server/QueryText.ts"

describe("a query that cannot be read", () => {
  it.each([
    ["/x", []],
    ["/x?a=1&b=%C3%A4+%26&c", []],
    ["/x?&&a=1&", []],
    ["/x?stra%C3%9Fe=%ff", [["straße", "is not valid percent-encoded UTF-8"]]],
    ["/x?%ff=1", [["%ff", "is not valid percent-encoded UTF-8"]]],
    [
      "/x?=1&a=ü",
      [
        ["", "has a parameter without a name"],
        ["a", "has a character that must be percent-encoded as UTF-8"]
      ]
    ],
    ["/x?a=b=%", [["a", "is not valid percent-encoded UTF-8"]]]
  ] as const)("MUST be told with the names of its parameters: %s", (url, faults) => {
    assert.deepStrictEqual(
      queryFaults(url).map(({ message, path }) => [path, message]),
      faults as never
    )
  })
})
