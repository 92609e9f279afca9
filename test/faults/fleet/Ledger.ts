/** Milliseconds after which nobody may answer from a version that another has replaced. */
const withdrawnFor = 5_000

/** Milliseconds in which something of an order has to happen. */
const stuckAfter = 60_000

/** An answer that was given, with what is known of its request. */
export interface Answer {
  readonly by: string
  readonly path: string
  readonly begunAt: number
  readonly endedAt: number
  readonly status: number
  readonly text: string
  /** Requests that the token has left in its minute, and seconds until that ends. */
  readonly remaining: number
  readonly resetSeconds: number
}

/** Of a token's window. */
const windowMillis = 60_000

const numbersIn = (text: string, pattern: RegExp): ReadonlyArray<number> =>
  Array.from(text.matchAll(pattern), ([, number]) => Number(number))

/** What was seen of the fleet, held against what is promised of it. */
export class Ledger {
  /** Promises that were broken, in sentences. */
  readonly broken: Array<string> = []
  readonly counts: Record<string, number> = {}
  /** The edition of each version of the pool. */
  readonly #editions = new Map<number, number>()
  /** When each version was first seen where it is written. */
  readonly #passed = new Map<number, number>()
  /** Of a client that asks one after the other: the version that it was answered from last. */
  readonly #lastOf = new Map<string, number>()
  /** Allowed requests of the limited token, by the end of their minute. */
  readonly #windows: Array<{ readonly endsAt: number; readonly left: Set<number> }> = []
  /** Until then, one minute's count may not be another process's. */
  #countsFrom = 0
  #order: { readonly name: string; signature: string; movedAt: number } | undefined

  break(sentence: string): void {
    // One fault shows in many answers.
    if (this.broken.length < 50) this.broken.push(sentence)
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }

  /** A version, and the editions that its homes are of. */
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

  /** What the primary has, past all networks. */
  stands(now: number, version: number, editions: ReadonlyArray<number>, homes: number, expected: number): void {
    if (!this.#passed.has(version)) this.#passed.set(version, now)
    this.#belongs(version, editions, "in the database")
    if (homes !== expected) this.break(`Version ${version} has ${homes} homes in place of ${expected}`)
  }

  /**
   * @param client who asked; one asks one request after the other
   */
  answered(client: string, answer: Answer): void {
    const { begunAt, by, path, status, text } = answer
    const shown = `${path} by the ${by}: ${status} ${text.slice(0, 300)}`
    this.count(`${by} ${status}`)
    if (status === 429 || status === 503) return
    if (status !== 200) return this.break(`An answer that is none: ${shown}`)
    const [version] = numbersIn(text, /"poolVersion":(\d+)/g)
    if (version === undefined) return this.break(`An answer without its version: ${shown}`)
    this.#belongs(version, numbersIn(text, /Weg der Ausgabe (\d+)/g), shown)
    const last = this.#lastOf.get(client) ?? 0
    if (version < last) this.break(`The ${client} was answered from ${last} and then from ${version}: ${shown}`)
    this.#lastOf.set(client, Math.max(version, last))
    const replacedAt = this.#passed.get(version + 1)
    const late = replacedAt === undefined ? 0 : begunAt - replacedAt
    if (late > withdrawnFor) {
      this.break(`An answer from version ${version}, which was replaced ${late} ms before it was asked for: ${shown}`)
    }
  }

  /** An allowed request of the limited token. In one minute each has another number of requests left behind it. */
  allowed({ endedAt, remaining, resetSeconds }: Answer): void {
    const endsAt = endedAt + resetSeconds * 1_000
    let window = this.#windows.find((one) => Math.abs(one.endsAt - endsAt) < 15_000)
    if (window === undefined) {
      window = { endsAt, left: new Set() }
      this.#windows.push(window)
    }
    if (window.left.has(remaining)) this.break(`Two requests of one minute have ${remaining} left behind them`)
    window.left.add(remaining)
  }

  /**
   * A server that crashed has lost the count of the minute, as is said of it: who was refused before stays so until that minute
   * is over, while another process may have opened a new one.
   */
  forgetWindows(now: number): void {
    this.#windows.length = 0
    this.#countsFrom = now + windowMillis
  }

  /** @param used of the window in the database, when somebody has just been refused */
  refused(now: number, used: number, limit: number): void {
    if (now >= this.#countsFrom && used < limit) this.break(`A request was refused when ${used} of ${limit} were used`)
  }

  /** What can be seen of an order that is not done; it must change. */
  moves(now: number, name: string, signature: string): void {
    if (this.#order?.name !== name || this.#order.signature !== signature) {
      this.#order = { name, signature, movedAt: now }
    } else if (now - this.#order.movedAt > stuckAfter) {
      this.break(`Nothing has happened for a minute with ${name}: ${signature}`)
      this.#order.movedAt = now
    }
  }

  /** What was last seen of the order that is not done. */
  get underWay(): string {
    return this.#order?.signature ?? ""
  }

  /** An order that is done, with how its runs have ended. */
  done(name: string, outcomes: ReadonlyArray<string>): void {
    const published = outcomes.filter((outcome) => outcome === "published").length
    if (published !== 1) this.break(`${name} ended as ${outcomes.join(", ")}`)
    this.count("orders")
    this.count(`runs ${outcomes.length}`)
  }
}
