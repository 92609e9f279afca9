import { afterAll, assert, it, vi } from "vitest"
import { filledDataDir } from "../support/FilledDataDir.ts"
import { runCourse } from "./fleet/Course.ts"
import { patience } from "./support/Effort.ts"
import { Resources } from "./support/Deployment.ts"
import { tell } from "./support/Telling.ts"

vi.setConfig({ testTimeout: 2 * patience, hookTimeout: patience })

const resources = new Resources()
afterAll(() => resources.release())

// `npm run fleet` runs the same for half an hour, with every kind of fault.
it("MUST keep a fleet's promises while a network loses packets and a replica is frozen", async () => {
  const data = await resources.acquire(filledDataDir)
  const { broken, counts } = await runCourse(resources, {
    // This seed gives six seconds of lost packets and four of a frozen replica.
    seed: 13,
    data: `${data}/postgres`,
    of: ["swallow", "slow-replica"],
    goesOn: (done) => done < 2,
    tell: (line) => tell(line, {})
  })
  assert.deepStrictEqual(broken, [])
  for (const seen of ["first 200", "second 200", "limited 200", "limited 429", "orders"]) {
    assert.isAbove(counts[seen] ?? 0, 0, `${seen} never occurred`)
  }
  tell("a fleet", counts)
})
