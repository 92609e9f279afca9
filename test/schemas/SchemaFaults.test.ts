import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { schemaFaults } from "../../schemas/SchemaFaults.ts"
import { StatedKind } from "../../schemas/StatedEvidence.ts"

const Options = Schema.Struct({
  location: Schema.String,
  columns: Schema.Struct({ street: Schema.String, postcode: Schema.String })
})

const faultsOf = (given: unknown, reportInput = false, schema: Schema.Codec<unknown> = Options) =>
  Schema.decodeUnknownEffect(schema)(given, { onExcessProperty: "error", errors: "all", reportInput }).pipe(
    Effect.flip,
    Effect.map(({ issue }) => schemaFaults(issue))
  )

describe("faults that a schema finds", () => {
  it.effect("MUST name each member, and read as sentences without a schema's words", () =>
    Effect.gen(function* () {
      assert.sameMembers(Array.from(yield* faultsOf({ locaton: "a.csv", columns: { street: 3 } })), [
        "location is missing",
        "locaton is not known here: leave it out",
        "columns.postcode is missing",
        "columns.street: must be a string"
      ])
    })
  )

  it.effect("MUST not depend on the words of the schema library", () =>
    Effect.gen(function* () {
      // When the library includes the values that it read, its messages are different.
      assert.sameMembers(Array.from(yield* faultsOf({ locaton: "a.csv", columns: { street: "s" } }, true)), [
        "location is missing",
        "locaton is not known here: leave it out",
        "columns.postcode is missing"
      ])
    })
  )

  it.effect("MUST keep a schema's own words", () =>
    Effect.gen(function* () {
      const named = Schema.Struct({
        key: Schema.String.pipe(Schema.annotateKey({ messageMissingKey: "has to be asked for" }))
      }).annotate({ messageUnexpectedKey: "belongs elsewhere" })
      assert.sameMembers(Array.from(yield* faultsOf({ other: 1 }, false, named)), [
        "key: has to be asked for",
        "other: belongs elsewhere"
      ])
    })
  )

  it.effect("MUST say what a value of another type should have been", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* faultsOf("a.csv"), ["It must be an object"])
      const Formats = Schema.Union([
        Schema.Struct({ type: Schema.Literal("csv"), delimiter: Schema.optionalKey(Schema.String) }),
        Schema.Struct({ type: Schema.Literal("xml") })
      ])
      const Mapping = Schema.Struct({
        format: Formats,
        kind: StatedKind,
        name: Schema.optional(Schema.String),
        license: Schema.NonEmptyString
      })
      assert.deepStrictEqual(
        yield* faultsOf({ format: { type: "exel" }, kind: "registered", name: 3, license: "" }, false, Mapping),
        [
          "format.type: must be csv or xml",
          "kind: must be register, register-against, building, against, landuse, declared, probable or assumed",
          "name: must be a string",
          "license: must not be empty"
        ]
      )
    })
  )
})
