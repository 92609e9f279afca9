import "maplibre-gl/dist/maplibre-gl.css"
import { Box, Center, Group, Text } from "@mantine/core"
import type { FeatureCollection } from "geojson"
import { iso31661NumericToAlpha2 } from "iso-3166"
import { type MapLayerMouseEvent, Map as MapLibre, NavigationControl, type StyleSpecification } from "maplibre-gl"
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react"
import { CountryState } from "../../../schemas/admin/Directory.ts"
import { countryName } from "../format.ts"
import { countryStateColors } from "../parts/countryStateColors.ts"
import { strings } from "../strings.ts"
import type { CountriesMapProps } from "./CountriesMap.tsx"
import { countryOutlines } from "./outlines.ts"
import { useColors, useScheme } from "./recolor.ts"
import "./worker.ts"

const words = strings.add

/** The outlines, with the directory's country codes. */
const withCodes = (outlines: FeatureCollection): FeatureCollection => ({
  ...outlines,
  features: outlines.features.map((feature) => ({
    ...feature,
    properties: { code: iso31661NumericToAlpha2[String(feature.id)] ?? "" }
  }))
})

/** A country's state, and whether the pointer is on it, are set while the map is shown. */
const layersOf = (dark: boolean): StyleSpecification["layers"] => [
  { id: "sea", type: "background", paint: { "background-color": dark ? "#1b2227" : "#e4ecef" } },
  {
    id: "land",
    type: "fill",
    source: "land",
    paint: {
      "fill-color": [
        "match",
        ["coalesce", ["feature-state", "state"], ""],
        "none",
        dark ? "#43525a" : "#d3e3dc",
        "adding",
        countryStateColors.adding,
        "ready",
        countryStateColors.ready,
        "attention",
        countryStateColors.attention,
        dark ? "#2c353b" : "#fafaf7"
      ]
    }
  },
  {
    id: "borders",
    type: "line",
    source: "land",
    paint: {
      "line-color": dark ? "#76858d" : "#8b9a9f",
      "line-width": ["case", ["boolean", ["feature-state", "pointed"], false], 2, 0.6]
    }
  }
]

const layersIn = { light: layersOf(false), dark: layersOf(true) }

const Legend = () => (
  <Group gap="md" component="ul" className="country-list">
    {CountryState.literals
      .filter((state) => state !== "none")
      .map((state) => (
        <Text key={state} size="xs" c="dimmed" component="li">
          <span className="dot" style={{ background: countryStateColors[state] }} /> {words.states[state]}
        </Text>
      ))}
  </Group>
)

/** The code of the country under the mouse. */
const codeAt = ({ features }: MapLayerMouseEvent): string => String(features?.[0]?.properties["code"] ?? "")

/** All countries, without the ice at both poles: south-west, then north-east. */
const inhabited: [[number, number], [number, number]] = [
  [-170, -56],
  [180, 78]
]

/** An empty world map in a container. */
const drawWorld = (
  container: HTMLElement,
  outlines: FeatureCollection,
  layers: StyleSpecification["layers"]
): MapLibre => {
  const land = { type: "geojson", data: withCodes(outlines), promoteId: "code", attribution: "Natural Earth" } as const
  const drawn = new MapLibre({
    container,
    style: { version: 8, sources: { land }, layers },
    bounds: inhabited,
    // The wheel scrolls the page; with Ctrl held, it zooms the map.
    cooperativeGestures: true,
    attributionControl: { compact: false },
    dragRotate: false,
    pitchWithRotate: false,
    locale: strings.map.locale
  })
  drawn.addControl(new NavigationControl({ showCompass: false }), "top-right")
  drawn.getCanvas().setAttribute("aria-label", words.map)
  return drawn
}

/** Draws the world, and reports which country is pointed at or chosen. */
const useWorld = (container: RefObject<HTMLDivElement | null>, onChoose: (country: string) => void) => {
  const choose = useRef(onChoose)
  const [map, setMap] = useState<MapLibre>()
  const [failed, setFailed] = useState(false)
  const [isDrawn, setDrawn] = useState(false)
  const [pointed, setPointed] = useState("")
  const colored = layersIn[useScheme()]
  const layersNow = useEffectEvent(() => colored)
  useColors(map, colored)

  useEffect(() => {
    choose.current = onChoose
  }, [onChoose])

  useEffect(() => {
    let made: MapLibre | undefined
    let isGone = false
    setDrawn(false)
    const draw = async () => {
      const outlines = await countryOutlines()
      if (isGone || container.current === null) return
      const drawn = drawWorld(container.current, outlines, layersNow())
      made = drawn
      drawn.on("mousemove", "land", (event) => setPointed(codeAt(event)))
      drawn.on("mouseleave", "land", () => setPointed(""))
      drawn.on("click", "land", (event) => {
        const code = codeAt(event)
        if (code !== "") choose.current(code)
      })
      drawn.once("load", () => setMap(drawn))
      drawn.once("idle", () => setDrawn(true))
    }
    draw().catch(() => {
      // WebGL is missing.
      if (!isGone) setFailed(true)
    })
    return () => {
      isGone = true
      setMap(undefined)
      made?.remove()
    }
  }, [container])

  return { map, failed, isDrawn, pointed }
}

/** The world, with each country in the colour of its state. */
export const CountriesMapView = ({ countries, onChoose }: CountriesMapProps) => {
  const container = useRef<HTMLDivElement>(null)
  const { failed, isDrawn, map, pointed } = useWorld(container, onChoose)

  useEffect(() => {
    for (const { country, state } of countries.values())
      map?.setFeatureState({ source: "land", id: country }, { state })
  }, [map, countries])

  useEffect(() => {
    if (map === undefined || pointed === "") return
    const feature = { source: "land", id: pointed }
    map.setFeatureState(feature, { pointed: true })
    map.getCanvas().style.cursor = "pointer"
    return () => {
      map.getCanvas().style.cursor = ""
      // A removed map has no style any more.
      if (map.style !== undefined) map.setFeatureState(feature, { pointed: false })
    }
  }, [map, pointed])

  const known = countries.get(pointed)
  return (
    <Box>
      <Box pos="relative" h={{ base: 300, md: 440 }}>
        <Box ref={container} className="map" data-drawn={isDrawn} data-testid="countries-map" />
        {!isDrawn && (
          <Center pos="absolute" inset={0} p="md" style={{ pointerEvents: "none" }}>
            <Text c="dimmed" ta="center">
              {failed ? words.mapFailed : strings.map.loading}
            </Text>
          </Center>
        )}
      </Box>
      <Group justify="space-between" mt={6} gap="xs">
        <Text size="xs" c="dimmed" aria-hidden>
          {pointed === ""
            ? words.mapHint
            : known === undefined
              ? words.notListed(countryName(pointed))
              : words.underCursor(countryName(pointed), words.states[known.state])}
        </Text>
        <Legend />
      </Group>
    </Box>
  )
}
