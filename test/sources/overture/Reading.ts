import { Effect, FileSystem, Stream } from "effect"
import { isRejected, type RawRecord } from "../../../sources/DataSource.ts"
import { type } from "../../../sources/overture/Overture.ts"
import type { AddressRow } from "./GeoParquet.ts"

export const configure = (location: string, options: object = {}) =>
  type.configure("overture", { location, countries: ["LI"], ...options })

/** What a source yields for a country, and what it rejects. */
export const readAll = Effect.fnUntraced(function* (location: string, options: object = {}, country = "LI") {
  const source = yield* configure(location, options)
  const all = yield* Stream.runCollect(source.records(country))
  const records = all.filter((record): record is RawRecord => !isRejected(record))
  return { records, rejected: all.filter(isRejected) }
})

export const failureOf = (location: string, options: object = {}, country = "LI") =>
  Effect.flip(Effect.as(readAll(location, options, country), "read"))

/** A folder that is removed with the scope, and a function that writes files into it. */
export const folder = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const path = yield* files.makeTempDirectoryScoped()
  const write = Effect.fnUntraced(function* (name: string, bytes: Uint8Array) {
    const parent = `${path}/${name}`.replace(/\/[^/]*$/, "")
    yield* files.makeDirectory(parent, { recursive: true })
    yield* files.writeFile(`${path}/${name}`, bytes)
    return `${path}/${name}`
  })
  return { path, write }
})

/** Addresses in a row along a street of Vaduz, unless `change` says otherwise. */
export const street = (count: number, change: Partial<AddressRow> = {}, prefix = "a"): ReadonlyArray<AddressRow> =>
  Array.from({ length: count }, (_, index) => ({
    id: `${prefix}${index}`,
    at: [9.52 + index * 0.0001, 47.14] as const,
    country: "LI",
    number: String(index + 1),
    street: "Städtle",
    levels: ["Vaduz"],
    postcode: "9490",
    sources: [{ dataset: "OpenAddresses/Liechtensteinische Landesverwaltung" }],
    ...change
  }))
