import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { patience } from "./support/Effort.ts"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { type Deployment, deploy, makeToken, Resources, serve, type Service } from "./support/Deployment.ts"
import { tell } from "./support/Telling.ts"

vi.setConfig({ testTimeout: patience, hookTimeout: patience })

describe("a token's limit across several processes", () => {
  const resources = new Resources()
  let deployment: Deployment
  let services: ReadonlyArray<Service> = []

  beforeAll(async () => {
    deployment = await deploy(resources, { service: { RATE_LIMIT_STORE: "database" } })
    const second = await serve(deployment.settings)
    resources.onRelease(() => second.process.signal("SIGTERM"))
    services = [deployment.service, second]
  })
  afterAll(() => resources.release())

  it("MUST hold exactly, whichever process responds, and be reported the same by all", async () => {
    const limit = 150
    const token = await makeToken(deployment.settings, limit)
    const ask = async (i: number) => {
      const { url } = services[i % services.length]!
      const response = await fetch(`${url}/api/v1/countries`, { headers: { authorization: `Bearer ${token}` } })
      await response.arrayBuffer()
      return { status: response.status, left: Number(response.headers.get("ratelimit-remaining") ?? Number.NaN) }
    }
    // Each client sends one request after another, alternating between the processes.
    const client = async (number: number) => {
      const answers = []
      for (let i = 0; i < 20; i++) answers.push(await ask(number + i))
      return answers
    }
    const answers = (await Promise.all(Array.from({ length: 20 }, (_, number) => client(number)))).flat()
    // A busy machine may count a request and then respond 503: that request was let through as well.
    const passed = answers.filter(({ left, status }) => status !== 429 && !Number.isNaN(left))
    const refused = answers.filter(({ status }) => status === 429)
    tell("400 requests to two processes, of a limit of 150", { passed: passed.length, refused: refused.length })
    assert.strictEqual(passed.length, limit, services.map(({ process }) => process.stderr).join("\n"))
    assert.isAtLeast(refused.length, 200)
    assert.strictEqual(new Set(passed.map(({ left }) => left)).size, limit)
  })

  it("MUST degrade as documented if the database cannot be written: each process counts for itself", async () => {
    const limit = 5
    const { clients } = deployment
    await clients.ask({ path: "/api/v1/countries" })
    const token = await makeToken(deployment.settings, limit)
    const sql = (text: string) =>
      Effect.runPromise(
        Effect.scoped(
          Effect.flatMap(PgConnection.make({ url: Redacted.make(deployment.databaseUrl.href) }), (connection) =>
            connection.query(text)
          )
        )
      )
    await sql("ALTER TABLE rate_window RENAME TO rate_window_away")
    const counts = await Promise.all(
      services.map(async ({ url }) => {
        let passed = 0
        for (let i = 0; i < 20; i++) {
          const { status } = await fetch(`${url}/api/v1/countries`, { headers: { authorization: `Bearer ${token}` } })
          if (status === 200) passed++
          else assert.strictEqual(status, 429)
        }
        return passed
      })
    )
    await sql("ALTER TABLE rate_window_away RENAME TO rate_window")
    assert.deepStrictEqual(counts, [limit, limit])
    await clients.recovered()
  })
})
