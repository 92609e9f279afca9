import { Effect } from "effect"
import type { Address } from "../../schemas/Address.ts"
import { makeDrawMany, makePlainDraw } from "../draw/Draws.ts"
import type { Draw, DrawMany, PoolFilters } from "../pool/PoolRequests.ts"
import type { PoolManifest } from "./Format.ts"
import * as PoolStoreSnapshot from "./PoolStoreSnapshot.ts"
import { refuseTwice, SnapshotFile } from "./SnapshotFile.ts"

/** A draw, like one from a service except that the country is required. */
interface OfflineRequest {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string
  readonly filters?: PoolFilters
  /** If absent, the draw is a new one each time. */
  readonly seed?: string
}

interface OfflineBatchRequest extends OfflineRequest {
  /** Any number from 1. */
  readonly count: number
  /** Default: true. */
  readonly unique?: boolean
  readonly excludeAddressIds?: ReadonlyArray<string>
}

/**
 * Snapshots that are drawn from in this process, without a service, a database or a network. The same seed gives the
 * same address as a service that serves them. Every method is synchronous. `draw` and `drawMany` throw `NoPoolCoverage`
 * if nothing matches, and all throw `SnapshotRefused` if a file turns out to be damaged.
 */
export interface OfflinePools {
  /** The manifests of the pools, one per country. */
  readonly pools: ReadonlyArray<PoolManifest>
  readonly draw: (request: OfflineRequest) => Draw
  readonly drawMany: (request: OfflineBatchRequest) => DrawMany
  /** Undefined if no home has the ID. */
  readonly findById: (id: string) => Address | undefined
  readonly close: () => void
}

/**
 * Opens snapshot files, each of a different country. Throws `SnapshotRefused`. Reading is lazy: a country is read when
 * it is first drawn from.
 */
export const openPools = (...paths: ReadonlyArray<string>): OfflinePools => {
  const files: Array<SnapshotFile> = []
  const close = () => files.forEach((file) => file.close())
  try {
    for (const path of paths) files.push(SnapshotFile.open(path))
    refuseTwice(files)
  } catch (cause) {
    close()
    throw cause
  }
  const store = PoolStoreSnapshot.make(files)
  const draw = makePlainDraw(store)
  const drawMany = makeDrawMany(store)
  return {
    pools: files
      .flatMap(({ manifest }) => manifest.pools)
      .toSorted((one, other) => (one.country < other.country ? -1 : 1)),
    draw: ({ country, filters = {}, seed }) => Effect.runSync(draw({ country, filters, seed, strategy: "random" })),
    drawMany: ({ count, country, excludeAddressIds = [], filters = {}, seed, unique = true }) =>
      Effect.runSync(drawMany({ country, filters, seed, strategy: "random", count, unique, excludeAddressIds })),
    findById: (id) =>
      Effect.runSync(Effect.catchTag(store.findById(id), "AddressNotFound", () => Effect.succeed(undefined))),
    close
  }
}
