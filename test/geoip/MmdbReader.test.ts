import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { readFileSync } from "node:fs"
import { property } from "../../properties/Bridge.ts"
import * as IpAddress from "../../src/geoip/IpAddress.ts"
import { MalformedDatabase } from "../../src/geoip/MmdbGuard.ts"
import * as MmdbReader from "../../src/geoip/MmdbReader.ts"
import { sampleOf } from "../../src/geoip/MmdbSample.ts"
import { double, encode, float, int32, nested, pointer, Raw, trailer, uint, write } from "./support/MmdbWriter.ts"
import { brokenDatabases, hasTestData, testDatabase, testDataReason } from "./support/RealData.ts"

const address = (ip: string) => Option.getOrThrow(IpAddress.parse(ip))

const find = (database: Buffer, ip: string): unknown => MmdbReader.make(database).look(address(ip)).record

/** The record of a database with one network. */
const roundTrip = (record: unknown): unknown => find(write([["1.0.0.0/8", record]]), "1.2.3.4")

/** Reads everything in a database, or returns why it is refused. */
const readWhole = (database: Buffer): "whole" | MalformedDatabase => {
  try {
    const reader = MmdbReader.make(database)
    sampleOf(reader)
    for (const ip of ["0.0.0.0", "1.2.3.4", "81.2.69.142", "255.255.255.255", "2001:480:10::1"]) {
      reader.look(address(ip))
    }
    return "whole"
  } catch (error) {
    if (error instanceof MalformedDatabase) return error
    throw error
  }
}

const refusal = (database: Buffer): string => {
  const outcome = readWhole(database)
  return outcome === "whole" ? "nothing is wrong with it" : outcome.message
}

describe("MmdbReader", () => {
  it.each([
    ["text", "Zürich 東京", "Zürich 東京"],
    ["a text of 30 bytes", "x".repeat(30), "x".repeat(30)],
    ["a text of 300 bytes", "x".repeat(300), "x".repeat(300)],
    ["a text of 60,000 bytes", "x".repeat(60_000), "x".repeat(60_000)],
    ["a double", double(-122.085), -122.085],
    ["a float", float(0.5), 0.5],
    ["uint16", uint("uint16", 65_535), 65_535],
    ["uint32", uint("uint32", 4_294_967_295), 4_294_967_295],
    ["int32", int32(-7), -7],
    ["uint64", uint("uint64", 1_750_000_000), 1_750_000_000n],
    ["uint64 at its most", uint("uint64", 2n ** 64n - 1n), 2n ** 64n - 1n],
    ["uint128", uint("uint128", 2n ** 100n), 2n ** 100n],
    ["zero", 0, 0],
    ["true", true, true],
    ["false", false, false],
    ["a list", ["a", 1, ["b"]], ["a", 1, ["b"]]],
    ["an empty map", {}, {}]
  ])("MUST decode %s", (_, written, read) => {
    assert.deepStrictEqual(Object.assign({}, roundTrip({ value: written })), { value: read })
  })

  it("MUST refuse a record with a key that has a meaning in JavaScript", () => {
    assert.throws(() => roundTrip({ ["__proto__"]: { country_code: "GB" } }), "a key that no record has")
    assert.deepStrictEqual(Object.entries(roundTrip({ constructor: "b" }) as object), [["constructor", "b"]])
  })

  it.each([
    [1, 0],
    [2, 1],
    [3, 9],
    [4, 9]
  ] as const)("MUST follow pointers of %d bytes", (size, fillers) => {
    const filler = Buffer.alloc(60_000)
    const before = Array.from({ length: fillers }, (_, i) => [`${100 + i}.0.0.0/8`, [filler, i]] as const)
    const offset = fillers * (encode([filler, 0]).length + 1) - Math.min(fillers, 1)
    const record = { there: pointer(offset, size) }
    const database = write([...before, ["1.0.0.0/8", "target"], ["2.0.0.0/8", record]])
    assert.deepStrictEqual(Object.assign({}, find(database, "2.2.2.2")), { there: "target" })
  })

  it.each([24, 28, 32] as const)("MUST find networks in a tree of %d bits a record", (recordSize) => {
    const networks = [
      ["0.0.0.1/32", "first"],
      ["1.0.0.0/8", "wide"],
      ["9.9.9.9/32", "host"],
      ["255.255.255.0/24", "last"],
      ["2a02:d500::/29", "six"]
    ] as const
    const database = write(networks, { recordSize })
    assert.strictEqual(find(database, "1.255.0.1"), "wide")
    assert.strictEqual(find(database, "9.9.9.9"), "host")
    assert.strictEqual(find(database, "255.255.255.255"), "last")
    assert.strictEqual(find(database, "2a02:d507:ffff::1"), "six")
    for (const ip of ["0.0.0.0", "0.255.255.255", "2.0.0.0", "9.9.9.8", "255.255.254.255", "2a02:d508::", "1::1"]) {
      assert.isUndefined(find(database, ip), ip)
    }
  })

  it.each([28, 32] as const)("MUST reach data beyond 16 MB with records of %d bits", (recordSize) => {
    const filler = Buffer.alloc(60_000)
    const before = Array.from({ length: 290 }, (_, i) => [`10.${i >> 8}.${i & 255}.0/24`, [filler, i]] as const)
    assert.strictEqual(find(write([...before, ["1.0.0.0/8", "far"]], { recordSize }), "1.2.3.4"), "far")
    assert.strictEqual(find(write([...before, ["255.0.0.0/8", "far"]], { recordSize }), "255.2.3.4"), "far")
  })

  it("MUST know that a database of IPv4 addresses contains no IPv6", () => {
    const database = write([["0.0.0.0/1", "half"]], { ipVersion: 4 })
    assert.strictEqual(find(database, "1.2.3.4"), "half")
    assert.isUndefined(find(database, "128.0.0.1"))
    assert.isUndefined(find(database, "2001:4860::1"))
  })

  const record = nested("GB", ["ENG", "England"], "London")
  const whole = write([["1.0.0.0/8", record]])

  it.each<readonly [string, Buffer, string]>([
    ["nothing", Buffer.alloc(0), "not an MMDB file"],
    ["a text", Buffer.from("root:x:0:0"), "not an MMDB file"],
    ["a compressed file", Buffer.from([0x1f, 0x8b, 8, 0, 0]), "compressed"],
    ["only a marker", Buffer.from("\xab\xcd\xefMaxMind.com", "latin1"), "beyond its section"],
    ["metadata of another kind", trailer({ hello: "world" }), "metadata"],
    ["metadata that are no map", Buffer.concat([trailer({}).subarray(0, 14), Buffer.from([0x41, 0x41])]), "metadata"],
    ["a version to come", write([["1.0.0.0/8", record]], { metadata: { binary_format_major_version: 3 } }), "metadata"],
    ["a record size of 20", write([["1.0.0.0/8", record]], { metadata: { record_size: 20 } }), "metadata"],
    ["more nodes than it has", write([["1.0.0.0/8", record]], { metadata: { node_count: 100_000 } }), "shorter"],
    ["fewer nodes than it has", write([["1.0.0.0/8", record]], { metadata: { node_count: 90 } }), "does not end where"],
    ["no nodes", write([["1.0.0.0/8", record]], { metadata: { node_count: 0 } }), "metadata"],
    ["a pointer beyond the data", write([["1.0.0.0/8", { to: pointer(4000) }]]), "beyond its section"],
    ["a text without an end", write([["1.0.0.0/8", new Raw([0x5d, 200, 0x61])]]), "beyond its section"],
    ["a text that is no UTF-8", write([["1.0.0.0/8", new Raw([0x42, 0xc3, 0x28])]]), "UTF-8"],
    ["a double of 7 bytes", write([["1.0.0.0/8", new Raw([0x67, 0, 0, 0, 0, 0, 0, 0])]]), "wrong size"],
    ["a float of 8 bytes", write([["1.0.0.0/8", new Raw([0x08, 8, 0, 0, 0, 0, 0, 0, 0, 0])]]), "wrong size"],
    ["a number of 5 bytes", write([["1.0.0.0/8", new Raw([0xc5, 1, 1, 1, 1, 1])]]), "too long"],
    ["an unknown type", write([["1.0.0.0/8", new Raw([0x00, 40])]]), "unknown type"],
    ["a truth value of 2", write([["1.0.0.0/8", new Raw([0x02, 7])]]), "neither true nor false"],
    ["a key that is no text", write([["1.0.0.0/8", new Raw([0xe1, 0xc1, 1, 0xc1, 1])]]), "key that is not text"],
    ["a map of 16 million entries", write([["1.0.0.0/8", new Raw([0xff, 0xff, 0xff, 0xff])]]), "beyond its section"],
    [
      "a record 70 lists deep",
      write([["1.0.0.0/8", Array.from({ length: 70 }).reduce<unknown>((inner) => [inner], 1)]]),
      "nested without end"
    ],
    ["a record that holds itself", write([["1.0.0.0/8", { self: pointer(0) }]]), "nested without end"],
    ["a list that holds itself twice", write([["1.0.0.0/8", [pointer(0), pointer(0)]]]), "nested without end"]
  ])("MUST refuse %s", (_, database, message) => assert.include(refusal(database), message))

  it("MUST refuse a record that expands beyond the maximum size", () => {
    // Each list refers to the next one ten times: ten levels in 11 KB decode to ten billion values.
    const parts: Array<readonly [string, unknown]> = []
    let offset = 0
    for (let level = 0; level < 10; level++) {
      const next = offset + 1 + 1 + 10 * 5
      parts.push([`${level + 1}.0.0.0/8`, Array.from({ length: 10 }, () => (level === 9 ? "end" : pointer(next)))])
      offset = next
    }
    assert.include(refusal(write(parts)), "nested without end")
  })

  it("MUST refuse a tree in which a node points to itself", () => {
    // Both branches of node 0 lead back to node 0, in 24-bit records.
    const broken = Buffer.concat([
      Buffer.alloc(6 + 16),
      trailer({
        node_count: 1,
        record_size: uint("uint16", 24),
        ip_version: uint("uint16", 6),
        database_type: "Test",
        binary_format_major_version: uint("uint16", 2)
      })
    ])
    assert.include(refusal(broken), "deeper than an address")
  })

  it("MUST recognize a database as broken at whatever byte it is truncated", () => {
    assert.strictEqual(readWhole(whole), "whole")
    for (let length = 0; length < whole.length; length++) {
      assert.instanceOf(readWhole(whole.subarray(0, length)), MalformedDatabase, `cut to ${length} bytes`)
    }
  })

  it.effect("MUST end with a value or a named fault on any damage", () =>
    property(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 }),
      (changes) =>
        Effect.sync(() => {
          const damaged = Buffer.from(whole)
          for (const [at, byte] of changes) damaged[at] = byte
          readWhole(damaged)
        }),
      { runs: 2000 }
    )
  )

  it.skipIf(!hasTestData)(`MUST survive every known broken database${testDataReason}`, () => {
    assert.lengthOf(brokenDatabases, 9)
    for (const path of brokenDatabases) readWhole(readFileSync(path))
  })

  it.effect.skipIf(!hasTestData)(`MUST also end on any damage to a real database${testDataReason}`, () => {
    const real = readFileSync(testDatabase("GeoIP2-City-Test"))
    return property(
      fc.array(fc.tuple(fc.nat(real.length - 1), fc.nat(255)), { minLength: 1, maxLength: 50 }),
      (changes) =>
        Effect.sync(() => {
          const damaged = Buffer.from(real)
          for (const [at, byte] of changes) damaged[at] = byte
          readWhole(damaged)
        }),
      { runs: 100, seconds: 5 }
    )
  })
})
