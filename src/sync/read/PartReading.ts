import { Effect, Stream } from "effect"
import type { DataSource, SourcePart, SourceRecord } from "../../../sources/DataSource.ts"
import type { Completions } from "../complete/Completion.ts"
import { aloud, recordsAloud } from "../../shared/Aloud.ts"
import { endsInTime, streamEndsInTime } from "./EndsInTime.ts"
import type { LinesRead } from "./LinesTask.ts"
import type { Staged } from "./NormalizeTask.ts"
import { normalizationVersion } from "../normalize/Normalize.ts"
import type { PartStaging } from "../publish/Publisher.ts"
import { type Chunk, makeRows } from "./RowsMade.ts"
import type { RunTotals } from "../run/Run.ts"
import { storable } from "./Storable.ts"
import { makeTally } from "./Tally.ts"

/** Raw records that are normalized and staged together. */
const chunkSize = 2000

/** The parts of a source, by name; a source without parts is a single one. */
export const sourceParts = (source: DataSource, country: string) =>
  Stream.suspend(() => {
    const met = new Map<string, number>()
    const whole: SourcePart = { name: "", records: Stream.suspend(() => source.records(country)) }
    const given = source.parts?.(country)
    const parts = given === undefined ? Stream.succeed(whole) : streamEndsInTime(source.manifest.name, given)
    return Stream.map(parts, (part): SourcePart => {
      const name = storable(String(part.name))
      const count = (met.get(name) ?? 0) + 1
      met.set(name, count)
      const own = count === 1 ? name : `${name} #${count}`
      return own === part.name ? part : { ...part, name: own }
    })
  })

/** The version of the data, of its completion and of its normalization: the same version gives the same records. */
export const versionOf = (source: DataSource, country: string, completions: Completions) =>
  Effect.map(
    Effect.zip(
      endsInTime(source.manifest.name, aloud(`the fingerprint of ${source.manifest.name}`)(source.fingerprint)),
      completions.version(source.manifest, country)
    ),
    ([data, own]) => storable(`${data}/${normalizationVersion}${own === "" ? "" : `/${own}`}`)
  )

/** Reads parts of a source, one after the other, stages what can be kept, and returns the totals of each. */
export const makePartReader = Effect.fnUntraced(function* (
  source: DataSource,
  country: string,
  completions: Completions
) {
  const completion = yield* completions.of(source.manifest, country)
  const { readLines, rowsOf } = yield* makeRows({ manifest: source.manifest, country, methods: completion.methods })

  return Effect.fnUntraced(function* (
    { pieces, records }: SourcePart,
    part: PartStaging,
    onTotals: (totals: RunTotals) => Effect.Effect<void>
  ) {
    const tally = makeTally(country)
    const completing = yield* completion.part
    const form: Staged["form"] = part.stageColumns === undefined ? "records" : "columns"
    const stage = (kept: Staged) =>
      kept.form === "records" ? part.stage(kept.records) : (part.stageColumns?.(kept.columns) ?? Effect.void)
    let read = 0
    const take = (given: ReadonlyArray<SourceRecord>) => {
      read += given.length
      return Effect.map(completing.take(given), (records): Chunk => ({ records, read }))
    }
    const takeLines = (before: LinesRead) => {
      read += before.read
      return Effect.map(completing.takeSifted(before), (records): Chunk => ({ before, records, read }))
    }
    const chunks =
      pieces === undefined
        ? Stream.mapEffect(
            streamEndsInTime(
              source.manifest.name,
              Stream.grouped(recordsAloud(source.manifest.name, country, records), chunkSize)
            ),
            take
          )
        : Stream.mapEffect(readLines(pieces, form, tally.enough), (made) =>
            "records" in made ? take(made.records) : takeLines(made)
          )
    yield* chunks.pipe(
      Stream.concat(Stream.map(completing.rest, (records): Chunk => ({ records, read }))),
      rowsOf(form),
      // Counts travel with their chunk, because the next one is normalized while this one is staged.
      Stream.map(({ read, rows }) => {
        for (const { became, raws } of rows) tally.took(raws, became)
        return { kept: rows.map(({ became }) => became.records), totals: tally.totals(read) }
      }),
      Stream.buffer({ capacity: 1 }),
      Stream.runForEach(({ kept, totals }) =>
        Effect.andThen(Effect.forEach(kept, stage, { discard: true }), onTotals(totals))
      )
    )
    const totals = tally.totals(read)
    yield* part.finish(totals)
    return totals
  }, Effect.scoped)
})
