import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import * as Path from "node:path"
import { allImports, type Arrow, arrowsOf, disagreements, root } from "./Rooms.ts"

const picture = arrowsOf(readFileSync(Path.join(root, "ARCHITECTURE.md"), "utf8"))

describe("The diagram of the rooms", () => {
  it("MUST have an arrow for every import between rooms, and no other", () => {
    const imports = allImports()
    assert.isAbove(imports.length, 2_000)
    assert.isAbove(picture.length, 30)
    assert.deepStrictEqual(disagreements(picture, imports), [], "change the picture in ARCHITECTURE.md, or the import")
  })

  it("MUST refuse an import against the arrows, a cycle, and an unused arrow", () => {
    const small: ReadonlyArray<Arrow> = [
      ["http", "pool"],
      ["pool", "address"],
      ["pool", "database"]
    ]
    const kept = [
      { from: "src/http/A.ts", to: "src/pool/B.ts" },
      { from: "src/http/A.ts", to: "src/address/C.ts" },
      { from: "src/pool/B.ts", to: "src/address/C.ts" },
      { from: "src/pool/B.ts", to: "src/database/D.ts" }
    ]
    assert.deepStrictEqual(disagreements(small, kept), [])
    const planted = { from: "src/pool/B.ts", to: "src/http/A.ts" }
    assert.deepStrictEqual(disagreements(small, [...kept, planted]), ["no arrow allows src/pool/B.ts → src/http/A.ts"])
    assert.deepStrictEqual(disagreements(small, kept.slice(0, 3)), ["no import needs the arrow pool --> database"])
    const circle: ReadonlyArray<Arrow> = [...small, ["address", "http"]]
    assert.include(
      disagreements(circle, [...kept, { from: "src/address/C.ts", to: "src/http/A.ts" }]),
      "http is in a circle of arrows"
    )
  })
})
