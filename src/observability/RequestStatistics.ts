import { Clock, Context, Effect, Layer, Metric } from "effect"
import { type ObservedRequest, RequestObserver } from "./RequestObserver.ts"
import { registerRead } from "./ReadMetric.ts"

/** Upper bounds of the latency histogram, in seconds. */
const boundaries = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, Number.POSITIVE_INFINITY]

/** The counts of one minute. */
interface MinuteCounts {
  /** Start of the minute: milliseconds since 1970. */
  readonly minute: number
  requests: number
  draws: number
  clientErrors: number
  serverErrors: number
}

/** The counts of one token in one hour. */
interface TokenCounts {
  readonly token: string
  /** Start of the hour: milliseconds since 1970. */
  readonly hour: number
  requests: number
  refused: number
  /** When it was last used, in milliseconds since 1970; 0 if not since the last read. */
  lastUsedAt: number
}

/** Counts that nobody has read yet. */
export interface Pending {
  readonly minutes: ReadonlyArray<MinuteCounts>
  readonly tokens: ReadonlyArray<TokenCounts>
}

/** There are few issued tokens, but nothing may grow without limit while the database is down. */
const mostPending = 10_000

/** Latencies of one endpoint and status. */
class Series {
  count = 0
  sum = 0
  min = Number.POSITIVE_INFINITY
  max = 0
  readonly buckets = new Float64Array(boundaries.length)

  observe(seconds: number): void {
    this.count++
    this.sum += seconds
    if (seconds < this.min) this.min = seconds
    if (seconds > this.max) this.max = seconds
    let bucket = 0
    while (seconds > boundaries[bucket]!) bucket++
    this.buckets[bucket]!++
  }

  get state(): Metric.HistogramState {
    let below = 0
    const buckets = boundaries.map((boundary, i): [number, number] => [boundary, (below += this.buckets[i] ?? 0)])
    return { buckets, count: this.count, sum: this.sum, min: this.min, max: this.max }
  }
}

/** Latencies by endpoint and status. Each becomes a metric with its first request. */
class Latencies {
  readonly #context: Context.Context<never>
  readonly #series = new Map<string, Map<number, Series>>()

  constructor(context: Context.Context<never>) {
    this.#context = context
  }

  of(endpoint: string, status: number): Series {
    const ofEndpoint = this.#series.get(endpoint) ?? new Map<number, Series>()
    const known = ofEndpoint.get(status)
    if (known !== undefined) return known
    const fresh = new Series()
    this.#series.set(endpoint, ofEndpoint.set(status, fresh))
    const metric = Metric.histogram("doorstep_http_request_duration_seconds", {
      description: "Time from a request's arrival to its response.",
      attributes: { endpoint, status: String(status) },
      boundaries
    })
    registerRead(this.#context, metric, () => fresh.state)
    return fresh
  }
}

/** Counts by minute and by token since the last `take`. */
class Counts {
  #minutes = new Map<number, MinuteCounts>()
  /** The current hour of each token; `earlier` has the previous ones. */
  #tokens = new Map<string, TokenCounts>()
  #earlier: Array<TokenCounts> = []

  count({ draws, status, token }: ObservedRequest, at: number): void {
    const minute = this.#minuteOf(at)
    minute.requests++
    if (status >= 500) minute.serverErrors++
    else if (status >= 400) minute.clientErrors++
    if (draws > 0) minute.draws += draws
    if (token === undefined) return
    const use = this.#tokenOf(token, at)
    if (status === 429) {
      use.refused++
    } else {
      use.requests++
      use.lastUsedAt = at
    }
  }

  take(): Pending {
    const pending = {
      minutes: Array.from(this.#minutes.values()),
      tokens: [...this.#earlier, ...this.#tokens.values()]
    }
    this.#minutes = new Map()
    this.#tokens = new Map()
    this.#earlier = []
    return pending
  }

  giveBack({ minutes, tokens }: Pending): void {
    for (const back of minutes) {
      const minute = this.#minuteOf(back.minute)
      minute.requests += back.requests
      minute.draws += back.draws
      minute.clientErrors += back.clientErrors
      minute.serverErrors += back.serverErrors
    }
    this.#earlier.push(...tokens.slice(0, Math.max(0, mostPending - this.#earlier.length)))
  }

  #minuteOf(at: number): MinuteCounts {
    const minute = at - (at % 60_000)
    const known = this.#minutes.get(minute)
    if (known !== undefined) return known
    const fresh = { minute, requests: 0, draws: 0, clientErrors: 0, serverErrors: 0 }
    if (this.#minutes.size < mostPending) this.#minutes.set(minute, fresh)
    return fresh
  }

  #tokenOf(token: string, at: number): TokenCounts {
    const hour = at - (at % 3_600_000)
    const known = this.#tokens.get(token)
    if (known?.hour === hour) return known
    const fresh = { token, hour, requests: 0, refused: 0, lastUsedAt: 0 }
    if (known !== undefined && this.#earlier.length < mostPending) this.#earlier.push(known)
    if (known !== undefined || this.#tokens.size < mostPending) this.#tokens.set(token, fresh)
    return fresh
  }
}

/**
 * Counts requests in memory, with a few additions each and no database access. Metrics read the counts on request; the
 * console's services take them every few seconds.
 */
export class RequestStatistics extends Context.Service<
  RequestStatistics,
  {
    readonly observe: (request: ObservedRequest) => void
    /** Counts since the start of the process. */
    readonly totals: () => { readonly requests: number; readonly draws: number }
    /** Takes the counts since the last call. A token's hour may occur several times. */
    readonly take: Effect.Effect<Pending>
    /** Returns counts that could not be written, to be taken again. */
    readonly giveBack: (pending: Pending) => Effect.Effect<void>
  }
>()("doorstep/RequestStatistics") {
  static readonly layer = Layer.effect(
    RequestStatistics,
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const context = yield* Effect.context<never>()
      const latencies = new Latencies(context)
      const counts = new Counts()
      let draws = 0
      let requests = 0

      registerRead(
        context,
        Metric.counter("doorstep_draws_total", { description: "Addresses that were handed out.", incremental: true }),
        () => ({ count: draws, incremental: true })
      )

      const observe = (request: ObservedRequest): void => {
        const { endpoint, milliseconds, status } = request
        latencies.of(endpoint, status).observe(milliseconds / 1000)
        if (endpoint.startsWith("admin.") || endpoint === "console") return
        requests++
        draws += request.draws
        counts.count(request, clock.currentTimeMillisUnsafe())
      }

      return RequestStatistics.of({
        observe,
        totals: () => ({ requests, draws }),
        take: Effect.sync(() => counts.take()),
        giveBack: (pending) => Effect.sync(() => counts.giveBack(pending))
      })
    })
  )

  /** Makes the edge report every request to it. */
  static readonly layerObserver = Layer.effect(
    RequestObserver,
    RequestStatistics.useSync(({ observe }) => observe)
  )
}
