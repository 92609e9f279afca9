import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { Reader, type Response } from "maxmind"
import { readFileSync } from "node:fs"
import { property } from "../../properties/Bridge.ts"
import * as IpAddress from "../../src/geoip/IpAddress.ts"
import * as MmdbReader from "../../src/geoip/MmdbReader.ts"
import {
  defaultDatabases,
  defaultReason,
  firstAddress,
  hasDefault,
  hasTestData,
  sourceOf,
  testDatabase,
  testDataReason
} from "./support/RealData.ts"

/** What the package says of an address, once by itself and once with each record checked first, as text. */
const readers = (path: string) => {
  const content = readFileSync(path)
  const { look } = MmdbReader.make(content)
  const maxmind = new Reader<Response>(content)
  return (ip: string): readonly [ours: string, theirs: string] => {
    const { record } = look(Option.getOrThrow(IpAddress.parse(ip)))
    return [JSON.stringify(record ?? null), JSON.stringify(maxmind.get(ip))]
  }
}

const agree = (path: string, addresses: fc.Arbitrary<string>) => {
  const read = readers(path)
  return property(
    addresses,
    (ip) =>
      Effect.sync(() => {
        const [ours, theirs] = read(ip)
        assert.strictEqual(ours, theirs, ip)
      }),
    { runs: 2000, seconds: 5 }
  )
}

/** Addresses in 2000::/3, which contains all networks. */
const globalIpv6 = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
  .map(([first = 0, ...rest]) => [0x2000 | (first & 0x0fff), ...rest].map((part) => part.toString(16)).join(":"))

describe("MmdbReader against the package maxmind alone", () => {
  it.effect.skipIf(!hasDefault)(`MUST read the same for any IPv4 address${defaultReason}`, () =>
    agree(defaultDatabases[0]!, fc.ipV4())
  )

  it.effect.skipIf(!hasDefault)(`MUST read the same for any IPv6 address${defaultReason}`, () =>
    agree(defaultDatabases[1]!, globalIpv6)
  )

  it.skipIf(!hasTestData)(`MUST read the same for every network of the test databases${testDataReason}`, () => {
    for (const name of ["GeoIP2-City-Test", "GeoLite2-City-Test", "GeoIP2-Country-Test", "GeoLite2-Country-Test"]) {
      const read = readers(testDatabase(name))
      for (const [network] of sourceOf(name)) {
        const [ours, theirs] = read(firstAddress(network))
        assert.strictEqual(ours, theirs, `${name} ${network}`)
      }
    }
  })
})
