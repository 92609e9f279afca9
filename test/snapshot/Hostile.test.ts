import { assert, describe, it } from "@effect/vitest"
import { generateKeyPairSync, hash } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { zstdCompressSync } from "node:zlib"
import { drawRules, firstLine, limits, rowsOfChunk } from "../../src/snapshot/Format.ts"
import { openPools } from "../../src/snapshot/OfflinePools.ts"
import { publicKeyOf, signatureOf } from "../../src/snapshot/Signing.ts"
import { SnapshotRefused } from "../../src/snapshot/SnapshotErrors.ts"
import { SnapshotFile } from "../../src/snapshot/SnapshotFile.ts"

const sha256 = (bytes: string | Uint8Array) => hash("sha256", bytes, "hex")

interface Claims {
  readonly columns?: ReadonlyArray<string>
  readonly homes?: number
  readonly rules?: number
  /** Chunks of the seal beside the only one. */
  readonly more?: ReadonlyArray<{ readonly bytes: number; readonly sha256: string }>
}

/** A snapshot with one chunk of addresses, correctly signed by whoever made it. */
const signed = (
  chunk: string,
  { columns = ["id"], homes = 1, more = [], rules = drawRules }: Claims = {}
): Uint8Array => {
  const packed = zstdCompressSync(chunk)
  const chunks = [{ rows: rowsOfChunk, bytes: Buffer.byteLength(chunk), sha256: sha256(chunk) }]
  const pool = {
    country: "LI",
    version: 1,
    publishedAt: "2026-01-01T00:00:00Z",
    total: 1,
    residential: homes,
    sources: [],
    evidence: [],
    licenses: [],
    weakestEvidence: "declared",
    identityRules: 1,
    catalogBasis: "none",
    tables: [{ table: "address", columns, chunks }]
  }
  const manifest = JSON.stringify({ format: 1, drawRules: rules, pools: [pool] })
  const { privateKey } = generateKeyPairSync("ed25519")
  const seal = JSON.stringify({
    writtenBy: "Doorstep",
    publicKey: publicKeyOf(privateKey),
    signature: signatureOf(privateKey, sha256(manifest), "Doorstep"),
    chunks: [{ bytes: packed.length, sha256: sha256(packed) }, ...more]
  })
  return Buffer.concat([Buffer.from(`${firstLine}${manifest}\n${seal}\n`), packed])
}

const inFile = <A>(content: Uint8Array, use: (path: string) => A): A => {
  const folder = mkdtempSync(join(tmpdir(), "doorstep-test-"))
  try {
    const path = join(folder, "li.doorstep")
    writeFileSync(path, content)
    return use(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Reads the only chunk. */
const read = (path: string) => {
  const file = SnapshotFile.open(path)
  try {
    return file.chunk("LI", "address", 0)
  } finally {
    file.close()
  }
}

const draw = (path: string) => {
  const pools = openPools(path)
  try {
    return pools.draw({ country: "LI", seed: "1" })
  } finally {
    pools.close()
  }
}

const refused = (content: Uint8Array, why: string, use: (path: string) => unknown = read) => {
  try {
    inFile(content, use)
  } catch (error) {
    assert.instanceOf(error, SnapshotRefused)
    assert.include(error.message, why)
    return
  }
  assert.fail(`It was read, although ${why}.`)
}

const equalRows = (columns: number) => `[${rowsOfChunk}${",null".repeat(columns)}]`

describe("a snapshot signed by a stranger", () => {
  it("MUST be refused if a chunk has more columns than its table, which take a few bytes each", () => {
    assert.deepStrictEqual(inFile(signed(equalRows(1)), read), [Array.from({ length: rowsOfChunk }, () => null)])
    refused(signed(equalRows(1_000)), "other columns than its manifest says")
    refused(signed(`[${rowsOfChunk},["a"]]`), "other columns than its manifest says")
    refused(signed(`[4294967296,null]`), "other rows than its manifest says")
  })

  it("MUST be refused if a table has more columns than any, or a pool more homes than addresses", () => {
    const columns = Array.from({ length: limits.columns + 1 }, (_, i) => `c${i}`)
    refused(signed(equalRows(columns.length), { columns }), "its manifest is none")
    refused(signed(equalRows(1), { homes: rowsOfChunk + 1 }), "LI has fewer addresses than homes")
  })

  it("MUST be refused if it is for draws by other rules, be they earlier or later ones", () => {
    for (const rules of [drawRules - 1, drawRules + 1]) {
      refused(signed(equalRows(1), { rules }), `is for draws by rules ${rules}; this Doorstep draws by ${drawRules}`)
    }
  })

  it("MUST be refused if its seal has a chunk that no table has, even an empty one", () => {
    refused(signed(equalRows(1), { more: [{ bytes: 0, sha256: sha256("") }] }), "its seal has a chunk too many")
  })

  it("MUST be refused if its seal is written in another way, which its signature does not see", () => {
    const bytes = Buffer.from(signed(equalRows(1))).toString("latin1")
    const spaced = bytes.replace(',"chunks":[{"bytes"', ', "chunks":[{"bytes"')
    assert.notStrictEqual(spaced, bytes)
    refused(Buffer.from(spaced, "latin1"), "its seal is not as Doorstep writes it")
  })

  it("MUST be refused with a sentence if its rows are not those of a pool", () => {
    const columns = ["id", "sample_key", "street", "is_residential"]
    const rows = [
      ['"x","nonsense","1","true"', "its rows are not those of a pool"],
      ['null,null,"1","true"', "its rows are not those of a pool"],
      ['"x","1","1","true"', "its homes are not in order"]
    ] as const
    for (const [row, why] of rows) refused(signed(`[${rowsOfChunk},${row}]`, { columns }), why, draw)
  })
})
