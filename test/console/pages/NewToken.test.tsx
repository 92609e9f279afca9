import { screen } from "@testing-library/react"
import { assert, describe, it, vi } from "vitest"
import type { Token } from "../../../schemas/admin/Tokens.ts"
import { NewToken } from "../../../src/console/pages/tokens/NewToken.tsx"
import { draw } from "../support/Draw.tsx"
import { pool } from "../support/Samples.ts"
import { json, service } from "../support/Service.ts"

const record: Token = {
  id: "tok_9f86d081884c7d65",
  name: "tests",
  scope: "generate",
  rateLimit: 600,
  createdAt: "2026-11-21T10:00:00.000Z",
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  state: "active",
  isConsole: false,
  requestsToday: 0,
  refusedToday: 0
}

/** The command that is shown for a new token. */
const commandFor = async (scope: "Generate" | "Read") => {
  service.on("POST /admin/api/tokens", () => json({ data: { token: "dst_secret", record } }, 201))
  service.on("GET /admin/api/pools", () =>
    json({
      data: {
        pools: [
          pool("AT", { ready: false, residential: 9_000 }),
          pool("CH", { ready: true, residential: 5 }),
          pool("LI", { ready: true, residential: 700 })
        ]
      }
    })
  )
  const { unmount, user } = draw(<NewToken opened onClose={() => undefined} />)
  await user.type(await screen.findByRole("textbox", { name: /name/i }), "tests")
  await user.click(screen.getByRole("radio", { name: new RegExp(`^${scope}`) }))
  await user.click(screen.getByRole("button", { name: "Create a token" }))
  const command = await screen.findByText(scope === "Read" ? /countries"$/ : /country=/)
  // The field that had it is gone.
  assert.strictEqual(document.activeElement, screen.getByRole("alert"))
  const text = command.textContent ?? ""
  unmount()
  return text
}

describe("a new token", () => {
  it("MUST move the focus to the field that is wrong when it is submitted", async () => {
    const { user } = draw(<NewToken opened onClose={() => undefined} />)
    const name = await screen.findByRole("textbox", { name: /name/i })
    await user.click(screen.getByRole("button", { name: "Create a token" }))
    assert.strictEqual(document.activeElement, name)
    assert.notInclude(service.heard(), "POST /admin/api/tokens")
  })

  it("MUST come with a request that succeeds: for a country with homes, and within its scope", async () => {
    assert.match(await commandFor("Generate"), /Bearer dst_secret.*generate\?country=LI"$/s)
    assert.match(await commandFor("Read"), /Bearer dst_secret.*api\/v1\/countries"$/s)
  })

  it("MUST not be lost by Escape, which closes the form and hides a tooltip", async () => {
    service.on("POST /admin/api/tokens", () => json({ data: { token: "dst_secret", record } }, 201))
    const close = vi.fn<() => void>()
    const { user } = draw(<NewToken opened onClose={close} />)
    await user.type(await screen.findByRole("textbox", { name: /name/i }), "tests{Escape}")
    assert.strictEqual(close.mock.calls.length, 1)
    await user.click(screen.getByRole("button", { name: "Create a token" }))
    await user.hover(await screen.findByRole("button", { name: "Copy token" }))
    await user.keyboard("{Escape}")
    assert.strictEqual(close.mock.calls.length, 1)
    await user.click(screen.getByRole("button", { name: "Close" }))
    assert.strictEqual(close.mock.calls.length, 2)
  })
})
