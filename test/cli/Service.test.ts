import * as NodeServices from "@effect/platform-node/NodeServices"
import { readFileSync } from "node:fs"
import { Effect, Exit, Scope } from "effect"
import { Command } from "effect/cli"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { answers as examples } from "../../schemas/Examples.ts"
import { serve } from "../../src/cli/serve/ServeCommand.ts"
import { sync } from "../../src/cli/sync/SyncCommand.ts"
import { token as tokens } from "../../src/cli/admin/TokenCommand.ts"
import { bundledProgram, checkoutProgram } from "../support/BundledDoorstep.ts"
import { preparedDataDir, temporaryDataDir } from "../support/DataDir.ts"
import { runCommand } from "../support/RunCommand.ts"
import { DoorstepProcess } from "./DoorstepProcess.ts"

interface Operation {
  readonly operationId: string
  readonly "x-codeSamples": ReadonlyArray<{ readonly source: string }>
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** A response without what changes with time. */
const lasting = (answer: unknown) =>
  JSON.parse(JSON.stringify(answer, (name, value) => (/^(updatedAt|derived)$/.test(name) ? undefined : value)))

const doorstep = Command.make("doorstep").pipe(Command.withSubcommands([serve, sync, tokens]))

/**
 * The whole service as an operator meets it: started, used, killed and restarted. Each test builds on those before it.
 */
describe("an installation", () => {
  let dataDir = ""
  let service: DoorstepProcess | undefined
  let url = ""
  let token = ""

  const run = (...args: ReadonlyArray<string>) => new DoorstepProcess(args, { DATA_DIR: dataDir })
  /** What a command says that is run by this process, which takes less than a process of its own. */
  const said = async (...args: ReadonlyArray<string>) =>
    (await Effect.runPromise(runCommand(doorstep, { DATA_DIR: dataDir })(...args))).said

  const start = async (program = bundledProgram()) => {
    service = new DoorstepProcess(["serve"], { DATA_DIR: dataDir, PORT: "0" }, undefined, program)
    url = (await service.waitFor(/listens on (http:\/\/127\.0\.0\.1:\d+)/))[1]!
    await service.waitFor(/^Ready\./m)
    return service
  }

  const ask = async (path: string, bearer = token, body?: string) => {
    const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" }
    const response = await fetch(`${url}${path}`, { headers, ...(body !== undefined && { method: "POST", body }) })
    return { status: response.status, text: await response.text() }
  }

  const seeds = Array.from({ length: 200 }, (_, i) => `seed-${i}`)

  /** The response to each seed, with a fixed request ID. */
  const answers = (some = seeds) =>
    Promise.all(some.map(async (seed) => (await ask(`/api/v1/generate?seed=${seed}&requestId=same`)).text))

  const scope = Scope.makeUnsafe()
  const folder = (one: typeof temporaryDataDir) =>
    Effect.runPromise(one.pipe(Scope.provide(scope), Effect.provide(NodeServices.layer)))

  beforeAll(async () => {
    dataDir = await folder(temporaryDataDir)
  })

  afterAll(async () => {
    await service?.signal("SIGTERM")
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it("MUST fill its pool at the first start and print a request that works", async () => {
    const first = await start(checkoutProgram)
    token = /Bearer (dst_[\w-]+)/.exec(first.stdout)![1]!
    const request = /curl -H "Authorization: Bearer [\w-]+" "(http[^"]+)"/.exec(first.stdout)![1]!
    const response = await fetch(request, { headers: { authorization: `Bearer ${token}` } })
    assert.strictEqual(response.status, 200)
    const { data } = (await response.json()) as {
      readonly data: { readonly sourcesTried: unknown; readonly eligibleCount: number }
    }
    assert.deepStrictEqual(data.sourcesTried, ["starter"])
    assert.isAtLeast(data.eligibleCount, 4000)
    assert.match(first.stdout, /missing-house-number: \d+/)
  })

  it("MUST say in one sentence that its port is in use, and nothing else", async () => {
    const { port } = new URL(url)
    const settings = { DATA_DIR: await folder(preparedDataDir), PORT: port, LOG_LEVEL: "warn" }
    const second = await new DoorstepProcess(["serve"], settings).finished()
    const sentence = `PORT ${port} on 127.0.0.1 is in use by another process. Set PORT to another, in the environment or in .env; 0 takes a free one.\n`
    assert.deepStrictEqual(second, { code: 1, stdout: "", stderr: sentence })
  })

  it("MUST answer the README's first request as the README shows it", async () => {
    const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8")
    const path = /^curl .*"http:\/\/127\.0\.0\.1:8080(\/api[^"]+)"$/m.exec(readme)![1]!
    const shown = /^```text\n(\{[^]+?)\n```$/m.exec(readme)![1]!.replaceAll("\n", "")
    const { status, text } = await ask(path)
    assert.strictEqual(status, 200)
    // The README marks its omissions with an ellipsis; the pieces between must occur in this order.
    let at = 0
    for (const piece of shown.split("…")) {
      const found = text.indexOf(piece.replace(/^,|[,}\]]+$/g, ""), at)
      assert.isAtLeast(found, at, `${piece} in ${text}`)
      at = found
    }
    assert.isAbove(shown.split("…").length, 8)
    const guide = readFileSync(new URL("../../src/http/README.md", import.meta.url), "utf8")
    const whole = JSON.parse(/^```json\n(\{\n[^]+?)\n```$/m.exec(guide)![1]!) as { readonly updatedAt: string }
    const { data } = JSON.parse(text) as { readonly data: { readonly result: { readonly address: object } } }
    assert.deepStrictEqual({ ...data.result.address, updatedAt: whole.updatedAt }, whole)
  })

  it("MUST answer the requests that its documentation shows as shown", async () => {
    // Of these, the documentation shows a problem, and the beginning.
    const { getDataHealth: _problem, getDescription: _beginning, ...shown } = examples
    const { paths } = JSON.parse((await ask("/api/v1/openapi.json")).text) as { readonly paths: Paths }
    const answered: Record<string, unknown> = {}
    for (const { operationId, "x-codeSamples": samples } of Object.values(paths).flatMap(Object.values<Operation>)) {
      if (shown[operationId] === undefined) continue
      const [, target = ""] = /"http:\/\/127\.0\.0\.1:8080([^"]*)"/.exec(samples[0]!.source)!
      const { text } = await ask(target, token, /-d '(.*)'/.exec(samples[0]!.source)?.[1])
      answered[operationId] = lasting(JSON.parse(text))
    }
    assert.deepStrictEqual(answered, lasting(shown))
  })

  it("MUST run the command line beside the running service", async () => {
    const created = await run("token", "create", "--name", "ci", "--scope", "read", "--expires-in", "1h").finished()
    assert.match(created.stdout, /^dst_[\w-]{43}\n$/)
    const read = created.stdout.trim()
    assert.strictEqual((await ask("/api/v1/countries", read)).status, 200)
    assert.strictEqual((await ask("/api/v1/generate", read)).status, 401)
    const listed = await said("token", "list")
    assert.match(listed, /ci +read +600\/min/)
    assert.notInclude(listed, read)
    assert.match(await said("sync", "--force"), /\b0 changes: 0 added, 0 changed, 0 withdrawn/)
    assert.match(await said("sync"), /starter US: unchanged/)
  })

  it("MUST not trust strangers about the host that a console page was loaded from", async () => {
    const forged = { origin: "http://localhost:1", "x-forwarded-host": "localhost:1", "x-doorstep-console": "1" }
    const answer = await fetch(`${url}/admin/api/session`, { headers: forged })
    assert.strictEqual(answer.status, 403, await answer.text())
  })

  it("MUST refuse a second service on the same data with one clear line", async () => {
    const second = await new DoorstepProcess(["serve"], { DATA_DIR: dataDir, PORT: "0" }).finished()
    assert.strictEqual(second.code, 1)
    assert.match(second.stderr, /^Another Doorstep service \(process \d+\) already uses the data directory .+\.\n$/)
    assert.strictEqual(second.stdout, "")
  })

  it("MUST report the current pool when Ctrl-C interrupts a synchronization", async () => {
    const synchronization = run("sync", "--force")
    await synchronization.waitFor(/starter US: reading [1-9][\d,]* of/)
    const { code, stderr } = await synchronization.signal("SIGINT")
    assert.strictEqual(code, 130)
    assert.match(
      stderr,
      /^starter US: stopped after \d,000 records\.\n {2}The pool of US is still at version 1, with \d,\d{3} residential addresses\.\n {2}No part was read to the end, so the next synchronization starts over\.$/m
    )
  })

  it("MUST return the same addresses for 200 seeds after a restart, and after SIGKILL during a synchronization", async () => {
    const before = await answers()
    assert.isAbove(new Set(before).size, 150)
    // What rotates logs sends these.
    process.kill(service!.pid, "SIGUSR1")
    process.kill(service!.pid, "SIGUSR2")
    assert.deepStrictEqual(await answers(["seed-0"]), before.slice(0, 1))
    assert.notInclude(service!.stderr, "Debugger")
    // Its terminal is closed.
    assert.strictEqual((await service!.signal("SIGHUP")).code, 0)
    const synchronization = run("sync", "--force")
    await synchronization.waitFor(/starter US: reading [1-9][\d,]* of/)
    await synchronization.signal("SIGKILL")
    await start()
    assert.deepStrictEqual(await answers(), before)
    await service!.signal("SIGKILL")
    await start()
    assert.deepStrictEqual(await answers(), before)
  })

  const refusals: ReadonlyArray<readonly [ReadonlyArray<string>, Readonly<Record<string, string>>, RegExp]> = [
    [
      ["serve"],
      { TRUSTED_PROXIES: "10.0.0.0/33" },
      /^TRUSTED_PROXIES must be networks [^\n]+"10\.0\.0\.0\/33" is not one[^\n]+\n$/
    ],
    [["token", "create", "--name", "y", "--rate-limit", "0"], {}, /requests per minute, from 1 to 100,000,000/],
    [["sync", "--source", "nothing"], {}, /No source is named "nothing"\. Sources: starter\./],
    [["sync", "--country", "ZZ"], {}, /No source has records of ZZ\./],
    [["token", "revoke", "nobody"], {}, /No active or expired token .+ "nobody"/],
    [["token", "create", "--name", "ci"], {}, /There is already a token named "ci"/],
    [["token", "create", "--name", "y", "--expires-in", "soon"], {}, /30m, 12h, 90d or 52w/],
    [["serve"], { SOURCES: "starter,nothing" }, /SOURCES names "nothing".+Known: starter/],
    [["serve"], { PORT: "x" }, /PORT must be a whole number from 0 to 65535/],
    [["serve"], { DATABASE_URL: "mysql://localhost" }, /DATABASE_URL must be a PostgreSQL URL/]
  ]

  it.each(refusals.slice(0, 2))(
    "MUST refuse %j with %j in a sentence that names the fault",
    async (args, more, fault) => {
      const refused = await new DoorstepProcess(args, { DATA_DIR: dataDir, ...more }).finished()
      assert.strictEqual(refused.code, 1)
      assert.match(refused.stderr, fault)
      assert.notMatch(refused.stderr, /\n\s+at /)
    }
  )

  // A process per case would prove no more and take as long as the rest of this file. Values of flags are checked only
  // by the program itself.
  it.each(refusals.filter(([args]) => !args.includes("--rate-limit")))(
    "MUST refuse %j with %j in this one sentence, wherever it runs",
    async (args, more, fault) => {
      const { code, said } = await Effect.runPromise(runCommand(doorstep, { DATA_DIR: dataDir, ...more })(...args))
      assert.strictEqual(code, 1)
      assert.match(said, fault)
      assert.notMatch(said, /\n\s+at /)
    }
  )
})
