import type { FeatureCollection } from "geojson"
import { feature } from "topojson-client"
import type { GeometryCollection, Topology } from "topojson-specification"
import { flattened } from "./antimeridian.ts"
import outlines from "world-atlas/countries-50m.json?url"

const load = async (): Promise<FeatureCollection> => {
  const answer = await fetch(outlines)
  if (!answer.ok) throw new Error(`The outlines of countries are not there: ${answer.status}.`)
  const topology = (await answer.json()) as Topology<{ countries: GeometryCollection }>
  return flattened(feature(topology, topology.objects.countries))
}

let loaded: Promise<FeatureCollection> | undefined

/** Outlines of countries by Natural Earth, which are in the public domain. This service serves them. */
export const countryOutlines = (): Promise<FeatureCollection> =>
  (loaded ??= load().catch((error: unknown) => {
    // The next map asks again.
    loaded = undefined
    throw error
  }))

/** A map as a part of a page: loaded once the outlines are there, so that both fail, and are tried again, in one way. */
export const withOutlines = async <A>(part: Promise<A>): Promise<A> => {
  const [map] = await Promise.all([part, countryOutlines()])
  return map
}
