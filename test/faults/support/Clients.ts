import { assert } from "vitest"
import { isFull } from "./Effort.ts"

/** A request that is repeated while something fails. */
export interface Ask {
  readonly path: string
  readonly body?: unknown
}

/** Milliseconds within which every response must arrive. */
const bound = 5_000

/**
/**
 * Milliseconds between a client's requests. With 16 clients at work, the pause leaves the machine time for other tests.
 * There is none around a fault, see `crowded`, nor in `npm run faults`.
 */
const between = isFull ? 0 : 25

/** The share of the clients that must be waiting for a response when a fault happens. */
const crowd = 0.75

/** The longest that any wait may take, so that a test ends. */
const patienceMillis = 600_000

interface ErrorBody {
  readonly error?: { readonly code?: string; readonly message?: string }
}

/** What the clients saw. */
export interface Seen {
  readonly right: number
  readonly unavailable: number
  /** The slowest response, in milliseconds. */
  readonly slowest: number
  /** The slowest response that needed no database: a measure of how busy the machine was. */
  readonly busy: number
}

/** Drops the shares that are computed from a sample some seconds after a publication. */
const settled = (text: string): string => text.replace(/"derived":\{[^}]*\},?/g, "")

/** Clients of a service that is about to be harmed, who know the right response to every request. */
export class Clients {
  readonly #base: string
  readonly #token: string
  readonly #right = new Map<string, string>()
  #clients = 0
  #inFlight = 0
  #crowded: (() => void) | undefined
  #isPressing = false

  constructor(base: string, token: string) {
    this.#base = base
    this.#token = token
  }

  async ask({ body, path }: Ask): Promise<{ readonly status: number; readonly text: string; readonly millis: number }> {
    const startedAt = performance.now()
    const response = await fetch(this.#base + path, {
      signal: AbortSignal.timeout(30_000),
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body !== undefined && { "content-type": "application/json" })
      },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) })
    })
    const text = settled(await response.text())
    return { status: response.status, text, millis: performance.now() - startedAt }
  }

  /** Records the response to each request while all is well. */
  async learn(asks: ReadonlyArray<Ask>): Promise<void> {
    for (const ask of asks) {
      const { status, text } = await this.ask(ask)
      assert.strictEqual(status, 200, text)
      this.#right.set(JSON.stringify(ask), text)
    }
  }

  /** The recorded response to a request. */
  known(ask: Ask): string | undefined {
    return this.#right.get(JSON.stringify(ask))
  }

  get asks(): ReadonlyArray<Ask> {
    return Array.from(this.#right.keys(), (text) => JSON.parse(text) as Ask)
  }

  /** Sends a request and asserts that the response is the recorded one or a proper 503. */
  async hold(ask: Ask): Promise<{ readonly right: boolean; readonly millis: number }> {
    const { millis, status, text } = await this.ask(ask)
    const shown = `${ask.path}: ${status} after ${Math.round(millis)} ms: ${text}`
    if (status === 200) {
      assert.strictEqual(text, this.#right.get(JSON.stringify(ask)), shown)
      return { right: true, millis }
    }
    assert.strictEqual(status, 503, shown)
    const { error } = JSON.parse(text) as ErrorBody
    assert.strictEqual(error?.code, "SERVICE_UNAVAILABLE", shown)
    assert.match(error?.message ?? "", /Try again/, shown)
    return { right: false, millis }
  }

  /**
   * Sends requests from many clients until `done` resolves, and asserts that every response is right and arrives in
   * time. A request that needs no database, sent throughout, measures the delay that a busy machine adds.
   */
  async whileAsking<A>(
    done: (seen: Seen) => Promise<A>,
    clients = 16
  ): Promise<{ readonly result: A; readonly seen: Seen }> {
    const end = new AbortController()
    const asks = this.asks
    const seen = { right: 0, unavailable: 0, slowest: 0, busy: 0 }
    const control = async () => {
      while (!end.signal.aborted) {
        const { millis, status } = await this.ask({ path: "/api/v1/health" })
        assert.strictEqual(status, 200)
        seen.busy = Math.max(seen.busy, millis)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
    this.#clients = clients
    const client = async (number: number) => {
      for (let i = number; !end.signal.aborted; i += clients) {
        this.#began()
        const { millis, right } = await this.hold(asks[i % asks.length]!).finally(() => this.#inFlight--)
        if (right) seen.right++
        else seen.unavailable++
        seen.slowest = Math.max(seen.slowest, millis)
        // Refusals come at once, so the next request waits a moment.
        const pause = right ? (this.#isPressing ? 0 : between) : 10
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
    const asking = Promise.all([control(), ...Array.from({ length: clients }, (_, number) => client(number))])
    const stop = (error: unknown) => {
      end.abort()
      return Promise.reject(error)
    }
    const work = done(seen).finally(() => end.abort())
    const [result] = await Promise.all([work, asking.catch(stop)])
    assert.isBelow(seen.slowest, bound + 500 + 3 * seen.busy, `others took ${Math.round(seen.busy)} ms`)
    return { result, seen }
  }

  #began(): void {
    this.#inFlight++
    if (this.#inFlight >= this.#clients * crowd) this.#crowded?.()
  }

  /**
   * Makes the clients send requests without a pause, until the service has `recovered`, and waits until most of them are
   * waiting for a response: a fault that happens then affects all of these requests.
   */
  async crowded(): Promise<void> {
    this.#isPressing = true
    await new Promise<void>((resolve) => (this.#crowded = resolve))
    this.#crowded = undefined
  }

  /** Waits until the service is as before: ready, with the recorded response to every request. */
  async recovered(within = patienceMillis): Promise<number> {
    this.#isPressing = false
    const startedAt = performance.now()
    for (;;) {
      const ready = await this.ask({ path: "/api/v1/ready" })
      const held = ready.status === 200 ? await Promise.all(this.asks.map((ask) => this.hold(ask))) : []
      const millis = performance.now() - startedAt
      if (held.length > 0 && held.every(({ right }) => right)) return millis
      assert.isBelow(millis, within, `The service is not back: ${ready.text}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /**
   * Waits until `ready` reports that it is not.
   *
   * @param isAnother whether what was harmed has already been replaced, which on a busy machine may happen between two
   * requests
   */
  async unready(within = patienceMillis, isAnother = () => false): Promise<number> {
    const startedAt = performance.now()
    for (;;) {
      const { status } = await this.ask({ path: "/api/v1/ready" })
      const millis = performance.now() - startedAt
      if (status === 503 || isAnother()) return millis
      assert.isBelow(millis, within, "ready does not report that the database is unavailable")
    }
  }
}
