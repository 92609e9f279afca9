import { assert } from "vitest"
import { isFull } from "./Effort.ts"

/** What is asked of the service over and over while something fails. */
export interface Ask {
  readonly path: string
  readonly body?: unknown
}

/** Milliseconds for which nobody waits longer. */
const bound = 5_000

/**
 * Milliseconds after which a client asks its next question: 16 clients are asking all the while, and leave the machine time
 * for other tests. `npm run faults` lets them ask without a pause.
 */
const between = isFull ? 0 : 25

/** How long waiting for something may take altogether, so that a test ends. */
const patienceMillis = 600_000

interface ErrorBody {
  readonly error?: { readonly code?: string; readonly message?: string }
}

/** What clients saw. */
export interface Seen {
  readonly right: number
  readonly unavailable: number
  /** Milliseconds of the slowest answer. */
  readonly slowest: number
  /** Of the slowest that needed no database: how busy the machine was. */
  readonly busy: number
}

/** Without the shares that are told of a sample, which is taken some seconds after a publication. */
const settled = (text: string): string => text.replace(/"derived":\{[^}]*\},?/g, "")

/** Clients of a service that is about to be harmed: they know the right answer to each question. */
export class Clients {
  readonly #base: string
  readonly #token: string
  readonly #right = new Map<string, string>()

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

  /** Notes what each question is answered with while all is well. */
  async learn(asks: ReadonlyArray<Ask>): Promise<void> {
    for (const ask of asks) {
      const { status, text } = await this.ask(ask)
      assert.strictEqual(status, 200, text)
      this.#right.set(JSON.stringify(ask), text)
    }
  }

  /** What a question was answered with while all was well. */
  known(ask: Ask): string | undefined {
    return this.#right.get(JSON.stringify(ask))
  }

  get asks(): ReadonlyArray<Ask> {
    return Array.from(this.#right.keys(), (text) => JSON.parse(text) as Ask)
  }

  /** Asks, and holds the answer to be the right one, or a 503 with its body. */
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
   * Many clients that ask, one question after the other, until `done`; all that they get is held to be right, and to come in
   * time. What a busy machine adds to each answer is told by one that needs no database, asked all the while.
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
    const client = async (number: number) => {
      for (let i = number; !end.signal.aborted; i += clients) {
        const { millis, right } = await this.hold(asks[i % asks.length]!)
        if (right) seen.right++
        else seen.unavailable++
        seen.slowest = Math.max(seen.slowest, millis)
        // A refusal comes at once: nobody asks again in the same moment.
        const pause = right ? between : 10
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

  /** Waits until the service is as it was: ready, and each question answered as before. */
  async recovered(within = patienceMillis): Promise<number> {
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
   * Waits until `ready` says that it is not.
   *
   * @param isAnother whether what was harmed has another in its place, which a busy machine learns of before it asks again
   */
  async unready(within = patienceMillis, isAnother = () => false): Promise<number> {
    const startedAt = performance.now()
    for (;;) {
      const { status } = await this.ask({ path: "/api/v1/ready" })
      const millis = performance.now() - startedAt
      if (status === 503 || isAnother()) return millis
      assert.isBelow(millis, within, "ready does not say that the database is away")
    }
  }
}
