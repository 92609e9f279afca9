import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import * as OpenAddresses from "../../sources/openaddresses/OpenAddresses.ts"
import * as OpenStreetMap from "../../sources/openstreetmap/OpenStreetMap.ts"
import * as FileType from "../../sources/registers/FileType.ts"
import * as RegisterType from "../../sources/registers/RegisterType.ts"
import { draftOf, faultyFields, fieldsOf, optionsOf } from "../../src/console/pages/sources/optionFields.ts"

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

  it("MUST give back the options that it was filled with", () => {
    const fields = fieldsOfType(OpenStreetMap.type)
    const options = {
      location: "/data/a.osm.pbf",
      countries: ["DE", "LI"],
      adminLevels: { LI: { city: [8] } },
      later: 1
    }
    assert.deepStrictEqual(optionsOf(fields, draftOf(fields, options), options), options)
  })

  it("MUST leave out what is left empty, and name what is no JSON", () => {
    const fields = fieldsOfType(OpenStreetMap.type)
    const draft = { ...draftOf(fields, {}), location: " a.osm.pbf ", adminLevels: "{" }
    assert.deepStrictEqual(faultyFields(fields, draft), ["adminLevels"])
    assert.deepStrictEqual(optionsOf(fields, { ...draft, adminLevels: "" }, { city: "Old" }), { location: "a.osm.pbf" })
  })
})
