import * as fc from "fast-check"
import { type ChildProcess, spawn } from "node:child_process"
import { readFile } from "node:fs/promises"
import * as Http from "node:http"
import * as Net from "node:net"
import * as Path from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { type HostileConnection, hostileConnection, patient, perform } from "./support/HostileConnection.ts"

const program = Path.join(import.meta.dirname, "fixtures/MemoryServer.ts")

/** How many files the server may open, connections among them. */
const files = 200

/** How many connections the system keeps for a server that does not accept them. */
const queue = Number(await readFile("/proc/sys/net/core/somaxconn", "utf8").catch(() => 0))

/** A server in a process of its own. It is restarted when it has died, so that counterexamples can be shrunk. */
class Victim {
  #child: ChildProcess | undefined
  #ended: Promise<unknown> = Promise.resolve()
  port = 0
  token = ""
  said = ""

  async alive(): Promise<void> {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) return
    const start = `ulimit -n ${files} && exec "$0" "$1"`
    const child = spawn("sh", ["-c", start, process.execPath, program], { stdio: ["ignore", "pipe", "pipe"] })
    this.#child = child
    this.#ended = new Promise((resolve) => child.once("exit", resolve))
    this.said = ""
    child.stderr.on("data", (chunk: Buffer) => (this.said += chunk.toString("utf8")))
    await new Promise<void>((resolve, reject) => {
      let out = ""
      child.stdout.on("data", (chunk: Buffer) => {
        out += chunk.toString("utf8")
        const [, port, token] = /:(\d+) (dst_\S+)\n/.exec(out) ?? []
        if (port === undefined || token === undefined) return
        this.port = Number(port)
        this.token = token
        resolve()
      })
      child.once("exit", () => reject(new Error(`The server did not start: ${this.said}`)))
    })
  }

  get address() {
    return { port: this.port, token: this.token }
  }

  /** Whether a new connection gets a response. */
  async responds(): Promise<boolean> {
    const { statuses } = await perform(
      { steps: [{ kind: "write", bytes: "GET /api/v1/health HTTP/1.1\r\nHost: test\r\n\r\n" }], farewell: "wait" },
      { ...this.address, patience: patient }
    )
    return statuses[0] === 200
  }

  /** Whether it still responds. A server that does not is ended. */
  async answers(): Promise<boolean> {
    if (await this.responds()) return true
    // The next case must get a new process.
    this.#child?.kill("SIGKILL")
    await this.#ended
    return false
  }

  /** As a process that is busy for long. */
  standStill(): void {
    this.#child?.kill("SIGSTOP")
  }

  goOn(): void {
    this.#child?.kill("SIGCONT")
  }

  stop(): Promise<unknown> {
    this.#child?.kill("SIGTERM")
    return this.#ended
  }
}

describe("connections of strangers", () => {
  const victim = new Victim()
  afterAll(() => victim.stop())

  const survives = async (connections: ReadonlyArray<HostileConnection>): Promise<void> => {
    await victim.alive()
    const heard = await Promise.all(connections.map((one) => perform(one, victim.address)))
    assert.isTrue(await victim.answers(), `The process has ended: ${victim.said}`)
    for (const { statuses } of heard) {
      for (const status of statuses) assert.isBelow(status, 500, "an answer that is the service's own fault")
    }
  }

  const write = (bytes: string) => ({ kind: "write", bytes }) as const
  const get = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: test\r\n"

  it.each<[string, HostileConnection["steps"]]>([
    ["CONNECT", [write("CONNECT host:80 HTTP/1.1\r\nHost: host:80\r\n\r\n")]],
    ["CONNECT behind a request", [write(`${get}\r\nCONNECT host:80 HTTP/1.1\r\nHost: host:80\r\n\r\n`)]],
    ["an offer to upgrade", [write(`${get}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)]],
    ["an offer to upgrade behind a request", [write(`${get}\r\n${get}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`)]],
    ["an expectation", [write(`${get}Expect: nothing\r\n\r\n`)]],
    ["what is no HTTP", [write("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")]],
    ["half a request", [write("GET /api/v1/health HTTP/1.1\r\nHo")]],
    ["half an answer", [{ kind: "deaf" }, write(`${get}\r\n`.repeat(20)), { kind: "turn" }, { kind: "turn" }]]
  ])("MUST not end the process by a reset after %s, at any moment", async (_, steps) => {
    const turn = { kind: "turn" } as const
    await survives([
      ...Array.from({ length: 6 }, (_, turns) => ({
        steps: [...steps, ...Array.from({ length: turns }, () => turn)],
        farewell: "reset" as const
      })),
      { steps: [...steps, { kind: "hear" }], farewell: "reset" },
      { steps: [...steps, { kind: "half-close" }, { kind: "hear" }], farewell: "reset" },
      { steps: [...steps, { kind: "half-close" }, turn], farewell: "reset" }
    ])
  })

  const body = '{"count":2,"filters":{"country":"US"}}'
  const post = `POST /api/v1/generate/batch HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer TOKEN\r\nContent-Type: application/json\r\n`
  const posted = `${post}Content-Length: ${body.length}\r\n\r\n${body}`

  it.each<[string, ReadonlyArray<string>, ReadonlyArray<number>]>([
    ["after it", [`${posted}\0\0\r\n\r\n`], [200, 400]],
    ["after two of them", [`${get}\r\n${posted}GARBAGE`], [200, 200, 400]],
    ["after it, and again", [`${posted}\0\0`, "\0\0\r\n\r\n", posted], [200, 400]],
    ["in its own body", [`${post}Transfer-Encoding: chunked\r\n\r\n-1\r\n${body}`], [400]],
    [
      "in a body that nobody waits for",
      [`${post.replace("batch", "a;b")}Transfer-Encoding: chunked\r\n\r\n-1\r\n`],
      [404]
    ]
  ])(
    "MUST get the response to a valid request before the refusal of what is no HTTP %s",
    async (_, parts, expected) => {
      await victim.alive()
      const steps = parts.flatMap((bytes) => [write(bytes), { kind: "turn" } as const])
      const { outlasted, statuses } = await perform(
        { steps, farewell: "outwait" },
        { ...victim.address, patience: patient }
      )
      assert.deepStrictEqual(statuses, expected)
      assert.isTrue(outlasted, "it is still there")
    }
  )

  it("MUST not use up the files that pages and metrics need, however many they are", async () => {
    await victim.alive()
    const { port } = victim.address
    const agent = new Http.Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const request = Http.get({ agent, port, host: "127.0.0.1", path }, (response) => {
          response.resume().once("end", () => resolve(response.statusCode))
        })
        request.once("error", reject)
      })
    assert.strictEqual(await ask("/api/v1/health"), 200)
    const idle = Array.from({ length: 2 * files }, () =>
      Net.connect(port, "127.0.0.1")
        .on("error", () => undefined)
        .resume()
    )
    const refused = () => idle.filter(({ destroyed }) => destroyed).length
    while (refused() < files) await new Promise(setImmediate)
    assert.notStrictEqual(await ask("/console"), 500, victim.said)
    for (const socket of idle) socket.destroy()
    agent.destroy()
    // On a busy machine the server takes a while to notice; until then it has no room for the next test.
    while (!(await victim.responds())) await new Promise(setImmediate)
  })

  const burst = 1_500

  it.skipIf(queue <= burst)(
    `MUST not get lost in a burst while the process is busy (where the system lets ${burst} connections wait)`,
    async () => {
      await victim.alive()
      victim.standStill()
      const sockets = Array.from({ length: burst }, () =>
        Net.connect(victim.port, "127.0.0.1").on("error", () => undefined)
      )
      try {
        const connected = sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve)))
        const isLost = new Promise<true>((resolve) => void setTimeout(resolve, patient, true).unref())
        assert.isNotTrue(await Promise.race([isLost, Promise.all(connected)]))
      } finally {
        for (const socket of sockets) socket.destroy()
        victim.goOn()
      }
      while (!(await victim.responds())) await new Promise(setImmediate)
    }
  )

  it("MUST each get a response in turn, and end soon, even if Node.js hands one over", async () => {
    await victim.alive()
    const steps = [write(`${get}\r\nCONNECT host:80 HTTP/1.1\r\nHost: host:80\r\n\r\n`)]
    const { outlasted, statuses } = await perform(
      { steps, farewell: "outwait" },
      { ...victim.address, patience: patient }
    )
    assert.deepStrictEqual(statuses, [200, 404])
    assert.isTrue(outlasted, "it is still there")
  })

  it("MUST not end the process, whatever bytes, half-closes and resets they consist of", async () => {
    await fc.assert(fc.asyncProperty(fc.array(hostileConnection, { minLength: 1, maxLength: 12 }), survives), {
      numRuns: 40,
      // Each smaller counterexample needs a new process, and a busy machine ten times as long for each case.
      interruptAfterTimeLimit: 600_000,
      markInterruptAsFailure: true
    })
  })
})
