/**
 * Half an hour of faults: three runners, two of which also serve, over a primary and two replicas on this machine.
 * Processes are killed and stopped, networks cut and slowed, replicas delayed, a disk filled and clocks set, one fault
 * after another in an order given by a seed. The fleet's promises are checked throughout.
 *
 *   npm run fleet -- --minutes 30 --seed 1
 */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { DoorstepProcess } from "../../cli/DoorstepProcess.ts"
import { runProgram } from "../../support/RunProgram.ts"
import { temporaryDataDir } from "../../support/DataDir.ts"
import { Resources } from "../support/Deployment.ts"
import { runCourse } from "./Course.ts"
import { harms } from "./Harm.ts"

const flags = {
  minutes: Flag.Int("minutes").pipe(Flag.withDescription("How long"), Flag.withDefault(30)),
  seed: Flag.Int("seed").pipe(Flag.withDescription("The same goes wrong with the same seed"), Flag.withDefault(1)),
  only: Flag.String("only").pipe(
    Flag.withDescription(`Some of it, comma-separated: ${Object.keys(harms).join(", ")}`),
    Flag.withDefault("")
  )
}

const fleet = Command.make(
  "fleet",
  flags,
  Effect.fnUntraced(function* ({ minutes, only, seed }) {
    const data = yield* temporaryDataDir
    const filled = yield* Effect.promise(() => new DoorstepProcess(["sync"], { DATA_DIR: data }).finished())
    if (filled.code !== 0) return yield* Effect.fail(filled.stderr)
    const names = only === "" ? undefined : only.split(",")
    const strange = names?.find((name) => !(name in harms))
    if (strange !== undefined) return yield* Effect.fail(`Nothing that goes wrong is called ${strange}.`)
    const until = performance.now() + minutes * 60_000
    const ledger = yield* Effect.acquireUseRelease(
      Effect.sync(() => new Resources()),
      (resources) =>
        Effect.promise(() =>
          runCourse(resources, {
            seed,
            data: `${data}/postgres`,
            of: names,
            goesOn: () => performance.now() < until,
            tell: (line) => Effect.runSync(Console.log(line))
          })
        ),
      (resources) => Effect.promise(() => resources.release())
    )
    for (const [what, count] of Object.entries(ledger.counts).sort()) yield* Console.log(`${what}: ${count}`)
    for (const sentence of ledger.broken) yield* Console.log(`BROKEN: ${sentence}`)
    if (ledger.broken.length > 0) return yield* Effect.fail(`Broken with seed ${seed}.`)
    yield* Console.log(`Nothing was broken in ${minutes} minutes with seed ${seed}.`)
  }, Effect.scoped)
).pipe(Command.withDescription("Try what is promised of a fleet under faults"))

runProgram(fleet)
