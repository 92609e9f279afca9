import { act, fireEvent, screen, waitFor, within } from "@testing-library/react"
import { useState } from "react"
import { assert, beforeEach, describe, it, vi } from "vitest"
import { SignedOut } from "../../../schemas/admin/Errors.ts"
import { ColorScheme } from "../../../src/console/shell/ColorScheme.tsx"
import { holdFocus } from "../../../src/console/shell/heldFocus.ts"
import { Layout } from "../../../src/console/shell/Layout.tsx"
import { printLight } from "../../../src/console/shell/paper.ts"
import { noticeEnd, sessionKey } from "../../../src/console/api/session.ts"
import { addressNow, draw } from "../support/Draw.tsx"
import { session } from "../support/Samples.ts"
import { json, refusal, service } from "../support/Service.ts"

const SESSION = "GET /admin/api/session"

const signedIn = () => json({ data: { signedIn: true, session } })
const nobody = () => json({ data: { signedIn: false } })

const menu = () => screen.getByRole("navigation", { name: "Main navigation" })
const places = () =>
  within(menu())
    .getAllByRole("link")
    .map(({ textContent }) => textContent)

beforeEach(() => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined)
  return () => vi.restoreAllMocks()
})

describe("the frame of every page", () => {
  it("MUST show visitors the public page, the documentation and the sign-in, and nothing of the administrator's", async () => {
    service.on(SESSION, nobody)
    draw(<Layout />, "/nowhere")
    await screen.findByRole("form", { name: "Sign in" })
    assert.deepStrictEqual(places(), ["Try it", "API documentation", "Sign in"])
    assert.isNull(within(menu()).queryByRole("button", { name: "Sign out" }))
  })

  it("MUST show the administrator every page, and which one is open", async () => {
    service.on(SESSION, signedIn)
    draw(<Layout />, "/pools/XX/none")
    await screen.findByRole("heading", { level: 1, name: "Page not found" })
    assert.deepStrictEqual(places(), [
      "Overview",
      "Try it",
      "Pools",
      "Sources",
      "Tokens",
      "Suppressions",
      "Machines",
      "Audit",
      "Settings",
      "API documentation"
    ])
    const open = () => Array.from(menu().querySelectorAll("[aria-current=page]"), ({ textContent }) => textContent)
    assert.deepStrictEqual(open(), ["Pools"])
    for (const [path, belongsTo] of [
      ["/runs/7/none", ["Sources"]],
      ["/add-source/none", ["Sources"]],
      ["/add/XX/none", ["Pools"]],
      ["/poolside", []]
    ] as const) {
      act(() => window.history.pushState(null, "", `/console${path}`))
      await screen.findByRole("heading", { level: 1, name: "Page not found" })
      assert.deepStrictEqual(open(), [...belongsTo], path)
    }
  })

  it("MUST be light on paper, and as before afterwards", () => {
    const page = document.createElement("html")
    printLight(page)
    for (const theme of ["dark", "light"]) {
      page.dataset["mantineColorScheme"] = theme
      window.dispatchEvent(new Event("beforeprint"))
      assert.strictEqual(page.dataset["mantineColorScheme"], "light")
      window.dispatchEvent(new Event("afterprint"))
      assert.strictEqual(page.dataset["mantineColorScheme"], theme)
    }
  })

  it("MUST let keyboard users skip the menu", async () => {
    service.on(SESSION, nobody)
    const { user } = draw(<Layout />, "/nowhere")
    await screen.findByRole("form", { name: "Sign in" })
    document.body.focus()
    await user.tab()
    const skip = screen.getByRole("link", { name: "Skip to content" })
    const stops = Array.from(document.querySelectorAll("a, button, input"))
    assert.strictEqual(stops[0], skip)
    assert.strictEqual(skip.getAttribute("href"), `#${screen.getByRole("main").id}`)
  })

  it("MUST ask for a password that is missing, clear a wrong one, and keep one that was not tried", async () => {
    service.on(SESSION, nobody)
    const { user } = draw(<Layout />, "/nowhere")
    const password = await screen.findByLabelText<HTMLInputElement>("Administrator password")
    const submit = () => user.click(within(screen.getByRole("form")).getByRole("button", { name: "Sign in" }))
    // It may look filled in: browsers do that, and tell no page before the visitor does something.
    await submit()
    assert.strictEqual((await screen.findByRole("alert")).textContent, "Enter the administrator password.")
    assert.strictEqual(document.activeElement, password)
    assert.notInclude(service.heard(), "POST /admin/api/session")
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(password, "correct horse")
    await submit()
    await screen.findByText(/^Cannot reach the service/)
    assert.strictEqual(password.value, "correct horse")
    service.on("POST /admin/api/session", () =>
      refusal(401, "UNAUTHORIZED", "Wrong.", { "www-authenticate": "Session" })
    )
    await submit()
    await screen.findByText("Wrong.")
    assert.strictEqual(password.value, "")
  })

  it("MUST sign out on request, and then ask to sign in", async () => {
    service.on(SESSION, signedIn)
    service.on("DELETE /admin/api/session", () => new Response(null, { status: 204 }))
    const { user } = draw(<Layout />, "/nowhere")
    await user.click(await within(menu()).findByRole("button", { name: "Sign out" }))
    await screen.findByRole("form", { name: "Sign in" })
    assert.include(service.heard(), "DELETE /admin/api/session")
    assert.isNull(screen.queryByText(/session has ended/))
  })

  it("MUST say that the session has ended, whether a request or the next look at it shows that", async () => {
    service.on(SESSION, signedIn)
    service.on("POST /admin/api/session", () => json({ data: session }))
    const { queries, user } = draw(<Layout />, "/nowhere")
    await screen.findByRole("heading", { level: 1, name: "Page not found" })
    act(() => noticeEnd(queries, new SignedOut({ message: "Sign in." })))
    assert.include((await screen.findByRole("alert")).textContent, "Your session has ended.")
    await user.type(screen.getByLabelText("Administrator password"), "pw{Enter}")
    await screen.findByRole("heading", { level: 1, name: "Page not found" })
    service.on(SESSION, nobody)
    await queries.invalidateQueries({ queryKey: sessionKey })
    assert.include((await screen.findByRole("alert")).textContent, "Your session has ended.")
  })

  it("MUST keep what was typed when the session ends by itself, out of sight until the next sign-in, but not after signing out", async () => {
    service.on(SESSION, signedIn)
    service.on("GET /admin/api/tokens", () => json({ data: { tokens: [] } }))
    service.on("POST /admin/api/session", () => json({ data: session }))
    service.on("DELETE /admin/api/session", () => new Response(null, { status: 204 }))
    const { queries, user } = draw(<Layout />, "/tokens")
    const signIn = async () => user.type(await screen.findByLabelText("Administrator password"), "pw{Enter}")
    await user.click(await screen.findByRole("button", { name: "Create a token" }))
    await user.type(screen.getByRole("textbox", { name: "Name" }), "nightly")
    act(() => noticeEnd(queries, new SignedOut({ message: "Sign in first." })))
    assert.include((await screen.findByRole("alert")).textContent, "Your session has ended.")
    assert.isNull(screen.queryByRole("dialog"))
    await signIn()
    assert.strictEqual((await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" })).value, "nightly")
    assert.isNull(screen.queryByLabelText("Administrator password"))

    await user.click(within(menu()).getByRole("button", { name: "Sign out", hidden: true }))
    await screen.findByRole("form", { name: "Sign in" })
    assert.notInclude(document.body.innerHTML, "nightly")
    await signIn()
    await screen.findByRole("heading", { level: 1, name: "Tokens" })
    assert.isNull(screen.queryByRole("dialog"))
  })

  it("MUST say that the service cannot say who is signed in, and retry on request", async () => {
    const sentence = "The database cannot be reached."
    service.on(SESSION, () => refusal(503, "SERVICE_UNAVAILABLE", sentence, { "retry-after": "2" }))
    const { user } = draw(<Layout />, "/nowhere")
    assert.include((await screen.findByRole("alert")).textContent, sentence)
    service.on(SESSION, nobody)
    await user.click(screen.getByRole("button", { name: "Try again" }))
    await screen.findByRole("form", { name: "Sign in" })
  })

  it("MUST open its menu with a button that says what it does, and close it on navigation", async () => {
    service.on(SESSION, signedIn)
    const { user } = draw(<Layout />, "/nowhere")
    await screen.findByRole("heading", { level: 1, name: "Page not found" })
    const button = document.querySelector("button[aria-expanded]")!
    assert.strictEqual(button.getAttribute("aria-label"), "Open menu")
    await user.click(button)
    assert.strictEqual(button.getAttribute("aria-label"), "Close menu")
    assert.strictEqual(button.getAttribute("aria-expanded"), "true")
    await user.click(screen.getByRole("link", { name: "Go to the overview" }))
    assert.strictEqual(addressNow(), "/console/")
    assert.strictEqual(button.getAttribute("aria-expanded"), "false")
  })
})

/** A list whose rows go away when they are pressed, and a button that waits. */
const Rows = () => {
  const [rows, setRows] = useState(["a", "b"])
  const [waits, setWaits] = useState(false)
  return (
    <main>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <button type="button" onClick={() => setRows(rows.filter((one) => one !== row))}>
              remove {row}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" disabled={waits} onClick={() => setWaits(true)}>
        save
      </button>
      <output onClick={() => setWaits(false)}>response</output>
    </main>
  )
}

describe("the focus", () => {
  it("MUST stay nearby when what has it goes away, return to a button that waited, and go where its user sends it", async () => {
    // Nothing is laid out here.
    vi.spyOn(Element.prototype, "getClientRects").mockReturnValue([{}] as unknown as DOMRectList)
    const { container, user } = draw(<Rows />)
    holdFocus(container)
    const focused = () => document.activeElement?.textContent
    const press = (name: string) => user.click(screen.getByRole("button", { name }))
    await press("remove a")
    await waitFor(() => assert.strictEqual(focused(), "remove b"))
    await press("remove b")
    await waitFor(() => assert.strictEqual(focused(), "save"))
    await press("save")
    const save = screen.getByRole("button", { name: "save" })
    // As browsers do.
    save.blur()
    fireEvent.click(screen.getByText("response"))
    await waitFor(() => assert.strictEqual(document.activeElement, save))
    await user.click(screen.getByText("response"))
    const { promise, resolve } = Promise.withResolvers<number>()
    save.textContent = "another text"
    requestAnimationFrame(resolve)
    await promise
    assert.strictEqual(document.activeElement, document.body)
  })
})

describe("the theme", () => {
  it("MUST be chosen by keyboard among light, system and dark", async () => {
    const { user } = draw(<ColorScheme />)
    assert.ok(screen.getByRole("radiogroup", { name: "Theme" }))
    assert.deepStrictEqual(
      screen.getAllByRole<HTMLInputElement>("radio").map(({ value }) => value),
      ["light", "auto", "dark"]
    )
    await user.click(screen.getByRole("radio", { name: "Dark" }))
    assert.strictEqual(document.documentElement.getAttribute("data-mantine-color-scheme"), "dark")
    assert.isTrue(screen.getByRole<HTMLInputElement>("radio", { name: "Dark" }).checked)
    await user.click(screen.getByRole("radio", { name: "Light" }))
    assert.strictEqual(document.documentElement.getAttribute("data-mantine-color-scheme"), "light")
  })
})
