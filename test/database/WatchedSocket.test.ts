import * as Net from "node:net"
import { once } from "node:events"
import { Redacted } from "effect"
import { afterEach, assert, describe, it, vi } from "vitest"
import { watchedSockets } from "../../src/database/WatchedSocket.ts"

/** Advances the watch's timers by this many seconds. */
const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000)

const ends: Array<() => unknown> = []
afterEach(() => {
  vi.useRealTimers()
  for (const end of ends.splice(0)) end()
})

/** A server that replies until told to be silent, and a watched connection to it. */
const converse = async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  let isSilent = false
  let told: (asked: string) => void = () => undefined
  const server = Net.createServer((socket) => {
    socket.on("error", () => undefined)
    socket.on("data", (asked) => {
      if (!isSilent) socket.write("answer")
      told(String(asked))
    })
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as Net.AddressInfo
  const socket = watchedSockets(Redacted.make(`postgres://127.0.0.1:${port}/x`)).stream!()
  ends.push(
    () => socket.destroy(),
    () => server.close()
  )
  let failure: Error | undefined
  socket.on("error", (error) => (failure = error))
  const closed = new Promise((resolve) => socket.once("close", resolve))
  const arrival = () => new Promise<string>((resolve) => (told = resolve))
  const answered = async () => {
    const answer = once(socket, "data")
    socket.write("question")
    await answer
  }
  /** Sends a query that is never answered. */
  const unanswered = async () => {
    isSilent = true
    const arrived = arrival()
    socket.write("question")
    await arrived
  }
  return { socket, answered, unanswered, closed, failure: () => failure?.message }
}

describe("a watched connection", () => {
  it("MUST end when a question is not answered that was asked right after another's answer", async () => {
    const { answered, closed, failure, socket, unanswered } = await converse()
    await answered()
    await unanswered()
    pass(6)
    assert.isFalse(socket.destroyed)
    pass(1)
    assert.isTrue(socket.destroyed)
    await closed
    assert.strictEqual(failure(), "The server has not answered for 7 seconds")
  })

  it("MUST stay open for as long as it is idle, and be patient from the next question on", async () => {
    const { answered, socket, unanswered } = await converse()
    await answered()
    pass(7_200)
    assert.isFalse(socket.destroyed)
    await unanswered()
    pass(6)
    assert.isFalse(socket.destroyed)
    pass(1)
    assert.isTrue(socket.destroyed)
  })
})
