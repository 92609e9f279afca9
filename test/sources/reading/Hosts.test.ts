import { assert, describe, it } from "vitest"
import { isAllowed, parseHost } from "../../../sources/reading/Hosts.ts"

const hosts = (...texts: ReadonlyArray<string>) => texts.map((text) => parseHost(text)!)

describe("servers that are listed", () => {
  it.each([
    ["fd00::/8", "10.1.2.3", false],
    ["10.0.0.0/8", "fd00::1", false],
    ["10.0.0.0/8", "::ffff:10.1.2.3", true],
    ["10.1.2.3", "64:ff9b::a01:203", true],
    ["[fd00::1]:443", "fd00::1", true],
    ["[fd00::1]:80", "fd00::1", false]
  ] as const)("MUST be compared with addresses of both families: %s and %s", (host, address, isListed) => {
    assert.strictEqual(isAllowed(hosts(host), address, 443, address), isListed)
  })

  it.each([
    ["*.intern", "files.intern", true],
    ["*.intern", "FILES.intern.", true],
    ["*.intern", "intern", false],
    ["*.intern", "notintern", false],
    ["files.intern", "a.files.intern", false]
  ] as const)("MUST be those of the name alone: %s and %s", (host, name, isListed) => {
    assert.strictEqual(isAllowed(hosts(host), name, 443, "10.1.2.3"), isListed)
  })
})
