import { Effect } from "effect"
import { Catalog } from "../catalog/Catalog.ts"
import { Countries } from "../pool/Countries.ts"
import { Coverage } from "../catalog/Coverage.ts"
import { countryOfAddressId } from "../address/Identity.ts"
import { addressNotFound } from "../pool/PoolErrors.ts"
import { PoolRepository } from "../draw/PoolRepository.ts"
import type { Draw, DrawMany, DrawManyRequest, DrawRequest } from "../pool/PoolRequests.ts"
import type { AnsweredVersions } from "../shared/AnsweredVersions.ts"
import type { PublishedReads } from "./PublishedReads.ts"
import type { ReadServers } from "./ReadServers.ts"

/** The services through which requests read published pools, each request on the server chosen for it. */

const everything = { country: undefined, atLeast: 0 } as const

const versionOf = ({ poolVersion }: Draw | DrawMany): number => poolVersion

const drawn = ({ country, poolVersion = 0 }: DrawRequest) => ({ country, atLeast: poolVersion, versionOf })

/** A draw prepared in advance may be older than a response that another request already got; then it is drawn again. */
const draw = (repository: PoolRepository["Service"], request: DrawRequest, floor: number) =>
  request.strategy === "random" || request.poolVersion !== undefined
    ? repository.draw(request)
    : Effect.flatMap(repository.draw(request), (found) =>
        found.poolVersion >= floor ? Effect.succeed(found) : repository.draw({ ...request, strategy: "random" })
      )

export const repository = ({ use }: ReadServers, primary: PublishedReads) => {
  const byId = <A, E>(id: string, read: (reads: PublishedReads) => Effect.Effect<A, E>) => {
    const country = countryOfAddressId(id)
    return country === undefined ? Effect.fail(addressNotFound(id)) : use({ country, atLeast: 0 }, read)
  }
  return PoolRepository.of({
    draw: (request) => use(drawn(request), (reads, floor) => draw(reads.repository, request, floor)),
    drawMany: (request: DrawManyRequest) => use(drawn(request), (reads) => reads.repository.drawMany(request)),
    findById: (id) => byId(id, (reads) => reads.repository.findById(id)),
    findNamed: (id) => byId(id, (reads) => reads.repository.findNamed(id)),
    counts: use(everything, (reads) => reads.repository.counts),
    // Tokens, limits and everything that is written need the primary.
    ready: primary.repository.ready
  })
}

/** The same for a single server, whose pools are always the newest: only prepared draws may be older. */
export const abreast = (
  repository: PoolRepository["Service"],
  { of, tell }: AnsweredVersions
): PoolRepository["Service"] => {
  const spread = <A extends Draw | DrawMany>({ country, poolVersion }: DrawRequest, found: A): Effect.Effect<A> =>
    poolVersion !== undefined || found.poolVersion <= of(country)
      ? Effect.succeed(found)
      : Effect.as(tell(country, found.poolVersion), found)
  return PoolRepository.of({
    ...repository,
    draw: (request) =>
      Effect.flatMap(draw(repository, request, of(request.country)), (found) => spread(request, found)),
    drawMany: (request: DrawManyRequest) =>
      Effect.flatMap(repository.drawMany(request), (found) => spread(request, found))
  })
}

export const catalog = ({ use }: ReadServers) =>
  Catalog.of({
    search: (request) => use({ country: request.country, atLeast: 0 }, (reads) => reads.catalog.search(request)),
    children: (request) => use({ country: request.country, atLeast: 0 }, (reads) => reads.catalog.children(request)),
    locate: (request) => use({ country: request.country, atLeast: 0 }, (reads) => reads.catalog.locate(request))
  })

export const coverage = ({ use }: ReadServers) =>
  Coverage.of({
    report: (request) => use({ country: request.country, atLeast: 0 }, (reads) => reads.coverage.report(request))
  })

/** Settings are changed on the primary, and read there by whoever has changed them. */
export const countries = ({ use }: ReadServers, primary: Countries["Service"]) =>
  Countries.of({ ...primary, published: use(everything, (reads) => reads.countries.list) })
