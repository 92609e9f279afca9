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

// What only many draws show. Which tests are made is declared here, before any draw is: one road, one kind of scope, one
// test; so that what chance may do to a whole run is bounded beforehand.

/** Addresses of a selection whose draws are counted one by one. */
const largest = 100

/** A kind of scope, as filters that an address meets. */
const kinds: Readonly<Record<string, (address: Address) => Filters>> = {
  region: ({ locationIds: { regionId } }) => (regionId === undefined ? {} : { regionId }),
  city: ({ locationIds: { cityId } }) => (cityId === undefined ? {} : { cityId }),
  district: ({ locationIds: { districtId } }) => (districtId === undefined ? {} : { districtId }),
  postcode: ({ locationIds: { postcodeId } }) => (postcodeId === undefined ? {} : { postcodeId }),
  "city and postcode": ({ locationIds: { cityId, postcodeId } }) =>
    cityId === undefined || postcodeId === undefined ? {} : { cityId, postcodeId },
  text: ({ components: { street } }) => (street === undefined ? {} : { q: street })
}

/** Fewer addresses say little of how one is chosen among many. */
const telling = 8

/** A selection that is small enough to know each of its addresses. */
export interface Scope {
  readonly kind: string
  readonly request: DrawRequest
  readonly members: ReadonlyArray<string>
}

/** Addresses of the sample that a kind's scope is looked for at. */
const looked = 20

/** How far a selection is from one that shows most: a dozen addresses are enough to see a bias, and few enough to count. */
const distance = (size: number): number => Math.abs(Math.log(size / 12))

/** Of each kind the selection with about a dozen addresses, 2 at least, that an address of the sample lies in. */
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

/** How much is drawn: 1 in a default run. */
export type Thoroughness = number

/** Draws from a selection, at least 20 for each address: requests are expensive, and a batch holds 50. */
const drawsOf = (members: number, { by }: Road, much: Thoroughness): number =>
  Math.ceil(Math.max(20 * members, (by === "batch" ? Math.min(10_000, Math.max(6000, 200 * members)) : 500) * much))

interface Chance {
  readonly promise: string
  readonly road: Road
}

/** Ways to draw that must be uniform alike. */
const roads: ReadonlyArray<Chance> = [
  { promise: "MUST give each address of a small selection the same chance", road: { by: "batch" } },
  {
    promise: "MUST give each address the same chance in batches without a seed",
    road: { by: "batch", seeded: false }
  },
  {
    promise: "MUST give each address the same chance in single draws with a seed",
    road: { by: "draw", seeded: true }
  },
  {
    promise: "MUST give each address the same chance in single draws without a seed",
    road: { by: "draw", seeded: false }
  },
  {
    promise: "MUST give each address the same chance in single draws by the strategy instant",
    road: { by: "draw", seeded: false, strategy: "instant" }
  },
  {
    promise: "MUST give each address the same chance at a later position of unique batches",
    road: { by: "position", position: 2 }
  }
]

/** What large selections are tried with: draws of a default run, and by which levels they are told apart. */
const spreads = [
  { road: { by: "batch" }, draws: 5000 },
  { road: { by: "draw", seeded: false }, draws: 1000 },
  { road: { by: "draw", seeded: false, strategy: "instant" }, draws: 1000 }
] as const satisfies ReadonlyArray<{ readonly road: Road; readonly draws: number }>
const levels = ["regionId", "cityId", "postcodeId"] as const

/** Tests that a run makes at most. */
export const declaredTests = roads.length * Object.keys(kinds).length + spreads.length * levels.length + spreads.length

/** What the suite of chance is held against. */
export interface Drawing {
  readonly pool: Pool
  readonly scopes: ReadonlyArray<Scope>
  readonly sample: ReadonlyArray<Address>
  /** Of the whole run: what its tests have found so far. */
  readonly tests: ReadonlyArray<TestFinding>
  readonly seed: string
}

export interface ChanceLaw {
  readonly promise: string
  readonly law: (drawing: Drawing) => Effect.Effect<void | NotApplicable, LawBroken | SubjectFailure>
}

/** A selection that had homes a moment ago and now has none is a fault of its own. */
const present = (drawn: Effect.Effect<void, LawBroken | SubjectFailure | NoCoverage>) =>
  Effect.catchTag(drawn, "NoCoverage", ({ message }) =>
    Effect.fail(
      promise("Each address of a selection MUST have the same chance").broken(`Nothing matches any more: ${message}`)
    )
  )

const small =
  ({ road }: Chance, much: Thoroughness): ChanceLaw["law"] =>
  ({ pool, scopes, seed }) =>
    Effect.gen(function* () {
      const missing = Object.keys(kinds).filter((kind) => !scopes.some((scope) => scope.kind === kind))
      if (missing.length > 0) {
        yield* caveat(
          `No ${missing.join(", no ")} of 2 to ${largest} addresses was met: chance was not looked at there.`
        )
      }
      if (scopes.length === 0) {
        return { because: `The pool would have to offer a place or a street with 2 to ${largest} addresses.` }
      }
      for (const { kind, members, request } of scopes) {
        // Of a unique batch, the last position of all has nothing to choose.
        if (road.by === "position" && members.length < road.position + 2) continue
        const draws = drawsOf(members.length, road, much)
        yield* present(drawsAreUniform(pool, request, members, { draws, road, seed: `${seed} ${kind}` }))
      }
      const most = Math.max(...scopes.map(({ members }) => members.length))
      if (most < telling) {
        yield* caveat(
          `The largest selection that was drawn from has ${most} addresses: what prefers some of many does not show.`
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

/** First looks only: somebody who looks again has a reason to. */
const ofAll: ChanceLaw["law"] = ({ tests }) =>
  Effect.gen(function* () {
    const pValues = tests.flatMap(({ independent, looks: [first] }) =>
      independent && first !== undefined ? [first.p] : []
    )
    if (pValues.length < fewest) {
      return { because: `The run would have to offer ${fewest} p-values of tests of chance; it has ${pValues.length}.` }
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
        road: name === "spread" ? "their distance from an even spread" : `whether all of them are ${name}`,
        cells: pValues.length,
        looks: [look],
        independent: false
      })
    )
    yield* promise("P-values of a run MUST be spread as chance has it").hold(
      !found.wrong,
      `${pValues.length} p-values lie up to ${found.distance.toFixed(2)} from where they should.`,
      { ...found, pValues: pValues.toSorted((a, b) => a - b).map((p) => Number(p.toPrecision(3))) }
    )
  })

/** Every law of chance. The last looks at the p-values of those before. */
export const chanceLaws = (country: string, much: Thoroughness): ReadonlyArray<ChanceLaw> => [
  ...roads.map((chance) => ({ promise: chance.promise, law: small(chance, much) })),
  { promise: "MUST spread draws of a country over its places as their counts are", law: overPlaces(country, much) },
  { promise: "MUST draw no address of a country more often than chance has it", law: apart(country, much) },
  { promise: "MUST have p-values that are spread as chance has it", law: ofAll }
]

/** Remembers what tests find, and passes it on. */
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
