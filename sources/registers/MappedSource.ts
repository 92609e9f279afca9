import { createHash } from "node:crypto"
import { Effect, Stream } from "effect"
import * as DataSource from "../DataSource.ts"
import type { Piece, SourceError } from "../DataSource.ts"
import { unlessExcerpt } from "../reading/paged/OnlyPage.ts"
import { mapGently } from "../reading/Parser.ts"
import type { Entry, Location } from "../reading/Reader.ts"
import { piecewise } from "../threads/Pieces.ts"
import { compileMapping } from "./Compile.ts"
import { failingExamples } from "./Examples.ts"
import { completeWith, isPartitioned, readCommonTables, readTables } from "./Joins.ts"
import { type Complete, type File, reader, recordOf } from "./LineReader.ts"
import type { Mapping } from "./Mapping.ts"
import { forWhole } from "./Paged.ts"
import { type DividedFormat, isDivided, readRowParts } from "./RowParts.ts"
import { readRows } from "./Rows.ts"
import { hasGroups, selected, type Selected, type Selection, selectionOf } from "./Selection.ts"
import { isText, readRowPieces, type TextFormat } from "./TextRows.ts"

/** Part of each fingerprint. Increase it when the same file would give other records. */
const version = "6"

/** Fails if the mapping does not give the results of its examples. */
export const checkExamples = (name: string, mapping: Mapping): Effect.Effect<void, SourceError> =>
  Effect.suspend(() => {
    const failing = failingExamples(mapping)
    return failing.length === 0
      ? Effect.void
      : Effect.fail(
          new DataSource.SourceError({
            source: name,
            reason: "misconfigured",
            message: `The mapping does not match its examples, so nothing was read. ${failing.join(" ")}`
          })
        )
  })

/** Reads the records of a file; `complete` adds what tables have on a row. */
type Read = (file: Selected, complete: Complete) => Stream.Stream<DataSource.SourceRecord, SourceError>

const filesOf = (from: Location, selection: Selection, read: Read, complete: Complete) =>
  Stream.map(selected(from, selection), (file) => ({ name: file.entry.path, records: read(file, complete) }))

const partitionOf = ({ groups }: Selected): string => groups[0] ?? ""

/**
 * Files whose rows other tables complete. If tables belong to some main files only, a part is a partition: the tables of
 * one partition (such as a state, from the first group of the file names) are held in memory while its main files are
 * read, then those of the next. Tables for all main files are read once.
 */
const joinedFiles = (location: Location, mapping: Mapping, selection: Selection, read: Read) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const held = yield* location.held
      if (!hasGroups(selection) || !mapping.joins?.some((join) => isPartitioned(mapping, join))) {
        return filesOf(held, selection, read, completeWith(yield* readTables(held, mapping, "")))
      }
      const found = yield* Stream.runCollect(Stream.map(selected(held, selection), partitionOf))
      const common = yield* readCommonTables(held, mapping)
      return Stream.fromIterable(new Set(found)).pipe(
        Stream.map((partition) => ({
          name: partition,
          records: Stream.unwrap(
            Effect.map(readTables(held, mapping, partition, common), (tables) => {
              const complete = completeWith(tables)
              return selected(held, selection).pipe(
                Stream.filter((file) => partitionOf(file) === partition),
                Stream.flatMap((file) => read(file, complete))
              )
            })
          )
        }))
      )
    })
  )

/** Records of a location through a mapping, one part per file, or several if its format says where they are. */
const parts = (location: Location, given: Mapping): Stream.Stream<DataSource.SourcePart, SourceError> => {
  const mapping = forWhole(given)
  const { fields, map } = compileMapping(mapping)
  const selection = selectionOf(mapping)
  /** Files of a folder may be all pages together; a file that the location names is all that is read. */
  const mustBeAll = ({ origin }: Entry) => mapping.pages === undefined && origin.place === location.origin.place

  const read: Read = ({ entry, groups }, complete) =>
    readRows(entry, mapping.format, fields, { mustBeAll: mustBeAll(entry) }).pipe(
      mustBeAll(entry) ? unlessExcerpt(entry) : (rows) => rows,
      mapGently((row) => recordOf(map, row, groups, complete))
    )

  /** Line-based files that need no other files. */
  const filesOfLines = (format: TextFormat) =>
    Stream.map(selected(location, selection), ({ entry, groups }) => {
      if (entry.excerpt !== undefined && mustBeAll(entry)) {
        return { name: entry.path, records: read({ entry, groups }, (row) => row) }
      }
      const pieces = Stream.map(readRowPieces(entry, format, fields, mustBeAll(entry)), (piece): Piece<File> =>
        "values" in piece
          ? { records: piece.values.map((row) => recordOf(map, row, groups)) }
          : { lines: { ...piece.lines, file: { ...piece.lines.file, groups } } }
      )
      return piecewise(entry.path, reader, mapping, pieces)
    })

  /** Files with parts of their own, which stay open while these are read. */
  const filesInParts = (format: DividedFormat) =>
    Stream.flatMap(selected(location, selection), ({ entry, groups }) =>
      Stream.unwrap(
        Effect.map(readRowParts(entry, format, fields), (parts) =>
          Stream.fromIterable(
            parts.map(({ rows, suffix }) => ({
              name: `${entry.path}${suffix}`,
              records: rows.pipe(mapGently((row) => recordOf(map, row, groups)))
            }))
          )
        )
      )
    )

  if (mapping.joins !== undefined && mapping.joins.length > 0) return joinedFiles(location, mapping, selection, read)
  const { format } = mapping
  if (isText(format)) return filesOfLines(format)
  return isDivided(format) ? filesInParts(format) : filesOf(location, selection, read, (row) => row)
}

/**
 * A source that reads a location through a mapping, once its examples pass; those of `declared`, if the mapping is
 * derived from a declaration.
 */
export const makeMappedSource = (
  name: string,
  mapping: Mapping,
  location: Location,
  declared: Mapping = mapping
): DataSource.DataSource => {
  const checkedParts = (country: string) =>
    country === mapping.country
      ? Stream.concat(Stream.fromEffectDrain(checkExamples(name, declared)), parts(location, mapping))
      : Stream.empty

  return DataSource.make({
    manifest: {
      name,
      countries: [mapping.country],
      license: mapping.license,
      attribution: mapping.attribution,
      homepage: mapping.homepage,
      evidence:
        mapping.evidence.map(({ detail }) => detail).join(" ") ||
        "None: nothing says which addresses are homes, so none of them is drawn."
    },
    fingerprint: Effect.map(location.fingerprint, (fingerprint) =>
      createHash("sha256").update(version).update(JSON.stringify(mapping)).update(fingerprint).digest("hex")
    ),
    records: (country) => Stream.flatMap(checkedParts(country), ({ records }) => records),
    parts: checkedParts
  })
}
