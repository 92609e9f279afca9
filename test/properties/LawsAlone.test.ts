import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import type { Address } from "../../schemas/Address.ts"
import { answers as examples } from "../../schemas/Examples.ts"
import type { LocationItem } from "../../schemas/Locations.ts"
import { NoCoverage } from "../../schemas/Errors.ts"
import { type Finding, onFinding } from "../../properties/Findings.ts"
import { linesHoldParts } from "../../properties/AnswerLaws.ts"
import { chanceLaws, scopesOf } from "../../properties/ChanceSuite.ts"
import { canonicalJson } from "../../schemas/CanonicalJson.ts"
import { contextsAgree, exclusionsHold } from "../../properties/DrawLaws.ts"
import { filtersHold, unmatchedFiltersEmpty } from "../../properties/FilterLaws.ts"
import { requestsTo, targetOf } from "../../properties/FuzzRequests.ts"
import { judged } from "../../properties/JudgeLaws.ts"
import { matches, promise } from "../../properties/Law.ts"
import { OpenApi } from "../../properties/OpenApi.ts"
import * as ReportLaws from "../../properties/ReportLaws.ts"
import { personsAreSynthetic } from "../../properties/PersonLaws.ts"
import { childrenAddUp, pagesVisitOnce, placesAreCounted } from "../../properties/PlaceLaws.ts"
import { drawsFallToPlaces, drawsRarelyCoincide } from "../../properties/SpreadLaws.ts"
import type { Deployment, DrawRequest, Pool, WireRequest } from "../../properties/Subject.ts"
import { settling, Turns, unlessPublished } from "../../properties/Publications.ts"
import { seedsOutliveRuns } from "../../properties/TimeLaws.ts"
import { lasting, Watch } from "../../properties/Watch.ts"
import { askSeedsAgain, watched } from "../../properties/WatchedPool.ts"
import { drawsAreUniform } from "../../properties/UniformityLaws.ts"
import * as WireLaws from "../../properties/WireLaws.ts"
import { inTime } from "./InTime.ts"

// Tests laws on subjects of a few lines that break them in one way or keep them, because whole suites take minutes to
// show it.

const addressOf = (i: number, more: Partial<Address> = {}): Address => ({
  id: `us-${i}`,
  countryCode: "US",
  formattedAddress: `${i} Oak Street`,
  lines: [`${i} Oak Street`],
  components: { houseNumber: `${i}`, street: "Oak Street", city: `City ${i % 20}`, country: "United States" },
  locationIds: { cityId: `c-${i % 20}` },
  residential: { evidence: "declared", detail: "Made up." },
  sources: [
    { name: "alpha", recordId: `${i}`, license: "CC0-1.0", attribution: "Nobody" } as Address["sources"][number]
  ],
  updatedAt: "2026-01-01T00:00:00.000Z",
  ...more
})

/** A generator of numbers below a bound, the same for the same seed. */
const chance = (seed: string) => {
  let state = Array.from(seed).reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7)
  return (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39)
    return ((mixed ^ (mixed >>> 16)) >>> 0) % below
  }
}

const noCoverage = () => Effect.fail(new NoCoverage({ message: "Nothing matches." }))

/** A pool that draws fairly from these addresses. */
const fairPool = (all: ReadonlyArray<Address>, change: Partial<Pool> = {}): Pool => {
  const those = ({ filters: { cityId, q, ...others } }: DrawRequest) =>
    cityId === undefined && q === undefined && Object.keys(others).length === 0
      ? all
      : Object.keys(others).length > 0
        ? []
        : all.filter(
            ({ components, locationIds }) =>
              (cityId === undefined || locationIds.cityId === cityId) &&
              (q === undefined || components.street === q || components.city === q)
          )
  const about = (request: DrawRequest) => ({
    seed: request.seed ?? "none",
    poolVersion: 1,
    eligibleCount: those(request).length,
    sourcesTried: ["alpha"]
  })
  return {
    draw: (request) =>
      Effect.suspend(() => {
        const there = those(request)
        const address = there[chance(request.seed ?? "")(Math.max(1, there.length))]
        return address === undefined ? noCoverage() : Effect.succeed({ ...about(request), address })
      }),
    drawMany: (request) =>
      Effect.suspend(() => {
        const { count, excludeAddressIds = [], seed = "", unique = true } = request
        const there = those(request).filter(({ id }) => !excludeAddressIds.includes(id))
        if (those(request).length === 0) return noCoverage()
        const next = chance(seed)
        const left = [...there]
        const take = () => (unique ? left.splice(next(left.length), 1)[0]! : there[next(there.length)]!)
        const addresses = Array.from({ length: unique ? Math.min(count, there.length) : count }, take)
        return Effect.succeed({ ...about(request), addresses, exhausted: addresses.length < count })
      }),
    findById: (id) => Effect.succeed(all.find((one) => one.id === id)!),
    counts: Effect.succeed([{ country: "US", residential: all.length }]),
    ...change
  }
}

const everything = { country: "US", filters: {} }

/** Whether a request is for a place of that name. */
const isIn = (name: string, { filters }: DrawRequest): boolean => Object.values(filters).includes(name)

/** Whether a law holds. */
const isKept = <A, E>(law: Effect.Effect<A, E>) => Effect.map(Effect.exit(law), Exit.isSuccess)

const findingsOf = <A, E>(law: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const found: Array<Finding> = []
    yield* Effect.provideService(law, onFinding, (finding) => Effect.sync(() => void found.push(finding)))
    return found
  })

const town = Array.from({ length: 240 }, (_, i) => addressOf(i))

describe("Chance", () => {
  it.effect("MUST be looked at in the selection of each kind that is nearest to a dozen addresses", () =>
    Effect.gen(function* () {
      const scopes = yield* scopesOf(fairPool(town), "US", town)
      const [city] = scopes.filter(({ request }) => "cityId" in request.filters)
      assert.strictEqual(city?.members.length, 12)
    })
  )

  it.effect("MUST be told as a test, whatever comes of it", () =>
    Effect.gen(function* () {
      const large = Array.from({ length: 4000 }, (_, i) => addressOf(i))
      const of = { draws: 400, road: { by: "draw" }, seed: "pairs" } as const
      const rarely = yield* findingsOf(drawsRarelyCoincide(fairPool(large), everything, of))
      assert.deepStrictEqual(
        rarely.map(({ _tag }) => _tag),
        ["Test"]
      )
      const sample = large.slice(0, 100)
      const fall = yield* findingsOf(drawsFallToPlaces(fairPool(large), everything, "cityId", { ...of, sample }))
      assert.deepStrictEqual(
        fall.map(({ _tag }) => _tag),
        ["Test"]
      )
    })
  )

  it.effect("MUST count pairs of draws: as many as chance has them, and no more", () =>
    Effect.gen(function* () {
      const large = Array.from({ length: 5000 }, (_, i) => addressOf(i))
      const of = { draws: 1000, road: { by: "draw" }, seed: "pairs" } as const
      const pool = fairPool(large)
      assert.isTrue(yield* isKept(drawsRarelyCoincide(pool, everything, of)))
      // One in eight draws returns one particular address of the pool.
      const lying = fairPool(large, {
        draw: (request) =>
          Effect.map(pool.draw(request), (drawn) =>
            (request.seed ?? "").endsWith("7") ? { ...drawn, address: addressOf(1) } : drawn
          )
      })
      assert.isFalse(yield* isKept(drawsRarelyCoincide(lying, everything, of)))
      // No coincidence at all is not chance either.
      let next = 0
      const even = fairPool(large, {
        draw: (request) => Effect.map(pool.draw(request), (drawn) => ({ ...drawn, address: large[next++ % 5000]! }))
      })
      assert.isFalse(yield* isKept(drawsRarelyCoincide(even, everything, of)))
    })
  )

  it.effect("MUST be looked at in the places that most of a sample lies in", () =>
    Effect.gen(function* () {
      // In the sample, twelve places with one address each come first, and a place with nearly all addresses comes
      // last.
      const few = Array.from({ length: 12 }, (_, i) => addressOf(i, { locationIds: { cityId: `few-${i}` } }))
      const many = Array.from({ length: 400 }, (_, i) => addressOf(100 + i, { locationIds: { cityId: "many" } }))
      const asked: Array<string> = []
      const pool = fairPool([...few, ...many])
      const listening = fairPool([...few, ...many], {
        draw: (request) => {
          if (request.filters.cityId !== undefined) asked.push(request.filters.cityId)
          return pool.draw(request)
        }
      })
      const sample = [...few, ...many.slice(0, 5)]
      yield* Effect.exit(
        drawsFallToPlaces(listening, everything, "cityId", { draws: 100, road: { by: "draw" }, seed: "a", sample })
      )
      assert.strictEqual(asked[0], "many")
    })
  )
})

describe("Uniformity", () => {
  const inCity = town.filter(({ locationIds }) => locationIds.cityId === "c-0").map(({ id }) => id)
  const request = { country: "US", filters: { cityId: "c-0" } }

  it.effect("MUST be tested with as many draws as are declared, by ones or by batches", () =>
    Effect.gen(function* () {
      for (const [road, draws] of [
        [{ by: "draw" }, 240],
        [{ by: "position", position: 2 }, 240],
        // Five batches of fifty.
        [{ by: "batch" }, 250]
      ] as const) {
        const [test] = yield* findingsOf(
          drawsAreUniform(fairPool(town), request, inCity, { draws: 240, road, seed: "many" })
        )
        assert.strictEqual(test?._tag === "Test" ? test.looks[0]?.draws : undefined, draws, road.by)
      }
    })
  )

  it.effect(
    "MUST be tested at later positions of unique batches where there is a choice at these, and only there",
    () =>
      Effect.gen(function* () {
        const { law } = chanceLaws("US", 0.2).find(({ promise }) => promise.includes("later positions"))!
        const asked: Array<number> = []
        const isTested = (members: ReadonlyArray<string>, pool: Pool) => {
          asked.length = 0
          const listening: Pool = { ...pool, drawMany: (one) => (asked.push(one.count), pool.drawMany(one)) }
          const scopes = [{ kind: "city", members, request }]
          return isKept(law({ pool: listening, scopes, sample: town, seed: "later", tests: [] }))
        }
        assert.isTrue(yield* isTested(inCity, fairPool(town)))
        assert.lengthOf(asked, 240)
        assert.isTrue(asked.every((count) => count === 3))
        const three = town.filter(({ id }) => inCity.slice(0, 3).includes(id))
        assert.isTrue(yield* isTested(inCity.slice(0, 3), fairPool(three)))
        assert.lengthOf(asked, 0)
        // One that gives the third place to the same address always.
        const pool = fairPool(town)
        const stuck: Pool = {
          ...pool,
          drawMany: (one) =>
            Effect.map(pool.drawMany(one), (drawn) => ({
              ...drawn,
              addresses: drawn.addresses.map((address, i) => (i === 2 ? town[0]! : address))
            }))
        }
        assert.isFalse(yield* isTested(inCity, stuck))
      })
  )
})

describe("Draws and filters", () => {
  it.effect("MUST say the same of a pool, also where one of both finds nothing", () =>
    Effect.gen(function* () {
      const request = { ...everything, seed: "a", count: 5 }
      const pool = fairPool(town)
      assert.isTrue(yield* isKept(contextsAgree(pool, request)))
      assert.isTrue(yield* isKept(contextsAgree(fairPool([]), request)))
      assert.isFalse(yield* isKept(contextsAgree({ ...pool, draw: noCoverage }, request)))
      assert.isFalse(yield* isKept(contextsAgree({ ...pool, drawMany: noCoverage }, request)))
    })
  )

  it.effect("MUST leave out what is excluded, by a short list as by the longest", () =>
    Effect.gen(function* () {
      const holdsWith = (
        heard: (excluded: ReadonlyArray<string>) => ReadonlyArray<string>,
        pool: Pool = fairPool(town)
      ) =>
        isKept(
          exclusionsHold(
            {
              ...pool,
              drawMany: (one) => pool.drawMany({ ...one, excludeAddressIds: heard(one.excludeAddressIds ?? []) })
            },
            { ...everything, seed: "one", count: 50 }
          )
        )
      assert.isTrue(yield* holdsWith((excluded) => excluded))
      // The law excludes half of what it finds. To find it, it excludes 50, 100 and so on.
      assert.isFalse(yield* holdsWith((excluded) => (excluded.length === 120 ? [] : excluded)))
      assert.isFalse(yield* holdsWith((excluded) => excluded.slice(0, 400)))
      assert.isFalse(yield* holdsWith((excluded) => excluded.slice(-100), fairPool(town.slice(0, 60))))
    })
  )

  it.effect("MUST tell a filter that nothing matches", () =>
    Effect.gen(function* () {
      const pool = fairPool(town)
      const ignoring = { ...pool, draw: (request: DrawRequest) => pool.draw({ ...request, filters: {} }) }
      assert.isFalse(yield* isKept(unmatchedFiltersEmpty(ignoring, { ...everything, seed: "a" })))
      // There are towns and quarters called Atlantis, in Florida and at Cape Town.
      const naming = (sources: string) => ({
        ...pool,
        draw: (request: DrawRequest) =>
          isIn("Atlantis", request)
            ? pool.draw(everything)
            : Effect.mapError(
                pool.draw(request),
                () => new NoCoverage({ message: `${JSON.stringify(request.filters)} of ${sources}` })
              )
      })
      const { sourcesTried } = yield* pool.draw(everything)
      const isKeptOf = (sources: string) => isKept(unmatchedFiltersEmpty(naming(sources), { ...everything, seed: "a" }))
      assert.isTrue(yield* isKeptOf(sourcesTried.join()))
      assert.isFalse(yield* isKeptOf("another source"))
      // Nothing is requested of a selection that is empty anyway.
      const asked: Array<DrawRequest> = []
      const empty = { ...fairPool([]), draw: (one: DrawRequest) => (asked.push(one), noCoverage()) }
      assert.isTrue(yield* isKept(unmatchedFiltersEmpty(empty, { ...everything, seed: "a" })))
      assert.lengthOf(asked, 1)
    })
  )
})

describe("Positions", () => {
  it.effect("MUST count a home once that is drawn thrice: one on a pier is tolerated in the smallest pool, too", () =>
    Effect.gen(function* () {
      const pier = { coordinates: { latitude: 45, longitude: -40 } }
      const isKeptOf = (homes: number) =>
        isKept(
          ReportLaws.positionsAreInCountry(
            fairPool(town.slice(0, homes).map((one) => ({ ...one, ...pier }))) as unknown as Deployment,
            "US"
          )
        )
      assert.isTrue(yield* isKeptOf(1))
      assert.isFalse(yield* isKeptOf(2))
    })
  )
})

describe("A filter", () => {
  it("MUST match a region by its name, its code or the short form of that, and by nothing else", () => {
    const { components } = town[0]!
    const address = addressOf(0, { components: { ...components, region: "Georgia", regionCode: "US-GA" } })
    for (const region of ["Georgia", "georgia", "US-GA", "us-ga", "GA"]) {
      assert.isTrue(matches(address, { region }), region)
    }
    for (const region of ["Alabama", "US-AL", "AL", "US"]) assert.isFalse(matches(address, { region }), region)
    // In another script, a name tells nothing.
    assert.isTrue(matches(address, { region: "ジョージア州" }))
    // What an address has no name of is matched by no name.
    assert.isFalse(matches(town[0]!, { region: "Georgia" }))
    assert.isTrue(matches(address, { region: "GA", city: "CITY 0", q: "oak" }))
    assert.isFalse(matches(address, { region: "GA", city: "City 1" }))
    assert.isFalse(matches(address, { region: "GA", q: "elm" }))
  })

  it.effect("MUST match a city by each name that addresses of its place have, and by no other", () => {
    const named = (i: number, city: string, cityId: string) =>
      addressOf(i, { components: { ...town[0]!.components, city }, locationIds: { cityId } })
    const pool = fairPool([named(1, "Biel", "c-1"), named(2, "Bienne", "c-1"), named(3, "Bern", "c-2")])
    /** Knows places by these names. */
    const knowing = (ids: Readonly<Record<string, string>>): Pool => {
      const byId = <Request extends DrawRequest>(request: Request): Request => {
        const { city, ...others } = request.filters
        return city === undefined ? request : { ...request, filters: { ...others, cityId: ids[city]! } }
      }
      return {
        ...pool,
        draw: (request) => pool.draw(byId(request)),
        drawMany: (request) => pool.drawMany(byId(request))
      }
    }
    const asked = { country: "US", seed: "a", count: 9, unique: true, excludeAddressIds: [] }
    return Effect.gen(function* () {
      const right = knowing({ Biel: "c-1", Bienne: "c-1" })
      const wrong = knowing({ Biel: "c-2", Bienne: "c-1" })
      assert.isTrue(yield* isKept(filtersHold(right, { ...asked, filters: { city: "Bienne" } })))
      assert.isTrue(yield* isKept(filtersHold(right, { ...asked, filters: { city: "Biel" } })))
      assert.isFalse(yield* isKept(filtersHold(wrong, { ...asked, filters: { city: "Biel" } })))
    })
  })

  it("MUST match a postcode however it is typed, and no other", () => {
    const { components } = town[0]!
    const has = (postcode: string, typed: string) =>
      matches(addressOf(0, { components: { ...components, postcode } }), { postcode: typed })
    for (const [postcode, typed] of [
      ["1012LG", "1012 lg"],
      ["1012 LG", "1012LG"],
      ["100-0005", "1000005"],
      ["2561", "L-2561"],
      ["LV-1010", "1010"]
    ] as const) {
      assert.isTrue(has(postcode, typed), typed)
    }
    for (const [postcode, typed] of [
      ["1012LG", "1012LH"],
      ["CF10 1AA", "SW10 1AA"],
      ["2561", "25610"]
    ] as const) {
      assert.isFalse(has(postcode, typed), typed)
    }
    assert.isFalse(matches(town[0]!, { postcode: "1012LG" }))
  })
})

describe("The watch", () => {
  const at = { before: 0, now: 0 }
  const answer = { seed: "s", poolVersion: 1, eligibleCount: 240, sourcesTried: ["alpha"] }

  it("MUST name the first address that does not match", () => {
    const watch = new Watch()
    const others = [town[0]!, addressOf(1, { countryCode: "DE" }), addressOf(2, { countryCode: "FR" })]
    watch.answered(everything, answer, others, at)
    assert.include(watch.breach("filters")?.message ?? "", "us-1")
  })

  it("MUST hold each of both counts that a batch states", () => {
    for (const stated of [
      { requested: 3, returned: 2 },
      { requested: 2, returned: 3 }
    ]) {
      const watch = new Watch()
      watch.batch({ ...everything, count: 2 }, { ...answer, addresses: town.slice(0, 2), exhausted: false, stated })
      assert.isDefined(watch.breach("returned"))
    }
  })

  it("MUST want a licence and an attribution of each source", () => {
    const of = (more: object, more2: ReadonlyArray<object> = []) => {
      const [source] = town[0]!.sources
      const watch = new Watch()
      const sources = [{ ...source, ...more }, ...more2] as Address["sources"]
      watch.answered(everything, answer, [addressOf(0, { sources })], at)
      return watch.breach("licences")
    }
    assert.isUndefined(of({}))
    assert.isDefined(of({ license: " " }))
    assert.isDefined(of({ attribution: "" }))
    assert.isDefined(of({}, [{ name: "alpha", recordId: "2", license: "", attribution: "Nobody" }]))
  })

  it("MUST let prepared draws and replicas lag behind a publication for some seconds", () => {
    const watch = new Watch()
    const answered = (poolVersion: number, seconds: number) => {
      const now = seconds * 1000
      watch.answered(everything, { ...answer, poolVersion }, [town[0]!], { before: watch.settled(now), now })
      return watch.breach("versions")?.message
    }
    assert.isUndefined(answered(4, 0))
    assert.isUndefined(answered(5, 1))
    assert.isUndefined(answered(4, settling))
    assert.strictEqual(answered(4, settling + 1), "Version 4 came after 5.")
  })

  it("MUST look up addresses of the newest version alone: others may have been withdrawn since", () => {
    const watch = new Watch()
    watch.answered(everything, { ...answer, poolVersion: 4 }, town.slice(0, 2), at)
    watch.answered(everything, { ...answer, poolVersion: 5 }, town.slice(1, 3), at)
    assert.deepStrictEqual(watch.ids, ["us-1", "us-2"])
  })

  it("MUST let two seeds come again that a service has chosen, and no more", () => {
    const breachOf = (draws: number, request = everything) => {
      const watch = new Watch()
      for (let i = 0; i < draws; i++) watch.answered(request, answer, [town[0]!], at)
      return watch.breach("anew")?.message
    }
    assert.isUndefined(breachOf(3))
    assert.strictEqual(breachOf(4), "The seed s had come before.")
    assert.isUndefined(breachOf(4, { ...everything, seed: "s" } as typeof everything))
  })

  it("MUST tell a seed that does not repeat from one that does not last", () => {
    const breaches = (seconds: number) => {
      const watch = new Watch()
      const request = { ...everything, seed: "s" }
      watch.answered(request, answer, [town[0]!], at)
      watch.answered(request, answer, [town[1]!], { before: 1, now: seconds * 1000 })
      return [watch.breach("seeds") !== undefined, watch.breach("later") !== undefined]
    }
    assert.deepStrictEqual(breaches(lasting - 1), [true, false])
    assert.deepStrictEqual(breaches(lasting), [false, true])
  })

  it.effect("MUST ask seeds again from the first to the last", () =>
    Effect.gen(function* () {
      const asked: Array<string | undefined> = []
      const pool = fairPool(town)
      const one = watched({ ...pool, draw: (request) => (asked.push(request.seed), pool.draw(request)) })
      for (let i = 0; i < 31; i++) yield* one.pool.draw({ ...everything, seed: `${i}` })
      asked.length = 0
      yield* askSeedsAgain(one, 4)
      assert.deepStrictEqual(asked.toSorted(), ["0", "10", "20", "30"])
    })
  )
})

describe("Seeds of an earlier report", () => {
  const answerOf = (ids: ReadonlyArray<string>, eligibleCount: number) =>
    JSON.stringify({ addresses: ids, eligibleCount })
  const pool = fairPool(town)

  it.effect("MUST give what they gave where their version is kept, or have lost homes", () =>
    Effect.gen(function* () {
      const request = { ...everything, seed: "s" }
      const { address } = yield* pool.draw(request)
      // The current version is 2; the previous one is kept.
      const kept = fairPool(town, {
        draw: (asked) => Effect.map(pool.draw(asked), (drawn) => ({ ...drawn, poolVersion: asked.poolVersion ?? 2 }))
      })
      const outlive = (answer: string) => isKept(seedsOutliveRuns(kept, [{ request, poolVersion: 1, answer }]))
      assert.isTrue(yield* outlive(answerOf([address.id], town.length)))
      assert.isFalse(yield* outlive(answerOf(["us-999"], town.length)))
      // With one home fewer, a seed may get another address.
      assert.isTrue(yield* outlive(answerOf(["us-999"], town.length + 1)))
    })
  )

  it.effect("MUST give another address for few seeds alone where hardly any address has come or gone", () =>
    Effect.gen(function* () {
      const moved = fairPool(town, {
        draw: (asked) =>
          asked.poolVersion === undefined
            ? Effect.map(pool.draw(asked), (drawn) => ({ ...drawn, poolVersion: 2 }))
            : noCoverage()
      })
      const previous = (before: number, changed: number) =>
        Effect.forEach(Array.from({ length: 100 }), (_, i) =>
          Effect.map(pool.draw({ ...everything, seed: `s ${i}` }), ({ address }) => ({
            request: { ...everything, seed: `s ${i}` },
            poolVersion: 1,
            answer: answerOf([i < changed ? `us-${(Number(address.id.slice(3)) + 1) % 240}` : address.id], before)
          }))
        )
      const outlive = (before: number, changed: number) =>
        Effect.flatMap(previous(before, changed), (all) => isKept(seedsOutliveRuns(moved, all)))
      assert.isTrue(yield* outlive(240, 0))
      assert.isTrue(yield* outlive(240, 2))
      assert.isFalse(yield* outlive(240, 10))
      // Half as many homes again have been added, which explains the changes.
      assert.isTrue(yield* outlive(160, 40))
      assert.isFalse(yield* outlive(238, 40))
      const unknown = (yield* previous(0, 40)).map((one) => ({
        ...one,
        answer: JSON.stringify({ addresses: (JSON.parse(one.answer) as { addresses: unknown }).addresses })
      }))
      // Without the previous count, many homes may have been added.
      assert.isTrue(yield* isKept(seedsOutliveRuns(moved, unknown)))
    })
  )
})

describe("A law that breaks", () => {
  /** Holds a law in pools of these versions, which breaks the first times. */
  const held = Effect.fnUntraced(function* (versions: ReadonlyArray<number>, breaks: number, turns = new Turns()) {
    let [asked, times] = [0, 0]
    const seen = Effect.sync(() => ({ poolVersion: versions[Math.min(asked++, versions.length - 1)]! }))
    const law = () => promise("It MUST hold").hold(++times > breaks, `It broke ${times} times.`)
    const exit = yield* Effect.exit(unlessPublished(seen, law, { turns, look: seen }))
    return { isKept: Exit.isSuccess(exit), told: Exit.isSuccess(exit) ? exit.value : undefined, times }
  })

  it.effect(
    "MUST be held again if something was published meanwhile, and not be judged if that happens each time",
    () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* held([1, 2, 2], 1), { isKept: true, told: undefined, times: 2 })
        assert.deepInclude(yield* held([1, 1], 1), { isKept: false, times: 1 })
        assert.deepInclude(yield* held([1, 2, 2, 2], 2), { isKept: false, times: 2 })
        assert.deepInclude(yield* held([0, 1], 1), { isKept: false, times: 1 })
        const { times, told } = yield* held([1, 2, 3, 4, 5, 6], 9)
        assert.strictEqual(times, 3)
        assert.match(told?.because ?? "", /^Needs a pool that nothing is published to meanwhile/)
      })
  )

  it.effect(
    "MUST be held again once all parts of a deployment know what was published, of which the first answers",
    () =>
      Effect.gen(function* () {
        const turned = (...versions: ReadonlyArray<number>) => {
          const turns = new Turns()
          for (const version of versions) turns.note(version, 0)
          return turns
        }
        const both = [1, 9].map((breaks) => held([2], breaks, turned(1, 2)))
        const [kept, broken] = yield* inTime(Effect.all(both, { concurrency: 2 }))
        assert.deepInclude(kept, { isKept: true, times: 2 })
        assert.deepInclude(broken, { isKept: false, times: 2 })
        assert.deepInclude(yield* held([2], 1, turned(2, 2)), { isKept: false, times: 1 })
        // A part that answers later than others: the first look finds the version of before.
        assert.deepInclude(yield* held([1, 1, 1, 2], 1), { isKept: true, times: 2 })
      })
  )

  it.effect("MUST not look at an address of another version that no draw has shown yet", () =>
    Effect.gen(function* () {
      let version = 1
      const moved = addressOf(0, { updatedAt: "2026-02-02T00:00:00.000Z" })
      const only = fairPool([town[0]!])
      const { pool, watch } = watched({
        ...only,
        draw: (request) => Effect.map(only.draw(request), (drawn) => ({ ...drawn, poolVersion: version })),
        findById: () => Effect.succeed(moved)
      })
      yield* pool.draw({ ...everything, seed: "s" })
      version = 2
      yield* pool.findById("us-0")
      assert.isUndefined(watch.breach("documents"))
      yield* TestClock.adjust(`${settling} seconds`)
      yield* pool.draw({ ...everything, seed: "s" })
      yield* pool.findById("us-0")
      assert.isDefined(watch.breach("documents"))
    })
  )
})

/** A deployment whose responses come from a function. */
const answering = (
  send: (request: WireRequest) => { status: number; headers?: Record<string, string>; body?: unknown },
  nextCursor: string | null = null
) =>
  ({
    ...fairPool(town),
    places: { list: () => Effect.succeed({ items: [], total: 0, nextCursor }) },
    tokens: { limited: Redacted.make("limited") },
    refusals: Effect.succeed({ answers: 0, silent: [] }),
    send: (request: WireRequest) => Effect.sync(() => ({ headers: {}, body: undefined, ...send(request) }))
  }) as unknown as Deployment

describe("Draws by IP address", () => {
  const { data } = examples["generateAddress"] as { readonly data: object }
  const near = { country: "US", region: "Georgia", city: "Savannah", matchLevel: "city" }

  /** A service that locates every IP address there, and may ignore a parameter beside it. */
  const locating = (ipContext: object, { country = "US", eligibleCount = 9, ignored = /^$/, status = 200 } = {}) =>
    ReportLaws.ipDrawsAreNear(
      answering(({ path }) => {
        if (/country=AQ|Atlantis/.test(path) && !ignored.test(path)) return { status: 404 }
        if (path.startsWith("/client-context")) return { status: 200, body: { data: { ...near, country } } }
        return { status, body: { data: { ...data, eligibleCount, ipContext } } }
      })
    )

  it.effect("MUST come from the place that they name, at its level", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* isKept(locating(near)))
      assert.isTrue(yield* isKept(locating({ ...near, city: "", matchLevel: "region" })))
      assert.isTrue(yield* isKept(locating({ ...near, city: "", region: "", matchLevel: "country" })))
      for (const wrong of [
        { ...near, city: "Atlanta" },
        { ...near, city: "" },
        { ...near, region: "Texas", matchLevel: "region" },
        { ...near, country: "CA" }
      ]) {
        const { message } = yield* Effect.flip(locating(wrong))
        assert.match(
          message,
          /ip=8\.8\.8\.8 (?:matched by \w+, but its address is elsewhere|is of US, and its ipContext of CA)/
        )
      }
    })
  )

  it.effect("MUST vary, where there are homes enough", () =>
    Effect.map(Effect.flip(locating(near, { eligibleCount: 10 })), ({ message }) =>
      assert.match(message, /Eight times, GET \S+ip=8\.8\.8\.8 gave us-\w+, one of 10 addresses\./)
    )
  )

  it.effect(
    "MUST be empty where something beside it does not hold, and of the country that client-context names, with its attributions",
    () =>
      Effect.gen(function* () {
        for (const ignored of [/&country=AQ/, /&city=Zzz/, /&q=Zzz/]) {
          const wide = yield* Effect.flip(locating(near, { ignored }))
          assert.match(wide.message, ignored)
          assert.include(wide.message, " is answered with 200 instead of 404: nothing in US matches that.")
        }
        const other = yield* Effect.flip(locating(near, { country: "CA" }))
        assert.include(other.message, "client-context?ip=8.8.8.8 is of another country.")
        const attributions = [{ text: "IP Geolocation by DB-IP", url: "https://db-ip.com", license: "CC BY 4.0" }]
        const silent = yield* Effect.flip(locating({ ...near, attributions }))
        assert.include(silent.message, "has other attributions than GET /api/v1/client-context?ip=8.8.8.8.")
      })
  )

  it.effect("MUST NOT be judged without a GeoIP database, or far from every pool", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* locating(near, { status: 503 }), {
        because: "Needs a GeoIP database, which the deployment does not have."
      })
      assert.isTrue(yield* isKept(locating(near, { status: 404 })))
    })
  )
})

describe("Answers over the wire", () => {
  const unauthorizedBody = { error: { code: "UNAUTHORIZED", message: "It needs the scope generate." } }

  it.effect("MUST refuse strangers as Bearer, and be shown as they came", () =>
    Effect.gen(function* () {
      const refusing = (scheme: string) =>
        answering(() => ({ status: 401, headers: { "www-authenticate": scheme }, body: unauthorizedBody }))
      const exit = yield* Effect.flip(WireLaws.strangersAreRefused(refusing("Basic"), "US"))
      assert.include(exit.message, "WWW-Authenticate: Basic.")
    })
  )

  it.effect("MUST let a token with the scope read read everything, and generate nothing", () =>
    Effect.gen(function* () {
      const unauthorized = {
        status: 401,
        headers: { "www-authenticate": "Bearer" },
        body: unauthorizedBody
      }
      const isKeptBut = (but?: string) => {
        const deployment = answering(({ path }) => {
          const generates = /^\/(generate|address-translation)\b/.test(path)
          const isOther = path.split("?")[0] === but
          return generates === isOther ? { status: 200 } : unauthorized
        })
        return isKept(WireLaws.scopesAreKept({ ...deployment, tokens: { read: Redacted.make("read") } }, "US"))
      }
      assert.isTrue(yield* isKeptBut())
      for (const path of ["/countries", "/locations/search", "/data-health", "/generate", "/address-translation"]) {
        assert.isFalse(yield* isKeptBut(path), path)
      }
    })
  )

  it.effect("MUST be waited for where the requests of a token are used up, and judged by what comes then", () =>
    Effect.gen(function* () {
      const limits = (remaining: number, reset: number) => ({
        "ratelimit-limit": "3",
        "ratelimit-remaining": `${remaining}`,
        "ratelimit-reset": `${reset}`
      })
      /** Has three requests a minute, and answers as it is told. */
      const strict = (told: (request: WireRequest) => { status: number; headers?: object; body?: unknown }) => {
        let sent = 0
        const deployment = answering((request) => {
          const used = sent++ % 4
          if (used === 3) return { status: 429, headers: { ...limits(0, 9), "retry-after": "60" } }
          const { headers, ...answer } = told(request)
          return { ...answer, headers: { ...headers, ...limits(2 - used, 10), "x-request-id": `${sent}` } }
        })
        return { ...deployment, tokens: { read: Redacted.make("read") } } as Deployment
      }
      const refused = {
        status: 401,
        headers: { "www-authenticate": "Bearer" },
        body: unauthorizedBody
      }
      const reading = strict(({ path }) =>
        /^\/(generate|address-translation)\b/.test(path) ? refused : { status: 200 }
      )
      yield* inTime(WireLaws.scopesAreKept(reading, "US"))
      yield* inTime(
        WireLaws.limitsCountDown(
          strict(() => ({ status: 200 })),
          "US"
        )
      )
      const listing = strict(({ knows }) =>
        knows === undefined || knows === '"other"'
          ? { status: 200, headers: { etag: '"one"' } }
          : { status: 304, headers: { etag: '"one"' }, body: "" }
      )
      yield* inTime(WireLaws.versionsAreRevalidated(listing, "US"))
      const open = strict(({ authorization, path }) =>
        /^\/(health|ready|openapi)/.test(path) && authorization === null
          ? { status: 200, body: { status: path === "/health" ? "ok" : "ready" } }
          : refused
      )
      yield* inTime(WireLaws.strangersAreRefused(open, "US"))
    })
  )

  it.effect("MUST NOT be found at fault without a GeoIP database", () =>
    Effect.gen(function* () {
      const refused = {
        status: 401,
        headers: { "www-authenticate": "Bearer" },
        body: unauthorizedBody
      }
      const without = (unavailable: string) => ({
        ...answering(({ path }) => {
          if (path.startsWith(unavailable)) return { status: 503 }
          return /^\/(generate|address-translation)\b/.test(path) ? refused : { status: 200 }
        }),
        tokens: { read: Redacted.make("read") }
      })
      assert.isTrue(yield* isKept(WireLaws.scopesAreKept(without("/client-context"), "US")))
      assert.isFalse(yield* isKept(WireLaws.scopesAreKept(without("/coverage"), "US")))
    })
  )

  it.effect("MUST count down within a minute, and begin anew with the next", () =>
    Effect.gen(function* () {
      const counting = (...told: ReadonlyArray<readonly [remaining: number, reset: number]>) => {
        let next = 0
        return isKept(
          WireLaws.limitsCountDown(
            answering(() => {
              const [remaining, reset] = told[next++] ?? told.at(-1)!
              const rest = Math.max(0, next - told.length)
              const headers = { limit: "1000", remaining: `${remaining - rest}`, reset: `${reset}` }
              return {
                status: 200,
                headers: Object.fromEntries(
                  Object.entries(headers).map(([name, value]) => [`ratelimit-${name}`, value])
                )
              }
            }),
            "US"
          )
        )
      }
      assert.isTrue(yield* counting([900, 30], [899, 30], [898, 29]))
      assert.isFalse(yield* counting([900, 30], [900, 30], [899, 30]))
      assert.isFalse(yield* counting([900, 30], [900, 29], [899, 29]))
      assert.isTrue(yield* counting([900, 30], [999, 60], [998, 60]))
      assert.isTrue(yield* counting([900, 1], [999, 1], [998, 1]))
      assert.isFalse(yield* counting([900, 2], [999, 2], [998, 2]))
    })
  )

  it.effect("MUST be told apart from those of several processes that each count for themselves", () =>
    Effect.gen(function* () {
      const limit = 100
      const leaving = (left: (sent: number) => number) => {
        let sent = 0
        return answering(() => {
          const remaining = left(sent++)
          const counts = { limit, remaining: Math.max(0, remaining), reset: 30 }
          const headers = Object.fromEntries(Object.entries(counts).map(([name, n]) => [`ratelimit-${name}`, `${n}`]))
          return remaining < 0
            ? { status: 429, headers, body: { error: { code: "RATE_LIMITED", message: "Wait." } } }
            : { status: 200, headers }
        })
      }
      const caveats: Array<string> = []
      const listen = (finding: Finding) =>
        Effect.sync(() => void (finding._tag === "Caveat" && caveats.push(finding.text)))
      const areKept = (left: (sent: number) => number) =>
        Effect.all([
          isKept(WireLaws.limitsCountDown(leaving(left), "US")),
          isKept(WireLaws.refusalsSayHowLong(leaving(left)))
        ]).pipe(Effect.provideService(onFinding, listen))
      const balanced =
        (...used: ReadonlyArray<number>) =>
        (sent: number) =>
          limit - 1 - used[sent % used.length]! - Math.floor(sent / used.length)
      assert.deepStrictEqual(yield* areKept(balanced(0, 9, 4)), [true, true])
      assert.match(caveats[0]!, /^Requests are counted as 3 processes do .+ 3 times the limit pass/)
      // Neither a counter that stands still once, nor one that always does, is several.
      assert.deepStrictEqual(yield* areKept((sent) => limit - 1 - sent + (sent > 5 ? 1 : 0)), [false, false])
      assert.deepStrictEqual(yield* areKept(() => 7), [false, false])
      assert.lengthOf(caveats, 2)
    })
  )

  it.effect("MUST name every place at which the interface forbids something", () =>
    Effect.gen(function* () {
      const places =
        "count filters filters.country filters.town options.sead more excludeAddressIds citty seed requestId country strategy mode ip limit cursor field childType parentId includeComplete targetLocale addressId poolVersion options.poolVersion q city cityId excludeAddressIds.0".split(
          " "
        )
      const codeOf = ({ body, path }: WireRequest) => {
        const text = `${path} ${JSON.stringify(body)}`
        if (/us-0{20}|^\/addresses\//.test(text)) return "ADDRESS_NOT_FOUND"
        if (/Atlantis|2147483647|BV/.test(text)) return "NO_POOL_COVERAGE"
        return text.includes("/no/such/path") ? "NOT_FOUND" : undefined
      }
      const isKeptWithout = (left?: string) =>
        isKept(
          WireLaws.errorsAreNamed(
            answering((request) => {
              const code = codeOf(request)
              const details = places.filter((path) => path !== left).map((path) => ({ path, message: path }))
              const status = code === undefined ? 400 : 404
              return { status, body: { error: { code: code ?? "INVALID_REQUEST", message: "No.", details } } }
            }, "cursor"),
            "US"
          )
        )
      assert.isTrue(yield* isKeptWithout())
      for (const place of places) assert.isFalse(yield* isKeptWithout(place), place)
    })
  )
})

describe("Pages of places", () => {
  const items = Array.from(
    { length: 130 },
    (_, i): LocationItem =>
      ({
        id: `c-${String(i).padStart(4, "0")}`,
        value: `City ${String(i).padStart(4, "0")}`,
        availableCount: 1
      }) as unknown as LocationItem
  )
  const listing = (page: (at: number, limit: number) => ReadonlyArray<LocationItem>, total = items.length) =>
    ({
      ...fairPool(town),
      places: {
        list: (_: unknown, { cursor, limit }: { readonly limit: number; readonly cursor?: string }) =>
          Effect.sync(() => {
            const at = Number(cursor ?? 0)
            const next = at + limit
            return { items: page(at, limit), total, nextCursor: next < total ? `${next}` : null }
          })
      }
    }) as unknown as Deployment
  const visited = (deployment: Deployment) => isKept(pagesVisitOnce(deployment, "US", town.slice(0, 3)))

  it.effect("MUST have each item once and in order, with any limit, and none may be empty but the last", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* visited(listing((at, limit) => items.slice(at, at + limit))))
      assert.isFalse(yield* visited(listing((at, limit) => items.slice(Math.max(0, at - 1), at + limit))))
      assert.isFalse(yield* visited(listing((at, limit) => items.slice(at + (at > 0 ? 1 : 0), at + limit))))
      assert.isFalse(yield* visited(listing((at, limit) => items.slice(at, at + limit).toReversed())))
      // An empty page in the middle, followed by more pages.
      const late = (at: number, limit: number) => {
        if (limit !== 20 || at < 20) return items.slice(at, Math.min(at + limit, 110))
        return at === 20 ? [] : items.slice(at - 20, Math.min(at, 110))
      }
      assert.isFalse(yield* visited(listing(late, 110)))
      const whole = (at: number, limit: number) => items.slice(at, Math.min(at + limit, 110))
      assert.isTrue(yield* visited(listing(whole, 110)))
      const others = (at: number, limit: number) =>
        items.slice(at, at + limit).map((one) => (limit === 53 ? { ...one, id: `${one.id}x` } : one))
      assert.isFalse(yield* visited(listing(others)))
      // Pages that are larger than was requested, with each item once.
      const list = (_: unknown, { cursor, limit }: { readonly limit: number; readonly cursor?: string }) => {
        const [at, next] = [Number(cursor ?? 0), Number(cursor ?? 0) + limit + 1]
        const nextCursor = next < items.length ? `${next}` : null
        return Effect.succeed({ items: items.slice(at, next), total: items.length, nextCursor })
      }
      assert.isFalse(yield* visited({ ...fairPool(town), places: { list } } as unknown as Deployment))
    })
  )

  it.effect("MUST have a place on whichever page it comes", () =>
    Effect.gen(function* () {
      const far = addressOf(1, {
        components: { houseNumber: "1", city: "City 1", country: "United States" },
        locationIds: { cityId: "c-far" }
      })
      const all = Array.from({ length: 450 }, (_, i) => ({
        id: i === 430 ? "c-far" : `c-${i}`,
        value: `City ${i}`,
        availableCount: i === 430 ? 1 : 0
      }))
      const deployment = {
        ...fairPool([far]),
        places: {
          list: (_: unknown, { cursor, limit }: { readonly limit: number; readonly cursor?: string }) => {
            const next = Number(cursor ?? 0) + limit
            return Effect.succeed({
              items: all.slice(next - limit, next),
              total: all.length,
              nextCursor: next < all.length ? `${next}` : null
            })
          }
        }
      } as unknown as Deployment
      assert.isTrue(yield* isKept(placesAreCounted(deployment, "US", [far])))
      Object.assign(all[430]!, { disabled: true })
      assert.isFalse(yield* isKept(placesAreCounted(deployment, "US", [far])))
      all.splice(430, 1)
      assert.isFalse(yield* isKept(placesAreCounted(deployment, "US", [far])))
    })
  )
})

describe("Children of a place", () => {
  /** A deployment that lists no place, with so many homes in one city. */
  const cityOf = (homes: number) => {
    const sample = Array.from({ length: homes }, (_, i) => addressOf(i, { locationIds: { cityId: "c-1" } }))
    const list = () => Effect.succeed({ items: [], total: 0, nextCursor: null })
    return { deployment: { ...fairPool(sample), places: { list } } as unknown as Deployment, sample }
  }

  it.effect("MUST be said not to be counted one by one where every place has too many homes, and only there", () =>
    Effect.gen(function* () {
      const caveats = (homes: number) => {
        const { deployment, sample } = cityOf(homes)
        return findingsOf(childrenAddUp(deployment, "US", sample.slice(0, 3)))
      }
      const [caveat] = yield* caveats(501)
      assert.match(caveat?._tag === "Caveat" ? caveat.text : "", /No place of 3 .+ has 500 homes or fewer/)
      assert.deepStrictEqual(yield* caveats(500), [])
    })
  )

  it.effect("MUST not be more than the homes of the country", () =>
    Effect.gen(function* () {
      const { deployment, sample } = cityOf(501)
      const isKeptWith = (availableCount: number) => {
        const items = [{ id: "r-1", value: "Region", availableCount }]
        const list = () => Effect.succeed({ items, total: 1, nextCursor: null })
        return isKept(
          childrenAddUp({ ...deployment, places: { list } } as unknown as Deployment, "US", sample.slice(0, 3))
        )
      }
      assert.isTrue(yield* isKeptWith(501))
      assert.isFalse(yield* isKeptWith(502))
    })
  )
})

describe("Requests and documents", () => {
  it("MUST have what stands in the path there, and the rest in the query", () => {
    const operation = { path: "/addresses/{id}" } as Parameters<typeof targetOf>[0]["operation"]
    const given = [
      ["id", "us-1/2"],
      ["fields", "a b"]
    ] as const
    assert.strictEqual(targetOf({ given, operation }), "/addresses/us-1%2F2?fields=a%20b")
    assert.strictEqual(targetOf({ given: [["id", "us-1"]], operation }), "/addresses/us-1")
  })

  it("MUST be plain with what is known alone: words of the deployment, of the document, and defaults", () => {
    const parameter = (name: string, schema: object) => ({ name, in: "query", required: true, schema })
    const openApi = new OpenApi({
      openapi: "3.1.0",
      paths: {
        "/things": {
          get: {
            parameters: [
              parameter("kind", { type: "string", enum: ["old", "new"] }),
              parameter("order", { type: "string", default: "name" }),
              parameter("place", { type: "string" })
            ],
            responses: {}
          }
        }
      },
      components: { schemas: {} }
    } as unknown as ConstructorParameters<typeof OpenApi>[0])
    const requests = fc.sample(requestsTo(openApi, [{ place: ["here", "there"] }], true), { numRuns: 60, seed: 1 })
    const given = (wanted: string) =>
      new Set(requests.flatMap((request) => request.given.flatMap(([name, text]) => (name === wanted ? [text] : []))))
    assert.isTrue(requests.every(({ isPlain }) => isPlain))
    assert.sameMembers([...given("kind")], ["old", "new"])
    assert.sameMembers([...given("order")], ["name"])
    assert.sameMembers([...given("place")], ["here", "there"])
  })

  it("MUST try what nobody knows beside what is needed: a body that is right but for one member", () => {
    const openApi = new OpenApi({
      openapi: "3.1.0",
      paths: {
        "/things": {
          post: {
            requestBody: {
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    properties: { kind: { type: "string", enum: ["old"] } },
                    required: ["kind"]
                  }
                }
              }
            },
            responses: {}
          }
        }
      },
      components: { schemas: {} }
    } as unknown as ConstructorParameters<typeof OpenApi>[0])
    const requests = fc.sample(requestsTo(openApi, [{}], false), { numRuns: 500, seed: 1 })
    const bodies = requests.map(({ body }) => body as Readonly<Record<string, unknown>> | null)
    assert.isTrue(bodies.some((body) => body?.["kind"] === "old" && Object.keys(body).length === 2))
  })

  it("MUST read booleans of a query as the document says them", () => {
    const openApi = new OpenApi({
      openapi: "3.1.0",
      paths: {},
      components: { schemas: {} }
    } as unknown as ConstructorParameters<typeof OpenApi>[0])
    const operation = {
      parameters: [{ name: "all", in: "query", schema: { type: "boolean", enum: [true] } }]
    } as unknown as Parameters<OpenApi["faultsOfParameters"]>[0]
    const faults = (text: string) => openApi.faultsOfParameters(operation, [["all", text]]).length
    assert.deepStrictEqual(
      ["true", "1", "false", "0", "yes"].map((text) => faults(text) > 0),
      [false, false, true, true, true]
    )
  })

  it("MUST say of what a document describes with no schema that the document is at fault", () => {
    const said = (properties: object, schema: object) => {
      const document = {
        openapi: "3.1.0",
        paths: {},
        components: { schemas: { Address: { type: "object", properties } } }
      }
      const [fault] = new OpenApi(document as unknown as ConstructorParameters<typeof OpenApi>[0]).faults(schema, {})
      return `${fault?.place}${fault?.message}`
    }
    const begins = "has a schema in the OpenAPI document that is not valid: "
    assert.match(
      said({ updatedAt: "2031-01-01" }, { $ref: "#/components/schemas/Address" }),
      new RegExp(`^${begins}schema is invalid: \\S+updatedAt must be `)
    )
    assert.strictEqual(said({}, { latitude: 1 }), `${begins}strict mode: unknown keyword: "latitude"`)
  })

  it("MUST call those addresses failed that a rule objects to, of those that a rule speaks of", () => {
    const good = addressOf(1, {
      components: {
        houseNumber: "1",
        street: "Oak Street",
        city: "Springfield",
        region: "Illinois",
        regionCode: "US-IL",
        postcode: "62701",
        country: "United States"
      }
    })
    const bad = { ...good, components: { ...good.components, postcode: "62" } }
    const { covered, failed } = judged([good, bad])
    assert.strictEqual(covered, 2)
    assert.deepStrictEqual(
      failed.map(({ address }) => address),
      [bad]
    )
  })
})

describe("A response that is known", () => {
  it.effect("MUST have no body, and be sent again to whoever knows another", () =>
    Effect.gen(function* () {
      const isKeptWith = (body: unknown, knownAs = '"a"') => {
        const send = ({ knows }: WireRequest & { readonly knows?: string }) => {
          const isKnown = knows?.includes(knownAs) === true
          return Effect.succeed({ status: isKnown ? 304 : 200, headers: { etag: '"a"' }, body: isKnown ? body : {} })
        }
        return isKept(WireLaws.versionsAreRevalidated({ send } as unknown as Deployment, "US"))
      }
      assert.isTrue(yield* isKeptWith(""))
      assert.isFalse(yield* isKeptWith({ data: [] }))
      assert.isFalse(yield* isKeptWith("", '"'))
    })
  )
})

describe("the lines of an address", () => {
  const parts = { houseNumber: "7", street: "Oak Street", unit: "Apt 9", country: "United States" } as const

  const judgedWithout = (missing: string | undefined) => {
    const lines = Object.entries(parts).flatMap(([name, part]) => (name === missing ? [] : [part]))
    const address = addressOf(7, { components: { ...parts, city: "City" }, lines, formattedAddress: lines.join(", ") })
    const subject = { drawMany: () => Effect.succeed({ addresses: [address] }) } as unknown as Deployment
    return linesHoldParts(subject, "US")
  }

  it.effect("MUST be found to lack any of its parts, and not if they have all", () =>
    Effect.gen(function* () {
      yield* judgedWithout(undefined)
      for (const name of Object.keys(parts)) {
        const { message } = yield* Effect.flip(judgedWithout(name))
        assert.include(message, `The ${name} of us-7 is not in its lines.`)
      }
    })
  )
})

describe("a person", () => {
  it.effect("MUST be found to have a phone in a country that reserves none for fiction", () =>
    Effect.gen(function* () {
      const subject = {
        send: () => Effect.succeed({ status: 200, headers: {}, body: examples["generateAddresses"] })
      } as unknown as Deployment
      const { message } = yield* Effect.flip(personsAreSynthetic(subject, "NL"))
      assert.match(message, /has a phone number, though the country has none for fiction/)
    })
  )
})

describe("The text of a value", () => {
  it("MUST differ where the value does, in whatever order its members come", () => {
    assert.strictEqual(canonicalJson({ b: [{ d: 1, c: undefined }], a: null }), '{"a":null,"b":[{"d":1}]}')
    assert.strictEqual(canonicalJson(JSON.parse('{"__proto__":1,"a":2}')), '{"__proto__":1,"a":2}')
    assert.strictEqual(canonicalJson({ at: new Date(0) }), '{"at":"1970-01-01T00:00:00.000Z"}')
    assert.notStrictEqual(canonicalJson(new Set([1])), canonicalJson(new Set([2])))
    assert.notStrictEqual(canonicalJson(new Map([[1, { a: 1 }]])), canonicalJson(new Map([[1, { a: 2 }]])))
  })
})
