import { Stream } from "effect"
import type { Rejected, SourceError } from "./DataSource.ts"
import type { Location } from "./reading/Reader.ts"
import type { Format } from "./registers/Mapping.ts"
import { readRows, type Row } from "./registers/Rows.ts"
import { selected, selectionOf } from "./registers/Selection.ts"

/**
 * What a source in code reads its data with, so that it need not know how they are packed, encoded and fetched:
 * `locate` a file, folder or URL, and take its `rows`.
 */

export { latestRelease } from "./overture/Catalog.ts"
export { contentId } from "./reading/ContentId.ts"
export { locate } from "./reading/Locations.ts"
export { type Entry, type Location, Reader } from "./reading/Reader.ts"
export { type Upstreams, usualUpstreams } from "./reading/Settings.ts"
export { decodeText } from "./reading/Text.ts"
export type { Format, Row }

/**
 * Every row of a location's files of that format (CSV, JSON, GeoJSON, shapefile, XML), one at a time. A row that is not
 * of the format is a `Rejected`; a file that is not, that lacks one of the columns, or has none of the records or of the
 * members that are asked for, fails as a whole, naming what it has.
 */
export const rows = (
  location: Location,
  format: Format,
  columns: ReadonlyArray<string> = []
): Stream.Stream<Row | Rejected, SourceError> =>
  Stream.flatMap(selected(location, selectionOf({ format })), ({ entry }) =>
    readRows(
      entry,
      format,
      columns.map((name) => ({ name, optional: false }))
    )
  )
