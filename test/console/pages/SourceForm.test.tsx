import { screen, waitFor } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import { EditSourcePage, NewSourcePage } from "../../../src/console/pages/sources/SourceFormPage.tsx"
import { ScheduleForm } from "../../../src/console/pages/sources/ScheduleForm.tsx"
import { draw } from "../support/Draw.tsx"
import { source } from "../support/Samples.ts"
import { json, service } from "../support/Service.ts"

const options = {
  type: "object",
  properties: { location: { type: "string", description: "A file." }, mapping: { type: "object", properties: {} } },
  required: ["location", "mapping"],
  additionalProperties: false
}

const records = "https://maps.example.com/rest/services/A/FeatureServer/0/query?where=1%3D1&f=geojson"
const mapping = { country: "US", pages: { by: "offset", parameter: "resultOffset" } }

const guess = {
  location: records,
  service: "the layer Addresses of an ArcGIS service",
  file: "query",
  layout: "GeoJSON",
  rows: 1,
  country: "US",
  countryReason: "given",
  columns: [],
  joins: [],
  mapping,
  isAddressTable: true,
  addresses: [],
  rejected: [],
  missing: [],
  doubts: [],
  register: null
}

// The fields for JSON grow with their text, once its font is there.
Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true })

const events = (event: unknown) =>
  new Response(`event: message\ndata: ${JSON.stringify(event)}\n\n`, {
    headers: { "content-type": "text/event-stream" }
  })

describe("the form of a source", () => {
  it("MUST not overwrite unseen what somebody else has saved since it was opened", async () => {
    const properties = { location: { type: "string", description: "A file." } }
    // Of a type without a guess, which saving would wait for.
    const type = "openaddresses"
    const types = [{ type, summary: "A file.", options: { ...options, properties }, choices: {} }]
    service.on("GET /admin/api/source-types", () => json({ data: { types } }))
    const saved = (location: string) => json({ data: { ...source, type, options: { location } } })
    service.on("GET /admin/api/sources/wien", () => saved("/a"))
    service.on("PUT /admin/api/sources/wien", () => saved("/mine"))
    const { user } = draw(<EditSourcePage name="wien" />, "/sources/wien/edit")
    const location = await screen.findByRole<HTMLInputElement>("textbox", { name: /location/i })
    assert.isTrue(location.required)
    await user.clear(location)
    await user.type(location, "/mine")
    service.on("GET /admin/api/sources/wien", () => saved("/theirs"))
    await user.click(screen.getByRole("button", { name: "Save" }))
    await screen.findByText(/^Somebody else has changed this source/)
    assert.notInclude(service.heard(), "PUT /admin/api/sources/wien")
    await user.click(screen.getByRole("button", { name: "Save" }))
    await waitFor(() => assert.include(service.heard(), "PUT /admin/api/sources/wien"))
  })

  it("MUST save where a service's records are, and not the page that was typed, with the mapping for them", async () => {
    service.on("GET /admin/api/source-types", () =>
      json({ data: { types: [{ type: "file", summary: "Your own.", options, choices: {} }] } })
    )
    service.on("POST /admin/api/table-guesses", () => events({ type: "guess", guess }))
    service.on("POST /admin/api/source-tests", () => events({ type: "failed", message: "No such table." }))
    service.on("POST /admin/api/sources", () => json({ error: { code: "CONFLICT", message: "Taken." } }, 409))
    const { user } = draw(<NewSourcePage />, "/sources/new")
    await user.click(await screen.findByRole("textbox", { name: /location/i }))
    await user.paste("https://maps.example.com/A")
    await screen.findByText(/This is the layer Addresses of an ArcGIS service/)
    const location = screen.getByRole<HTMLInputElement>("textbox", { name: /location/i })
    assert.strictEqual(location.value, "https://maps.example.com/A")
    // A test's result is shown until something else would be read.
    await user.click(screen.getByRole("button", { name: "Test" }))
    await screen.findByText("No such table.")
    await user.type(location, " ")
    assert.isNull(screen.queryByText("No such table."))
    await user.click(screen.getByRole("button", { name: /add/i }))
    await waitFor(() => assert.include(service.heard(), "POST /admin/api/sources"))
    const sent = service.asked().find(({ what }) => what === "POST /admin/api/sources")
    assert.deepInclude(JSON.parse(sent?.body ?? "{}"), { options: { location: records, mapping } })
  })

  it("MUST keep what was typed while the user looks at another page, and forget it on Cancel", async () => {
    const properties = { location: { type: "string", description: "A file." } }
    const types = [{ type: "openaddresses", summary: "A file.", options: { ...options, properties }, choices: {} }]
    service.on("GET /admin/api/source-types", () => json({ data: { types } }))
    const { rerender, user } = draw(<NewSourcePage />, "/add-source")
    const location = () => screen.findByRole<HTMLInputElement>("textbox", { name: /location/i })
    const leave = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }))
    assert.isTrue(leave(), "There is nothing to lose.")
    await user.type(await location(), "/half")
    assert.isFalse(leave(), "The browser must ask.")
    rerender(<p>Another page</p>)
    assert.isTrue(leave())
    rerender(<NewSourcePage />)
    assert.strictEqual((await location()).value, "/half")
    await user.click(screen.getByRole("link", { name: "Cancel" }))
    rerender(<p>Another page</p>)
    rerender(<NewSourcePage />)
    assert.strictEqual((await location()).value, "")
  })

  it("MUST drop the guessed mapping once the columns give none", async () => {
    const column = { name: "nr", samples: ["1"], language: null, confidence: 1, reason: "named like nr" }
    const guesses = [
      { ...guess, service: null, location: "/a.csv", columns: [{ ...column, part: "houseNumber" }] },
      { ...guess, service: null, location: "/a.csv", columns: [{ ...column, part: null }], mapping: null }
    ]
    service.on("GET /admin/api/source-types", () =>
      json({ data: { types: [{ type: "file", summary: "Your own.", options, choices: {} }] } })
    )
    service.on("POST /admin/api/table-guesses", ({ body }) =>
      events({ type: "guess", guess: guesses[body.includes("parts") ? 1 : 0] })
    )
    const { user } = draw(<NewSourcePage />, "/sources/new")
    await user.click(await screen.findByRole("textbox", { name: /location/i }))
    await user.paste("/a.csv")
    const part = await screen.findByRole("combobox", { name: "What nr contains" })
    await user.click(part)
    await user.click(await screen.findByRole("option", { name: "House number" }))
    const written = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: /mapping/i })
    assert.strictEqual(written.value, "")
    await user.click(screen.getByRole("button", { name: /^add$/i }))
    assert.notInclude(service.heard(), "POST /admin/api/sources")
  })
})

describe("a schedule", () => {
  const at = (cron: string, enabled = true) => ({
    ...source,
    schedule: { cron, enabled, nextAt: enabled ? "2026-11-21T10:00:00.000Z" : null }
  })

  it("MUST show what somebody else has saved since, except for what is typed here", async () => {
    const { rerender, user } = draw(<ScheduleForm source={source} />)
    const cron = screen.getByRole<HTMLInputElement>("textbox", { name: /^Cron/ })
    const isActive = () => screen.getByRole<HTMLInputElement>("switch", { name: "Active" }).checked
    assert.isNull(screen.queryByRole("switch"), "There is nothing to pause.")
    rerender(<ScheduleForm source={at("0 5 * * *")} />)
    assert.deepStrictEqual([cron.value, isActive()], ["0 5 * * *", true])
    await user.clear(cron)
    await user.type(cron, "1 2 3 4 5")
    rerender(<ScheduleForm source={at("0 6 * * *", false)} />)
    assert.deepStrictEqual([cron.value, isActive()], ["1 2 3 4 5", false])
    service.on("PUT /admin/api/sources/wien/schedule", ({ body }) => json({ data: at(JSON.parse(body).cron, false) }))
    await user.click(screen.getByRole("button", { name: "Save schedule" }))
    await waitFor(() => assert.strictEqual(service.asked().at(-1)?.body, '{"cron":"1 2 3 4 5","enabled":false}'))
    rerender(<ScheduleForm source={at("0 7 * * *")} />)
    await waitFor(() => assert.deepStrictEqual([cron.value, isActive()], ["0 7 * * *", true]))
  })
})
