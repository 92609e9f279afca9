import { argv, stdout } from "node:process"
import { falseAlarms } from "../../../properties/report/Assemble.ts"
import { lookAt, looks } from "../../../properties/statistics/Looks.ts"
import { foundOf, generator, multinomial, simulatedRun, usualTests } from "./Simulation.ts"

/** `npm run chance -- [runs]`: how often whole runs call a correct sampler wrong. */
const runs = Number(argv[2] ?? 100_000)
const random = generator(20)
const say = (line: string) => stdout.write(`${line}\n`)
let [suspicions, alarms, second] = [0, 0, 0]
for (let i = 0; i < runs; i++) {
  const run = simulatedRun(random)
  suspicions += run.suspicions
  alarms += run.alarms
  second += run.second ? 1 : 0
}
const tests = runs * usualTests.length
say(`${runs} runs of a right sampler, ${tests} tests: ${alarms} false alarms of tests, ${second} of second levels.`)
say(
  `Bound: ${falseAlarms.toExponential(1)} a run. First looks that were suspicious: ${suspicions}, of ${tests * looks[0].alpha} nominally.`
)
for (const [index, { alpha, times }] of looks.entries()) {
  let [looked, suspicious] = [0, 0]
  for (let i = 0; i < runs / 10; i++) {
    for (const [draws, cells] of usualTests) {
      looked++
      if (lookAt(multinomial(random, draws * times, cells), index).verdict !== "unsuspicious") suspicious++
    }
  }
  say(
    `Look ${index + 1}: ${suspicious} of ${looked} suspicious, ${(suspicious / looked / alpha).toFixed(2)} times what it should be at most.`
  )
}
for (const [draws, cells] of [
  [6000, 12],
  [500, 12],
  [500, 2],
  [10_000, 100]
] as const) {
  say(
    `${draws} draws over ${cells}: ${foundOf(random, 1000, draws, cells)} of 1000 samplers found, with the bias that is said to be seen.`
  )
}
