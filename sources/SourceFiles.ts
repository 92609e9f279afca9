import { Stream } from "effect"
import type { Rejected, SourceError } from "./DataSource.ts"
import type { Location } from "./reading/Reader.ts"
import type { Format } from "./registers/Format.ts"
import { featureOf } from "./reading/GeoJson.ts"
import { memberAt } from "./reading/Member.ts"
import { makeWebApi, type WebApi as WebApiOf } from "./reading/api/WebApi.ts"
import { type Row, rowOfFeature, rowOfObject } from "./registers/Row.ts"
import { readRows } from "./registers/Rows.ts"
import { selected, selectionOf } from "./registers/Selection.ts"

/**
 * How a source in code reads its data, without knowing how they are compressed, encoded or downloaded: `locate` a file,
 * folder or URL, and take its `rows`.
 */

export { latestRelease } from "./overture/Catalog.ts"
export { contentId } from "./reading/ContentId.ts"
export { locate } from "./reading/Locations.ts"
export { byCursor, byLink, byOffset, byPage, onePage, type Page, type Paging } from "./reading/api/Paging.ts"
export type { ApiPatience } from "./reading/api/Requests.ts"
export type { Asked, AskedItems, WebApiOptions } from "./reading/api/WebApi.ts"
export { type Entry, type Location, Reader } from "./reading/Reader.ts"
export { type Upstreams, usualUpstreams } from "./reading/Upstreams.ts"
export { secret, Offline } from "./reading/Secret.ts"
export { decodeText } from "./reading/Text.ts"
export { type Grid, projected } from "./registers/Projected.ts"
export type { Format, Row }

/**
 * All rows of a location's files in the given format (CSV, JSON, GeoJSON, shapefile, GeoPackage, FlatGeobuf, Parquet,
 * XML, XLSX), one at a time. A malformed row is a `Rejected`. A file in another format, without a required column, or without records or the requested members
 * fails as a whole, with an error that names what it has.
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

/** An API that returns JSON or GeoJSON, as made by {@link webApi}. */
export type WebApi = WebApiOf<Row>

/**
 * Reads an HTTP API. It handles keys, paging, waiting and retries, so that a source only says what to request. It sends
 * requests only to the server of `url`. GeoJSON Features become rows with their properties, `$id` and `row.point`.
 */
export const webApi = makeWebApi(({ place, value }) =>
  memberAt(value, "type") === "Feature" && typeof memberAt(value, "properties") === "object"
    ? rowOfFeature(featureOf(0, value), place)
    : rowOfObject(value, place)
)
