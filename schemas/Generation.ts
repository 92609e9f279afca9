import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Count } from "./Numbers.ts"
import { Address, CountryCode } from "./Address.ts"
import { Authorization, RequiredScope, WeighedByBody } from "./Authorization.ts"
import { ClientContext } from "./ClientContext.ts"
import { data } from "./Data.ts"
import { NoCoverageResponse, ServiceUnavailableResponse } from "./Errors.ts"
import {
  countryParameter,
  DEFAULT_COUNTRY,
  Id,
  IpAddress,
  locationFilters,
  PoolVersion,
  queryBoolean,
  queryPoolVersion,
  RequestId,
  Seed,
  Strategy
} from "./Fields.ts"
import { Profile } from "./Profile.ts"
import { Validation } from "./Validation.ts"

/** The maximum size of a batch, and of its list of exclusions. */
export const MAX_BATCH = 50
export const MAX_EXCLUDED = 500

/**
 * Query of generate. If `country` is absent, it stays absent: with mode=ip-region the IP address decides the country.
 */
export const GenerateQuery = Schema.Struct({
  country: Schema.optionalKey(
    countryParameter({
      description: `ISO 3166-1 alpha-2 country code, in any case. Defaults to ${DEFAULT_COUNTRY}, or to the country of the IP address with mode=ip-region.`,
      default: DEFAULT_COUNTRY
    })
  ),
  ...locationFilters,
  mode: Schema.optionalKey(
    Schema.Literal("ip-region").annotate({
      identifier: "DrawMode",
      description:
        "ip-region draws from the most specific level of the IP address's location that has coverage; other filters must match too."
    })
  ),
  ip: Schema.optionalKey(
    IpAddress.annotate({
      description: "IPv4 or IPv6 address for mode=ip-region. Defaults to the client's own.",
      examples: ["203.0.113.7"]
    })
  ),
  strategy: Schema.optionalKey(Strategy),
  residential: Schema.optionalKey(
    queryBoolean({
      description: "Legacy compatibility flag without effect: generation always returns residential records.",
      default: "true"
    })
  ),
  seed: Schema.optionalKey(Seed),
  poolVersion: Schema.optionalKey(queryPoolVersion),
  requestId: Schema.optionalKey(RequestId)
}).check(
  Schema.makeFilter(({ ip, mode }) =>
    ip !== undefined && mode === undefined ? { path: ["ip"], issue: "is only allowed with mode=ip-region" } : undefined
  ),
  Schema.makeFilter(({ mode, poolVersion }) =>
    poolVersion !== undefined && mode !== undefined
      ? {
          path: ["poolVersion"],
          issue: "cannot be given with mode=ip-region, which looks for places in the current pool"
        }
      : undefined
  )
)
export type GenerateQuery = typeof GenerateQuery.Type

const COUNT_RANGE = `must be an integer from 1 to ${MAX_BATCH}`

/** Body of generate/batch. */
const BatchRequest = Schema.Struct({
  count: Schema.Number.annotate({ message: COUNT_RANGE })
    .check(
      Schema.isInt({ message: COUNT_RANGE }),
      Schema.isBetween({ minimum: 1, maximum: MAX_BATCH }, { message: COUNT_RANGE })
    )
    .annotate({ description: "How many addresses to generate.", examples: [3] }),
  filters: Schema.Struct({
    country: countryParameter({ description: "ISO 3166-1 alpha-2 country code, in any case." }),
    ...locationFilters
  }).annotate({
    identifier: "BatchFilters",
    description: "What the addresses must match: every given filter."
  }),
  options: Schema.optionalKey(
    Schema.Struct({
      unique: Schema.optionalKey(
        Schema.Boolean.annotate({
          identifier: "Unique",
          description: "Whether each address is returned at most once.",
          default: true
        })
      ),
      seed: Schema.optionalKey(Seed),
      strategy: Schema.optionalKey(Strategy),
      poolVersion: Schema.optionalKey(PoolVersion),
      requestId: Schema.optionalKey(RequestId)
    }).annotate({ identifier: "BatchOptions", description: "How the addresses are drawn." })
  ),
  excludeAddressIds: Schema.optionalKey(
    Schema.Array(Id)
      .check(Schema.isMaxLength(MAX_EXCLUDED, { message: `must have at most ${MAX_EXCLUDED} items` }))
      .annotate({ description: "IDs of addresses that must not be returned.", examples: [["us-4k2m9x0q7v1b3n5c8d6f"]] })
  )
}).annotate({
  identifier: "BatchRequest",
  description:
    "What to generate: how many addresses, what they must match, how they are drawn, and which ones to leave out.",
  examples: [{ count: 3, filters: { country: "US", city: "Savannah" }, options: { seed: "spring-42" } }]
})

export type BatchRequest = typeof BatchRequest.Type

const Filters = Schema.Struct(locationFilters).annotate({
  identifier: "GivenFilters",
  description: "The filters that were given, without the country."
})

/** Information about the draw in the responses of generate and generate/batch. */
const drawFields = {
  requestId: Schema.String.annotate({ description: "The caller's requestId, otherwise the UUID in X-Request-Id." }),
  country: CountryCode.annotate({ description: "ISO 3166-1 alpha-2 code of the country drawn from." }),
  strategy: Strategy,
  seed: Schema.String.annotate({
    description: "The seed that was used, whether given or chosen by the service. It replays the response."
  }),
  poolVersion: Count.annotate({
    description: "Version of the country's pool. It grows with each publication that changes it."
  }),
  eligibleCount: Schema.optionalKey(
    Count.annotate({
      description: "How many addresses were equally likely. Absent if a text q has too many matches to count."
    })
  ),
  sourcesTried: Schema.Array(Schema.String).annotate({
    description: "Names of the data sources with records in the pool drawn from.",
    examples: [["starter"]]
  }),
  filters: Filters
}

const Result = Schema.Struct({ address: Address, profile: Profile }).annotate({
  identifier: "GeneratedResult",
  description: "A real address with a synthetic person. The same seed and address give the same person."
})

export const Generated = Schema.Struct({
  ...drawFields,
  mode: Schema.Literal("residential").annotate({ description: "Generation always returns residential records." }),
  ipContext: Schema.optionalKey(ClientContext).annotateKey({ description: "What was matched, with mode=ip-region." }),
  result: Result
}).annotate({ identifier: "Generated", description: "One address, and how it was drawn." })
export type Generated = typeof Generated.Type

export const GeneratedBatch = Schema.Struct({
  ...drawFields,
  requestedCount: Count.annotate({ description: "How many addresses were requested." }),
  returnedCount: Count.annotate({ description: "How many are in results." }),
  unique: Schema.Boolean.annotate({ description: "Whether no address could be returned twice." }),
  exhausted: Schema.Boolean.annotate({
    description: "Whether there were fewer addresses than requested; returnedCount is then below requestedCount."
  }),
  results: Schema.Array(Result).annotate({ description: "The addresses, in the order in which they were drawn." })
}).annotate({ identifier: "GeneratedBatch", description: "Several addresses, and how they were drawn." })
export type GeneratedBatch = typeof GeneratedBatch.Type

/** Draws from the published pools. */
export class Generation extends HttpApiGroup.make("generation")
  .add(
    HttpApiEndpoint.get("generate", "/generate", {
      query: GenerateQuery,
      success: data(Generated),
      error: [NoCoverageResponse, ServiceUnavailableResponse]
    })
      .annotate(RequiredScope, "generate")
      .annotateMerge(
        OpenApi.annotations({
          identifier: "generateAddress",
          summary: "Generate one address",
          description:
            "Scope: generate. Draws one published residential address, with a synthetic test profile. Each address of the selection is equally likely."
        })
      ),
    HttpApiEndpoint.post("batch", "/generate/batch", {
      payload: BatchRequest,
      success: data(GeneratedBatch),
      error: [NoCoverageResponse, ServiceUnavailableResponse]
    })
      .annotate(RequiredScope, "generate")
      .annotate(WeighedByBody, true)
      .annotateMerge(
        OpenApi.annotations({
          identifier: "generateAddresses",
          summary: "Generate up to 50 addresses",
          description:
            "Scope: generate. Draws up to 50 addresses from one selection. The body is JSON of at most 256 KiB. If fewer addresses are left than requested, all of them are returned and `exhausted` is true; an empty selection is 404."
        })
      )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Generation", description: "Draws from the published pools." })) {}
