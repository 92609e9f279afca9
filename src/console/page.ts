const meta = (name: string): string => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ""

/** What the service wrote into the page for this visit. */
export const served = {
  /** The page's policy refuses `<style>` elements without it. */
  styleNonce: meta("style-nonce"),
  /** The beginning of a command, where this service was started. */
  program: meta("program"),
  /** URL template of raster tiles; empty if the operator has set none. */
  tileUrl: meta("tile-url"),
  /** The attribution to show with the tiles. */
  tileAttribution: meta("tile-attribution")
}
