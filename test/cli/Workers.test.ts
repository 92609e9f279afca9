import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Option, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { rateLimitStoreOf } from "../../src/cli/serve/Workers.ts"
import { childrenOf } from "../bench/Usage.ts"
import { harass } from "../faults/support/Hostility.ts"
import { eventually } from "../support/Eventually.ts"
import { preparedDataDir } from "../support/DataDir.ts"
import { DoorstepProcess } from "./DoorstepProcess.ts"

it("requests to workers MUST be counted in a database that services of other machines may share", () => {
  assert.strictEqual(rateLimitStoreOf(Option.none()), "database")
  assert.strictEqual(rateLimitStoreOf(Option.some("embedded")), "memory")
})

describe("several workers", () => {
  const scope = Scope.makeUnsafe()
  let service: DoorstepProcess
  let dataDir = ""
  let url = ""
  let token = ""

  beforeAll(async () => {
    dataDir = await Effect.runPromise(preparedDataDir.pipe(Scope.provide(scope), Effect.provide(NodeServices.layer)))
    service = new DoorstepProcess(["serve", "--workers", "2"], { DATA_DIR: dataDir, PORT: "0" })
    url = (await service.waitFor(/listens on (http:\/\/127\.0\.0\.1:\d+)/))[1]!
    token = (await service.waitFor(/Bearer (dst_[\w-]+)/))[1]!
    await service.waitFor(/^2 processes serve\./m)
  })

  afterAll(async () => {
    await service.signal("SIGTERM")
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  /** Uses a new connection, which any worker may accept. */
  const get = (path: string) =>
    fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}`, connection: "close" } })

  /** Which workers answered several requests at once. */
  const answering = async () => {
    const texts = await Promise.all(Array.from({ length: 4 }, async () => (await get("/metrics")).text()))
    return new Set(texts.map((text) => /^process_start_time_seconds (\S+)/m.exec(text)![1]))
  }

  it("MUST fill the pools and print messages once", () => {
    assert.strictEqual(service.stdout.match(/^Ready\./gm)?.length, 1)
    assert.strictEqual(service.stdout.match(/Your first API token/g)?.length, 1)
    assert.strictEqual(service.stdout.match(/: published/g)?.length, 1)
  })

  it("MUST give the same responses from every process, and share rate limits", async () => {
    await Effect.runPromise(eventually("An answer of each worker", Effect.promise(answering), ({ size }) => size > 1))
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const response = await get("/api/v1/generate?seed=abc&requestId=same")
        return { remaining: Number(response.headers.get("ratelimit-remaining")), text: await response.text() }
      })
    )
    assert.strictEqual(new Set(answers.map(({ text }) => text)).size, 1)
    assert.strictEqual(Math.max(...answers.map(({ remaining }) => remaining)), 599)
    assert.isAtMost(Math.min(...answers.map(({ remaining }) => remaining)), 588)
  })

  it("MUST survive hostile connections, without ever answering them with an error of its own", async () => {
    const before = childrenOf(service.pid)
    const seed = Math.floor(Math.random() * 1e9)
    const connections = { atOnce: 16, count: 500, seed }
    const endured = await harass({ port: Number(new URL(url).port), token }, connections)
    const shown = `seed ${seed}: ${JSON.stringify(endured)}`
    assert.strictEqual(endured.refused, 0, shown)
    for (const status of Object.keys(endured.statuses)) assert.isTrue(status < "500" || status === "503", shown)
    // Every worker responds. A worker that had ended would have been reported and replaced.
    for (const _ of before) assert.strictEqual((await get("/api/v1/health")).status, 200, shown)
    assert.notInclude(service.stdout + service.stderr, "A worker has ended", shown)
    assert.deepStrictEqual(childrenOf(service.pid), before, shown)
  })

  it("MUST end together, and report that in their exit code", async () => {
    const { code, stderr } = await service.signal("SIGTERM")
    assert.strictEqual(code, 0, stderr)
    // The embedded server has stopped as well, so another service can use the folder.
    const next = new DoorstepProcess(["serve"], { DATA_DIR: dataDir, PORT: "0" })
    await next.waitFor(/^Ready\./m)
    assert.strictEqual((await next.signal("SIGINT")).code, 0)
  })
})
