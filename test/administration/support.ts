import { Layer } from "effect"
import { HashCost } from "../../src/administration/PasswordHash.ts"
import { migrations } from "../../src/database/Migrations.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

/** A database of its own with every table; hashes cost next to nothing. */
export const database = Layer.merge(
  Layer.fresh(TestDatabase.layerWith(migrations)),
  Layer.succeed(HashCost, { logN: 1, r: 1, p: 1 })
)
