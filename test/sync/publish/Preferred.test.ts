import { assert, describe, it } from "@effect/vitest"
import type { SqlClient } from "effect/sql"
import { decides, isNamed, orderBy, stays as sorted } from "../../../src/address/Precedence.ts"
import type { KeptRecord } from "../../../src/sync/normalize/KeptRecord.ts"
import { preferred } from "../../../src/sync/publish/Preferred.ts"

const record = (recordId: string, digest: bigint, kind?: string) =>
  ({
    recordId,
    evidence: kind === undefined ? undefined : { kind, detail: "" },
    parts: { record: { digest } }
  }) as unknown as KeptRecord

describe("Of two records of one source with one address", () => {
  const stays = (one: KeptRecord, other: KeptRecord) => {
    assert.strictEqual(preferred(one, other), one)
    assert.strictEqual(preferred(other, one), one)
  }

  it("MUST stay the one with the stronger evidence, whatever its ID", () => {
    stays(record("b", 2n, "register"), record("a", 1n, "assumed"))
    stays(record("b", 2n, "assumed"), record("a", 1n))
  })

  it("MUST stay the first by the bytes of its ID, and not by its words", () => {
    stays(record("a", 2n), record("b", 1n))
    stays(record("10", 2n), record("9", 1n))
    // UTF-16 would order these the other way round.
    stays(record("\uffee", 2n), record("\u{1f600}", 1n))
  })

  it("MUST stay the first by its words where a source gives an ID twice", () => {
    stays(record("a", 1n), record("a", 2n))
  })
})

describe("Statements that sort records", () => {
  const sql = { literal: (text: string) => text } as unknown as SqlClient.SqlClient

  const order = (...criteria: Parameters<typeof orderBy>[1]) => orderBy(sql, criteria) as unknown as string

  it("MUST compare texts by their bytes, whatever a database's language", () => {
    assert.strictEqual(order(...decides), 'evidence_rank, place, source COLLATE "C"')
    assert.strictEqual(order(...isNamed), 'place, source COLLATE "C"')
    assert.strictEqual(order(...sorted), 'evidence_rank, record_id COLLATE "C", digest')
  })
})
