import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { CountryCode } from "../Address.ts"
import { data } from "../Data.ts"
import { InvalidRequestResponse, ServiceUnavailableResponse } from "../Errors.ts"
import { requiredText } from "../Fields.ts"
import { Validation } from "../Validation.ts"
import { ConflictResponse, NotThereResponse } from "./Errors.ts"
import { count, instant, text } from "./Fields.ts"
import { SameSite, SignedIn } from "./Sessions.ts"

const latitude = Schema.Finite.check(
  Schema.isBetween({ minimum: -90, maximum: 90 }, { message: "must be degrees from -90 to 90" })
)
const longitude = Schema.Finite.check(
  Schema.isBetween({ minimum: -180, maximum: 180 }, { message: "must be degrees from -180 to 180" })
)
const Point = Schema.Tuple([longitude, latitude])

/** Points of all of an area's rings: each is looked at for every address near it. */
const MOST_POINTS = 20_000

const Ring = Schema.Array(Point).check(
  Schema.makeFilter(
    (ring: ReadonlyArray<readonly [number, number]>) => {
      const [first, last] = [ring[0], ring.at(-1)]
      const isClosed = first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1]
      return isClosed && ring.length >= 4 ? undefined : "must have four points or more, the last one equal to the first"
    },
    { expected: "a closed ring", toJsonSchema: () => ({ minItems: 4 }) }
  )
)
const Rings = Schema.NonEmptyArray(Ring)

const pointsFault = (rings: ReadonlyArray<ReadonlyArray<unknown>>): string | undefined =>
  rings.flat().length <= MOST_POINTS ? undefined : `must have ${MOST_POINTS} points at most`

const fewPoints = { expected: "few points" }

/** Where nobody is to be drawn. */
export const Area = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("Circle"),
    center: Schema.Struct({ latitude, longitude }),
    radius: Schema.Finite.check(
      Schema.isBetween({ minimum: 1, maximum: 100_000 }, { message: "must be metres from 1 to 100,000" })
    ).annotate({ description: "Metres.", examples: [30] })
  }),
  Schema.Struct({
    type: Schema.Literal("Polygon"),
    coordinates: Rings.check(Schema.makeFilter(pointsFault, fewPoints))
  }),
  Schema.Struct({
    type: Schema.Literal("MultiPolygon"),
    coordinates: Schema.NonEmptyArray(Rings).check(
      Schema.makeFilter((polygons) => pointsFault(polygons.flat()), fewPoints)
    )
  })
]).annotate({
  identifier: "SuppressedArea",
  description:
    "A circle, or one or several polygons as in GeoJSON (RFC 7946): longitude before latitude, degrees of WGS 84. A polygon across the 180th meridian must be cut there, as the RFC says."
})
export type Area = typeof Area.Type

const addressId = Schema.String.check(
  Schema.isPattern(/^[a-z]{2}-[0-9a-hjkmnp-tv-z]{20}$/, { message: "is not the ID of an address" })
).annotate({ description: "ID of a published address.", examples: ["de-4k2m9x0q7v1b3n5c8d6f"] })

/** What to withhold. */
export const SuppressionTarget = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("address"), id: addressId }),
  Schema.Struct({ kind: Schema.Literal("building"), id: addressId }),
  Schema.Struct({ kind: Schema.Literal("area"), area: Area })
]).annotate({
  identifier: "SuppressionTarget",
  description:
    "address: the home; without a unit, everything published under its number. building: all addresses with its number, and all at its coordinates. area: every address in it."
})
export type SuppressionTarget = typeof SuppressionTarget.Type

/** Longest reason, in Unicode characters. */
export const MAX_REASON = 300

const reason = requiredText(MAX_REASON).annotate({
  description: "The reason, for later reference: for example the number of a letter, but no name and no address.",
  examples: ["Request 2026-117"]
})

/** A suppression. It does not say whom it concerns. */
export const Suppression = Schema.Struct({
  id: Schema.NonEmptyString.annotate({ examples: ["sup_9f86d081884c7d65"] }),
  kind: Schema.Literals(["address", "building", "area"]),
  country: Schema.NullOr(Schema.String).annotate({
    description: "Null for an area, which may be in several countries."
  }),
  reason: text("Why."),
  createdAt: instant("When it was decided."),
  liftedAt: Schema.NullOr(instant("When it was lifted; null: it holds.")),
  near: Schema.NullOr(
    Schema.Struct({ latitude: Schema.Finite, longitude: Schema.Finite }).annotate({
      description: "Roughly where it is, to a tenth of a degree, about ten kilometres; null if unknown."
    })
  ),
  withheld: count("Addresses that it has withheld so far.")
}).annotate({ identifier: "Suppression" })
export type Suppression = typeof Suppression.Type

/** An address that may be the wanted one. */
export const FoundAddress = Schema.Struct({
  id: Schema.NonEmptyString,
  line: text("The address on one line."),
  latitude: Schema.NullOr(Schema.Finite),
  longitude: Schema.NullOr(Schema.Finite)
}).annotate({ identifier: "FoundAddress" })
export type FoundAddress = typeof FoundAddress.Type

export const FindAddresses = Schema.Struct({
  country: CountryCode,
  text: requiredText(200).annotate({
    description: "Words of the address in any order, including its number, or its ID.",
    examples: ["12 Rosenweg Freiburg"]
  })
}).annotate({ identifier: "FindAddresses" })

const params = {
  id: Schema.String.check(Schema.isPattern(/^sup_[0-9a-f]{16}$/, { message: "is not the ID of a suppression" }))
}

/** The right to be left alone. */
export class Suppressions extends HttpApiGroup.make("suppressions")
  .add(
    HttpApiEndpoint.get("list", "/suppressions", {
      success: data(Schema.Struct({ suppressions: Schema.Array(Suppression) })),
      error: ServiceUnavailableResponse
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "suppressions",
        summary: "Suppressions",
        description: "Newest first, including lifted ones."
      })
    ),
    HttpApiEndpoint.post("find", "/suppressions/find", {
      payload: FindAddresses,
      success: data(
        Schema.Struct({
          addresses: Schema.Array(FoundAddress).annotate({ description: "Published addresses, at most 50." }),
          suppressedBy: Schema.NullOr(Schema.String).annotate({
            description: "If the requested ID is withheld: the suppression that withholds it."
          })
        })
      ),
      error: [InvalidRequestResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "findToSuppress",
        summary: "Find an address to suppress",
        description: "A POST, so that nobody's address appears in request logs."
      })
    ),
    HttpApiEndpoint.post("preview", "/suppressions/preview", {
      payload: Schema.Struct({ target: SuppressionTarget }),
      success: data(Schema.Struct({ addresses: count("Published addresses that would be withheld.") })),
      error: [InvalidRequestResponse, NotThereResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "previewSuppression",
        summary: "Preview a suppression",
        description: "Changes nothing."
      })
    ),
    HttpApiEndpoint.post("suppress", "/suppressions", {
      payload: Schema.Struct({ target: SuppressionTarget, reason }),
      success: data(Suppression).pipe(HttpApiSchema.status(201)),
      error: [InvalidRequestResponse, NotThereResponse, ConflictResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "suppress",
        summary: "Withhold an address, a building or an area",
        description:
          "Once this has responded, no draw from this database returns it; prepared draws are discarded within a second. Pools that lose an address get a new version, and kept versions lose it too."
      })
    ),
    HttpApiEndpoint.delete("lift", "/suppressions/:id", {
      params,
      success: data(Suppression),
      error: [InvalidRequestResponse, NotThereResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "liftSuppression",
        summary: "Lift a suppression",
        description:
          "Deletes the record of what was withheld. The addresses come back with the next synchronization of the sources that have them, which reads them even if they have not changed."
      })
    )
  )
  .middleware(Validation)
  .middleware(SignedIn)
  .middleware(SameSite)
  .annotateMerge(OpenApi.annotations({ title: "Suppressions", description: "The right to be left alone." })) {}
