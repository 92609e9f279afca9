import { screen, waitFor } from "@testing-library/react"
import { assert, describe, it, vi } from "vitest"
import { Confirm } from "../../../src/console/parts/Confirm.tsx"
import { draw } from "../support/Draw.tsx"

const asked = (changes: Partial<Parameters<typeof Confirm>[0]> = {}) => {
  const [onClose, onConfirm] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const drawn = draw(
    <Confirm
      opened
      onClose={onClose}
      onConfirm={onConfirm}
      title="Revoke ci?"
      action="Revoke"
      isPending={false}
      error={null}
      {...changes}
    >
      Its requests are refused within 5 seconds.
    </Confirm>
  )
  return { ...drawn, onClose, onConfirm }
}

describe("a question before what cannot be taken back", () => {
  it("MUST be a dialog by the name of what is asked, with what it leads to", async () => {
    asked()
    const dialog = await screen.findByRole("dialog", { name: "Revoke ci?" })
    assert.include(dialog.textContent, "Its requests are refused within 5 seconds.")
  })

  it("MUST not be there before it is asked", () => {
    asked({ opened: false })
    assert.isNull(screen.queryByRole("dialog"))
  })

  it("MUST do nothing for Escape, and for Enter on what has the focus first", async () => {
    const { onClose, onConfirm, user } = asked()
    await waitFor(() => assert.strictEqual(document.activeElement?.textContent, "Cancel"))
    await user.keyboard("{Enter}")
    assert.strictEqual(onClose.mock.calls.length, 1)
    await user.keyboard("{Escape}")
    assert.strictEqual(onClose.mock.calls.length, 2)
    assert.strictEqual(onConfirm.mock.calls.length, 0)
  })

  it("MUST do it once the button with its verb is pressed", async () => {
    const { onClose, onConfirm, user } = asked()
    await user.click(screen.getByRole("button", { name: "Revoke" }))
    assert.strictEqual(onConfirm.mock.calls.length, 1)
    assert.strictEqual(onClose.mock.calls.length, 0)
  })

  it("MUST not do it twice while it is being done", async () => {
    const { onConfirm, user } = asked({ isPending: true })
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Revoke" })
    assert.isTrue(button.disabled)
    await user.click(button)
    assert.strictEqual(onConfirm.mock.calls.length, 0)
  })

  it("MUST say within the dialog why it could not be done", () => {
    asked({ error: { message: "The run is over." } })
    const dialog = screen.getByRole("dialog")
    assert.isTrue(dialog.contains(screen.getByRole("alert")))
    assert.include(screen.getByRole("alert").textContent, "The run is over.")
  })
})
