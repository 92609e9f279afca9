import { Context, Effect, Layer, Schema, type Scope, Stream } from "effect"
import { DerivationMethod } from "../../../schemas/Address.ts"
import { isRejected, type Manifest, type RawRecord, type SourceRecord } from "../../../sources/DataSource.ts"
import { Scratch } from "../../../sources/scratch/ScratchFile.ts"
import { Gazetteer } from "../../gazetteer/Gazetteer.ts"
import { type Aside, makeAside } from "./Aside.ts"
import { Deriving } from "./Derive.ts"
import { isComplete, isOpen, type Sifted } from "./Sift.ts"

/** Records cannot be completed: the gazetteer's data, or the file of records held back, cannot be read or written. */
class CompletionFailed extends Schema.TaggedError<CompletionFailed>()("CompletionFailed", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** Completes the records of one part of a source, some of which must wait until all records are known. */
interface PartCompletion {
  /** Returns the records that are as complete as they can be, and holds the others back. */
  readonly take: (chunk: ReadonlyArray<SourceRecord>) => Effect.Effect<ReadonlyArray<SourceRecord>, CompletionFailed>
  /** The same for records that a thread has already sifted, by {@link makeSift}. */
  readonly takeSifted: (sifted: Sifted) => Effect.Effect<ReadonlyArray<SourceRecord>, CompletionFailed>
  /** The records that were held back, as complete as they can be, once the part has been read. */
  readonly rest: Stream.Stream<ReadonlyArray<SourceRecord>, CompletionFailed>
}

/** Completes the records of a source in a country. */
export interface SourceCompletion {
  /** Begins a part. What records agree on is learned per part, so that a resumed run can continue with the next one. */
  readonly part: Effect.Effect<PartCompletion, never, Scope.Scope>
  /** By which methods; undefined if records are left unchanged. */
  readonly methods: ReadonlyArray<DerivationMethod> | undefined
}

export interface Completions {
  readonly of: (manifest: Manifest, country: string) => Effect.Effect<SourceCompletion>
  /** Changes when records of the source would be completed differently. */
  readonly version: (manifest: Manifest, country: string) => Effect.Effect<string, CompletionFailed>
}

const unchanged: PartCompletion = {
  take: Effect.succeed,
  takeSifted: ({ open }) => Effect.succeed(open),
  rest: Stream.empty
}

const asFailed = (error: { readonly message: string }) =>
  new CompletionFailed({ message: `Records could not be completed: ${error.message}`, cause: error })

const failed = Effect.mapError(asFailed)

const allowed = ({ derive }: Manifest): ReadonlySet<DerivationMethod> => new Set(derive ?? DerivationMethod.literals)

/** Leaves records as they are. */
export const nothingDerived: Completions = {
  of: () => Effect.succeed({ part: Effect.succeed(unchanged), methods: undefined }),
  version: () => Effect.succeed("")
}

/**
 * Completes what records lack, between reading and normalization; Derive.ts says how. Without a Layer, it does nothing.
 */
export const Completion = Context.Reference<Completions>("doorstep/Completion", { defaultValue: () => nothingDerived })

/** What was learned of a part, and where what has to wait is kept. */
interface Part {
  readonly deriving: Deriving
  readonly aside: Aside
  /** Tells it what the gazetteer knows, once a record lacks something. */
  readonly learn: Effect.Effect<void, CompletionFailed>
}

/** Records that are as complete as they can be, and those that have to wait. */
interface Sorted {
  readonly ready: Array<SourceRecord>
  readonly waiting: Array<RawRecord>
}

/** Handles a record that lacks something. */
const step = ({ deriving }: Part, record: RawRecord, { ready, waiting }: Sorted): void => {
  const made = deriving.atOnce(record)
  if (deriving.hasToWait(made)) waiting.push(made)
  else ready.push(deriving.complete(made))
}

const keepAside = ({ aside }: Part, { ready, waiting }: Sorted) =>
  waiting.length === 0 ? Effect.succeed(ready) : Effect.as(failed(aside.put(waiting)), ready)

const take = Effect.fnUntraced(function* (part: Part, chunk: ReadonlyArray<SourceRecord>) {
  const sorted: Sorted = { ready: [], waiting: [] }
  let knows = false
  for (const given of chunk) {
    if (!isOpen(given)) {
      sorted.ready.push(given)
      continue
    }
    const record = part.deriving.strip(given)
    part.deriving.learn(record)
    if (isComplete(record)) {
      sorted.ready.push(record)
      continue
    }
    if (!knows) yield* part.learn
    knows = true
    step(part, record, sorted)
  }
  return yield* keepAside(part, sorted)
})

const takeSifted = Effect.fnUntraced(function* (part: Part, { notes, open }: Sifted) {
  const sorted: Sorted = { ready: [], waiting: [] }
  part.deriving.learnAll(notes)
  if (open.length > 0) yield* part.learn
  for (const record of open) step(part, record, sorted)
  return yield* keepAside(part, sorted)
})

const rest = ({ aside, deriving }: Part) =>
  aside.taken.pipe(
    Stream.mapError(asFailed),
    Stream.map((records) => records.map((record) => (isRejected(record) ? record : deriving.complete(record))))
  )

/** Uses the gazetteer, and what the source's records agree on. */
export const layerCompletionNoDeps = Layer.effect(
  Completion,
  Effect.gen(function* () {
    const gazetteer = yield* Gazetteer
    const scratch = yield* Scratch

    const of = Effect.fnUntraced(function* (manifest: Manifest, country: string) {
      const methods = allowed(manifest)
      const origin = { source: manifest.name, place: manifest.name }
      // Loading takes up to a fifth of a second and some megabytes, so it waits for the first record that lacks something.
      const known = yield* Effect.cached(failed(gazetteer.open(country)))
      const begin = Effect.gen(function* () {
        const deriving = new Deriving(country, methods)
        let knows = false
        const learn = Effect.suspend(() =>
          knows
            ? Effect.void
            : Effect.map(known, (found) => {
                knows = true
                deriving.know(found)
              })
        )
        const aside = yield* Effect.provideService(makeAside(origin), Scratch, scratch)
        const part: Part = { deriving, aside, learn }
        return {
          take: (chunk: ReadonlyArray<SourceRecord>) => take(part, chunk),
          takeSifted: (sifted: Sifted) => takeSifted(part, sifted),
          rest: rest(part)
        }
      })
      return { part: begin, methods: Array.from(methods) }
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
