import { Effect } from "effect"
import type { SourceError } from "../../../DataSource.ts"
import { arcGis } from "./ArcGis.ts"
import { ogcApi } from "./OgcApi.ts"
import { ckan, opendatasoft, socrata } from "./Portals.ts"
import type { Ask, Records } from "./Service.ts"
import { wfs } from "./Wfs.ts"

export type { Records } from "./Service.ts"

const kinds = [arcGis, wfs, ogcApi, ckan, socrata, opendatasoft]

/** The records of the service at a URL, or on the page that describes it; undefined if it is no known service. */
export const serviceAt = Effect.fnUntraced(function* (
  location: string,
  ask: Ask
): Effect.fn.Return<Records | undefined, SourceError> {
  const url = URL.canParse(location) ? new URL(location) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined
  for (const recognize of kinds) {
    const found = yield* recognize(url, ask)
    if (found === undefined) continue
    // A portal may only name a service elsewhere.
    const isElsewhere = found.pages === undefined && found.url.host !== url.host
    return isElsewhere ? ((yield* serviceAt(found.url.href, ask)) ?? found) : found
  }
  return undefined
})
