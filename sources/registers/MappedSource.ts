import { createHash } from "node:crypto"
import { Effect, Stream } from "effect"
import * as DataSource from "../DataSource.ts"
import { isRejected, type SourceError, type SourceRecord } from "../DataSource.ts"
import { mapGently } from "../reading/Parser.ts"
import type { Location } from "../reading/Reader.ts"
import { compileMapping } from "./Compile.ts"
import { failingExamples } from "./Examples.ts"
import { completeWith, isPartitioned, readCommonTables, readTables } from "./Joins.ts"
import type { Mapping } from "./Mapping.ts"
import { readRows, type Row } from "./Rows.ts"
import { hasGroups, selected, type Selected, selectionOf } from "./Selection.ts"

/** A row that also has the groups of its file's name as `$1`, `$2` … */
const withGroups = (row: Row, groups: ReadonlyArray<string>): Row =>
  groups.length === 0
    ? row
    : { ...row, get: (field) => (/^\$\d$/.test(field) ? (groups[Number(field[1]) - 1] ?? "") : row.get(field)) }

/** Fails when the mapping does not give what its examples say. */
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

/**
 * Records of a location by a mapping, a part a file. Where tables belong to some main files only, a part is a partition:
 * the tables of one (a state, as the first group of the files' names tells) are held in memory while its main files are
 * read, and then those of the next. Tables that belong to all main files are read once.
 */
const parts = (location: Location, mapping: Mapping): Stream.Stream<DataSource.SourcePart, SourceError> => {
  const { fields, map } = compileMapping(mapping)
  const selection = selectionOf(mapping)

  const read = ({ entry, groups }: Selected, complete: (row: Row) => Row | DataSource.Rejected) => {
    const one = (row: Row | DataSource.Rejected): SourceRecord => {
      if (isRejected(row)) return row
      const completed = complete(withGroups(row, groups))
      return isRejected(completed) ? completed : map(completed)
    }
    return readRows(entry, mapping.format, fields).pipe(mapGently(one))
  }

  const files = (from: Location, complete: (row: Row) => Row | DataSource.Rejected) =>
    Stream.map(selected(from, selection), (file) => ({ name: file.entry.path, records: read(file, complete) }))

  const joins = mapping.joins ?? []
  if (joins.length === 0) return files(location, (row) => row)
  const partitionOf = ({ groups }: Selected) => groups[0] ?? ""
  return Stream.unwrap(
    Effect.gen(function* () {
      const held = yield* location.held
      if (!hasGroups(selection) || !joins.some((join) => isPartitioned(mapping, join))) {
        return files(held, completeWith(yield* readTables(held, mapping, "")))
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
}

/**
 * A source that reads a location by a mapping, once its examples hold; those of `declared`, where the mapping is made
 * from a declaration.
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
      evidence: mapping.evidence.map(({ detail }) => detail).join(" ") || "Nothing says which addresses are homes."
    },
    fingerprint: Effect.map(location.fingerprint, (fingerprint) =>
      createHash("sha256").update(JSON.stringify(mapping)).update(fingerprint).digest("hex")
    ),
    records: (country) => Stream.flatMap(checkedParts(country), ({ records }) => records),
    parts: checkedParts
  })
}
