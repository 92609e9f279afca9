import { setTimeout } from "node:timers/promises"

/** A request with the wrong response. */
export interface Failed {
  readonly stage: string
  readonly request: string
  readonly said: string
}

type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** Milliseconds between two requests of a client while services only start, or other tests run. */
const pause = 20

/**
 * Clients that draw, draw batches and look up addresses, one request after another, until told to stop. They pause between two
 * requests except while what may fail a request happens.
 */
export class Steady {
  readonly failed: Array<Failed> = []
  readonly #homes = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  #stage = ""
  #isUnderWay = false
  #isOver = false
  readonly #done: Promise<unknown>

  constructor(url: string, token: string, clients: number) {
    const ask: Ask = (path, init = {}) =>
      fetch(`${url}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...init.headers }
      })
    this.#done = Promise.all(Array.from({ length: clients }, (_, client) => this.#go(ask, client)))
  }

  /** Requests with the right response, by stage. */
  get answered(): ReadonlyMap<string, number> {
    return this.#counts
  }

  begin(stage: string): void {
    this.#stage = stage
  }

  /** Sends requests without pauses while this happens. */
  async whileDoing(work: () => Promise<unknown>): Promise<void> {
    this.#isUnderWay = true
    await work().finally(() => (this.#isUnderWay = false))
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#done
  }

  async #go(ask: Ask, client: number): Promise<void> {
    for (let i = 0; !this.#isOver; i++) {
      const stage = this.#stage
      const seed = `${client}-${i % 20}`
      const [path, init, look] = this.#request(client + i, seed)
      try {
        const response = await ask(path, init)
        const text = await response.text()
        const fault = response.status === 200 ? look?.(text) : `${response.status} ${text.slice(0, 200)}`
        if (fault !== undefined) this.failed.push({ stage, request: path, said: fault })
        else this.#counts.set(stage, (this.#counts.get(stage) ?? 0) + 1)
      } catch (cause) {
        const origin = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
        this.failed.push({ stage, request: path, said: String(origin) })
      }
      if (!this.#isUnderWay) await setTimeout(pause)
    }
  }

  /** A seed draws the same home, whichever version responds. */
  readonly #sameHome = (seed: string) => (text: string) => {
    const id: string = JSON.parse(text).data.result.address.id
    const known = this.#homes.get(seed) ?? id
    this.#homes.set(seed, known)
    return id === known ? undefined : `The seed ${seed} gave ${known}, and now ${id}`
  }

  #request(
    turn: number,
    seed: string
  ): readonly [string, (RequestInit | undefined)?, ((text: string) => string | undefined)?] {
    switch (turn % 6) {
      case 0:
        return [
          "/api/v1/generate/batch",
          { method: "POST", body: JSON.stringify({ count: 5, filters: { country: "US" } }) }
        ]
      case 1:
        return ["/api/v1/countries"]
      case 2:
        return ["/api/v1/locations/search?country=US&q=Sav"]
      case 3:
        return ["/api/v1/ready"]
      default:
        return [`/api/v1/generate?country=US&seed=${seed}`, undefined, this.#sameHome(seed)]
    }
  }
}
