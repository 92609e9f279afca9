import { execFile } from "node:child_process"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import * as Os from "node:os"
import * as Path from "node:path"
import { promisify } from "node:util"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { checkout } from "../../packaging/Manifest.ts"
import { root } from "../../packaging/Rooms.ts"
import { packedDoorstep, projectWithDoorstep } from "../support/PackedDoorstep.ts"

const execute = promisify(execFile)

/** Runs Node in a folder, and returns its output, also if it fails. */
const node = (cwd: string, ...args: ReadonlyArray<string>) =>
  execute(process.execPath, args, { cwd }).then(
    ({ stdout }) => stdout,
    (cause: { readonly stdout: string; readonly stderr: string }) => cause.stdout + cause.stderr
  )

describe("The exports of the package, from a folder outside of Doorstep's", () => {
  let parent: string
  let project: string
  let entries: ReadonlyArray<string>
  beforeAll(async () => {
    parent = await mkdtemp(Path.join(Os.tmpdir(), "doorstep-exports-"))
    project = await projectWithDoorstep(parent)
    entries = Object.keys((await checkout()).exports).map((entry) => entry.replace(/^\./, "doorstep"))
  })
  afterAll(() => rm(parent, { recursive: true, force: true }))

  it("MUST all load, and share one copy of Effect", async () => {
    await writeFile(
      Path.join(project, "load.mjs"),
      [
        `import { createRequire } from "node:module"`,
        `import { Schema } from "effect"`,
        `import { SourceError } from "doorstep/sources"`,
        // Vitest's module, and anything that imports it, loads only in its own runner.
        `const entries = ${JSON.stringify(entries.filter((entry) => entry !== "doorstep/testing/vitest"))}`,
        `for (const entry of entries) if (Object.keys(await import(entry)).length === 0) console.log(entry, "is empty")`,
        `const own = createRequire(import.meta.resolve("doorstep/sources")).resolve("effect")`,
        `console.log(Schema.isSchema(SourceError), createRequire(import.meta.url).resolve("effect") === own)`
      ].join("\n")
    )
    assert.strictEqual(await node(project, "load.mjs"), "true true\n")
  })

  it.each(["nodenext", "bundler"])("MUST type-check under strict with moduleResolution %s", async (mode) => {
    const names = entries.map((_, index) => `entry${index}`)
    await writeFile(
      Path.join(project, "types.ts"),
      [
        ...entries.map((entry, index) => `import * as ${names[index]} from "${entry}"`),
        // An unresolved module is `any`, which has every member; then there is no error to expect, and this fails.
        ...names.map((name) => `// @ts-expect-error\n${name}.isNoSuchExport`),
        `import { Effect, type Stream } from "effect"`,
        `import { make, type RawRecord, type SourceError } from "doorstep/sources"`,
        `export const made = (manifest: Parameters<typeof make>[0]["manifest"], example: RawRecord, records: Stream.Stream<RawRecord, SourceError>) => make({ manifest, examples: [example], fingerprint: Effect.succeed(""), records: () => records })`
      ].join("\n")
    )
    await writeFile(Path.join(project, "happy-dom.d.ts"), "export class Window {\n  constructor(options?: object)\n}\n")
    await writeFile(
      Path.join(project, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          target: "es2024",
          module: mode === "bundler" ? "esnext" : mode,
          moduleResolution: mode,
          types: ["node"],
          noEmit: true,
          strict: true,
          exactOptionalPropertyTypes: true,
          // Declarations by themselves are checked once, in the stricter of the two modes.
          skipLibCheck: mode === "bundler",
          // Vitest re-exports happy-dom's types. They are not Doorstep's, and clash with some versions of Node's types.
          paths: { "happy-dom": ["./happy-dom.d.ts"] }
        },
        files: ["types.ts"]
      })
    )
    assert.strictEqual(await node(project, Path.join(root, "node_modules/typescript/bin/tsc"), "--checkers", "1"), "")
  })

  it("MUST have declarations and maps that refer only to files in the package", async () => {
    const { folder } = await packedDoorstep()
    const files = await readdir(folder, { recursive: true })
    const here = new Set(files.map((file) => file.split(Path.sep).join("/")))
    const missing: Array<string> = []
    for (const file of here) {
      const led =
        file.endsWith(".d.ts") || (file.endsWith(".js") && !file.includes("/dist/"))
          ? Array.from(
              (await readFile(Path.join(folder, file), "utf8")).matchAll(
                /(?:from |import\(|import |new URL\()"(\.[^"]*)"/g
              ),
              ([, to]) => to!
            )
          : /\.(js|d\.ts)\.map$/.test(file)
            ? (JSON.parse(await readFile(Path.join(folder, file), "utf8")) as { readonly sources: Array<string> })
                .sources
            : []
      for (const to of led) {
        const target = Path.posix.join(Path.posix.dirname(file), to)
        const wanted = file.endsWith(".d.ts") ? target.replace(/\.js$/, ".d.ts") : target
        // Left out are folders, and templates for other people's sources.
        if (!here.has(wanted) && !to.endsWith("/") && !to.includes("$")) missing.push(`${file}: ${to}`)
      }
    }
    assert.deepStrictEqual(missing, [])
    assert.isAbove(here.size, 1000)
  })
})
