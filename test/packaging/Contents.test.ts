import { execFileSync } from "node:child_process"
import { existsSync, statSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import * as Os from "node:os"
import * as Path from "node:path"
import { pathToFileURL } from "node:url"
import { assert, beforeAll, describe, it } from "vitest"
import { bin, checkout, manifestOf, oldestNode } from "../../packaging/Manifest.ts"
import { rooms, root } from "../../packaging/Rooms.ts"
import { projectFiles } from "../../src/cli/scaffold/project/Project.ts"
import { projectNaming } from "../../src/cli/scaffold/project/ProjectNaming.ts"
import { packedDoorstep } from "../support/PackedDoorstep.ts"

/** Files beside the rooms. */
const beside = [
  "CHANGELOG.md",
  "LICENSE",
  "NOTICE",
  "README.md",
  "SECURITY.md",
  "VERSIONS.md",
  "package.json",
  "bin/doorstep.mjs",
  "licences/Apache-2.0.txt"
]

describe("The contents of the package", () => {
  let folder: string
  let files: ReadonlyArray<string>
  let bytes: number
  beforeAll(async () => {
    const packed = await packedDoorstep()
    folder = packed.folder
    const listed = execFileSync("tar", ["-tzf", packed.tarball], { encoding: "utf8", maxBuffer: 1e8 })
    files = listed
      .trimEnd()
      .split("\n")
      .map((file) => file.replace(/^package\//, ""))
    bytes = files.reduce((sum, file) => sum + statSync(Path.join(folder, file)).size, 0)
  })

  it("MUST be the rooms, the TypeScript that they were compiled from, their bundle, and a few documents", () => {
    const places = ["bundle", ...rooms, ...rooms.map((room) => `ts/${room}`)]
    const others = files.filter((file) => !places.some((place) => file.startsWith(`${place}/`)))
    assert.deepStrictEqual(others.toSorted(), beside.toSorted())
    assert.isBelow(bytes, 40e6)
  })

  it("MUST exclude tests, benchmarks, run data, settings and tools", () => {
    const wrong =
      /\.test\.|(^|\/)(test|bench|node_modules|build)\/|(^|\/)\.|\.(tsx|tsbuildinfo|log|tgz)$|tsconfig|config\.ts$/
    assert.deepStrictEqual(
      files.filter((file) => wrong.test(file)),
      []
    )
    // TypeScript beside the JavaScript compiled from it would be taken for its types.
    assert.deepStrictEqual(
      files.filter((file) => /(?<!\.d)\.ts$/.test(file) && !file.startsWith("ts/")),
      []
    )
  })

  it("MUST have the console, the tables and the licences", () => {
    for (const wanted of [
      "src/console/dist/index.html",
      "bundle/Doorstep.mjs",
      "src/gazetteer/data/postcodes.bin",
      "src/directory/data/directory.json",
      "src/http/home/favicon.ico",
      "schemas/judge/rules.json",
      "sources/registers/declarations/ch-gwr.json",
      "sources/threads/Thread.js",
      "src/database/migrations/0001_pool.js",
      "sources/README.md"
    ]) {
      assert.include(files, wanted)
    }
  })

  it("MUST name no path of the machine that it was built on", async () => {
    const places = [root, Os.homedir(), Os.tmpdir()].filter((place) => place.length > 4)
    const found: Array<string> = []
    for (const file of files.filter((file) => !/\.(bin|br|gz|ico|webp)$/.test(file))) {
      const text = await readFile(Path.join(folder, file), "utf8")
      const place = places.find((place) => text.includes(`${place}/`))
      if (place !== undefined) found.push(`${file}: ${place}`)
    }
    assert.deepStrictEqual(found, [])
  })

  it("MUST refer from its bundle only to files that it has", async () => {
    const missing: Array<string> = []
    let count = 0
    for (const file of files.filter((file) => file.startsWith("bundle/"))) {
      const text = await readFile(Path.join(folder, file), "utf8")
      for (const [, place] of text.matchAll(/new URL\("(\.\.[^"]+)", import\.meta\.url\)/g)) {
        count++
        const url = new URL(place!, pathToFileURL(Path.join(folder, file)))
        // A NUL, as in the names of the bundler's own modules, is in no path.
        if (url.href.includes("%00") || !existsSync(url)) missing.push(`${file}: ${place}`)
      }
    }
    assert.deepStrictEqual(missing, [])
    assert.isAbove(count, 10)
  })

  it("MUST list in package.json what runs, and nothing for building or testing", async () => {
    const manifest = manifestOf(await checkout())
    assert.deepStrictEqual(JSON.parse(await readFile(Path.join(folder, "package.json"), "utf8")), manifest)
    assert.notProperty(manifest, "devDependencies")
    assert.notProperty(manifest, "scripts")
    assert.notProperty(manifest, "private")
    const said = await readFile(Path.join(folder, bin), "utf8")
    assert.include(said, `const oldest = [${oldestNode.split(".").join(", ")}]`)
    for (const entry of Object.values(manifest.exports)) {
      // The first matching condition counts, so `types` must come first.
      if (typeof entry !== "string") assert.deepStrictEqual(Object.keys(entry), ["types", "default"])
    }
  })

  it("MUST have every package that its code imports among its dependencies", async () => {
    const { dependencies, peerDependencies } = manifestOf(await checkout())
    const known = new Set([...Object.keys(dependencies), ...Object.keys(peerDependencies), "doorstep"])
    const missing = new Set<string>()
    for (const file of files.filter((file) => /\.(js|d\.ts)$/.test(file) && !file.includes("/dist/"))) {
      const text = await readFile(Path.join(folder, file), "utf8")
      for (const [, name] of text.matchAll(
        /^(?:import|export) (?:[^"';]*? from )?"((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^"]*)?"/gm
      )) {
        if (!known.has(name!)) missing.add(`${name} in ${file}`)
      }
    }
    assert.deepStrictEqual(Array.from(missing), [])
  })
})

describe("Texts of the service that name a command", () => {
  it("MUST take it from Invocation.ts, which knows how commands are typed", async () => {
    // A new source is in another place beside the package.
    const module = /"[^"]*\.\/my-register\/MyRegister\.ts/
    const names =
      /npm (run|start)\b|\bdoorstep (serve|add|directory|source|sync|country|judge|token|admin|doctor|downloads|backup|restore|snapshot|export|suppress|work|properties|report)\b/
    const wrong: Array<string> = []
    for (const file of await readdir(Path.join(root, "src"), { recursive: true })) {
      const isCode = /\.tsx?$/.test(file) && !/Invocation\.ts$|console[/\\]dist/.test(file)
      // Scaffolds are for other people's projects, which have commands of their own.
      if (!isCode || /scaffold|SourceNewCommand/.test(file)) continue
      const lines = (await readFile(Path.join(root, "src", file), "utf8")).split("\n")
      // Help adjusts the examples of commands by itself.
      lines
        .filter(
          (line) =>
            module.test(line) || (names.test(line) && !/^\s*(\*|\/\/|\/\*)|command: ["'`]|build:console/.test(line))
        )
        .forEach((line) => wrong.push(`${file}: ${line.trim()}`))
    }
    assert.deepStrictEqual(wrong, [])
  })
})

describe("The guides of the package", () => {
  it("MUST have its commands, and links to files that it contains", async () => {
    const { folder } = await packedDoorstep()
    const guides = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".md"))
    assert.isAbove(guides.length, 5)
    const naming = { name: "my-register", country: "DE", javascript: false, kind: "file" } as const
    const scaffolded = Object.keys(projectFiles(projectNaming(naming), ""))
    const wrong: Array<string> = []
    for (const guide of guides) {
      const text = await readFile(Path.join(folder, guide), "utf8")
      for (const [found] of text.matchAll(
        /^npm (?!run pack\b|install\b).*|npm start --|npm run doorstep|<!-- \/?checkout -->|!\[.*/gm
      )) {
        wrong.push(`${guide}: ${found}`)
      }
      for (const [, file] of text.matchAll(/\.\/my-register\/([\w./]+)/g)) {
        if (!scaffolded.includes(file!)) wrong.push(`${guide}: ${file}`)
      }
      for (const [, target] of text.matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g)) {
        if (!existsSync(Path.join(folder, Path.dirname(guide), target!))) wrong.push(`${guide}: ${target}`)
      }
    }
    assert.deepStrictEqual(wrong, [])
    assert.match(await readFile(Path.join(folder, "README.md"), "utf8"), /npx doorstep add Luxemburg/)
    const guide = await readFile(Path.join(folder, "sources/README.md"), "utf8")
    // The project of a source has a script of its own that starts it.
    assert.match(guide, /`npm run watch`, and `npm start`,\s+which serves it/)
    assert.include(guide, "}/../data/addresses.csv`")
  })

  it("MUST leave nothing of an unclosed mark", async () => {
    const marks = (await readFile(Path.join(root, "README.md"), "utf8")).match(/<!-- \/?checkout -->/g) ?? []
    marks.forEach((mark, at) => assert.strictEqual(mark, at % 2 === 0 ? "<!-- checkout -->" : "<!-- /checkout -->"))
    assert.strictEqual(marks.length % 2, 0)
  })
})
