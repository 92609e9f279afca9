import { assert, describe, it } from "@effect/vitest"
import { changesAmong } from "../../../src/sync/publish/changes/Changes.ts"

type Differences = Parameters<typeof changesAmong>[1]
type Side = NonNullable<Differences[number]["after"]>

const address = (more: object = {}) =>
  ({
    id: "us-1",
    formattedAddress: "1 Oak Street",
    components: { houseNumber: "1", street: "Oak Street", region: "Georgia", country: "United States" },
    coordinates: { latitude: 1, longitude: 2 },
    ...more
  }) as unknown as Side

describe("An example of a change", () => {
  const membersOf = (before: Side, after: Side) =>
    changesAmong("pool", [{ kind: "changed", key: 1n, before, after }], false)?.examples[0]?.members

  it("MUST name what has come, gone and changed, and nothing that changes with every record", () => {
    const { coordinates: _, ...without } = address()
    assert.deepStrictEqual(membersOf(address(), without as Side), ["coordinates"])
    assert.deepStrictEqual(membersOf(without as Side, address()), ["coordinates"])
    assert.deepStrictEqual(membersOf(address(), address({ language: "en" })), ["language"])
    assert.deepStrictEqual(
      membersOf(
        address(),
        address({ components: { houseNumber: "1", street: "Elm Street", country: "United States" } })
      ),
      ["region", "street"]
    )
    assert.deepStrictEqual(membersOf(address(), address({ id: "us-2", formattedAddress: "x", lines: ["x"] })), [])
  })
})
