import { json, service } from "./Service.ts"

/** Serves the outlines of no country, which every map waits for. */
export const serveOutlines = (): void =>
  service.on("GET /node_modules/world-atlas/countries-50m.json", () =>
    json({ type: "Topology", arcs: [], objects: { countries: { type: "GeometryCollection", geometries: [] } } })
  )
