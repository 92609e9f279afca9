import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, FileSystem, Path, Redacted, Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { EmbeddedPostgres } from "../../../src/database/EmbeddedPostgres.ts"
import { shortLived } from "../../support/TestServer.ts"
import { root, versionIn } from "./NextVersion.ts"
import { Roll } from "./Roll.ts"

// `npm run try:upgrade -- --from <checkout>` upgrades a checkout of an older version, with its packages installed, to
// this one under load, service by service, and then takes it back.

const { values } = parseArgs({ options: { from: { type: "string" }, clients: { type: "string", default: "2" } } })
const say = (text: string): void => void process.stdout.write(`${text}\n`)

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

const from = values.from ?? fail("Name a checkout of a former version: npm run try:upgrade -- --from ../doorstep-1.3")

/** A separate server that is removed afterward. */
const server = Effect.gen(function* () {
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "doorstep-upgrade-server-" })
  yield* fs.chmod(folder, 0o755)
  const { url } = yield* EmbeddedPostgres.make({ dataDir: path.resolve(folder), settings: shortLived })
  return Redacted.value(url)
})

const scope = Scope.makeUnsafe()
const dataDir = mkdtempSync(join(tmpdir(), "doorstep-upgrade-"))
const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope | FileSystem.FileSystem | Path.Path>) =>
  Effect.runPromise(Scope.provide(Effect.provide(effect, NodeServices.layer), scope))

const former = versionIn(resolve(from))
const present = versionIn(root)
const roll = new Roll(await run(server), dataDir)
let refused = false
try {
  await roll.begin(former, Number(values.clients))
  await roll.migrate("one is upgraded", present)
  await roll.replace("the other is upgraded", present)
  try {
    await roll.replace("one is taken back", former)
    await roll.replace("the other is taken back", former)
  } catch (cause) {
    refused = true
    say(
      `There is no way back while services run: ${
        String(cause)
          .split("\n")
          .find((line) => /newer/.test(line)) ?? cause
      }`
    )
  }
  await roll.load.stop()
} finally {
  await roll.end()
  await Effect.runPromise(Scope.close(scope, Exit.void))
  rmSync(dataDir, { recursive: true, force: true })
}
for (const [stage, count] of roll.load.answered) if (stage !== "") say(`${stage}: ${count} requests answered`)
for (const { request, said, stage } of roll.load.failed.slice(0, 20)) say(`FAILED ${stage}: ${request}: ${said}`)
say(`${roll.load.failed.length} requests failed.`)
process.exit(roll.load.failed.length > 0 || refused ? 1 : 0)
