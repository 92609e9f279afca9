import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { subjectsAgree } from "../../properties/DrawLaws.ts"
import { unitedStates } from "../../properties/Gazetteer.ts"
import type { LawBroken } from "../../properties/Law.ts"
import { livesLikeTheModel, type Story } from "../../properties/ModelLaws.ts"
import type { SubjectFailure, World } from "../../properties/Subject.ts"
import * as SyncLaws from "../../properties/SyncLaws.ts"
import { worldSuite } from "../../properties/WorldSuite.ts"
import type { RawRecord } from "../../sources/DataSource.ts"
import * as Broken from "./BrokenWorlds.ts"
import { found } from "./Found.ts"
import { memoryWorlds } from "./Houses.ts"

const evidence = { kind: "declared", detail: "Made up for tests." } as const

const record = (street: string, number: number, more: Partial<RawRecord> = {}): RawRecord => ({
  recordId: `${street} ${number}`,
  houseNumber: String(number),
  street,
  city: "Springfield",
  region: "IL",
  postcode: "62701",
  evidence,
  ...more
})

const numbers = Array.from({ length: 8 }, (_, i) => i + 1)

/** Two sources that share four addresses. One of the first source's addresses is not a home. */
const plan = {
  gazetteer: unitedStates,
  first: [...numbers.map((i) => record("Main Street", i)), record("Main Street", 12, { evidence: undefined })],
  second: [
    ...numbers.slice(0, 4).map((i) => record("Main Street", i)),
    ...numbers.map((i) => record("Oak Street", i, { city: "SPRINGFIELD", region: "Missouri", postcode: "65801" }))
  ]
}

interface Bite {
  readonly promise: string
  readonly law: (world: World) => Effect.Effect<void, LawBroken | SubjectFailure, Scope.Scope>
  readonly broken: Readonly<Record<string, Broken.BreakingWorld>>
  /** What is said of some of them: that it is found where it happens, and not by what follows from it. */
  readonly says?: Readonly<Record<string, string>>
}

const bites: ReadonlyArray<Bite> = [
  {
    promise: "the pool is what the sources say",
    law: (world) => SyncLaws.poolIsWhatSourcesSay(world, plan),
    broken: {
      lastOneWins: Broken.lastOneWins,
      doesNotMerge: Broken.doesNotMerge,
      callsEverythingHome: Broken.callsEverythingHome
    }
  },
  {
    promise: "a second synchronization changes nothing",
    law: (world) => SyncLaws.synchronizingTwiceChangesNothing(world, plan),
    broken: {
      publishesTwice: Broken.publishesTwice,
      touchesEverything: Broken.touchesEverything,
      reseedsOnSynchronization: Broken.reseedsOnSynchronization
    }
  },
  {
    promise: "what no source has is gone",
    law: (world) => SyncLaws.withdrawnIsGone(world, plan),
    broken: { neverWithdraws: Broken.neverWithdraws, withdrawsTooMuch: Broken.withdrawsTooMuch }
  },
  {
    promise: "what is gone is not found by its ID",
    law: (world) => SyncLaws.withdrawnIsGone(world, plan),
    broken: { findsWhatIsGone: Broken.findsWhatIsGone }
  },
  {
    promise: "evidence against makes no homes",
    law: (world) => SyncLaws.againstMakesNoHomes(world, plan),
    broken: {
      ignoresAgainst: Broken.ignoresAgainst,
      takesAgainstForHomes: Broken.takesAgainstForHomes,
      neverForgivesAgainst: Broken.neverForgivesAgainst
    },
    says: {
      takesAgainstForHomes: "An address became a home.",
      neverForgivesAgainst: "With the evidence against removed, different addresses are homes."
    }
  },
  {
    promise: "shared addresses are one",
    law: (world) => SyncLaws.sharedAddressesAreOne(world, plan),
    broken: { doesNotMerge: Broken.doesNotMerge, lastOneWins: Broken.lastOneWins }
  },
  {
    promise: "gates keep the pool",
    law: (world) => SyncLaws.gatesKeepThePool(world, plan),
    broken: {
      hasNoGates: Broken.hasNoGates,
      leaksWhatIsGated: Broken.leaksWhatIsGated,
      reseedsOnSynchronization: Broken.reseedsOnSynchronization
    },
    says: { leaksWhatIsGated: "Documents have changed." }
  },
  {
    promise: "failures keep the pool",
    law: (world) => SyncLaws.failuresKeepThePool(world, plan, 3, plan.second),
    broken: { publishesFragments: Broken.publishesFragments, neverWithdraws: Broken.neverWithdraws }
  },
  {
    promise: "coming back restores",
    law: (world) => SyncLaws.comingBackRestores(world, plan),
    broken: { reseedsOnSynchronization: Broken.reseedsOnSynchronization, neverWithdraws: Broken.neverWithdraws }
  },
  {
    promise: "a restart changes nothing",
    law: (world) =>
      Effect.gen(function* () {
        yield* world.synchronize("alpha", { records: plan.first })
        yield* subjectsAgree(world, yield* world.reopened, { country: "US", filters: {}, seed: "bite", count: 5 })
      }),
    broken: { reopensDifferently: Broken.reopensDifferently }
  }
]

describe("The laws of synchronization bite", () => {
  for (const { broken, law, promise, says } of bites) {
    it.live(promise, () =>
      Effect.gen(function* () {
        yield* law(yield* memoryWorlds("US"))
        for (const [name, breaking] of Object.entries(broken)) {
          const failure = yield* Effect.flip(Effect.flatMap(Broken.broken(memoryWorlds, breaking)("US"), law))
          assert.strictEqual(failure._tag, "LawBroken", name)
          assert.include(failure.message, says?.[name] ?? "", name)
        }
      })
    )
  }

  it.live("the order of synchronizations does not matter", () =>
    Effect.gen(function* () {
      yield* SyncLaws.orderDoesNotMatter(memoryWorlds("US"), plan)
      const other = Broken.broken(memoryWorlds, Broken.lastOneWins)("US")
      assert.strictEqual((yield* Effect.flip(SyncLaws.orderDoesNotMatter(other, plan)))._tag, "LawBroken")
    })
  )

  it.live("a pool behaves like the model, with texts and batches, and none that counts or repeats wrongly does", () =>
    Effect.gen(function* () {
      const text = { level: "q", by: "name", twist: 0, fromOther: false } as const
      const some = { anchor: 0, other: 0, given: [text] }
      const all = { ...some, given: [] }
      const batch = { do: "batch", seed: "bite", count: 6, exclude: 2 } as const
      const story: Story = {
        gazetteer: unitedStates,
        actions: [
          { do: "synchronize", source: 0, records: plan.second },
          { do: "generate", plan: all, seed: "bite" },
          { do: "generate", plan: some, seed: "bite" },
          { ...batch, plan: some, unique: true },
          { ...batch, plan: some, unique: false },
          { ...batch, plan: all, unique: true },
          { do: "repeat" }
        ]
      }
      const lives = (breaking: Broken.BreakingWorld) =>
        Effect.flatMap(Broken.broken(memoryWorlds, breaking)("US"), (world) => livesLikeTheModel(world, story))
      yield* lives((world) => world)
      for (const breaking of [Broken.miscountsTexts, Broken.repeatsInBatches]) {
        assert.strictEqual((yield* Effect.flip(lives(breaking)))._tag, "LawBroken")
      }
    })
  )

  const wrong: Readonly<Record<string, Broken.BreakingWorld>> = {
    "never withdraws": Broken.neverWithdraws,
    "publishes twice": Broken.publishesTwice,
    "lets the last one win": Broken.lastOneWins,
    "does not merge": Broken.doesNotMerge,
    "calls everything a home": Broken.callsEverythingHome,
    "publishes fragments": Broken.publishesFragments,
    "reopens differently": Broken.reopensDifferently,
    "draws anew": Broken.drawsAnew
  }

  for (const [name, breaking] of Object.entries(wrong)) {
    it.live(`no pool behaves like the model that ${name}`, () =>
      Effect.gen(function* () {
        const suite = worldSuite(Broken.broken(memoryWorlds, breaking), { runs: 200, seconds: 3_600, seed: 1 })
        const failure = yield* found(suite.find(({ promise }) => promise.includes("plain model"))!.holds)
        assert.strictEqual(failure._tag, "PropertyFailed")
        assert.include(failure.message, "MUST behave like a plain model")
      })
    )
  }
})
