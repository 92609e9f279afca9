import { screen } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import { setOwnToken } from "../../../src/console/api/token.ts"
import { TryPage } from "../../../src/console/pages/try/TryPage.tsx"
import { draw } from "../support/Draw.tsx"
import { session } from "../support/Samples.ts"
import { json, refusal, service } from "../support/Service.ts"

const GENERATE = "GET /api/v1/generate?country=DE&q=zz"

/** What is said once a home has been asked for. */
const saidAfter = async (status: number, code: string, isSignedIn = false) => {
  service.on("GET /admin/api/session", () =>
    json({ data: isSignedIn ? { signedIn: true, session } : { signedIn: false } })
  )
  service.on("POST /admin/api/session/token", () =>
    json({ data: { token: "dst_console", expiresAt: session.endsAt, rateLimit: 60 } })
  )
  service.on(GENERATE, () => refusal(status, code, "As the service says.", { "retry-after": "2" }))
  setOwnToken(isSignedIn ? "" : "dst_mine")
  const { unmount, user } = draw(<TryPage />, "/try?country=DE&q=zz")
  await user.click(await screen.findByRole("button", { name: "Generate a home" }))
  const sentence = await screen.findByText("As the service says.")
  const heading = sentence.parentElement?.textContent ?? ""
  const said = screen.getAllByRole("status").map(({ textContent }) => textContent)
  const isFailure = screen.queryAllByRole("alert").some((alert) => alert.contains(sentence))
  const next = screen.queryByRole("link", { name: "View the homes of Germany" })
  unmount()
  return { heading, isFailure, next, said }
}

describe("a home that is asked for", () => {
  it("MUST not be called a failure if there is none, but be one if the service cannot look", async () => {
    const none = await saidAfter(404, "NO_POOL_COVERAGE")
    assert.include(none.heading, "No home matches")
    assert.isFalse(none.isFailure)
    assert.include(none.said, "No home matches")
    assert.isNull(none.next)
    const outage = await saidAfter(503, "SERVICE_UNAVAILABLE")
    assert.isTrue(outage.isFailure)
  })

  it("MUST lead the administrator to the pool that has none", async () => {
    const administrator = await saidAfter(404, "NO_POOL_COVERAGE", true)
    assert.strictEqual(administrator.next?.getAttribute("href"), "/console/pools/DE")
  })
})
