import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { FairQueue, Turn } from "../../../src/http/edge/FairQueue.ts"

const options = { capacity: 100, bound: 400, long: 25 }
const largest = 90

/** An event of a queue: a request arrives, a running one ends, or a waiting one is abandoned. */
const event = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("comes" as const),
      key: fc.constantFrom("a", "b", "c"),
      // Some cost more than the whole capacity.
      cost: fc.integer({ min: 1, max: 250 })
    })
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("ends" as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("is given up" as const), which: fc.nat() }) }
)

it("A request that costs more than may wait MUST wait all the same, if none of its key does", () => {
  const queue = new FairQueue(options)
  assert.strictEqual(queue.enter(new Turn("a", 200)), "running")
  assert.strictEqual(queue.enter(new Turn("a", options.bound + 1)), "waiting")
  assert.strictEqual(queue.enter(new Turn("a", 1)), "full")
})

/** A queue, and what is known about it from outside. */
class House {
  readonly queue: FairQueue
  readonly running: Array<Turn> = []
  readonly waiting: Array<Turn> = []
  /** The cost admitted so far, by key. */
  readonly given = new Map<string, number>()

  constructor(bound = options.bound) {
    this.queue = new FairQueue({ ...options, bound })
  }

  come(key: string, cost: number): "running" | "waiting" | "full" {
    const turn = new Turn(key, cost)
    const entered = this.queue.enter(turn)
    if (entered === "running") this.#started(turn)
    if (entered === "waiting") this.waiting.push(turn)
    return entered
  }

  end(turn: Turn): void {
    for (const list of [this.running, this.waiting]) {
      const i = list.indexOf(turn)
      if (i >= 0) list.splice(i, 1)
    }
    this.queue.leave(turn)
    assert.isFalse(this.queue.leave(turn), "a request that is over leaves nothing a second time")
    this.turn()
  }

  turn(): void {
    for (const turn of this.queue.next()) {
      const first = this.waiting.find(({ key }) => key === turn.key)
      assert.strictEqual(turn, first, "requests of one key overtake one another")
      this.waiting.splice(this.waiting.indexOf(turn), 1)
      this.#started(turn)
    }
  }

  costOf(turns: ReadonlyArray<Turn>): number {
    return turns.reduce((sum, { cost }) => sum + cost, 0)
  }

  #started(turn: Turn): void {
    this.running.push(turn)
    this.given.set(turn.key, (this.given.get(turn.key) ?? 0) + turn.cost)
  }
}

describe("a fair queue", () => {
  it("MUST never idle while a request waits, keep to its capacity and bound, and forget finished requests", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 200 }), (events) => {
        const bound = 300
        const house = new House(bound)
        for (const one of events) {
          if (one.kind === "comes") {
            const before = house.costOf(house.waiting.filter(({ key }) => key === one.key))
            const entered = house.come(one.key, one.cost)
            assert.strictEqual(entered === "full", entered !== "running" && before > 0 && before + one.cost > bound)
          } else {
            const list = one.kind === "ends" ? house.running : house.waiting
            if (list.length > 0) house.end(list[one.which % list.length]!)
          }
          assert.strictEqual(house.queue.underWay, house.costOf(house.running))
          assert.strictEqual(house.queue.waiting, house.waiting.length)
          if (house.running.length > 1) assert.isAtMost(house.queue.underWay, 2 * options.capacity)
          if (house.waiting.length > 0) assert.isAbove(house.running.length, 0)
        }
        while (house.running.length > 0) house.end(house.running[0]!)
        assert.deepStrictEqual([house.queue.underWay, house.queue.waiting, house.queue.accounts], [0, 0, 0])
        assert.lengthOf(house.waiting, 0)
      })
    )
  })

  it("MUST give busy keys equal shares, whatever their requests cost", () => {
    const costs = fc.array(fc.integer({ min: 10, max: largest }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(costs, costs, costs, fc.infiniteStream(fc.nat()), (a, b, c, which) => {
        const house = new House(Number.POSITIVE_INFINITY)
        const keys = Object.entries({ a, b, c })
        const sent = new Map<string, number>()
        const fill = () => {
          for (const [key, list] of keys) {
            // More requests than can be admitted at once.
            while (house.waiting.filter((turn) => turn.key === key).length < 20) {
              const i = sent.get(key) ?? 0
              sent.set(key, i + 1)
              house.come(key, list[i % list.length]!)
            }
          }
        }
        fill()
        // The first key found the queue empty.
        const atFirst = new Map(house.given)
        for (let i = 0; i < 150; i++) {
          fill()
          const given = keys.map(([key]) => (house.given.get(key) ?? 0) - (atFirst.get(key) ?? 0))
          assert.isAtMost(Math.max(...given) - Math.min(...given), 2 * largest, String(given))
          house.end(house.running[which.next().value % house.running.length]!)
        }
      })
    )
  })

  it("MUST admit an occasional key at once, ahead of any number of another key's requests", () => {
    const house = new House()
    for (let i = 0; i < 20; i++) house.come("greedy", 20)
    assert.isAbove(house.waiting.length, 10)
    assert.strictEqual(house.come("modest", 20), "running")
    // Its second request waits for one of the other key's waiting requests, and no more.
    assert.strictEqual(house.come("modest", 20), "waiting")
    for (let i = 0; i < 3; i++) house.end(house.running[0]!)
    assert.isFalse(house.waiting.some(({ key }) => key === "modest"))
  })

  it("MUST run long requests one at a time while others wait, and concurrently when none does", () => {
    const house = new House()
    for (let i = 0; i < 4; i++) house.come("greedy", 45)
    assert.lengthOf(house.running, 2)
    house.come("modest", 1)
    house.end(house.running.find(({ key }) => key === "modest")!)
    house.end(house.running[0]!)
    assert.lengthOf(house.running, 1)
    // The other key counts as present for a while, in which about 22,000 of these run.
    const isAlone = (requests: number) => {
      for (let i = 0; i < requests; i++) {
        house.come("greedy", 45)
        house.end(house.running[0]!)
      }
      return house.running.length > 1
    }
    assert.isFalse(isAlone(20_000))
    assert.isTrue(isAlone(5_000))
    // Each is followed by the next, whatever else runs.
    const other = new House()
    other.come("modest", 1)
    for (let i = 0; i < 4; i++) other.come("greedy", 45)
    for (let i = 0; i < 3; i++) {
      other.end(other.running.find(({ key }) => key === "greedy")!)
      assert.sameMembers(
        other.running.map(({ key }) => key),
        ["greedy", "modest"]
      )
    }
  })

  it("MUST not keep an account of every key ever seen", () => {
    const queue = new FairQueue(options)
    const last = new Turn("busy", 10)
    queue.enter(last)
    for (let i = 0; i < 5_000; i++) {
      const turn = new Turn(`key ${i}`, 10)
      queue.enter(turn)
      queue.leave(turn)
    }
    assert.isBelow(queue.accounts, 1_100)
  })

  it("MUST not forget a waiting request, however many keys come and go", () => {
    const queue = new FairQueue(options)
    const [busy, patient] = [new Turn("busy", 200), new Turn("patient", 10)]
    assert.deepStrictEqual([queue.enter(busy), queue.enter(patient)], ["running", "waiting"])
    for (let i = 0; i < 5_000; i++) {
      const turn = new Turn(`key ${i}`, 10)
      queue.enter(turn)
      queue.leave(turn)
    }
    queue.leave(busy)
    assert.deepStrictEqual(queue.next(), [patient])
  })
})
