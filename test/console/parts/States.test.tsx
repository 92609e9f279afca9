import { useQuery } from "@tanstack/react-query"
import { screen } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import { admin, ask } from "../../../src/console/api/admin.ts"
import { Empty, Failure, Loaded } from "../../../src/console/parts/States.tsx"
import { draw } from "../support/Draw.tsx"
import { json, refusal, service } from "../support/Service.ts"

const TOKENS = "GET /admin/api/tokens"

const TokenCount = () => {
  const query = useQuery({ queryKey: ["tokens"], queryFn: ({ signal }) => ask(admin.tokens.list(), signal) })
  return (
    <Loaded query={query} lines={2}>
      {({ tokens }) => <p>{tokens.length} tokens</p>}
    </Loaded>
  )
}

const down = () => refusal(503, "SERVICE_UNAVAILABLE", "The database cannot be reached.", { "retry-after": "2" })

describe("loaded data", () => {
  it("MUST say that it is loading, then appear", async () => {
    const goOn = service.holds(TOKENS, () => json({ data: { tokens: [] } }))
    draw(<TokenCount />)
    assert.strictEqual(screen.getByRole("status", { name: "Loading" }).childElementCount, 2)
    goOn()
    await screen.findByText("0 tokens")
    assert.isNull(screen.queryByRole("status"))
  })

  it("MUST say what went wrong in the service's words, and retry on request", async () => {
    service.on(TOKENS, down)
    const { user } = draw(<TokenCount />)
    const alert = await screen.findByRole("alert", { name: "Something went wrong" })
    assert.include(alert.textContent, "The database cannot be reached.")
    service.on(TOKENS, () => json({ data: { tokens: [] } }))
    await user.tab()
    assert.strictEqual(document.activeElement?.textContent, "Try again")
    await user.keyboard("{Enter}")
    await screen.findByText("0 tokens")
    assert.isNull(screen.queryByRole("alert"))
    assert.deepStrictEqual(service.heard(), [TOKENS, TOKENS])
  })

  it("MUST keep showing the old data if a reload fails", async () => {
    service.on(TOKENS, () => json({ data: { tokens: [] } }))
    const { queries } = draw(<TokenCount />)
    await screen.findByText("0 tokens")
    service.on(TOKENS, down)
    await queries.refetchQueries({ queryKey: ["tokens"] })
    await screen.findByRole("alert")
    assert.ok(screen.getByText("0 tokens"))
  })

  it("MUST distinguish an unreachable service from an unintelligible response", async () => {
    const { queries } = draw(<TokenCount />)
    await screen.findByText("Cannot reach the service. Check that it is running, then try again.")
    service.on(TOKENS, () => json({ data: { keys: [] } }))
    await queries.refetchQueries({ queryKey: ["tokens"] })
    await screen.findByText(/^The service sent something that this page does not understand\./)
  })
})

describe("a failure", () => {
  it("MUST offer a retry only if there is one", () => {
    draw(<Failure error={{ message: "No." }} />)
    assert.include(screen.getByRole("alert").textContent, "No.")
    assert.isNull(screen.queryByRole("button"))
  })

  it("MUST say something about an error without a message", () => {
    for (const [index, error] of [undefined, null, "", "text", 7, {}, new Error("")].entries()) {
      draw(<Failure error={error} />)
      const said = screen.getAllByText("An unexpected error occurred. Reload the page.")
      assert.strictEqual(said.length, index + 1)
    }
  })
})

describe("an empty list", () => {
  it("MUST say what would be there and how it gets there, and offer to do it", () => {
    draw(
      <Empty title="No tokens yet" action={<button type="button">Create one</button>}>
        Whoever calls the API needs one.
      </Empty>
    )
    assert.ok(screen.getByText("No tokens yet"))
    assert.ok(screen.getByText("Whoever calls the API needs one."))
    assert.ok(screen.getByRole("button", { name: "Create one" }))
  })

  it("MUST show no paragraph if there is nothing more to say", () => {
    const { container } = draw(<Empty title="None" />)
    assert.strictEqual(container.querySelectorAll("p").length, 1)
  })
})
