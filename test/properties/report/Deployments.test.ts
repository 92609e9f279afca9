import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { properties } from "../../../src/cli/properties/PropertiesCommand.ts"
import { report as reports } from "../../../src/cli/properties/ReportCommand.ts"
import { source } from "../../../src/cli/source/SourceCommand.ts"
import { sync } from "../../../src/cli/sync/SyncCommand.ts"
import { DoorstepProcess } from "../../cli/DoorstepProcess.ts"
import { makeToken, Resources, serve, startPostgres } from "../../faults/support/Deployment.ts"
import { runCommand } from "../../support/RunCommand.ts"

const resources = new Resources()
let folder = ""

beforeAll(async () => {
  folder = await mkdtemp(Path.join(tmpdir(), "doorstep-reports-"))
  resources.onRelease(() => rm(folder, { recursive: true }))
  assert.strictEqual((await ofReports("keys", at("keys"))).code, 0)
})
afterAll(() => resources.release())

const at = (name: string) => Path.join(folder, name)

const ofReports = (...args: ReadonlyArray<string>) => Effect.runPromise(runCommand(reports)(...args))

/** Forty hamlets with four homes each: uniformity needs fewer draws for them than for the starter's places. */
const homes = Array.from({ length: 160 }, (_, i) => {
  const hamlet = 10 + Math.floor(i / 4)
  return `${i},${1 + (i % 4)},Am Weiler ${hamlet},Weiler ${hamlet},101${hamlet},${(13.4 + i / 10_000).toFixed(4)},52.5`
})

const mapping = {
  country: "DE",
  license: "Public Domain",
  attribution: "The hamlets",
  homepage: "https://example.org",
  language: "de",
  format: { type: "csv" },
  recordId: "{id}",
  position: { x: "{lon}", y: "{lat}" },
  fields: { houseNumber: "{number}", street: "{street}", city: "{city}", postcode: "{postcode}" },
  evidence: [{ kind: "declared", detail: "The hamlets say so." }]
}

/** Fills the pool of a country with small places. */
const fill = async (settings: Readonly<Record<string, string>>) => {
  const location = at("hamlets.csv")
  await writeFile(location, ["id,number,street,city,postcode,lon,lat", ...homes].join("\n"))
  const options = JSON.stringify({ location, mapping })
  const add = runCommand(source, settings)("add", "hamlets", "--type", "file", "--options", options)
  const read = runCommand(sync, settings)("--source", "hamlets")
  for (const command of [add, read]) {
    const { code, said } = await Effect.runPromise(command)
    assert.strictEqual(code, 0, said)
  }
}

describe("A deployment", () => {
  it("MUST be tested against all laws, with a report that is verified, and refused after tampering", async () => {
    const settings = { DATABASE_URL: (await startPostgres(resources)).href }
    await fill(settings)
    const { process, url } = await serve(settings)
    resources.onRelease(() => process.signal("SIGTERM"))
    const token = await makeToken(settings)
    const report = at("report of a deployment")

    const run = ["--base-url", url, "--token", token, "--country", "DE", "--requests", "500", "--seconds", "3600"]
    const product = "Doorstep over DATABASE_URL"
    const reporting = ["--report", report, "--sign", at("keys.key"), "--product", product]
    const { code, stderr, stdout } = await new DoorstepProcess(["properties", ...run, ...reporting], {}).finished()
    assert.strictEqual(code, 0, stdout + stderr)
    assert.match(stdout, /, DE: 160 addresses\n/)
    assert.match(stdout, /✓ MUST never return an excluded address, of up to 500/)
    const levels = /\nLevels: ✓ Contract {2}✓ Core {2}✓ Uniform {2}✓ Stable {2}✓ Honest\n/
    assert.match(stdout, levels)
    assert.match(stdout, /\n74 laws kept, 0 broken, 5 not applicable\.\n$/)
    assert.notInclude(stdout, "tried")
    for (const told of stdout.matchAll(/– .+\n((?: {4}.+\n)+)/g)) assert.include(told[1], "Needs ")
    const verify = () => ofReports("verify", report, "--key", at("keys.pub"))
    const verified = await verify()
    assert.strictEqual(verified.code, 0, verified.said)

    const json = await readFile(Path.join(report, "report.json"), "utf8")
    assert.include(json, product)
    assert.notInclude(json, token)
    // The next run requests the seeds of this one again.
    const law = "MUST give the seeds of an earlier report the same response"
    const previous = ["--only", law, "--previous", Path.join(report, "report.json")]
    const again = await Effect.runPromise(runCommand(properties)(...run, ...previous))
    assert.match(again.said, /✓ MUST give the seeds of an earlier report the same response/)

    await writeFile(Path.join(report, "report.json"), json.replace('"broken": 0', '"broken": 1'))
    const tampered = await verify()
    assert.strictEqual(tampered.code, 1)
    assert.match(tampered.said, /report\.json was changed after it was signed/)
  })
})
