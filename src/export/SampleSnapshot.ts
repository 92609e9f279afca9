import { Effect, Stream } from "effect"
import type { Address } from "../../schemas/Address.ts"
import * as Sampler from "../draw/Sampler.ts"
import { SnapshotHomes } from "../snapshot/SnapshotHomes.ts"
import * as PoolStoreSnapshot from "../snapshot/PoolStoreSnapshot.ts"
import type { SnapshotFile } from "../snapshot/SnapshotFile.ts"
import { attempt, refusing } from "../snapshot/Verify.ts"
import { type ExportRequest, headOf, partsOf, type Sample, sampleKeys } from "./Sample.ts"
import type { SnapshotRefused } from "../snapshot/SnapshotErrors.ts"

/**
 * Addresses read in one pass through the file. They are stored in the order of their keys but needed in another order;
 * a pass unpacks each chunk once.
 */
const atOnce = 20_000

/** The addresses of these keys in their order, read in the file's order. */
const read = (homes: SnapshotHomes, keys: Sampler.SampleKeys): ReadonlyArray<Address> => {
  const wanted = Array.from({ length: Sampler.keyCount(keys) }, (_, place) => ({
    place,
    home: homes.find(keys[place * 2]!, keys[place * 2 + 1]!)!
  })).toSorted((one, other) => one.home - other.home)
  const found = Array.from<Address>({ length: wanted.length })
  for (const { home, place } of wanted) found[place] = homes.address(home)
  return found
}

/** A sample of a snapshot, which never changes. */
export const sampleOf = Effect.fnUntraced(function* (file: SnapshotFile, request: ExportRequest) {
  const store = PoolStoreSnapshot.make([file])
  const { eligibleCount, ranked, scope } = yield* refusing(sampleKeys(store, request, store.keys))
  const homes = yield* attempt(() => SnapshotHomes.of(file, request.country))
  const sample: Sample<SnapshotRefused> = {
    head: headOf(request, scope, ranked, eligibleCount, file.pool(request.country)?.licenses ?? []),
    addresses: Stream.fromIterable(partsOf(ranked, atOnce)).pipe(
      Stream.mapEffect((keys) => attempt(() => read(homes, keys)))
    )
  }
  return sample
})
