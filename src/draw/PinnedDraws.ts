import { Effect, Exit, Option } from "effect"
import { namedCountry } from "../../schemas/CountryAliases.ts"
import type { KeptDraws, KeptPools } from "./KeptPools.ts"
import { NoPoolCoverage } from "../pool/PoolErrors.ts"
import type { DrawRequest } from "../pool/PoolRequests.ts"
import { nothingPublished } from "./Scope.ts"
import type { PoolStore } from "./store/PoolStore.ts"
import { invocation } from "../shared/Invocation.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

const gone = (country: string, version: number, current: number) =>
  new NoPoolCoverage({
    country,
    filter: "poolVersion",
    sourcesTried: [],
    message:
      `Version ${version} of the pool of ${namedCountry(country)} is not kept here; the current one is ${current}. ` +
      `A version has to be kept before the next one is published (${invocation("snapshot keep")}).`
  })

const notServed = (country: string) =>
  new NoPoolCoverage({
    country,
    filter: "country",
    sourcesTried: [],
    message: nothingPublished(country)
  })

type Drawn<A> = Effect.Effect<A, NoPoolCoverage | StorageUnavailable>

/**
 * Draws from the requested version, whether it is the current or a kept one. A publication in between is noticed: each
 * draw carries its version, and an empty result is accepted only if the version is still current afterwards.
 */
export const makePinned =
  (store: PoolStore["Service"], kept: Option.Option<KeptPools["Service"]>) =>
  <A extends { readonly poolVersion: number }>(
    { country, poolVersion }: DrawRequest,
    current: Drawn<A>,
    use: (draws: KeptDraws) => Drawn<A>
  ): Drawn<A> => {
    if (poolVersion === undefined) return current
    const versionNow = Effect.map(store.pool(country), (pool) => pool?.version)
    const fromKept = Effect.gen(function* () {
      const found = Option.isSome(kept) ? yield* kept.value.use(country, poolVersion, use) : Option.none<A>()
      if (Option.isSome(found)) return found.value
      const version = yield* versionNow
      return yield* version === undefined ? notServed(country) : gone(country, poolVersion, version)
    })
    return Effect.gen(function* () {
      const version = yield* versionNow
      // A country that is not served has no version to draw from.
      if (version === undefined) return yield* notServed(country)
      if (version !== poolVersion) return yield* fromKept
      const drawn = yield* Effect.exit(current)
      const isOfVersion = Exit.isSuccess(drawn)
        ? drawn.value.poolVersion === poolVersion
        : (yield* versionNow) === poolVersion
      return isOfVersion ? yield* drawn : yield* fromKept
    })
  }
