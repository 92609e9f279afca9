import { screen } from "@testing-library/react"
import type { Feature } from "geojson"
import { assert, beforeEach, describe, it, vi } from "vitest"
import { CountriesMap } from "../../../src/console/map/CountriesMap.tsx"
import { type HomePoint, HomesMap } from "../../../src/console/map/HomesMap.tsx"
import { useScheme } from "../../../src/console/map/recolor.ts"
import { mapLayers, mapSources } from "../../../src/console/map/style.ts"
import { draw } from "../support/Draw.tsx"
import { serveOutlines } from "../support/Outlines.ts"

const homes: ReadonlyArray<HomePoint> = [
  [9.52, 47.14, "register"],
  [9.53, 47.15, "assumed"],
  [9.54, 47.16, "register"]
]

const nothing = { type: "FeatureCollection", features: [] } as const
const point: Feature = {
  type: "Feature",
  geometry: { type: "Point", coordinates: [9, 47] },
  properties: { kind: "register" }
}
const shown = {
  outlines: { ...nothing, features: [] },
  homes: { ...nothing, features: [point, point] },
  palette: { register: { color: "#0072b2", name: "Register" } },
  isSingle: false,
  dark: false,
  tileUrl: "",
  tileAttribution: ""
}
const style = (changes: Partial<typeof shown> = {}) => {
  const options = { ...shown, ...changes }
  return { sources: mapSources(options), layers: mapLayers(options) }
}

describe("a map whose outlines do not arrive", () => {
  it("MUST say so, and be drawn once they do", async () => {
    const { user } = draw(<HomesMap points={homes} label="Homes of Vaduz" />)
    assert.ok(screen.getByRole("status", { name: "Loading map" }))
    await screen.findByText("Cannot reach the service. Check that it is running, then try again.")
    serveOutlines()
    await user.click(screen.getByRole("button", { name: "Try again" }))
    await screen.findByText(/^The map needs WebGL/)
  })
})

describe("a map of homes that cannot be drawn", () => {
  beforeEach(serveOutlines)

  it("MUST say so, with what it would show, and keep the legend of its colours", async () => {
    const { container } = draw(<HomesMap points={homes} label="Homes of Vaduz" />)
    await screen.findByText(/^The map needs WebGL, .* It would show 3 homes\.$/)
    assert.include(container.textContent, "Register")
    assert.include(container.textContent, "Assumed")
    assert.notInclude(container.textContent, "Building")
    assert.ok(screen.getByText("To see streets, set TILE_URL to a tile server."))
  })

  it("MUST have no legend for one home or none", async () => {
    for (const points of [[], homes.slice(0, 1)]) {
      const { container, unmount } = draw(<HomesMap points={points} label="Homes" />)
      await screen.findByText(/^The map needs WebGL/)
      assert.notInclude(container.textContent, "Register")
      assert.strictEqual(container.querySelector("[data-testid=map]")?.getAttribute("data-points"), `${points.length}`)
      unmount()
    }
  })

  it("MUST lead to the list if it is for choosing a country", async () => {
    const { container } = draw(
      <CountriesMap countries={new Map([["AT", { country: "AT", state: "ready" }]])} onChoose={() => undefined} />
    )
    await screen.findByText(/Choose a country from the list\.$/)
    assert.strictEqual(container.querySelector("[data-drawn]")?.getAttribute("data-drawn"), "false")
    assert.deepStrictEqual(
      screen.getAllByRole("listitem").map(({ textContent }) => textContent?.trim()),
      ["Adding", "Ready", "Needs attention"]
    )
  })
})

describe("the colours of a map", () => {
  it("MUST be those of the system from the first, not once it is drawn", () => {
    vi.spyOn(window, "matchMedia").mockImplementation(
      (query) => Object.assign(new EventTarget(), { matches: query.includes("dark"), media: query }) as MediaQueryList
    )
    const schemes: Array<string> = []
    const Recorded = () => {
      schemes.push(useScheme())
      return null
    }
    localStorage.setItem("mantine-color-scheme-value", "auto")
    draw(<Recorded />)
    vi.restoreAllMocks()
    assert.deepStrictEqual([...new Set(schemes)], ["dark"])
  })
})

describe("the style of a map", () => {
  it("MUST request nothing from elsewhere, unless the operator has set tiles", () => {
    assert.notMatch(JSON.stringify(style()), /https?:/)
    assert.notProperty(style().sources, "tiles")
    const tiled = style({ tileUrl: "https://tiles.example/{z}/{x}/{y}.png" })
    assert.deepInclude(tiled.sources["tiles"], { tiles: ["https://tiles.example/{z}/{x}/{y}.png"] })
    assert.deepStrictEqual(
      tiled.layers.map(({ id }) => id),
      ["sea", "land", "borders", "tiles", "homes"]
    )
  })

  it("MUST show the attribution of tiles as text, whatever it contains", () => {
    const { tiles } = style({ tileUrl: "x", tileAttribution: `<img src=x onerror="alert(1)"> & Co` }).sources
    const attribution = tiles?.type === "raster" ? tiles.attribution : ""
    const shown = document.createElement("p")
    shown.innerHTML = attribution ?? ""
    assert.strictEqual(shown.childElementCount, 0)
    assert.strictEqual(shown.textContent, `<img src=x onerror="alert(1)"> & Co`)
  })

  it("MUST colour homes by evidence, and highlight a single one", () => {
    const paintOf = ({ layers }: ReturnType<typeof style>) => layers.find(({ id }) => id === "homes")?.paint
    assert.deepInclude(paintOf(style()), {
      "circle-color": ["match", ["get", "kind"], "register", "#0072b2", "#6f7780"]
    })
    assert.deepInclude(paintOf(style({ isSingle: true })), { "circle-radius": 8 })
    assert.notDeepEqual(style({ dark: true }).layers, style().layers)
  })
})
