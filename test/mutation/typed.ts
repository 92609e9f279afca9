/**
 * Takes those of the chosen faults away that the compiler refuses: nobody could make them.
 *
 *   node test/mutation/typed.ts sample.json
 *
 * Files are copied, and one fault is planted in each of them at a time.
 */
import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { fileURLToPath } from "node:url"
import { compiler } from "../lint/Compiler.ts"
import type { Chosen } from "./Fault.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error("Which faults is the first argument.")
const chosen = JSON.parse(readFileSync(file, "utf8")) as ReadonlyArray<Chosen>

const copy = mkdtempSync(Path.join(tmpdir(), "doorstep-typed-"))
for (const name of ["src", "properties", "schemas", "sources", "package.json", "tsconfig.json"]) {
  cpSync(Path.join(root, name), Path.join(copy, name), { recursive: true })
}
symlinkSync(Path.join(root, "node_modules"), Path.join(copy, "node_modules"))
writeFileSync(
  Path.join(copy, "faults.json"),
  JSON.stringify({
    extends: "./tsconfig.json",
    compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
    include: ["src/**/*.ts", "properties", "schemas", "sources"]
  })
)

const { command, first } = compiler()

/** Files with errors, and the first one of each. */
const errors = (): ReadonlyMap<string, string> => {
  const options = ["--noEmit", "--checkers", "1", "--incremental", "--tsBuildInfoFile", "built", "-p", "faults.json"]
  const { stdout } = spawnSync(command, [...first, ...options], { cwd: copy, encoding: "utf8" })
  const found = new Map<string, string>()
  for (const [, where, what] of stdout.matchAll(/^(\S+?)\(\d+,\d+\): error (.*)$/gm)) {
    if (!found.has(where!)) found.set(where!, what!)
  }
  return found
}

const before = errors()
const refused = new Map<Chosen, string>()
let left = chosen
while (left.length > 0) {
  const now = left.filter((fault, at) => left.findIndex((other) => other.file === fault.file) === at)
  left = left.filter((fault) => !now.includes(fault))
  for (const fault of now) {
    const place = Path.join(copy, fault.file)
    writeFileSync(
      place,
      readFileSync(place, "utf8").replace(fault.text, () => fault.replacement)
    )
  }
  const found = errors()
  for (const fault of now) {
    const error = found.get(fault.file)
    if (error !== undefined && !before.has(fault.file)) refused.set(fault, error)
    cpSync(Path.join(root, fault.file), Path.join(copy, fault.file))
  }
  for (const [where, error] of found) {
    if (now.every((fault) => fault.file !== where)) process.stdout.write(`Elsewhere: ${where}: ${error}\n`)
  }
}
rmSync(copy, { recursive: true })
for (const [fault, error] of refused) {
  process.stdout.write(`${fault.file}: ${JSON.stringify(fault.replacement)}: ${error}\n`)
}
const kept = chosen.filter((fault) => !refused.has(fault))
writeFileSync(file, `${JSON.stringify(kept, undefined, 2)}\n`)
process.stdout.write(`${refused.size} of ${chosen.length} are refused, ${kept.length} stay.\n`)
