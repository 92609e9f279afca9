/**
 * Plants the faults of faults.ts, byHand.json and sample.json one after another, and says which no test sees.
 *
 *   npm run mutation                                  all of them
 *   npm run mutation -- src/draw                      those of files below src/draw
 *   npm run mutation -- --sample other.json           those of another sample alone
 *   npm run mutation -- --log results.jsonl           writes down how each ended; those written down are not planted again
 *   npm run mutation -- --minutes 10                  plants none after that time
 *
 * It fails where a fault survives that is not said to, where one is caught that is said to survive, and where a text that a
 * fault takes the place of is no longer there.
 */
import { type ChildProcess, fork } from "node:child_process"
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import type { Chosen, Planted, Seen } from "./Fault.ts"
import { listed, sampled } from "./Listed.ts"

/** Milliseconds after which a test file has been stopped for good, which is a way to see a fault. */
const patience = 300_000

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** A process that plants, and what it started, to be ended together. */
const openLane = async (): Promise<ChildProcess> => {
  const lane = fork(fileURLToPath(new URL("lane.ts", import.meta.url)), { detached: true })
  await new Promise((resolve) => lane.once("message", resolve))
  return lane
}

type Message = Seen | "at work"

const plant = ({ file, replacement, tests, text }: Planted, lane: ChildProcess) =>
  new Promise<Seen>((resolve) => {
    const hung = () => {
      lane.once("exit", () => resolve({ outcome: "caught", by: "A test that does not end any more." }))
      process.kill(-lane.pid!, "SIGKILL")
    }
    let timer = setTimeout(hung, patience)
    const hear = (message: Message) => {
      clearTimeout(timer)
      if (message === "at work") timer = setTimeout(hung, patience)
      else {
        lane.off("message", hear)
        resolve(message)
      }
    }
    lane.on("message", hear)
    lane.send({ file, replacement, tests, text })
  })

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "string" }, log: { type: "string" }, minutes: { type: "string" } }
})

const keyOf = ({ file, replacement, text }: Planted) => JSON.stringify([file, text, replacement])
const done = new Set(
  values.log === undefined || !existsSync(values.log)
    ? []
    : readFileSync(values.log, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => keyOf(JSON.parse(line) as Chosen))
)
const chosen = (values.sample === undefined ? listed : sampled(values.sample)).filter(
  (fault) =>
    (positionals.length === 0 || positionals.some((one) => fault.file.startsWith(one))) && !done.has(keyOf(fault))
)

let lane: ChildProcess | undefined
const counts = { caught: 0, excused: 0, wrong: 0 }
const until = performance.now() + Number(values.minutes ?? Infinity) * 60_000
for (const fault of chosen) {
  if (performance.now() > until) break
  if (lane === undefined || !lane.connected) lane = await openLane()
  const began = performance.now()
  const seen = await plant(fault, lane)
  const milliseconds = Math.round(performance.now() - began)
  const { file, replacement, survives, text } = fault
  if (values.log !== undefined) appendFileSync(values.log, `${JSON.stringify({ ...fault, ...seen, milliseconds })}\n`)
  if (seen.outcome === "caught" && survives === undefined) counts.caught++
  else if (seen.outcome === "survived" && survives !== undefined) counts.excused++
  else {
    counts.wrong++
    const more = seen.outcome === "no code" ? ` ${seen.why}` : ""
    const excuse = survives === undefined ? "" : `, and was said to survive: ${survives}`
    say(`✗ ${file}: ${JSON.stringify(text)} as ${JSON.stringify(replacement)} is ${seen.outcome}${excuse}.${more}`)
  }
}
if (lane?.connected === true) lane.disconnect()
say(
  `${chosen.length} faults: ${counts.caught} caught, ${counts.excused} survive as they are said to, ${counts.wrong} otherwise.`
)
if (counts.wrong > 0) process.exitCode = 1
