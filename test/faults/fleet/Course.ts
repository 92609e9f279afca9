import type { Resources } from "../support/Deployment.ts"
import { Chance } from "./Chance.ts"
import { type Fleet, makeFleet } from "./Fleet.ts"
import { befall, harms } from "./Harm.ts"
import { Ledger } from "./Ledger.ts"
import { Load } from "./Load.ts"
import { Orders } from "./Orders.ts"

export interface CourseOptions {
  readonly seed: number
  /** Data of a stopped server, whose pools are filled. */
  readonly data: string
  /** Whether to go on, after so many harms. */
  readonly goesOn: (done: number) => boolean
  /** Names of what may go wrong; all of it where it is left out. */
  readonly of?: ReadonlyArray<string> | undefined
  /** Hears of what goes wrong, before and after. */
  readonly tell: (line: string) => void
}

/** Seconds in which an order has to be done when nothing is wrong any more. */
const calm = 60

/** What the fleet has said, for who looks for a fault. */
const shown = ({ members }: Fleet): string =>
  members.map(({ name, said }) => `The ${name} has said:\n${said.split("\n").slice(-40).join("\n")}`).join("\n")

/** Lets one thing after the other go wrong, and gives what was seen of it. Ends at the first broken promise. */
export const runCourse = async (resources: Resources, options: CourseOptions): Promise<Ledger> => {
  const { data, goesOn, of = Object.keys(harms), seed, tell } = options
  const fleet = await makeFleet(resources, data)
  const chance = new Chance(seed)
  const ledger = new Ledger()
  const orders = new Orders(fleet, ledger)
  orders.begin()
  // The first edition makes the pool.
  await orders.settled(calm)
  const load = new Load(fleet, ledger, orders.used)
  const startedAt = performance.now()
  try {
    for (let done = 0; goesOn(done) && ledger.broken.length === 0; done++) {
      // Each once, then whichever comes.
      const name = done < of.length ? of[done]! : chance.of(of)
      const harm = harms[name]!(fleet, chance)
      if (typeof harm === "string") {
        if (done < of.length) tell(`skipped: ${name}: ${harm}`)
        continue
      }
      const at = Math.round((performance.now() - startedAt) / 1_000)
      tell(`${at} s: ${harm.name}, for ${harm.seconds} s`)
      await befall(harm, () => undefined)
      if (harm.isCrash === true) ledger.forgetWindows(performance.now())
      await orders.settled(calm)
    }
  } finally {
    await load.stop()
    await orders.stop()
  }
  if (ledger.broken.length > 0) tell(shown(fleet))
  return ledger
}
