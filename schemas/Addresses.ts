import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Address } from "./Address.ts"
import { Authorization, RequiredScope } from "./Authorization.ts"
import { data } from "./Data.ts"
import { ServiceUnavailableResponse, UnknownAddressResponse } from "./Errors.ts"
import { AddressId } from "./Fields.ts"
import { TargetLocale, Translation } from "./Translation.ts"
import { Validation } from "./Validation.ts"

/** Published addresses by their IDs. */
export class Addresses extends HttpApiGroup.make("addresses")
  .add(
    HttpApiEndpoint.get("findById", "/addresses/:id", {
      params: {
        id: AddressId
      },
      success: data(Schema.Struct({ address: Address })),
      error: [UnknownAddressResponse, ServiceUnavailableResponse]
    })
      .annotate(RequiredScope, "read")
      .annotateMerge(
        OpenApi.annotations({
          identifier: "getAddress",
          summary: "One address",
          description: "Scope: read. Returns the published address with this ID, exactly as generate returns it."
        })
      ),
    HttpApiEndpoint.post("translate", "/address-translation", {
      payload: Schema.Struct({
        addressId: AddressId,
        targetLocale: TargetLocale
      }).annotate({
        identifier: "TranslationRequest",
        description: "The address, and the language to translate it into."
      }),
      success: data(Translation),
      error: [UnknownAddressResponse, ServiceUnavailableResponse]
    })
      .annotate(RequiredScope, "generate")
      .annotateMerge(
        OpenApi.annotations({
          identifier: "translateAddress",
          summary: "One address in a display language",
          description:
            "Scope: generate. Translates each component with the best reliable method for the target language; `methods` says which."
        })
      )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Addresses", description: "Published addresses by their IDs." })) {}
