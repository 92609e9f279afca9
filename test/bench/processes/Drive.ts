import autocannon, { type Options, type Result } from "autocannon"
import { text } from "node:stream/consumers"
import type { Drive, Driven } from "../Driving.ts"

/** This runs in a process of its own because the load generator needs as much CPU as a fast server. */
const shuffled = <A>(items: ReadonlyArray<A>): Array<A> => {
  const order = [...items]
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1))
    const item = order[i]!
    order[i] = order[j]!
    order[j] = item
  }
  return order
}

/** Requests per connection before it starts over. */
const perConnection = 1_000

const run = async ({ connections, requests, seconds, url, warmUpSeconds }: Drive): Promise<Driven> => {
  const times: Array<number> = []
  let all = 0
  let refused = 0
  const from = performance.now() + warmUpSeconds * 1000
  const until = from + seconds * 1000
  const result = await new Promise<Result>((resolve, reject) => {
    const options: Options = {
      url,
      connections,
      duration: warmUpSeconds + seconds,
      // Each connection has its own order, so that no two send the same request at the same time.
      setupClient: (client) => client.setRequests(shuffled(requests).slice(0, perConnection)),
      requests: [requests[0]!]
    }
    autocannon(options, (error, done) => (error ? reject(error) : resolve(done))).on(
      "response",
      (_, status, __, milliseconds) => {
        all++
        const now = performance.now()
        if (status !== 200) refused++
        if (now >= from && now < until) times.push(milliseconds)
      }
    )
  })
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    perSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    total: all,
    failed: refused + result.errors + result.timeouts,
    bytes: Math.round(result.throughput.total / Math.max(1, all))
  }
}

process.stdout.write(JSON.stringify(await run(JSON.parse(await text(process.stdin)) as Drive)))
