import { cp, mkdtemp, readFile, realpath, rename, rm, writeFile } from "node:fs/promises"
import { readdirSync, readFileSync, renameSync } from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Stream } from "effect"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { scaffold } from "../../src/cli/scaffold/Scaffold.ts"
import { makeBoard } from "../../src/cli/watch/Board.ts"
import type { LawTried, TrialEvent } from "../../src/cli/watch/Trial.ts"
import { DoorstepProcess } from "./DoorstepProcess.ts"
import { addresses, ask, WatchPage } from "./WatchPage.ts"

describe("a page that does not read", () => {
  it("MUST have no more than the last trial left to read", () =>
    Effect.gen(function* () {
      const board = yield* makeBoard
      const pull = yield* Stream.toPull(board.events)
      const trial = (module: string): ReadonlyArray<TrialEvent> => [
        { type: "began", module },
        { type: "loaded", milliseconds: 1 }
      ]
      yield* Effect.forEach(trial("first"), board.tell)
      const read = [...(yield* pull)]
      yield* Effect.forEach([...trial("second"), ...trial("third")], board.tell)
      while (read.length < 4) read.push(...(yield* pull))
      assert.deepStrictEqual(read, [...trial("first"), ...trial("third")])
    }).pipe(Effect.scoped, Effect.runPromise))
})

describe("doorstep source watch", () => {
  let folder: string
  let module: string
  let original: string
  let watching: DoorstepProcess
  let url: string
  let page: WatchPage
  const change = (text: string) => writeFile(module, text)

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(Path.join(tmpdir(), "doorstep-test-watch-")))
    await scaffold({ name: "my-register", country: "DE", into: folder }).pipe(
      Effect.provide(NodeServices.layer),
      Effect.runPromise
    )
    module = Path.join(folder, "my-register/MyRegister.ts")
    original = await readFile(module, "utf8")
    watching = new DoorstepProcess(["source", "watch", module, "--port", "0"], {})
    url = (await watching.waitFor(/(http:\/\/127\.0\.0\.1:\d+\/)/))[1]!
    page = await WatchPage.open(url)
  })

  afterAll(async () => {
    await watching.signal("SIGKILL")
    await rm(folder, { recursive: true })
  })

  it("MUST show records as read and as addresses, rejected ones with reasons, and every law", async () => {
    const found = await page.next("records")
    assert.strictEqual(`${found.source} ${found.country}: ${found.kept} of ${found.read}`, "my-register DE: 6 of 8")
    assert.include(addresses(found), "Example Street 3a, 11111 Exampletown, Germany")
    assert.include(found.shown[0]!.raw, '"recordId": "A-1041"')
    assert.strictEqual(found.shown[0]!.evidence, "register")
    assert.deepStrictEqual(found.rejected.map(({ count, reason }) => `${count} ${reason}`).toSorted(), [
      "1 filtered",
      "1 missing-house-number"
    ])
    assert.match(found.rejected.find(({ reason }) => reason === "filtered")!.examples[0]!, /line 9 is a garage\.$/)
    const laws = (await page.rest()).filter((event): event is LawTried => event.type === "law")
    assert.isAbove(laws.length, 20)
    assert.deepStrictEqual(
      laws.filter(({ outcome }) => outcome === "broken" || outcome === "warned"),
      []
    )
    await watching.waitFor(/8 read, 6 kept, 2 rejected[\s\S]+Example Street 1, 11111[\s\S]+laws kept, 0 broken/)
  })

  it("MUST show a change of the code, with the law that it breaks and the evidence", async () => {
    await change(original.replace('row.get("id")', "crypto.randomUUID()").replace("`${row.place()} is", "`It is"))
    const found = await page.next("records")
    assert.strictEqual(found.rejected.find(({ reason }) => reason === "filtered")!.examples[0], "It is a garage.")
    const broken = await page.next("law", ({ outcome }) => outcome === "broken")
    assert.match(broken.promise, /^MUST give the same records with the same IDs/)
    assert.match(broken.message!, /^The second time, the same record had another ID/)
    await watching.waitFor(/✗ MUST give the same records/)
  })

  it("MUST show changes of imported modules, of missing files, and of the data", async () => {
    const imported = original.replace(/(from "doorstep\/sources"\n)/, '$1import { town } from "./Town.js"\n')
    await change(imported.replace('row.get("town")', "town"))
    assert.match((await page.next("failed")).message, /Cannot find module '.+Town\.js'/)
    const town = Path.join(folder, "my-register/Town.js")
    await writeFile(town, 'export const town = "Musterstadt\n')
    // Node reports a syntax error in JavaScript without its place.
    const wrong = await page.next("failed", ({ place }) => place !== undefined)
    assert.deepStrictEqual(wrong.place, { file: town, line: 1, text: 'export const town = "Musterstadt' })
    await writeFile(town, 'export const town = "Musterstadt"\n')
    assert.include(addresses(await page.next("records")), "Example Street 1, 11111 Musterstadt, Germany")
    const data = Path.join(folder, "my-register/addresses.csv")
    await writeFile(data, (await readFile(data, "utf8")).replace("A-1041,1,", "A-1041,77,"))
    await page.next("records", (event) => addresses(event).includes("Example Street 77, 11111 Musterstadt, Germany"))
  })

  it("MUST name the line that cannot be parsed, and keep running", async () => {
    const lines = original.split("\n")
    const mapping = lines.findIndex((line) => line.includes("const [longitude, latitude]"))
    const cases = [
      [`${original}enum Use { Dwelling }\n`, /enum is not supported.+a const object/, lines.length],
      [lines.toSpliced(mapping, 0, "  JSON.parse(row.place())").join("\n"), /is not valid JSON/, mapping + 1]
    ] as const
    for (const [text, message, line] of cases) {
      await change(text)
      const shown = text.split("\n")[line - 1]!
      const failed = await page.next("failed", (event) => event.place?.text === shown)
      assert.match(failed.message, message)
      assert.deepStrictEqual(failed.place, { file: module, line, text: shown })
    }
    await watching.waitFor(/MyRegister\.ts:\d+\n +enum Use/)
  })

  it("MUST say why the process under test ended, and keep running", async () => {
    const line = original.split("\n").length
    const cases = [
      ["process.exit(3)", /^It calls process\.exit\(3\)\. It has to throw, or to fail with a SourceError\.$/],
      ["void Promise.reject(new Error('lost'))", /^lost$/]
    ] as const
    for (const [text, message] of cases) {
      await change(`${original}${text}\n`)
      const failed = await page.next("failed", (event) => event.place?.text === text)
      assert.match(failed.message, message)
      assert.deepStrictEqual(failed.place, { file: module, line, text })
    }
    await change(`${original}process.kill(process.pid, "SIGKILL")\n`)
    await page.next("failed", ({ message }) => /ended by SIGKILL before it was done/.test(message))
    // An endless loop does not keep the next change from being tried.
    await change(`${original}console.error("loops now"); for (;;);\n`)
    await watching.waitFor(/loops now/)
  })

  it("MUST survive its whole folder being deleted and created again", async () => {
    const project = Path.dirname(module)
    await cp(project, `${project}-new`, { recursive: true, verbatimSymlinks: true })
    await rm(project, { recursive: true })
    await page.next("failed", ({ message }) => message.startsWith(`There is no file ${module}`))
    const change = (text: string, place: string) =>
      writeFile(Path.join(place, "MyRegister.ts"), original.replace("is a garage", text))
    const changed = (text: string) =>
      page.next("records", ({ rejected }) => rejected.some(({ examples }) => examples[0]!.includes(text)))
    await change("is no home", `${project}-new`)
    await rename(`${project}-new`, project)
    await changed("is no home")
    // This time the folder never disappears: it is replaced at once.
    await cp(project, `${project}-next`, { recursive: true, verbatimSymlinks: true })
    renameSync(project, `${project}-old`)
    renameSync(`${project}-next`, project)
    await change("is for a car", project)
    await changed("is for a car")
  })

  it("MUST show the current state to a page opened later", async () => {
    await page.next("done")
    const later = await WatchPage.open(url)
    assert.strictEqual((await later.next("records")).kept, 6)
    await later.next("done")
  })

  it("MUST serve only this machine's own pages, which load nothing but their own files", async () => {
    const answer = await ask(url)
    assert.strictEqual(answer.statusCode, 200)
    const policy = answer.headers["content-security-policy"]
    assert.match(String(policy), /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';/)
    assert.notMatch(String(policy), /unsafe|\*|https?:/)
    const { port } = new URL(url)
    assert.strictEqual((await ask(url, { host: `localhost:${port}` })).statusCode, 200)
    for (const path of ["", "watch.js", "events"]) {
      assert.strictEqual((await ask(url + path, { host: `evil.example:${port}` })).statusCode, 421)
      assert.strictEqual((await ask(url + path, { "sec-fetch-site": "cross-site" })).statusCode, 403)
      assert.strictEqual((await ask(url + path, {}, "POST")).statusCode, 404)
    }
    for (const path of ["..%2f..%2fpackage.json", "watch.html", "toString"]) {
      assert.strictEqual((await ask(url + path)).statusCode, 404)
    }
  })

  it("MUST end everything at Ctrl-C", async () => {
    const children = () =>
      readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .filter((name) => {
          try {
            const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8"))!
            return Number(parent) === watching.pid
          } catch {
            return false
          }
        })
    const isThere = (pid: string) => {
      try {
        // A process that has exited but was not yet reaped counts as gone.
        return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
      } catch {
        return false
      }
    }
    // A process in an endless loop hears no message.
    await change(`${original}console.error("loops to the end"); for (;;);\n`)
    await watching.waitFor(/loops to the end/)
    const before = children()
    assert.isAtLeast(before.length, 1)
    assert.strictEqual((await watching.signal("SIGINT")).code, 0)
    await vi.waitFor(() => assert.deepStrictEqual(before.filter(isThere), []), { timeout: 120_000 })
  })
})
