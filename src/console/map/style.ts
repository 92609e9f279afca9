import type { FeatureCollection } from "geojson"
import type { ExpressionSpecification, StyleSpecification } from "maplibre-gl"
import type { Palette } from "./HomesMap.tsx"

interface LayerOptions {
  /** Whether a single home is shown, which stands out. */
  readonly isSingle: boolean
  readonly palette: Palette
  readonly dark: boolean
  /** URL template of raster tiles; if empty, only outlines are shown. */
  readonly tileUrl: string
}

interface SourceOptions {
  readonly outlines: FeatureCollection
  readonly homes: FeatureCollection
  readonly tileUrl: string
  readonly tileAttribution: string
}

/** The map treats attributions as HTML, but this one is text. */
const asText = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** For a kind that the palette lacks; only points without a kind are drawn with it. */
const otherColor = "#6f7780"

const colorOfKind = (palette: Palette): ExpressionSpecification =>
  [
    "match",
    ["get", "kind"],
    ...Object.entries(palette).flatMap(([kind, { color }]) => [kind, color]),
    otherColor
  ] as unknown as ExpressionSpecification

/** What the layers show, without anything that would have to be loaded from elsewhere. */
export const mapSources = ({
  homes,
  outlines,
  tileAttribution,
  tileUrl
}: SourceOptions): StyleSpecification["sources"] => ({
  land: { type: "geojson", data: outlines, attribution: "Natural Earth" },
  homes: { type: "geojson", data: homes },
  ...(tileUrl !== "" && {
    tiles: { type: "raster" as const, tiles: [tileUrl], tileSize: 256, attribution: asText(tileAttribution) }
  })
})

/** Land, borders and homes. */
export const mapLayers = ({ dark, isSingle, palette, tileUrl }: LayerOptions): StyleSpecification["layers"] => [
  { id: "sea", type: "background", paint: { "background-color": dark ? "#1b2227" : "#e4ecef" } },
  { id: "land", type: "fill", source: "land", paint: { "fill-color": dark ? "#2c353b" : "#fafaf7" } },
  {
    id: "borders",
    type: "line",
    source: "land",
    paint: { "line-color": dark ? "#4f5c64" : "#b9c4c8", "line-width": 0.8 }
  },
  ...(tileUrl === "" ? [] : [{ id: "tiles", type: "raster" as const, source: "tiles" }]),
  {
    id: "homes",
    type: "circle",
    source: "homes",
    paint: {
      "circle-color": isSingle ? "#d9480f" : colorOfKind(palette),
      "circle-radius": isSingle ? 8 : ["interpolate", ["linear"], ["zoom"], 1, 2.8, 6, 3.5, 12, 4, 16, 7],
      "circle-opacity": isSingle ? 1 : 0.8,
      "circle-stroke-color": dark ? "#10151a" : "#ffffff",
      "circle-stroke-width": isSingle ? 2.5 : 0.6
    }
  }
]
