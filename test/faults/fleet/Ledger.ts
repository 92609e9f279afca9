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
  /** The token's remaining requests in the current minute, and the seconds until it ends; NaN if it was not counted. */
  readonly remaining: number
  readonly resetSeconds: number
}

/** Earliest and latest time of something. */
interface Span {
  readonly from: number
  readonly to: number
}

/** The token's window in the database, read at some moment of the span; undefined if none is open. */
export interface Looked extends Span {
  readonly window: { readonly used: number; readonly leftMillis: number } | undefined
}

/** A window of the token as its responses describe it. */
interface SeenWindow {
  ends: Span
  readonly left: Set<number>
  /** A client was told that it is used up. */
  isFull: boolean
}

/** The length of a token's window. */
const windowMillis = 60_000

/** How early a process that refuses by itself may end a window: it counts from when it queried the database. */
const askedMillis = 2_500

/** When a response's window ends. Its seconds are rounded up, and were computed at some moment of the request. */
const endOf = ({ begunAt, endedAt, resetSeconds }: Answer, early = 0): Span => ({
  from: begunAt + (resetSeconds - 1) * 1_000,
  to: endedAt + resetSeconds * 1_000 + early
})

const meet = (one: Span, other: Span): Span | undefined => {
  const both = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }
  return both.from <= both.to ? both : undefined
}

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
  /** The limited token's windows, and the used-up ones whose counts a crash has lost. */
  readonly #windows: Array<SeenWindow> = []
  readonly #lost: Array<SeenWindow> = []
  /** When the server last came back from a crash. */
  #crashedAt = Number.NEGATIVE_INFINITY
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

  #window(ends: Span): SeenWindow {
    const known = this.#windows.find((one) => meet(one.ends, ends) !== undefined)
    if (known !== undefined) {
      known.ends = meet(known.ends, ends)!
      return known
    }
    const window: SeenWindow = { ends, left: new Set(), isFull: false }
    const close = this.#windows.find(
      (one) => Math.max(one.ends.to, ends.to) - Math.min(one.ends.from, ends.from) < windowMillis
    )
    if (close !== undefined) this.break("A window was opened before the previous one was over")
    this.#windows.push(window)
    return window
  }

  /**
   * A counted request of the limited token, whether it succeeded or not. No two of the same window may leave the same
   * number of requests, and windows must not overlap.
   */
  counted(answer: Answer): void {
    const { begunAt, remaining, status } = answer
    if (status === 429 || Number.isNaN(remaining) || begunAt < this.#crashedAt) return
    const window = this.#window(endOf(answer))
    if (window.left.has(remaining)) this.break(`Two requests of one minute both left ${remaining} more`)
    window.left.add(remaining)
    if (remaining === 0) window.isFull = true
  }

  /**
   * A crashed server has lost the current minute's counts, as documented: the token gets a new window, while a process
   * that knew the old one to be used up refuses until that one ends.
   */
  crashed(now: number): void {
    this.#lost.push(...this.#windows.splice(0).filter(({ isFull }) => isFull))
    this.#crashedAt = now
  }

  /** A refused request of the limited token: its window must be used up. */
  refused(answer: Answer, looked: Looked, limit: number): void {
    const ends = endOf(answer, askedMillis)
    // Its window may have ended before the database was queried.
    if (ends.from <= looked.to) return this.count("refusals too late to compare")
    const { leftMillis, used } = looked.window ?? { leftMillis: 0, used: 0 }
    const is = { from: looked.from + leftMillis, to: looked.to + leftMillis + 1 }
    if (used >= limit && meet(ends, is) !== undefined) {
      this.count("refusals compared")
      if (answer.begunAt >= this.#crashedAt) this.#window(ends).isFull = true
      return
    }
    if (this.#lost.some((one) => meet(one.ends, ends) !== undefined)) return this.count("refusals from before a crash")
    const told = `for ${answer.resetSeconds} s by the ${answer.by}`
    this.break(
      `A request was refused ${told} when ${used} of ${limit} were used, for ${Math.round(leftMillis)} ms more`
    )
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
