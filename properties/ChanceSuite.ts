import { Effect } from "effect"
import type { Address } from "../schemas/Address.ts"
import type { NoCoverage } from "../schemas/Errors.ts"
import { caveat, onFinding, tell, type TestFinding } from "./Findings.ts"
import { drawOrNone, enumerate, idsOf, type LawBroken, promise } from "./Law.ts"
import type { NotApplicable } from "./SourceLaw.ts"
import { drawsFallToPlaces, drawsRarelyCoincide } from "./SpreadLaws.ts"
import { fewest, secondLevel } from "./statistics/SecondLevel.ts"
import type { DrawRequest, Filters, Pool, SubjectFailure } from "./Subject.ts"
import { drawsAreUniform, type Road } from "./UniformityLaws.ts"

// Properties that show only in many draws. The tests are declared here, before any draw: one test per way to draw and
// kind of scope. This bounds beforehand how often chance makes a whole run fail.

/** The largest selection whose draws are counted address by address. */
const largest = 100

/** A kind of scope, as filters that an address matches. */
const kinds: Readonly<Record<string, (address: Address) => Filters>> = {
  region: ({ locationIds: { regionId } }) => (regionId === undefined ? {} : { regionId }),
  city: ({ locationIds: { cityId } }) => (cityId === undefined ? {} : { cityId }),
  district: ({ locationIds: { districtId } }) => (districtId === undefined ? {} : { districtId }),
  postcode: ({ locationIds: { postcodeId } }) => (postcodeId === undefined ? {} : { postcodeId }),
  "city and postcode": ({ locationIds: { cityId, postcodeId } }) =>
    cityId === undefined || postcodeId === undefined ? {} : { cityId, postcodeId },
  text: ({ components: { street } }) => (street === undefined ? {} : { q: street })
}

/** With fewer addresses, a draw has too little choice to test. */
const telling = 8

/** A selection small enough to know each of its addresses. */
export interface Scope {
  readonly kind: string
  readonly request: DrawRequest
  readonly members: ReadonlyArray<string>
}

/** How many addresses of the sample are tried to find a scope of a kind. */
const looked = 20

/**
 * The distance from the most informative size: a dozen addresses are enough to show a bias, and few enough to count.
 */
const distance = (size: number): number => Math.abs(Math.log(size / 12))

/** For each kind, the selection that contains an address of the sample and has about a dozen addresses, at least 2. */
export const scopesOf = Effect.fnUntraced(function* (pool: Pool, country: string, sample: ReadonlyArray<Address>) {
  const found: Array<Scope> = []
  for (const [kind, filtersOf] of Object.entries(kinds)) {
    let best: { readonly size: number; readonly request: DrawRequest } | undefined
    for (const address of sample.slice(0, looked)) {
      const request = { country, filters: filtersOf(address) }
      if (Object.keys(request.filters).length === 0) continue
      const size = (yield* drawOrNone(pool, { ...request, seed: "scope" }))?.eligibleCount ?? 0
      if (size < 2 || size > largest || (best !== undefined && distance(best.size) <= distance(size))) continue
      best = { size, request }
    }
    if (best === undefined) continue
    const members = idsOf(yield* enumerate(pool, best.request))
    if (members.length > 1) found.push({ kind, request: best.request, members })
  }
  return found
})

/** The amount of draws: 1 in a default run. */
export type Thoroughness = number

/** Draws from a selection, at least 20 per address: requests are expensive, and a batch has 50. */
const drawsOf = (members: number, { by }: Road, much: Thoroughness): number =>
  Math.ceil(Math.max(20 * members, (by === "batch" ? Math.min(10_000, Math.max(6000, 200 * members)) : 500) * much))

interface Chance {
  readonly promise: string
  readonly road: Road
}

/** Ways to draw, all of which must be uniform. */
const roads: ReadonlyArray<Chance> = [
  { promise: "MUST draw each address of a small selection with the same probability", road: { by: "batch" } },
  {
    promise: "MUST draw each address with the same probability in batches without a seed",
    road: { by: "batch", seeded: false }
  },
  {
    promise: "MUST draw each address with the same probability in single draws with a seed",
    road: { by: "draw", seeded: true }
  },
  {
    promise: "MUST draw each address with the same probability in single draws without a seed",
    road: { by: "draw", seeded: false }
  },
  {
    promise: "MUST draw each address with the same probability in single draws with the strategy instant",
    road: { by: "draw", seeded: false, strategy: "instant" }
  },
  {
    promise: "MUST draw each address with the same probability at later positions of unique batches",
    road: { by: "position", position: 2 }
  }
]

/** Tests of large selections: draws in a default run, and the levels by which they are grouped. */
const spreads = [
  { road: { by: "batch" }, draws: 5000 },
  { road: { by: "draw", seeded: false }, draws: 1000 },
  { road: { by: "draw", seeded: false, strategy: "instant" }, draws: 1000 }
] as const satisfies ReadonlyArray<{ readonly road: Road; readonly draws: number }>
const levels = ["regionId", "cityId", "postcodeId"] as const

/** Maximum number of tests in a run. */
export const declaredTests = roads.length * Object.keys(kinds).length + spreads.length * levels.length + spreads.length

/** What the statistical suite tests. */
export interface Drawing {
  readonly pool: Pool
  readonly scopes: ReadonlyArray<Scope>
  readonly sample: ReadonlyArray<Address>
  /** Results of the whole run so far. */
  readonly tests: ReadonlyArray<TestFinding>
  readonly seed: string
}

export interface ChanceLaw {
  readonly promise: string
  readonly law: (drawing: Drawing) => Effect.Effect<void | NotApplicable, LawBroken | SubjectFailure>
}

/** A selection that existed a moment ago and is empty now is a fault of its own. */
const present = (drawn: Effect.Effect<void, LawBroken | SubjectFailure | NoCoverage>) =>
  Effect.catchTag(drawn, "NoCoverage", ({ message }) =>
    Effect.fail(
      promise("Each address of a selection MUST be equally likely").broken(`Nothing matches any longer: ${message}`)
    )
  )

const small =
  ({ road }: Chance, much: Thoroughness): ChanceLaw["law"] =>
  ({ pool, scopes, seed }) =>
    Effect.gen(function* () {
      const missing = Object.keys(kinds).filter((kind) => !scopes.some((scope) => scope.kind === kind))
      if (missing.length > 0) {
        yield* caveat(
          `The sample has no ${missing.join(", no ")} with 2 to ${largest} addresses: uniformity was not tested there.`
        )
      }
      if (scopes.length === 0) {
        return { because: `Needs a pool with a place or a street of 2 to ${largest} addresses.` }
      }
      for (const { kind, members, request } of scopes) {
        // In a unique batch of everything, the last position has no choice.
        if (road.by === "position" && members.length < road.position + 2) continue
        const draws = drawsOf(members.length, road, much)
        yield* present(drawsAreUniform(pool, request, members, { draws, road, seed: `${seed} ${kind}` }))
      }
      const most = Math.max(...scopes.map(({ members }) => members.length))
      if (most < telling) {
        yield* caveat(
          `The largest selection drawn from has ${most} addresses: a bias within larger ones would not show.`
        )
      }
    })

const overPlaces =
  (country: string, much: Thoroughness): ChanceLaw["law"] =>
  ({ pool, sample, seed }) =>
    Effect.gen(function* () {
      for (const { draws, road } of spreads) {
        for (const level of levels) {
          const large = { draws: Math.ceil(draws * much), road, sample, seed: `${seed} ${road.by}` }
          yield* present(drawsFallToPlaces(pool, { country, filters: {} }, level, large))
        }
      }
    })

const apart =
  (country: string, much: Thoroughness): ChanceLaw["law"] =>
  ({ pool, seed }) =>
    Effect.gen(function* () {
      for (const { draws, road } of spreads) {
        const large = { draws: Math.ceil(draws * much), road, seed: `${seed} ${road.by}` }
        yield* present(drawsRarelyCoincide(pool, { country, filters: {} }, large))
      }
    })

/** First looks only: a second look follows a suspicious first one. */
const ofAll: ChanceLaw["law"] = ({ tests }) =>
  Effect.gen(function* () {
    const pValues = tests.flatMap(({ independent, looks: [first] }) =>
      independent && first !== undefined ? [first.p] : []
    )
    if (pValues.length < fewest) {
      return { because: `Needs at least ${fewest} p-values of statistical tests; the run has ${pValues.length}.` }
    }
    const found = secondLevel(pValues)
    const verdict = found.wrong ? "certain" : "unsuspicious"
    const looks = (["spread", "small", "large"] as const).map((name) => ({
      name,
      look: { draws: pValues.length, statistic: found.distance, degrees: 0, p: found[name], verdict } as const
    }))
    yield* Effect.forEach(looks, ({ look, name }) =>
      tell({
        _tag: "Test",
        scope: "the p-values of the run",
        road:
          name === "spread"
            ? "their distance from a uniform distribution"
            : `whether they are too ${name} taken together`,
        cells: pValues.length,
        looks: [look],
        independent: false
      })
    )
    yield* promise("The p-values of a run MUST be uniformly distributed").hold(
      !found.wrong,
      `${pValues.length} p-values are up to ${found.distance.toFixed(2)} away from a uniform distribution.`,
      { ...found, pValues: pValues.toSorted((a, b) => a - b).map((p) => Number(p.toPrecision(3))) }
    )
  })

/** All statistical laws. The last one tests the p-values of those before. */
export const chanceLaws = (country: string, much: Thoroughness): ReadonlyArray<ChanceLaw> => [
  ...roads.map((chance) => ({ promise: chance.promise, law: small(chance, much) })),
  { promise: "MUST draw from a country's places in proportion to their counts", law: overPlaces(country, much) },
  { promise: "MUST draw no address of a country more often than chance explains", law: apart(country, much) },
  { promise: "MUST have uniformly distributed p-values", law: ofAll }
]

/** Records test results, and passes them on. */
export const remembering = <A, E, R>(tests: Array<TestFinding>, effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Effect.service(onFinding), (listen) =>
    Effect.provideService(effect, onFinding, (finding) =>
      Effect.andThen(
        Effect.sync(() => {
          if (finding._tag === "Test") tests.push(finding)
        }),
        listen(finding)
      )
    )
  )
