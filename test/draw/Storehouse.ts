import { Effect, Layer } from "effect"
import { MemoryPools, type PoolEntry } from "../../src/pool/MemoryPools.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import { PoolStore } from "../../src/draw/store/PoolStore.ts"
import * as PoolStoreMemory from "../../src/draw/store/PoolStoreMemory.ts"
import * as Sampler from "../../src/draw/Sampler.ts"
import { addressId, placeId, placeKey, sampleKey } from "../../src/address/Identity.ts"
import { StorageUnavailable } from "../../src/database/Outage.ts"

/** The entries of a pool of `count` homes in one street of one city. */
const homes = (count: number, street: string): Map<string, PoolEntry> => {
  const city = placeKey("US", "city", ["US-GA", "Savannah"])
  return new Map(
    Array.from({ length: count }, (_, i): [string, PoolEntry] => {
      const components = { houseNumber: String(i + 1), street, city: "Savannah", country: "United States" }
      const id = addressId("US", components)
      const formattedAddress = `${i + 1} ${street}, Savannah`
      return [
        id,
        {
          key: sampleKey(id),
          residential: true,
          places: { city },
          street: placeKey("US", "city", [street]),
          search: `${street.toLowerCase()}\nsavannah`,
          labels: [String(i + 1)],
          address: {
            id,
            countryCode: "US",
            formattedAddress,
            lines: [formattedAddress],
            components,
            locationIds: { cityId: placeId("city", city) },
            residential: { evidence: "declared", detail: "Made up for tests." },
            sources: [],
            updatedAt: "2026-01-01T00:00:00.000Z"
          }
        }
      ]
    })
  )
}

/**
 * A repository over pools that a test publishes by hand, and a store that the test can watch, interrupt and take down.
 */
export class Storehouse {
  readonly pools = new Map<string, ReturnType<Storehouse["made"]>>()
  /** Reads of the store by draws. */
  reads = 0
  /** Buckets read by draws. */
  bucketsRead = 0
  /** Whether the store knows how many keys each bucket holds. */
  knowsSizes = false
  /** What tells pools of one version apart. */
  edition = ""
  /** While true, every read fails as if the database were unavailable. */
  down = false
  /** Called once, before the next read of keys or addresses. */
  beforeRead: ((read: "buckets" | "addresses") => void) | undefined

  made(count: number, street: string, version: number) {
    const key = placeKey("US", "city", ["US-GA", "Savannah"])
    return {
      version,
      entries: homes(count, street),
      sources: ["test"],
      places: new Map([[key, { key, type: "city" as const, names: ["savannah"] }]])
    }
  }

  publish(count: number, street: string) {
    this.pools.set("US", this.made(count, street, (this.pools.get("US")?.version ?? 0) + 1))
  }

  /** Publishes another pool under the same version, as a standby does that takes over without the first. */
  publishInstead(count: number, street: string) {
    this.edition += "another "
    this.pools.set("US", this.made(count, street, this.pools.get("US")!.version))
  }

  get layer() {
    return PoolRepository.layerNoDeps.pipe(
      Layer.provide(
        Layer.effect(
          PoolStore,
          Effect.map(PoolStore, (store) => this.watched(store))
        )
      ),
      Layer.provide(PoolStoreMemory.layer),
      Layer.provide(Layer.succeed(MemoryPools, this.pools))
    )
  }

  private sizes(country: string, level: number): Uint8Array {
    const keys = Sampler.sampleKeys(Array.from(this.pools.get(country)!.entries.values(), ({ key }) => key))
    return Uint8Array.from({ length: 2 ** level }, (_, bucket) =>
      Sampler.keyCount(Sampler.bucketOf(keys, level, bucket))
    )
  }

  private watched(store: PoolStore["Service"]): PoolStore["Service"] {
    const read =
      (name: "buckets" | "addresses" | "other") =>
      <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E | StorageUnavailable> =>
        Effect.suspend((): Effect.Effect<A, E | StorageUnavailable> => {
          if (this.down)
            return Effect.fail(new StorageUnavailable({ reason: "Connection", message: "The store is gone." }))
          this.reads++
          const hook = this.beforeRead
          if (name !== "other" && hook !== undefined) hook(name)
          return effect
        })
    return PoolStore.of({
      ...store,
      pool: (country) =>
        read("other")(
          Effect.map(store.pool(country), (pool) => pool && { ...pool, edition: this.edition + pool.edition })
        ),
      buckets: (scope, level, buckets) => {
        this.bucketsRead += buckets.length
        return read("buckets")(Effect.suspend(() => store.buckets(scope, level, buckets)))
      },
      bucketSizes: (scope, level) => (this.knowsSizes ? this.sizes(scope.country, level) : undefined),
      keys: (...args) => read("buckets")(Effect.suspend(() => store.keys(...args))),
      addresses: (...args) => read("addresses")(Effect.suspend(() => store.addresses(...args)))
    })
  }
}
