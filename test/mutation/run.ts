/**
 * Plants the faults of faults.ts one after another, and says which no test sees.
 *
 *   npm run mutation                     all of them
 *   npm run mutation -- src/draw         those of files below src/draw
 *
 * It fails where a fault survives that is not said to, where one is caught that is said to survive, and where a text that a
 * fault takes the place of is no longer there.
 */
import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { Planted, Seen } from "./Fault.ts"
import { faults } from "./faults.ts"

/** Milliseconds after which a fault has stopped its tests for good, which is a way to be seen. */
const patience = 600_000

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** A process that plants, and what it started, to be ended together. */
const openLane = async (): Promise<ChildProcess> => {
  const lane = fork(fileURLToPath(new URL("lane.ts", import.meta.url)), { detached: true })
  await new Promise((resolve) => lane.once("message", resolve))
  return lane
}

const plant = (lane: ChildProcess, fault: Planted) =>
  new Promise<Seen | "hung">((resolve) => {
    const timer = setTimeout(() => resolve("hung"), patience)
    lane.once("message", (seen: Seen) => {
      clearTimeout(timer)
      resolve(seen)
    })
    lane.send(fault)
  })

const only = process.argv.slice(2)
const chosen = Object.entries(faults).filter(([file]) => only.length === 0 || only.some((one) => file.startsWith(one)))

let lane = await openLane()
let [planted, caught, excused, wrong] = [0, 0, 0, 0]
for (const [file, { faults: ofFile, tests }] of chosen) {
  for (const [text, replacement, why] of ofFile) {
    planted++
    const seen = await plant(lane, { file, text, replacement, tests })
    const what = `${file}: ${JSON.stringify(text)} as ${JSON.stringify(replacement)}`
    if (seen === "hung") {
      process.kill(-lane.pid!, "SIGKILL")
      lane = await openLane()
    }
    const outcome = seen === "hung" ? "caught" : seen.outcome
    if (outcome === "caught" && why === undefined) caught++
    else if (outcome === "survived" && why !== undefined) excused++
    else {
      wrong++
      const more = seen !== "hung" && seen.outcome === "no code" ? ` ${seen.why}` : ""
      say(`✗ ${what} is ${outcome}${why === undefined ? "" : `, and was said to survive: ${why}`}.${more}`)
    }
  }
}
lane.disconnect()
say(`${planted} faults: ${caught} caught, ${excused} survive as they are said to, ${wrong} otherwise.`)
if (wrong > 0) process.exitCode = 1
