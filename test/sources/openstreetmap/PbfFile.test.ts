import { expect, it } from "@effect/vitest"
import { Effect, Exit, Result, Stream } from "effect"
import { levelsOf } from "../../../sources/openstreetmap/AdminLevels.ts"
import { openBytes, readOsm, recordsIn } from "./OsmFiles.ts"
import { type Osm, type WriteOptions, writeBlob, writePbf } from "./PbfWriter.ts"
import { readBytes, readTown, street, Town } from "./Town.ts"

/** Negative and large IDs, non-ASCII text, coordinates at the limits, and nodes with and without tags. */
const osm: Osm = {
  nodes: [
    { id: -5, lon: -1_800_000_000, lat: -900_000_000 },
    { id: 7, lon: 84_000_001, lat: 490_500_003, tags: { name: "Straße 東京", empty: "" } },
    { id: 13_123_456_789, lon: 1_800_000_000, lat: 900_000_000, tags: { place: "city" } },
    { id: 13_123_456_790, lon: 0, lat: 0 }
  ],
  ways: [
    { id: -9, refs: [7, -5, 13_123_456_789, 7], tags: { building: "house" } },
    { id: 1_400_000_000, refs: [], tags: {} }
  ],
  relations: [
    {
      id: 18_000_000,
      tags: { type: "multipolygon" },
      members: [
        { type: "way", id: 1_400_000_000, role: "outer" },
        { type: "node", id: -5, role: "" },
        { type: "relation", id: 3, role: "söder" }
      ]
    }
  ]
}

it.effect("MUST read what was written, however it is compressed and encoded", () =>
  Effect.gen(function* () {
    const ways: ReadonlyArray<WriteOptions> = [
      {},
      { packing: "raw" },
      { packing: "zstd" },
      { plainNodes: true },
      { metadata: true },
      { mixed: true },
      { perBlock: 1 },
      { granularity: 1, offset: 12_345 }
    ]
    for (const options of ways) expect(yield* readOsm(writePbf(osm, options)), JSON.stringify(options)).toEqual(osm)
  })
)

it.effect("MUST read positions stored in ways, if nodes have none", () =>
  Effect.gen(function* () {
    const town = new Town()
    const house = town.square(0, 0, 4, { ...street("1"), building: "house" })
    town.square(10, 0, 4, { building: "apartments" })
    const within = town.node(12, 2, street("2"))
    const { byId } = yield* readTown(town, { write: { locationsOnWays: true } })
    expect(byId.get(`way/${house}`)?.coordinates).toEqual({ latitude: 49.0502, longitude: 8.4002 })
    expect(byId.get(`node/${within}`)?.evidence?.kind).toBe("building")
  })
)

const failure = (bytes: Uint8Array) => Effect.map(Effect.result(readBytes(bytes)), Result.getFailure)

it.effect("MUST refuse files that it would misread, and say what to do", () =>
  Effect.gen(function* () {
    const refused = [
      [writePbf(osm, { required: ["OsmSchema-V0.6", "HistoricalInformation"] }), "history"],
      [writePbf(osm, { required: ["OsmSchema-V0.6", "Oddity"] }), 'needs the feature "Oddity"'],
      [writePbf(osm, { packing: "lz4" }), "packed with lz4"],
      [Buffer.from([0xff, 0xe0, 4]), 'it is an .o5m file, not an .osm.pbf file. Convert it with "osmium sort'],
      [Buffer.from("no extract"), "it is not an .osm.pbf file, or it is cut off"],
      [Buffer.from([0, 0]), "in the middle of a block"],
      [new Uint8Array(0), "no header"]
    ] as const
    for (const [bytes, message] of refused) {
      const error = yield* failure(bytes)
      expect(error, message).toMatchObject({
        value: { reason: "unreadable", message: expect.stringContaining(message) }
      })
    }
  })
)

it.effect("MUST fail, rather than hang or die, wherever a file is truncated or damaged", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.square(0, 0, 4, { ...street("1"), building: "house" })
    for (const packing of ["raw", "zlib"] as const) {
      const whole = writePbf(town, { packing })
      for (let length = 0; length < whole.length; length++) {
        const exit = yield* Effect.exit(readBytes(whole.subarray(0, length)))
        // A file that is cut between two blocks looks complete.
        if (Exit.isSuccess(exit)) expect(exit.value.given, `${packing} ${length}`).toEqual([])
        else
          expect(
            exit.cause.reasons.map(({ _tag }) => _tag),
            `${packing} ${length}`
          ).toEqual(["Fail"])
      }
      for (let at = 0; at < whole.length; at++) {
        const damaged = Uint8Array.from(whole)
        damaged[at]! ^= 0xff
        const exit = yield* Effect.exit(readBytes(damaged))
        if (Exit.isFailure(exit)) expect(exit.cause.reasons.map(({ _tag }) => _tag)).toEqual(["Fail"])
      }
    }
  })
)

it.effect("MUST not unpack a block beyond what the format permits", () =>
  Effect.gen(function* () {
    const header = writePbf({ nodes: [], ways: [], relations: [] })
    const bomb = writeBlob("OSMData", new Uint8Array(40 * 1024 * 1024))
    const file = yield* openBytes(Buffer.concat([header, bomb]))
    const result = yield* Effect.result(
      Stream.runDrain(recordsIn(file, { country: "DE", levels: levelsOf("DE"), declared: {} }))
    )
    expect(Result.isFailure(result) && result.failure.reason).toBe("unreadable")
  })
)
