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
  text: Schema.NonEmptyString.annotate({ description: "The text to show.", examples: ["IP Geolocation by DB-IP"] }),
  url: Schema.NonEmptyString.annotate({
    description: "The URL that it must link to.",
    examples: ["https://db-ip.com"]
  }),
  license: Schema.NonEmptyString.annotate({ description: "The licence that requires it.", examples: ["CC BY 4.0"] })
}).annotate({ identifier: "Attribution", description: "An attribution that a licence requires." })

/** The location of an IP address. */
export const ClientContext = Schema.Struct({
  country: Schema.Union([CountryCode, Schema.Literal("")]).annotate({
    description: "ISO 3166-1 alpha-2 code, empty if not resolved."
  }),
  region: Schema.String.annotate({
    description: "The catalog's name of the region, otherwise the GeoIP database's; empty if not resolved."
  }),
  city: Schema.String.annotate({
    description: "The catalog's name of the city, otherwise the GeoIP database's; empty if not resolved."
  }),
  matchLevel: MatchLevel,
  attributions: Schema.optionalKey(
    Schema.Array(Attribution).annotate({
      description: "Attributions that the licences of the GeoIP databases require wherever their results are shown."
    })
  )
}).annotate({ identifier: "ClientContext", description: "The location of an IP address." })
export type ClientContext = typeof ClientContext.Type

/** Locates a client. */
export class Clients extends HttpApiGroup.make("clients")
  .add(
    HttpApiEndpoint.get("context", "/client-context", {
      query: Schema.Struct({
        ip: Schema.optionalKey(
          IpAddress.annotate({
            description: "IPv4 or IPv6 address. Defaults to the client's own.",
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
          summary: "Location of an IP address",
          description:
            "Scope: read. Resolves the country, region and city of an IP address. Names are the catalog's where it has the place, so that they work as filters. An address without a location, such as a private one, has the matchLevel none. Answers 503 while no GeoIP database can be read; data-health says why."
        })
      )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Clients", description: "The location of a client." })) {}
