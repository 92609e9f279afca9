import { assert, describe, it } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, FileSystem, Path, Schema } from "effect"
import { TestConsole } from "effect/testing"
import { generateKeyPairSync } from "node:crypto"
import { type Held, reportOf, subjectOf } from "../../../properties/report/Assemble.ts"
import { badge } from "../../../properties/report/Badge.ts"
import { writeReport } from "../../../properties/report/Directory.ts"
import { junit } from "../../../properties/report/JUnit.ts"
import { page, rareness } from "../../../properties/report/Page.ts"
import { Report } from "../../../properties/report/Report.ts"
import { newKeys, privateKey, signatureFile } from "../../../properties/report/Signature.ts"
import { report as command } from "../../../src/cli/properties/ReportCommand.ts"
import { PropertyFailed } from "../../../properties/Bridge.ts"
import { SubjectFailure } from "../../../properties/Subject.ts"
import { sayIfLimited } from "../../../src/cli/properties/HoldDeployment.ts"
import { summary, tell } from "../../../src/cli/properties/Reporting.ts"
import { runCommand } from "../../support/RunCommand.ts"

const run = runCommand(command)

const held = (promise: string, more: Partial<Held> = {}): Held => ({
  promise,
  outcome: "kept",
  seconds: 1.26,
  trials: [],
  findings: [],
  again: `doorstep properties --only "${promise}"`,
  ...more
})

const look = { draws: 500, statistic: 9.5, degrees: 11, p: 0.5771, verdict: "unsuspicious" } as const

const deployment = subjectOf(
  {
    kind: "deployment",
    name: "https://addresses.example.com",
    product: "Doorstep <0.1.0> & more",
    country: "US",
    facts: [{ name: "Pool version", value: "7" }],
    pools: [
      { country: "DE", homes: 5 },
      { country: "US", poolVersion: 7, homes: 99 }
    ],
    seeds: [{ poolVersion: 7, request: { country: "US", filters: {}, seed: "s" }, answer: "{}" }]
  },
  [
    held("MUST refuse a revoked token", { outcome: "untold", because: "Needs a revoked token." }),
    held("MUST refuse requests without a valid token", {
      trials: [
        { tried: 10, asked: 10 },
        { tried: 5, asked: 5 }
      ]
    }),
    held("MUST return all of a small selection", {
      outcome: "broken",
      found: 'us-1 is <missing> & "gone"\u0007',
      evidence: '{"id":"us-1"}'
    }),
    held("MUST vary without a seed"),
    held("MUST draw each address of a small selection with the same probability", {
      outcome: "fewer",
      findings: [
        {
          _tag: "Test",
          scope: "US cityId=c-1",
          road: "single draws",
          cells: 12,
          looks: [look],
          independent: true,
          detects: 0.0812
        },
        { _tag: "Caveat", text: "No district was met." },
        { _tag: "Answers", answers: 3000 }
      ]
    }),
    held("SHOULD give addresses that pass the rules of shop checkouts", { outcome: "warned", found: "Six fail." })
  ]
)

/** What one level says of these laws, which are all its. */
const levelOf = (...laws: ReadonlyArray<Held>) =>
  subjectOf({ kind: "deployment", name: "a", product: "b", country: "US", facts: [], pools: [], seeds: [] }, laws)
    .levels[0]

const source = subjectOf(
  { kind: "source", name: "alpha", product: "./Alpha.ts", country: "DE", facts: [], pools: [], seeds: [] },
  [
    held("MUST give at least one record"),
    held("MUST have its coordinates in the country that it declares", {
      outcome: "unread",
      because: "It cannot be read."
    })
  ]
)

const about = { madeAt: "2026-11-22T18:00:00.000Z", run: { seed: 5, seconds: 61 }, suiteVersion: "0.1.0" }
const report = reportOf(about, [deployment, source])

describe("A report", () => {
  it("MUST say which levels are reached: those with nothing broken, and something kept", () => {
    const reached = ({ levels }: typeof deployment) => levels.filter((one) => one.reached).map(({ level }) => level)
    assert.deepStrictEqual(reached(deployment), ["Contract", "Uniform"])
    assert.deepStrictEqual(reached(source), ["Complete"])
    assert.deepInclude(deployment.levels[0], { kept: 1, broken: 0, untold: 1 })
    assert.deepInclude(deployment.levels[1], { level: "Core", kept: 1, broken: 1, reached: false })
    assert.deepInclude(deployment.levels[4], { level: "Honest", kept: 0, broken: 0, untold: 1 })
    assert.deepInclude(source.levels[2], { level: "Placed", broken: 1 })
  })

  it("MUST not say that a level is reached of which the time did not suffice for a law", () => {
    const kept = held("MUST refuse requests without a valid token")
    const untold = held("MUST refuse a revoked token", { outcome: "untold", because: "No time was left." })
    const late = { ...untold, late: true } as const
    assert.deepInclude(levelOf(kept, untold), { reached: true })
    assert.deepInclude(levelOf(kept, late), { level: "Contract", reached: false, kept: 1, broken: 0, untold: 1 })
    assert.strictEqual(summary([kept, late]), "1 law kept, 0 broken, 1 not tested because the time was used up.")
  })

  it.effect("MUST not call a law broken of which no case has ended in time, and say what it needs", () =>
    Effect.gen(function* () {
      const untried = new PropertyFailed({
        message: "No case.",
        seed: 1,
        path: "",
        counterexample: undefined,
        cause: 0
      })
      const law = { promise: "MUST be fast", holds: Effect.fail(untried) }
      const needs = Effect.succeed("Needs a --token with a higher limit.")
      const inTime = yield* tell(law, () => "again", { milliseconds: 1000, needs })
      assert.deepInclude(inTime, { outcome: "untold", late: true, because: "Needs a --token with a higher limit." })
      assert.match((yield* tell(law, () => "again")).because ?? "", /^Needs more time: .+FC_SECONDS/)
      const gone = { promise: "p", holds: Effect.fail(new SubjectFailure({ message: "Nobody.", unreachable: true })) }
      assert.deepInclude(yield* tell(gone, () => "again"), { outcome: "unread", because: "Nobody." })
    })
  )

  it.effect("MUST say once what several laws need, and refer to it for the others", () =>
    Effect.gen(function* () {
      const because = "It asks no host. Needs an HttpClient."
      const reasons = new Map<string, string>()
      for (const promise of ["MUST read every page", "MUST give every item"]) {
        const law = { promise, holds: Effect.succeed({ because }) }
        assert.strictEqual((yield* tell(law, () => "again", undefined, reasons)).because, because)
      }
      assert.deepStrictEqual((yield* TestConsole.logLines).map(String), [
        `– MUST read every page\n    ${because}`,
        '– MUST give every item\n    Needs what "MUST read every page" needs.'
      ])
    })
  )

  it.effect("MUST be preceded by a word about a token whose limit is too low for a run", () =>
    Effect.gen(function* () {
      const headers = { "ratelimit-limit": "600" }
      const send = () => Effect.succeed({ status: 200, headers, body: {} })
      for (const requests of [2000, 20_000]) yield* sayIfLimited({ send }, requests, 200)
      const said = (yield* TestConsole.logLines).map(String)
      assert.lengthOf(said, 1)
      assert.match(
        said[0]!.replaceAll("\n", " "),
        /limited to 600 requests per minute.+20,000.+a limit of 6,000 or more/
      )
    })
  )

  it("MUST have cases, p-values, detectable faults, counterexample and command of each law", () => {
    const [, cases, broken, , chance] = deployment.laws
    assert.deepStrictEqual(cases?.cases, { tried: 15, asked: 15 })
    assert.strictEqual(cases?.level, "Contract")
    assert.strictEqual(broken?.evidence, '{"id":"us-1"}')
    assert.include(broken?.again ?? "", "--only")
    assert.strictEqual(chance?.tests[0]?.looks[0]?.p, 0.5771)
    assert.strictEqual(chance?.tests[0]?.detects, 0.0812)
    assert.strictEqual(chance?.answers?.looked, 3000)
    assert.closeTo(chance?.answers?.rate ?? 1, 0.001, 1e-5)
    assert.strictEqual(chance?.seconds, 1.3)
  })

  it("MUST warn when a pass proves little", () => {
    const warnings = report.warnings.join("\n")
    assert.match(warnings, /US: No district was met\./)
    assert.match(warnings, /not tested: MUST refuse a revoked token\. Needs a revoked token\./)
    assert.match(warnings, /US: 1 laws were tested in fewer cases/)
    assert.match(warnings, /US: no law of Stable, Honest could be tested\./)
    assert.match(warnings, /US: the pool has 99 homes\./)
    assert.notMatch(warnings, /pool has 5 homes/)
    const silent = reportOf(about, [{ ...deployment, laws: [] }])
    assert.match(silent.warnings.join("\n"), /no statistical test was made/)
    // A source draws nothing, so that there is nothing to test.
    assert.notMatch(warnings, /no statistical test was made/)
  })

  it("MUST fit the schema that describes it", () => {
    const json = JSON.parse(JSON.stringify(Schema.encodeSync(Report)(report))) as unknown
    assert.deepStrictEqual(Schema.decodeUnknownSync(Report, { onExcessProperty: "error" })(json), report)
    assert.throws(() => Schema.decodeUnknownSync(Report)({ ...(json as object), version: 2 }))
  })

  it("MUST be well-formed JUnit XML, with a test case per law", () => {
    const xml = junit(report)
    assert.strictEqual(xml.match(/<testcase /g)?.length, 8)
    assert.include(xml, 'tests="6" failures="1" errors="0" skipped="1"')
    assert.include(xml, '<failure message="us-1 is &#60;missing&#62; &#38; &#34;gone&#34;">')
    assert.match(xml, /The same case again: doorstep properties --only &#34;MUST return all.+<\/failure>/)
    assert.include(xml, '<skipped message="It cannot be read."/>')
    assert.notInclude(xml, "\u0007")
    const open = Array.from(xml.matchAll(/<(\/?)([a-z-]+)[^<>]*?(\/?)>/g)).reduce<ReadonlyArray<string>>(
      (stack, [, closes, name = "", empty]) => {
        if (empty === "/") return stack
        if (closes !== "/") return [...stack, name]
        assert.strictEqual(stack.at(-1), name)
        return stack.slice(0, -1)
      },
      []
    )
    assert.deepStrictEqual(open, [])
  })

  it("MUST be a page that loads nothing, and shows text as text", () => {
    const html = page(report)
    assert.notMatch(html, /<script|<link|<img|@import|url\(|\ssrc=/)
    assert.include(html, "default-src 'none'")
    assert.include(html, "Doorstep &#60;0.1.0&#62; &#38; more")
    assert.include(html, "0.577")
    assert.include(html, "8.1 percent")
    assert.include(html, "3,000 responses checked: a fault as frequent as 1 in 1,002 would have shown")
    assert.include(html, "us-1 is &#60;missing&#62;")
    assert.include(html, "No district was met.")
    for (const { level } of [...deployment.levels, ...source.levels]) assert.include(html, `${level}</strong>`)
    assert.match(html, /in less than 1 in [\d,]+ runs/)
    assert.deepStrictEqual([0, 0.5, 0.02, 0.0001].map(rareness), ["never", "50 percent", "2.0 percent", "1 in 10,000"])
  })

  it("MUST have a badge with the levels that all of its subjects reach", () => {
    assert.match(badge(report), /<title>doorstep: Contract · Uniform · Complete, 2026-11-22<\/title>/)
    assert.include(badge(report), "#8a5a00")
    const all = reportOf(about, [{ ...source, levels: source.levels.map((one) => ({ ...one, reached: true })) }])
    assert.include(badge(all), "#1b6e3c")
    const none = reportOf(about, [{ ...source, levels: source.levels.map((one) => ({ ...one, reached: false })) }])
    assert.include(badge(none), "no level reached")
    assert.include(badge(none), "#b3261e")
  })
})

/** Writes a signed report into a folder of its own, and provides a way to verify it. */
const signedReport = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const folder = yield* fs.makeTempDirectoryScoped()
  const at = (name: string) => path.join(folder, name)
  const made = yield* run("keys", at("team"))
  assert.strictEqual(made.code, 0, made.said)
  const key = yield* privateKey("team.key", yield* fs.readFileString(at("team.key")))
  yield* writeReport(at("report"), report, key)
  const verify = (target: string, pem = "team.pub") => run("verify", at(target), "--key", at(pem))
  return { at, fs, verify }
})

const refused = ({ code, said }: { readonly code: number; readonly said: string }, expected: RegExp) => {
  assert.strictEqual(code, 1, said)
  assert.match(said, expected)
}

describe("A signed report", () => {
  it.live("MUST verify as unchanged, as a whole and file by file", () =>
    Effect.gen(function* () {
      const { at, fs, verify } = yield* signedReport
      const { code, said } = yield* verify("report")
      assert.strictEqual(code, 0, said)
      assert.match(
        said,
        /Unchanged since it was signed at 2026-11-22T18:00:00\.000Z: report\.json, junit\.xml, index\.html, badge\.svg\./
      )
      for (const file of ["report.json", "junit.xml", "index.html", "badge.svg"]) {
        assert.strictEqual((yield* verify(`report/${file}`)).code, 0, file)
      }
      assert.strictEqual(Number((yield* fs.stat(at("team.key"))).mode & 0o777), 0o600)
      // A private key contains the public one.
      assert.strictEqual((yield* verify("report", "team.key")).code, 0)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.live("MUST be refused if any byte of any file has changed, naming the file", () =>
    Effect.gen(function* () {
      const { at, fs, verify } = yield* signedReport
      for (const file of ["report.json", "junit.xml", "index.html", "badge.svg", signatureFile]) {
        const whole = yield* fs.readFile(at(`report/${file}`))
        for (const position of [0, 3, Math.floor(whole.length / 2), whole.length - 9, whole.length - 1]) {
          const changed = Uint8Array.from(whole)
          changed[position] = changed[position]! ^ 1
          yield* fs.writeFile(at(`report/${file}`), changed)
          refused(yield* verify("report"), new RegExp(`^${file.replace(".", "\\.")} (was|is not|names)`))
        }
        yield* fs.writeFile(at(`report/${file}`), whole)
      }
      assert.strictEqual((yield* verify("report")).code, 0)
      const text = yield* fs.readFileString(at(`report/${signatureFile}`))
      yield* fs.writeFileString(at(`report/${signatureFile}`), `${text}\n`)
      refused(yield* verify("report/badge.svg"), /signature\.json was changed/)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.live("MUST be refused with an extra file, with a missing file, and without its signature", () =>
    Effect.gen(function* () {
      const { at, fs, verify } = yield* signedReport
      yield* fs.writeFileString(at("report/more.txt"), "More.")
      refused(yield* verify("report"), /more\.txt is not among the signed files/)
      refused(yield* verify("report/more.txt"), /more\.txt is not among/)
      yield* fs.remove(at("report/more.txt"))
      yield* fs.remove(at("report/junit.xml"))
      refused(yield* verify("report"), /junit\.xml was signed, but does not exist/)
      assert.strictEqual((yield* verify("report/badge.svg")).code, 0)
      // A report that was made again without a key is not the one that was signed.
      yield* writeReport(at("report"), report)
      refused(yield* verify("report"), /signature\.json does not exist/)
      refused(yield* verify("nowhere"), /nowhere does not exist/)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.live("MUST be refused with a key other than the one it was signed with", () =>
    Effect.gen(function* () {
      const { at, fs, verify } = yield* signedReport
      yield* fs.writeFileString(at("other.pub"), newKeys().publicKey)
      refused(yield* verify("report", "other.pub"), /signature\.json was not signed with this key/)
      const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey
      yield* fs.writeFileString(at("rsa.pub"), rsa.export({ type: "spki", format: "pem" }).toString())
      refused(yield* verify("report", "rsa.pub"), /rsa\.pub is a key for rsa, but must be one for Ed25519/)
      yield* fs.writeFileString(at("none.pub"), "hello")
      refused(yield* verify("report", "none.pub"), /none\.pub is not a public key in PEM/)
      refused(yield* verify("report", "gone.pub"), /gone\.pub cannot be read: it does not exist/)
      refused(yield* run("keys", at("team")), /team\.key/)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
