import { assert, beforeEach, describe, it, vi } from "vitest"
import { sendFile } from "../../../src/console/api/upload.ts"
import { json, refusal, service } from "../support/Service.ts"

const BEGIN = "POST /admin/api/uploads"
const PART = "PATCH /admin/api/uploads/u1"
const STATE = "GET /admin/api/uploads/u1"

const total = 1_000_000
const file = () => new File([new Uint8Array(total)], "homes.csv", { lastModified: 1_700_000_000_123 })

const upload = (offset: number) => ({
  id: "u1",
  name: "homes.csv",
  bytes: total,
  offset,
  complete: offset === total,
  location: "upload:u1",
  changedAt: "2026-11-21T10:00:00.000Z"
})

/** A service that accepts parts as they come, and reports what it has. */
const taking = (from = 0) => {
  const state = { offset: from, parts: [] as Array<readonly [offset: number, bytes: number]> }
  service.on(BEGIN, ({ body }) => {
    assert.deepStrictEqual(JSON.parse(body), { name: "homes.csv", bytes: total, modifiedAt: 1_700_000_000_123 })
    return json({ data: upload(state.offset) }, 201)
  })
  service.on(STATE, () => json({ data: upload(state.offset) }))
  service.on(PART, ({ body, headers }) => {
    assert.strictEqual(Number(headers.get("upload-offset")), state.offset)
    state.parts.push([state.offset, body.length])
    state.offset += body.length
    return json({ data: upload(state.offset) })
  })
  return state
}

const sent = (controller = new AbortController()) => {
  const told: Array<{ readonly done: number; readonly total: number; readonly broken: boolean }> = []
  const ended = sendFile(file(), (progress) => told.push(progress), controller.signal)
  return { told, ended, controller }
}

/** Lets timers run until the upload has ended, successfully or not. */
const settled = async <A,>(ended: Promise<A>): Promise<PromiseSettledResult<A>> => {
  const outcome = Promise.allSettled([ended]).then(([outcome]) => outcome)
  for (;;) {
    const over = await Promise.race([outcome, vi.advanceTimersByTimeAsync(500)])
    if (typeof over === "object" && "status" in over) return over
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
})

describe("uploading a file", () => {
  it("MUST send parts that grow while the connection is fast, and report each", async () => {
    const { parts } = taking()
    const { ended, told } = sent()
    assert.strictEqual((await settled(ended)).status, "fulfilled")
    assert.deepStrictEqual(parts, [
      [0, 262_144],
      [262_144, 524_288],
      [786_432, total - 786_432]
    ])
    assert.deepStrictEqual(
      told.map(({ done }) => done),
      [0, 262_144, 786_432, total]
    )
    assert.isFalse(told.some(({ broken }) => broken))
  })

  it("MUST continue where an earlier attempt ended", async () => {
    const { parts } = taking(900_000)
    await settled(sent().ended)
    assert.deepStrictEqual(parts, [[900_000, 100_000]])
  })

  it("MUST continue with a smaller part, and say so, if the connection breaks", async () => {
    const { parts } = taking()
    let breaks = 1
    service.on(PART, async ({ body, headers }) => {
      if (breaks-- > 0) throw new TypeError("fetch failed")
      const offset = Number(headers.get("upload-offset"))
      parts.push([offset, body.length])
      return json({ data: upload(offset + body.length) })
    })
    const { ended, told } = sent()
    assert.strictEqual((await settled(ended)).status, "fulfilled")
    assert.deepStrictEqual(parts[0], [0, 131_072])
    assert.deepStrictEqual(told[1], { done: 0, total, broken: true })
    assert.deepStrictEqual(told.at(-1), { done: total, total, broken: false })
  })

  it("MUST keep its parts as small as a proxy wants them, without calling the connection broken", async () => {
    const limit = 300_000
    const state = taking()
    const asked: Array<number> = []
    service.on(PART, ({ body, headers }) => {
      asked.push(body.length)
      if (body.length > limit) return new Response("", { status: 413 })
      state.offset = Number(headers.get("upload-offset")) + body.length
      return json({ data: upload(state.offset) })
    })
    const { ended, told } = sent()
    assert.strictEqual((await settled(ended)).status, "fulfilled")
    assert.strictEqual(asked.filter((bytes) => bytes > limit).length, 1)
    assert.strictEqual(asked.length, 5)
    assert.isFalse(told.some(({ broken }) => broken))
  })

  it("MUST fail if a proxy wants no part at all", async () => {
    taking()
    service.on(PART, () => new Response("", { status: 413 }))
    assert.strictEqual((await settled(sent().ended)).status, "rejected")
  })

  it("MUST count what has arrived of an interrupted part", async () => {
    const state = taking()
    let breaks = 1
    const takes = state.parts
    service.on(PART, async ({ body, headers }) => {
      const offset = Number(headers.get("upload-offset"))
      takes.push([offset, body.length])
      state.offset = breaks-- > 0 ? 1000 : offset + body.length
      return state.offset === 1000 ? new Response("", { status: 502 }) : json({ data: upload(state.offset) })
    })
    assert.strictEqual((await settled(sent().ended)).status, "fulfilled")
    assert.deepStrictEqual(
      takes.slice(0, 2).map(([offset]) => offset),
      [0, 1000]
    )
  })

  it("MUST fail with the service's objection to the file, before anything is sent", async () => {
    service.on(BEGIN, () => refusal(409, "CONFLICT", "Uploads take no more than 20 GB."))
    const outcome = await settled(sent().ended)
    assert.include(outcome, { status: "rejected" })
    assert.include(outcome.status === "rejected" ? outcome.reason : {}, {
      message: "Uploads take no more than 20 GB."
    })
    assert.deepStrictEqual(service.heard(), [BEGIN])
  })

  it("MUST give up after six attempts without progress", async () => {
    taking()
    service.on(PART, () => new Response("", { status: 502 }))
    const outcome = await settled(sent().ended)
    assert.strictEqual(outcome.status, "rejected")
    assert.strictEqual(service.heard().filter((what) => what === PART).length, 6)
  })

  it("MUST stop immediately when it is cancelled", async () => {
    taking()
    service.on(PART, () => new Response("", { status: 502 }))
    const { controller, ended } = sent()
    const outcome = Promise.allSettled([ended])
    await vi.advanceTimersByTimeAsync(100)
    controller.abort()
    await vi.advanceTimersByTimeAsync(0)
    assert.strictEqual((await outcome)[0]?.status, "rejected")
    const asked = service.heard().length
    await vi.advanceTimersByTimeAsync(60_000)
    assert.strictEqual(service.heard().length, asked)
  })
})
