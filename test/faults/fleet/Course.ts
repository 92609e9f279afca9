import type { Resources } from "../support/Deployment.ts"
import { Chance } from "./Chance.ts"
import { type Fleet, makeFleet } from "./Fleet.ts"
import { befall, harms } from "./Harm.ts"
import { Ledger } from "./Ledger.ts"
import { Load } from "./Load.ts"
import { Orders } from "./Orders.ts"

export interface CourseOptions {
  readonly seed: number
  /** The data directory of a stopped server with filled pools. */
  readonly data: string
  /** Whether to continue after this many faults. */
  readonly goesOn: (done: number) => boolean
  /** The names of possible faults; all of them if omitted. */
  readonly of?: ReadonlyArray<string> | undefined
  /** Called before and after each fault. */
  readonly tell: (line: string) => void
}

/** Seconds within which an order must be done once no fault is left. */
const calm = 60

/** The members' last log lines, for debugging. */
const shown = ({ members }: Fleet): string =>
  members.map(({ name, said }) => `The ${name} has said:\n${said.split("\n").slice(-40).join("\n")}`).join("\n")

/** Injects one fault after another and returns what was seen of the fleet. Stops at the first broken promise. */
export const runCourse = async (resources: Resources, options: CourseOptions): Promise<Ledger> => {
  const { data, goesOn, of = Object.keys(harms), seed, tell } = options
  const fleet = await makeFleet(resources, data)
  const chance = new Chance(seed)
  const ledger = new Ledger()
  const orders = new Orders(fleet, ledger)
  orders.begin()
  // The first edition creates the pool.
  await orders.settled(calm)
  const load = new Load(fleet, ledger, orders.limitedWindow)
  const startedAt = performance.now()
  try {
    for (let done = 0; goesOn(done) && ledger.broken.length === 0; done++) {
      // Each fault once, then at random.
      const name = done < of.length ? of[done]! : chance.of(of)
      const harm = harms[name]!(fleet, chance)
      if (typeof harm === "string") {
        if (done < of.length) tell(`skipped: ${name}: ${harm}`)
        continue
      }
      const at = Math.round((performance.now() - startedAt) / 1_000)
      tell(`${at} s: ${harm.name}, for ${harm.seconds} s`)
      await befall(harm, () => undefined)
      if (harm.isCrash === true) ledger.crashed(performance.now())
      await orders.settled(calm)
    }
    if (ledger.broken.length > 0) tell(`${shown(fleet)}\nThe database shows:\n${await orders.state()}`)
  } finally {
    await load.stop()
    await orders.stop()
  }
  return ledger
}
