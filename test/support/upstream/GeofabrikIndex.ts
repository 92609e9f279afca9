import { usualUpstreams } from "../../../sources/reading/Upstreams.ts"

type Position = readonly [longitude: number, latitude: number]

/** An index in the form of Geofabrik's `index-v1.json`. */
export interface GeofabrikIndex {
  readonly type: "FeatureCollection"
  readonly features: ReadonlyArray<{
    readonly type: "Feature"
    readonly properties: Readonly<Record<string, unknown>>
    readonly geometry: {
      readonly type: "MultiPolygon"
      readonly coordinates: ReadonlyArray<ReadonlyArray<ReadonlyArray<Position>>>
    }
  }>
}

type Box = readonly [west: number, south: number, east: number, north: number]

/** A feature as in Geofabrik's index, with a box for its border. */
export const extractFeature = (
  path: string,
  name: string,
  boxes: ReadonlyArray<Box>,
  more: Readonly<Record<string, unknown>> = {}
): GeofabrikIndex["features"][number] => {
  const parts = path.split("/")
  const at = (ending: string) => `${usualUpstreams.geofabrik}/${path}${ending}`
  return {
    type: "Feature",
    properties: {
      id: parts.at(-1)!,
      ...(parts.length > 1 ? { parent: parts.at(-2)! } : {}),
      ...more,
      name,
      urls: {
        pbf: at("-latest.osm.pbf"),
        bz2: at("-latest.osm.bz2"),
        history: `https://osm-internal.download.geofabrik.de/${path}-internal.osh.pbf`,
        updates: at("-updates")
      }
    },
    geometry: {
      type: "MultiPolygon",
      coordinates: boxes.map(([west, south, east, north]) => [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south]
        ]
      ])
    }
  }
}

/** A small index for machines without the real one. */
export const smallIndex: GeofabrikIndex = {
  type: "FeatureCollection",
  features: [
    extractFeature("europe", "Europe", [[-32, 27, 60, 82]]),
    extractFeature("europe/liechtenstein", "Liechtenstein", [[9.46, 47.04, 9.65, 47.28]], {
      "iso3166-1:alpha2": ["LI"]
    }),
    extractFeature("europe/monaco", "Monaco", [[7.3, 43.5, 7.6, 43.76]], { "iso3166-1:alpha2": ["MC"] }),
    extractFeature("europe/guernsey-jersey", "Guernsey and Jersey", [[-3.4, 48.8, -1.8, 49.95]])
  ]
}
