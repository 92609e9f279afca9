import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { DoorstepProcess } from "../cli/DoorstepProcess.ts"
import { Clients } from "./support/Clients.ts"
import { type Deployment, deploy, Resources } from "./support/Deployment.ts"
import { isFull, reason, patience } from "./support/Effort.ts"
import { Proxy } from "./support/Proxy.ts"
import { pause, tell } from "./support/Telling.ts"

vi.setConfig({ testTimeout: patience, hookTimeout: patience })

const rows = 600

/** A town. The second edition replaces a tenth of the homes. */
const edition = (number: 0 | 1): string =>
  [
    "id,number,street,city,postcode,lon,lat",
    ...Array.from({ length: rows }, (_, i) => {
      const moved = number === 1 && i % 10 === 0 ? rows : 0
      const house = 1 + i + moved
      return `${i + moved},${house},${["Lindenweg", "Am Markt", "Hauptstr."][i % 3]},Musterstadt,${10_000 + (i % 40)},13.4,52.5`
    })
  ].join("\n")

const mapping = {
  country: "DE",
  license: "Public Domain",
  attribution: "The town",
  homepage: "https://example.org",
  language: "de",
  format: { type: "csv" },
  recordId: "{id}",
  position: { x: "{lon}", y: "{lat}" },
  fields: { houseNumber: "{number}", street: "{street}", city: "{city}", postcode: "{postcode}" },
  evidence: [{ kind: "declared", detail: "The town says so." }]
}

const seeds = Array.from({ length: 40 }, (_, i) => `s${i}`)

interface Generated {
  readonly data: { readonly result: { readonly address: { readonly id: string } }; readonly poolVersion: number }
}

describe("a synchronization", () => {
  const resources = new Resources()
  let deployment: Deployment
  let proxy: Proxy
  /** Clients of another country, who should notice nothing. */
  let bystanders: Clients
  let serve: (response: Http.ServerResponse) => void = () => undefined
  const offer = (number: 0 | 1) => {
    serve = (response) => response.end(edition(number))
  }

  const doorstep = (...args: ReadonlyArray<string>) => {
    const url = new URL(deployment.databaseUrl)
    url.port = String(proxy.port)
    return new DoorstepProcess(args, { DATABASE_URL: url.href })
  }

  const sync = async (...args: ReadonlyArray<string>) => {
    const ended = await doorstep("sync", "--source", "town", "--force", ...args).finished()
    return { ...ended, text: `${ended.stdout}${ended.stderr}` }
  }

  /** The home drawn for each seed, all from one version of the pool. */
  const homes = async (): Promise<ReadonlyArray<string>> => {
    const answers = await Promise.all(
      seeds.map(async (seed) => {
        const { status, text } = await deployment.clients.ask({ path: `/api/v1/generate?country=DE&seed=${seed}` })
        assert.strictEqual(status, 200, text)
        return (JSON.parse(text) as Generated).data
      })
    )
    assert.strictEqual(new Set(answers.map(({ poolVersion }) => poolVersion)).size, 1)
    return answers.map(({ result }) => result.address.id)
  }

  const published: Array<ReadonlyArray<string>> = []
  let requests = 0

  beforeAll(async () => {
    deployment = await deploy(resources)
    proxy = await Proxy.start(Number(deployment.databaseUrl.port))
    resources.onRelease(() => proxy.stop())
    const server = Http.createServer((_, response) => serve(response))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    resources.onRelease(
      () =>
        new Promise((resolve) => {
          server.closeAllConnections()
          server.close(resolve)
        })
    )
    const location = `http://127.0.0.1:${(server.address() as AddressInfo).port}/town.csv`
    offer(0)
    const options = JSON.stringify({ location, mapping })
    const added = await doorstep("source", "add", "town", "--type", "file", "--options", options).finished()
    assert.strictEqual(added.code, 0, added.stderr)
    for (const number of [0, 1] as const) {
      offer(number)
      requests = 0
      proxy.onRequest = () => requests++
      const { code, text } = await sync()
      assert.strictEqual(code, 0, text)
      published.push(await homes())
    }
    assert.notDeepEqual(published[0], published[1])
    bystanders = new Clients(deployment.service.url, deployment.token)
    await bystanders.learn(seeds.slice(0, 8).map((seed) => ({ path: `/api/v1/generate?seed=${seed}&requestId=same` })))
  })
  afterAll(() => resources.release())

  const kills = isFull ? 24 : 1

  it(`MUST leave either the previous pool or the new one if its process is killed: at ${kills} points of its work`, async () => {
    let is: 0 | 1 = 1
    const outcomes = { before: 0, after: 0 }
    for (let kill = 0; kill < kills; kill++) {
      const wanted: 0 | 1 = is === 0 ? 1 : 0
      offer(wanted)
      // The last kills hit the publication.
      const at = Math.max(1, Math.round((requests * (kill + 1)) / (kills + 1)))
      let count = 0
      const running = doorstep("sync", "--source", "town", "--force")
      proxy.onRequest = () => {
        if (++count === at) void running.signal("SIGKILL")
      }
      await bystanders.whileAsking(() => running.finished(), 4)
      proxy.onRequest = () => undefined
      // The server may still be running the killed client's last statement.
      let found = await homes()
      const settled = async () => published.some((ids) => ids.join() === found.join())
      for (let i = 0; i < 50 && !(await settled()); i++) {
        await pause(100)
        found = await homes()
      }
      assert.isTrue(await settled(), `killed at ${at} of ${requests}: a mixture of two pools`)
      if (found.join() === published[wanted]!.join()) outcomes.after++
      else outcomes.before++
      const { code, text } = await sync()
      assert.strictEqual(code, 0, text)
      assert.deepStrictEqual(await homes(), published[wanted])
      is = wanted
    }
    tell(`synchronization killed at ${kills} places of ${requests}`, outcomes)
  })

  it.skipIf(!isFull)(`MUST leave the pool unchanged if the database goes away during its work${reason}`, async () => {
    const before = await homes()
    offer(before.join() === published[0]!.join() ? 1 : 0)
    for (const share of [0.3, 0.6, 0.9]) {
      let count = 0
      proxy.onRequest = () => {
        if (++count === Math.round(requests * share)) proxy.become({ kind: "refuse" })
      }
      const { code, text } = await sync()
      assert.strictEqual(code, 1, text)
      assert.notMatch(text, /\n\s+at /)
      proxy.onRequest = () => undefined
      proxy.become({ kind: "pass" })
      assert.deepStrictEqual(await homes(), before)
    }
  })

  it(`MUST leave the pool unchanged if its source sends half of it, garbage, or nothing at all`, async () => {
    const before = await homes()
    const whole = edition(0)
    const faults: ReadonlyArray<readonly [string, (response: Http.ServerResponse) => void]> = [
      ["garbage", (response) => response.end(Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * 7919) % 256)))],
      ...(isFull
        ? [
            ["another file", (response: Http.ServerResponse) => response.end("name,colour\nhat,red\n")] as const,
            ["an error", (response: Http.ServerResponse) => response.writeHead(404).end()] as const,
            [
              "half of it",
              (response: Http.ServerResponse) => {
                response.writeHead(200, { "content-length": whole.length })
                response.write(whole.slice(0, whole.length / 2), () => response.destroy())
              }
            ] as const
          ]
        : [])
    ]
    for (const [name, fault] of faults) {
      serve = fault
      const { result } = await bystanders.whileAsking(() => sync(), 2)
      assert.strictEqual(result.code, 1, `${name}: ${result.text}`)
      assert.notMatch(result.text, /\n\s+at /)
      tell(`a source that sends ${name}`, { code: result.code ?? -1 })
      assert.deepStrictEqual(await homes(), before)
    }
    if (!isFull) return
    // A source that stalls is waited for, without making anyone else wait.
    serve = (response) => response.write(whole.slice(0, 1_000))
    const hanging = doorstep("sync", "--source", "town", "--force")
    await bystanders.whileAsking(() => pause(5_000), 4)
    await hanging.signal("SIGTERM")
    assert.deepStrictEqual(await homes(), before)
    offer(1)
    const { code, text } = await sync("--publish-anyway")
    assert.strictEqual(code, 0, text)
    assert.deepStrictEqual(await homes(), published[1])
  })
})
