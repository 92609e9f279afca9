import { Effect, Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import { unpackedName } from "../reading/Compression.ts"
import { misconfigured } from "../reading/Origin.ts"
import type { Entry, Location } from "../reading/Reader.ts"
import type { Format } from "./Format.ts"
import { type Compiled, compilePattern } from "./Pattern.ts"

const endings: Readonly<Record<Format["type"], string>> = {
  csv: "\\.(csv|txt|tsv|psv|dsv|tab)$",
  json: "\\.(json|jsonl|ndjson)$",
  geojson: "\\.(geojson|geojsonl|geojsons|ndjson|json|jsonl)$",
  shapefile: "\\.shp$",
  flatgeobuf: "\\.fgb$",
  geopackage: "\\.gpkg$",
  parquet: "\\.(parquet|geoparquet|pq)$",
  // Not those that begin as the marks do which Excel leaves beside a workbook that is open.
  xlsx: "(^|/)[^~/][^/]*\\.(xlsx|xlsm)$",
  xml: "\\.(xml|gml|kml)$"
}

/** Which files of a location to read. */
export interface Selection {
  readonly files: Compiled
  readonly archives: Compiled | undefined
}

const compileName = (pattern: string): Compiled => compilePattern(pattern, { ignoreCase: true })

/** Files, and archives if not all are opened, by patterns on their paths, ignoring case. */
export const selectionBy = (files: string, archives?: string): Selection => ({
  files: compileName(files),
  archives: archives === undefined ? undefined : compileName(archives)
})

export const selectionOf = (given: {
  readonly format: Format
  readonly files?: string
  readonly archives?: string
}): Selection => selectionBy(given.files ?? endings[given.format.type], given.archives)

/** Whether the pattern captures parts of the files' names. */
export const hasGroups = ({ files }: Selection): boolean => files.groups > 0

/** Names in an archive can be arbitrarily long; no file system has longer paths than this. */
const longestPath = 4096

/** A selected file, with the pattern's groups in its name. */
export interface Selected {
  readonly entry: Entry
  readonly groups: ReadonlyArray<string>
}

/** The pattern's groups in the file's path; in the full path if the path alone does not match. */
const groupsOf = (selection: Selection, entry: Entry): ReadonlyArray<string> => {
  const found = selection.files.exec(entry.path) ?? selection.files.exec(entry.origin.place)
  return (found ?? []).slice(1).map((group) => group ?? "")
}

/** Files that the message names if none is selected. */
const shownFiles = 8

/**
 * The selected files of the location. None at all is a fault, unless that is allowed, because it means that something
 * is misnamed.
 */
export const selected = (
  location: Location,
  selection: Selection,
  { mayBeNone = false }: { readonly mayBeNone?: boolean } = {}
): Stream.Stream<Selected, SourceError> =>
  Stream.suspend(() => {
    const seen: Array<string> = []
    let any = false
    const select = (path: string) => {
      if (path.length > longestPath) return false
      if (/\.(?:zip|kmz)$/i.test(path)) return selection.archives?.test(path) ?? true
      if (selection.files.test(unpackedName(path))) return true
      if (seen.length < shownFiles) seen.push(path)
      return false
    }
    const none = Effect.suspend(() =>
      any || mayBeNone
        ? Effect.void
        : Effect.fail(
            misconfigured(
              location.origin,
              `it holds no file whose path matches ${selection.files.source}${seen.length === 0 ? "" : `, but ${seen.join(", ")}`}. Check the location.`
            )
          )
    )
    return location.entries({ select }).pipe(
      Stream.map((entry) => {
        any = true
        return { entry, groups: groupsOf(selection, entry) }
      }),
      Stream.concat(Stream.fromEffectDrain(none))
    )
  })
