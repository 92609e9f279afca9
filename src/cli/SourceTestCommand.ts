import { Console, Effect, Stream } from "effect"
import { Command } from "effect/cli"
import { type DataSource, isRejected } from "../../sources/DataSource.ts"
import * as App from "../App.ts"
import { normalize } from "../sync/Normalize.ts"
import { reportFailure } from "./Failure.ts"
import { withModulesOf } from "./SourceModuleFlags.ts"
import { found, nameOrModule } from "./SourceNames.ts"

/** Records that `source test` reads. */
const sampleSize = 1000

/** Reads the first records of one country, and says what would become of them. */
const sample = Effect.fnUntraced(function* (source: DataSource, country: string) {
  const records = yield* Stream.runCollect(Stream.take(source.records(country), sampleSize))
  const counts = new Map<string, number>()
  const shown: Array<string> = []
  for (const record of records) {
    const result = normalize(source.manifest, country, record)
    const outcome =
      result._tag === "Failure"
        ? `rejected: ${result.failure}`
        : `kept: ${result.success.evidence?.kind ?? "no evidence"}`
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    if (result._tag === "Success" && shown.length < 3) shown.push(result.success.formattedAddress)
  }
  const gave = records.filter((record) => !isRejected(record)).length
  yield* Console.log(`${country}: ${gave} of the first ${records.length} records could be read`)
  for (const [outcome, count] of counts) yield* Console.log(`  ${outcome}: ${count}`)
  for (const address of shown) yield* Console.log(`  such as: ${address}`)
})

/** `doorstep source test`: a look at a source before it is synchronized. */
export const test = Command.make(
  "test",
  { source: nameOrModule },
  Effect.fn(
    function* ({ source: wanted }) {
      for (const source of yield* found(wanted)) {
        yield* Console.log(`fingerprint  ${yield* source.fingerprint}`)
        for (const country of source.manifest.countries) yield* sample(source, country)
      }
    },
    Effect.provide(App.layerCommandLine),
    (effect, { source }) => withModulesOf(effect, source),
    reportFailure
  )
).pipe(Command.withDescription(`Read the first ${sampleSize} records of a source, and publish nothing`))
