import { layer } from "@effect/vitest"
import { Layer, References } from "effect"
import { allRows } from "./rows/AllRows.ts"
import * as ContractWorld from "./support/ContractWorld.ts"
import { deployment } from "./support/InProcess.ts"

const quiet = Layer.succeed(References.MinimumLogLevel, "None")

for (const [name, world] of [
  ["PostgreSQL", ContractWorld.postgres],
  ["memory", ContractWorld.memory]
] as const) {
  layer(deployment(world).pipe(Layer.provide(quiet)), { excludeTestServices: true })(
    `The interface, on ${name}`,
    (it) => {
      // Here a skipped row fails: this deployment has everything that rows need.
      for (const { holds, row } of allRows) it.effect(row, () => holds)
    }
  )
}
