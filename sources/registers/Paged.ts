import { Effect } from "effect"
import type { SourceError } from "../DataSource.ts"
import { type Places, locate } from "../reading/Locations.ts"
import { misconfigured } from "../reading/Origin.ts"
import type { Location } from "../reading/Location.ts"
import type { PageForm } from "../reading/paged/Pages.ts"
import type { Reader } from "../reading/Reader.ts"
import type { Format } from "./Format.ts"
import type { Mapping } from "./Mapping.ts"
import { csvForm } from "./TextRows.ts"

/** Where records are in a page of this format; undefined if its pages cannot be read. */
const formOf = (format: Format): PageForm | undefined => {
  switch (format.type) {
    case "geojson":
      return { type: "json", path: ["features"], encoding: format.encoding }
    case "json":
      return format.lines === true
        ? undefined
        : { type: "json", path: format.path?.split(".") ?? [], encoding: format.encoding }
    case "xml":
      return { type: "xml", records: format.records, encoding: format.encoding }
    case "csv":
      return { type: "csv", ...csvForm(format), encoding: format.encoding }
    default:
      return undefined
  }
}

/** The format of the file of all pages, which is in UTF-8. */
const wholeFormat = (format: Format): Format => {
  switch (format.type) {
    case "json": {
      const { columns } = format
      return { type: "json", lines: true, ...(columns === undefined ? {} : { columns }) }
    }
    case "geojson":
      return { type: "geojson" }
    case "xml":
      return { type: "xml", records: format.records }
    case "csv": {
      const { encoding: _, skipLines: __, ...rest } = format
      return rest
    }
    default:
      return format
  }
}

/** The mapping for the file of all pages, where there are any. */
export const forWhole = (mapping: Mapping): Mapping => {
  const { format, joins, pages } = mapping
  if (pages === undefined || pages === false) return mapping
  const joined = joins?.map((join) =>
    join.format === undefined ? join : { ...join, format: wholeFormat(join.format) }
  )
  return { ...mapping, format: wholeFormat(format), ...(joined === undefined ? {} : { joins: joined }) }
}

/** Where a mapping's files are: if it has pages, those of the services there. */
export const locateFor = Effect.fnUntraced(function* (
  source: string,
  places: Places,
  { format, pages }: Mapping
): Effect.fn.Return<Location, SourceError, Reader> {
  if (pages === undefined || pages === false) return yield* locate(source, places)
  const form = formOf(format)
  if (form === undefined) {
    return yield* misconfigured(
      { source, place: "The mapping" },
      `pages are read as csv, json, geojson or xml, and not as ${format.type}. Request one of these from the service.`
    )
  }
  return yield* locate(source, places, { pages, form })
})
