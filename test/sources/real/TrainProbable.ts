import { writeFile } from "node:fs/promises"
import { Console, Effect } from "effect"
import { traitsOf } from "../../../sources/surroundings/probable/Probable.ts"
import { readExtract } from "../openstreetmap/OsmFiles.ts"
import { type Hiding, hidings, samplesOf } from "./HiddenTags.ts"
import { type Example, fit, scoreOf } from "./Logistic.ts"

/**
 * node test/sources/real/TrainProbable.ts [--write]
 *
 * Learns the weights of the evidence `probable` from well-tagged extracts with their telling tags hidden, measures them
 * on each extract using weights learned without it, and prints the guide's tables. `--write` writes the table of
 * weights that the service reads.
 */
const countries: Readonly<Record<string, string>> = {
  amsterdam: "NL",
  "de-aplerbeck": "DE",
  helsinki: "FI",
  "liechtenstein-latest": "LI",
  "monaco-latest": "MC",
  "osr-karlsruhe-kirchfeld": "DE",
  "osr-miraustr": "DE",
  "osr-neuss-s11": "DE",
  "osr-rome-piazza-vittorio-emanuele": "IT",
  queens_village_ny: "US",
  "us-columbus-otp": "US",
  vancouver_canada: "CA",
  whitelion_bristol_uk: "GB",
  bayfront_singapore: "SG"
}

/** The estimated precision from which a band counts. */
const enough = 0.95
/** Scores are divided into bands of this width, from `lowest` upward; the highest band is open-ended. */
const [lowest, width, highest] = [2, 0.5, 4.5]
/** Fewest addresses for which an extract has a say in a band. */
const fewest = 20
const ridge = 3
/** No extract counts for more than this many addresses, however large it is. */
const voices = 300

interface Scored extends Example {
  readonly extract: string
  readonly hiding: Hiding
  readonly score: number
}

const percent = (share: number): string => (Number.isNaN(share) ? "–" : `${(share * 100).toFixed(1)} %`)
const bandOf = (score: number): number => Math.min(highest, lowest + width * Math.floor((score - lowest) / width))
const precision = (of: ReadonlyArray<Example>): number => of.filter(({ isHome }) => isHome).length / of.length
const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

const program = Effect.gen(function* () {
  const numbers = new Map<string, number>()
  const numberOf = (trait: string) => numbers.get(trait) ?? numbers.set(trait, numbers.size).size - 1
  const examples: Array<Omit<Scored, "score">> = []
  for (const [extract, country] of Object.entries(countries)) {
    const osm = yield* readExtract(extract)
    for (const hiding of hidings) {
      const samples = yield* samplesOf(osm, country, hiding)
      const weight = Math.min(1, voices / samples.length)
      for (const { isHome, prospect } of samples) {
        examples.push({ extract, hiding, isHome, weight, traits: traitsOf(prospect).map(numberOf) })
      }
    }
  }
  const without = (extract: string) => examples.filter((example) => example.extract !== extract)
  const scored = Object.keys(countries).flatMap((extract): ReadonlyArray<Scored> => {
    const fitted = fit(without(extract), numbers.size, ridge)
    return examples
      .filter((example) => example.extract === extract)
      .map((example) => ({ ...example, score: scoreOf(fitted, example.traits) }))
  })

  const bands = Array.from({ length: (highest - lowest) / width + 1 }, (_, i) => lowest + width * i).map((from) => {
    const ofBand = scored.filter(({ score }) => bandOf(score) === from)
    const byExtract = Object.keys(countries)
      .map((extract) => ofBand.filter((example) => example.extract === extract))
      .filter((of) => of.length >= fewest)
    return { from, addresses: ofBand.length, extracts: byExtract.length, precision: mean(byExtract.map(precision)) }
  })
  yield* Console.log("| score from | addresses | extracts | mean precision |\n|---|---|---|---|")
  for (const band of bands) {
    yield* Console.log(`| ${band.from} | ${band.addresses} | ${band.extracts} | ${percent(band.precision)} |`)
  }
  // Bands count from the top down until one is not precise enough.
  const failing = bands.findLast((band) => !(band.precision >= enough))
  const counting = bands.filter(({ from }) => failing === undefined || from > failing.from).toReversed()
  const threshold = counting.at(-1)?.from ?? Infinity

  const cell = (of: ReadonlyArray<Scored>): string => {
    const counted = of.filter(({ score }) => score >= threshold)
    const homes = of.filter(({ isHome }) => isHome).length
    const right = counted.filter(({ isHome }) => isHome).length
    return `${percent(right / counted.length)} of ${counted.length}, ${percent(right / homes)} of ${homes}`
  }
  yield* Console.log(`\n| extract | ${hidings.join(" | ")} |\n|---|${hidings.map(() => "---|").join("")}`)
  for (const extract of [...Object.keys(countries), "all"]) {
    const cells = hidings.map((hiding) =>
      cell(scored.filter((one) => (extract === "all" || one.extract === extract) && one.hiding === hiding))
    )
    yield* Console.log(`| ${extract} | ${cells.join(" | ")} |`)
  }

  const fitted = fit(examples, numbers.size, ridge)
  const round = (value: number) => Math.round(value * 100) / 100
  const traits = Array.from(numbers, ([trait, number]) => [trait, round(fitted.weights[number]!)] as const)
  const table = {
    intercept: round(fitted.intercept),
    unknown: Math.min(...traits.map(([, weight]) => weight)),
    traits: Object.fromEntries(traits.sort(([a], [b]) => (a < b ? -1 : 1))),
    precision: counting.map(({ from, precision }) => ({ from, precision: Math.floor(precision * 1000) / 1000 }))
  }
  if (process.argv.includes("--write")) {
    const path = new URL("../../../sources/surroundings/probable/weights.json", import.meta.url)
    yield* Effect.promise(() => writeFile(path, `${JSON.stringify(table, undefined, 2)}\n`))
  } else {
    yield* Console.log(`\n${JSON.stringify(table)}`)
  }
})

await Effect.runPromise(program)
