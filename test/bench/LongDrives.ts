import { drive } from "./Driving.ts"
import type { Scenario, World } from "./Scenarios.ts"

/** Seconds that a scenario is warmed up at least, and at most. */
const warmUpSeconds = { least: 2, most: 12 }

/** Requests that are sent for each different one: they come in random order, and of 20 this leaves out one. */
const warmUpTimes = 3

/**
 * Drives each scenario until hardly one of its requests was not sent yet: what is measured is a server that knows what it is
 * asked for. Returns the bytes of an answer of the first.
 */
export const warmUp = async (list: ReadonlyArray<Scenario>, url: string, world: World, connections: number) => {
  let first: number | undefined
  for (const scenario of list) {
    const requests = scenario.requests(world)
    let sent = 0
    for (let seconds = 0; seconds < warmUpSeconds.most && (seconds === 0 || sent < requests.length * warmUpTimes);) {
      const driven = await drive({ url, connections, warmUpSeconds: 0, seconds: warmUpSeconds.least, requests })
      seconds += warmUpSeconds.least
      sent += driven.total
      first ??= driven.bytes
    }
  }
  return first!
}

/** Requests of all scenarios by turns, so that those that come one after another have little in common. */
export const mixed = (list: ReadonlyArray<Scenario>, world: World) => {
  const all = list.map(({ requests }) => requests(world))
  return Array.from({ length: 100 * all.length }, (_, i) => {
    const requests = all[i % all.length]!
    return requests[(Math.floor(i / all.length) * 37) % requests.length]!
  })
}

/** Seconds after which a long drive is looked at. */
const soakStep = 20

/** Sends mixed requests until there were so many, and says what memory the service takes on the way. */
export const soak = async (
  total: number,
  options: { readonly url: string; readonly connections: number; readonly requests: ReturnType<typeof mixed> },
  megabytes: () => number
) => {
  let [requests, failed] = [0, 0]
  while (requests < total) {
    const driven = await drive({ ...options, warmUpSeconds: 0, seconds: soakStep })
    requests += driven.total
    failed += driven.failed
    process.stdout.write(`${requests.toLocaleString("en")} requests, ${failed} failed: ${megabytes()} MB\n`)
  }
}
