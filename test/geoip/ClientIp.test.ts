import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Option } from "effect"
import { IpNetwork } from "effect/net"
import * as fc from "fast-check"
import { property } from "../../properties/Bridge.ts"
import { ClientIp, clientIp, type Origin } from "../../src/geoip/ClientIp.ts"
import * as IpAddress from "../../src/geoip/IpAddress.ts"
import { SettingError } from "../../src/settings/Setting.ts"

/** The proxies of the deployment under test. */
const trusted = ["10.0.0.0/8", "2001:db8:1::/48"].map(IpNetwork.fromStringUnsafe)

const client = (origin: Origin) => Option.getOrUndefined(Option.map(clientIp(origin, trusted), IpAddress.format))
const proxied = (headers: Origin["headers"]) => client({ socket: "10.0.0.1", headers })
const forwardedFor = (value: string | ReadonlyArray<string>) => proxied({ "x-forwarded-for": value })
const forwarded = (value: string | ReadonlyArray<string>) => proxied({ forwarded: value })

const settings = (value: Readonly<Record<string, string>>) =>
  ClientIp.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(value))))

describe("clientIp", () => {
  it("MUST be the connection's peer unless that is a trusted proxy, whatever it sends", () => {
    const headers = { "x-forwarded-for": "8.8.8.8", forwarded: "for=8.8.8.8", "x-real-ip": "8.8.8.8" }
    assert.strictEqual(client({ socket: "81.2.69.142", headers }), "81.2.69.142")
    assert.strictEqual(client({ socket: "::ffff:81.2.69.142", headers }), "81.2.69.142")
    assert.strictEqual(client({ socket: "2a02:d500::1", headers }), "2a02:d500::1")
    assert.strictEqual(client({ socket: "fe80::1%eth0", headers }), "fe80::1")
  })

  it("MUST read no header that a client may have filled with addresses, unless a trusted proxy sends it", () => {
    let read = 0
    const header = () => {
      read++
      return "8.8.8.8"
    }
    const headers = Object.defineProperty({}, "x-forwarded-for", { get: header })
    assert.strictEqual(client({ socket: "81.2.69.142", headers }), "81.2.69.142")
    assert.strictEqual(read, 0)
    assert.strictEqual(proxied(headers), "8.8.8.8")
    assert.strictEqual(read, 1)
  })

  it("MUST be undefined for a connection without an address", () => {
    assert.isUndefined(client({ socket: undefined, headers: { "x-forwarded-for": "8.8.8.8" } }))
    assert.isUndefined(client({ socket: "", headers: {} }))
  })

  it("MUST trust a trusted proxy whose address is IPv4-mapped", () => {
    assert.strictEqual(client({ socket: "::ffff:10.0.0.1", headers: { "x-forwarded-for": "8.8.8.8" } }), "8.8.8.8")
  })

  it.each<readonly [string, string | ReadonlyArray<string>, string]>([
    ["one client", "8.8.8.8", "8.8.8.8"],
    ["a client that lied", "1.1.1.1, 8.8.8.8", "8.8.8.8"],
    ["trusted proxies in between", "8.8.8.8, 10.0.0.9, 2001:db8:1::7", "8.8.8.8"],
    ["an untrusted proxy in between", "8.8.8.8, 9.9.9.9, 10.0.0.9", "9.9.9.9"],
    ["only trusted proxies", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["an IPv6 client", "2a02:d500::1", "2a02:d500::1"],
    ["an IPv6 client that begins with digits", "2001:470::1", "2001:470::1"],
    ["an IPv6 client in brackets", "[2a02:d500::1]", "2a02:d500::1"],
    ["an IPv6 client with a port", "[2a02:d500::1]:443", "2a02:d500::1"],
    ["an IPv4 client with a port", "8.8.8.8:51234", "8.8.8.8"],
    ["a mapped client", "::ffff:8.8.8.8", "8.8.8.8"],
    ["no spaces", "1.1.1.1,8.8.8.8,10.0.0.2", "8.8.8.8"],
    ["empty elements", ", 8.8.8.8,, 10.0.0.2 ,", "8.8.8.8"],
    ["several lines", ["1.1.1.1", "8.8.8.8, 10.0.0.3", "10.0.0.2"], "8.8.8.8"],
    ["a private client that is no proxy", "192.168.0.7", "192.168.0.7"],
    ["an unknown client", "unknown", "10.0.0.1"],
    ["an unknown client of a second proxy", "unknown, 10.0.0.2", "10.0.0.2"],
    ["garbage", "%%%", "10.0.0.1"],
    ["garbage on the right", "8.8.8.8, nonsense", "10.0.0.1"],
    ["garbage on the left", "nonsense, 8.8.8.8", "8.8.8.8"],
    ["an address with a zone", "fe80::1%eth0", "10.0.0.1"],
    ["an impossible port", "8.8.8.8:port", "10.0.0.1"],
    ["an open bracket", "[2a02:d500::1", "10.0.0.1"],
    ["an IPv4 address in brackets", "[8.8.8.8]", "10.0.0.1"],
    ["a quoted address", '"8.8.8.8"', "10.0.0.1"],
    ["an empty header", "", "10.0.0.1"]
  ])("MUST read X-Forwarded-For of %s", (_, value, expected) => assert.strictEqual(forwardedFor(value), expected))

  it.each<readonly [string, string | ReadonlyArray<string>, string]>([
    ["one client", "for=8.8.8.8", "8.8.8.8"],
    ["names in capitals", "For=8.8.8.8;Proto=HTTPS", "8.8.8.8"],
    ["other parameters", "proto=http;by=203.0.113.43;for=8.8.8.8;host=example.com", "8.8.8.8"],
    ["a client that lied", "for=1.1.1.1, for=8.8.8.8", "8.8.8.8"],
    ["trusted proxies in between", 'for=8.8.8.8, for=10.0.0.9;by=10.0.0.2, for="[2001:db8:1::7]"', "8.8.8.8"],
    ["an untrusted proxy in between", "for=8.8.8.8, for=9.9.9.9, for=10.0.0.9", "9.9.9.9"],
    ["an IPv6 client", 'for="[2a02:d500::1]"', "2a02:d500::1"],
    ["an IPv6 client with a port", 'for="[2a02:d500::1]:4711"', "2a02:d500::1"],
    ["an IPv4 client with a port", 'for="8.8.8.8:80"', "8.8.8.8"],
    ["a hidden port", 'for="8.8.8.8:_port"', "8.8.8.8"],
    ["escapes in a quotation", 'for="8.8.\\8.8"', "8.8.8.8"],
    ["a comma in a quotation", 'for=8.8.8.8;host="a, for=1.1.1.1"', "8.8.8.8"],
    ["several lines", ["for=1.1.1.1", "for=8.8.8.8, for=10.0.0.3"], "8.8.8.8"],
    ["a malformed line of the client's", ['for="', "for=8.8.8.8"], "8.8.8.8"],
    ["a malformed line of the proxy's", ["for=8.8.8.8", 'for="'], "10.0.0.1"],
    ["empty elements", ",,for=8.8.8.8;;, for=10.0.0.2,", "8.8.8.8"],
    ["a hidden client", "for=_hidden, for=10.0.0.2", "10.0.0.2"],
    ["an unknown client", "for=unknown", "10.0.0.1"],
    ["a hop that names nobody", "for=8.8.8.8, proto=https", "10.0.0.1"],
    ["a client named twice", "for=8.8.8.8;for=1.1.1.1", "10.0.0.1"],
    ["an IPv6 client without brackets", 'for="2a02:d500::1"', "10.0.0.1"],
    ["an IPv6 client without quotes", "for=[2a02:d500::1]", "10.0.0.1"],
    ["an open quotation", 'for=1.1.1.1, for="8.8.8.8', "10.0.0.1"],
    ["a quotation that swallows what a proxy added", 'for=1.1.1.1;x=", for="[2a02:d500::1]"', "10.0.0.1"],
    ["spaces around the sign", "for = 8.8.8.8", "10.0.0.1"],
    ["garbage", "8.8.8.8", "10.0.0.1"]
  ])("MUST read Forwarded of %s", (_, value, expected) => assert.strictEqual(forwarded(value), expected))

  it("MUST use both headers only when they agree", () => {
    const both = (forwardedFor: string, forwarded: string) => proxied({ "x-forwarded-for": forwardedFor, forwarded })
    assert.strictEqual(both("8.8.8.8", "for=8.8.8.8"), "8.8.8.8")
    assert.strictEqual(both("1.1.1.1, 8.8.8.8", "for=8.8.8.8, for=10.0.0.2"), "8.8.8.8")
    assert.strictEqual(both("8.8.8.8", "for=1.1.1.1"), "10.0.0.1")
    assert.strictEqual(both("1.1.1.1", "for=8.8.8.8"), "10.0.0.1")
    assert.strictEqual(both("8.8.8.8", 'for="'), "10.0.0.1")
    assert.strictEqual(both("8.8.8.8", ""), "8.8.8.8")
  })

  const anyText = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.stringMatching(/^[a-z0-9.:,;="\\[\] ]{0,60}$/),
    fc.constantFrom(
      'for="',
      'for=1.1.1.1;x="',
      "for=1.1.1.1, for=",
      "1.1.1.1, ",
      "for=1.1.1.1;",
      'for="\\',
      "for=1.1.1.1,"
    )
  )
  const publicIp = fc.ipV4().filter((ip) => !ip.startsWith("10."))
  const proxyHop = fc.nat(255).map((last) => `10.0.0.${last}`)
  /** The forms in which a proxy may write a hop. */
  const written = (ip: string) =>
    fc.constantFrom(`for=${ip}`, `for="${ip}:80"`, `for=${ip};proto="https"`, `For="${ip}";host="a.b"`)

  it.effect("MUST NOT let a client choose its address in X-Forwarded-For", () =>
    property(fc.tuple(anyText, publicIp, fc.array(proxyHop, { maxLength: 3 })), ([sent, ip, proxies]) =>
      Effect.sync(() => {
        const added = [ip, ...proxies].join(", ")
        for (const value of [`${sent}, ${added}`, [sent, added]]) assert.strictEqual(forwardedFor(value), ip)
      })
    )
  )

  it.effect("MUST NOT let a client choose its address in Forwarded", () =>
    property(
      fc.tuple(
        anyText,
        publicIp.chain((ip) => fc.tuple(fc.constant(ip), written(ip))),
        fc.array(proxyHop, { maxLength: 3 })
      ),
      ([sent, [ip, hop], proxies]) =>
        Effect.sync(() => {
          const added = [hop, ...proxies.map((proxy) => `for=${proxy}`)].join(", ")
          assert.strictEqual(forwarded([sent, added]), ip, "in a line of its own")
          // In a joined line, the client's part may have made the whole unreadable; then none of it is trusted.
          assert.oneOf(forwarded(`${sent}, ${added}`), [ip, "10.0.0.1"], "joined")
        }),
      { runs: 1000 }
    )
  )

  it.effect("MUST NOT let a client choose its address in the header that its proxy does not write", () =>
    property(fc.tuple(anyText, publicIp, publicIp), ([sent, ip, lie]) =>
      Effect.sync(() => {
        for (const spoofed of [sent, `for=${lie}`, lie]) {
          assert.oneOf(proxied({ "x-forwarded-for": ip, forwarded: spoofed }), [ip, "10.0.0.1"])
          assert.oneOf(proxied({ forwarded: `for=${ip}`, "x-forwarded-for": spoofed }), [ip, "10.0.0.1"])
        }
      })
    )
  )

  it.effect("MUST NOT trust any header without trusted proxies", () =>
    property(fc.tuple(anyText, fc.ipV4(), fc.ipV4()), ([sent, socket, lie]) =>
      Effect.sync(() => {
        for (const value of [sent, lie, `for=${lie}`]) {
          const origin = { socket, headers: { "x-forwarded-for": value, forwarded: value } }
          assert.deepStrictEqual(Option.map(clientIp(origin, []), IpAddress.format), Option.some(socket))
        }
      })
    )
  )
})

describe("TRUSTED_PROXIES", () => {
  const find = (socket: string) =>
    ClientIp.use((ips) => Effect.succeed(ips.find({ socket, headers: { "x-forwarded-for": "8.8.8.8" } })))

  it.effect("MUST trust networks and addresses of both kinds", () =>
    Effect.gen(function* () {
      for (const proxy of ["10.1.2.3", "192.0.2.7", "2001:db8::1", "fd00::5", "172.16.0.9", "::ffff:172.16.0.9"]) {
        assert.deepStrictEqual(yield* find(proxy), Option.some("8.8.8.8"), proxy)
      }
      for (const other of ["11.0.0.1", "192.0.2.8", "2001:db9::1", "fd00::6"]) {
        assert.deepStrictEqual(yield* find(other), Option.some(other), other)
      }
    }).pipe(
      Effect.provide(
        settings({ TRUSTED_PROXIES: " 10.0.0.0/8, 192.0.2.7 ,2001:db8::/32,fd00::5,::ffff:172.16.0.0/108," })
      )
    )
  )

  it.effect.each([{}, { TRUSTED_PROXIES: "" }, { TRUSTED_PROXIES: " , " }])("MUST trust nobody for %j", (environment) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* find("127.0.0.1"), Option.some("127.0.0.1"))
    }).pipe(Effect.provide(settings(environment as Record<string, string>)))
  )

  it.effect.each([
    "everyone",
    "10.0.0.0/33",
    "10.0.0.1/8",
    "10.0.0",
    "2001:db8::/129",
    "10.0.0.0/8 192.0.2.7",
    "10.0.0.0/"
  ])("MUST prevent the start, and name the setting and the value: %s", (value) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.scoped(Layer.build(settings({ TRUSTED_PROXIES: `192.0.2.7,${value}` }))))
      assert.instanceOf(error, SettingError)
      assert.include(error.message, "TRUSTED_PROXIES")
      assert.include(error.message, `"${value}"`)
      assert.notInclude(error.message, "\n")
    })
  )
})
