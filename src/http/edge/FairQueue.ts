/** A request in the queue: it waits, then runs, then is done. */
export class Turn {
  readonly key: string
  /** An integer, so that sums are exact. */
  readonly cost: number
  state: "new" | "waiting" | "running" | "over" = "new"
  /** Called when its turn has come. */
  start: () => void = () => undefined

  constructor(key: string, cost: number) {
    this.key = key
    this.cost = cost
  }
}

/** The state of one key that has requests, or had some recently. */
interface Account {
  /** In order of arrival. */
  readonly waiting: Set<Turn>
  waitingCost: number
  running: number
  /** The virtual time at which everything it was given so far is used up. */
  finish: number
  /** The virtual time at which the first of `waiting` is due. */
  due: number
}

export interface FairQueueOptions {
  /** The cost that may run at once before others wait. A request that costs more runs alone. */
  readonly capacity: number
  /** The cost that may wait for one key. */
  readonly bound: number
  /** A request that costs more is a long one. */
  readonly long: number
}

/** The virtual time for which a key without requests still counts as present. */
const recent = 1_000_000

/** Beyond this number of accounts, those of absent keys are closed. */
const manyAccounts = 1_000

/**
 * Admits requests up to a capacity, and queues the others. Keys take turns, so that each of them gets the same share by
 * cost, and a key with occasional requests is served at once.
 *
 * This is start-time fair queueing (Goyal, Vin and Cheng 1996). Virtual time is that of the last request started. A
 * request is due when its key's previous request has used up its cost, and the first one due is next. Of two keys that
 * both have requests waiting, neither is ever ahead by more than one request of each.
 */
export class FairQueue {
  readonly #capacity: number
  readonly #bound: number
  readonly #long: number
  readonly #accounts = new Map<string, Account>()
  #now = 0
  #underWay = 0
  #longUnderWay = 0
  #waiting = 0

  constructor({ bound, capacity, long }: FairQueueOptions) {
    this.#capacity = capacity
    this.#bound = bound
    this.#long = long
  }

  get underWay(): number {
    return this.#underWay
  }

  /** How many requests wait. */
  get waiting(): number {
    return this.#waiting
  }

  /** How many keys have an account. */
  get accounts(): number {
    return this.#accounts.size
  }

  /** Whether a key other than that of the request has requests, or had one recently. */
  isShared({ key }: Turn): boolean {
    const account = this.#accounts.get(key)
    return account !== undefined && this.#isShared(account)
  }

  /** `running`: it may start now. `full`: as much as may wait for its key is already waiting. */
  enter(turn: Turn): "running" | "waiting" | "full" {
    const account = this.#accountOf(turn.key)
    if (this.#waiting === 0 ? this.#fits(turn, account) : this.#isFirst(turn, account)) {
      this.#start(turn, account)
      return "running"
    }
    if (account.waitingCost + turn.cost > this.#bound && account.waiting.size > 0) return "full"
    if (account.waiting.size === 0) account.due = Math.max(this.#now, account.finish)
    account.waiting.add(turn)
    account.waitingCost += turn.cost
    this.#waiting++
    turn.state = "waiting"
    return "waiting"
  }

  /** The request is done, or nobody waits for it any more. True: others may start now. */
  leave(turn: Turn): boolean {
    const account = this.#accounts.get(turn.key)
    const { state } = turn
    turn.state = "over"
    if (account === undefined || state === "new" || state === "over") return false
    if (state === "waiting") {
      this.#unqueue(turn, account)
    } else {
      account.running--
      this.#underWay -= turn.cost
      if (this.#isLong(turn.cost)) this.#longUnderWay--
    }
    if (this.#underWay === 0 && this.#waiting === 0) {
      // When nothing runs or waits, nobody owes anything.
      this.#accounts.clear()
      this.#now = 0
    }
    return this.#waiting > 0
  }

  /** Starts the requests whose turn has come, and returns them. */
  next(): ReadonlyArray<Turn> {
    const taken: Array<Turn> = []
    for (;;) {
      const account = this.#firstDue()
      const [turn] = account?.waiting ?? []
      if (account === undefined || turn === undefined || !this.#fits(turn, account)) return taken
      this.#unqueue(turn, account)
      this.#start(turn, account)
      account.due = account.finish
      taken.push(turn)
    }
  }

  /**
   * A key with nothing running may exceed the capacity, so that it does not wait for long requests of others. Long
   * requests run one at a time while other keys are present: those that run together also finish together.
   */
  #fits({ cost }: Turn, account: Account): boolean {
    if (this.#underWay === 0) return true
    if (this.#isLong(cost) && this.#longUnderWay > 0 && this.#isShared(account)) return false
    return this.#underWay + cost <= (account.running === 0 ? 2 * this.#capacity : this.#capacity)
  }

  #isLong(cost: number): boolean {
    return cost > this.#long
  }

  /** Whether another key had a request recently. */
  #isShared(account: Account): boolean {
    for (const other of this.#accounts.values()) {
      if (other !== account && (other.running > 0 || other.waiting.size > 0 || other.finish + recent > this.#now)) {
        return true
      }
    }
    return false
  }

  /** Whether it would be next if it waited. */
  #isFirst(turn: Turn, account: Account): boolean {
    if (account.waiting.size > 0 || !this.#fits(turn, account)) return false
    const first = this.#firstDue()
    return first === undefined || Math.max(this.#now, account.finish) < first.due
  }

  #start(turn: Turn, account: Account): void {
    turn.state = "running"
    this.#now = Math.max(this.#now, account.finish)
    account.finish = this.#now + turn.cost
    account.running++
    this.#underWay += turn.cost
    if (this.#isLong(turn.cost)) this.#longUnderWay++
  }

  #unqueue(turn: Turn, account: Account): void {
    account.waiting.delete(turn)
    account.waitingCost -= turn.cost
    this.#waiting--
  }

  #firstDue(): Account | undefined {
    let first: Account | undefined
    for (const account of this.#accounts.values()) {
      if (account.waiting.size > 0 && (first === undefined || account.due < first.due)) first = account
    }
    return first
  }

  #accountOf(key: string): Account {
    const known = this.#accounts.get(key)
    if (known !== undefined) return known
    if (this.#accounts.size >= manyAccounts) this.#close()
    const account = { waiting: new Set<Turn>(), waitingCost: 0, running: 0, finish: 0, due: 0 }
    this.#accounts.set(key, account)
    return account
  }

  /** Closes the accounts of absent keys, and forgives what they owe. */
  #close(): void {
    for (const [key, { running, waiting }] of this.#accounts) {
      if (running === 0 && waiting.size === 0) this.#accounts.delete(key)
    }
  }
}
