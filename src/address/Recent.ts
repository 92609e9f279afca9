/**
 * Remembers recent values by name: at least the last `capacity`, and at most twice as many. Looking up a name that
 * recurs takes a single access to a Map, whereas an exact order of use would take two changes to it.
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
