import { describe, expect, layer } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { readerWith, testPlatform } from "../reading/TestReader.ts"
import { type Bucket, makeBucket } from "./Bucket.ts"
import { type AddressRow, square, writeAddresses, writeBuildings } from "./GeoParquet.ts"
import { configure, failureOf, readAll, street } from "./Reading.ts"

const theme = "release/2026-08-19.0/theme=addresses/type=address"

const countries = ["AT", "CH", "DE", "FR", "LI", "NL", "US"]

/** Text that does not compress, so that row groups have a realistic size. */
const noise = (seed: number): string => {
  let state = seed * 2654435761 + 1
  return Array.from({ length: 24 }, () => {
    state = (state * 48271) % 2147483647
    return (state % 36).toString(36)
  }).join("")
}

/** One row group per country, 21,000 rows in all. */
const manyCountries = Buffer.from(
  writeAddresses(
    countries.flatMap((country, index) =>
      street(3000, { country, at: [index * 5, 45] }, country).map((row, number): AddressRow => ({
        ...row,
        id: noise(index * 3000 + number),
        street: noise(number + 1e6)
      }))
    ),
    { rowGroupSize: 3000 }
  )
)

const release = (bucket: Bucket) => `${bucket.url}release/2026-08-19.0/`

const sentOf = (bucket: Bucket) => Array.from(bucket.sent.values()).reduce((sum, bytes) => sum + bytes, 0)

const idsOf = (read: { readonly records: ReadonlyArray<{ readonly recordId: string }> }) =>
  read.records.map(({ recordId }) => recordId)

/** Waits, without sleeping, for something that happens at the other end of the connection. */
const until = (holds: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() =>
    holds()
      ? Effect.void
      : Effect.andThen(
          Effect.promise(() => new Promise((resolve) => setImmediate(resolve))),
          until(holds)
        )
  )

layer(testPlatform, { excludeTestServices: true })((it) => {
  it.effect(
    "MUST download, from a file of many countries, only the footer and the row groups of the requested one",
    () =>
      Effect.gen(function* () {
        const file = manyCountries
        const bucket = yield* makeBucket({ [`${theme}/part-00000.zstd.parquet`]: file })
        const { records } = yield* readAll(release(bucket), { countries: ["LI"] })
        expect(records).toHaveLength(3000)
        // A seventh of the rows, 64 KiB for the footer, and the first bytes.
        expect(sentOf(bucket)).toBeLessThan(file.length / countries.length + 64 * 1024 + 16)
        expect(sentOf(bucket)).toBeLessThan(file.length / 3)
      })
  )

  it.effect("MUST download only footers for a country that a release lacks, or an empty box", () =>
    Effect.gen(function* () {
      const bucket = yield* makeBucket({ [`${theme}/part-00000.zstd.parquet`]: manyCountries })
      const limit = 64 * 1024 + 16
      expect((yield* readAll(release(bucket), { countries: ["SE"] }, "SE")).records).toEqual([])
      expect(sentOf(bucket)).toBeLessThanOrEqual(limit)
      bucket.sent.clear()
      expect((yield* readAll(release(bucket), { bbox: [100, -10, 101, -9] })).records).toEqual([])
      expect(sentOf(bucket)).toBeLessThanOrEqual(limit)
    })
  )

  it.effect("MUST NOT download a row group whose range contains the country, but no row of it", () =>
    Effect.gen(function* () {
      const rows = [...street(3000, { country: "AT" }, "a"), ...street(3000, { country: "US" }, "u")]
      const file = writeAddresses(
        rows.map((row, index) => ({ ...row, id: noise(index), street: noise(index + 1e6) })),
        { rowGroupSize: 6000 }
      )
      const bucket = yield* makeBucket({ [`${theme}/part-00000.zstd.parquet`]: file })
      expect((yield* readAll(release(bucket))).records).toEqual([])
      expect(sentOf(bucket)).toBeLessThan(64 * 1024 + 4096)
    })
  )

  it.effect("MUST read every listed part, over as many pages as the server makes of it", () =>
    Effect.gen(function* () {
      const parts = Array.from({ length: 7 }, (_, part) => [
        `${theme}/part-${part}.zstd.parquet`,
        writeAddresses(street(2, {}, `p${part}-`))
      ])
      const bucket = yield* makeBucket({
        ...Object.fromEntries(parts),
        [`${theme}/_SUCCESS`]: Buffer.from("none"),
        "release/2026-08-19.0/theme=places/type=place/part-0.parquet": Buffer.from("never read")
      })
      bucket.pageSize = 3
      const expected = Array.from({ length: 7 }, (_, part) => [`p${part}-0`, `p${part}-1`]).flat()
      for (const place of [
        release(bucket),
        `${bucket.url}${theme}/`,
        `${bucket.url}release/2026-08-19.0/theme=addresses`
      ]) {
        bucket.requests.length = 0
        expect(idsOf(yield* readAll(place))).toEqual(expected)
        expect(bucket.requests.filter((request) => request.startsWith("LIST"))).toEqual(
          Array.from({ length: 3 }, () => `LIST ${theme}/`)
        )
      }
      // A single file, addressed directly, is read in ranges too.
      expect(idsOf(yield* readAll(`${bucket.url}${theme}/part-3.zstd.parquet`))).toEqual(["p3-0", "p3-1"])
    })
  )

  it.effect("MUST have a fingerprint that changes with any part, without reading any", () =>
    Effect.gen(function* () {
      const key = `${theme}/part-0.parquet`
      const bucket = yield* makeBucket({
        [key]: writeAddresses(street(2)),
        [`${theme}/part-1.parquet`]: writeAddresses(street(3))
      })
      const fingerprint = Effect.flatMap(configure(release(bucket)), (source) => source.fingerprint)
      const before = yield* fingerprint
      expect(yield* fingerprint).toBe(before)
      expect(sentOf(bucket)).toBe(0)
      bucket.objects.set(key, writeAddresses(street(4)))
      expect(yield* fingerprint).not.toBe(before)
      bucket.objects.delete(key)
      expect(yield* fingerprint).not.toBe(before)
    })
  )

  it.effect("MUST resume where the connection broke, within a row group", () =>
    Effect.gen(function* () {
      const bucket = yield* makeBucket({ [`${theme}/part-0.parquet`]: manyCountries })
      bucket.breakAfter = [30_000, 20_000, 5000, 1000]
      const { records } = yield* readAll(release(bucket))
      expect(records).toHaveLength(3000)
      expect(bucket.breakAfter).toEqual([])
      const whole = sentOf(bucket)
      bucket.sent.clear()
      yield* readAll(release(bucket))
      // Bytes received before a break are not requested again.
      expect(whole).toBe(sentOf(bucket))
    })
  )

  it.effect("MUST retry if the server is busy, and give up with a transient fault if it stays so", () =>
    Effect.gen(function* () {
      const bucket = yield* makeBucket({ [`${theme}/part-0.parquet`]: writeAddresses(street(2)) })
      bucket.statuses = [503, 500]
      expect((yield* readAll(release(bucket))).records).toHaveLength(2)
      bucket.statuses = Array.from({ length: 50 }, () => 503)
      expect(yield* failureOf(release(bucket))).toMatchObject({ _tag: "SourceError", reason: "transient" })
    })
  )

  for (const conditions of [true, false]) {
    const which = conditions ? "that heeds If-Range" : "that heeds no condition"
    it.effect(`MUST NOT join two versions of a file, from a server ${which}: that is a transient fault`, () =>
      Effect.gen(function* () {
        const key = `${theme}/part-0.parquet`
        const bucket = yield* makeBucket({ [key]: manyCountries })
        bucket.conditions = conditions
        let gets = 0
        bucket.onRequest = (request) => {
          gets += request.startsWith("GET") ? 1 : 0
          if (gets === 3) bucket.objects.set(key, Buffer.from(bucket.objects.get(key)!).fill(7, 4, 100))
        }
        const failure = yield* failureOf(release(bucket))
        expect(failure).toMatchObject({ _tag: "SourceError", reason: "transient" })
        expect(failure.message).toContain("changed")
      })
    )
  }

  it.effect("MUST report that a part changed after it was listed", () =>
    Effect.gen(function* () {
      const key = `${theme}/part-0.parquet`
      const bucket = yield* makeBucket({ [key]: writeAddresses(street(20)) })
      bucket.onRequest = (request) => {
        const { length } = bucket.objects.get(key)!
        if (request.startsWith("GET")) bucket.objects.set(key, new Uint8Array(length))
      }
      const failure = yield* failureOf(release(bucket))
      expect(failure).toMatchObject({ reason: "transient", message: expect.stringContaining("since it was listed") })
    })
  )

  it.effect("MUST report a server that ignores Range for a release; a single file is downloaded instead", () =>
    Effect.gen(function* () {
      const key = `${theme}/part-0.parquet`
      const bucket = yield* makeBucket({ [key]: writeAddresses(street(20)) })
      bucket.ranges = false
      const failure = yield* failureOf(release(bucket))
      expect(failure).toMatchObject({
        reason: "misconfigured",
        message: expect.stringContaining("does not send parts")
      })
      expect((yield* readAll(`${bucket.url}${key}`)).records).toHaveLength(20)
    })
  )

  it.effect("MUST report a server that stops supporting Range in between", () =>
    Effect.gen(function* () {
      const bucket = yield* makeBucket({ [`${theme}/part-0.parquet`]: manyCountries })
      let gets = 0
      bucket.onRequest = (request) => {
        gets += request.startsWith("GET") ? 1 : 0
        bucket.ranges = gets < 3
      }
      const failure = yield* failureOf(release(bucket))
      expect(failure).toMatchObject({
        reason: "misconfigured",
        message: expect.stringContaining("sends the whole file")
      })
    })
  )

  it.effect("MUST say what to name instead of a location that cannot be listed, or is empty", () =>
    Effect.gen(function* () {
      const bucket = yield* makeBucket({})
      expect(yield* failureOf(release(bucket))).toMatchObject({
        reason: "misconfigured",
        message: expect.stringContaining("no .parquet file of theme=addresses/type=address")
      })
      for (const listing of ["<html><body>Index of /</body></html>", "no XML at all", "<a><b></a>", ""]) {
        bucket.listing = listing
        expect(yield* failureOf(release(bucket))).toMatchObject({
          reason: "misconfigured",
          message: expect.stringMatching(/release\/2026-08-19\.0.*does not list/)
        })
      }
      bucket.listing =
        "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>1</NextContinuationToken></ListBucketResult>"
      expect(yield* failureOf(release(bucket))).toMatchObject({ reason: "unreadable" })
      bucket.listing = `<ListBucketResult>${"<Contents/>".repeat(300_000)}</ListBucketResult>`
      expect(yield* failureOf(release(bucket))).toMatchObject({
        reason: "misconfigured",
        message: expect.stringContaining("no .parquet file")
      })
    })
  )

  it.effect("MUST release the connection, and stop, if it is interrupted within a row group", () =>
    Effect.gen(function* () {
      const bucket = yield* makeBucket({ [`${theme}/part-0.parquet`]: manyCountries })
      bucket.stallAfter = [70_000]
      const reading = yield* Effect.forkChild(readAll(release(bucket), { countries }, "US"))
      yield* until(() => bucket.stallAfter.length === 0)
      yield* Fiber.interrupt(reading)
      yield* until(() => bucket.answering === 0)
    })
  )

  it.effect("MUST stop reading when no more records are needed", () =>
    Effect.gen(function* () {
      const parts = Array.from({ length: 12 }, (_, part) => [`${theme}/part-${part}.parquet`, manyCountries])
      const bucket = yield* makeBucket(Object.fromEntries(parts))
      const source = yield* configure(release(bucket))
      expect(yield* Stream.runCollect(Stream.take(source.records("LI"), 5))).toHaveLength(5)
      expect(bucket.sent.size).toBeLessThan(12)
    })
  )

  it.effect("MUST download only the row groups of buildings that are among the addresses", () =>
    Effect.gen(function* () {
      const houses = Array.from({ length: 4 }, (_, town) =>
        Array.from({ length: 2000 }, (_, index) => ({
          id: noise(town * 2000 + index),
          polygon: square(town * 3 + index * 0.0005, 45, 0.0002),
          subtype: "residential",
          class: "house"
        }))
      ).flat()
      const buildings = writeBuildings(houses, { rowGroupSize: 2000 })
      const key = "release/2026-08-19.0/theme=buildings/type=building/part-0.parquet"
      const bucket = yield* makeBucket({
        [`${theme}/part-0.parquet`]: writeAddresses(
          street(500).map((row, index): AddressRow => ({ ...row, at: [3 + index * 0.0005, 45] }))
        ),
        [key]: buildings
      })
      const { records } = yield* readAll(release(bucket), { buildings: release(bucket) })
      expect(records.filter(({ evidence }) => evidence?.kind === "building")).toHaveLength(500)
      expect(bucket.sent.get(key)).toBeLessThan(buildings.length / 4 + 64 * 1024 + 16)
    })
  )
})

describe("a server that stops responding", () => {
  layer(readerWith({ patience: { stall: "50 millis", tries: 2 } }), { excludeTestServices: true })((it) => {
    it.effect("MUST be a transient fault", () =>
      Effect.gen(function* () {
        const bucket = yield* makeBucket({ [`${theme}/part-0.parquet`]: manyCountries })
        bucket.stallAfter = [10, 10, 10, 10, 10, 10, 10, 10].map(() => 0)
        const failure = yield* failureOf(`${bucket.url}${theme}/part-0.parquet`)
        expect(failure).toMatchObject({ reason: "transient", message: expect.stringContaining("stopped sending") })
      })
    )
  })
})
