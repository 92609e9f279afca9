import { Console, Effect, type FileSystem, Layer, Option, type Path } from "effect"
import { suitesOf } from "../../../properties/Conformance.ts"
import { type Held, subjectOf } from "../../../properties/report/Assemble.ts"
import type { SubjectReport } from "../../../properties/report/Report.ts"
import * as ModuleServices from "../../plugins/ModuleServices.ts"
import { loadSourceModule, registerModule } from "../../plugins/SourceModules.ts"
import { normalize } from "../../sync/normalize/NormalizeInFull.ts"
import type { Given } from "./Given.ts"
import { type Again, levelsLine, paragraph, type Reasons, tell } from "./Reporting.ts"

const registers = "MUST be a module that registers sources"

/** A module that cannot be used, reported as a subject that breaks its only law. */
const unusable = (module: string, found: string, again: Again): SubjectReport =>
  subjectOf({ kind: "source", name: module, product: module, country: "–", facts: [], pools: [], seeds: [] }, [
    { promise: registers, outcome: "broken", seconds: 0, trials: [], findings: [], found, again: again(registers) }
  ])

/** Tests the sources of a module against their laws in each of their countries, and prints the results. */
export const holdSource = Effect.fnUntraced(
  function* (module: string, { country, only, runs }: Given, againIn: (country: string) => Again) {
    // Registered once as the service does it, to find what it would refuse.
    const refused = yield* Effect.option(Effect.flip(Effect.scoped(registerModule(module))))
    if (Option.isSome(refused)) {
      yield* Console.log(`✗ ${registers}\n${paragraph(refused.value.message)}\n`)
      return [unusable(module, refused.value.message, againIn(Option.getOrElse(country, () => "…")))]
    }
    const { layer } = yield* loadSourceModule(module)
    const services = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
    const suites = yield* suitesOf(layer, {
      normalize,
      evaluatedAnew: Effect.map(Effect.provide(loadSourceModule(module, true), services), (again) => again.layer),
      country: Option.getOrUndefined(country),
      ...(Option.isSome(runs) ? { runs: runs.value } : {})
    })
    const subjects: Array<SubjectReport> = []
    for (const suite of suites) {
      const { attribution, evidence, homepage, license, name } = suite.source.manifest
      yield* Console.log(`${name}, ${suite.country}\n`)
      const held: Array<Held> = []
      const reasons: Reasons = new Map()
      for (const law of suite.laws.filter(({ promise }) => promise.includes(only))) {
        held.push(yield* tell(law, againIn(suite.country), undefined, reasons))
      }
      const facts = Object.entries({ licence: license, attribution, homepage, evidence }).map(([fact, value]) => ({
        name: fact,
        value: String(value)
      }))
      const about = {
        kind: "source",
        name,
        product: module,
        country: suite.country,
        facts,
        pools: [],
        seeds: []
      } as const
      const subject = subjectOf(about, held)
      subjects.push(subject)
      yield* Console.log(`\n${levelsLine(subject.levels)}\n`)
    }
    return subjects
  },
  Effect.scoped,
  Effect.provide(Layer.fresh(ModuleServices.layer))
)
