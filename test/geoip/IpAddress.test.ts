import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { property } from "../../properties/Bridge.ts"
import * as IpAddress from "../../src/geoip/IpAddress.ts"

const locatable = (text: string): string | undefined =>
  Option.getOrUndefined(Option.map(Option.flatMap(IpAddress.parse(text), IpAddress.locatable), IpAddress.format))

describe("IpAddress", () => {
  it.each([
    ["81.2.69.142", "81.2.69.142"],
    ["::ffff:81.2.69.142", "81.2.69.142"],
    ["::FFFF:5102:458e", "81.2.69.142"],
    ["2001:4860:4860:0:0:0:0:8888", "2001:4860:4860::8888"],
    ["fe80::1%eth0", "fe80::1"]
  ])("MUST read %s as %s", (text, canonical) => {
    assert.deepStrictEqual(Option.map(IpAddress.parse(text), IpAddress.format), Option.some(canonical))
  })

  it.each([
    "",
    "garbage",
    "1.2.3",
    "1.2.3.4.5",
    "256.1.1.1",
    "01.2.3.4",
    "1.2.3.4%eth0",
    "1.2.3.4:80",
    "::1::",
    "[::1]",
    "%"
  ])("MUST NOT accept %j as an address", (text) => assert.isTrue(Option.isNone(IpAddress.parse(text))))

  it.each([
    ["this network", "0.1.2.3"],
    ["unspecified", "::"],
    ["private", "10.255.0.1"],
    ["private", "172.16.0.1"],
    ["private", "172.31.255.255"],
    ["private", "192.168.1.1"],
    ["mapped private", "::ffff:10.0.0.1"],
    ["shared, CGNAT", "100.64.0.1"],
    ["shared, CGNAT", "100.127.255.255"],
    ["loopback", "127.0.0.1"],
    ["loopback", "::1"],
    ["link-local", "169.254.169.254"],
    ["link-local", "fe80::1"],
    ["protocol assignments", "192.0.0.8"],
    ["documentation", "192.0.2.1"],
    ["documentation", "198.51.100.7"],
    ["documentation", "203.0.113.255"],
    ["documentation", "2001:db8::1"],
    ["documentation", "3fff:0fff::1"],
    ["6to4 relays", "192.88.99.1"],
    ["benchmarks", "198.18.0.1"],
    ["benchmarks", "198.19.255.255"],
    ["benchmarks", "2001:2::1"],
    ["multicast", "224.0.0.1"],
    ["multicast", "ff02::1"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["unique local", "fd12:3456::1"],
    ["site-local", "fec0::1"],
    ["discard only", "100::1"],
    ["segment routing", "5f00::1"],
    ["not assigned", "4000::1"],
    ["IPv4-compatible", "::81.2.69.142"],
    ["NAT64, local use", "64:ff9b:1::1"],
    ["NAT64 of a private address", "64:ff9b::10.0.0.1"],
    ["6to4 of a private address", "2002:c0a8:0101::1"],
    ["ORCHID", "2001:20::1"],
    ["protocol assignments", "2001:1ff:ffff::1"]
  ])("MUST know that an address for %s has no location: %s", (_, text) => {
    assert.isTrue(Option.isSome(IpAddress.parse(text)), "no address")
    assert.isUndefined(locatable(text))
  })

  it.each([
    ["an IPv4 address", "8.8.8.8", "8.8.8.8"],
    ["the ends of private ranges", "172.15.255.255", "172.15.255.255"],
    ["the ends of private ranges", "172.32.0.0", "172.32.0.0"],
    ["the ends of private ranges", "100.128.0.0", "100.128.0.0"],
    ["an IPv6 address", "2a02:d500::1", "2a02:d500::1"],
    ["the ends of the protocol assignments", "2001:200::1", "2001:200::1"],
    ["an IPv4-mapped one", "::ffff:8.8.8.8", "8.8.8.8"],
    ["NAT64 (RFC 6052)", "64:ff9b::8.8.8.8", "8.8.8.8"],
    ["6to4 (RFC 3056)", "2002:0808:0808::1", "8.8.8.8"],
    // The example of RFC 4380, section 4. Its client is at 192.0.2.45; here it is at a public address.
    ["Teredo (RFC 4380)", "2001:0:4136:e378:8000:63bf:f7f7:f7f7", "8.8.8.8"]
  ])("MUST look up %s: %s as %s", (_, text, looked) => assert.strictEqual(locatable(text), looked))

  it.effect("MUST resolve an IPv4 address in each of its IPv6 forms as itself", () =>
    property(fc.ipV4(), (ip) =>
      Effect.sync(() => {
        const [a, b, c, d] = ip.split(".").map((octet) => Number(octet).toString(16).padStart(2, "0"))
        const plain = locatable(ip)
        for (const form of [`::ffff:${ip}`, `64:ff9b::${ip}`, `2002:${a}${b}:${c}${d}::5`]) {
          assert.strictEqual(locatable(form), plain, form)
        }
      })
    )
  )
})
