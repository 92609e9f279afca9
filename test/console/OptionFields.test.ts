import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import * as OpenAddresses from "../../sources/openaddresses/OpenAddresses.ts"
import * as OpenStreetMap from "../../sources/openstreetmap/OpenStreetMap.ts"
import * as FileType from "../../sources/registers/FileType.ts"
import * as RegisterType from "../../sources/registers/RegisterType.ts"
import { draftOf, faultsOfFields, fieldsOf, optionsOf, written } from "../../src/console/pages/sources/optionFields.ts"

const types = [OpenStreetMap.type, OpenAddresses.type, RegisterType.type, FileType.type]

const fieldsOfType = (type: (typeof types)[number]) =>
  fieldsOf(JSON.parse(JSON.stringify(Schema.toJsonSchemaDocument(type.options).schema)))

describe("the form of a type of source", () => {
  it("MUST have a field for every option, the required ones first", () => {
    for (const type of types) {
      const fields = fieldsOfType(type)
      const { schema } = Schema.toJsonSchemaDocument(type.options)
      assert.sameMembers(
        fields.map(({ name }) => name),
        Object.keys(schema["properties"] as object),
        type.type
      )
      assert.deepStrictEqual(
        fields.map(({ required }) => required),
        fields.map(({ required }) => required).sort((one, other) => Number(other) - Number(one))
      )
    }
  })

  it("MUST offer countries as a list and a location as text", () => {
    const fields = fieldsOfType(OpenStreetMap.type)
    const kinds = Object.fromEntries(fields.map(({ kind, name }) => [name, kind]))
    assert.deepInclude(kinds, { location: "text", countries: "list", city: "text", adminLevels: "json" })
  })

  it("MUST return the options that it was filled with", () => {
    const fields = fieldsOfType(OpenStreetMap.type)
    const options = {
      location: "/data/a.osm.pbf",
      countries: ["DE", "LI"],
      adminLevels: { LI: { city: [8] } },
      later: 1
    }
    assert.deepStrictEqual(optionsOf(fields, draftOf(fields, options), options), options)
  })

  it("MUST omit empty fields, and name invalid JSON", () => {
    const fields = fieldsOfType(OpenStreetMap.type)
    const draft = { ...draftOf(fields, {}), location: " a.osm.pbf ", countries: ["DE"], adminLevels: "{" }
    assert.deepStrictEqual(faultsOfFields(fields, draft), [{ path: "adminLevels", message: "This is not valid JSON." }])
    assert.deepStrictEqual(optionsOf(fields, { ...draft, countries: [], adminLevels: "" }, { city: "Old" }), {
      location: "a.osm.pbf"
    })
  })

  it("MUST refuse what the type itself refuses: a missing option or an unknown country", () => {
    for (const type of types) {
      const fields = fieldsOfType(type)
      const paths = faultsOfFields(fields, draftOf(fields, {})).map(({ path }) => path)
      assert.deepStrictEqual(
        paths,
        fields.filter(({ required }) => required).map(({ name }) => name),
        type.type
      )
      for (const field of fields.filter(({ isCountry }) => isCountry)) {
        for (const [text, isRight] of [
          ["germ", false],
          ["ZZ", false],
          ["de", true],
          ["AX", true]
        ] as const) {
          const texts = written(field, [text])
          const draft = { [field.name]: field.kind === "list" ? texts : texts[0]! }
          const faults = faultsOfFields([field], draft)
          assert.strictEqual(faults.length === 0, isRight, `${type.type} ${field.name} ${text}`)
        }
      }
    }
    const countries = types.flatMap((type) => fieldsOfType(type).filter(({ isCountry }) => isCountry))
    assert.isAbove(countries.length, 1)
  })
})
