import { assert, layer } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { Command } from "effect/cli"
import { SqlClient } from "effect/sql"
import { suppress } from "../../../src/cli/pool/SuppressCommand.ts"
import { database, postgresWorlds } from "../../properties/Houses.ts"
import { inFolder } from "../../snapshot/Town.ts"
import { onDatabase, runCommand } from "../../support/RunCommand.ts"
import { block, homesOf } from "./Block.ts"

// Each test runs several commands, which start with nothing in memory.

const doorstep = Command.make("doorstep").pipe(Command.withSubcommands([suppress]))

const suppressing = runCommand(doorstep, onDatabase({ SOURCES: "" }))
const run = (...args: ReadonlyArray<string>) => suppressing("suppress", ...args)

layer(database)("doorstep suppress", (it) => {
  it.effect("MUST find, preview, withhold, list and lift, with an audit entry that does not name the home", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const world = yield* postgresWorlds("US")
        yield* world.synchronize("alpha", { records: block(40) })
        const id = (yield* homesOf(world)).get("7 Larch Street")!.id
        const found = yield* run("find", "us", "larch", "7", "savannah")
        assert.include(found.text, `${id}  7 Larch Street`)
        assert.include((yield* run("find", "US", "7", "Nowhere")).text, "No published address has all of these words")
        const reason = ["--reason", "Request 2026-117"]
        const tried = yield* run("address", id, ...reason, "--dry-run")
        assert.include(tried.text, "It would withhold 1 address. Nothing was changed.")
        assert.strictEqual((yield* homesOf(world)).size, 40)
        assert.include((yield* run("list")).text, "Nothing is suppressed.")
        const made = yield* run("address", id, ...reason)
        assert.strictEqual(made.code, 0, made.text)
        const suppression = /^(sup_[0-9a-f]{16}): 1 address withdrawn/.exec(made.text)?.[1]
        assert.isDefined(suppression)
        assert.strictEqual((yield* homesOf(world)).size, 39)
        assert.include((yield* run("find", "US", id)).text, `It is withheld, by ${suppression}.`)
        assert.include((yield* run("address", id, ...reason)).text, `is withheld already, by ${suppression}`)

        const polygon = {
          type: "Feature",
          geometry: {
            type: "Polygon",
            coordinates: [
              [
                [-81.09, 32.079],
                [-81.0891, 32.079],
                [-81.0891, 32.081],
                [-81.09, 32.081],
                [-81.09, 32.079]
              ]
            ]
          }
        }
        const fs = yield* FileSystem.FileSystem
        yield* fs.writeFileString(`${folder}/area.geojson`, JSON.stringify(polygon))
        const area = yield* run("area", "--polygon", `${folder}/area.geojson`, ...reason)
        assert.include(area.text, "3 addresses withdrawn")
        const list = yield* run("list")
        assert.match(
          list.text,
          new RegExp(`${suppression} +address +US +1 +\\d{4}-\\d\\d-\\d\\d +active +Request 2026-117`)
        )
        assert.match(list.text, /area +— +3 /)
        assert.include((yield* run("lift", suppression!)).text, `${suppression} is lifted.`)
        const again = yield* run("lift", suppression!)
        assert.strictEqual(again.code, 1)
        assert.include(again.text, "or it was lifted already")
        const sql = yield* SqlClient.SqlClient
        const audit = yield* sql<{ readonly row: string }>`SELECT a::text AS row FROM audit a ORDER BY id`
        assert.lengthOf(audit, 3)
        assert.isTrue(audit.every(({ row }) => !row.includes(id) && !row.includes("Larch")))
      })
    )
  )

  it.effect("MUST explain an invalid area, reason or ID, and change nothing", () =>
    Effect.gen(function* () {
      const reason = ["--reason", "Request 1"]
      const says = (args: ReadonlyArray<string>, words: string) =>
        Effect.map(run(...args), ({ code, text }) => {
          assert.strictEqual(code, 1, text)
          assert.include(text, words)
        })
      yield* says(["area", ...reason], "--center LATITUDE,LONGITUDE with --radius METRES, or --polygon FILE")
      yield* says(["area", "--center", "91,7", "--radius", "5", ...reason], "must be degrees from -90 to 90")
      for (const center of ["47,7", "-33.86,151.2", "-.5,0"]) {
        yield* says(["area", "--center", center, "--radius", "0", ...reason], "must be metres from 1 to 100,000")
      }
      yield* says(["area", "--polygon", "/nowhere.geojson", ...reason], "/nowhere.geojson cannot be read")
      yield* says(["building", "us-00000000000000000000", ...reason], "suppress a small circle around the house")
      const refused = (text: string) =>
        says(["building", "us-00000000000000000000", "--reason", text], "--reason must have 1 to 300 characters.")
      yield* refused(" ")
      yield* refused("😀".repeat(301))
      yield* says(["building", "us-00000000000000000000", "--reason", "😀".repeat(300)], "suppress a small circle")
    })
  )
})
