import { describe, it, layer } from "@effect/vitest"
import { worldSuite } from "../../properties/WorldSuite.ts"
import { database, memoryWorlds, postgresWorlds } from "./Houses.ts"

describe("Synchronizations in memory", () => {
  for (const { holds, promise } of worldSuite(memoryWorlds, { runs: 25 })) it.live(promise, () => holds)
})

layer(database, { excludeTestServices: true })("Synchronizations in PostgreSQL", (it) => {
  for (const { holds, promise } of worldSuite(postgresWorlds, { runs: 4 })) it.effect(promise, () => holds)
})
