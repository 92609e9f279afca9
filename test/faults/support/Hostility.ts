import * as fc from "fast-check"
import { hostileConnection, perform, requestsOf } from "../../http/support/HostileConnection.ts"

/** How a service responded to hostile connections. */
export interface Endured {
  readonly connections: number
  readonly requests: number
  /** Responses by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Connections that were refused. */
  readonly refused: number
}

/** How long a client waits for data, in milliseconds. */
const patience = 200

/** Connections generated at a time. */
const chunk = 2_000

/**
 * Opens hostile connections, many at a time, until the connections and their requests add up to `count`.
 *
 * @param seed reproduces the same connections
 */
export const harass = async (
  target: { readonly port: number; readonly token: string },
  {
    atOnce,
    count,
    onProgress,
    seed
  }: {
    readonly atOnce: number
    readonly count: number
    readonly seed: number
    readonly onProgress?: (endured: Endured) => void
  }
): Promise<Endured> => {
  const statuses: Record<string, number> = {}
  let [connections, requests, refused, round] = [0, 0, 0, 0]
  const endured = () => ({ connections, requests, statuses: { ...statuses }, refused })
  const isOver = () => connections + requests >= count
  while (!isOver()) {
    const scripts = fc.sample(hostileConnection, { seed: seed + round++, numRuns: Math.min(chunk, count) })
    const client = async () => {
      for (let script = scripts.pop(); script !== undefined; script = scripts.pop()) {
        if (isOver()) return
        connections++
        requests += requestsOf(script)
        const heard = await perform(script, { ...target, patience })
        if (heard.refused) refused++
        for (const status of heard.statuses) statuses[status] = (statuses[status] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: atOnce }, client))
    onProgress?.(endured())
  }
  return endured()
}
