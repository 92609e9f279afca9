import { Effect } from "effect"
import { MAX_EXCLUDED } from "../schemas/Generation.ts"
import type { Address } from "../schemas/Address.ts"
import { batchOrNone, countsBy, drawOrNone, enumerate, idsOf, isCalled, matches, nowhereName, promise } from "./Law.ts"
import type { DrawManyRequest, DrawRequest, Filters, Pool } from "./Subject.ts"
import type { Seeded } from "./DrawLaws.ts"

/**
 * Whether the address matches the filters. A city or district may have several names, of which the address states one:
 * then another address of the place states the one that was requested.
 */
const holds = Effect.fnUntraced(function* (pool: Pool, country: string, filters: Filters, address: Address) {
  if (address.countryCode !== country) return false
  let asked = filters
  for (const level of ["city", "district"] as const) {
    const { [level]: name, ...others } = asked
    if (name === undefined || matches(address, { [level]: name })) continue
    const id = address.locationIds[`${level}Id`]
    if (id === undefined || !(yield* isCalled(pool, country, level, id, name))) return false
    asked = others
  }
  return matches(address, asked)
})

/** Every returned address matches all filters. */
export const filtersHold = Effect.fnUntraced(function* (pool: Pool, request: DrawManyRequest) {
  const law = promise("Every returned address MUST match every filter")
  const drawn = yield* drawOrNone(pool, request)
  const batches = [
    yield* batchOrNone(pool, { ...request, unique: true }),
    yield* batchOrNone(pool, { ...request, unique: false })
  ]
  const addresses = [...(drawn === undefined ? [] : [drawn.address]), ...batches.flatMap((b) => b?.addresses ?? [])]
  for (const address of addresses) {
    const isRight = yield* holds(pool, request.country, request.filters, address)
    yield* law.hold(isRight, `Requested ${JSON.stringify(request.filters)}, but got:`, address)
  }
})

/** Case, accents and white space of a filter make no difference. */
export const spellingsAreAlike = Effect.fnUntraced(function* (
  pool: Pool,
  request: Seeded<DrawManyRequest>,
  twisted: Filters
) {
  const law = promise("Filters MUST compare without regard to case, accents and extra white space")
  const plain = yield* drawOrNone(pool, request)
  const again = yield* drawOrNone(pool, { ...request, filters: twisted })
  yield* law.same(again, plain, `${JSON.stringify(twisted)} differs from ${JSON.stringify(request.filters)}.`)
})

/**
 * Adding a place's ID to a filter by its name changes nothing, or narrows a name shared by several places to one of
 * them.
 */
export const idsAgreeWithNames = Effect.fnUntraced(function* (pool: Pool, request: DrawRequest) {
  const law = promise("A place's ID MUST select that place")
  const drawn = yield* drawOrNone(pool, request)
  if (drawn === undefined) return
  const { components, locationIds } = drawn.address
  for (const level of ["region", "city", "district", "postcode"] as const) {
    const id = locationIds[`${level}Id`]
    const name = components[level]
    yield* law.same(id === undefined, name === undefined, `The drawn address has only one of ${level} and its ID.`)
    if (id === undefined || name === undefined) continue
    const base = { ...request, filters: {} }
    const byId = yield* drawOrNone(pool, { ...base, filters: { [`${level}Id`]: id } })
    const byBoth = yield* drawOrNone(pool, { ...base, filters: { [`${level}Id`]: id, [level]: name } })
    const byName = yield* drawOrNone(pool, { ...base, filters: { [level]: name } })
    yield* law.hold(
      byId?.address.locationIds[`${level}Id`] === id,
      `${id}, the ID of ${name}, selects something else.`,
      byId
    )
    yield* law.same(byBoth?.eligibleCount, byId?.eligibleCount, `${id} and its name ${name} contradict each other.`)
    yield* law.hold(
      (byName?.eligibleCount ?? 0) >= (byId?.eligibleCount ?? 0),
      `${name} selects fewer addresses than its ID ${id}.`
    )
  }
})

/**
 * Everything in the selection can be drawn, by batches and by single draws, and nothing else can. `expected` are the
 * IDs if known; otherwise the count in the responses is used. For selections of up to 550 addresses, and single draws
 * only for up to 25.
 */
export const nothingIsUnreachable = Effect.fnUntraced(function* (
  pool: Pool,
  request: DrawRequest,
  expected?: ReadonlySet<string>
) {
  const law = promise("Draws MUST reach every address of a selection, and no other")
  const reached = new Set(idsOf(yield* enumerate(pool, request)))
  if (expected !== undefined && expected.size <= MAX_EXCLUDED) {
    yield* law.same(
      Array.from(reached).sort(),
      Array.from(expected).sort(),
      "Batches reach a different set of addresses."
    )
  }
  const drawn = yield* drawOrNone(pool, { ...request, seed: "reach" })
  yield* law.same(
    drawn === undefined,
    reached.size === 0,
    "Draws and batches disagree on whether the selection is empty."
  )
  if (drawn === undefined || reached.size > MAX_EXCLUDED) return
  if (drawn.eligibleCount !== undefined) {
    yield* law.same(reached.size, drawn.eligibleCount, "Batches reach a different number of addresses.")
  }
  if (reached.size > 25) return
  // A correct sampler misses one of n addresses in n (ln n + 23) draws less than once in 10^10 runs.
  const draws = Math.ceil(reached.size * (Math.log(reached.size) + 23))
  const singles = new Set<string>()
  for (let i = 0; i < draws && singles.size < reached.size; i++) {
    const draw = yield* drawOrNone(pool, { ...request, seed: `reach ${i}` })
    if (draw !== undefined) singles.add(draw.address.id)
  }
  yield* law.same(
    Array.from(singles).sort(),
    Array.from(reached).sort(),
    `${draws} draws did not reach the addresses that batches reach.`
  )
})

/**
 * A filter that matches no address empties the selection: it never silently widens it, and the message names the
 * filter.
 */
export const unmatchedFiltersEmpty = Effect.fnUntraced(function* (pool: Pool, request: DrawRequest) {
  const law = promise("A filter that nothing matches MUST be reported, never ignored")
  // If filters contradict each other, the message names the broadest filter that emptied the selection, which need not
  // be the one added below.
  const there = yield* drawOrNone(pool, request)
  if (there === undefined) return
  const nowhere: ReadonlyArray<Filters> = [
    { region: nowhereName },
    { regionId: "r-0000000000000" },
    { city: nowhereName },
    { cityId: "c-0000000000000" },
    { district: nowhereName },
    { districtId: "no such thing" },
    { postcode: nowhereName },
    { postcodeId: "c-0000000000000" },
    { q: nowhereName }
  ]
  for (const filters of nowhere) {
    const [name] = Object.keys(filters)
    const asked = { ...request, filters: { ...request.filters, ...filters } }
    const failure = yield* pool.draw(asked).pipe(
      Effect.matchEffect({
        onSuccess: (drawn) => Effect.fail(law.broken(`${JSON.stringify(asked.filters)} still returned`, drawn.address)),
        onFailure: (error) => (error._tag === "NoCoverage" ? Effect.succeed(error) : Effect.fail(error))
      })
    )
    yield* law.hold(failure.message.includes(name!), `The message does not name ${name}:`, failure.message)
    const untold = there.sourcesTried.find((source) => !failure.message.includes(source))
    yield* law.hold(untold === undefined, `The message does not name the source ${untold}:`, failure.message)
    const batch = yield* batchOrNone(pool, { ...asked, count: 3 })
    yield* law.hold(batch === undefined, `A batch with ${JSON.stringify(asked.filters)} still contains`, batch)
  }
})

/**
 * Counts add up: the addresses of all regions are those of the country, and so on at every level, for the places of
 * `addresses`, which are all addresses of the country.
 */
export const countsAddUp = Effect.fnUntraced(function* (
  pool: Pool,
  country: string,
  addresses: ReadonlyArray<Address>
) {
  const law = promise("Counts MUST add up at every level")
  const total = (yield* pool.counts).find((entry) => entry.country === country)?.residential ?? 0
  yield* law.same(total, addresses.length, "The country's count is not the number of its addresses.")
  for (const level of ["region", "city", "district", "postcode"] as const) {
    let sum = 0
    for (const [id, count] of countsBy(level, addresses)) {
      const drawn = yield* drawOrNone(pool, { country, filters: { [`${level}Id`]: id }, seed: "count" })
      yield* law.same(drawn?.eligibleCount, count, `The count of ${id} is not the number of addresses in it.`)
      sum += drawn?.eligibleCount ?? 0
    }
    const lying = addresses.filter(({ locationIds }) => locationIds[`${level}Id`] !== undefined).length
    yield* law.same(sum, lying, `The counts of all places of level ${level} do not add up.`)
  }
})

/** A draw from a whole country reports as many eligible addresses as the list of countries has homes. */
export const countryIsCountedAlike = Effect.fnUntraced(function* (pool: Pool, country: string) {
  const law = promise("A country MUST have as many homes in draws as in the list of countries")
  const seed = "whole country"
  const drawn = yield* drawOrNone(pool, { country, filters: {}, seed })
  const listed = (yield* pool.counts).find((entry) => entry.country === country)?.residential ?? 0
  const again = yield* drawOrNone(pool, { country, filters: {}, seed })
  // A publication in between changes both.
  if (drawn?.poolVersion !== again?.poolVersion) return
  yield* law.same(drawn?.eligibleCount ?? 0, listed, "They differ.")
})
