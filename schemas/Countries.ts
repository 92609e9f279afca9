import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Count } from "./Numbers.ts"
import { CountryCode } from "./Address.ts"
import { Authorization, RequiredScope } from "./Authorization.ts"
import { data } from "./Data.ts"
import { ServiceUnavailableResponse } from "./Errors.ts"
import { Revalidation } from "./Revalidation.ts"
import { Validation } from "./Validation.ts"

const residentialAvailable = Schema.Boolean.annotate({
  description: "Whether an address of the country can be generated now."
})

/** A country that the service knows, with its homes. */
export const Country = Schema.Struct({
  code: CountryCode,
  residentialAvailable,
  residentialCount: Count.annotate({
    description: "Number of published residential addresses.",
    examples: [4096]
  }),
  generationMode: Schema.Literal("synchronized-pool").annotate({ description: "How addresses are generated." })
}).annotate({ identifier: "Country", description: "A served country, and how much of it is published." })
export type Country = typeof Country.Type

export const Availability = Schema.Struct({ code: CountryCode, residentialAvailable }).annotate({
  identifier: "Availability",
  description: "Whether addresses of a country can be generated."
})
export type Availability = typeof Availability.Type

/** The countries that are served: those of registered sources, and those with a pool. Ordered by code. */
export class Countries extends HttpApiGroup.make("countries")
  .add(
    HttpApiEndpoint.get("list", "/countries", {
      success: data(Schema.Array(Country)),
      error: ServiceUnavailableResponse
    })
      .annotate(RequiredScope, "read")
      .annotateMerge(
        OpenApi.annotations({
          identifier: "listCountries",
          summary: "Supported countries",
          description: "Scope: read. Lists the supported countries by code, with their residential counts."
        })
      ),
    HttpApiEndpoint.get("availability", "/availability", {
      success: data(Schema.Array(Availability)),
      error: ServiceUnavailableResponse
    })
      .annotate(RequiredScope, "read")
      .annotateMerge(
        OpenApi.annotations({
          identifier: "listAvailability",
          summary: "Residential availability",
          description:
            "Scope: read. Lists the supported countries by code, with whether addresses can be generated in each."
        })
      )
  )
  .middleware(Revalidation)
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Countries", description: "Supported and available countries." })) {}
