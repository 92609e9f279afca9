import { Result, Schema, SchemaTransformation } from "effect"
import { NetAddress } from "effect/net"
import { countryFault } from "./CountryAliases.ts"
import { inCapitals } from "./CountryCodes.ts"
import { fold } from "./Fold.ts"

/** The default country of a request. */
export const DEFAULT_COUNTRY = "US"

/** Longest filter, search text or seed, in Unicode characters. */
export const MAX_TEXT = 300
/** Longest ID or request ID, in Unicode characters. */
export const MAX_ID = 160
/** Longest licence, attribution, homepage or evidence of a source, in Unicode characters. Some name a hundred offices. */
export const MAX_TERMS = 10_000
/** Longest name of a token, in Unicode characters. */
export const MAX_TOKEN_NAME = 100
/** Most requests per minute that a new token may be allowed. */
export const MAX_RATE_LIMIT = 100_000_000
/** Longest textual IP address that is parsed. */
const MAX_IP = 64

/** A string has at most as many characters as UTF-16 code units, so most texts need no counting. */
export const isLonger = (text: string, max: number): boolean => text.length > max && Array.from(text).length > max

/** What the database cannot store, or only as another text. */
export const characterFault = (text: string): string | undefined => {
  if (!text.isWellFormed()) return "must be valid Unicode, without unpaired surrogates"
  if (text.includes("\0")) return "must not contain the character U+0000"
  return undefined
}

/** Passes texts that the database can store unchanged. */
export const storable = Schema.makeFilter(characterFault, { expected: "Unicode without U+0000" })

const ofLength = (max: number, fault: (text: string) => string | undefined) =>
  Schema.String.check(
    Schema.makeFilter(fault, {
      expected: `a string of 1 to ${max} characters`,
      toJsonSchema: () => ({ minLength: 1, maxLength: max })
    })
  )

const textFault = (text: string, max: number): string | undefined => {
  if (text.length === 0) return "must not be empty; omit it instead"
  if (isLonger(text, max)) return `must have at most ${max} characters`
  return characterFault(text)
}

/** A text that may be absent. */
export const text = (max: number, fault: (text: string) => string | undefined = () => undefined) =>
  ofLength(max, (text) => textFault(text, max) ?? fault(text))

/** Why a text that must be there is none: blank, too long, or not storable. */
export const requiredTextFault = (text: string, max: number): string | undefined =>
  text.trim() === "" || isLonger(text, max) ? `must have 1 to ${max} characters` : characterFault(text)

/** A text that must be there. */
export const requiredText = (max: number) => ofLength(max, (text) => requiredTextFault(text, max))

/** Licence, attribution, homepage or evidence of a source, which every address that comes from it carries. */
export const Terms = requiredText(MAX_TERMS)

/**
 * Why a text is no homepage: clients make it a link, and of another scheme (`javascript:`) that would be code, or a file
 * of theirs. Words, which are no link, may stand in its place.
 */
export const homepageFault = (text: string): string | undefined =>
  URL.canParse(text) && !/^https?:$/.test(new URL(text).protocol)
    ? "must be a web address that begins with https:// or http://"
    : undefined

/** The page where a source is described. */
export const Homepage = ofLength(MAX_TERMS, (text) => requiredTextFault(text, MAX_TERMS) ?? homepageFault(text))

/**
 * A filter or search text. A text that folds to nothing would match everything, and so silently widen the selection.
 */
export const FilterText = text(MAX_TEXT, (text) =>
  fold(text) === "" ? "must not be blank; omit it instead" : undefined
)

export const Seed = text(MAX_TEXT).annotate({
  description: "Seed for reproducible draws: the same seed, parameters and pool version give the same response.",
  examples: ["spring-42"]
})

const MAX_VERSION = 2_147_483_647

const VERSION_RANGE = `must be an integer from 0 to ${MAX_VERSION}`

const versionDocumentation = {
  description:
    "Draw only from this version of the country's pool: the current one, or one that is kept. Any other version gives NO_POOL_COVERAGE.",
  examples: [42]
}

/** A pool version in a body. */
export const PoolVersion = Schema.Number.annotate({ message: VERSION_RANGE })
  .check(
    Schema.isInt({ message: VERSION_RANGE }),
    Schema.isBetween({ minimum: 0, maximum: MAX_VERSION }, { message: VERSION_RANGE })
  )
  .annotate(versionDocumentation)

/** A pool version in a query. */
export const queryPoolVersion = Schema.String.check(
  Schema.makeFilter(
    (text: string) => (/^(?:0|[1-9]\d{0,9})$/.test(text) && Number(text) <= MAX_VERSION ? undefined : VERSION_RANGE),
    {
      expected: `an integer from 0 to ${MAX_VERSION}`,
      toJsonSchema: () => ({ minimum: 0, maximum: MAX_VERSION })
    }
  )
)
  .annotate({ description: versionDocumentation.description })
  .pipe(Schema.decodeTo(Schema.Int, SchemaTransformation.transform({ decode: (text) => Number(text), encode: String })))

/** An address or place ID. Only a look-up shows whether it exists. */
export const Id = text(MAX_ID)

/** The ID of the address that a request is about, which must be there. */
export const AddressId = ofLength(MAX_ID, (id) => (id === "" ? "must not be empty" : textFault(id, MAX_ID))).annotate({
  description: "An address ID that generate or generate/batch returned.",
  examples: ["us-4k2m9x0q7v1b3n5c8d6f"]
})

const requestIdFault = (text: string): string | undefined => {
  if (text.length === 0) return "must not be empty; omit it instead"
  if (isLonger(text, MAX_ID)) return `must have at most ${MAX_ID} characters`
  return /^[\x21-\x7e]+$/.test(text) ? undefined : "must consist of visible ASCII characters, without spaces"
}

/** Whether the text is usable as a request ID: it is returned as a header, so it must be a valid header value. */
export const isRequestId = (text: string): boolean => requestIdFault(text) === undefined

export const RequestId = Schema.String.check(
  Schema.makeFilter(requestIdFault, {
    expected: `1 to ${MAX_ID} visible ASCII characters`,
    toJsonSchema: () => ({ minLength: 1, maxLength: MAX_ID, pattern: "^[\\x21-\\x7e]+$" })
  })
).annotate({
  description: "The caller's correlation ID. It is returned as requestId and in the header X-Request-Id.",
  examples: ["checkout-test-0017"]
})

/** An ISO 3166-1 alpha-2 code in any case; decoded to capitals. */
export const countryParameter = (documentation: { readonly description: string; readonly default?: string }) =>
  Schema.String.check(
    Schema.makeFilter(countryFault, {
      expected: "an ISO 3166-1 alpha-2 country code",
      toJsonSchema: () => ({ minLength: 2, maxLength: 2, pattern: "^[A-Za-z]{2}$" })
    })
  )
    .annotate({ ...documentation, description: `${documentation.description} XK is Kosovo.`, examples: ["US"] })
    .pipe(
      Schema.decodeTo(Schema.String, SchemaTransformation.transform({ decode: inCapitals, encode: (code) => code }))
    )

export const IpAddress = Schema.String.check(
  Schema.makeFilter(
    (text: string) =>
      text.length <= MAX_IP && Result.isSuccess(NetAddress.ipFromString(text))
        ? undefined
        : "must be an IPv4 or IPv6 address, such as 203.0.113.7 or 2001:db8::7",
    {
      expected: "an IPv4 or IPv6 address",
      // Generators read each alternative by itself: without a type, it would be anything.
      toJsonSchema: () => ({
        anyOf: ["ipv4", "ipv6"].map((format) => ({ type: "string", format, minLength: 2, maxLength: MAX_IP }))
      })
    }
  )
)

/** `true` or `false`, also written `1` or `0`: JSON Schema cannot express that, so the description says it. */
export const queryBoolean = (documentation: { readonly description: string; readonly default: "true" | "false" }) =>
  Schema.Literals(["true", "false", "1", "0"])
    .annotate({
      ...documentation,
      description: `${documentation.description} 1 and 0 mean true and false.`,
      message: "must be true or false"
    })
    .pipe(
      Schema.decodeTo(
        Schema.Boolean,
        SchemaTransformation.transform({
          decode: (text): boolean => text === "true" || text === "1",
          encode: (value) => (value ? "true" : "false")
        })
      )
    )

export const Strategy = Schema.Literals(["random", "instant"]).annotate({
  identifier: "Strategy",
  description:
    "random draws from the database at the time of the request; instant takes a fresh draw that the service has prepared. With a seed, both return the same address.",
  default: "random"
})
export type Strategy = typeof Strategy.Type

const filter = (description: string, example: string) =>
  Schema.optionalKey(FilterText.annotate({ description, examples: [example] }))

const filterId = (description: string, example: string) =>
  Schema.optionalKey(Id.annotate({ description, examples: [example] }))

/** The filters of a draw. All given filters must match; names ignore case, accents and extra white space. */
export const locationFilters = {
  region: filter("Exact first-level region: its name or its ISO 3166-2 code.", "California"),
  regionId: filterId("Stable region ID.", "r-0123456789abc"),
  city: filter(
    "Exact city name. If no city has it, the cities of which it is a name in another language or spelling.",
    "Savannah"
  ),
  cityId: filterId("Stable city ID.", "c-0123456789abc"),
  district: filter(
    "Exact district name, or another spelling of one, if the country's addresses have districts.",
    "Neureut"
  ),
  districtId: filterId("Stable district ID.", "d-0123456789abc"),
  postcode: filter("Exact postcode.", "31401"),
  postcodeId: filterId("Stable postcode ID.", "p-0123456789abc"),
  q: filter("Text that must occur within one component of the address other than its country.", "main st")
}
