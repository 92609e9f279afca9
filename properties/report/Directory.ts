import { Effect, FileSystem, Path, Schema } from "effect"
import type { KeyObject } from "node:crypto"
import { badge } from "./Badge.ts"
import { junit } from "./JUnit.ts"
import { page } from "./Page.ts"
import { Report } from "./Report.ts"
import { check, type Files, SignatureRefused, signatureFile, signatureText, signed } from "./Signature.ts"
import { makeFolder } from "../../sources/reading/NewFolder.ts"

/** The files in a report's directory. */
const names = ["report.json", "junit.xml", "index.html", "badge.svg"] as const

/** The report in all its forms. */
const filesOf = (report: Report): Files => {
  const json = `${JSON.stringify(Schema.encodeSync(Report)(report), undefined, 2)}\n`
  const texts: Record<(typeof names)[number], string> = {
    "report.json": json,
    "junit.xml": junit(report),
    "index.html": page(report),
    "badge.svg": badge(report)
  }
  return new Map(names.map((name) => [name, Buffer.from(texts[name])]))
}

/** Writes a report, signed if a key is given. Overwrites an earlier one. */
export const writeReport = Effect.fnUntraced(function* (directory: string, report: Report, key?: KeyObject) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  yield* makeFolder(fs, directory)
  const files = filesOf(report)
  for (const [name, bytes] of files) yield* fs.writeFile(path.join(directory, name), bytes)
  const signature = path.join(directory, signatureFile)
  // An earlier signature belongs to other files.
  if (key === undefined) yield* fs.remove(signature, { force: true })
  else yield* fs.writeFileString(signature, signatureText(signed(files, key, report.madeAt)))
})

/** The files of a directory, or the single named one, and the signature's contents. */
const readSigned = Effect.fnUntraced(function* (target: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const missing = (file: string) => () => new SignatureRefused({ file, message: `${file} does not exist.` })
  const { type } = yield* Effect.mapError(fs.stat(target), missing(target))
  const whole = type === "Directory"
  const directory = whole ? target : path.dirname(target)
  const found = whole
    ? yield* Effect.mapError(fs.readDirectory(directory), missing(directory))
    : [path.basename(target)]
  const files = new Map<string, Uint8Array>()
  for (const name of found) {
    if (name === signatureFile) continue
    files.set(name, yield* Effect.mapError(fs.readFile(path.join(directory, name)), missing(name)))
  }
  const text = yield* Effect.mapError(fs.readFileString(path.join(directory, signatureFile)), missing(signatureFile))
  return { files, text, whole }
})

/** Checks a report's directory, or one of its files, against its signature. The error names the file at fault. */
export const verifyReport = Effect.fnUntraced(function* (target: string, key: KeyObject) {
  const { files, text, whole } = yield* readSigned(target)
  return yield* check(files, text, key, whole)
})
