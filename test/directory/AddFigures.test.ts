import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { Renewal } from "../../schemas/Directory.ts"
import { estimate, experienceOf } from "../../src/directory/AddEstimate.ts"
import { addressesOf, type Circumstances, planOf } from "../../src/directory/AddPlan.ts"
import { renewalTime } from "../../src/directory/AddSchedule.ts"
import { licenseInWords } from "../../src/directory/AddTerms.ts"
import { checkCron } from "../../src/sync/run/Schedules.ts"
import { aboutBytes, aboutSeconds } from "../../src/cli/add/Quantities.ts"
import { entryOf } from "./Entries.ts"

const seeds = Array.from({ length: 2_000 }, (_, index) => `seed ${index}`)

describe("the schedule of a source", () => {
  it.effect("MUST be a valid time, the same for the same seed", () =>
    Effect.gen(function* () {
      for (const renewed of Renewal.literals) {
        for (const seed of seeds.slice(0, 50)) {
          const { cron } = renewalTime(renewed, seed)
          yield* checkCron(cron)
          assert.deepStrictEqual(renewalTime(renewed, seed).cron, cron)
        }
      }
    })
  )

  it("MUST be spread over hours, minutes and days, so that no server gets all requests at once", () => {
    for (const renewed of Renewal.literals) {
      const fields = seeds.map((seed) => renewalTime(renewed, seed).cron.split(" "))
      const counts = (field: number) => {
        const found = new Map<string, number>()
        for (const one of fields) found.set(one[field]!, (found.get(one[field]!) ?? 0) + 1)
        return Array.from(found.values())
      }
      const [minutes, hours] = [counts(0), counts(1)]
      assert.deepStrictEqual([minutes.length, hours.length], [60, 24])
      // Twice the expected number would be seven standard deviations of an hour's share.
      assert.isBelow(Math.max(...hours), (2 * seeds.length) / 24)
      const days = renewed === "daily" || renewed === "weekly" ? counts(4) : counts(2)
      assert.strictEqual(days.length, renewed === "daily" || renewed === "weekly" ? 7 : 28)
    }
  })

  it("MUST not be more frequent than weekly, nor later than a quarter after upstream", () => {
    assert.match(renewalTime("daily", "a").rhythm, /^every week, on \w+day at \d\d:\d\d UTC$/)
    assert.match(renewalTime("monthly", "a").rhythm, /^every month, on day \d+ at \d\d:\d\d UTC$/)
    assert.match(renewalTime("yearly", "a").rhythm, /^every three months/)
  })
})

describe("a licence in plain words", () => {
  const license = { name: "ODbL 1.0", shareAlike: true, attribution: "© OSM", citation: "https://example.org" }
  it("MUST state the required attribution, and the share-alike terms", () => {
    assert.match(licenseInWords(license), /show "© OSM".*under the same licence/)
    assert.notMatch(licenseInWords({ ...license, name: "CC BY 4.0", shareAlike: false }), /same licence/)
    assert.match(licenseInWords({ ...license, name: "CC0 1.0", shareAlike: false }), /no conditions/)
    assert.match(licenseInWords({ ...license, name: "CC BY-NC 4.0", shareAlike: false }), /No commercial use/)
  })
})

describe("the cost of adding", () => {
  const nothing = { rate: undefined, download: undefined }

  it("MUST not be made up if nothing is known", () => {
    const unknown = estimate({ addresses: null }, { keep: 100, left: 100 }, nothing)
    assert.deepInclude(unknown, { diskAfterBytes: null, diskDuringBytes: null, seconds: null })
    assert.include(unknown.diskBasis, "per million addresses")
  })

  it("MUST grow with the addresses, and be higher during the reading than afterwards", () => {
    const addresses = fc.integer({ min: 1, max: 500_000_000 })
    fc.assert(
      fc.property(addresses, addresses, fc.nat(5e9), (one, other, keep) => {
        const [few, many] = [Math.min(one, other), Math.max(one, other)].map((addresses) =>
          estimate({ addresses }, { keep, left: keep }, nothing)
        )
        assert.isAtMost(few!.diskAfterBytes!, many!.diskAfterBytes!)
        assert.isAtMost(few!.diskDuringBytes!, many!.diskDuringBytes!)
        assert.isAtMost(few!.seconds!, many!.seconds!)
        assert.isAbove(few!.diskDuringBytes!, few!.diskAfterBytes!)
        assert.isAtLeast(few!.diskAfterBytes!, keep)
      })
    )
  })

  it("MUST be based on this installation's earlier speed, if there is any", () => {
    const own = estimate({ addresses: 10_000 }, { keep: 0, left: 8e6 }, { rate: 5_000, download: 1e6 })
    assert.strictEqual(own.seconds, 10)
    assert.include(own.secondsBasis, "as in earlier runs here")
    const usual = estimate({ addresses: 10_000 }, { keep: 0, left: 8e6 }, nothing)
    assert.include(usual.secondsBasis, "plus the time to download")
  })

  it("MUST not be based on runs that are over before they are at speed, such as the starter's", () => {
    const run = (read: number, seconds: number) =>
      ({ outcome: "published", read, startedAt: 0, endedAt: seconds * 1000, phases: [] }) as const
    assert.deepStrictEqual(experienceOf([run(4_220, 2)]), nothing)
    assert.deepStrictEqual(experienceOf([run(4_220, 2), run(100_000, 10)]), { ...nothing, rate: 10_000 })
    const germany = estimate({ addresses: 19_000_000 }, { keep: 0, left: 0 }, experienceOf([run(4_220, 2)]))
    assert.strictEqual(germany.seconds, 1_900)
  })

  it("MUST be shown with two significant digits", () => {
    const told = [0, 999, 1_323_403, 4.4e9, 7.77e12].map(aboutBytes)
    assert.deepStrictEqual(told, ["about 0 bytes", "about 1,000 bytes", "about 1.3 MB", "about 4.4 GB", "about 7.8 TB"])
    assert.deepStrictEqual([0, 61, 300, 7_200, 4e5].map(aboutSeconds), [
      "about 1 second",
      "about 61 seconds",
      "about 5 minutes",
      "about 2 hours",
      "about 5 days"
    ])
  })
})

const now: Circumstances = {
  settings: [],
  names: new Set(),
  downloads: [],
  freeBytes: 1e9,
  experience: { rate: undefined, download: undefined },
  salt: "here",
  published: new Map([["CH", 7]])
}
const map = entryOf({ id: "geofabrik:ch", bytes: 1_000, addresses: 10 })
const [address] = addressesOf(map)

describe("a plan", () => {
  it("MUST run at different hours in different installations", () => {
    const crons = Array.from({ length: 20 }, (_, i) => planOf(map, [map], { ...now, salt: String(i) }).cron)
    assert.isAbove(new Set(crons).size, 15)
  })

  it("MUST count files that are already on disk", () => {
    const kept = {
      id: "1",
      url: address!,
      host: "download.geofabrik.de",
      source: "ch-openstreetmap",
      bytes: 400,
      totalBytes: 1_000,
      complete: false,
      inUse: false,
      fetchedAt: 0,
      changedAt: null
    }
    assert.strictEqual(planOf(map, [map], { ...now, downloads: [kept] }).keptBytes, 400)
    assert.strictEqual(planOf(map, [map], { ...now, downloads: [{ ...kept, url: "http://other/" }] }).keptBytes, 0)
  })

  it("MUST find the source made from the entry, by its name or its data, and keep its options", () => {
    const command = { configuredBy: "command", type: "openstreetmap" } as const
    const changed = { ...command, name: "ch-openstreetmap", options: { location: "/a", countries: ["CH"] } }
    const byName = planOf(map, [map], { ...now, settings: [changed], names: new Set(["ch-openstreetmap"]) })
    assert.deepStrictEqual(byName.existing, { sourceName: "ch-openstreetmap", published: 7 })
    assert.deepStrictEqual(byName.options, changed.options)
    // The same options, as the database returns them: with members in another order.
    const { location } = map.options
    const own = { ...command, name: "swiss", options: { countries: ["CH"], adminLevels: {}, location: location! } }
    assert.strictEqual(planOf(map, [map], { ...now, settings: [own] }).sourceName, "swiss")
    const other = { ...command, name: "swiss", options: { countries: ["LI"], location: location! } }
    assert.isNull(planOf(map, [map], { ...now, settings: [other] }).existing)
    const taken = { ...command, type: "file", name: "ch-openstreetmap", options: {} }
    const renamed = planOf(map, [map], { ...now, settings: [taken], names: new Set(["ch-openstreetmap"]) })
    assert.deepInclude(renamed, { sourceName: "ch-openstreetmap-2", existing: null })
  })

  it("MUST have no schedule if a person downloads the data", () => {
    const byHand = entryOf({ ...map, access: { kind: "byHand", what: "Fetch it." } })
    assert.deepInclude(planOf(byHand, [byHand], now), { cron: null, rhythm: null })
  })
})
