import type { FeatureCollection } from "geojson"
import { feature } from "topojson-client"
import type { GeometryCollection, Topology } from "topojson-specification"
import { flattened } from "./antimeridian.ts"
import outlines from "world-atlas/countries-50m.json?url"

const load = async (): Promise<FeatureCollection> => {
  const answer = await fetch(outlines)
  const topology = (await answer.json()) as Topology<{ countries: GeometryCollection }>
  return flattened(feature(topology, topology.objects.countries))
}

let loaded: Promise<FeatureCollection> | undefined

/** Outlines of countries by Natural Earth, which are in the public domain. This service serves them. */
export const countryOutlines = (): Promise<FeatureCollection> => (loaded ??= load())
