import { afterAll, assert, beforeAll, describe, inject, it } from "vitest"
import { execFile } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { compiler } from "../lint/Compiler.ts"
import { changed, commandsOf, type Step, stepsOf } from "./Recipe.ts"
import { root } from "./Rooms.ts"

const document = readFileSync(Path.join(root, "CONTRIBUTING.md"), "utf8")
const steps = stepsOf(document)
const commands = commandsOf(document)
const recipes = ["An endpoint", "A source", "A register", "A locale", "A migration", "A setting", "A law"]

const isLeftOut = (path: string): boolean =>
  /(^|\/)(node_modules|\.data|\.git|dist|build|releases|results)(\/|$)/.test(Path.relative(root, path))

/** Runs a program in the copy, by default Node, and returns its output and how it ended. */
const run = (
  cwd: string,
  args: ReadonlyArray<string>,
  environment: NodeJS.ProcessEnv = {},
  program = process.execPath
) =>
  new Promise<{ readonly code: number; readonly said: string }>((resolve) => {
    const env = { ...process.env, ...environment }
    // Its test runner must not take itself for a part of this one.
    for (const name of Object.keys(env)) if (/^VITEST|^TEST$|^FORCE_COLOR$/.test(name)) delete env[name]
    const child = execFile(program, args, { cwd, env, maxBuffer: 1e8 }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, said: `${stdout}${stderr}` })
    )
  })

/** These files, and those from which at most this many imports lead to one of them. */
const within = (
  imports: number,
  files: ReadonlySet<string>,
  importedBy: ReadonlyMap<string, ReadonlyArray<string>>
) => {
  const near = new Set(files)
  for (let i = 0; i < imports; i++) {
    const importing = Array.from(near).flatMap((file) => importedBy.get(file) ?? [])
    importing.forEach((file) => near.add(file))
  }
  return near
}

/**
 * What to compile: all code, and those tests that recipes write, or that are at most two imports away from a file that they
 * change. All tests take twice as long, and the others know nothing of those files.
 */
const compiled = (copy: string): object => {
  const { exclude, include } = JSON.parse(readFileSync(Path.join(copy, "tsconfig.json"), "utf8")) as {
    readonly exclude: ReadonlyArray<string>
    readonly include: ReadonlyArray<string>
  }
  const houses = include.filter((each) => !each.includes("*"))
  const importedBy = new Map<string, Array<string>>()
  for (const house of houses) {
    for (const name of readdirSync(Path.join(copy, house), { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".ts")) continue
      const file = Path.join(house, name)
      const text = readFileSync(Path.join(copy, file), "utf8")
      for (const [, to] of text.matchAll(/(?:from |import\(|import )"(\.[^"]+)"/g)) {
        const target = Path.join(Path.dirname(file), to!)
        importedBy.set(target, [...(importedBy.get(target) ?? []), file])
      }
    }
  }
  const near = within(2, new Set(steps.map(({ file }) => Path.normalize(file))), importedBy)
  const tests = Array.from(near).filter((file) => /^test\b.*\.ts$/.test(file))
  return { extends: "./tsconfig.json", include: [...houses.filter((house) => house !== "test"), ...tests], exclude }
}

describe("The recipes of CONTRIBUTING.md", () => {
  let copy: string
  const faults: Array<string> = []
  beforeAll(() => {
    copy = mkdtempSync(Path.join(tmpdir(), "doorstep-recipes-"))
    cpSync(root, copy, { recursive: true, filter: (path) => !isLeftOut(path) })
    symlinkSync(Path.join(root, "node_modules"), Path.join(copy, "node_modules"))
    const follow = ({ file, kind, recipe, text }: Step): void => {
      const at = Path.join(copy, file)
      if (kind === "make") {
        if (existsSync(at)) return void faults.push(`${recipe}: ${file} is there already`)
        mkdirSync(Path.dirname(at), { recursive: true })
        return writeFileSync(at, text)
      }
      const result = changed(readFileSync(at, "utf8"), text)
      if ("fault" in result) return void faults.push(`${recipe}: ${file}. ${result.fault}`)
      writeFileSync(at, result.text)
    }
    steps.forEach(follow)
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  it("MUST cover the most common additions, each ending with commands", () => {
    assert.includeMembers(Array.from(new Set(steps.map(({ recipe }) => recipe))), [...recipes, "A page of the console"])
    for (const recipe of recipes) {
      assert.isTrue(
        commands.get(recipe)?.some((line) => /vitest run|npm run check/.test(line)),
        recipe
      )
    }
  })

  it("MUST fit the files that they change", () => assert.deepStrictEqual(faults, []))

  it("MUST produce code that type-checks and keeps the house rules", async () => {
    const { command, first } = compiler()
    writeFileSync(Path.join(copy, "tsconfig.recipes.json"), JSON.stringify(compiled(copy)))
    // A file that no recipe changes keeps the rules as before; a circle of imports that is new has a changed file in it.
    const written = Array.from(new Set(steps.map(({ file }) => file).filter((file) => /\.tsx?$/.test(file))))
    const ended = [
      await run(
        copy,
        [...first, "--noEmit", "--checkers", "1", "-p", "tsconfig.recipes.json"],
        { GOGC: "400" },
        command
      ),
      await run(copy, ["test/lint/check.ts", "console"], { CHECK_CACHE: Path.join(copy, ".cache") }),
      await run(copy, ["node_modules/oxlint/bin/oxlint", "--deny-warnings", ...written])
    ]
    for (const { code, said } of ended) assert.strictEqual(code, 0, said)
  })

  it("MUST pass the tests that they name", async () => {
    const named = Array.from(commands.values()).flat()
    const files = recipes.flatMap((recipe) =>
      (commands.get(recipe) ?? []).flatMap((line) =>
        Array.from(line.matchAll(/test\/\S+\.test\.ts/g), ([file]) => file)
      )
    )
    assert.isAbove(files.length, 6)
    assert.isTrue(named.some((line) => line.startsWith("UPDATE_OPENAPI=1 npx vitest run")))
    // One process, so that what they share is loaded once: loading takes longer than the tests.
    const vitest = ["node_modules/vitest/vitest.mjs", "run", "--maxWorkers", "1", ...new Set(files)]
    const { code, said } = await run(copy, vitest, {
      UPDATE_OPENAPI: "1",
      NO_COLOR: "1",
      TEST_DATABASE_URL: inject("databaseUrl")
    })
    assert.strictEqual(code, 0, said)
    // Every named file has run: a missing one would otherwise go unnoticed.
    assert.match(said, new RegExp(`Test Files +${new Set(files).size} passed`))
  })
})

describe("A recipe's diff", () => {
  const text = "a\nb\nc\n}\n"
  it("MUST change its match once, and report if there is none or more than one", () => {
    assert.deepStrictEqual(changed(text, "-b\n+x\n+b\n"), { text: "a\nx\nb\nc\n}\n" })
    assert.deepStrictEqual(changed(text, " …\n+d\n }\n"), { text: "a\nb\nc,\nd\n}\n" })
    assert.deepStrictEqual(changed(text, "-z\n"), { fault: "It has no\nz" })
    assert.deepStrictEqual(changed("b\nb\n", "-b\n"), { fault: "It has more than one\nb" })
  })
})
