import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Count, Share } from "./Numbers.ts"
import { CountryCode } from "./Address.ts"
import { Authorization, RequiredScope } from "./Authorization.ts"
import { data } from "./Data.ts"
import { ServiceUnavailableResponse } from "./Errors.ts"
import { countryParameter, queryBoolean } from "./Fields.ts"
import { Validation } from "./Validation.ts"

const count = (description: string) => Count.annotate({ description, examples: [10_000] })

const ratio = (description: string) => Share.annotate({ description, examples: [0.95] })

const met = Schema.Boolean.annotate({ description: "Whether the target is reached." })

/** How far the pool of an enabled country is from its targets. */
export const CountryCoverage = Schema.Struct({
  countryCode: CountryCode,
  complete: Schema.Boolean.annotate({ description: "Whether all three rules are met." }),
  derived: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Finite).annotate({
      description:
        "Share of homes with parts that their record lacks, by the method that derived them, 0 to 1. Counted in a uniform sample of 2,000 homes, or in all if there are fewer: accurate within 2.2 percentage points, 19 times in 20. Absent until some seconds after a publication.",
      examples: [{ polygon: 0.98, "postcode-table": 0.91 }]
    })
  ),
  rules: Schema.Struct({
    total: Schema.Struct({
      current: count("Published residential addresses."),
      target: count("The target number."),
      met
    }).annotate({ description: "Enough addresses." }),
    administrativeCoverage: Schema.Struct({
      actual: ratio("Share of the official regions that have at least one published residential address."),
      target: ratio("The target share."),
      met
    }).annotate({ description: "Addresses in enough regions." }),
    regionalMinimums: Schema.Struct({
      actual: ratio("Share of the official regions that reach the country's regional minimum."),
      target: ratio("The target share."),
      met
    }).annotate({ description: "Enough addresses in enough regions." })
  }).annotate({ description: "The three rules." })
}).annotate({ identifier: "CountryCoverage", description: "How close a country's pool is to its targets." })

export const CoverageReport = Schema.Struct({
  countries: Schema.Array(CountryCoverage).annotate({ description: "Enabled countries by code." })
}).annotate({ identifier: "CoverageReport", description: "Pools and their targets." })
export type CoverageReport = typeof CoverageReport.Type

/** A problem that the operator should fix. */
export const ConfigurationError = Schema.Struct({
  code: Schema.NonEmptyString.annotate({
    description: "The kind of problem.",
    examples: ["GEOIP_DATABASE_MISSING"]
  }),
  message: Schema.NonEmptyString.annotate({ description: "What is wrong, and what to do." }),
  path: Schema.NonEmptyString.annotate({ description: "The setting at fault.", examples: ["GEOIP_DATABASE"] })
}).annotate({ identifier: "ConfigurationError", description: "A problem that the operator should fix." })
export type ConfigurationError = typeof ConfigurationError.Type

export const DataHealth = Schema.Struct({
  healthy: Schema.Boolean.annotate({
    description: "Whether every country is ready and nothing is wrong with the configuration."
  }),
  countries: Schema.Array(
    Schema.Struct({
      code: CountryCode,
      ready: Schema.Boolean.annotate({ description: "Whether addresses of the country can be generated." }),
      count: count("Published residential addresses.")
    })
  ).annotate({ description: "Enabled countries by code." }),
  configurationErrors: Schema.Array(ConfigurationError).annotate({ description: "Empty when there are none." })
}).annotate({ identifier: "DataHealth", description: "The state of the pools, for operators." })
export type DataHealth = typeof DataHealth.Type

/** Reports about the pools for operators. */
export class Reports extends HttpApiGroup.make("reports")
  .add(
    HttpApiEndpoint.get("coverage", "/coverage", {
      query: Schema.Struct({
        country: Schema.optionalKey(
          countryParameter({ description: "Only this country: an ISO 3166-1 alpha-2 code, in any case." })
        ),
        includeComplete: Schema.optionalKey(
          queryBoolean({ description: "Whether to list countries that meet all three rules.", default: "true" })
        )
      }),
      success: data(CoverageReport),
      error: ServiceUnavailableResponse
    })
      .annotate(RequiredScope, "read")
      .annotateMerge(
        OpenApi.annotations({
          identifier: "getCoverage",
          summary: "Synchronization coverage",
          description:
            "Scope: read. Reports the three completion rules for enabled countries: the total of published residential addresses, the share of official regions that have one, and the share of regions that reach their minimum. Official regions are the first-level subdivisions of ISO 3166-2, or the country itself if it has none."
        })
      ),
    HttpApiEndpoint.get("dataHealth", "/data-health", {
      success: data(DataHealth),
      error: ServiceUnavailableResponse
    })
      .annotate(RequiredScope, "read")
      .annotateMerge(
        OpenApi.annotations({
          identifier: "getDataHealth",
          summary: "Health of pools and configuration",
          description: "Scope: read. Reports for each enabled country whether its pool can serve, and what to fix."
        })
      )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Reports", description: "Information for operators." })) {}
