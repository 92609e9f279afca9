import { Effect } from "effect"
import type { Probed } from "../../src/database/replicas/Probe.ts"
import { Catalog } from "../../src/catalog/Catalog.ts"
import { Coverage } from "../../src/catalog/Coverage.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import type { Draw } from "../../src/pool/PoolRequests.ts"
import type { PublishedReads, ServerAccess } from "../../src/replicas/PublishedReads.ts"
import { StorageUnavailable } from "../../src/database/Outage.ts"

const notPlayed = Effect.die(new Error("The model plays no such read."))

/** A primary whose log is a list of publications, and replicas that have replayed part of it. */
export class ModelCluster {
  /** The version of US at each position of the log. */
  readonly log: Array<number> = [1]
  readonly primary = new ModelServer(this, "primary")
  readonly replicas: ReadonlyArray<ModelServer>

  constructor(replicas: number) {
    this.replicas = Array.from({ length: replicas }, (_, i) => new ModelServer(this, `replica ${i + 1}`))
  }

  publish(): void {
    this.log.push(this.log.at(-1)! + 1)
  }
}

export class ModelServer {
  readonly cluster: ModelCluster
  readonly name: string
  replayed = 1
  isDown = false
  /** Responds to nothing until its connections are closed. */
  isFrozen = false
  isReplica: boolean
  isPooled = false
  database = "1/5"
  reads = 0
  /** The version of instant draws made ahead; if undefined, the current version. */
  ahead: number | undefined
  /** Runs once, when the next read begins. */
  beforeRead: Effect.Effect<void> = Effect.void
  #waiting: Array<() => void> = []

  constructor(cluster: ModelCluster, name: string) {
    this.cluster = cluster
    this.name = name
    this.isReplica = name !== "primary"
  }

  get reached(): number {
    return this.name === "primary" ? this.cluster.log.length : this.replayed
  }

  get version(): number {
    return this.cluster.log[this.reached - 1]!
  }

  replay(by: number): void {
    this.replayed = Math.min(this.cluster.log.length, this.replayed + by)
  }

  #answer<A>(answer: () => A): Effect.Effect<A, StorageUnavailable> {
    return Effect.suspend((): Effect.Effect<A, StorageUnavailable> => {
      const lost = new StorageUnavailable({ reason: "Timeout", message: `${this.name} is gone.` })
      if (this.isDown) return Effect.fail(lost)
      if (!this.isFrozen) return Effect.sync(answer)
      return Effect.callback((resume) => void this.#waiting.push(() => resume(Effect.fail(lost))))
    })
  }

  readonly published: PublishedReads = {
    repository: PoolRepository.of({
      draw: ({ seed = "", strategy }) =>
        Effect.suspend(() => {
          const hook = this.beforeRead
          this.beforeRead = Effect.void
          this.reads++
          return Effect.andThen(
            hook,
            this.#answer(
              () =>
                ({
                  poolVersion: strategy === "instant" ? (this.ahead ?? this.version) : this.version,
                  seed,
                  sourcesTried: [this.name]
                }) as unknown as Draw
            )
          )
        }),
      drawMany: () => notPlayed,
      findById: () => notPlayed,
      findNamed: () => notPlayed,
      counts: Effect.suspend(() => {
        this.reads++
        return this.#answer(() => [{ country: "US", version: this.version, total: 1, residential: 1 }])
      }),
      ready: Effect.suspend(() => this.#answer(() => undefined))
    }),
    catalog: Catalog.of({ search: () => notPlayed, children: () => notPlayed, locate: () => notPlayed }),
    coverage: Coverage.of({ report: () => notPlayed }),
    countries: { list: notPlayed },
    versionOf: () => this.#answer(() => this.version)
  }

  get access(): ServerAccess {
    return {
      name: this.name,
      role: this.name === "primary" ? "primary" : "replica",
      probe: this.#answer((): Probed => ({
        isReplica: this.isReplica,
        isPooled: this.isPooled,
        database: this.database,
        end: this.isReplica ? this.replayed : this.cluster.log.length,
        reached: this.reached,
        versions: new Map([["US", this.version]])
      })),
      reads: Effect.succeed(this.published),
      endAll: () => {
        const waiting = this.#waiting
        this.#waiting = []
        for (const fail of waiting) fail()
      }
    }
  }
}

/** The options to read from a cluster's servers. */
export const optionsOf = ({ primary, replicas }: ModelCluster, lagMillis = 2_000) => ({
  primary: { ...primary.access, made: primary.published },
  replicas: replicas.map(({ access }) => access),
  lagMillis
})
