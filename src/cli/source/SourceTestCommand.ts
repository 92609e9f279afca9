import { Console, Effect, Stream } from "effect"
import { Command } from "effect/cli"
import * as App from "../../App.ts"
import { sampleSize, type SourceTestEvent, testSource } from "../../sync/configured/SourceTest.ts"
import { sum } from "../../sync/read/Tally.ts"
import { refuse, reportFailure } from "../Failure.ts"
import { sampleText } from "../sync/Progress.ts"
import { withModulesOf } from "./SourceModuleFlags.ts"
import { found, nameOrModule } from "./SourceNames.ts"
import { numberText } from "../../shared/Amounts.ts"

/** How many examples are shown per country, and of each reason. */
const shown = 3

const tell = Effect.fnUntraced(function* (event: SourceTestEvent) {
  if (event.type === "progress") return
  if (event.type === "failed") {
    return yield* refuse(event.message)
  }
  yield* Console.log(`fingerprint  ${event.fingerprint}`)
  for (const { country, examples, kept, read, rejected, repeatedIds, samples } of event.countries) {
    yield* Console.log(`${country}: ${numberText(sum(kept))} of the first ${numberText(read)} records would be kept`)
    for (const [kind, count] of Object.entries(kept)) {
      yield* Console.log(`  kept: ${kind === "none" ? "no evidence" : kind}: ${numberText(count)}`)
    }
    for (const [reason, count] of Object.entries(rejected)) {
      yield* Console.log(`  rejected: ${reason}: ${numberText(count)}`)
      for (const sample of (samples[reason] ?? []).slice(0, shown)) yield* Console.log(`    ${sampleText(sample)}`)
    }
    if (repeatedIds !== undefined) {
      yield* Console.log(
        `  Several records have the same recordId: ${repeatedIds.join(", ")}. Give each record its own.`
      )
    }
    for (const address of examples.slice(0, shown)) yield* Console.log(`  example: ${address}`)
  }
})

/** `doorstep source test`: previews a source before it is synchronized. */
export const test = Command.make(
  "test",
  { source: nameOrModule },
  Effect.fn(
    function* ({ source: wanted }) {
      for (const source of yield* found(wanted)) yield* Stream.runForEach(testSource(source), tell)
    },
    Effect.provide(App.layerCommandLine),
    (effect, { source }) => withModulesOf(effect, source),
    reportFailure
  )
).pipe(
  Command.withDescription(`Read the first ${numberText(sampleSize)} records of a source without publishing anything`)
)
