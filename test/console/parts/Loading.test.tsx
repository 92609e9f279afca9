import { screen, waitFor } from "@testing-library/react"
import { useState } from "react"
import { assert, beforeEach, describe, it, onTestFinished, vi } from "vitest"
import { Frame, lazyPart, PageFrame } from "../../../src/console/parts/loading.tsx"
import { followTranslators } from "../../../src/console/translated.ts"
import { draw } from "../support/Draw.tsx"
import { service } from "../support/Service.ts"

const PAGE = "GET /console"
const unreachable = "Cannot reach the service. Check that it is running, then try again."

/** The console's page, as the service delivers it now. */
const page = (build: string) =>
  new Response(`<!doctype html><script type="module" src="/console/assets/${build}.js"></script>`)

/** Makes this build the one that is open. */
const open = (build: string) => {
  const script = document.createElement("script")
  script.type = "text/plain"
  script.setAttribute("src", `/console/assets/${build}.js`)
  document.head.append(script)
}

const Part = ({ name }: { readonly name: string }) => <p>{name} is there</p>

beforeEach(() => {
  for (const script of document.querySelectorAll("script")) script.remove()
  // React logs what an error boundary catches; here, that is expected.
  vi.spyOn(console, "error").mockImplementation(() => undefined)
  return () => vi.restoreAllMocks()
})

describe("a part that is loaded when it is first seen", () => {
  it("MUST say that it is loading, appear, and be loaded once", async () => {
    const load = vi.fn<() => Promise<typeof Part>>(async () => Part)
    const Lazy = lazyPart(load)
    const { unmount } = draw(
      <PageFrame>
        <Lazy name="a" />
      </PageFrame>
    )
    assert.ok(screen.getByRole("status", { name: "Loading" }))
    await screen.findByText("a is there")
    unmount()
    draw(
      <Frame fallback="wait">
        <Lazy name="b" />
      </Frame>
    )
    await screen.findByText("b is there")
    assert.strictEqual(load.mock.calls.length, 1)
  })

  it("MUST say what broke, keep the rest of the page, and be loaded again on retry", async () => {
    service.on(PAGE, () => page("one"))
    open("one")
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined)
    const load = vi.fn<() => Promise<typeof Part>>(async () => Part).mockRejectedValueOnce(new TypeError("no chunk"))
    const Lazy = lazyPart(load)
    const { user } = draw(
      <>
        <p>the rest</p>
        <Frame fallback="wait">
          <Lazy name="a" />
        </Frame>
      </>
    )
    assert.include((await screen.findByRole("alert")).textContent, unreachable)
    assert.ok(screen.getByText("the rest"))
    await user.click(screen.getByRole("button", { name: "Try again" }))
    await screen.findByText("a is there")
    assert.strictEqual(load.mock.calls.length, 2)
    assert.strictEqual(reload.mock.calls.length, 0)
  })

  it("MUST reload the page when a retry fails too, because browsers remember failed scripts", async () => {
    service.on(PAGE, () => page("one"))
    open("one")
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined)
    const Lazy = lazyPart(async () => Promise.reject(new TypeError("no chunk")))
    const { user } = draw(
      <Frame fallback="wait">
        <Lazy />
      </Frame>
    )
    await screen.findByRole("alert")
    await user.click(screen.getByRole("button", { name: "Try again" }))
    await waitFor(() => assert.strictEqual(reload.mock.calls.length, 1))
  })

  it("MUST reload the page at once if the service has another build", async () => {
    service.on(PAGE, () => page("two"))
    open("one")
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined)
    const Lazy = lazyPart(async () => Promise.reject(new TypeError("no chunk")))
    draw(
      <Frame fallback="wait">
        <Lazy />
      </Frame>
    )
    assert.include((await screen.findByRole("alert")).textContent, "The console has been updated. Reload the page.")
    assert.strictEqual(reload.mock.calls.length, 1)
  })

  it("MUST stay as it is while the service cannot be reached", async () => {
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined)
    const Lazy = lazyPart(async () => Promise.reject(new TypeError("no chunk")))
    const { user } = draw(
      <Frame fallback="wait">
        <Lazy />
      </Frame>
    )
    await screen.findByText(unreachable)
    await user.click(screen.getByRole("button", { name: "Try again" }))
    await screen.findByText(unreachable)
    assert.strictEqual(reload.mock.calls.length, 0)
  })
})

describe("a page that breaks", () => {
  it("MUST say so in its own words, and be shown again on retry", async () => {
    let isBroken = true
    const Broken = () => {
      if (isBroken) throw new Error("Cannot read properties of undefined")
      return <p>whole</p>
    }
    const { user } = draw(
      <PageFrame>
        <Broken />
      </PageFrame>
    )
    assert.ok(screen.getByRole("heading", { level: 1, name: "This page could not be shown" }))
    assert.include(screen.getByRole("alert").textContent, "The other pages still work.")
    assert.notInclude(document.body.textContent, "Cannot read properties")
    isBroken = false
    await user.click(screen.getByRole("button", { name: "Try again" }))
    await screen.findByText("whole")
  })
})

/** As a browser's translator does, which leaves the text out of the page. */
const translate = (text: Node, inOneStep: boolean) => {
  const translation = document.createElement("font")
  translation.textContent = `«${text.nodeValue}»`
  if (inOneStep) text.parentNode!.replaceChild(translation, text)
  else {
    text.parentNode!.insertBefore(translation, text)
    text.parentNode!.removeChild(text)
  }
}

/** Its text changes, gets something before it, and is removed. */
const Steps = () => {
  const [step, setStep] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setStep(step + 1)}>
        next
      </button>
      <p data-testid="steps">
        {step === 2 && <i>two</i>}
        {step < 3 && `step ${step}`}
        <b>.</b>
      </p>
    </>
  )
}

describe("a page that the browser translates", () => {
  it.each([true, false])("MUST show what has changed, and not break", async (inOneStep) => {
    const { insertBefore, removeChild } = Node.prototype
    onTestFinished(() => void Object.assign(Node.prototype, { insertBefore, removeChild }))
    const { container, user } = draw(
      <PageFrame>
        <Steps />
      </PageFrame>
    )
    followTranslators(container)
    const next = () => user.click(screen.getByRole("button", { name: "next" }))
    const steps = screen.getByTestId("steps")
    translate(steps.firstChild!, inOneStep)
    assert.strictEqual(steps.textContent, "«step 0».")
    await next()
    await waitFor(() => assert.strictEqual(steps.textContent, "step 1."))
    translate(steps.firstChild!, inOneStep)
    await next()
    await waitFor(() => assert.strictEqual(steps.textContent, "twostep 2."))
    translate(steps.childNodes[1]!, inOneStep)
    await next()
    assert.strictEqual(steps.textContent, ".")
    await next()
    assert.strictEqual(steps.textContent, ".")
  })
})
