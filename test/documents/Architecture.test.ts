import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import * as Path from "node:path"
import { allImports, disagreements, type Picture, pictureOf, root } from "./Rooms.ts"

const picture = pictureOf(readFileSync(Path.join(root, "ARCHITECTURE.md"), "utf8"))

describe("The picture of the rooms", () => {
  it("MUST have an arrow for every import between rooms, and no other", () => {
    const imports = allImports()
    assert.isAbove(imports.length, 2_000)
    assert.isAbove(picture.arrows.length, 30)
    assert.deepStrictEqual(disagreements(picture, imports), [], "change the picture in ARCHITECTURE.md, or the import")
  })

  it("MUST refuse an arrow back, a circle, an arrow without use, and a line that was mended", () => {
    const small: Picture = {
      arrows: [
        ["http", "pool"],
        ["pool", "address"],
        ["pool", "database"]
      ],
      back: [{ from: "src/database/Old.ts", to: "src/pool/Pool.ts" }]
    }
    const kept = [
      { from: "src/http/A.ts", to: "src/pool/B.ts" },
      { from: "src/http/A.ts", to: "src/address/C.ts" },
      { from: "src/pool/B.ts", to: "src/address/C.ts" },
      { from: "src/pool/B.ts", to: "src/database/D.ts" },
      { from: "src/database/Old.ts", to: "src/pool/Pool.ts" }
    ]
    assert.deepStrictEqual(disagreements(small, kept), [])
    const planted = { from: "src/pool/B.ts", to: "src/http/A.ts" }
    assert.deepStrictEqual(disagreements(small, [...kept, planted]), ["no arrow allows src/pool/B.ts → src/http/A.ts"])
    assert.deepStrictEqual(disagreements(small, kept.slice(0, 3)), [
      "does not go back any more: src/database/Old.ts → src/pool/Pool.ts",
      "no import needs the arrow pool --> database"
    ])
    const circle: Picture = { ...small, arrows: [...small.arrows, ["address", "http"]] }
    assert.include(
      disagreements(circle, [...kept, { from: "src/address/C.ts", to: "src/http/A.ts" }]),
      "http is in a circle of arrows"
    )
  })
})
