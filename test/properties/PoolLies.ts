import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { NoCoverage } from "../../schemas/Errors.ts"
import type { DrawRequest } from "../../properties/Subject.ts"
import type { Breaking } from "./BrokenPools.ts"
import { another, byId, isInstant, isSeeded, isUnique, ofBatches, ofDraws, replaced } from "./LyingPool.ts"

interface Lie {
  readonly lie: Breaking
  /** The promise that it breaks. */
  readonly breaks: string
}

/** Lies that deployments may tell so rarely, or so consistently, that no single law sees them. */
export const lies: Readonly<Record<string, Lie>> = {
  "3 percent of seeded draws are others": {
    lie: ofDraws(isSeeded, 33, (pool, request, n) => replaced(pool, request, ` ${n}`)),
    breaks: "MUST give a seed the same response throughout the run"
  },
  "seeds change after some time": {
    lie: (pool) => {
      let answers = 0
      const aged = <Request extends DrawRequest>(request: Request) =>
        answers++ > 600 && request.seed !== undefined ? { ...request, seed: `${request.seed} later` } : request
      const named =
        <A extends { readonly seed: string }>({ seed }: DrawRequest) =>
        (drawn: A): A =>
          seed === undefined ? drawn : { ...drawn, seed }
      return {
        ...pool,
        draw: (request) => Effect.map(pool.draw(aged(request)), named(request)),
        drawMany: (request) => Effect.map(pool.drawMany(aged(request)), named(request))
      }
    },
    breaks: "MUST give a seed the same response throughout the run"
  },
  "one of 200 unique batches has an address twice": {
    lie: ofBatches(
      ({ unique }) => unique !== false,
      200,
      (batch) =>
        Effect.succeed(
          isUnique(batch) ? { ...batch, addresses: [...batch.addresses.slice(0, -1), batch.addresses[0]!] } : batch
        )
    ),
    breaks: "MUST never return an address twice in any unique batch of the run"
  },
  "one of 300 batches has an excluded address": {
    lie: ofBatches(
      ({ excludeAddressIds = [] }) => excludeAddressIds.length > 0,
      300,
      (batch, { excludeAddressIds }, pool) =>
        Effect.match(pool.findById(excludeAddressIds![0]!), {
          onSuccess: (address) => ({ ...batch, addresses: [address, ...batch.addresses.slice(1)] }),
          onFailure: () => batch
        })
    ),
    breaks: "MUST respect exclusions in every response of the run"
  },
  "one of 30 batches without a seed and with the strategy instant has an excluded address": {
    lie: ofBatches(
      (request) => isInstant(request) && (request.excludeAddressIds ?? []).length > 0,
      30,
      (batch, { excludeAddressIds }, pool) =>
        Effect.match(pool.findById(excludeAddressIds![0]!), {
          onSuccess: (address) => ({ ...batch, addresses: [address, ...batch.addresses.slice(1)] }),
          onFailure: () => batch
        })
    ),
    breaks: "MUST respect exclusions in every response of the run"
  },
  "one of 100 draws does not match": {
    lie: ofDraws(
      ({ filters }) => Object.keys(filters).length > 0,
      100,
      // An address of everything may match by chance: this one matches none of the filters.
      (pool, request) =>
        Effect.map(pool.draw(request), (drawn) => ({
          ...drawn,
          address: { ...drawn.address, components: { country: "United States" }, locationIds: {} }
        }))
    ),
    breaks: "MUST match every filter in every response of the run"
  },
  "one of 100 batches is an address short": {
    lie: ofBatches(
      () => true,
      100,
      (batch) => Effect.succeed({ ...batch, addresses: batch.addresses.slice(1) })
    ),
    breaks: "MUST fill every batch of the run as far as the selection allows"
  },
  "an address that is excluded twice takes the place of another": {
    lie: ofBatches(
      ({ excludeAddressIds = [] }) => new Set(excludeAddressIds).size < excludeAddressIds.length,
      1,
      (batch) => Effect.succeed({ ...batch, addresses: batch.addresses.slice(1) })
    ),
    breaks: "MUST fill every batch of the run as far as the selection allows"
  },
  "a text matches what has it letter by letter alone": {
    lie: (pool) => ({
      ...pool,
      draw: (request) =>
        Effect.filterOrFail(
          pool.draw(request),
          ({ address }) => JSON.stringify(address.components).includes(request.filters.q ?? ""),
          () => new NoCoverage({ message: "Nothing matches q." })
        )
    }),
    breaks: "MUST compare filters without regard to case, accents and white space"
  },
  "one of 100 batches says that it is exhausted": {
    lie: ofBatches(
      ({ count }) => count > 1,
      100,
      (batch) => Effect.succeed({ ...batch, exhausted: !batch.exhausted })
    ),
    breaks: "MUST fill every batch of the run as far as the selection allows"
  },
  "every eligibleCount is a hundredth off": {
    lie: (pool) => {
      const off = <A extends { readonly eligibleCount?: number | undefined }>(drawn: A): A => ({
        ...drawn,
        eligibleCount: drawn.eligibleCount === undefined ? undefined : Math.round(drawn.eligibleCount * 1.01)
      })
      return {
        ...pool,
        draw: (request) => Effect.map(pool.draw(request), off),
        drawMany: (request) => Effect.map(pool.drawMany(request), off)
      }
    },
    breaks: "MUST report the same count of a country in draws and in the list of countries"
  },
  "one of 50 draws counts one more": {
    lie: ofDraws(
      () => true,
      50,
      (pool, request) =>
        Effect.map(pool.draw(request), (drawn) => ({ ...drawn, eligibleCount: (drawn.eligibleCount ?? 0) + 1 }))
    ),
    breaks: "MUST report the same count of a selection in every response of the run"
  },
  "a fifth of instant draws is not published": {
    lie: ofDraws(isInstant, 5, (pool, request, n) =>
      Effect.map(pool.draw(request), (drawn) => ({
        ...drawn,
        address: { ...drawn.address, id: `us-${String(n).padStart(20, "0")}` }
      }))
    ),
    breaks: "MUST find every address drawn in the run by its ID"
  },
  "one of 100 draws shows an address in other words": {
    lie: ofDraws(
      () => true,
      100,
      (pool, request) =>
        Effect.map(pool.draw(request), (drawn) => ({ ...drawn, address: { ...drawn.address, language: "tlh" } }))
    ),
    breaks: "MUST return the same document of an address in every response of the run"
  },
  "one of 100 draws names no source": {
    lie: ofDraws(
      () => true,
      100,
      (pool, request) => Effect.map(pool.draw(request), (drawn) => ({ ...drawn, sourcesTried: [] }))
    ),
    breaks: "MUST name the sources of every address of the run"
  },
  "one of 100 draws is of an earlier version": {
    lie: ofDraws(
      () => true,
      100,
      // For some seconds after a publication, replicas may be behind.
      (pool, request) =>
        Effect.andThen(
          TestClock.adjust("1 second"),
          Effect.map(pool.draw(request), (drawn) => ({ ...drawn, poolVersion: 0 }))
        )
    ),
    breaks: "MUST never go back to an earlier version of the pool"
  },
  "a tenth of seeded draws are one and the same address": {
    lie: (pool) => ({
      ...pool,
      draw: (request) =>
        pool
          .draw(/[05]$/.test(request.seed ?? "") ? { ...request, seed: "the same" } : request)
          .pipe(Effect.map((drawn) => (request.seed === undefined ? drawn : { ...drawn, seed: request.seed })))
    }),
    breaks: "MUST draw each address with the same probability in single draws with a seed"
  },
  "a fifth of draws without a seed are one and the same address": {
    lie: ofDraws(
      (request) => !isSeeded(request) && request.strategy !== "instant",
      5,
      (pool, request) => pool.draw({ ...request, seed: "the same" })
    ),
    breaks: "MUST draw each address with the same probability in single draws without a seed"
  },
  "a fifth of instant draws are one and the same address": {
    lie: ofDraws(isInstant, 5, (pool, request) => pool.draw({ ...request, seed: "the same" })),
    breaks: "MUST draw each address with the same probability in single draws with the strategy instant"
  },
  "3 percent of positions of repeating batches are one and the same address": {
    lie: ofBatches(
      ({ unique }) => unique === false,
      1,
      (batch) =>
        Effect.succeed({
          ...batch,
          addresses: batch.addresses.map((address, i) =>
            i % 33 === 7 ? batch.addresses.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0]! : address
          )
        })
    ),
    breaks: "MUST draw each address of a small selection with the same probability"
  },
  "3 percent of positions of seeded repeating batches are others each time": {
    lie: (pool) => {
      let n = 0
      return {
        ...pool,
        drawMany: (request) =>
          request.unique !== false
            ? pool.drawMany(request)
            : Effect.gen(function* () {
                const batch = yield* pool.drawMany(request)
                if (batch.addresses.length < 33) return batch
                const other = yield* another(pool, request, ` ${++n}`)
                return { ...batch, addresses: batch.addresses.map((address, i) => (i === 32 ? other : address)) }
              })
      }
    },
    breaks: "MUST give a seed the same response throughout the run"
  },
  "a tenth of batches without a seed have one and the same address": {
    lie: ofBatches(
      (request) => !isSeeded(request) && request.unique === false,
      5,
      (batch) => Effect.succeed({ ...batch, addresses: batch.addresses.map(() => batch.addresses.toSorted(byId)[0]!) })
    ),
    breaks: "MUST draw each address with the same probability in batches without a seed"
  },
  "the third address of unique batches is the one with the lowest ID that is left": {
    lie: ofBatches(
      ({ count, unique }) => unique === true && count === 3,
      2,
      (batch, request, pool) =>
        Effect.map(pool.drawMany({ ...request, count: 10, seed: "others" }), ({ addresses }) => {
          const taken = new Set(batch.addresses.slice(0, 2).map(({ id }) => id))
          const lowest = addresses.filter(({ id }) => !taken.has(id)).toSorted(byId)[0]
          return lowest === undefined ? batch : { ...batch, addresses: [...batch.addresses.slice(0, 2), lowest] }
        })
    ),
    breaks: "MUST draw each address with the same probability at later positions of unique batches"
  },
  "q is ignored": {
    lie: (pool) => {
      const without = <Request extends DrawRequest>(request: Request): Request => {
        const { q: _, ...filters } = request.filters
        return { ...request, filters }
      }
      return {
        ...pool,
        draw: (request) => pool.draw(without(request)),
        drawMany: (request) => pool.drawMany(without(request))
      }
    },
    breaks: "MUST match every filter in every response of the run"
  },
  "a tenth of a country's draws come from one city": {
    lie: ofDraws(
      ({ filters, seed }) => Object.keys(filters).length === 0 && seed === undefined,
      10,
      (pool, request) => pool.draw({ ...request, filters: { city: "Pasadena" } })
    ),
    breaks: "MUST draw from a country's places in proportion to their counts"
  },
  "the version that is asked for is ignored": {
    lie: (pool) => {
      const current = <Request extends DrawRequest>(request: Request) => {
        const { poolVersion: _, ...others } = request
        return others
      }
      return {
        ...pool,
        draw: (request) => pool.draw(current(request)),
        drawMany: (request) => pool.drawMany(current(request))
      }
    },
    breaks: "MUST draw from the requested version or not at all"
  },
  "a version that is asked for gives its seeds other addresses": {
    lie: (pool) => ({
      ...pool,
      drawMany: (request) =>
        request.poolVersion === undefined || request.seed === undefined
          ? pool.drawMany(request)
          : Effect.map(pool.drawMany({ ...request, seed: `${request.seed} kept` }), (drawn) => ({
              ...drawn,
              seed: request.seed!
            }))
    }),
    breaks: "MUST draw from the requested version or not at all"
  },
  "seeds change after half a minute": {
    lie: (pool) => ({
      ...pool,
      draw: (request) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          request.seed !== undefined && now > 30_000
            ? Effect.map(pool.draw({ ...request, seed: `${request.seed} later` }), (drawn) => ({
                ...drawn,
                seed: request.seed!
              }))
            : pool.draw(request)
        )
    }),
    breaks: "MUST give a seed the same response half a minute later"
  },
  "a kept version has forgotten the seeds of an earlier run": {
    lie: (pool) => ({
      ...pool,
      draw: (request) => {
        const { poolVersion, seed = "" } = request
        if (!seed.startsWith("before ")) return pool.draw(request)
        return poolVersion === undefined
          ? Effect.map(pool.draw(request), (drawn) => ({ ...drawn, poolVersion: drawn.poolVersion + 1 }))
          : Effect.map(pool.draw({ ...request, seed: `${seed} changed` }), (drawn) => ({ ...drawn, seed }))
      }
    }),
    breaks: "MUST give the seeds of an earlier report the same response, except where synchronizations explain a change"
  },
  "seeds of an earlier run give others": {
    lie: (pool) => ({
      ...pool,
      draw: (request) =>
        request.seed?.startsWith("before ") === true
          ? Effect.map(pool.draw({ ...request, seed: `${request.seed} changed` }), (drawn) => ({
              ...drawn,
              seed: request.seed!
            }))
          : pool.draw(request)
    }),
    breaks: "MUST give the seeds of an earlier report the same response, except where synchronizations explain a change"
  }
}
