import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { CountryCode, EvidenceKind } from "../Address.ts"
import { data } from "../Data.ts"
import { InvalidRequestResponse, ServiceUnavailableResponse } from "../Errors.ts"
import { Explanation, Verdict } from "../Explanation.ts"
import { countryParameter, FilterText, Id } from "../Fields.ts"
import { JudgeName, JudgeRule } from "../judge/Objection.ts"
import { pageFields, paging } from "../Paging.ts"
import { CountryCoverage } from "../Reports.ts"
import { Validation } from "../Validation.ts"
import { NotThereResponse } from "./Errors.ts"
import { count, instant, share } from "./Fields.ts"
import { SameSite, SignedIn } from "./Sessions.ts"

/** The kinds of evidence among a pool's homes. */
export const EvidenceMix = Schema.Struct({
  shares: Schema.Record(Schema.String, Schema.Finite).annotate({
    description:
      "Share of each kind of evidence (register, building, landuse, declared, probable, assumed), 0 to 1; they add up to 1."
  }),
  derived: Schema.Record(Schema.String, Schema.Finite).annotate({
    description:
      "Share of homes with parts that their record lacks, by the method that derived them, 0 to 1; a home with several methods counts for each."
  }),
  sampled: count("Homes that were looked at: drawn uniformly, or all of them where exact."),
  exact: Schema.Boolean.annotate({ description: "Whether every home was checked, rather than a sample." }),
  poolVersion: count("Version of the pool that was looked at; it may be older than the pool for a few seconds.")
}).annotate({ identifier: "EvidenceMix" })
export type EvidenceMix = typeof EvidenceMix.Type

/** More than any country has homes, and within the range of the database column. */
const MAX_TARGET = 1_000_000_000

export const Targets = Schema.Struct({
  total: count("How many published residential addresses the country should have."),
  coverage: share("Target share of official regions with at least one address."),
  regionalMinimum: count("How many homes each official region should have.")
}).annotate({ identifier: "Targets" })

export const Pool = Schema.Struct({
  country: CountryCode,
  enabled: Schema.Boolean.annotate({ description: "A disabled country is not served and appears in no report." }),
  ready: Schema.Boolean.annotate({ description: "Enabled, with homes, and not stale." }),
  total: count("Published records."),
  residential: count("Published residential addresses: what is drawn from."),
  poolVersion: count("0: nothing was published yet."),
  publishedAt: Schema.NullOr(instant("When it last changed; null: never.")),
  readAt: Schema.NullOr(instant("When a source of it was last read to its end; null: never.")),
  stale: Schema.Boolean.annotate({ description: "No source has been read for longer than POOL_MAX_AGE." }),
  sources: Schema.Array(Schema.String).annotate({ description: "Names of the sources with records in it." }),
  evidence: Schema.NullOr(EvidenceMix).annotate({ description: "Null until it is first sampled, and without homes." }),
  coverage: Schema.NullOr(CountryCoverage).annotate({
    description: "Null for a disabled country, and for one that was never published."
  }),
  targets: Targets,
  verdict: Verdict,
  explanations: Schema.Array(
    Schema.Struct({
      source: Schema.NullOr(Schema.String).annotate({
        description: "Name of the source; null if it concerns the whole pool."
      }),
      ...Explanation.fields
    }).annotate({ identifier: "PoolExplanation" })
  ).annotate({ description: "Problems of its homes, and findings of its sources' last runs." }),
  weakestEvidence: EvidenceKind.annotate({
    identifier: "WeakestEvidence",
    description:
      "The weakest evidence accepted for a home in the country. Addresses with weaker evidence are never drawn."
  })
}).annotate({ identifier: "Pool" })
export type Pool = typeof Pool.Type

export const PlaceType = Schema.Literals(["region", "city", "district", "postcode"])

export const Place = Schema.Struct({
  id: Schema.NonEmptyString,
  value: Schema.NonEmptyString.annotate({ description: "Name of the place." }),
  residential: count("Published residential addresses. Of a postcode, the part within the parent.")
}).annotate({ identifier: "Place" })
export type Place = typeof Place.Type

/** Some homes, drawn uniformly; the same ones as long as they are published. */
export const MapPoints = Schema.Struct({
  points: Schema.Array(
    Schema.Tuple([Schema.Finite, Schema.Finite, EvidenceKind]).annotate({
      description: "Longitude, latitude (WGS 84, as in GeoJSON), and kind of evidence."
    })
  ).annotate({ description: "At most 4,000. Without homes that lack coordinates." }),
  sampled: count("Homes that were drawn, with coordinates or without."),
  residential: count("Homes of the whole selection: each point stands for residential / sampled of them.")
}).annotate({ identifier: "MapPoints" })
export type MapPoints = typeof MapPoints.Type

/** How independent rules judge a pool's homes. */
export const PoolScore = Schema.Struct({
  judged: count("Homes that were looked at: drawn uniformly, or all of them where exact."),
  exact: Schema.Boolean.annotate({ description: "Whether every home was checked, rather than a sample." }),
  poolVersion: count("Version of the pool that was looked at."),
  covered: count("Homes that some rule says something of."),
  passed: count("Of these, the homes that keep every rule."),
  complaints: Schema.Array(
    Schema.Struct({
      judge: JudgeName,
      rule: JudgeRule,
      message: Schema.NonEmptyString.annotate({ description: "A sentence about one of them." }),
      homes: count("Homes that do not keep the rule."),
      examples: Schema.Array(Schema.NonEmptyString).annotate({ description: "IDs of some of them." })
    }).annotate({ identifier: "Complaint" })
  ).annotate({ description: "Broken rules, most frequent first." })
}).annotate({ identifier: "PoolScore" })
export type PoolScore = typeof PoolScore.Type

const howMany = (description: string) =>
  Schema.Finite.check(
    Schema.makeFilter(
      (value: number) =>
        Number.isInteger(value) && value >= 0 && value <= MAX_TARGET
          ? undefined
          : "must be a whole number from 0 to 1,000,000,000",
      {
        expected: "a whole number from 0 to 1,000,000,000",
        toJsonSchema: () => ({ type: "integer", minimum: 0, maximum: MAX_TARGET })
      }
    )
  ).annotate({ description, examples: [4033] })

export const NewTargets = Schema.Struct({
  total: Schema.optionalKey(howMany("How many published residential addresses the country should have.")),
  coverage: Schema.optionalKey(
    Schema.Finite.check(
      Schema.isBetween({ minimum: 0, maximum: 1 }, { message: "must be from 0 (none) to 1 (100 percent)" })
    ).annotate({ description: "Target share of official regions with at least one address.", examples: [0.95] })
  ),
  regionalMinimum: Schema.optionalKey(howMany("How many homes each official region should have."))
}).annotate({ identifier: "NewTargets" })

const PoolChange = Schema.Struct({
  enabled: Schema.optionalKey(Schema.Boolean),
  targets: Schema.optionalKey(NewTargets),
  weakestEvidence: Schema.optionalKey(EvidenceKind)
}).annotate({ identifier: "PoolChange" })

const country = countryParameter({ description: "ISO 3166-1 alpha-2 code, in any case." })
const params = { country }

/** The countries' pools. */
export class Pools extends HttpApiGroup.make("pools")
  .add(
    HttpApiEndpoint.get("list", "/pools", {
      success: data(Schema.Struct({ pools: Schema.Array(Pool) })),
      error: ServiceUnavailableResponse
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "pools",
        summary: "Pools",
        description: "By country: those with a pool, with settings, or with a source, including disabled ones."
      })
    ),
    HttpApiEndpoint.get("get", "/pools/:country", {
      params,
      success: data(Pool),
      error: [NotThereResponse, ServiceUnavailableResponse]
    }).annotateMerge(OpenApi.annotations({ identifier: "pool", summary: "A pool", description: "By its country." })),
    HttpApiEndpoint.patch("update", "/pools/:country", {
      params,
      payload: PoolChange,
      success: data(Pool),
      error: [InvalidRequestResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "updatePool",
        summary: "Enable, disable, set targets and evidence",
        description: "Absent members stay unchanged. New targets and the weakest accepted evidence take effect at once."
      })
    ),
    HttpApiEndpoint.get("places", "/pools/:country/places", {
      params,
      query: Schema.Struct({
        childType: PlaceType.annotate({ description: "What to list." }),
        parentType: Schema.optionalKey(
          Schema.Literals(["country", "region", "city"]).annotate({
            description: "The kind of the parent.",
            default: "country"
          })
        ),
        parentId: Schema.optionalKey(Id.annotate({ description: "ID of the region or city; absent for a country." })),
        q: Schema.optionalKey(FilterText.annotate({ description: "Text that must occur in the name." })),
        ...paging
      }),
      success: data(
        Schema.Struct({ places: Schema.Array(Place), ...pageFields }).annotate({ identifier: "PlacePage" })
      ),
      error: [InvalidRequestResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "places",
        summary: "Places below a country, region or city",
        description: "With stored counts, by name, page by page. A disabled country has no places."
      })
    ),
    HttpApiEndpoint.get("map", "/pools/:country/map", {
      params,
      query: Schema.Struct({
        placeId: Schema.optionalKey(
          Id.annotate({ description: "Only homes in this region, city, district or postcode." })
        )
      }),
      success: data(MapPoints),
      error: [InvalidRequestResponse, NotThereResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "poolMap",
        summary: "Where a country's homes are",
        description: "A uniform sample of at most 2,000 homes."
      })
    ),
    HttpApiEndpoint.get("score", "/pools/:country/score", {
      params,
      success: data(PoolScore),
      error: [NotThereResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "poolScore",
        summary: "A pool's score by third-party rules",
        description:
          "How many homes pass the rules of Shopify's checkout and of Google's libaddressinput, in a uniform sample of at most 5,000."
      })
    ),
    HttpApiEndpoint.get("world", "/map", {
      success: data(MapPoints),
      error: ServiceUnavailableResponse
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "worldMap",
        summary: "Where all homes are",
        description: "A sample of the homes of every enabled country, equally many of each, at most 4,000 in all."
      })
    )
  )
  .middleware(Validation)
  .middleware(SignedIn)
  .middleware(SameSite)
  .annotateMerge(OpenApi.annotations({ title: "Pools", description: "The countries' pools." })) {}
