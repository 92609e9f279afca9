import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlError } from "effect/sql"
import { isLost, outage, StorageUnavailable } from "../../src/database/Outage.ts"
import { rowsOf } from "../../src/database/Rows.ts"
import { answeredWithin } from "../../src/sync/publish/Unavailable.ts"

/** The outage that a statement ends in which fails so. */
const outageBy = (cause: SqlError.SqlError) => Effect.flip(Effect.fail(cause).pipe(outage("It failed.")))

/** What the server says by a code of PostgreSQL. */
const said = (code: string) =>
  new SqlError.SqlError({ reason: new SqlError.UnknownError({ message: "It failed.", cause: { code } }) })

const gone = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({ message: "It is gone.", cause: undefined })
})

const slow = new SqlError.SqlError({ reason: new SqlError.StatementTimeoutError({ cause: undefined }) })

describe("The way to the database", () => {
  it.effect(
    "MUST count as lost where the connection is gone or silent, and only there: else nothing would mend it",
    () =>
      Effect.gen(function* () {
        assert.isTrue(isLost(yield* outageBy(gone)))
        for (const code of ["57P01", "57P02", "57P03", "57P04", "57P05", "25P03", "25P04"])
          assert.isTrue(isLost(yield* outageBy(said(code))), code)
        assert.isTrue(isLost(yield* Effect.flip(answeredWithin(0)(Effect.never))))

        // A full disk, a violated constraint, a process that was thought dead, and what is no failure of the database.
        for (const code of ["53100", "23514"]) assert.isFalse(isLost(yield* outageBy(said(code))), code)
        assert.isFalse(isLost(yield* outageBy(slow)))
        assert.isFalse(isLost(new StorageUnavailable({ reason: "Declined", message: "It was taken over." })))
        assert.isFalse(isLost(said("57P01")))
        assert.isFalse(isLost(undefined))
      })
  )
})

describe("An outage", () => {
  it.effect("MUST say why the storage failed, in the words of the caller", () =>
    Effect.gen(function* () {
      const misshapen = yield* Effect.flip(rowsOf({ count: Schema.Number })(Effect.succeed([{ count: "one" }])))
      for (const [cause, reason] of [
        [gone, "Connection"],
        [said("57P01"), "Connection"],
        [slow, "StatementTimeout"],
        [said("53100"), "Rejected"],
        [misshapen, "Rejected"]
      ] as const) {
        const { cause: kept, message, reason: found } = yield* outageBy(cause)
        assert.deepStrictEqual({ kept, message, reason: found }, { kept: cause, message: "It failed.", reason })
      }
    })
  )

  it.effect("MUST be called what it is where the database or the user may only read, whoever wanted to write", () =>
    Effect.gen(function* () {
      for (const [code, says] of [
        ["25006", /^The database is read-only: nothing can be changed\. Point DATABASE_URL to the primary server/],
        ["42501", /^The user of DATABASE_URL lacks rights on tables of Doorstep's\. Name the user that they belong to/]
      ] as const) {
        const { message, reason } = yield* outageBy(said(code))
        assert.strictEqual(reason, "Rejected")
        assert.match(message, says)
      }
    })
  )

  it.effect.each([
    ["could not extend file: No space left on device", "The database's disk is full. Free some space there."],
    [
      'could not resize shared memory segment "/PostgreSQL.1": No space left on device',
      "The database's server has too little shared memory (/dev/shm). Give its container more, such as --shm-size=256m."
    ]
  ])("MUST be called what it is where something is full, because the database responds: %s", ([says, message]) =>
    Effect.gen(function* () {
      const cause = Object.assign(new Error(says), { code: "53100" })
      const full = new SqlError.SqlError({ reason: new SqlError.UnknownError({ message: "It failed.", cause }) })
      const found = yield* outageBy(full)
      assert.strictEqual(found.reason, "Rejected")
      assert.strictEqual(found.message, message)
    })
  )

  it.effect("MUST let other failures pass", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* Effect.flip(Effect.fail("mine").pipe(outage("It failed."))), "mine")
    })
  )
})
