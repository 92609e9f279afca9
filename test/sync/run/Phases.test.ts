import { assert, describe, it } from "@effect/vitest"
import { noTotals } from "../../../src/sync/read/Tally.ts"
import { keptDownload, makePhases } from "../../../src/sync/run/Phases.ts"

const transfer = (done: number, total: number | null = 10_000) => ({ url: "a", done, total })
const counted = (read: number) => ({ ...noTotals, read })

describe("Phases of a run", () => {
  it("MUST weigh progress less the older it is, by half every three seconds", () => {
    const phases = makePhases(undefined)
    phases.transferred(transfer(0), 0)
    phases.transferred(transfer(100), 1000)
    assert.deepInclude(phases.all(1000)[0], { rate: 100, secondsLeft: 99 })
    phases.transferred(transfer(1000), 4000)
    assert.deepInclude(phases.all(4000)[0], { rate: 200, secondsLeft: 45 })
    // An interval below a fifth of a second is too short to measure; its progress counts in the next one.
    phases.transferred(transfer(1600), 4199)
    assert.strictEqual(phases.all(4199)[0]!.rate, 200)
    assert.strictEqual(phases.all(7000)[0]!.rate, 200)
    // A server may send more than it has announced.
    phases.transferred(transfer(60_000), 8000)
    assert.deepInclude(phases.all(8000)[0], { rate: null, secondsLeft: null })
  })

  it("MUST tell neither speed nor time once a file is read to its end, while its records are still worked on", () => {
    const phases = makePhases(undefined)
    phases.read({ place: "a", done: 0, total: 684 }, 0)
    phases.read({ place: "a", done: 342, total: 684 }, 1000)
    assert.deepInclude(phases.all(1000)[0], { rate: 342, secondsLeft: 1 })
    phases.read({ place: "a", done: 684, total: 684 }, 2000)
    for (const now of [2000, 9000]) assert.deepInclude(phases.all(now)[0], { rate: null, secondsLeft: null })
    phases.ended(2000)
    assert.deepInclude(phases.all(9000)[0], { rate: 342, secondsLeft: null })
  })

  it("MUST show what a finished phase did in a second, and neither for one of no time", () => {
    const phases = makePhases(undefined)
    phases.transferred(transfer(500), 0)
    phases.counted(counted(1), 2000)
    phases.ended(2000)
    const [download, reading] = phases.all(9000)
    assert.deepInclude(download, { rate: 250, secondsLeft: null, startedAt: 0, endedAt: 2000 })
    assert.deepInclude(reading, { rate: null, secondsLeft: null, startedAt: 2000, endedAt: 2000 })
  })

  it("MUST take up a phase again from where it stands, with its rate", () => {
    const phases = makePhases(undefined)
    phases.transferred(transfer(0), 0)
    phases.transferred(transfer(100), 1000)
    phases.all(1000)
    phases.counted(counted(1), 1000)
    phases.transferred(transfer(5000), 60_000)
    assert.deepInclude(phases.all(60_000).at(-1), { phase: "downloading", startedAt: 0, endedAt: null, rate: 100 })
    phases.transferred(transfer(5100), 61_000)
    assert.approximately(phases.all(61_000).at(-1)!.rate!, 100, 1e-9)
    assert.strictEqual(phases.count(), 2)
  })

  it("MUST measure reading by what the source tells of its place, else by records, of as many as are expected", () => {
    const told = makePhases(1000)
    told.read({ place: "a", done: 10, total: 50 }, 0)
    told.read({ place: "b", done: 5, total: 20 }, 0)
    told.counted(counted(7), 1)
    assert.deepInclude(told.all(1)[0], { phase: "reading", done: 15, total: 70, unit: "bytes" })
    told.read({ place: "b", done: 6, total: 20 }, 2)
    assert.deepInclude(told.all(2)[0], { done: 16, total: 70 })

    const untold = makePhases(1000)
    untold.counted(counted(1000), 0)
    assert.deepInclude(untold.all(0)[0], { phase: "reading", done: 1000, total: 1000, unit: "records" })
    untold.counted(counted(1001), 1)
    assert.deepInclude(untold.all(1)[0], { done: 1001, total: null })
  })

  it("MUST not go back to reading while what was read is checked and published", () => {
    const phases = makePhases(undefined)
    phases.counted(counted(3), 0)
    phases.begun("checking", 1, { done: 0, total: 3, unit: "addresses" })
    phases.counted(counted(3), 2)
    assert.strictEqual(phases.present(), "checking")
    phases.begun("publishing", 3, { done: 0, total: 7, unit: "steps" })
    phases.counted(counted(3), 4)
    assert.strictEqual(phases.present(), "publishing")
    // Publishing begins only after all checks have passed.
    assert.deepInclude(phases.all(4)[1], { phase: "checking", done: 3, total: 3, endedAt: 3 })
    assert.deepInclude(phases.all(4)[2], { done: 0, total: 7, unit: "steps", secondsLeft: null })
  })

  it("MUST have fetched parts beside reading only while the source is read and nobody knows how much there is", () => {
    const phases = makePhases(undefined)
    assert.strictEqual(phases.present(), "reading")
    phases.transferred(transfer(10, null), 0)
    assert.strictEqual(phases.present(), "downloading")
    phases.counted(counted(5), 10)
    phases.transferred(transfer(20, null), 20)
    assert.strictEqual(phases.present(), "reading")
    assert.deepInclude(phases.all(20)[0], { phase: "downloading", done: 20, total: null, endedAt: 10 })
    phases.transferred(transfer(30, 40), 30)
    assert.strictEqual(phases.present(), "downloading")
  })

  it("MUST say what of a download is kept: all, some or nothing", () => {
    const [download] = (() => {
      const phases = makePhases(undefined)
      phases.transferred(transfer(2_000_000, 4_000_000), 0)
      return phases.all(0)
    })()
    assert.deepStrictEqual(keptDownload([]), [])
    assert.deepStrictEqual(keptDownload([{ ...download!, done: 0 }]), [])
    assert.match(
      keptDownload([download!])[0]!,
      /^2 of 4 MB have been downloaded and are kept; the next run continues from there\.$/
    )
    assert.match(keptDownload([{ ...download!, done: 4_000_000 }])[0]!, /^The download \(4 MB\) is kept\.$/)
  })
})
