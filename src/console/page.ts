const meta = (name: string): string => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ""

/** What the service wrote into the page for this visit. */
export const served = {
  /** `<style>` elements without it are refused by the page's policy. */
  styleNonce: meta("style-nonce"),
  /** What stands before a command, where this service was started. */
  program: meta("program"),
  /** Template of raster tiles; empty where the operator has set none. */
  tileUrl: meta("tile-url"),
  /** What is to be shown beside the tiles. */
  tileAttribution: meta("tile-attribution")
}
