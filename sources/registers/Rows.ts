import { Effect, Stream } from "effect"
import type { Rejected, SourceError } from "../DataSource.ts"
import { type FlatFeature, flatFeatures } from "../reading/flatgeobuf/FlatGeobuf.ts"
import { unreadable } from "../reading/Origin.ts"
import { Fault, mapParser, parse } from "../reading/Parser.ts"
import type { Entry } from "../reading/Reader.ts"
import { unlessPage } from "../reading/paged/OnlyPage.ts"
import { shapefileRecords } from "../reading/Shapefile.ts"
import { decodeXml } from "../reading/Text.ts"
import { xmlRecords } from "../reading/Xml.ts"
import type { Format } from "./Format.ts"
import { type Row, textOf, xmlRow } from "./Row.ts"
import { readRowParts } from "./RowParts.ts"
import { type Fields, strangeFile, unlessStrange } from "./StrangeRows.ts"
import { readSheet } from "./SheetRows.ts"
import { orForeign, readTextRows } from "./TextRows.ts"

/**
 * All rows of one file. Malformed rows are rejected. A file in another format, or in which the mapping finds nothing,
 * fails as a whole. With `mayBeEmpty`, a file may have no records; with `mustBeAll`, it must be no page of a service.
 */
export const readRows = (
  entry: Entry,
  format: Format,
  fields: Fields,
  { mayBeEmpty = false, mustBeAll = false }: { readonly mayBeEmpty?: boolean; readonly mustBeAll?: boolean } = {}
): Stream.Stream<Row | Rejected, SourceError> => {
  const { origin } = entry
  switch (format.type) {
    case "csv":
    case "json":
    case "geojson":
      return readTextRows(entry, format, fields, mustBeAll)
    case "shapefile":
      return shapefileRecords(entry, format.encoding).pipe(
        Stream.mapEffect(({ columns, number, point }) => {
          const row: Row = {
            place: () => `${origin.place} record ${number}`,
            names: () => Object.keys(columns),
            point,
            get: (field) => textOf(columns[field])
          }
          // All records have the same columns.
          return number === 1 && !fields.some(({ name }) => Object.hasOwn(columns, name)) && fields.length > 0
            ? Effect.fail(unreadable(origin, strangeFile(row.names(), fields)))
            : Effect.succeed(row)
        })
      )
    case "flatgeobuf": {
      const features = () =>
        flatFeatures((names) => {
          const isStrange = fields.length > 0 && !fields.some(({ name }) => names.includes(name))
          if (isStrange) throw new Fault(strangeFile(names, fields))
        })
      const row = ({ columns, names, number, point }: FlatFeature): Row => ({
        place: () => `${origin.place} feature ${number}`,
        names: () => names,
        point,
        get: (field) => textOf(columns.get(field))
      })
      return entry.bytes.pipe(
        parse(origin, () => mapParser(features(), row)),
        orForeign(entry)
      )
    }
    case "xlsx":
      return readSheet(entry, format, fields)
    case "geopackage":
    case "parquet":
      return Stream.unwrap(
        Effect.map(readRowParts(entry, format, fields), (parts) =>
          Stream.flatMap(Stream.fromIterable(parts), ({ rows }) => rows)
        )
      )
    case "xml": {
      const wanted = fields.length === 0 ? "all" : new Set(fields.map(({ name }) => name))
      const records = xmlRecords(new Set(format.records), { orFault: !mayBeEmpty, wanted })
      const rows = () => mapParser(records(), xmlRow(entry))
      return entry.bytes.pipe(
        decodeXml(origin, format.encoding),
        parse(origin, () => {
          const all = unlessStrange(rows(), fields, "no record of it can be read.")
          return mustBeAll ? unlessPage(all) : all
        }),
        orForeign(entry)
      )
    }
  }
}
