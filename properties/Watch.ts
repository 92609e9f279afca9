import { canonicalJson } from "../schemas/CanonicalJson.ts"
import type { Address } from "../schemas/Address.ts"
import { idsOf, matches } from "./Law.ts"
import { settling, Turns } from "./Publications.ts"
import type { DrawManyRequest, DrawnFrom, DrawnMany, DrawRequest } from "./Subject.ts"

/** The promises that any response may break. */
export const watchedPromises = {
  filters: "Every returned address MUST match every filter",
  exclusions: "An excluded address MUST NOT be returned",
  uniqueness: "A unique batch MUST NOT return an address twice",
  sizes: "A batch MUST have as many addresses as the selection, up to `count`, and say `exhausted` if it has fewer",
  eligible: "Responses about one selection MUST report the same count",
  seeds: "A seed MUST give the same response every time",
  anew: "A response to a request without a seed MUST be a new one, and name a seed of its own",
  later: "A seed MUST give the same response half a minute later",
  documents: "An address MUST be the same, word for word, in every response",
  sources: "The sources of a drawn address MUST be among those tried",
  versions: "A pool's version MUST NOT go back, and MUST be the requested one",
  returned: "`requestedCount` and `returnedCount` MUST state how many addresses were requested and returned",
  evidence: "Every address MUST state what makes it a home",
  licences: "Every address MUST name its sources, their licences and their attributions",
  identity: "One address MUST have one ID, and one record of a source one address"
} as const

export type Watched = keyof typeof watchedPromises

/** The first response that broke a promise, in words and with the evidence; and how many did. */
export interface Breach {
  readonly message: string
  readonly evidence: unknown
  readonly answers: number
}

export type Asked = DrawRequest | DrawManyRequest

/** A seeded request, and its first response. */
export interface SeededAnswer {
  readonly request: Asked
  readonly poolVersion: number
  readonly answer: string
}

/** A seed that gives another response after this many seconds does repeat, but does not last. */
export const lasting = 30

/** Seeds that a service chooses may be short: of 20,000 of 32 bits, more than two come again once in 60,000 runs. */
const coincidences = 2

/** How many seeded requests, selections and documents are remembered. Later ones are only checked individually. */
const most = 20_000

/** Both strategies give the same response to a seed, and naming the current version changes nothing. */
const nameOf = (request: Asked): string => canonicalJson({ ...request, strategy: undefined, poolVersion: undefined })

/** The part of a response that the seed decides. */
export const answerOf = ({ eligibleCount }: DrawnFrom, addresses: ReadonlyArray<Address>): string =>
  canonicalJson({ addresses: idsOf(addresses), eligibleCount })

/** Remembers the first value under a key, and returns it. */
const first = <A>(known: Map<string, A>, key: string, value: A): A => {
  const there = known.get(key)
  if (there !== undefined) return there
  if (known.size < most) known.set(key, value)
  return value
}

/** A document as last received, and its place's name once that was needed. */
interface Came {
  /** The object that came first, while anybody else has it. */
  readonly address: WeakRef<Address>
  readonly text: string
  place?: string
}

/**
 * Everything a run was told so far. Each response is checked when it arrives, by itself and against all earlier ones,
 * whichever law requested it. So a run of thousands of requests detects a fault that shows once in hundreds of
 * responses.
 */
export class Watch {
  readonly #looks = new Map<Watched, number>()
  readonly #identities = new Map<string, string>()
  readonly #records = new Map<string, string>()
  readonly #breaches = new Map<Watched, Breach>()
  readonly #seeded = new Map<string, SeededAnswer & { readonly at: number }>()
  readonly #chosen = new Set<string>()
  #chosenAgain = 0
  readonly #eligible = new Map<string, number>()
  readonly #documents = new Map<string, string>()
  /** The last text of each document. Most documents arrive again letter by letter, and comparing texts is cheaper. */
  readonly #asItCame = new Map<string, Came>()
  /** Drawn addresses, and from which version they came last. */
  readonly #drawn = new Map<string, { readonly isInstant: boolean; readonly poolVersion: number }>()
  /** The versions of the pool, each newer than the one before, and when they were first seen, in milliseconds. */
  readonly #versions: Array<{ readonly version: number; readonly at: number }> = []
  readonly turns = new Turns()

  /** The newest pool version in any response. */
  get version(): number {
    return this.#versions.at(-1)?.version ?? 0
  }

  /** The newest pool version that no part of a deployment may be behind any more. */
  settled(now: number): number {
    return this.#versions.findLast(({ at }) => at + settling * 1000 <= now)?.version ?? 0
  }

  get seeded(): ReadonlyArray<SeededAnswer> {
    return Array.from(this.#seeded.values(), ({ answer, poolVersion, request }) => ({ answer, poolVersion, request }))
  }

  /**
   * IDs of addresses drawn from the newest version, first those drawn by the strategy `instant` without a seed: nothing
   * else requests them again.
   */
  get ids(): ReadonlyArray<string> {
    return Array.from(this.#drawn)
      .filter(([, { poolVersion }]) => poolVersion === this.version)
      .sort(([, one], [, other]) => Number(other.isInstant) - Number(one.isInstant))
      .map(([id]) => id)
  }

  breach(kind: Watched): Breach | undefined {
    return this.#breaches.get(kind)
  }

  /** How many responses, or addresses in them, could have broken the promise so far. */
  looks(kind: Watched): number {
    return this.#looks.get(kind) ?? 0
  }

  /** Checks a response. `before`: the version that had settled when its request was sent; `now` is in milliseconds. */
  answered(
    request: Asked,
    answer: DrawnFrom,
    addresses: ReadonlyArray<Address>,
    { before, now }: { readonly before: number; readonly now: number }
  ): void {
    const { country, filters, seed, strategy } = request
    const { poolVersion } = answer
    this.#look("versions")
    if (Object.keys(filters).length > 0) this.#look("filters", addresses.length)
    if (poolVersion !== (request.poolVersion ?? poolVersion)) {
      this.#break("versions", `Version ${poolVersion} was returned where another was requested.`, { request })
    } else if (request.poolVersion === undefined && poolVersion < before) {
      this.#break("versions", `Version ${poolVersion} came after ${before}.`, { request })
    }
    if (request.poolVersion === undefined) this.turns.note(poolVersion, now)
    if (poolVersion > this.version) this.#versions.push({ version: poolVersion, at: now })
    const wrong = addresses.find((address) => address.countryCode !== country || !matches(address, filters))
    if (wrong !== undefined) this.#break("filters", `${wrong.id} does not match.`, { filters, address: wrong })
    this.#look("sources", addresses.length)
    for (const address of addresses) {
      this.#papers(poolVersion, address, this.#document(poolVersion, address))
      const { id, sources } = address
      const isInstant = seed === undefined && strategy === "instant"
      const known = this.#drawn.get(id)
      if (known !== undefined || this.#drawn.size < most || isInstant) {
        this.#drawn.set(id, {
          isInstant: isInstant || known?.isInstant === true,
          poolVersion: Math.max(poolVersion, known?.poolVersion ?? poolVersion)
        })
      }
      const untold = sources.find(({ name }) => !answer.sourcesTried.includes(name))
      if (untold !== undefined) this.#break("sources", `${untold.name} is not.`, { request, id })
    }
    this.#count(request, answer)
    if (seed === undefined) this.#anew(request, answer)
    else this.#seed(request, answer, addresses, now)
  }

  /** Checks what only a batch can break. */
  batch(request: DrawManyRequest, { addresses, eligibleCount, exhausted, stated }: DrawnMany): void {
    const { count, excludeAddressIds = [], unique = true } = request
    const ids = idsOf(addresses)
    const excluded = new Set(excludeAddressIds)
    this.#look("sizes")
    if (excluded.size > 0) this.#look("exclusions")
    if (unique && ids.length > 1) this.#look("uniqueness")
    if (stated !== undefined) {
      this.#look("returned")
      if (stated.requested !== count || stated.returned !== ids.length) {
        this.#break("returned", `${ids.length} of ${count} were returned.`, { request, stated })
      }
    }
    const back = ids.filter((id) => excluded.has(id))
    if (back.length > 0) this.#break("exclusions", `${back[0]} came back.`, { request, ids: back })
    const twice = unique ? ids.find((id, i) => ids.indexOf(id) < i) : undefined
    if (twice !== undefined) this.#break("uniqueness", `${twice} occurs twice.`, { request, ids })
    // How many of the excluded addresses are in the selection is not known here.
    const least = Math.max(0, (eligibleCount ?? 0) - excluded.size)
    const wanted = unique || least === 0 ? Math.min(count, least) : count
    if (ids.length < wanted || ids.length > count || exhausted !== ids.length < count) {
      this.#break("sizes", `${ids.length} were returned and exhausted is ${exhausted}.`, { request, eligibleCount })
    }
  }

  /** Whether an address that was looked up by its ID is another than in the newest version. */
  differs(address: Address): boolean {
    const before = this.#documents.get(`${this.version} ${address.id}`)
    return before !== undefined && before !== canonicalJson(address)
  }

  /** Checks an address that was looked up by its ID, which does not say which version it is from. */
  found(address: Address, now: number): void {
    if (this.turns.hasSettled(now)) this.#document(this.version, address)
  }

  #look(kind: Watched, answers = 1): void {
    this.#looks.set(kind, this.looks(kind) + answers)
  }

  /** Checks what an address says about itself: why it is a home, whose data it is, and its ID. */
  #papers(poolVersion: number, address: Address, came: Came): void {
    const { components, countryCode, id, residential, sources } = address
    this.#look("evidence")
    this.#look("licences")
    if (residential.detail.trim() === "") this.#break("evidence", `${id} does not.`, { id, residential })
    const bare = sources.find(({ attribution, license }) => license.trim() === "" || attribution.trim() === "")
    if (bare !== undefined || sources.length === 0) this.#break("licences", `${id} does not.`, { id, sources })
    const isNew = came.place === undefined
    came.place ??= `${poolVersion} ${countryCode} ${canonicalJson(components)}`
    const before = first(this.#identities, came.place, id)
    if (before !== id)
      this.#break("identity", `${before} and ${id} are the same address.`, { ids: [before, id], components })
    else this.#look("identity")
    if (isNew) this.#owns(poolVersion, address)
  }

  /** Checks that no other address has one of its records. */
  #owns(poolVersion: number, { countryCode, id, sources }: Address): void {
    for (const { name, recordId } of sources) {
      const owner = first(this.#records, `${poolVersion} ${countryCode} ${name} ${recordId}`, id)
      if (owner === id) continue
      const ids = [owner, id]
      this.#break("identity", `The record ${recordId} of ${name} is ${owner} and ${id}.`, { ids, sources })
    }
  }

  #break(kind: Watched, message: string, evidence: unknown): void {
    const known = this.#breaches.get(kind) ?? { message, evidence, answers: 0 }
    this.#breaches.set(kind, { ...known, answers: known.answers + 1 })
  }

  #document(poolVersion: number, address: Address): Came {
    const key = `${poolVersion} ${address.id}`
    const last = this.#asItCame.get(key)
    if (last !== undefined) this.#look("documents")
    // A pool in this process may give the very object again.
    if (last?.address.deref() === address) return last
    const text = JSON.stringify(address)
    if (last?.text === text) return last
    const came: Came = { address: new WeakRef(address), text }
    if (this.#asItCame.size < most) this.#asItCame.set(key, came)
    const now = canonicalJson(address)
    const before = first(this.#documents, key, now)
    if (before !== now) this.#break("documents", `${address.id} was different before.`, { before, now })
    return came
  }

  #count({ country, filters }: Asked, { eligibleCount, poolVersion }: DrawnFrom): void {
    if (eligibleCount === undefined) return
    const selection = canonicalJson({ country, filters, poolVersion })
    if (this.#eligible.has(selection)) this.#look("eligible")
    const before = first(this.#eligible, selection, eligibleCount)
    if (before !== eligibleCount) {
      this.#break("eligible", `It was ${before}, and now it is ${eligibleCount}.`, { country, filters, poolVersion })
    }
  }

  /** A draw that comes twice has been kept, by the service or on its way. */
  #anew(request: Asked, { seed }: DrawnFrom): void {
    this.#look("anew")
    if (!this.#chosen.has(seed)) {
      if (this.#chosen.size < most) this.#chosen.add(seed)
    } else if (++this.#chosenAgain > coincidences) {
      this.#break("anew", `The seed ${seed} had come before.`, { request })
    }
  }

  #seed(request: Asked, answer: DrawnFrom, addresses: ReadonlyArray<Address>, at: number): void {
    if (answer.seed !== request.seed)
      this.#break("seeds", `The response names ${canonicalJson(answer.seed)}.`, { request })
    const { poolVersion } = answer
    const now = answerOf(answer, addresses)
    const key = `${poolVersion} ${nameOf(request)}`
    const isAgain = this.#seeded.has(key)
    const before = first(this.#seeded, key, { request, poolVersion, answer: now, at })
    const kind = at - before.at < lasting * 1000 ? "seeds" : "later"
    if (isAgain) this.#look(kind)
    if (before.answer !== now) {
      const seconds = Math.round((at - before.at) / 1000)
      this.#break(kind, `It gave another one ${seconds} seconds earlier.`, { request, before: before.answer, now })
    }
  }
}
