import { useInfiniteQuery } from "@tanstack/react-query"
import { act, screen, waitFor } from "@testing-library/react"
import { assert, describe, it, vi } from "vitest"
import { useAddress, usePages, useSearchText } from "../../../src/console/parts/address.ts"
import { LongList } from "../../../src/console/parts/LongList.tsx"
import { addressNow, draw } from "../support/Draw.tsx"

const Search = () => {
  const { adjust, go, parameters } = useAddress()
  return (
    <>
      <output>{parameters.get("q") ?? "nothing"}</output>
      <button type="button" onClick={() => go({ q: "ä&b", page: "2" })}>
        go
      </button>
      <button type="button" onClick={() => adjust({ q: "typed" })}>
        adjust
      </button>
      <button type="button" onClick={() => go({ q: "", page: undefined })}>
        clear
      </button>
    </>
  )
}

const pressed = async (user: ReturnType<typeof draw>["user"], name: string) =>
  user.click(screen.getByRole("button", { name }))

describe("what is in a page's URL", () => {
  it("MUST survive a round trip, whatever it contains", async () => {
    const { user } = draw(<Search />, "/pools")
    assert.strictEqual(screen.getByRole("status").textContent, "nothing")
    await pressed(user, "go")
    assert.strictEqual(new URL(window.location.href).searchParams.get("q"), "ä&b")
    assert.strictEqual(screen.getByRole("status").textContent, "ä&b")
    await pressed(user, "clear")
    assert.strictEqual(addressNow(), "/console/pools")
  })

  it("MUST add a history entry for navigation, and none for typing", async () => {
    const { user } = draw(<Search />, "/pools")
    const before = window.history.length
    await pressed(user, "adjust")
    assert.strictEqual(window.history.length, before)
    await pressed(user, "go")
    assert.strictEqual(window.history.length, before + 1)
    await pressed(user, "go")
    assert.strictEqual(window.history.length, before + 1, "The same address is no step.")
  })

  it("MUST keep the parameters of others", async () => {
    const { user } = draw(<Search />, "/pools?view=map")
    await pressed(user, "adjust")
    assert.strictEqual(addressNow(), "/console/pools?view=map&q=typed")
  })

  it("MUST be decoded only once", () => {
    const Text = () => <output>{useSearchText()}</output>
    draw(<Text />, "/pools?q=100%2525")
    assert.strictEqual(screen.getByRole("status").textContent, "?q=100%2525")
  })
})

describe("a long list", () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => `Token ${number}`)
  const drawList = (count: number, address: string, find?: string) =>
    draw(
      <LongList all={numbers(count)} nameOf={(name) => name} {...(find !== undefined && { find })}>
        {(shown) => <output>{`${shown.length} ${shown[0]} ${shown.at(-1)}`}</output>}
      </LongList>,
      address
    )
  const shown = () => screen.getByRole("status").textContent

  it("MUST draw a hundred rows more with each click, as many as after the last one when the page is loaded again", async () => {
    const { unmount, user } = drawList(250, "/tokens")
    assert.strictEqual(shown(), "100 Token 0 Token 99")
    await pressed(user, "Show more")
    assert.strictEqual(shown(), "200 Token 0 Token 199")
    assert.strictEqual(addressNow(), "/console/tokens?rows=200")
    await pressed(user, "Show more")
    assert.strictEqual(shown(), "250 Token 0 Token 249")
    assert.isNull(screen.queryByRole("button"))
    unmount()
    for (const [rows, last] of [
      ["200", 199],
      ["-3", 99],
      ["x", 99]
    ] as const) {
      const { unmount } = drawList(250, `/tokens?rows=${rows}`)
      assert.strictEqual(shown(), `${last + 1} Token 0 Token ${last}`)
      unmount()
    }
  })

  it("MUST find what is not among the first, and have no field for that if all are shown", async () => {
    const { unmount, user } = drawList(250, "/tokens")
    await user.type(screen.getByRole("searchbox", { name: "Find by name" }), "tOKEN 24")
    await waitFor(() => assert.strictEqual(shown(), "11 Token 24 Token 249"))
    await user.type(screen.getByRole("searchbox"), "x")
    await screen.findByText("No matches")
    unmount()
    const other = drawList(101, "/tokens", "Find by reason")
    assert.ok(screen.getByRole("searchbox", { name: "Find by reason" }))
    other.unmount()
    drawList(100, "/tokens?find=249")
    assert.isNull(screen.queryByRole("searchbox"))
    assert.strictEqual(shown(), "100 Token 0 Token 99")
  })
})

/** A list of this many pages, each with one letter. */
const Letters = ({ ask }: { readonly ask: (page: number) => Promise<string> }) => {
  const list = useInfiniteQuery({
    queryKey: ["letters"],
    queryFn: ({ pageParam }) => ask(pageParam),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (last === "z" ? undefined : all.length)
  })
  const { pages, showMore } = usePages(list)
  return (
    <>
      <output>{pages.join("")}</output>
      <button type="button" onClick={showMore}>
        more
      </button>
    </>
  )
}

const letters = () =>
  vi.fn<(page: number) => Promise<string>>(async (page) => "abcdefghijklmnopqrstuvwxyz"[page] ?? "z")

describe("a list that the user has extended", () => {
  it("MUST have the same length when the page is loaded again", async () => {
    const ask = letters()
    const { user } = draw(<Letters ask={ask} />, "/audit?pages=3")
    await screen.findByText("abc")
    await pressed(user, "more")
    await screen.findByText("abcd")
    assert.strictEqual(addressNow(), "/console/audit?pages=4")
    assert.strictEqual(ask.mock.calls.length, 4)
  })

  it("MUST end with the list, and never request more than 20 pages, whatever the URL says", async () => {
    const ask = letters()
    const { unmount } = draw(<Letters ask={ask} />, "/audit?pages=1000000")
    await screen.findByText("abcdefghijklmnopqrst")
    await act(async () => undefined)
    assert.strictEqual(ask.mock.calls.length, 20)
    unmount()
    draw(<Letters ask={async () => "z"} />, "/audit?pages=5")
    await screen.findByText("z")
  })

  it("MUST be one page if the URL has no number, and request no more after a failure", async () => {
    for (const pages of ["", "0", "-3", "x", "NaN"]) {
      const ask = letters()
      const { unmount } = draw(<Letters ask={ask} />, `/audit?pages=${pages}`)
      await screen.findByText("a")
      assert.strictEqual(ask.mock.calls.length, 1, pages)
      unmount()
    }
    const broken = vi.fn<(page: number) => Promise<string>>(async (page) =>
      page === 0 ? "a" : Promise.reject(new Error("gone"))
    )
    draw(<Letters ask={broken} />, "/audit?pages=3")
    await screen.findByText("a")
    await waitFor(() => assert.strictEqual(broken.mock.calls.length, 2))
    await act(async () => undefined)
    assert.strictEqual(broken.mock.calls.length, 2)
  })
})
