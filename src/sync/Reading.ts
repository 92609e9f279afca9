import { Effect, Stream } from "effect"
import type { DataSource, SourcePart, SourceRecord } from "../../sources/DataSource.ts"
import type { Completions } from "./Completion.ts"
import type { LinesRead } from "./LinesTask.ts"
import type { Staged } from "./NormalizeTask.ts"
import type { Staging } from "./Publisher.ts"
import { type Chunk, makeRows } from "./RowsMade.ts"
import type { RunTotals } from "./Run.ts"
import { add, makeTally, noTotals } from "./Tally.ts"

/** Raw records that are normalized and staged together. */
const chunkSize = 2000

/** Who hears of what is read. */
interface Listener {
  /** `finished`: records of the parts that are read to their end, among those of the totals. */
  readonly onTotals: (totals: RunTotals, finished: number) => Effect.Effect<void>
  /** Everything is read; so many records are to be checked. */
  readonly checking: (records: number) => Effect.Effect<void>
}

/** The parts of a source, each under a name of its own; one that does not tell parts is one. */
const partsOf = (source: DataSource, country: string) => {
  const met = new Map<string, number>()
  const whole: SourcePart = { name: "", records: Stream.suspend(() => source.records(country)) }
  const parts = source.parts?.(country) ?? Stream.succeed(whole)
  return Stream.map(parts, (part): SourcePart => {
    const count = (met.get(part.name) ?? 0) + 1
    met.set(part.name, count)
    return count === 1 ? part : { ...part, name: `${part.name} #${count}` }
  })
}

/**
 * Reads every part of the source that is not staged yet, and stages what can be kept. Run again, it goes on with the
 * parts that are missing. Gives the totals of all parts.
 */
export const readInto = Effect.fnUntraced(function* (
  source: DataSource,
  country: string,
  staging: Staging,
  completions: Completions,
  { checking, onTotals }: Listener
) {
  let done = noTotals
  const completion = yield* completions.of(source.manifest, country)
  const { readLines, rowsOf } = yield* makeRows({ manifest: source.manifest, country, methods: completion.methods })
  const readPart = Effect.fnUntraced(function* ({ name, pieces, records }: SourcePart) {
    const known = staging.finished(name)
    if (known === undefined) {
      const part = yield* staging.part(name)
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
          ? records.pipe(Stream.grouped(chunkSize), Stream.mapEffect(take))
          : Stream.mapEffect(readLines(pieces, form, tally.enough), (made) =>
              "records" in made ? take(made.records) : takeLines(made)
            )
      yield* chunks.pipe(
        Stream.concat(Stream.map(completing.rest, (records): Chunk => ({ records, read }))),
        rowsOf(form),
        // What was counted goes with its chunk: the next one is normalized while this one is staged.
        Stream.map(({ read, rows }) => {
          for (const { became, raws } of rows) tally.took(raws, became)
          return { kept: rows.map(({ became }) => became.records), totals: add(done, tally.totals(read)) }
        }),
        Stream.buffer({ capacity: 1 }),
        Stream.runForEach(({ kept, totals }) =>
          Effect.andThen(Effect.forEach(kept, stage, { discard: true }), onTotals(totals, done.read))
        )
      )
      yield* part.finish(tally.totals(read))
      done = add(done, tally.totals(read))
    } else {
      done = add(done, known)
    }
    yield* onTotals(done, done.read)
  }, Effect.scoped)
  yield* Stream.runForEach(partsOf(source, country), readPart)
  yield* checking(done.kept)
  const kept = yield* staging.settle
  const rejected =
    done.kept > kept
      ? { ...done.rejected, duplicate: (done.rejected["duplicate"] ?? 0) + done.kept - kept }
      : done.rejected
  const totals: RunTotals = { ...done, kept, rejected }
  return totals
}, Effect.scoped)
