import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Path, Schema } from "effect"
import { execFile } from "node:child_process"
import { readdirSync } from "node:fs"

/** Who must not import what, and what remains allowed: files by their path from the project's root, or packages. */
interface Direction {
  readonly from: string
  readonly refused: ReadonlyArray<string>
  readonly allowed: ReadonlyArray<string>
}

const foldersOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

const tests = ["test/support/Any.ts", "properties/Any.ts"]
const source = "sources/starter/Any.ts"
const services = foldersOf("src")
  .filter((name) => name !== "console")
  .flatMap((name) => [`src/${name}/Any.ts`, `src/${name}/deep/Any.ts`])
const [http, page, sync] = ["src/http/Any.ts", "src/console/parts/Any.tsx", "src/sync/Any.ts"]
const [contract, port] = ["schemas/Any.ts", "sources/DataSource.ts"]

const directions: ReadonlyArray<Direction> = [
  // Nothing in the contract is nested deeper than this.
  ...["schemas", "schemas/admin"].map((from) => ({
    from,
    refused: [...tests, ...services, source, port, page, "src/App.ts", "node:fs", "react", "@effect/platform-node"],
    allowed: ["effect", "effect/http-api", `${from}/Other.ts`]
  })),
  {
    from: "sources",
    refused: [...tests, ...services, page, "src/App.ts"],
    allowed: [contract, port, "effect", "node:path"]
  },
  {
    from: "properties",
    refused: [...services, page, "src/App.ts", "test/support/Any.ts"],
    allowed: [contract, port, "effect", "fast-check"]
  },
  ...foldersOf("src")
    .filter((name) => name !== "console")
    .map((name) => ({ from: `src/${name}`, refused: [...tests, source], allowed: [contract, "effect", "node:path"] })),
  { from: "src", refused: [...tests, source], allowed: [contract, port, http] },
  ...["pool", "draw", "catalog", "replicas"].map((name) => ({
    from: `src/${name}`,
    refused: [port, sync, http, page],
    allowed: ["src/database/Any.ts", "src/address/Any.ts"]
  })),
  {
    from: "src/address",
    refused: services.filter((file) => !file.startsWith("src/address/") && !file.startsWith("src/decisions/")),
    allowed: ["src/address/Any.ts"]
  },
  ...["sync", "profile", "tokens", "database"].map((name) => ({
    from: `src/${name}`,
    refused: [http, page, "src/http/admin/Any.ts"],
    allowed: [port, "src/pool/Any.ts"]
  })),
  ...["formatting", "translation"].map((name) => ({
    from: `src/${name}`,
    refused: ["http", "console", "pool", "draw", "catalog", "sync", "profile", "geoip", "tokens"].map(
      (other) => `src/${other}/Any.ts`
    ),
    allowed: [port, "src/formatting/Any.ts", "src/translation/Any.ts"]
  })),
  {
    from: "src/geoip",
    refused: [port, http, page, sync, "src/profile/Any.ts", "src/translation/Any.ts"],
    allowed: ["src/pool/Any.ts", "src/draw/IpRegion.ts"]
  },
  {
    from: "src/cli/properties",
    refused: ["test/Any.ts", source],
    allowed: ["properties/Any.ts", "sources/DataSource.ts", "src/plugins/Any.ts", "src/sync/Any.ts"]
  },
  {
    from: "src/console",
    refused: [
      ...tests,
      ...services,
      source,
      port,
      "src/App.ts",
      "src/Commands.ts",
      "src/Doorstep.ts",
      "src/Sources.ts",
      "src/main.ts",
      "node:fs"
    ],
    allowed: [contract, "schemas/admin/Any.ts", page, "src/console/Other.ts", "effect", "react"]
  }
]

const depths = ["", "one", "one/two", "one/two/three"]
const extensions = ["ts", "tsx"]

/** Passes imported names on, so that no import counts as unused. */
const line = (path: Path.Path, file: string, target: string) => {
  const isPackage = !/^(src|schemas|sources|properties|test)\//.test(target)
  const relative = path.relative(path.dirname(file), target)
  return `export { any } from "${isPackage ? target : relative.startsWith(".") ? relative : `./${relative}`}"`
}

const Found = Schema.fromJsonString(
  Schema.Struct({
    diagnostics: Schema.Array(
      Schema.Struct({
        code: Schema.String,
        filename: Schema.String,
        labels: Schema.Array(Schema.Struct({ span: Schema.Struct({ line: Schema.Int }) }))
      })
    )
  })
)

/** Lints files with the project's configuration, and returns where a rule rejects them: `file:line`. */
const refused = Effect.fnUntraced(function* (rule: string, files: ReadonlyMap<string, ReadonlyArray<string>>) {
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "doorstep-directions-" })
  yield* fs.copyFile(".oxlintrc.json", path.join(folder, ".oxlintrc.json"))
  yield* fs.copy("test/lint/house", path.join(folder, "test/lint/house"))
  for (const [file, lines] of files) {
    yield* fs.makeDirectory(path.dirname(path.join(folder, file)), { recursive: true })
    yield* fs.writeFileString(path.join(folder, file), `${lines.join("\n")}\n`)
  }
  const oxlint = path.resolve("node_modules/oxlint/bin/oxlint")
  const output = yield* Effect.callback<string>((resume) => {
    const options = { cwd: folder, maxBuffer: 1e9 }
    // It exits with 1 if it has found something.
    execFile(process.execPath, [oxlint, "--format", "json"], options, (_, stdout) => resume(Effect.succeed(stdout)))
  })
  const { diagnostics } = yield* Schema.decodeEffect(Found)(output)
  return new Set(
    diagnostics
      .filter(({ code }) => code.includes(rule))
      .map(({ filename, labels }) => `${filename}:${labels[0]!.span.line}`)
  )
})

describe("Import directions", () => {
  it.effect("MUST be enforced in files of every extension and depth, and refuse nothing else", () =>
    Effect.gen(function* () {
      const path = yield* Path.Path
      const files = new Map<string, Array<string>>()
      const [wanted, unwanted] = [new Map<string, string>(), new Map<string, string>()]
      for (const { allowed, from, refused } of directions) {
        for (const depth of depths) {
          if (from === "src" && depth !== "") continue
          for (const extension of extensions) {
            const file = [from, depth, `Planted.${extension}`].filter((part) => part !== "").join("/")
            const lines = files.get(file) ?? []
            files.set(file, lines)
            const plant = (target: string, into: Map<string, string>) => {
              lines.push(line(path, file, target))
              into.set(`${file}:${lines.length}`, `${file} imports ${target}`)
            }
            for (const target of refused) if (!target.startsWith(`${from}/`)) plant(target, wanted)
            // In nested folders of the contract, nothing above a file's own folder may be imported, which is stricter.
            const isContract = from.startsWith("schemas") && depth !== ""
            for (const target of allowed) if (!isContract || !target.startsWith("schemas")) plant(target, unwanted)
          }
        }
      }
      const found = yield* refused("no-restricted-imports", files)
      const missed = Array.from(wanted).filter(([place]) => !found.has(place))
      const wrong = Array.from(unwanted).filter(([place]) => found.has(place))
      assert.deepStrictEqual(
        missed.map(([, said]) => said),
        []
      )
      assert.deepStrictEqual(
        wrong.map(([, said]) => said),
        []
      )
      assert.isAbove(wanted.size, 1000)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.effect("MUST not lead back to the file that they come from, not even those of types", () =>
    Effect.gen(function* () {
      const found = yield* refused(
        "no-cycle",
        new Map([
          ["src/pool/Home.ts", ['import type { Street } from "./Street.ts"', "export type Home = { street: Street }"]],
          [
            "src/pool/Street.ts",
            ['import type { Home } from "./Home.ts"', "export type Street = { homes: Array<Home> }"]
          ],
          ["src/pool/City.ts", ['import type { Street } from "./Street.ts"', "export type City = { street: Street }"]]
        ])
      )
      assert.deepStrictEqual(found, new Set(["src/pool/Home.ts:1", "src/pool/Street.ts:1"]))
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
