import { Context, Effect, FileSystem, Layer, Schema, type Scope, Stream } from "effect"
import { DerivationMethod } from "../../../schemas/Address.ts"
import type { Manifest, RawRecord, SourceRecord } from "../../../sources/DataSource.ts"
import { Gazetteer } from "../../gazetteer/Gazetteer.ts"
import { makeAside } from "./Aside.ts"
import { Deriving } from "./Derive.ts"
import { isComplete, isOpen, type Sifted } from "./Sift.ts"

/** Records cannot be completed: the gazetteer's data, or the file of what waits, cannot be read or written. */
class CompletionFailed extends Schema.TaggedError<CompletionFailed>()("CompletionFailed", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** The records of one part of a source, as they come, and what had to wait until all of them were known. */
interface PartCompletion {
  /** Gives the records that are as complete as they can be; the others are kept aside. */
  readonly take: (chunk: ReadonlyArray<SourceRecord>) => Effect.Effect<ReadonlyArray<SourceRecord>, CompletionFailed>
  /** The same for records that a thread has already sifted, by {@link makeSift}. */
  readonly takeSifted: (sifted: Sifted) => Effect.Effect<ReadonlyArray<SourceRecord>, CompletionFailed>
  /** The records that were kept aside, as complete as they can be, once the part has been read. */
  readonly rest: Stream.Stream<ReadonlyArray<SourceRecord>, CompletionFailed>
}

/** What completes the records of a source in a country. */
export interface SourceCompletion {
  /**
   * Begins a part. What records agree on is learned from each part alone, so that a resumed run can go on with the next.
   */
  readonly part: Effect.Effect<PartCompletion, never, Scope.Scope>
  /** In which ways; undefined: records are left as they are. */
  readonly methods: ReadonlyArray<DerivationMethod> | undefined
}

export interface Completions {
  readonly of: (manifest: Manifest, country: string) => Effect.Effect<SourceCompletion>
  /** Changes when records of the source would be completed otherwise. */
  readonly version: (manifest: Manifest, country: string) => Effect.Effect<string, CompletionFailed>
}

const unchanged: PartCompletion = {
  take: Effect.succeed,
  takeSifted: ({ open }) => Effect.succeed(open),
  rest: Stream.empty
}

const failed = Effect.mapError(
  (error: { readonly message: string }) =>
    new CompletionFailed({ message: `Records could not be completed: ${error.message}`, cause: error })
)

const allowed = ({ derive }: Manifest): ReadonlySet<DerivationMethod> => new Set(derive ?? DerivationMethod.literals)

/** Leaves records as they are. */
export const nothingDerived: Completions = {
  of: () => Effect.succeed({ part: Effect.succeed(unchanged), methods: undefined }),
  version: () => Effect.succeed("")
}

/** Completes what records lack between reading and normalization: see Derive.ts for how. Without a Layer nothing is. */
export const Completion = Context.Reference<Completions>("doorstep/Completion", { defaultValue: () => nothingDerived })

/** By the gazetteer, and by what the source's records agree on. */
export const layerCompletionNoDeps = Layer.effect(
  Completion,
  Effect.gen(function* () {
    const gazetteer = yield* Gazetteer
    const fs = yield* FileSystem.FileSystem

    const of = Effect.fnUntraced(function* (manifest: Manifest, country: string) {
      const methods = allowed(manifest)
      // Loading takes up to a fifth of a second and some megabytes, so it waits for the first record that lacks something.
      const known = yield* Effect.cached(failed(gazetteer.open(country)))

      const part = Effect.gen(function* () {
        const deriving = new Deriving(country, methods)
        const aside = yield* makeAside(fs)
        let knows = false
        const learnOf = Effect.suspend(() =>
          knows
            ? Effect.void
            : Effect.map(known, (found) => {
                knows = true
                deriving.know(found)
              })
        )

        /** What becomes of a record that lacks something. */
        const step = (record: RawRecord, ready: Array<SourceRecord>, waiting: Array<RawRecord>): void => {
          const made = deriving.atOnce(record)
          if (deriving.hasToWait(made)) waiting.push(made)
          else ready.push(deriving.complete(made))
        }

        const take = Effect.fnUntraced(function* (chunk: ReadonlyArray<SourceRecord>) {
          const ready: Array<SourceRecord> = []
          const waiting: Array<RawRecord> = []
          for (const given of chunk) {
            if (!isOpen(given)) {
              ready.push(given)
              continue
            }
            const record = deriving.strip(given)
            deriving.learn(record)
            if (isComplete(record)) {
              ready.push(record)
              continue
            }
            if (!knows) yield* learnOf
            step(record, ready, waiting)
          }
          if (waiting.length > 0) yield* failed(aside.put(waiting))
          return ready
        })

        const takeSifted = Effect.fnUntraced(function* ({ notes, open }: Sifted) {
          const ready: Array<SourceRecord> = []
          const waiting: Array<RawRecord> = []
          deriving.learnAll(notes)
          if (open.length > 0) yield* learnOf
          for (const record of open) step(record, ready, waiting)
          if (waiting.length > 0) yield* failed(aside.put(waiting))
          return ready
        })

        const rest = Stream.mapError(
          aside.taken,
          (cause) =>
            new CompletionFailed({
              message: "Records set aside in a temporary file cannot be read back.",
              cause
            })
        ).pipe(Stream.map((records) => records.map((record) => deriving.complete(record))))

        return { take, takeSifted, rest }
      })

      return { part, methods: Array.from(methods) }
    })

    return {
      of,
      version: Effect.fnUntraced(function* (manifest: Manifest, country: string) {
        const version = yield* failed(gazetteer.version(country))
        return `${version} ${Array.from(allowed(manifest)).sort().join(" ")}`
      })
    }
  })
)
