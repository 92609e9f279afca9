import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { CountryCode } from "./Address.ts"
import { Authorization, RequiredScope } from "./Authorization.ts"
import { data } from "./Data.ts"
import { ServiceUnavailableResponse } from "./Errors.ts"
import { IpAddress } from "./Fields.ts"
import { Validation } from "./Validation.ts"

/** How precisely an IP address was located. */
const MatchLevel = Schema.Literals(["city", "region", "country", "none"]).annotate({
  identifier: "MatchLevel",
  description: "The most specific level that was resolved."
})

const Attribution = Schema.Struct({
  text: Schema.NonEmptyString.annotate({ description: "What is to be shown.", examples: ["IP Geolocation by DB-IP"] }),
  url: Schema.NonEmptyString.annotate({ description: "Where it is to link to.", examples: ["https://db-ip.com"] }),
  license: Schema.NonEmptyString.annotate({ description: "The licence that asks for it.", examples: ["CC BY 4.0"] })
}).annotate({ identifier: "Attribution", description: "What a licence asks to be shown." })

/** The location of an IP address. */
export const ClientContext = Schema.Struct({
  country: Schema.Union([CountryCode, Schema.Literal("")]).annotate({
    description: "ISO 3166-1 alpha-2 code, empty where it is not resolved."
  }),
  region: Schema.String.annotate({
    description: "The catalog's name of the region, else the database's; empty where it is not resolved."
  }),
  city: Schema.String.annotate({
    description: "The catalog's name of the city, else the database's; empty where it is not resolved."
  }),
  matchLevel: MatchLevel,
  attributions: Schema.optionalKey(
    Schema.Array(Attribution).annotate({
      description: "What the licences of the GeoIP databases ask to be shown where their answers are."
    })
  )
}).annotate({ identifier: "ClientContext", description: "The location that an IP address leads to." })
export type ClientContext = typeof ClientContext.Type

/** Locates a client. */
export class Clients extends HttpApiGroup.make("clients")
  .add(
    HttpApiEndpoint.get("context", "/client-context", {
      query: Schema.Struct({
        ip: Schema.optionalKey(
          IpAddress.annotate({
            description: "IPv4 or IPv6 address. The request's own where it is left out.",
            examples: ["203.0.113.7"]
          })
        )
      }),
      success: data(ClientContext),
      error: ServiceUnavailableResponse
    })
      .annotate(RequiredScope, "read")
      .annotateMerge(
        OpenApi.annotations({
          identifier: "getClientContext",
          summary: "Where an IP address is",
          description:
            "Scope: read. Resolves country, region and city of an IP address, in the catalog's names where the catalog has the place, so that they can be sent as filters. An address that leads nowhere, such as a private one, has the matchLevel none. Answers 503 while no GeoIP database can be read; data-health says why."
        })
      )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Clients", description: "Where a client is." })) {}
