import { onlineManager, useMutation } from "@tanstack/react-query"
import { act, screen } from "@testing-library/react"
import { Effect } from "effect"
import { assert, describe, it, onTestFinished } from "vitest"
import { messageOf } from "../../../src/console/api/failure.ts"
import { usePublicApi } from "../../../src/console/api/public.ts"
import { useSession, useSignIn, useSignOut } from "../../../src/console/api/session.ts"
import { setOwnToken } from "../../../src/console/api/token.ts"
import { draw } from "../support/Draw.tsx"
import { session } from "../support/Samples.ts"
import { json, refusal, service } from "../support/Service.ts"

const SESSION = "GET /admin/api/session"
const TOKEN = "POST /admin/api/session/token"
const PUBLIC = "GET /api/v1/countries"

const Who = () => {
  const { data } = useSession()
  return <output>{data === undefined ? "unknown" : data === null ? "nobody" : `session ${data.id}`}</output>
}

const Door = () => {
  const signIn = useSignIn()
  const signOut = useSignOut()
  return (
    <>
      <button type="button" onClick={() => signIn.mutate("correct horse")}>
        in
      </button>
      <button type="button" onClick={() => signOut.mutate(false)}>
        out
      </button>
      <button type="button" onClick={() => signOut.mutate(true)}>
        out everywhere
      </button>
      {signIn.isError && <p role="alert">{messageOf(signIn.error)}</p>}
    </>
  )
}

const press = (user: ReturnType<typeof draw>["user"], name: string) => user.click(screen.getByRole("button", { name }))

describe("signing in and out", () => {
  it("MUST know that nobody is signed in, and who is after the right password, also without a network", async () => {
    onlineManager.setOnline(false)
    onTestFinished(() => onlineManager.setOnline(true))
    service.on(SESSION, () => json({ data: { signedIn: false } }))
    service.on("POST /admin/api/session", () => json({ data: session }))
    const { user } = draw([<Who key="who" />, <Door key="door" />])
    await screen.findByText("nobody")
    await press(user, "in")
    await screen.findByText("session s1")
    assert.deepStrictEqual(JSON.parse(service.asked().at(-1)?.body ?? ""), { password: "correct horse" })
  })

  it("MUST notice at once that somebody has signed in, or out, in another tab", async () => {
    service.on(SESSION, () => json({ data: { signedIn: false } }))
    draw(<Who />)
    await screen.findByText("nobody")
    for (const [now, shown] of [
      [{ signedIn: true, session }, "session s1"],
      [{ signedIn: false }, "nobody"]
    ] as const) {
      service.on(SESSION, () => json({ data: now }))
      act(() => window.dispatchEvent(new Event("visibilitychange")))
      await screen.findByText(shown)
    }
  })

  it("MUST show the service's message for a wrong password and for a lock-out", async () => {
    service.on(SESSION, () => json({ data: { signedIn: false } }))
    const locked = "Too many wrong passwords. Try again in 30 seconds."
    service.on("POST /admin/api/session", () => refusal(429, "TOO_MANY_ATTEMPTS", locked, { "retry-after": "30" }))
    const { user } = draw([<Who key="who" />, <Door key="door" />])
    await screen.findByText("nobody")
    await press(user, "in")
    assert.strictEqual((await screen.findByRole("alert")).textContent, locked)
    assert.ok(screen.getByText("nobody"))
  })

  it("MUST leave nothing of the session in the page, even if the service does not respond", async () => {
    for (const [button, asked] of [
      ["out", "DELETE /admin/api/session"],
      ["out everywhere", "DELETE /admin/api/sessions"]
    ] as const) {
      service.on(SESSION, () => json({ data: { signedIn: true, session } }))
      const { queries, unmount, user } = draw([<Who key="who" />, <Door key="door" />])
      queries.setQueryData(["tokens"], ["secret"])
      await screen.findByText("session s1")
      await press(user, button)
      await screen.findByText("nobody")
      assert.isUndefined(queries.getQueryData(["tokens"]))
      assert.include(service.heard(), asked)
      unmount()
    }
  })
})

const Countries = () => {
  const { client, error, hasToken, isPending, tokenKind } = usePublicApi()
  const list = useMutation({ mutationFn: () => Effect.runPromise(client.countries.list()) })
  return (
    <>
      <output>{isPending ? "waiting" : `${tokenKind} ${hasToken}`}</output>
      <button type="button" onClick={() => list.mutate()}>
        ask
      </button>
      <p>{list.isError ? "failed" : list.isSuccess ? "answered" : ""}</p>
      {error !== null && <p role="alert">{messageOf(error)}</p>}
    </>
  )
}

const countries = () => json({ data: [] })
const tokenOf = (token: string) => json({ data: { token, expiresAt: "2026-11-21T11:00:00.000Z", rateLimit: 60 } })
const bearers = () =>
  service
    .asked()
    .filter(({ what }) => what === PUBLIC)
    .map(({ headers }) => headers.get("authorization"))

describe("the API as its users call it", () => {
  it("MUST be called with the administrator's console token, and without the session's cookie", async () => {
    service.on(SESSION, () => json({ data: { signedIn: true, session } }))
    service.on(TOKEN, () => tokenOf("dst_console"))
    service.on(PUBLIC, countries)
    const { user } = draw(<Countries />)
    await screen.findByText("console true")
    await press(user, "ask")
    await screen.findByText("answered")
    assert.deepStrictEqual(bearers(), ["Bearer dst_console"])
    assert.strictEqual(service.asked().at(-1)?.credentials, "omit")
  })

  it("MUST request one new token if another tab has replaced this one's", async () => {
    service.on(SESSION, () => json({ data: { signedIn: true, session } }))
    let issued = 0
    service.on(TOKEN, () => tokenOf(`dst_${++issued}`))
    const refused = () => refusal(401, "UNAUTHORIZED", "The token is revoked.", { "www-authenticate": "Bearer" })
    service.on(PUBLIC, ({ headers }) => (headers.get("authorization") === "Bearer dst_2" ? countries() : refused()))
    const { user } = draw(<Countries />)
    await screen.findByText("console true")
    await press(user, "ask")
    await screen.findByText("answered")
    assert.deepStrictEqual(bearers(), ["Bearer dst_1", "Bearer dst_2"])
    service.on(PUBLIC, refused)
    await press(user, "ask")
    await screen.findByText("failed")
    assert.strictEqual(bearers().length, 4, "It tries again once, and no more.")
  })

  it("MUST be called only with the visitor's own token, which stays in this tab and out of the URL", async () => {
    service.on(SESSION, () => json({ data: { signedIn: true, session } }))
    service.on(PUBLIC, () => refusal(401, "UNAUTHORIZED", "The token is unknown.", { "www-authenticate": "Bearer" }))
    setOwnToken("dst_mine")
    const { user } = draw(<Countries />)
    assert.ok(screen.getByText("own true"))
    await press(user, "ask")
    await screen.findByText("failed")
    assert.deepStrictEqual(bearers(), ["Bearer dst_mine"])
    assert.notInclude(service.heard(), TOKEN)
    assert.strictEqual(localStorage.length, 0)
    assert.notInclude(window.location.href, "dst_")
  })

  it("MUST immediately notice that a token was entered or forgotten", async () => {
    service.on(SESSION, () => json({ data: { signedIn: false } }))
    draw(<Countries />)
    await screen.findByText("console false")
    setOwnToken("dst_mine")
    await screen.findByText("own true")
    setOwnToken("")
    await screen.findByText("console false")
    assert.strictEqual(sessionStorage.length, 0)
  })
})
