import { screen, waitFor } from "@testing-library/react"
import { assert, describe, it, vi } from "vitest"
import { Confirm } from "../../../src/console/parts/Confirm.tsx"
import { draw } from "../support/Draw.tsx"

type Props = Parameters<typeof Confirm>[0]

const asked = ({ opened = true, ...request }: Partial<Props["request"] & Pick<Props, "opened">> = {}) => {
  const [onClose, onConfirm, reset] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()]
  const drawn = draw(
    <Confirm
      opened={opened}
      onClose={onClose}
      onConfirm={onConfirm}
      title="Revoke ci?"
      action="Revoke"
      request={{ isPending: false, error: null, reset, ...request }}
    >
      Its requests are refused within 5 seconds.
    </Confirm>
  )
  return { ...drawn, onClose, onConfirm, reset }
}

describe("a question before something irreversible", () => {
  it("MUST be a dialog named after the action, with its consequences", async () => {
    asked()
    const dialog = await screen.findByRole("dialog", { name: "Revoke ci?" })
    assert.include(dialog.textContent, "Its requests are refused within 5 seconds.")
  })

  it("MUST not exist before it is asked", () => {
    asked({ opened: false })
    assert.isNull(screen.queryByRole("dialog"))
  })

  it("MUST do nothing at Escape, and nothing at Enter on what has the focus first", async () => {
    const { onClose, onConfirm, user } = asked()
    await waitFor(() => assert.strictEqual(document.activeElement?.textContent, "Cancel"))
    await user.keyboard("{Enter}")
    assert.strictEqual(onClose.mock.calls.length, 1)
    await user.keyboard("{Escape}")
    assert.strictEqual(onClose.mock.calls.length, 2)
    assert.strictEqual(onConfirm.mock.calls.length, 0)
  })

  it("MUST act once the button with its verb is pressed", async () => {
    const { onClose, onConfirm, user } = asked()
    await user.click(screen.getByRole("button", { name: "Revoke" }))
    assert.strictEqual(onConfirm.mock.calls.length, 1)
    assert.strictEqual(onClose.mock.calls.length, 0)
  })

  it("MUST not act twice at the same time", async () => {
    const { onConfirm, user } = asked({ isPending: true })
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Revoke" })
    assert.isTrue(button.disabled)
    await user.click(button)
    assert.strictEqual(onConfirm.mock.calls.length, 0)
  })

  it("MUST say within the dialog why it failed, and forget it when the dialog is left", async () => {
    const { reset, user } = asked({ error: { message: "The run is over." } })
    const dialog = screen.getByRole("dialog")
    assert.isTrue(dialog.contains(screen.getByRole("alert")))
    assert.include(screen.getByRole("alert").textContent, "The run is over.")
    await user.keyboard("{Escape}")
    await user.click(screen.getAllByRole("button", { name: "Cancel" })[1]!)
    assert.strictEqual(reset.mock.calls.length, 2)
  })
})
