/** Milliseconds after which no member may respond from a superseded version. */
const withdrawnFor = 5_000

/** Milliseconds within which an order must make progress. */
const stuckAfter = 60_000

/** A response, with what is known of its request. */
export interface Answer {
  readonly by: string
  readonly path: string
  readonly begunAt: number
  readonly endedAt: number
  readonly status: number
  readonly text: string
  /** The token's remaining requests in the current minute, and the seconds until it ends. */
  readonly remaining: number
  readonly resetSeconds: number
}

/** The length of a token's window. */
const windowMillis = 60_000

const numbersIn = (text: string, pattern: RegExp): ReadonlyArray<number> =>
  Array.from(text.matchAll(pattern), ([, number]) => Number(number))

/** What was seen of the fleet, checked against its promises. */
export class Ledger {
  /** Broken promises, as sentences. */
  readonly broken: Array<string> = []
  readonly counts: Record<string, number> = {}
  /** The edition that each version of the pool holds. */
  readonly #editions = new Map<number, number>()
  /** When each version was first seen in the primary. */
  readonly #passed = new Map<number, number>()
  /** The version of the last response to each client; a client sends one request at a time. */
  readonly #lastOf = new Map<string, number>()
  /** Allowed requests of the limited token, by the end of their minute. */
  readonly #windows: Array<{ readonly endsAt: number; readonly left: Set<number> }> = []
  /** Until this time, one process may not know the count of another. */
  #countsFrom = 0
  #order: { readonly name: string; signature: string; movedAt: number } | undefined

  break(sentence: string): void {
    // A single fault can show in many responses.
    if (this.broken.length < 50) this.broken.push(sentence)
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }

  /** Checks that a version's homes all belong to one edition, and to no other version. */
  #belongs(version: number, editions: ReadonlyArray<number>, where: string): void {
    for (const edition of editions) {
      const known = this.#editions.get(version)
      if (known === undefined) {
        const other = Array.from(this.#editions).find(([, one]) => one === edition)
        if (other !== undefined)
          this.break(`Edition ${edition} is published as ${other[0]} and as ${version}: ${where}`)
        this.#editions.set(version, edition)
      } else if (known !== edition) {
        this.break(`Version ${version} has homes of edition ${known} and of ${edition}: ${where}`)
      }
    }
  }

  /** What the primary holds, read directly from it. */
  stands(now: number, version: number, editions: ReadonlyArray<number>, homes: number, expected: number): void {
    if (!this.#passed.has(version)) this.#passed.set(version, now)
    this.#belongs(version, editions, "in the database")
    if (homes !== expected) this.break(`Version ${version} has ${homes} homes in place of ${expected}`)
  }

  /** @param client one that sends one request at a time */
  answered(client: string, answer: Answer): void {
    const { begunAt, by, path, status, text } = answer
    const shown = `${path} by the ${by}: ${status} ${text.slice(0, 300)}`
    this.count(`${by} ${status}`)
    if (status === 429 || status === 503) return
    if (status !== 200) return this.break(`Neither a success nor a refusal: ${shown}`)
    const [version] = numbersIn(text, /"poolVersion":(\d+)/g)
    if (version === undefined) return this.break(`A response without its version: ${shown}`)
    this.#belongs(version, numbersIn(text, /Weg der Ausgabe (\d+)/g), shown)
    const last = this.#lastOf.get(client) ?? 0
    if (version < last) this.break(`The ${client} was shown version ${last} and then ${version}: ${shown}`)
    this.#lastOf.set(client, Math.max(version, last))
    const replacedAt = this.#passed.get(version + 1)
    const late = replacedAt === undefined ? 0 : begunAt - replacedAt
    if (late > withdrawnFor) {
      this.break(`A response from version ${version}, which was replaced ${late} ms before the request: ${shown}`)
    }
  }

  /** An allowed request of the limited token. No two of the same minute may leave the same number of requests. */
  allowed({ endedAt, remaining, resetSeconds }: Answer): void {
    const endsAt = endedAt + resetSeconds * 1_000
    let window = this.#windows.find((one) => Math.abs(one.endsAt - endsAt) < 15_000)
    if (window === undefined) {
      window = { endsAt, left: new Set() }
      this.#windows.push(window)
    }
    if (window.left.has(remaining)) this.break(`Two requests of one minute both left ${remaining} more`)
    window.left.add(remaining)
  }

  /**
   * A crashed server has lost the current minute's count, as documented: a client that was refused stays refused until
   * that minute ends, while another process may have opened a new one.
   */
  forgetWindows(now: number): void {
    this.#windows.length = 0
    this.#countsFrom = now + windowMillis
  }

  /** @param used requests in the database's window at the time of a refusal */
  refused(now: number, used: number, limit: number): void {
    if (now >= this.#countsFrom && used < limit) this.break(`A request was refused when ${used} of ${limit} were used`)
  }

  /** The visible state of an unfinished order, which must keep changing. */
  moves(now: number, name: string, signature: string): void {
    if (this.#order?.name !== name || this.#order.signature !== signature) {
      this.#order = { name, signature, movedAt: now }
    } else if (now - this.#order.movedAt > stuckAfter) {
      this.break(`${name} has made no progress for a minute: ${signature}`)
      this.#order.movedAt = now
    }
  }

  /** The last visible state of the unfinished order. */
  get underWay(): string {
    return this.#order?.signature ?? ""
  }

  /** A finished order, with the outcomes of its runs. */
  done(name: string, outcomes: ReadonlyArray<string>): void {
    const published = outcomes.filter((outcome) => outcome === "published").length
    if (published !== 1) this.break(`${name} ended as ${outcomes.join(", ")}`)
    this.count("orders")
    this.count(`runs ${outcomes.length}`)
  }
}
