import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Scope } from "effect"
import { Command } from "effect/cli"
import { generateKeyPairSync } from "node:crypto"
import { readFileSync, statSync, writeFileSync } from "node:fs"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { exportCommand } from "../../src/cli/pool/ExportCommand.ts"
import { snapshot } from "../../src/cli/snapshot/SnapshotCommand.ts"
import { preparedDataDir, temporaryDataDir } from "../support/DataDir.ts"
import { filledDataDir } from "../support/FilledDataDir.ts"
import { runCommand } from "../support/RunCommand.ts"
import { DoorstepProcess } from "./DoorstepProcess.ts"

const doorstep = Command.make("doorstep").pipe(Command.withSubcommands([exportCommand, snapshot]))

interface Answer {
  readonly data: { readonly result: { readonly address: { readonly id: string } } }
}

/** Each test builds on those before it: a pool is exported from one installation and served by another. */
describe("a snapshot on the command line", () => {
  /** The data folder of the origin, the one that serves the snapshot, and the folder of files. */
  let [origin, there, folder] = ["", "", ""]
  let file = ""
  let answered: ReadonlyArray<Answer["data"]> = []
  let service: DoorstepProcess | undefined
  let [url, token] = ["", ""]

  const scope = Scope.makeUnsafe()
  const made = <E>(made: Effect.Effect<string, E, NodeServices.NodeServices | Scope.Scope>) =>
    Effect.runPromise(made.pipe(Scope.provide(scope), Effect.provide(NodeServices.layer)))

  const command = (...args: ReadonlyArray<string>) =>
    Effect.runPromise(runCommand(doorstep, { DATA_DIR: origin })(...args))

  const start = async (dataDir: string, ...args: ReadonlyArray<string>) => {
    service = new DoorstepProcess(args, { DATA_DIR: dataDir, PORT: "0" })
    url = (await service.waitFor(/listens on (http:\/\/127\.0\.0\.1:\d+)/))[1]!
    await service.waitFor(/^Ready\./m)
    return service
  }

  const stop = async () => {
    const { code } = await service!.signal("SIGTERM")
    service = undefined
    return code
  }

  /** The draws for a fixed list of seeds. */
  const answers = () =>
    Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const answer = await fetch(`${url}/api/v1/generate?seed=seed-${i}&requestId=same`, {
          headers: { authorization: `Bearer ${token}` }
        })
        assert.strictEqual(answer.status, 200)
        return ((await answer.json()) as Answer).data
      })
    )

  const tokenOf = ({ stdout }: DoorstepProcess) => /Bearer (dst_[\w-]+)/.exec(stdout)![1]!

  beforeAll(async () => {
    ;[origin, there, folder] = [await made(filledDataDir), await made(preparedDataDir), await made(temporaryDataDir)]
    file = `${folder}/us.doorstep`
  })

  afterAll(async () => {
    await service?.signal("SIGTERM")
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it("MUST be written beside the running service, signed with a key that only its owner can read", async () => {
    token = tokenOf(await start(origin, "serve"))
    answered = await answers()
    assert.isAbove(new Set(answered.map(({ result }) => result.address.id)).size, 15)
    const create = ["snapshot", "create", "us", "--output", file]
    const created = await new DoorstepProcess(create, { DATA_DIR: origin }).finished()
    assert.strictEqual(created.code, 0, created.stderr)
    assert.match(created.stdout, /^United States \(US\), version 1 of \S+Z: \d,\d{3} homes\n/)
    assert.match(
      created.stdout,
      /us\.doorstep: [\d.]+ [kM]B\n {2}ID +[0-9a-f]{64}\n {2}signed by +sha256:[0-9a-f]{64}\n$/
    )
    assert.strictEqual(statSync(`${origin}/snapshot-key.pem`).mode & 0o777, 0o600)
    const [again, nowhere] = [await command(...create), await command("snapshot", "create", "AQ")]
    assert.strictEqual(again.code, 1)
    assert.match(again.said, /^\S+us\.doorstep already exists\. [^\n]+\n$/)
    assert.strictEqual(nowhere.code, 1)
    assert.match(
      nowhere.said,
      /^Nothing is published of Antarctica \(AQ\)\. Publish it first: npm run doorstep -- add AQ\n$/
    )
    for (const [args, known] of [
      [["snapshot", "create", "/srv/us.doorstep"], ", such as US or DE"],
      [["export", "--country", "Germany"], ": Germany is DE"]
    ] as const) {
      const { code, said } = await command(...args)
      assert.strictEqual(code, 1)
      assert.match(said, new RegExp(`^"\\S+" is not an ISO 3166-1 alpha-2 country code${known}\\.\n$`))
    }
    assert.strictEqual(await stop(), 0)
  })

  it("MUST verify, and be refused when a byte has changed or another key has signed", async () => {
    const { said: mine } = await command("snapshot", "key")
    const fingerprint = /fingerprint +(sha256:[0-9a-f]{64})/.exec(mine)![1]!
    // As printed, including the text around the key.
    const pem = `${folder}/mine.pub.pem`
    writeFileSync(pem, mine)
    const curve = `${folder}/curve.pub.pem`
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
    writeFileSync(curve, publicKey.export({ type: "spki", format: "pem" }))
    const whole = await command("snapshot", "verify", file)
    assert.strictEqual(whole.code, 0, whole.said)
    assert.match(whole.said, /us\.doorstep: intact, /)
    assert.include(whole.said, `signed by    ${fingerprint}`)
    assert.include(whole.said, "use --key to require a certain one")
    for (const key of [fingerprint, pem]) {
      const { code, said } = await command("snapshot", "verify", file, "--key", key)
      assert.strictEqual(code, 0, said)
      assert.notInclude(said, "--key")
    }
    const bytes = readFileSync(file)
    bytes[bytes.length >> 1]! ^= 1
    writeFileSync(`${folder}/changed.doorstep`, bytes)
    const theirs = `sha256:${"0".repeat(64)}`
    for (const [args, fault] of [
      [[`${folder}/changed.doorstep`], /^\S+changed\.doorstep is damaged: [^\n]+\n$/],
      [[file, "--key", theirs], /^\S+us\.doorstep is signed by sha256:[0-9a-f]{64}, not by sha256:0{64}\. [^\n]+\n$/],
      [[file, "--key", file], /^--key \S+us\.doorstep is neither a fingerprint [^\n]+\n$/],
      [[file, "--key", curve], /^--key \S+curve\.pub\.pem is neither a fingerprint [^\n]+\n$/],
      [[`${folder}/none`], /^The snapshot \S+none cannot be read: [^\n]+npm run doorstep -- snapshot create [^\n]+\n$/]
    ] as const) {
      const { code, said } = await command("snapshot", "verify", ...args)
      assert.strictEqual(code, 1, said)
      assert.match(said, fault)
    }
    const refused = await new DoorstepProcess(["snapshot", "verify", `${folder}/changed.doorstep`], {}).finished()
    assert.deepStrictEqual([refused.code, refused.stdout], [1, ""])
    assert.match(refused.stderr, /^\S+changed\.doorstep is damaged: [^\n]+\n$/)
  })

  it("MUST be served elsewhere with its origin's responses, be loaded once, and be refused by a synchronization", async () => {
    const first = await start(there, "snapshot", "serve", file, "--data-dir", there)
    token = tokenOf(first)
    assert.match(first.stdout, /^Snapshot [0-9a-f]{16}\nUnited States \(US\), version 1 of /)
    assert.deepStrictEqual(await answers(), answered)
    assert.strictEqual(await stop(), 0)
    // A loaded snapshot is not read again: otherwise, the damaged rows of this file would be refused.
    await start(there, "snapshot", "serve", `${folder}/changed.doorstep`, "--data-dir", there)
    assert.deepStrictEqual(await answers(), answered)
    assert.strictEqual(await stop(), 0)
    const sync = await new DoorstepProcess(["sync"], { DATA_DIR: there }).finished()
    assert.strictEqual(sync.code, 1)
    assert.match(sync.stderr, /This data folder is that of the snapshot [0-9a-f]{64}\. /)
    assert.notMatch(sync.stderr, /\n\s+at /)
  })

  it("MUST be exported unchanged, unless the file exists already or the snapshot is damaged", async () => {
    const [live, kept] = [`${folder}/live.csv`, `${folder}/kept.csv`]
    const request = ["export", "--country", "us", "--count", "30", "--seed", "s"]
    const exported = await command(...request, "--output", live)
    assert.strictEqual(exported.code, 0, exported.said)
    assert.match(exported.said, /^30 of \d,\d{3} homes of United States \(US\), version 1, seed s\n/)
    assert.strictEqual((await command(...request, "--output", kept, "--snapshot", file)).code, 0)
    const rows = readFileSync(live, "utf8")
    assert.strictEqual(rows.trimEnd().split("\n").length, 31)
    assert.strictEqual(readFileSync(kept, "utf8"), rows)
    const again = await command(...request, "--output", live)
    assert.strictEqual(again.code, 1)
    assert.match(again.said, /^\S+live\.csv already exists\. [^\n]+\n$/)
    const broken = await command(
      "export",
      "--country",
      "US",
      "--output",
      `${folder}/damaged.csv`,
      "--snapshot",
      `${folder}/changed.doorstep`
    )
    assert.strictEqual(broken.code, 1)
    assert.match(broken.said, /^\S+changed\.doorstep is damaged: [^\n]+\n$/)
  })

  it("MUST be exported to standard output until the reader closes it", async () => {
    const request = ["export", "--country", "US", "--seed", "s", "--format", "ndjson", "--snapshot", file]
    const few = await new DoorstepProcess([...request, "--count", "3"], {}).finished()
    assert.strictEqual(few.code, 0, few.stderr)
    assert.strictEqual(
      few.stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown).length,
      3
    )
    assert.match(few.stderr, /^3 of \d,\d{3} homes of United States \(US\), version 1, seed s\n/)
    const all = new DoorstepProcess(request, {})
    await all.waitFor(/\n/)
    all.stopReading()
    const { code, stderr, stdout } = await all.finished()
    assert.deepStrictEqual([code, stderr], [0, ""])
    assert.isTrue(stdout.startsWith(few.stdout))
  })
})
