import { Schema } from "effect"
import { assert, describe, it, vi } from "vitest"
import { admin, ask } from "../../../src/console/api/admin.ts"
import { faultOf, faultsOf, sentence } from "../../../src/console/api/contract.ts"
import { detailsOf, isFailure, messageOf } from "../../../src/console/api/failure.ts"
import { json, refusal, service } from "../support/Service.ts"

const LIST = "GET /admin/api/tokens"

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail("It did not fail."),
    (error: unknown) => error
  )

describe("a request of the console", () => {
  it("MUST carry the header that other sites' pages cannot send, and return the response's payload", async () => {
    service.on(LIST, () => json({ data: { tokens: [] } }))
    assert.deepStrictEqual(await ask(admin.tokens.list()), { tokens: [] })
    assert.strictEqual(service.asked()[0]?.headers.get("x-doorstep-console"), "1")
    assert.isNull(service.asked()[0]?.headers.get("authorization"))
  })

  it("MUST fail with the service's own sentence, and with its kind", async () => {
    service.on("GET /admin/api/runs/7", () => refusal(404, "NOT_FOUND", "There is no run 7."))
    const error = await failureOf(ask(admin.runs.get({ params: { id: "7" } })))
    assert.strictEqual(messageOf(error), "There is no run 7.")
    assert.isTrue(isFailure(error, "NotThere"))
    assert.isFalse(isFailure(error, "SignedOut"))
  })

  it("MUST say that the service cannot be reached if nothing responds, and which status another server responds with", async () => {
    assert.match(messageOf(await failureOf(ask(admin.tokens.list()))), /^Cannot reach the service\./)
    for (const [status, said] of [
      [502, /^Cannot reach the service\./],
      [413, /^A proxy or network responded with status 413 instead/]
    ] as const) {
      service.on(LIST, () => new Response("<h1>nginx</h1>", { status, headers: { "content-type": "text/html" } }))
      assert.match(messageOf(await failureOf(ask(admin.tokens.list()))), said)
    }
  })

  it("MUST say that the page is out of date if the response is unknown to it", async () => {
    for (const answer of [{}, { data: null }, { data: { tokens: [{ id: 1 }] } }]) {
      service.on(LIST, () => json(answer))
      const error = await failureOf(ask(admin.tokens.list()))
      assert.match(messageOf(error), /^The service sent something/, JSON.stringify(answer))
    }
  })

  it("MUST not be sent if it violates the contract, and fail with the place of the fault", async () => {
    const error = await failureOf(ask(admin.runs.get({ params: { id: "../tokens" } })))
    assert.deepStrictEqual(service.heard(), [])
    assert.isTrue(isFailure(error, "InvalidRequest"))
    assert.deepStrictEqual(
      detailsOf(error).map(({ message }) => message),
      ["is not the ID of a run"]
    )
  })

  it("MUST fail after a minute if the network has lost it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    service.holds(LIST, () => json({ data: { tokens: [] } }))
    const failed = failureOf(ask(admin.tokens.list()))
    await vi.advanceTimersByTimeAsync(60_000)
    assert.match(messageOf(await failed), /^The service has not responded for a minute\./)
  })

  it("MUST be aborted together with the page that sent it", async () => {
    service.holds(LIST, () => json({ data: { tokens: [] } }))
    const controller = new AbortController()
    const failed = failureOf(ask(admin.tokens.list(), controller.signal))
    controller.abort()
    await failed
  })
})

describe("the contract's objections to a value", () => {
  const Targets = Schema.Struct({ total: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)), name: Schema.String })

  it("MUST list every fault with its place, and nothing that is right", () => {
    assert.deepStrictEqual(faultsOf(Targets, { total: 1, name: "a" }), [])
    assert.deepStrictEqual(
      faultsOf(Targets, { total: -1, more: true })
        .map(({ path }) => path)
        .sort(),
      ["more", "name", "total"]
    )
  })

  it("MUST be one sentence for a single field", () => {
    assert.isUndefined(faultOf(Schema.NonEmptyString, "x"))
    assert.match(faultOf(Schema.NonEmptyString, "") ?? "", /^[A-Z].*\.$/)
  })

  it("MUST begin with a capital letter and end with one full stop", () => {
    assert.strictEqual(sentence("must be short"), "Must be short.")
    assert.strictEqual(sentence("is it?"), "Is it?")
    assert.strictEqual(sentence("Is missing."), "Is missing.")
    assert.strictEqual(sentence("ä"), "Ä.")
  })
})

describe("the places of a fault", () => {
  it("MUST be empty for an error that has none", () => {
    for (const error of [null, undefined, "text", {}, { details: "all" }, new Error("x")]) {
      assert.deepStrictEqual(detailsOf(error), [])
    }
  })
})
