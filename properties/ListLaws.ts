import { Effect, Option, Schema } from "effect"
import type { Address } from "../schemas/Address.ts"
import { LocationHierarchy, LocationSearch } from "../schemas/Locations.ts"
import { read } from "./AnswerLaws.ts"
import { countsBy, drawOrNone, promise } from "./Law.ts"
import { patiently } from "./Patience.ts"
import type { Deployment } from "./Subject.ts"
import { itemsIn } from "./ReportLaws.ts"

// Laws of what lists of places leave out, of what a request need not say, and of the document that says all this.

const selecting = promise("A list of places MUST have those alone that its text and its parents select")

/** A text that no place's name or code has, and IDs of no place. */
const nowhere = [
  "q=zzz%20atlantis%20zzz",
  "region=zzz%20atlantis%20zzz",
  "regionId=r-0000000000001",
  "cityId=c-0000000000001"
]

const searchOf = (subject: Deployment, law: ReturnType<typeof promise>, path: string) =>
  Effect.map(read(subject, law, { path }, LocationSearch), (found) => ({ items: itemsIn(found), total: found.total }))

const hierarchyOf = (subject: Deployment, law: ReturnType<typeof promise>, path: string) =>
  Effect.map(read(subject, law, { path }, LocationHierarchy), ({ children, total }) => ({ items: children, total }))

const isEmpty = (path: string, { items, total }: { readonly items: ReadonlyArray<unknown>; readonly total: number }) =>
  selecting.hold(
    items.length === 0 && total === 0,
    `GET /api/v1${path} lists ${items.length} of ${total} places, though nothing matches. Is the parameter ignored?`,
    items.slice(0, 3)
  )

/** The two lists of cities, and how to read them. */
const cityLists = (country: string) =>
  [
    [`/locations/search?country=${country}&field=city&limit=200`, searchOf],
    [`/locations/hierarchy?country=${country}&childType=city&limit=200`, hierarchyOf]
  ] as const

/** The case of a text makes no difference to a list. Letters beyond ASCII have other cases in some languages. */
const lettersAreAlike = Effect.fnUntraced(function* (
  subject: Deployment,
  country: string,
  sample: ReadonlyArray<Address>
) {
  const city = sample.find(({ components }) => /^[a-z][a-z ]{2,}$/i.test(components.city ?? ""))?.components.city
  if (city === undefined) return
  const respelled = /[a-z]/.test(city) ? city.toUpperCase() : city.toLowerCase()
  for (const [list, listOf] of cityLists(country)) {
    const pathOf = (q: string) => `${list}&q=${encodeURIComponent(q)}`
    const [written, other] = [pathOf(city), pathOf(respelled)]
    yield* selecting.same(
      yield* listOf(subject, selecting, other),
      yield* listOf(subject, selecting, written),
      `GET /api/v1${other} lists other places than ${written}, though only the case of the text differs.`
    )
  }
})

/** A place is found by a part of its name, which need not be its beginning. */
const partsAreFound = Effect.fnUntraced(function* (
  subject: Deployment,
  country: string,
  sample: ReadonlyArray<Address>
) {
  const home = sample.find(
    ({ components, locationIds }) =>
      locationIds.cityId !== undefined && /^[a-z][a-z ]{3,}$/i.test(components.city ?? "")
  )
  if (home === undefined) return
  const part = home.components.city!.slice(1)
  for (const [list, listOf] of cityLists(country)) {
    const path = `${list}&q=${encodeURIComponent(part)}`
    const { items, total } = yield* listOf(subject, selecting, path)
    yield* selecting.hold(
      total > items.length || items.some(({ id }) => id === home.locationIds.cityId),
      `GET /api/v1${path} does not list ${home.locationIds.cityId} (${home.components.city}).`,
      items
    )
    yield* selecting.hold(
      total === items.length || (total > items.length && items.length === 200),
      `GET /api/v1${path} lists ${items.length} places, and reports a total of ${total}.`
    )
  }
})

/** The case of a country's code makes no difference. */
const codesAreAlike = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  for (const path of [
    "/locations/search?field=region&country=",
    "/locations/hierarchy?childType=region&country=",
    "/coverage?country="
  ]) {
    yield* areAlike(subject, selecting, path + country.toLowerCase(), path + country)
  }
})

/** What a list calls the place of a drawn home is a filter that selects homes. */
const namesAreFilters = Effect.fnUntraced(function* (
  subject: Deployment,
  country: string,
  sample: ReadonlyArray<Address>
) {
  for (const level of ["region", "city", "district", "postcode"] as const) {
    const path = `/locations/search?country=${country}&field=${level}&residential=true&limit=200`
    const { items } = yield* searchOf(subject, selecting, path)
    const homely = countsBy(level, sample)
    const place = items.find(({ id }) => homely.has(id))
    if (place === undefined) continue
    const drawn = yield* drawOrNone(subject, { country, filters: { [level]: place.value }, seed: "named" })
    yield* selecting.hold(
      drawn !== undefined,
      `GET /api/v1${path} lists ${place.id} as "${place.value}", and nothing can be drawn with ${level}=${place.value}.`
    )
  }
})

/** What selects nothing lists nothing, names and parts of them select their places, case makes no difference, and a region selects by its name what it selects by its ID. */
export const listsAreSelected = Effect.fnUntraced(function* (
  subject: Deployment,
  country: string,
  sample: ReadonlyArray<Address>
) {
  for (const parameter of nowhere) {
    const path = `/locations/search?country=${country}&field=postcode&${parameter}`
    yield* isEmpty(path, yield* searchOf(subject, selecting, path))
  }
  for (const parameter of ["q=zzz%20atlantis%20zzz", "parentType=city&parentId=c-0000000000001"]) {
    const path = `/locations/hierarchy?country=${country}&childType=postcode&${parameter}`
    yield* isEmpty(path, yield* hierarchyOf(subject, selecting, path))
  }
  yield* lettersAreAlike(subject, country, sample)
  yield* codesAreAlike(subject, country)
  yield* partsAreFound(subject, country, sample)
  yield* namesAreFilters(subject, country, sample)
  const [inRegion] = sample.filter(({ locationIds }) => locationIds.regionId !== undefined)
  if (inRegion === undefined) return
  const { regionId = "" } = inRegion.locationIds
  const cities = `/locations/search?country=${country}&field=city`
  const byName = `${cities}&region=${encodeURIComponent(inRegion.components.region ?? "")}`
  const [named, given] = [
    yield* searchOf(subject, selecting, byName),
    yield* searchOf(subject, selecting, `${cities}&regionId=${regionId}`)
  ]
  // Several regions may have one name.
  yield* selecting.hold(
    named.total >= given.total,
    `GET /api/v1${byName} lists ${named.total} cities, and ${given.total} with regionId=${regionId} in place of the name.`
  )
})

const assuming = promise("A request that leaves out a parameter MUST be answered as one that gives its default")

/** Requests that leave out parameters, and the same with the defaults of the interface. */
const pairs = (country: string): ReadonlyArray<readonly [short: string, long: string]> => [
  [
    `/locations/search?country=${country}`,
    `/locations/search?country=${country}&field=city&residential=false&limit=100`
  ],
  [
    `/locations/hierarchy?country=${country}&childType=postcode`,
    `/locations/hierarchy?country=${country}&childType=postcode&parentType=country&residential=true&limit=100`
  ],
  ["/coverage", "/coverage?includeComplete=true"],
  // `residential` is there for old clients alone, and has no effect.
  [
    `/generate?country=${country}&seed=default`,
    `/generate?country=${country}&seed=default&strategy=random&residential=true`
  ],
  [`/generate?country=${country}&seed=default`, `/generate?country=${country}&seed=default&residential=false`]
]

/** The default country may have no homes elsewhere. */
const ofDefaultCountry = [
  ["/generate?seed=default", "/generate?country=US&seed=default"],
  ["/locations/search?field=region", "/locations/search?country=US&field=region"]
] as const

/** Everything but the ID of the request. */
const withoutId = (data: Schema.Json): Schema.Json => {
  if (typeof data !== "object" || data === null || !("requestId" in data)) return data
  const { requestId: _, ...others } = data as Record<string, Schema.Json>
  return others
}

/** Both alike, unless something is published in between, which does not happen three times in a row. */
const areAlike = Effect.fnUntraced(function* (
  subject: Deployment,
  law: ReturnType<typeof promise>,
  short: string,
  long: string
) {
  for (let again = 2; ; again--) {
    const [one, other] = [
      withoutId(yield* read(subject, law, { path: short }, Schema.Json)),
      withoutId(yield* read(subject, law, { path: long }, Schema.Json))
    ]
    if (again > 0 && JSON.stringify(one) !== JSON.stringify(other)) continue
    return yield* law.same(one, other, `GET /api/v1${short} is answered otherwise than GET /api/v1${long}.`)
  }
})

/** Defaults are those of the interface. */
export const defaultsAreKept = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  for (const [short, long] of pairs(country)) yield* areAlike(subject, assuming, short, long)
  if (country !== "US") return
  for (const [short, long] of ofDefaultCountry) yield* areAlike(subject, assuming, short, long)
})

const describing = promise("The OpenAPI document MUST describe every endpoint of the interface")

/** The endpoints of the interface, below `/api/v1`. */
const endpoints = [
  "get /health",
  "get /ready",
  "get /countries",
  "get /availability",
  "get /client-context",
  "get /locations/search",
  "get /locations/hierarchy",
  "get /generate",
  "post /generate/batch",
  "get /addresses/{id}",
  "post /address-translation",
  "get /coverage",
  "get /data-health"
]

const Operation = Schema.Struct({
  parameters: Schema.optionalKey(Schema.Array(Schema.Struct({ name: Schema.String }))),
  requestBody: Schema.optionalKey(Schema.Json),
  responses: Schema.Record(Schema.String, Schema.Json)
})
const Document = Schema.Struct({
  components: Schema.optionalKey(Schema.Struct({ schemas: Schema.Json })),
  openapi: Schema.String,
  info: Schema.Struct({ version: Schema.String }),
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Json))
})

const places = "region regionId city cityId district districtId postcode postcodeId"

/** The parameters of endpoints, by their names in the interface. */
const parameters: Readonly<Record<string, string>> = {
  "get /client-context": "ip",
  "get /locations/search": "country field q region regionId cityId residential cursor limit",
  "get /locations/hierarchy": "country childType parentType parentId q residential cursor limit",
  "get /generate": `country ${places} mode ip q strategy residential seed requestId`,
  "get /addresses/{id}": "id",
  "get /coverage": "country includeComplete"
}

/** The members of bodies. */
const members: Readonly<Record<string, string>> = {
  "post /generate/batch": `count filters country ${places} q options unique seed strategy requestId excludeAddressIds`,
  "post /address-translation": "addressId targetLocale"
}

const wordsOf = (text = ""): ReadonlyArray<string> => text.split(" ").filter((word) => word !== "")

/** Names of members anywhere in a schema, whose references are looked up. */
const membersOf = (schema: Schema.Json | undefined, schemas: Schema.Json, seen = new Set<string>()): Set<string> => {
  const found = new Set<string>()
  JSON.stringify(schema ?? null, (name, value: Schema.Json) => {
    if (name === "properties" && typeof value === "object" && value !== null) {
      for (const member of Object.keys(value)) found.add(member)
    }
    const reference = name === "$ref" && typeof value === "string" ? value.split("/").at(-1)! : undefined
    if (reference !== undefined && !seen.has(reference)) {
      const other = (schemas as Readonly<Record<string, Schema.Json>>)[reference]
      for (const member of membersOf(other, schemas, seen.add(reference))) found.add(member)
    }
    return value
  })
  return found
}

/** Statuses of endpoints that need a token, and of those that may find nothing. */
const statusesOf = (endpoint: string): ReadonlyArray<string> => {
  if (/ \/(?:health|ready)$/.test(endpoint)) return []
  return /generate|addresses|translation/.test(endpoint) ? ["401", "404", "429"] : ["401", "429"]
}

/** What requests can have, and the responses that they can get, as far as they are not described. */
const untold = (endpoint: string, operation: Schema.Json | undefined, schemas: Schema.Json): ReadonlyArray<string> => {
  if (operation === undefined) return [endpoint]
  const described = Option.getOrElse(Schema.decodeUnknownOption(Operation)(operation), () => ({ responses: {} }))
  const { parameters: given = [], requestBody, responses }: typeof Operation.Type = described
  const names = new Set(given.map(({ name }) => name))
  const inBody = membersOf(requestBody, schemas)
  return [
    ...statusesOf(endpoint).filter((status) => !(status in responses)),
    ...wordsOf(parameters[endpoint]).filter((name) => !names.has(name)),
    ...wordsOf(members[endpoint]).filter((name) => !inBody.has(name))
  ].map((what) => `the ${what} of ${endpoint}`)
}

/** Whoever makes a client from the document can make each request. */
export const documentIsComplete = Effect.fnUntraced(function* (subject: Deployment) {
  const { body, status } = yield* patiently(subject.send({ path: "/openapi.json", authorization: null }))
  const { components, info, openapi, paths } = yield* Effect.mapError(Schema.decodeUnknownEffect(Document)(body), () =>
    describing.broken(`GET /api/v1/openapi.json is answered with ${status}, and with no document.`)
  )
  yield* describing.hold(
    /^3\.1\.\d+$/.test(openapi) && info.version === "1.0.0",
    `It is of version ${info.version}, in OpenAPI ${openapi}, instead of version 1.0.0, in OpenAPI 3.1.`
  )
  const missing = endpoints.flatMap((endpoint) => {
    const [method = "", path = ""] = endpoint.split(" ")
    const methods = Object.entries(paths).find(([name]) => name.endsWith(`/api/v1${path}`))?.[1]
    return untold(endpoint, methods?.[method], components?.schemas ?? {})
  })
  yield* describing.hold(missing.length === 0, `It lacks ${missing.join(", ")}.`)
})
