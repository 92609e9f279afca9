import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlError } from "effect/sql"
import { StorageUnavailable } from "../../../src/database/Outage.ts"
import { answeredWithin, isLost } from "../../../src/sync/publish/Unavailable.ts"

const because = (cause: unknown) => new StorageUnavailable({ message: "It failed.", cause })

/** What the server says by a code of PostgreSQL. */
const said = (code: string) =>
  new SqlError.SqlError({ reason: new SqlError.UnknownError({ message: "It failed.", cause: { code } }) })

describe("The way to the database", () => {
  it.effect(
    "MUST count as lost where the connection is gone or silent, and only there: else nothing would mend it",
    () =>
      Effect.gen(function* () {
        const reason = new SqlError.ConnectionError({ message: "It is gone.", cause: undefined })
        assert.isTrue(isLost(because(new SqlError.SqlError({ reason }))))
        for (const code of ["57P01", "57P02", "57P03", "57P05", "25P03"])
          assert.isTrue(isLost(because(said(code))), code)
        assert.isTrue(isLost(yield* Effect.flip(answeredWithin(0)(Effect.never))))

        // A full disk, a violated constraint, a process that was thought dead, and what is no failure of the database.
        for (const code of ["53100", "23514"]) assert.isFalse(isLost(because(said(code))), code)
        assert.isFalse(isLost(because(undefined)))
        assert.isFalse(isLost(because(new Error("It failed."))))
        assert.isFalse(isLost(said("57P01")))
        assert.isFalse(isLost(undefined))
      })
  )
})
