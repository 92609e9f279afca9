import { contentSecurityPolicy } from "../edge/ContentSecurityPolicy.ts"
import type { TileServer } from "../Settings.ts"

/**
 * What the console's page may load and do: its own files, its own service, and the tile server that the operator set.
 *
 * The component library writes `<style>` elements for its variables and for values that change with the screen's width;
 * they carry the nonce. Scripts come from files only.
 */
export const pagePolicy = (nonce: string, tiles: TileServer | undefined): string => {
  const images = tiles === undefined ? "" : ` ${tiles.origin}`
  return contentSecurityPolicy({
    script: "'self'",
    style: `'self' 'nonce-${nonce}'`,
    img: `'self' data:${images}`,
    connect: `'self'${images}`,
    worker: "'self'"
  })
}

/** On the page, and on each of its files. */
export const fileHeaders = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
  "permissions-policy": "camera=(), geolocation=(), microphone=()"
}
