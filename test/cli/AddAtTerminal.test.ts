import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { street, Town } from "../sources/openstreetmap/Town.ts"
import { writePbf } from "../sources/openstreetmap/PbfWriter.ts"
import { add } from "../../src/cli/add/AddCommand.ts"
import { source } from "../../src/cli/source/SourceCommand.ts"
import { temporaryDataDir } from "../support/DataDir.ts"
import { runCommand } from "../support/RunCommand.ts"
import { type StandIn, standIn } from "../support/upstream/StandIn.ts"
import { DoorstepProcess } from "./DoorstepProcess.ts"
import { noTerminal, TerminalProcess } from "./TerminalProcess.ts"

const town = (): Uint8Array => {
  const houses = new Town()
  for (let i = 0; i < 1_100; i++)
    houses.square(3 * (i % 100), 3 * Math.floor(i / 100), 2, street(String(i + 1), { building: "house" }))
  return writePbf(houses)
}

const down = "\u001b[B"
const enter = "\r"
const controlC = "\u0003"

/** All commands share one folder with a running service, so that none has to start a database. */
describe("adding a country, interrupted", () => {
  const scope = Scope.makeUnsafe()
  const extract = town()
  const half = Math.floor(extract.length / 2)
  const file = "geofabrik/europe/germany-latest.osm.pbf"
  let dataDir = ""
  let upstream: StandIn
  let service: DoorstepProcess
  let firstRun: string

  const settings = () => ({ DATA_DIR: dataDir, PORT: "0", ...upstream.settings })
  const run = (...args: ReadonlyArray<string>) => new DoorstepProcess(args, settings())
  const atTerminal = (...args: ReadonlyArray<string>) => new TerminalProcess(args, settings())
  /** Commands run by this process, which takes less than processes of their own. */
  const sources = async () => (await Effect.runPromise(runCommand(source, settings())("list"))).said
  const adding = (...args: ReadonlyArray<string>) => Effect.runPromise(runCommand(add, settings())(...args))

  /** Resolves once half of the file has been sent and the connection stalls. */
  const stalled = () =>
    new Promise<void>((resolve) => {
      upstream.bucket.stallAfter.push(half)
      upstream.bucket.onRequest = (request) => {
        if (request === `GET /${file}` || request.startsWith(`GET /${file} bytes=${half}`)) resolve()
      }
    })

  beforeAll(async () => {
    const start = Effect.all([temporaryDataDir, standIn])
    const made = await Effect.runPromise(start.pipe(Scope.provide(scope), Effect.provide(NodeServices.layer)))
    dataDir = made[0]
    upstream = made[1]
    upstream.extract("europe/germany", extract)
    firstRun = (await run("source", "list").finished()).stderr
    service = run("serve")
    await service.waitFor(/listens on/)
  })

  afterAll(async () => {
    await service?.signal("SIGTERM")
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it("MUST prepare an empty folder silently, unless something is wrong", () => {
    assert.strictEqual(firstRun, "")
  })

  const terminal = noTerminal === undefined ? it : it.skip
  const unless = noTerminal === undefined ? "" : ` (not tried: ${noTerminal})`

  terminal(`MUST use the source chosen with the arrow keys, and do nothing if the answer is no${unless}`, async () => {
    const process = atTerminal("add", "Germany")
    await process.waitFor(/Sources of Germany \(DE\), the recommended one first/)
    await process.waitFor(/OpenStreetMap, Germany/)
    process.press(down)
    await process.waitFor(/❯[^\n]*OpenStreetMap, Germany/)
    process.press(enter)
    await process.waitFor(/source +OpenStreetMap, Germany \(Geofabrik\)/)
    await process.waitFor(/Add Germany \(DE\)\?/)
    process.press("n")
    await process.waitFor(/Nothing was done\./)
    assert.deepStrictEqual(await process.ended(), { code: 0, usable: true })
    assert.notInclude(await sources(), "de-openstreetmap")
  })

  terminal(`MUST do nothing if the user presses Ctrl-C at a prompt${unless}`, async () => {
    const process = atTerminal("add", "DE", "--from", "geofabrik")
    await process.waitFor(/Add Germany \(DE\)\?/)
    process.press(controlC)
    await process.waitFor(/Nothing was done\./)
    assert.deepStrictEqual(await process.ended(), { code: 130, usable: true })
    assert.notInclude(await sources(), "de-openstreetmap")
  })

  terminal(`MUST stop at Ctrl-C during a download, and say what is kept${unless}`, async () => {
    const sent = stalled()
    const process = atTerminal("add", "DE", "--from", "geofabrik")
    await process.waitFor(/Add Germany \(DE\)\?/)
    process.press("y")
    await sent
    await process.waitFor(/downloading [1-9][\d.]* of/)
    process.press(controlC)
    await process.waitFor(/de-openstreetmap DE: stopped while downloading\.\r\n {2}Nothing of DE is published yet\./)
    await process.waitFor(/\d+ of \d+ kB have been downloaded and are kept; the next run continues from there\./)
    assert.deepStrictEqual(await process.ended(), { code: 130, usable: true })
  })

  it("MUST continue where a signal stopped the download", async () => {
    upstream.bucket.stallAfter.length = 0
    const sent = stalled()
    const first = run("add", "DE", "--from", "geofabrik", "--yes")
    await sent
    await first.waitFor(/downloading [1-9][\d.]* of/)
    const { code, stderr } = await first.signal("SIGINT")
    assert.strictEqual(code, 130)
    assert.match(stderr, /\d+ of \d+ kB have been downloaded and are kept/)
    upstream.bucket.stallAfter.length = 0
    const before = upstream.bucket.sent.get(file) ?? 0
    const second = await run("add", "DE", "--from", "geofabrik", "--yes").finished()
    assert.strictEqual(second.code, 0, second.stderr)
    assert.match(second.stdout, /Germany \(DE\) has 1,100 homes/)
    // The first bytes are requested separately, to see what the server serves.
    const again = (upstream.bucket.sent.get(file) ?? 0) - before
    assert.isAtMost(again, extract.length - half + 100)
    assert.isAtLeast(again, 1)
  })

  it("MUST name a server that does not answer while it retries, and say what to check", async () => {
    const process = new DoorstepProcess(["add", "LI", "--from", "geofabrik", "--yes"], {
      ...settings(),
      GEOFABRIK_URL: "http://127.0.0.1:1"
    })
    await process.waitFor(
      /li-openstreetmap LI: http:\/\/127\.0\.0\.1:1\/\S+: the server cannot be reached \(.*ECONNREFUSED.*\)\. Check this machine's connection; behind a proxy, check HTTPS_PROXY\. Trying again\./
    )
    assert.strictEqual((await process.signal("SIGINT")).code, 130)
  })

  it("MUST name a server that refuses, say that nothing was downloaded, and what to do", async () => {
    upstream.bucket.statuses.push(403, 403, 403, 403, 403)
    const { code, said } = await adding("MC", "--from", "geofabrik", "--yes")
    upstream.bucket.statuses.length = 0
    assert.strictEqual(code, 1, said)
    assert.match(
      said,
      /mc-openstreetmap MC: failed\n {2}http:\/\/127\.0\.0\.1:\d+\/\S+: the server refuses access \(403\)\./
    )
    assert.include(
      said,
      "MC was not added.\nNothing was downloaded. To try again, run the same command.\nOther sources:"
    )
  })

  it("MUST continue when an unavailable server answers again, and say that it waits", async () => {
    upstream.extract("europe/monaco", extract)
    upstream.bucket.statuses.push(503, 503, 503, 503)
    const { code, stderr } = await run("add", "MC", "--from", "geofabrik", "--yes").finished()
    assert.match(
      stderr,
      /mc-openstreetmap MC: http:\/\/127\.0\.0\.1:\d+\/\S+: the server answers 503\. Trying again\.\n/
    )
    assert.strictEqual(stderr.split("answers 503").length, 2, "once is enough")
    // The houses drawn here are not in Monaco, so none is published, but the file was read.
    assert.strictEqual(code, 1)
    assert.match(stderr, /kB have been downloaded and are kept\. To continue, run the same command again\./)
  })
})
