import { Layer } from "effect"
import { HashCost } from "../../src/admin/PasswordHash.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

/** A database of its own with every table, and hashes that cost next to nothing. */
export const database = Layer.merge(
  Layer.fresh(TestDatabase.layerMigrated),
  Layer.succeed(HashCost, { logN: 1, r: 1, p: 1 })
)
