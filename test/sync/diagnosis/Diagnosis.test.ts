import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { RunOutcome } from "../../../schemas/RunOutcome.ts"
import { isForHome, StatedKind } from "../../../schemas/StatedEvidence.ts"
import { sourceTypes } from "../../../src/Sources.ts"
import { diagnose, verdictOf } from "../../../src/sync/diagnosis/Diagnosis.ts"
import { words } from "../../../src/sync/diagnosis/Reasons.ts"
import { kinds, type Subject } from "../../../src/sync/diagnosis/Subject.ts"
import { leftOut, mentioned } from "../../../src/sync/diagnosis/Thresholds.ts"
import { type RejectReason, rejectReasons } from "../../../src/sync/normalize/KeptRecord.ts"
import { noFacts } from "../../../src/sync/read/Noticed.ts"
import type { RunFacts } from "../../../src/sync/run/Run.ts"

interface Told {
  readonly rejected?: Readonly<Record<string, number>>
  readonly kept?: number
  readonly facts?: Partial<RunFacts>
  readonly more?: Partial<Subject>
}

const subjectOf = ({ facts, kept = 0, more, rejected = {} }: Told): Subject => ({
  country: "CH",
  outcome: "published",
  findings: [],
  message: undefined,
  totals: {
    kept,
    rejected,
    read: kept + Object.values(rejected).reduce((sum, count) => sum + count, 0),
    facts: { ...noFacts, evidence: kept === 0 ? {} : { building: kept }, ...facts }
  },
  ...more
})

const typed = (type: string, options: Readonly<Record<string, unknown>> = {}) => ({ configured: { type, options } })

const attentions = (subject: Subject) => diagnose(subject).filter(({ severity }) => severity === "attention")

const verdictFor = (subject: Subject) => verdictOf(subject.outcome, diagnose(subject))

const types = [...sourceTypes.map(({ type }) => type), "code"]

describe("Every reason for a rejection, in every type of source", () => {
  it("MUST concern all types that can be configured", () => {
    assert.deepStrictEqual([...kinds].sort(), types.toSorted())
  })

  it("MUST be reported in a sentence with its share and a remedy", () => {
    assert.deepStrictEqual(Object.keys(words).sort(), [...rejectReasons].sort())
    for (const type of types) {
      for (const reason of rejectReasons) {
        const found = diagnose(
          subjectOf({ rejected: { [reason]: 99 }, kept: 1, more: typed(type, { register: "nl-bag" }) })
        )
        const repeats = reason === "duplicate" && (type === "openstreetmap" || type === "overture")
        const [first, ...rest] = found.filter(({ severity }) => severity === (repeats ? "info" : "attention"))
        if (repeats) assert.isEmpty(found.filter(({ severity }) => severity === "attention"))
        assert.deepInclude(first, { code: reason, share: 0.99 }, `${type} ${reason}`)
        assert.match(first!.sentence, /^99 percent of the records \S.*\.$/)
        assert.match(first!.cure!, /^\S.*[.]$/, `${type} ${reason}`)
        assert.isEmpty(rest, `${type} ${reason}`)
        assert.notMatch(`${first!.sentence}${first!.cure!}`, /undefined|\$\{| {2}|\.\./)
      }
    }
  })

  it("MUST ask for no attention where the data repeat addresses by their nature, and hide no loss behind that", () => {
    for (const type of ["openstreetmap", "overture"]) {
      const repeated = subjectOf({ rejected: { duplicate: 55 }, kept: 45, more: typed(type) })
      assert.isEmpty(attentions(repeated), type)
      const [first] = attentions(
        subjectOf({ rejected: { duplicate: 55, "missing-city": 30 }, kept: 15, more: typed(type) })
      )
      assert.deepInclude(first, { code: "missing-city", share: 0.3 }, type)
    }
    const [first] = attentions(subjectOf({ rejected: { duplicate: 55 }, kept: 45, more: typed("openaddresses") }))
    assert.deepInclude(first, { code: "duplicate", share: 0.55 })
  })

  it("MUST name only options that the type has", () => {
    for (const { options, type } of sourceTypes) {
      const known = new Set(Object.keys((options as unknown as { fields: object }).fields))
      for (const reason of rejectReasons) {
        const [first] = diagnose(
          subjectOf({ rejected: { [reason]: 99 }, kept: 1, more: typed(type, { register: "nl-bag" }) })
        )
        for (const [, name] of first!.cure!.matchAll(/`([a-zA-Z.]+)`/g)) {
          const top = name!.split(".")[0]!
          // A name may also be a member of `mapping.format` or `mapping.position`, or a type.
          const isMember = ["delimiter", "quote", "skipLines", "type", "x", "y", "required", "unit"].includes(top)
          assert.isTrue(
            known.has(top) || isMember || types.includes(top) || top === "nl-bag",
            `${type} ${reason}: ${name}`
          )
        }
      }
    }
  })
})

describe("A diagnosis", () => {
  it("MUST say what the records lack, and which option of the type supplies it", () => {
    const lacking = { "missing-city": 990, "malformed-postcode": 2 }
    const [osm] = diagnose(subjectOf({ rejected: lacking, kept: 8, more: typed("openstreetmap") }))
    assert.strictEqual(osm!.sentence, "99 percent of the records have no city.")
    assert.match(osm!.cure!, /^Set `city`, or use the extract of the whole state/)
    const [file] = diagnose(subjectOf({ rejected: lacking, kept: 8, more: typed("file") }))
    assert.match(file!.cure!, /`mapping\.fields\.city`/)
    const narrow = typed("openaddresses", { derive: ["polygon"] })
    const [derived] = diagnose(subjectOf({ rejected: lacking, kept: 8, more: narrow }))
    assert.match(derived!.cure!, /add `agreement` to `derive`/)
  })

  it("MUST name the mistake behind a rejection if nearly all rejected records are alike", () => {
    const cases: ReadonlyArray<readonly [RejectReason, string, RegExp, RegExp]> = [
      ["coordinates-outside-country", "swapped", /swapped, they would be in Switzerland/, /Swap `x` and `y`/],
      ["coordinates-outside-country", "in-FR", /they are in France \(FR\)/, /`mapping\.country` to "FR"/],
      ["coordinates-out-of-range", "projected", /not degrees/, /`mapping\.projection`/],
      ["coordinates-outside-country", "sign", /one sign reversed/, /negative/],
      ["coordinates-out-of-range", "zero", /both are 0/, /`mapping\.position`/],
      ["missing-house-number", "empty", /no part of an address/, /`mapping\.fields`/],
      ["text-too-long", "delimiter", /several columns were read as one/, /`mapping\.format\.delimiter`/],
      ["missing-house-number", "number-in-street", /part of the street/, /pattern/],
      ["malformed-house-number", "numeric-street", /swapped/, /`mapping\.fields\.houseNumber`/],
      ["malformed-house-number", "date", /dates/, /spreadsheet/],
      ["malformed-postcode", "postcode-in-city", /swapped/, /`mapping\.fields\.postcode`.*`mapping\.fields\.city`/],
      ["malformed-postcode", "zero-lost", /zeros/, /spreadsheet/],
      ["malformed-postcode", "decimal", /decimal/, /text/]
    ]
    for (const [reason, clue, cause, cure] of cases) {
      const facts = { clues: { [reason]: { [clue]: 80, none: 20 } } }
      const [first] = diagnose(subjectOf({ rejected: { [reason]: 100 }, facts, more: typed("file") }))
      assert.match(first!.sentence, cause)
      assert.match(first!.cure!, cure)
      // A clue must hold for most of the records.
      const few = { clues: { [reason]: { [clue]: 60, none: 40 } } }
      assert.notMatch(
        diagnose(subjectOf({ rejected: { [reason]: 100 }, facts: few, more: typed("file") }))[0]!.sentence,
        cause
      )
    }
  })

  it("MUST report several reasons together if none accounts for most", () => {
    const rejected = { "missing-city": 30, "coordinates-outside-country": 28 }
    const [first] = diagnose(subjectOf({ rejected, kept: 42 }))
    assert.deepInclude(first, { severity: "attention", code: "mostly-rejected", share: 0.58 })
    assert.match(
      first!.sentence,
      /^58 percent .* 30 percent have no city; 28 percent are outside Switzerland \(CH\)\.$/
    )
  })

  it("MUST not report what rules leave out as a loss, unless it is nearly everything or nothing was kept", () => {
    assert.strictEqual(verdictFor(subjectOf({ rejected: { filtered: 80 }, kept: 20, more: typed("register") })), "good")
    assert.strictEqual(verdictFor(subjectOf({ rejected: { filtered: 97 }, kept: 3 })), "attention")
    assert.strictEqual(verdictFor(subjectOf({ rejected: { filtered: 3 } })), "attention")
    // A real loss is still reported beside it.
    const hidden = subjectOf({ rejected: { filtered: 80, "missing-city": 15 }, kept: 5 })
    assert.strictEqual(attentions(hidden)[0]!.code, "missing-city")
  })

  it("MUST say that nothing was read, for every type", () => {
    for (const type of types) {
      const [first] = diagnose(subjectOf({ more: typed(type) }))
      assert.deepInclude(first, { severity: "attention", code: "nothing-read", share: null })
      assert.isNotEmpty(first!.cure)
    }
  })

  it("MUST say for every type how its addresses become homes if none is one", () => {
    const cures = {
      openstreetmap: /buildings/,
      overture: /`buildings`/,
      openaddresses: /`evidence`/,
      register: /`declaredHomes`/,
      file: /`mapping\.evidence`/,
      code: /`evidence`/
    } as const
    for (const [type, cure] of Object.entries(cures)) {
      const homeless = subjectOf({
        kept: 10,
        facts: { evidence: { none: 10 } },
        more: { ...typed(type), pool: { homes: 0, homesBefore: 0 } }
      })
      const [first, ...rest] = attentions(homeless)
      assert.deepInclude(first, { code: "no-homes", share: 1 })
      assert.match(first!.sentence, /no evidence of being a home/)
      assert.match(first!.cure!, cure)
      assert.isEmpty(rest)
    }
    const weak = typed("overture", { weakestEvidence: "building" })
    assert.match(
      attentions(subjectOf({ kept: 9, facts: { evidence: { none: 9 } }, more: weak }))[0]!.cure!,
      /`weakestEvidence`.*`building`/
    )
    const shops = attentions(subjectOf({ kept: 9, facts: { evidence: { against: 9 } } }))
    assert.match(shops[0]!.sentence, /shops, offices or other uses/)
  })

  it("MUST say what became of the pool", () => {
    const pool = (homes: number, homesBefore: number, more: Partial<Subject> = {}) =>
      subjectOf({ kept: 10, more: { pool: { homes, homesBefore }, ...more } })
    assert.strictEqual(verdictFor(pool(60, 100)), "good")
    assert.match(attentions(pool(40, 100))[0]!.sentence, /lost most of its homes: 40 are left of 100/)
    assert.strictEqual(attentions(pool(0, 0))[0]!.code, "pool-without-homes")
    const strict = attentions(pool(0, 0, { weakest: "register" }))
    assert.match(strict[0]!.sentence, /requires `register` evidence or stronger/)
    // Whoever published despite the gates has already seen this.
    assert.strictEqual(verdictFor(pool(40, 100, { findings: ["Its records fall."] })), "good")
  })

  it("MUST report garbled text, assumed homes, few homes and records without positions", () => {
    const garbled = attentions(subjectOf({ kept: 100, facts: { garbled: 40 }, more: typed("file") }))
    assert.deepInclude(garbled[0], { code: "garbled-text", share: 0.4 })
    assert.match(garbled[0]!.cure!, /`mapping\.format\.encoding`/)
    const assumed = diagnose(subjectOf({ kept: 10, facts: { evidence: { assumed: 10 } }, more: typed("overture") }))
    assert.deepInclude(assumed[0], { severity: "info", code: "assumed-homes" })
    assert.match(assumed[0]!.cure!, /^Set `buildings`/)
    const codes = (facts: Partial<RunFacts>) => diagnose(subjectOf({ kept: 100, facts })).map(({ code }) => code)
    assert.deepStrictEqual(codes({ evidence: { none: 96, building: 4 } }), ["few-homes"])
    assert.deepStrictEqual(codes({ lacking: { position: 100 } }), ["no-positions"])
    assert.deepStrictEqual(codes({ garbled: 1, lacking: { position: 90 }, evidence: { none: 90, building: 10 } }), [])
  })

  it("MUST explain each outcome", () => {
    const outcome = (of: RunOutcome, more: Partial<Subject> = {}) =>
      subjectOf({ kept: 10, more: { outcome: of, ...more } })
    const verdicts = RunOutcome.literals.map((of) => [
      of,
      verdictFor(outcome(of, { message: "It broke.", findings: of === "gated" ? ["It lost."] : [] }))
    ])
    assert.deepStrictEqual(Object.fromEntries(verdicts), {
      running: "running",
      published: "good",
      unchanged: "good",
      "dry-run": "good",
      gated: "attention",
      cancelled: "attention",
      failed: "failed",
      interrupted: "failed"
    })
    assert.match(diagnose(outcome("gated", { findings: ["It lost."] }))[0]!.sentence, /It lost\.$/)
    assert.strictEqual(
      diagnose(outcome("failed", { message: "The file ends too soon." }))[0]!.sentence,
      "The file ends too soon."
    )
    assert.strictEqual(verdictFor(outcome("dry-run", { findings: ["It lost."] })), "attention")
  })
})

const counts = (names: ReadonlyArray<string>) => fc.dictionary(fc.constantFrom(...names), fc.nat(200), { maxKeys: 6 })

const subjects = fc
  .record({
    kept: fc.nat(300),
    rejected: counts([...rejectReasons, "made-up-by-a-plug-in"]),
    evidence: counts([...StatedKind.literals, "none"]),
    outcome: fc.constantFrom(...RunOutcome.literals),
    type: fc.constantFrom(...types),
    homes: fc.nat(300),
    homesBefore: fc.option(fc.nat(300), { nil: undefined }),
    findings: fc.constantFrom([], ["Its records fall."])
  })
  .map(({ evidence, findings, homes, homesBefore, kept, outcome, rejected, type }) =>
    subjectOf({
      kept,
      rejected,
      facts: { evidence: kept === 0 ? {} : { ...evidence, none: (evidence["none"] ?? 0) + 1 } },
      more: { ...typed(type), outcome, findings, pool: outcome === "published" ? { homes, homesBefore } : undefined }
    })
  )

/** Most of what rules do not leave out is lost, though it is a small share of everything. */
const fewLost = subjectOf({ kept: 1, rejected: { "malformed-record": 2, filtered: 38 } })

const law = (name: string, holds: (subject: Subject) => void) =>
  it(name, () => fc.assert(fc.property(subjects, holds), { numRuns: 300, examples: [[fewLost]] }))

describe("Whatever a run has counted, its diagnosis", () => {
  law("MUST never be good if most was rejected, or the pool has no homes or lost most of them", (subject) => {
    const { facts, kept, read, rejected } = subject.totals
    const filtered = rejected["filtered"] ?? 0
    // Maps give an address several times by their nature.
    const isMap = ["openstreetmap", "overture"].includes(subject.configured?.type ?? "")
    const repeated = isMap && kept > 0 ? (rejected["duplicate"] ?? 0) : 0
    const lost = read - kept - filtered - repeated
    const homes = Object.entries(facts!.evidence).filter(([kind]) =>
      StatedKind.literals.some((one) => one === kind && isForHome(one))
    )
    const homeless = kept > 0 && homes.every(([, count]) => count === 0)
    const { pool } = subject
    const poolLost =
      pool?.homesBefore !== undefined && pool.homes < pool.homesBefore / 2 && subject.findings.length === 0
    const isBad =
      read === 0 ||
      kept === 0 ||
      lost > (read - filtered - repeated) / 2 ||
      filtered > leftOut * read ||
      homeless ||
      pool?.homes === 0 ||
      poolLost
    if (["published", "dry-run", "gated"].includes(subject.outcome) && isBad) {
      assert.notStrictEqual(verdictFor(subject), "good")
    }
  })

  law("MUST be the same every time it is made", (subject) => {
    assert.deepStrictEqual(diagnose(structuredClone(subject)), diagnose(subject))
  })

  law("MUST have shares that add up to at most all records, with each reason once", (subject) => {
    const { kept, read, rejected } = subject.totals
    const found = diagnose(subject)
    const codes = found.map(({ code }) => code)
    assert.strictEqual(new Set(codes).size, codes.length)
    const ofReasons = found.filter(({ code }) => rejectReasons.some((reason) => reason === code))
    const sum = ofReasons.reduce((total, { share }) => total + share!, 0)
    if (read > 0) assert.isAtMost(sum, (read - kept) / read + 1e-9)
    for (const { code, severity, share } of ofReasons) {
      if (code !== "malformed-record") assert.strictEqual(share, rejected[code]! / read)
      assert.isTrue(share! >= mentioned || severity === "attention")
    }
  })

  law("MUST put problems before the rest, in complete sentences", (subject) => {
    const found = diagnose(subject)
    const severities = found.map(({ severity }) => severity)
    assert.deepStrictEqual(severities, severities.toSorted())
    for (const { cure, sentence } of found) {
      assert.match(sentence, /^[A-Z0-9].*\.$/)
      assert.isTrue(cure === null || /^[A-Z0-9].*\.$/.test(cure), String(cure))
    }
  })
})
