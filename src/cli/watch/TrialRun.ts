import * as Path from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Effect, Layer, Predicate, Stream } from "effect"
// Doorstep's own laws, imported by their public name, because the service itself does not depend on them.
import { type ConformanceOptions, onTrial, recordedAnswers, type SourceLayer, suitesOf } from "doorstep/properties"
import { type DataSource, isRejected, type SourceRecord, SourceRegistry } from "../../../sources/DataSource.ts"
import { Reader } from "../../../sources/SourceFiles.ts"
import { Archives } from "../../gazetteer/Archive.ts"
import { Gazetteer } from "../../gazetteer/Gazetteer.ts"
import { recordsAloud } from "../../shared/Aloud.ts"
import { steadyMillis } from "../../shared/Clocks.ts"
import { layerClient, layerReader } from "../../shared/ConfiguredReader.ts"
import { loadSourceModule, registerModule } from "../../plugins/SourceModules.ts"
import { Completion, layerCompletionNoDeps } from "../../sync/complete/Completion.ts"
import { normalize } from "../../sync/normalize/NormalizeInFull.ts"
import { faultInWords } from "../../sync/read/FaultInWords.ts"
import { findRegion } from "../../gazetteer/Regions.ts"
import type { LawTried, RecordsRead, RejectedReason, ShownRecord, TrialEvent, TrialRequest } from "./Trial.ts"

/** How many records are read for the preview, and for each law. */
const mostRead = 1000
/** How many of each kind are shown. */
const mostShown = 40
const mostExamples = 3
/** Cases of each randomized law: enough for a preview; `npm test` tries more. */
const runs = 25

type Tell = (event: TrialEvent) => void

const jsonOf = (value: unknown): string => {
  try {
    return JSON.stringify(value, undefined, 2) ?? String(value)
  } catch {
    return String(value)
  }
}

const judge = (source: DataSource, country: string, record: SourceRecord): ShownRecord => {
  const raw = jsonOf(record)
  const result = normalize(source.manifest, country, record)
  if (result._tag === "Failure") {
    const detail = isRejected(record) ? record.detail : faultInWords(country, record, result.failure)
    return { raw, rejected: result.failure, ...(detail === undefined ? {} : { detail }) }
  }
  const { evidence, formattedAddress } = result.success
  return { raw, address: formattedAddress, evidence: evidence === undefined ? "none" : evidence.kind }
}

const reasonsOf = (judged: ReadonlyArray<ShownRecord>): ReadonlyArray<RejectedReason> => {
  const byReason = Map.groupBy(
    judged.filter(({ rejected }) => rejected !== undefined),
    ({ rejected }) => rejected!
  )
  return Array.from(byReason, ([reason, all]) => ({
    reason,
    count: all.length,
    examples: all.slice(0, mostExamples).map(({ detail, raw }) => detail ?? raw)
  })).sort((a, b) => b.count - a.count)
}

/** Reads the first records of a country as a synchronization would, including derived parts. */
const look = Effect.fnUntraced(function* (source: DataSource, country: string) {
  const began = yield* steadyMillis
  const all = Stream.suspend(() => source.records(country))
  const records = yield* recordsAloud(source.manifest.name, country, all).pipe(
    Stream.take(mostRead + 1),
    Stream.runCollect
  )
  const taken = records.slice(0, mostRead)
  const completing = yield* (yield* (yield* Completion).of(source.manifest, country)).part
  const ready = yield* completing.take(taken)
  const rest = yield* Stream.runCollect(completing.rest)
  const judged = [...ready, ...rest.flat()].map((record) => judge(source, country, record))
  const { attribution, license, name } = source.manifest
  const found: RecordsRead = {
    type: "records",
    source: name,
    country,
    license,
    attribution,
    read: taken.length,
    whole: records.length <= mostRead,
    kept: judged.filter(({ address }) => address !== undefined).length,
    shown: judged.slice(0, mostShown),
    rejected: reasonsOf(judged),
    milliseconds: (yield* steadyMillis) - began
  }
  return found
}, Effect.scoped)

/** What was found, without the promise, which is shown above it. */
const explained = (promise: string, error: unknown): string => {
  if (Predicate.isTagged(error, "PropertyFailed") && Predicate.hasProperty(error, "cause")) {
    return `${explained(promise, error.cause)} Counterexample: ${jsonOf(Predicate.hasProperty(error, "counterexample") ? error.counterexample : undefined)}`
  }
  const message = Predicate.hasProperty(error, "message") ? String(error.message) : String(error)
  return message.startsWith(`${promise}. `) ? message.slice(promise.length + 2) : message
}

/** Tests the laws in order. That the source cannot be read is reported only once. */
const holdLaws = Effect.fnUntraced(function* (layer: SourceLayer, host: Pick<ConformanceOptions, "host">, tell: Tell) {
  for (const { country, laws, source } of yield* suitesOf(layer, { normalize, runs, most: mostRead, ...host })) {
    for (const { holds, promise } of laws) {
      const told = (outcome: LawTried["outcome"], message?: string) =>
        tell({
          type: "law",
          source: source.manifest.name,
          country,
          promise,
          outcome,
          ...(message === undefined ? {} : { message })
        })
      yield* Effect.matchCause(holds, {
        onSuccess: (result) => (result === undefined ? told("kept") : told("untold", result.because)),
        onFailure: (cause) => {
          const error = Cause.squash(cause)
          if (Predicate.isTagged(error, "SourceUnreadable")) return
          told(promise.startsWith("SHOULD") ? "warned" : "broken", explained(promise, error))
        }
      })
    }
  }
}, Effect.scoped)

/** A reader that reports which files and folders are requested. */
const listening = (hear: (file: string) => void) => (reader: Reader["Service"]) =>
  Reader.of({
    ...reader,
    at: (source, text) => {
      if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) hear(Path.resolve(text))
      return reader.at(source, text)
    }
  })

const completion = layerCompletionNoDeps.pipe(
  Layer.provide(Gazetteer.layerNoDeps((country, name) => findRegion(country, name)?.code)),
  Layer.provide(Archives.layer),
  Layer.provide(NodeServices.layer)
)

/** Tries a module: loads and registers it as the service does, reads its first records, and tests its laws. */
export const trial = Effect.fnUntraced(function* (
  { answers, module }: TrialRequest,
  hear: (file: string) => void,
  tell: Tell
) {
  const began = yield* steadyMillis
  const services = yield* Layer.build(
    Layer.mergeAll(
      SourceRegistry.layer,
      NodeServices.layer,
      Layer.effect(Reader, Effect.map(Reader, listening(hear))).pipe(Layer.provide(layerReader)),
      answers === undefined ? layerClient : recordedAnswers(answers)
    )
  )
  const sources = yield* Effect.provide(registerModule(module), services)
  tell({ type: "loaded", milliseconds: (yield* steadyMillis) - began })
  for (const source of sources) {
    for (const country of source.manifest.countries) {
      tell(yield* Effect.provide(look(source, country), completion))
    }
  }
  const { layer } = yield* Effect.provide(loadSourceModule(module), services)
  yield* holdLaws(layer, answers === undefined ? {} : { host: recordedAnswers(answers) }, tell).pipe(
    // In a preview, nobody needs to know that some laws were tried in fewer cases.
    Effect.provideService(onTrial, () => Effect.void)
  )
  tell({ type: "done", milliseconds: (yield* steadyMillis) - began })
}, Effect.scoped)
