import { drive } from "./Driving.ts"
import type { Scenario, World } from "./Scenarios.ts"

/** The least and the most seconds of a scenario's warm-up. */
const warmUpSeconds = { least: 2, most: 12 }

/** Requests sent per distinct request. In random order, three leave out about one in 20. */
const warmUpTimes = 3

/**
 * Drives each scenario until nearly every request has been sent, so that the measurement sees a server that knows its
 * requests. Returns the size of a response of the first scenario.
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

/** The scenarios' requests in turn, so that consecutive requests have little in common. */
export const mixed = (list: ReadonlyArray<Scenario>, world: World) => {
  const all = list.map(({ requests }) => requests(world))
  return Array.from({ length: 100 * all.length }, (_, i) => {
    const requests = all[i % all.length]!
    return requests[(Math.floor(i / all.length) * 37) % requests.length]!
  })
}

/** Seconds between two reports of a soak. */
const soakStep = 20

/** Sends mixed requests until there were `total`, and reports the service's memory along the way. */
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
