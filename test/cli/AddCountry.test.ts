import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Scope } from "effect"
import * as fs from "node:fs"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { square, writeAddresses, writeBuildings } from "../sources/overture/GeoParquet.ts"
import { street as overtureStreet } from "../sources/overture/Reading.ts"
import { extracts } from "../sources/openstreetmap/OsmFiles.ts"
import { writePbf } from "../sources/openstreetmap/PbfWriter.ts"
import { street, Town } from "../sources/openstreetmap/Town.ts"
import { add } from "../../src/cli/add/AddCommand.ts"
import { source } from "../../src/cli/source/SourceCommand.ts"
import { temporaryDataDir } from "../support/DataDir.ts"
import { runCommand } from "../support/RunCommand.ts"
import { type StandIn, standIn } from "../support/upstream/StandIn.ts"
import { DoorstepProcess } from "./DoorstepProcess.ts"

/** An OpenStreetMap extract of a town with this many houses. */
const drawn = (houses: number): Uint8Array => {
  const town = new Town()
  for (let i = 0; i < houses; i++)
    town.square(3 * (i % 100), 3 * Math.floor(i / 100), 2, street(String(i + 1), { building: "house" }))
  return writePbf(town)
}

/** A district of Karlsruhe. Liechtenstein and Monaco, though whole countries, have fewer than 1,000 homes. */
const real = new URL("osr-karlsruhe-kirchfeld.osm.pbf", extracts)
const isThere = fs.existsSync(real)

/** An OpenAddresses file as downloaded by someone with an account. */
const collected = Array.from({ length: 1_100 }, (_, i) =>
  JSON.stringify({
    type: "Feature",
    properties: { hash: `h${i}`, number: String(i + 1), street: "Queen Street", city: "Auckland", postcode: "1010" },
    geometry: { type: "Point", coordinates: [174.76, -36.84 - i / 100_000] }
  })
).join("\n")

const release = "2026-02-18.0"

const overture = (country: string, at: readonly [number, number], level: string, postcode: string) => ({
  bytes: writeAddresses(overtureStreet(1_100, { country, at, levels: [level], postcode }, country)),
  bbox: [at[0] - 0.01, at[1] - 0.01, at[0] + 0.02, at[1] + 0.01] as const,
  rows: 1_100
})

/** A residential building around all the addresses. */
const buildings = ([lon, lat]: readonly [number, number]) => ({
  bytes: writeBuildings([
    { id: "b", polygon: square(lon - 0.02, lat - 0.05, 0.2), class: "apartments", subtype: "residential" }
  ]),
  bbox: [lon - 0.02, lat - 0.05, lon + 0.2, lat + 0.2] as const,
  rows: 1
})

/** From an empty folder to homes, as an operator goes about it. Each test builds on those before it. */
describe("adding a country", () => {
  const scope = Scope.makeUnsafe()
  let dataDir = ""
  let upstream: StandIn
  let service: DoorstepProcess
  let url = ""
  let token = ""

  const settings = () => ({ DATA_DIR: dataDir, PORT: new URL(url || "http://localhost:1").port, ...upstream.settings })
  const run = (...args: ReadonlyArray<string>) => new DoorstepProcess(args, settings()).finished()
  /** Commands run by this process, which takes less than processes of their own. */
  const sources = (...args: ReadonlyArray<string>) => Effect.runPromise(runCommand(source, settings())(...args))
  const adding = (...args: ReadonlyArray<string>) => Effect.runPromise(runCommand(add, settings())(...args))

  const homes = async (country: string) => {
    const response = await fetch(`${url}/api/v1/countries`, { headers: { authorization: `Bearer ${token}` } })
    const { data } = (await response.json()) as {
      readonly data: ReadonlyArray<{ readonly code: string; readonly residentialCount: number }>
    }
    return data.find(({ code }) => code === country)?.residentialCount ?? 0
  }

  beforeAll(async () => {
    const start = Effect.all([temporaryDataDir, standIn])
    const made = await Effect.runPromise(start.pipe(Scope.provide(scope), Effect.provide(NodeServices.layer)))
    dataDir = made[0]
    upstream = made[1]
    upstream.release(release, {
      address: [overture("LI", [9.52, 47.14], "Vaduz", "9490"), overture("LU", [6.13, 49.61], "Luxembourg", "1111")],
      building: [buildings([9.52, 47.14]), buildings([6.13, 49.61])]
    })
    upstream.extract("europe/germany", isThere ? fs.readFileSync(real) : drawn(1_100))
    // The service chooses a port and keeps it; commands receive it as they would from a .env file.
    service = new DoorstepProcess(["serve"], { DATA_DIR: dataDir, PORT: "0", ...upstream.settings })
    url = (await service.waitFor(/listens on (http:\/\/127\.0\.0\.1:\d+)/))[1]!
    token = (await service.waitFor(/Bearer (dst_[\w-]+)/))[1]!
    await service.waitFor(/^Ready\./m)
  })

  afterAll(async () => {
    await service?.signal("SIGTERM")
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it("MUST show its plan, and do nothing until confirmed", async () => {
    const { code, stderr, stdout } = await run("add", "Liechtenstein")
    assert.deepStrictEqual([code, stderr], [2, "Nothing was done. To do it, add --yes.\n"])
    assert.match(stdout, /^Liechtenstein \(LI\)\n\n {2}source +Overture Maps/)
    assert.match(stdout, /licence +\S.*: show "/)
    assert.match(stdout, /addresses +about 13,000/)
    assert.match(
      stdout,
      /on disk +about [\d.,]+ [kM]B, and about [\d.,]+ [kM]B while it is being added; about [\d.,]+ [MGT]B free/
    )
    assert.match(stdout, /--from geofabrik:europe\/liechtenstein/)
    assert.strictEqual((await sources("list")).said.includes("li-overture"), false)
  })

  it("MUST add several countries with one command, and the running service MUST serve them at once", async () => {
    const { code, stderr, stdout } = await run("add", "LI", "Lëtzebuerg", "--from", "overture", "--yes")
    assert.strictEqual(code, 0, stderr)
    assert.match(stdout, /Liechtenstein \(LI\) has 1,100 homes\. One of them:\n\n {4}Städtle \d+\n {4}9490 Vaduz/)
    assert.match(stdout, /Luxembourg \(LU\) has 1,100 homes/)
    assert.match(stdout, /evidence +100% building/)
    const request = /curl -H "Authorization: Bearer \$TOKEN" "(http[^"]+country=LI[^"]+)"/.exec(stdout)![1]!
    const answer = await fetch(request, { headers: { authorization: `Bearer ${token}` } })
    const { data } = (await answer.json()) as { readonly data: { readonly result: { readonly address: unknown } } }
    assert.strictEqual(answer.status, 200)
    const shown = /One of them:\n\n((?: {4}.+\n)+)/.exec(stdout)![1]!.trim().split(/\n\s+/)
    assert.deepInclude(data.result.address, { lines: shown })
    assert.deepStrictEqual([await homes("LI"), await homes("LU")], [1_100, 1_100])
    assert.match(
      (await sources("schedule", "li-overture")).said,
      /li-overture runs on the schedule "\d+ \d+ \d+ \* \*"/
    )
  })

  it(`MUST add one from an OpenStreetMap extract, ${isThere ? "a real one" : "a drawn one (shared/data/osm is not there)"}`, async () => {
    const { code, said } = await adding("Allemagne", "--from", "geofabrik", "--yes")
    assert.strictEqual(code, 0, said)
    assert.match(said, /download +about \d+ kB from 127\.0\.0\.1:\d+/)
    assert.match(said, /Germany \(DE\) has 1,\d{3} homes/)
    assert.isAtLeast(await homes("DE"), 1_000)
  })

  it("MUST download nothing that upstream has not changed, and say so", async () => {
    upstream.bucket.requests.length = 0
    const { code, said } = await adding("DE", "--yes")
    assert.strictEqual(code, 0)
    assert.match(said, /de-openstreetmap DE: unchanged/)
    assert.match(said, /name +de-openstreetmap, already configured; 1,\d{3} homes are published/)
    assert.deepStrictEqual(
      upstream.bucket.requests.filter((request) => request.startsWith("GET") && request.includes(".osm.pbf ")),
      []
    )
  })

  it("MUST say how to download data by hand, and continue with the downloaded data", async () => {
    const first = await adding("NZ", "--from", "openaddresses", "--yes")
    assert.strictEqual(first.code, 1)
    const command = /doorstep(?: --)? add (NZ --from openaddresses:\S+ --file PATH)/.exec(first.said)
    assert.isNotNull(command, first.said)
    const file = `${dataDir}/nz.geojson`
    fs.writeFileSync(file, collected)
    const { code, said } = await adding(...command![1]!.replace("PATH", file).split(" "), "--yes")
    assert.strictEqual(code, 0, said)
    assert.match(said, /New Zealand \(NZ\) has 1,100 homes/)
    assert.match(said, /renewed +when you add it again/)
  })
})
