import { Effect, type Types } from "effect"
import type { HttpServerRequest } from "effect/http"
import { Api } from "../../../schemas/Api.ts"
import { ServiceUnavailable } from "../../../schemas/Errors.ts"
import { DEFAULT_COUNTRY } from "../../../schemas/Fields.ts"
import type { BatchRequest, Generated, GeneratedBatch, GenerateQuery } from "../../../schemas/Generation.ts"
import { ClientIp } from "../../geoip/ClientIp.ts"
import { GeoIpResolver } from "../../geoip/GeoIpResolver.ts"
import type { Address } from "../../../schemas/Address.ts"
import { type Draw, type PoolFilters, filterNames } from "../../pool/PoolRequests.ts"
import { PoolRepository } from "../../draw/PoolRepository.ts"
import { ProfileMaker } from "../../profile/ProfileMaker.ts"
import { Exchange, type ExchangeState } from "../edge/Exchange.ts"
import { batchCost, FairShare } from "../edge/FairShare.ts"
import { noPoolCoverage, poolUnavailable } from "./Failures.ts"
import { withAttributions } from "./IpContext.ts"
import { batchAnswer, batchAnswerOf, generatedAnswer, resultText } from "../server/JsonAnswer.ts"
import type { IpRegionRequest, IpRegionUnavailable } from "../../draw/IpRegion.ts"
import { IpRegion } from "../../draw/IpRegion.ts"
import { requestIp } from "../edge/RequestIp.ts"
import { handlersOf } from "../server/RequestServices.ts"

/** The location filters of a request, in the contract's order. */
const filtersOf = (given: PoolFilters): PoolFilters => {
  const filters: Types.Mutable<PoolFilters> = {}
  for (const name of filterNames) {
    const value = given[name]
    if (value !== undefined) filters[name] = value
  }
  return filters
}

const ipRegionUnavailable = ({ message }: IpRegionUnavailable) => Effect.fail(new ServiceUnavailable({ message }))

/** What the handlers need, looked up once while Layers are built. */
const services = Effect.gen(function* () {
  const { attributions } = yield* GeoIpResolver
  return {
    pool: yield* PoolRepository,
    profiles: yield* ProfileMaker,
    ipRegion: yield* IpRegion,
    clientIp: yield* ClientIp,
    fairShare: yield* FairShare,
    attributions
  }
})

type Services = Effect.Success<typeof services>

const drawByIp = Effect.fnUntraced(function* ({ attributions, ipRegion }: Services, request: IpRegionRequest) {
  const draw = yield* ipRegion.draw(request)
  return { ...draw, ipContext: yield* withAttributions(draw.ipContext, attributions) }
})

/** Writes the text of one result: the address, and who lives there. */
type Write = (draw: Draw) => string

const drawOne = (
  services: Services,
  write: Write,
  query: GenerateQuery,
  request: HttpServerRequest.HttpServerRequest
) => {
  const { country = DEFAULT_COUNTRY, poolVersion, seed, strategy = "random" } = query
  const filters = filtersOf(query)
  if (query.mode === undefined) {
    return Effect.map(services.pool.draw({ country, filters, seed, strategy, poolVersion, write }), (draw) => ({
      ...draw,
      country
    }))
  }
  const ip = query.ip ?? requestIp(services.clientIp, request)
  return drawByIp(services, { country: query.country, filters, seed, strategy, ip })
}

const makeGenerate = (services: Services) => {
  const write: Write = ({ address, seed }) =>
    resultText({ address, profile: services.profiles.make({ seed, address }) })
  return Effect.fnUntraced(
    function* (query: GenerateQuery, request: HttpServerRequest.HttpServerRequest) {
      const exchange = yield* Exchange
      exchange.requestId = query.requestId ?? exchange.requestId
      const drawn = yield* drawOne(services, write, query, request)
      const { address: _, written = write(drawn), ...draw } = drawn
      exchange.draws = 1
      return generatedAnswer(
        {
          requestId: exchange.requestId,
          mode: "residential",
          strategy: query.strategy ?? "random",
          ...draw,
          filters: filtersOf(query)
        } satisfies Omit<Generated, "result">,
        written
      )
    },
    Effect.catchTags({
      NoPoolCoverage: noPoolCoverage("", ""),
      StorageUnavailable: poolUnavailable,
      IpRegionUnavailable: ipRegionUnavailable
    })
  )
}

/** Results of a batch that are written in one turn of the event loop while other tokens are present. */
const pieceSize = 8

const makeBatch = ({ pool, profiles }: Services) =>
  Effect.fnUntraced(
    function* (
      { count, excludeAddressIds = [], filters: given, options = {} }: BatchRequest,
      exchange: ExchangeState,
      isShared: () => boolean
    ) {
      const { poolVersion, seed, strategy = "random", unique = true } = options
      const { country } = given
      const filters = filtersOf(given)
      const { addresses, ...draw } = yield* pool.drawMany({
        country,
        filters,
        seed,
        strategy,
        poolVersion,
        count,
        unique,
        excludeAddressIds
      })
      exchange.draws = addresses.length
      const members = {
        requestId: exchange.requestId,
        country,
        requestedCount: count,
        returnedCount: addresses.length,
        unique,
        exhausted: addresses.length < count,
        strategy,
        ...draw,
        filters
      } satisfies Omit<GeneratedBatch, "results">
      const resultOf = (address: Address) => ({ address, profile: profiles.make({ seed: draw.seed, address }) })
      // Written at once, a batch takes less CPU; in parts, it does not keep other tokens waiting.
      if (!isShared()) return batchAnswer(members, addresses.map(resultOf))
      const written: Array<string> = []
      for (const address of addresses) {
        if (written.length % pieceSize === 0) yield* Effect.yieldNow
        written.push(resultText(resultOf(address)))
      }
      return batchAnswerOf(members, written)
    },
    Effect.catchTags({ NoPoolCoverage: noPoolCoverage("filters.", "options."), StorageUnavailable: poolUnavailable })
  )

export const layerNoDeps = handlersOf(
  Api,
  "generation",
  Effect.fnUntraced(function* (handlers) {
    const made = yield* services
    const generate = makeGenerate(made)
    const batch = makeBatch(made)
    return handlers.handleAll({
      generate: ({ query, request }) => generate(query, request),
      batch: ({ payload }) =>
        Effect.flatMap(Exchange, (exchange) => {
          exchange.requestId = payload.options?.requestId ?? exchange.requestId
          const cost = batchCost({ count: payload.count, excluded: payload.excludeAddressIds?.length ?? 0 })
          return made.fairShare.turn(exchange.token ?? "", cost, (isShared) => batch(payload, exchange, isShared))
        })
    })
  })
)
