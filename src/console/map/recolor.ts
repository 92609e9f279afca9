import { useComputedColorScheme } from "@mantine/core"
import type { Map as MapLibre, StyleSpecification } from "maplibre-gl"
import { useEffect } from "react"

type Layers = StyleSpecification["layers"]

type Name = Parameters<MapLibre["setPaintProperty"]>[1]

/** The scheme in its first rendering too: until a map has loaded, it has the colors that it began with. */
export const useScheme = () => useComputedColorScheme("light", { getInitialValueInEffect: false })

/**
 * Gives a loaded map the colors that its layers have in the present scheme. A new map would have to prepare its
 * outlines and its drawing anew, and be back where it began.
 *
 * @param layers of the same IDs in each scheme
 */
export const useColors = (map: MapLibre | undefined, layers: Layers): void => {
  useEffect(() => {
    // A removed map has no style any more.
    if (map?.style === undefined) return
    for (const { id, paint } of layers)
      for (const [name, value] of Object.entries(paint ?? {})) map.setPaintProperty(id, name as Name, value)
  }, [map, layers])
}
