import { Notifications } from "@mantine/notifications"
import { screen } from "@testing-library/react"
import { assert, describe, it, onTestFinished, vi } from "vitest"
import { CodeBlock } from "../../../src/console/parts/CodeBlock.tsx"
import { CopyButton, CopyIcon } from "../../../src/console/parts/Copy.tsx"
import { download } from "../../../src/console/parts/download.ts"
import { drawSeed } from "../../../src/console/parts/seed.ts"
import { draw } from "../support/Draw.tsx"

const clipboard = () => navigator.clipboard.readText()

describe("a button that copies", () => {
  it("MUST be named after what it copies, and put that on the clipboard", async () => {
    const { user } = draw(<CopyIcon value="1 Main Street" label="Copy address" />)
    await user.click(screen.getByRole("button", { name: "Copy address" }))
    assert.strictEqual(await clipboard(), "1 Main Street")
  })

  it("MUST compute long texts only on demand", async () => {
    const value = vi.fn<() => string>(() => "a\tb\n")
    const { user } = draw(<CopyButton value={value} label="Copy as table" />)
    assert.strictEqual(value.mock.calls.length, 0)
    await user.tab()
    await user.keyboard("{Enter}")
    assert.strictEqual(await clipboard(), "a\tb\n")
    await screen.findByRole("button", { name: "Copied" })
  })

  it("MUST copy without the clipboard too, which browsers lack over plain HTTP, and say so if nothing was copied", async () => {
    const taken: Array<string> = []
    // The command copies what is selected.
    const command = vi.fn<() => boolean>(() => {
      const { activeElement } = document
      return activeElement instanceof HTMLTextAreaElement && taken.push(activeElement.value) > 0
    })
    Object.assign(document, { execCommand: command })
    onTestFinished(() => void Reflect.deleteProperty(document, "execCommand"))
    const { container, user } = draw(
      <>
        <Notifications />
        <CopyIcon value="dst_abc" label="Copy token" />
      </>
    )
    Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true })
    const button = screen.getByRole("button", { name: "Copy token" })
    await user.click(button)
    await screen.findByText("Copied", { selector: "[role=status]" })
    assert.deepStrictEqual(taken, ["dst_abc"])
    assert.strictEqual(document.activeElement, button)
    assert.isNull(container.querySelector("textarea"))
    command.mockReturnValue(false)
    await user.click(button)
    await screen.findByText("The browser did not copy it. Select the text and copy it yourself.")
  })
})

describe("a block of code", () => {
  const code = `curl -H "Authorization: Bearer $DOORSTEP_TOKEN" '<b>&amp;</b>'\n  next`

  it("MUST show the code as it is, and copy the same", async () => {
    const { container, user } = draw(<CodeBlock code={code} title="curl" copyLabel="Copy code" />)
    assert.strictEqual(container.querySelector("pre")?.textContent, code)
    await user.click(screen.getByRole("button", { name: "Copy code" }))
    assert.strictEqual(await clipboard(), code)
  })

  it("MUST be reachable by keyboard, because it scrolls", async () => {
    const { container, user } = draw(<CodeBlock code={code} copyLabel="Copy code" />)
    await user.tab()
    await user.tab()
    assert.strictEqual(document.activeElement, container.querySelector("pre"))
  })
})

describe("a file for the browser's downloads", () => {
  const downloaded = async (contentType: string) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const blobs: Array<Blob> = []
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      if (blob instanceof Blob) blobs.push(blob)
      return "blob:file"
    })
    const revoked = vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => undefined)
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined)
    download("homes.csv", contentType, "id\nä")
    const [link] = clicked.mock.contexts as ReadonlyArray<HTMLAnchorElement>
    const early = revoked.mock.calls.length
    vi.runAllTimers()
    const late = revoked.mock.calls.length
    vi.restoreAllMocks()
    return { name: link?.download, href: link?.href, bytes: new Uint8Array(await blobs[0]!.arrayBuffer()), early, late }
  }

  it("MUST have its name, and free its memory only after the download has begun", async () => {
    const { early, href, late, name } = await downloaded("application/json")
    assert.deepStrictEqual({ name, href, early, late }, { name: "homes.csv", href: "blob:file", early: 0, late: 1 })
  })

  it("MUST mark tables as UTF-8 for spreadsheets, and prepend nothing to other files", async () => {
    const table = await downloaded("text/csv; charset=utf-8")
    assert.deepStrictEqual([...table.bytes], [0xef, 0xbb, 0xbf, 0x69, 0x64, 0x0a, 0xc3, 0xa4])
    const other = await downloaded("application/json")
    assert.deepStrictEqual([...other.bytes], [0x69, 0x64, 0x0a, 0xc3, 0xa4])
  })
})

describe("a random seed", () => {
  it("MUST have eight hexadecimal digits, including leading zeros, and differ each time", () => {
    vi.spyOn(crypto, "getRandomValues").mockImplementationOnce((bytes) => bytes)
    assert.strictEqual(drawSeed(), "00000000")
    vi.restoreAllMocks()
    const seeds = Array.from({ length: 20 }, drawSeed)
    for (const seed of seeds) assert.match(seed, /^[0-9a-f]{8}$/)
    assert.strictEqual(new Set(seeds).size, 20)
  })
})
