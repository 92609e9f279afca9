import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { EvidenceKind } from "../../../schemas/Address.ts"
import { onFirstUse } from "../../../schemas/Memoized.ts"
import * as App from "../../App.ts"
import { Countries, type CountrySettings } from "../../pool/Countries.ts"
import { Coverage } from "../../catalog/Coverage.ts"
import { refuse, reportFailure } from "../Failure.ts"
import { countryCode } from "../Flags.ts"
import { anyNumber, wholeNumber } from "../Numbers.ts"
import { printList } from "../Table.ts"
import { invocation } from "../../shared/Invocation.ts"
import { numberText } from "../../shared/Amounts.ts"

const code = countryCode("US")

const percent = onFirstUse(() => new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 }))

const describe = ({ country, enabled, evidence, targets }: CountrySettings): string =>
  `${country} is ${enabled ? "enabled" : "disabled"}. Targets: ${numberText(targets.total)} homes, in ` +
  `${percent().format(targets.coverage)} of the official regions, ${numberText(targets.regionalMinimum)} in each.` +
  (evidence === "assumed" ? "" : ` Evidence required: ${evidence} or stronger.`)

/** How many homes a country has; nothing if it is disabled. */
const homesOf = Effect.fnUntraced(function* (country: string) {
  const [found] = yield* (yield* Coverage).report({ country, includeComplete: true })
  if (found === undefined) return ""
  const { current } = found.rules.total
  return ` It has ${numberText(current)} ${current === 1 ? "home" : "homes"} now.`
})

const set = Command.make(
  "set",
  {
    country: code,
    total: wholeNumber("target-total", { what: "a whole number of addresses" }).pipe(
      Flag.withDescription("How many homes the country should have"),
      Flag.optional
    ),
    coverage: anyNumber("coverage", { what: "a share, such as 0.95" }).pipe(
      Flag.withDescription("Share of official regions that should have at least one home, from 0 to 1"),
      Flag.optional
    ),
    regionalMinimum: wholeNumber("regional-minimum", { what: "a whole number of addresses" }).pipe(
      Flag.withDescription("How many homes each official region should have"),
      Flag.optional
    ),
    evidence: Flag.Literals("evidence", EvidenceKind.literals).pipe(
      Flag.withDescription("The weakest evidence accepted for a home; addresses with weaker evidence are never drawn"),
      Flag.optional
    )
  },
  Effect.fn(
    function* ({ country, coverage, evidence, regionalMinimum, total }) {
      if ([total, coverage, regionalMinimum, evidence].every((given) => Option.isNone<number | string>(given))) {
        return yield* refuse("Nothing to set: add --target-total, --coverage, --regional-minimum or --evidence.")
      }
      const countries = yield* Countries
      const measured = yield* countries.setTargets(country, {
        ...(Option.isNone(total) ? {} : { total: total.value }),
        ...(Option.isNone(coverage) ? {} : { coverage: coverage.value }),
        ...(Option.isNone(regionalMinimum) ? {} : { regionalMinimum: regionalMinimum.value })
      })
      if (Option.isNone(evidence)) return yield* Console.log(describe(measured))
      const settings = yield* countries.setEvidence(country, evidence.value)
      yield* Console.log(describe(settings) + (yield* homesOf(settings.country)))
    },
    Effect.provide(App.layerCommandLine),
    reportFailure
  )
).pipe(
  Command.withDescription("Set a country's targets, and what evidence makes a home"),
  Command.withExamples([
    {
      command: "doorstep country set US --target-total 50000 --coverage 0.95 --regional-minimum 20",
      description: "Targets for the United States"
    },
    {
      command: "doorstep country set CH --evidence landuse",
      description: "In Switzerland, only homes with evidence from a register, a building or land use"
    }
  ])
)

const change = (name: "enable" | "disable", description: string) =>
  Command.make(
    name,
    { country: code },
    Effect.fn(
      function* ({ country }) {
        const countries = yield* Countries
        const settings = yield* countries.setEnabled(country, name === "enable")
        yield* Console.log(`${describe(settings)} Running services pick this up within a second.`)
      },
      Effect.provide(App.layerCommandLine),
      reportFailure
    )
  ).pipe(Command.withDescription(description))

const list = Command.make(
  "list",
  {},
  Effect.fn(
    function* () {
      const coverage = yield* (yield* Coverage).report({ includeComplete: true })
      const settings = yield* (yield* Countries).list
      const rows = settings.map(({ country, enabled, targets }) => {
        const found = coverage.find(({ countryCode }) => countryCode === country)
        if (found === undefined) {
          const minimum = `${numberText(targets.regionalMinimum)} each`
          return [country, enabled ? "enabled" : "disabled", `— of ${numberText(targets.total)}`, "—", minimum, "—"]
        }
        const { administrativeCoverage, regionalMinimums, total } = found.rules
        return [
          country,
          "enabled",
          `${numberText(total.current)} of ${numberText(total.target)}`,
          `${percent().format(administrativeCoverage.actual)} of ${percent().format(administrativeCoverage.target)}`,
          `${numberText(targets.regionalMinimum)} each in ${percent().format(regionalMinimums.actual)}`,
          found.complete ? "complete" : "incomplete"
        ]
      })
      const heading = ["COUNTRY", "STATE", "HOMES", "REGIONS WITH HOMES", "REGIONAL MINIMUM", "COVERAGE"]
      yield* printList(heading, rows, `There is no country yet. To add one: ${invocation("add COUNTRY")}`)
    },
    Effect.provide(App.layerCommandLine),
    reportFailure
  )
).pipe(Command.withDescription("List countries with a pool or settings, and how close they are to their targets"))

/** `doorstep country`: which countries are served, and the targets for their pools. */
export const country = Command.make("country").pipe(
  Command.withDescription("Enable, disable and list countries, and set their targets"),
  Command.withSubcommands([
    set,
    change("enable", "Put a country into service"),
    change("disable", "Take a country out of service; its pool stays up to date"),
    list
  ])
)
