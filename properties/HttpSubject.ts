import { Effect, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import { Address, CountryCode } from "../schemas/Address.ts"
import { data } from "../schemas/Data.ts"
import { LocationHierarchy, LocationSearch } from "../schemas/Locations.ts"
import { Translation } from "../schemas/Translation.ts"
import { type Connection, connect, none } from "./HttpConnection.ts"
import type {
  Deployment,
  DrawManyRequest,
  DrawnFrom,
  DrawRequest,
  OtherTokens,
  PlacePage,
  PlaceQuery,
  Pool
} from "./Subject.ts"

/** The members that the laws check; responses have more. */
const drawn = {
  country: CountryCode,
  seed: Schema.String,
  poolVersion: Schema.Int,
  eligibleCount: Schema.optionalKey(Schema.Int),
  sourcesTried: Schema.Array(Schema.String)
}
const Generated = data(Schema.Struct({ ...drawn, result: Schema.Struct({ address: Address }) }))
const GeneratedBatch = data(
  Schema.Struct({
    ...drawn,
    requestedCount: Schema.Int,
    returnedCount: Schema.Int,
    exhausted: Schema.Boolean,
    results: Schema.Array(Schema.Struct({ address: Address }))
  })
)
const Found = data(Schema.Struct({ address: Address }))
const Counted = data(Schema.Array(Schema.Struct({ code: CountryCode, residentialCount: Schema.Int })))

const contextOf = ({ eligibleCount, poolVersion, seed, sourcesTried }: DrawnFrom): DrawnFrom => ({
  seed,
  poolVersion,
  eligibleCount,
  sourcesTried
})

type Service = Effect.Success<ReturnType<typeof connect>>

const poolOf = ({ ask }: Service): Pool => {
  const noUnknown = Effect.mapError((error: Parameters<typeof none>[0]) =>
    error._tag === "NoCoverage" ? error : none(error)
  )

  const draw = ({ country, filters, poolVersion, seed, strategy }: DrawRequest) =>
    ask(
      HttpClientRequest.get("/generate", { urlParams: { country, ...filters, seed, strategy, poolVersion } }),
      Generated
    ).pipe(
      noUnknown,
      Effect.map(({ data }) => ({ ...contextOf(data), address: data.result.address }))
    )

  const drawMany = ({
    count,
    country,
    excludeAddressIds,
    filters,
    poolVersion,
    seed,
    strategy,
    unique
  }: DrawManyRequest) =>
    ask(
      HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post("/generate/batch"), {
        count,
        filters: { country, ...filters },
        options: { seed, strategy, unique, poolVersion },
        excludeAddressIds
      }),
      GeneratedBatch
    ).pipe(
      noUnknown,
      Effect.map(({ data }) => ({
        ...contextOf(data),
        exhausted: data.exhausted,
        addresses: data.results.map(({ address }) => address),
        stated: { requested: data.requestedCount, returned: data.returnedCount }
      }))
    )

  return {
    draw,
    drawMany,
    findById: (id) =>
      ask(HttpClientRequest.get(`/addresses/${encodeURIComponent(id)}`), Found).pipe(
        Effect.mapError((error) => (error._tag === "UnknownAddress" ? error : none(error))),
        Effect.map(({ data }) => data.address)
      ),
    counts: ask(HttpClientRequest.get("/countries"), Counted).pipe(
      Effect.mapError(none),
      Effect.map(({ data }) =>
        data.map(({ code, residentialCount }) => ({ country: code, residential: residentialCount }))
      )
    )
  }
}

/** A page of a search; its list is named after what was searched. */
const pageOf = (found: LocationSearch): PlacePage => {
  const { nextCursor, total } = found
  switch (found.field) {
    case "region":
      return { items: found.regions, nextCursor, total }
    case "city":
      return { items: found.cities, nextCursor, total }
    case "district":
      return { items: found.districts, nextCursor, total }
    case "postcode":
      return { items: found.postcodes, nextCursor, total }
  }
}

const placesOf = ({ ask }: Service): Deployment["places"] => {
  const search = ({ country, level, parent, q }: PlaceQuery, page: object) =>
    ask(
      HttpClientRequest.get("/locations/search", {
        urlParams: {
          country,
          field: level,
          residential: "true",
          q,
          ...(parent === undefined ? {} : { [`${parent.level}Id`]: parent.id }),
          ...page
        }
      }),
      data(LocationSearch)
    ).pipe(Effect.map(({ data }) => pageOf(data)))

  const hierarchy = ({ country, level, parent, q }: PlaceQuery, page: object) =>
    ask(
      HttpClientRequest.get("/locations/hierarchy", {
        urlParams: {
          country,
          childType: level,
          q,
          ...(parent === undefined ? {} : { parentType: parent.level, parentId: parent.id }),
          ...page
        }
      }),
      data(LocationHierarchy)
    ).pipe(Effect.map(({ data: { children, nextCursor, total } }) => ({ items: children, nextCursor, total })))

  return {
    list: (query, page) => Effect.mapError(query.by === "search" ? search(query, page) : hierarchy(query, page), none)
  }
}

/**
 * A running deployment, given its base URL and a token with the scope `generate`. Rate-limited requests are retried
 * after `Retry-After`, so give the token a high limit.
 */
export const httpDeployment = Effect.fnUntraced(function* (options: Connection & { readonly tokens?: OtherTokens }) {
  const service = yield* connect(options)
  const { ask, outages, refusals, send } = service
  const deployment: Deployment = {
    ...poolOf(service),
    places: placesOf(service),
    translate: (addressId, targetLocale) =>
      ask(
        HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post("/address-translation"), { addressId, targetLocale }),
        data(Translation)
      ).pipe(
        Effect.mapError((error) => (error._tag === "UnknownAddress" ? error : none(error))),
        Effect.map(({ data }) => data)
      ),
    send,
    tokens: options.tokens ?? {},
    refusals: Effect.sync(() => ({ answers: refusals.answers, silent: refusals.silent })),
    repeated: Effect.sync(() => outages.repeated)
  }
  return deployment
})

/** The pools of a running deployment, without everything around them. */
export const httpPool = (options: Connection) => Effect.map(connect(options), poolOf)
