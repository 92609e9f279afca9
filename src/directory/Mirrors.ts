import type { DirectoryEntry } from "../../schemas/Directory.ts"
import { type Upstreams, usualUpstreams } from "../../sources/SourceFiles.ts"

/** An entry whose data is read from the configured mirror: the directory names the publishers' own servers. */
export const fromMirror =
  (upstreams: Upstreams) =>
  (entry: DirectoryEntry): DirectoryEntry => {
    const { location } = entry.options
    if (entry.upstream !== "geofabrik" || upstreams.geofabrik === usualUpstreams.geofabrik) return entry
    if (typeof location !== "string" || !location.startsWith(usualUpstreams.geofabrik)) return entry
    const mirrored = `${upstreams.geofabrik}${location.slice(usualUpstreams.geofabrik.length)}`
    return { ...entry, options: { ...entry.options, location: mirrored } }
  }
