import { Effect } from "effect"
import { MAX_BATCH } from "../schemas/Generation.ts"
import type { Address } from "../schemas/Address.ts"
import { judge } from "../schemas/judge/Judge.ts"
import { promise } from "./Law.ts"
import type { Pool } from "./Subject.ts"

/**
 * The share of addresses that may fail an independent rule: its tables have mistakes, and real addresses have
 * exceptions.
 */
const tolerated = 0.005

/** The number of failures that a pool at the tolerated share exceeds at most once in a million runs. */
export const mostFailures = (addresses: number): number => {
  // The tail of a binomial distribution, summed from its top; the terms are products, so that none of them overflows.
  let term = (1 - tolerated) ** addresses
  let below = term
  let failures = 0
  while (1 - below > 1e-6 && failures < addresses) {
    term *= ((addresses - failures) / (failures + 1)) * (tolerated / (1 - tolerated))
    below += term
    failures++
  }
  return failures
}

/** Addresses to which some rule applies, and those that fail, each with the reason. */
export const judged = <A extends Pick<Address, "countryCode" | "components">>(addresses: ReadonlyArray<A>) => {
  const heard = addresses.map((address) => ({ address, ...judge(address) })).filter(({ rules }) => rules > 0)
  return { covered: heard.length, failed: heard.filter(({ objections }) => objections.length > 0) }
}

const text = "SHOULD give addresses that pass the rules of shop checkouts"

const law = promise(text)

/** Tests uniform draws by Shopify's and Google's rules. */
export const shopsAcceptAddresses = (pool: Pool, country: string, batches = 10) => ({
  promise: text,
  holds: Effect.gen(function* () {
    const drawn = yield* Effect.forEach(Array.from({ length: batches }), () =>
      pool.drawMany({
        country,
        filters: {},
        strategy: "random",
        count: MAX_BATCH,
        unique: true,
        excludeAddressIds: []
      })
    )
    const { covered, failed } = judged(drawn.flatMap(({ addresses }) => addresses))
    const most = mostFailures(covered)
    const message = `${failed.length} of ${covered} addresses fail; a pool in which 99.5 percent pass has at most ${most}.`
    const shown = failed.slice(0, 5).map(({ address, objections }) => ({
      id: address.id,
      formatted: address.formattedAddress,
      says: objections[0]!.message
    }))
    yield* law.hold(failed.length <= most, message, shown)
  })
})
