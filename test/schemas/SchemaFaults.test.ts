import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { schemaFaults } from "../../schemas/SchemaFaults.ts"

const Options = Schema.Struct({
  location: Schema.String,
  columns: Schema.Struct({ street: Schema.String, postcode: Schema.String })
})

const faultsOf = (given: unknown) =>
  Schema.decodeUnknownEffect(Options)(given, { onExcessProperty: "error", errors: "all" }).pipe(
    Effect.flip,
    Effect.map(({ issue }) => schemaFaults(issue))
  )

describe("faults that a schema finds", () => {
  it.effect("MUST name each member, and read as sentences without a schema's words", () =>
    Effect.gen(function* () {
      assert.sameMembers(Array.from(yield* faultsOf({ locaton: "a.csv", columns: { street: 3 } })), [
        "location is missing",
        "locaton is not known here",
        "columns.postcode is missing",
        "columns.street: Expected string"
      ])
    })
  )

  it.effect("MUST say what a value of another kind should have been", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* faultsOf("a.csv"), ["Expected object"])
    })
  )
})
