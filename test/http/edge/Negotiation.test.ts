import { assert, describe, it } from "@effect/vitest"
import { codingFor, isKnown, mediaTypeFor, withMembers } from "../../../src/http/edge/Negotiation.ts"

describe("the content coding of a response", () => {
  for (const [accepted, coding] of [
    [undefined, undefined],
    ["", undefined],
    ["gzip", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["GZIP;Q=0.5", "gzip"],
    ["br;q=0.2, gzip;q=0.8", "gzip"],
    ["br;q=0, gzip;q=0.0", undefined],
    ["br;q=0.000, *", "gzip"],
    ["*", "br"],
    ["*;q=0", undefined],
    ["gzip;q=0.5, identity", undefined],
    ["gzip;q=0.5, identity;q=0.4", "gzip"],
    ["identity;q=0", undefined],
    ["deflate, zstd", undefined],
    [" , gzip ;q=1 , ", "gzip"],
    ["x-gzip, brotli", undefined],
    ["gzip;q=nonsense", "gzip"],
    ["gzip;q=0.5, identity;q=0.5", "gzip"],
    // Such weights are none, and do not count: both are as good as unweighted.
    ["gzip;q=5, br", "br"],
    ["br;q=0.0001, gzip;q=0.9", "br"]
  ] as const) {
    it(`MUST be ${coding ?? "none"} for ${JSON.stringify(accepted)}`, () => {
      assert.strictEqual(codingFor(accepted), coding)
    })
  }
})

describe("the media type of a response", () => {
  for (const [accept, type] of [
    [undefined, "application/json"],
    ["*/*", "application/json"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"],
    ["application/json", "application/json"],
    ["text/*", "text/html"],
    ["text/html;q=0.5, application/json;q=0.4", "text/html"],
    ["text/html;q=0.5, */*;q=0.6", "application/json"],
    ["text/html;q=0, */*", "application/json"],
    ["image/png", "application/json"]
  ] as const) {
    it(`MUST be ${type} for ${JSON.stringify(accept)}`, () => {
      assert.strictEqual(mediaTypeFor(accept, ["application/json", "text/html"]), type)
    })
  }
})

describe("a client's cached version", () => {
  for (const [header, known] of [
    [undefined, false],
    ["", false],
    [`W/"a,b"`, true],
    [`"a,b"`, true],
    [`"x", W/"a,b" , "y"`, true],
    [`"x","y"`, false],
    [`"a"`, false],
    ["a,b", false],
    ["*", true],
    [" * ", true],
    [`"*"`, false],
    [`W/"A,B"`, false]
  ] as const) {
    it(`MUST ${known ? "" : "not "}be found in ${JSON.stringify(header)}`, () => {
      assert.strictEqual(isKnown(header, `W/"a,b"`), known)
      assert.strictEqual(isKnown(header, `"a,b"`), known)
    })
  }
})

describe("members of a header", () => {
  it("MUST exist once each", () => {
    assert.strictEqual(withMembers(undefined, "Accept"), "Accept")
    assert.strictEqual(withMembers("Origin, accept", "Accept", "Accept-Encoding"), "Origin, accept, Accept-Encoding")
  })
})
