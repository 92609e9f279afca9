/**
 * Remembers what was met of late: at least the last `capacity` names, at most twice as many. Looking up what recurs costs
 * one look into a Map, where keeping the exact order of use would cost two changes of it.
 */
export class Recent<A, Name = string> {
  readonly #capacity: number
  #young = new Map<Name, A>()
  #old = new Map<Name, A>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(name: Name): A | undefined {
    const young = this.#young.get(name)
    if (young !== undefined) return young
    const old = this.#old.get(name)
    if (old !== undefined) this.set(name, old)
    return old
  }

  set(name: Name, value: A): void {
    this.#young.set(name, value)
    if (this.#young.size < this.#capacity) return
    this.#old = this.#young
    this.#young = new Map()
  }
}
