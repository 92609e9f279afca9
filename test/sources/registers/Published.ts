import { join } from "node:path"
import { Effect, FileSystem } from "effect"
import { type as registerType } from "../../../sources/registers/RegisterType.ts"
import { envelope, harvest } from "../reading/Harvest.ts"
import { zip } from "../reading/ZipWriter.ts"

/** A table with all the register's columns, filled only with the values that the rows give. */
export const table = (
  delimiter: string,
  columns: string,
  ...rows: ReadonlyArray<Readonly<Record<string, string>>>
): Buffer => {
  const names = columns.split(" ")
  for (const row of rows) {
    const strange = Object.keys(row).filter((name) => !names.includes(name))
    if (strange.length > 0) throw new Error(`No column ${strange.join(", ")}.`)
  }
  return Buffer.from(
    `${[names, ...rows.map((row) => names.map((name) => row[name] ?? ""))].map((line) => line.join(delimiter)).join("\r\n")}\r\n`
  )
}

const summary = Effect.fnUntraced(function* (register: string, country: string, location: string) {
  const source = yield* registerType.configure(register, { register, location })
  const found = yield* harvest(source, country)
  const kinds = Array.from(found.addresses.values(), ({ evidence }) => evidence?.kind ?? "none")
  return {
    found,
    rejected: found.rejected,
    addresses: envelope(found).map((text, index) => `${text} = ${kinds[index]}`)
  }
})

/** What is read from a folder: each address with its evidence, and the reasons for rejected records. */
export const readFolder = Effect.fnUntraced(function* (
  register: string,
  country: string,
  contents: Readonly<Record<string, string | Uint8Array>>
) {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped()
  for (const [name, content] of Object.entries(contents)) {
    yield* files.writeFile(join(folder, name), Buffer.from(content))
  }
  return yield* summary(register, country, folder)
})

/** The same for an archive. */
export const readArchive = (register: string, country: string, files: Readonly<Record<string, Uint8Array>>) =>
  readFolder(register, country, { "published.zip": zip(files) })
