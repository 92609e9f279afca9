import { describe, expect, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { releaseIn } from "../../../sources/DataSource.ts"
import { boxesOf, meet } from "../../../sources/overture/CountryBoxes.ts"
import type { StandIn } from "../../support/upstream/StandIn.ts"
import { standIn } from "../../support/upstream/StandIn.ts"
import { platform, readerWith } from "../reading/TestReader.ts"
import { square, writeAddresses, writeBuildings, writePlaces } from "./GeoParquet.ts"
import { configure, failureOf, readAll, street } from "./Reading.ts"

const part = (country: string, bbox: readonly [number, number, number, number], prefix = country) => ({
  bytes: writeAddresses(street(3, { country, at: [bbox[0], bbox[1]] }, prefix)),
  bbox,
  rows: 3
})

const alps = [9.4, 47, 9.7, 47.3] as const
const nevada = [-120, 35, -114, 42] as const

const first = "2026-01-21.0"
const second = "2026-02-18.0"

/** Distinct requests to the stand-in whose path contains `path`. */
const asked = ({ bucket }: StandIn, path: string): ReadonlyArray<string> =>
  Array.from(new Set(bucket.requests.filter((request) => request.includes(path)).map((one) => one.split(" ")[1]!)))

const withStandIn = <A, E, R>(use: (upstream: StandIn) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(standIn, (upstream) =>
    Effect.provide(use(upstream), readerWith({ upstreams: upstream.upstreams, patience: { tries: 1 } }))
  )

const latest = { location: "latest", countries: ["LI"] }

layer(platform, { excludeTestServices: true })((it) => {
  it.effect("MUST read the release that the catalog names, and include it in the fingerprint", () =>
    withStandIn(
      Effect.fnUntraced(function* (upstream) {
        upstream.release(first, { address: [part("LI", alps)] })
        const source = yield* configure("latest", latest)
        const before = yield* source.fingerprint
        expect(releaseIn(before)).toBe(first)
        expect((yield* readAll("latest", latest)).records).toHaveLength(3)

        upstream.release(second, { address: [part("LI", alps, "new")] })
        const after = yield* source.fingerprint
        expect(releaseIn(after)).toBe(second)
        expect(after).not.toBe(before)
        expect((yield* readAll("latest", latest)).records.map(({ recordId }) => recordId)[0]).toBe("new0")
      })
    )
  )

  it.effect("MUST give a release the same fingerprint each time, without reading its files", () =>
    withStandIn(
      Effect.fnUntraced(function* (upstream) {
        upstream.release(first, { address: [part("LI", alps)] })
        const source = yield* configure("latest", latest)
        expect(yield* source.fingerprint).toBe(yield* source.fingerprint)
        expect(asked(upstream, "release/")).toEqual([])
        expect(asked(upstream, "00000.json")).toEqual([])
      })
    )
  )

  it.effect("MUST open only files whose box meets the country's", () =>
    withStandIn(
      Effect.fnUntraced(function* (upstream) {
        upstream.release(first, { address: [part("US", nevada), part("LI", alps), part("JP", [129, 31, 146, 46])] })
        expect((yield* readAll("latest", latest)).records).toHaveLength(3)
        expect(asked(upstream, "/release/")).toEqual([
          `/release/${first}/theme=addresses/type=address/part-00001-${first}-c000.zstd.parquet`
        ])
        upstream.bucket.requests.length = 0
        expect((yield* readAll("latest", { ...latest, countries: ["ZA"] }, "ZA")).records).toEqual([])
        expect(asked(upstream, "/release/")).toEqual([])
        upstream.bucket.requests.length = 0
        expect((yield* readAll("latest", { ...latest, bbox: [10, 48, 11, 49] })).records).toEqual([])
        expect(asked(upstream, "/release/")).toEqual([])
      })
    )
  )

  it.effect("MUST read addresses, buildings and places of one release", () =>
    withStandIn(
      Effect.fnUntraced(function* (upstream) {
        const building = {
          bytes: writeBuildings([{ id: "b", polygon: square(9.4, 47, 0.01), class: "house", subtype: "residential" }]),
          bbox: alps,
          rows: 1
        }
        const hotel = { id: "p", at: [9.4, 47], confidence: 0.9, hierarchy: ["lodging", "hotel"] } as const
        const place = [{ bytes: writePlaces([hotel]), bbox: alps, rows: 1 }]
        upstream.release(first, {
          address: [part("LI", alps)],
          building: [building, { ...building, bbox: nevada }],
          place
        })
        const kinds = Effect.fnUntraced(function* (more: object) {
          const { records } = yield* readAll("latest", { ...latest, buildings: "latest", ...more })
          return new Set(records.map(({ evidence }) => evidence?.kind))
        })
        expect(yield* kinds({})).toEqual(new Set(["building"]))
        expect(asked(upstream, "type=building/")).toHaveLength(1)
        expect(asked(upstream, "type=place/")).toHaveLength(0)
        expect(yield* kinds({ places: "latest" })).toEqual(new Set(["against"]))
      })
    )
  )

  it.effect("MUST look again if the catalog names a release whose list is gone", () =>
    withStandIn(
      Effect.fnUntraced(function* (upstream) {
        upstream.release(first, { address: [part("LI", alps)] })
        upstream.withdraw(first)
        const source = yield* configure("latest", latest)
        let published = false
        upstream.bucket.onRequest = (request) => {
          if (published || !request.includes(`${first}/addresses`)) return
          published = true
          upstream.release(second, { address: [part("LI", alps)] })
        }
        expect(releaseIn(yield* source.fingerprint)).toBe(second)
      })
    )
  )

  it.effect(
    "MUST report a release that disappeared during reading as a transient fault, and then read the next one",
    () =>
      withStandIn(
        Effect.fnUntraced(function* (upstream) {
          upstream.release(first, { address: [part("LI", alps)] })
          const source = yield* configure("latest", latest)
          expect(releaseIn(yield* source.fingerprint)).toBe(first)
          upstream.withdraw(first)
          upstream.release(second, { address: [part("LI", alps, "new")] })
          const failure = yield* Effect.flip(Stream.runDrain(source.records("LI")))
          expect(failure.reason).toBe("transient")
          expect(failure.message).toContain(`the release ${first} is no longer there; the latest is ${second} now`)
          // A run retries by itself and must not continue with a release other than the one that it began with.
          expect((yield* Effect.flip(Stream.runDrain(source.records("LI")))).message).toBe(failure.message)
          expect(releaseIn(yield* source.fingerprint)).toBe(second)
          expect(yield* Stream.runCollect(source.records("LI"))).toHaveLength(3)
        })
      )
  )

  it.effect("MUST explain a catalog that is ahead of the files, or is not a catalog", () =>
    withStandIn(
      Effect.fnUntraced(function* (upstream) {
        upstream.release(first, { address: [part("LI", alps)] })
        upstream.withdraw(first, "bucket")
        const early = yield* failureOf("latest", latest)
        expect(early.reason).toBe("transient")
        expect(early.message).toContain(`names ${first} as the latest release, but part of it is missing`)
        for (const content of ["<html>", "{}", '{"latest": "../../etc"}', '{"latest": 7}']) {
          upstream.bucket.objects.set("stac/catalog.json", Buffer.from(content))
          const failure = yield* failureOf("latest", latest)
          expect(failure.reason, content).toBe("unreadable")
          expect(failure.message).toContain("/stac/catalog.json")
          expect(upstream.bucket.requests.some((request) => request.includes("etc"))).toBe(false)
        }
      })
    )
  )

  it.effect("MUST NOT take another fault of a server for a missing part of the release", () =>
    withStandIn(
      Effect.fnUntraced(function* (upstream) {
        upstream.release(first, { address: [part("LI", alps)] })
        const source = yield* configure("latest", latest)
        yield* source.fingerprint
        let asked = 0
        upstream.bucket.onRequest = (request) => {
          // Parts are sent at first, to the probe.
          if (request.includes(".parquet")) upstream.bucket.ranges = ++asked < 2
        }
        const failure = yield* Effect.flip(Stream.runDrain(source.records("LI")))
        expect(failure.reason).toBe("misconfigured")
        expect(failure.message).not.toContain("missing")
      })
    )
  )

  it.effect("MUST understand items as older catalogs and mirrors write them", () =>
    withStandIn(
      Effect.fnUntraced(function* (upstream) {
        upstream.release(first, { address: [part("LI", alps)] })
        const item = `stac/${first}/addresses/address/00000/00000.json`
        const key = `release/${first}/theme=addresses/type=address/part-00000-${first}-c000.zstd.parquet`
        const rewrite = (assets: object, more: object = {}) =>
          upstream.bucket.objects.set(
            item,
            Buffer.from(JSON.stringify({ type: "Feature", properties: { "table:row_count": 3 }, assets, ...more }))
          )
        const count = Effect.map(readAll("latest", latest), ({ records }) => records.length)
        rewrite({ data: { href: `${upstream.bucket.url}${key}` } })
        expect(yield* count).toBe(3)
        rewrite({ data: { href: `../../../../../${key}` } }, { bbox: [9, 47, 0, 10, 48, 900] })
        expect(yield* count).toBe(3)
        rewrite({ thumbnail: { href: "./preview.png" } })
        expect((yield* failureOf("latest", latest)).message).toContain("it names no Parquet file")
      })
    )
  )
})

describe("a country's boxes", () => {
  layer(platform)((it) => {
    it.effect("MUST keep its pieces apart, including those across the antimeridian", () =>
      Effect.sync(() => {
        const reunion = [55, -22, 56, -20] as const
        const meets = (country: string, box: readonly [number, number, number, number]) =>
          boxesOf(country).some((one) => meet(one, box))
        expect(meets("FR", reunion)).toBe(true)
        expect(meets("FR", [20, 0, 30, 10])).toBe(false)
        expect(meets("FJ", [179, -18, -179, -17])).toBe(true)
        expect(meets("NZ", [-177, -45, -176, -43])).toBe(true)
        expect(meets("US", [-160, 18, -154, 23])).toBe(true)
        expect(boxesOf("XX")).toEqual([])
      })
    )
  })
})
