import "maplibre-gl/dist/maplibre-gl.css"
import { Box, Center, Group, Text } from "@mantine/core"
import type { FeatureCollection } from "geojson"
import { LngLatBounds, Map as MapLibre, NavigationControl, ScaleControl } from "maplibre-gl"
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react"
import { integer } from "../format.ts"
import { served } from "../page.ts"
import { evidenceColors, evidenceKinds } from "../parts/evidenceColors.ts"
import { strings } from "../strings.ts"
import type { HomesMapProps, Palette } from "./HomesMap.tsx"
import { countryOutlines } from "./outlines.ts"
import { useColors, useScheme } from "./recolor.ts"
import { mapLayers, mapSources } from "./style.ts"
import "./worker.ts"

const featuresOf = (points: HomesMapProps["points"]): FeatureCollection => ({
  type: "FeatureCollection",
  features: points.map(([longitude, latitude, kind]) => ({
    type: "Feature",
    geometry: { type: "Point", coordinates: [longitude, latitude] },
    properties: { kind }
  }))
})

/**
 * How closely to zoom in on a single home: to its street with tiles, or to the country around it with outlines only.
 */
const nearest = served.tileUrl === "" ? 3 : 16

const boundsOf = (points: HomesMapProps["points"]): LngLatBounds => {
  const bounds = new LngLatBounds()
  for (const [longitude, latitude] of points) bounds.extend([longitude, latitude])
  return bounds
}

const evidencePalette: Palette = Object.fromEntries(
  evidenceKinds.map((kind) => [kind, { color: evidenceColors[kind], name: strings.evidence[kind].name }])
)

const Legend = ({ palette, points }: { readonly palette: Palette; readonly points: HomesMapProps["points"] }) => {
  const shown = Object.entries(palette).filter(([kind]) => points.some(([, , of]) => of === kind))
  return (
    <Group gap="md" mt={6}>
      {shown.map(([kind, { color, name }]) => (
        <Text key={kind} size="xs" c="dimmed">
          <span className="dot" style={{ background: color }} /> {name}
        </Text>
      ))}
      {served.tileUrl === "" && (
        <Text size="xs" c="dimmed" ml="auto">
          {strings.map.noTiles}
        </Text>
      )}
    </Group>
  )
}

/** Homes on outlines of countries, or on the operator's tiles. */
export const MapView = ({ height, label, palette = evidencePalette, points }: HomesMapProps) => {
  const container = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  const [isDrawn, setDrawn] = useState(false)
  const [map, setMap] = useState<MapLibre>()
  const dark = useScheme() === "dark"
  const isSingle = points.length === 1
  const layers = useMemo(() => mapLayers({ isSingle, palette, dark, ...served }), [isSingle, palette, dark])
  const layersNow = useEffectEvent(() => layers)
  useColors(map, layers)

  useEffect(() => {
    let made: MapLibre | undefined
    let isGone = false
    setDrawn(false)
    const draw = async () => {
      const outlines = await countryOutlines()
      if (isGone || container.current === null) return
      const sources = mapSources({ outlines, homes: featuresOf(points), ...served })
      const drawn = new MapLibre({
        container: container.current,
        style: { version: 8, sources, layers: layersNow() },
        ...(points.length > 0
          ? { bounds: boundsOf(points), fitBoundsOptions: { padding: 36, maxZoom: isSingle ? nearest : 14 } }
          : { center: [10, 25], zoom: 0.8 }),
        // The wheel scrolls the page; with Ctrl held, it zooms the map.
        cooperativeGestures: true,
        // Without it, there is nothing on paper.
        canvasContextAttributes: { preserveDrawingBuffer: true },
        attributionControl: { compact: false },
        dragRotate: false,
        pitchWithRotate: false,
        locale: strings.map.locale
      })
      made = drawn
      drawn.addControl(new NavigationControl({ showCompass: false }), "top-right")
      drawn.addControl(new ScaleControl({ maxWidth: 90 }), "bottom-left")
      drawn.getCanvas().setAttribute("aria-label", label)
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
  }, [points, isSingle, palette, label])

  return (
    <Box h={height ?? "100%"} style={{ display: "flex", flexDirection: "column" }}>
      <Box
        ref={container}
        className="map"
        style={{ flex: 1 }}
        data-drawn={isDrawn}
        data-points={points.length}
        data-testid="map"
      >
        {failed && (
          <Center h="100%" p="md">
            <Text c="dimmed" ta="center">
              {strings.map.failed(integer(points.length))}
            </Text>
          </Center>
        )}
      </Box>
      {points.length > 1 && <Legend palette={palette} points={points} />}
    </Box>
  )
}
