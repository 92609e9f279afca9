import { screen } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import { InvalidRequest } from "../../../schemas/Errors.ts"
import { NotThere, SignedOut } from "../../../schemas/admin/Errors.ts"
import { AddCountryButton } from "../../../src/console/parts/AddCountryButton.tsx"
import { isMissing, Missing } from "../../../src/console/parts/Missing.tsx"
import { Page } from "../../../src/console/parts/Page.tsx"
import { addressNow, draw } from "../support/Draw.tsx"

describe("a page", () => {
  it("MUST announce where the user is: in the tab, in its only first heading, and to screen readers", () => {
    draw(
      <Page title="Tokens" description="Who may call the API." actions={<button type="button">Create</button>}>
        <p>The list</p>
      </Page>
    )
    assert.strictEqual(document.title, "Tokens · Doorstep")
    const heading = screen.getByRole("heading", { level: 1, name: "Tokens" })
    assert.strictEqual(document.activeElement, heading)
    assert.ok(screen.getByText("Who may call the API."))
    assert.ok(screen.getByRole("button", { name: "Create" }))
    assert.ok(screen.getByText("The list"))
  })

  it("MUST rename the tab with its title, and leave the focus where it is", async () => {
    const { rerender, user } = draw(
      <Page title="Germany">
        <button type="button">Save</button>
      </Page>
    )
    await user.tab()
    rerender(
      <Page title="Austria">
        <button type="button">Save</button>
      </Page>
    )
    assert.strictEqual(document.title, "Austria · Doorstep")
    assert.strictEqual(document.activeElement?.textContent, "Save")
  })

  it("MUST not make its heading reachable with Tab", async () => {
    const { user } = draw(
      <Page title="Germany">
        <button type="button">Save</button>
      </Page>
    )
    await user.tab({ shift: true })
    assert.notStrictEqual(document.activeElement, screen.getByRole("heading", { level: 1 }))
  })
})

describe("a page for what does not exist", () => {
  it("MUST say so, and lead back", async () => {
    const { user } = draw(
      <Missing title="Run not found" href="/sources" back="Go to the sources">
        There is no run 99.
      </Missing>,
      "/runs/99"
    )
    assert.strictEqual(document.title, "Run not found · Doorstep")
    assert.ok(screen.getByText(/There is no run 99\./))
    await user.click(screen.getByRole("link", { name: "Go to the sources" }))
    assert.strictEqual(addressNow(), "/console/sources")
  })

  it("MUST be shown for unknown or impossible names, and for no other failure", () => {
    assert.isTrue(isMissing(new NotThere({ message: "No run." })))
    assert.isTrue(isMissing(new InvalidRequest({ message: "No ID." })))
    assert.isFalse(isMissing(new SignedOut({ message: "Out." })))
    assert.isFalse(isMissing(new TypeError("fetch failed")))
    assert.isFalse(isMissing(null))
  })
})

describe("the way to another country", () => {
  it("MUST be a link by keyboard, too", async () => {
    const { user } = draw(<AddCountryButton />, "/pools")
    await user.tab()
    assert.strictEqual(document.activeElement, screen.getByRole("link", { name: "Add a country" }))
    await user.keyboard("{Enter}")
    assert.strictEqual(addressNow(), "/console/add")
  })
})
