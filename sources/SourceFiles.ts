import { Stream } from "effect"
import type { Rejected, SourceError } from "./DataSource.ts"
import type { Location } from "./reading/Reader.ts"
import type { Format } from "./registers/Mapping.ts"
import { featureOf } from "./reading/GeoJson.ts"
import { memberAt } from "./reading/api/Paging.ts"
import { makeWebApi, type WebApi as WebApiOf } from "./reading/api/WebApi.ts"
import { readRows, type Row, rowOfFeature, rowOfObject } from "./registers/Rows.ts"
import { selected, selectionOf } from "./registers/Selection.ts"

/**
 * What a source in code reads its data with, so that it need not know how they are packed, encoded and fetched:
 * `locate` a file, folder or URL, and take its `rows`.
 */

export { latestRelease } from "./overture/Catalog.ts"
export { contentId } from "./reading/ContentId.ts"
export { locate } from "./reading/Locations.ts"
export { byCursor, byLink, byOffset, byPage, type Page, type Paging } from "./reading/api/Paging.ts"
export type { ApiPatience } from "./reading/api/Requests.ts"
export type { Asked, AskedItems, WebApiOptions } from "./reading/api/WebApi.ts"
export { type Entry, type Location, Reader } from "./reading/Reader.ts"
export { type Upstreams, usualUpstreams } from "./reading/Upstreams.ts"
export { secret, Offline } from "./reading/Secret.ts"
export { decodeText } from "./reading/Text.ts"
export { type Grid, projected } from "./registers/Projected.ts"
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

/** An HTTP API that answers with JSON or GeoJSON, as {@link webApi} makes it. */
export type WebApi = WebApiOf<Row>

/**
 * An HTTP API: keys, pages, waits and tries again, so that a source only says what it asks for. Its requests go to the
 * server of `url` alone. GeoJSON Features become rows with their properties, `$id` and `row.point`.
 */
export const webApi = makeWebApi(({ place, value }) =>
  memberAt(value, "type") === "Feature" && typeof memberAt(value, "properties") === "object"
    ? rowOfFeature(featureOf(0, value), place)
    : rowOfObject(value, place)
)
