import { Effect, Option, Schema } from "effect"
import type { Address } from "../schemas/Address.ts"
import { LocationHierarchy, type LocationItem, LocationSearch } from "../schemas/Locations.ts"
import { read } from "./AnswerLaws.ts"
import { countsBy, drawOrNone, matches, promise } from "./Law.ts"
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

/** The case of a text makes no difference to a search. Letters beyond ASCII have other cases in some languages. */
const lettersAreAlike = Effect.fnUntraced(function* (
  subject: Deployment,
  country: string,
  sample: ReadonlyArray<Address>
) {
  const city = sample.find(({ components }) => /^[a-z][a-z ]{2,}$/i.test(components.city ?? ""))?.components.city
  if (city === undefined) return
  const pathOf = (q: string) => `/locations/search?country=${country}&field=city&q=${encodeURIComponent(q)}`
  const [written, other] = [pathOf(city), pathOf(/[a-z]/.test(city) ? city.toUpperCase() : city.toLowerCase())]
  yield* selecting.same(
    yield* searchOf(subject, selecting, other),
    yield* searchOf(subject, selecting, written),
    `GET /api/v1${other} lists other places than ${written}, though only the case of the text differs.`
  )
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
  const path = `/locations/search?country=${country}&field=city&limit=200&q=${encodeURIComponent(part)}`
  const { items, total } = yield* searchOf(subject, selecting, path)
  yield* selecting.hold(
    total > items.length || items.some(({ id }) => id === home.locationIds.cityId),
    `GET /api/v1${path} does not list ${home.locationIds.cityId} (${home.components.city}).`,
    items
  )
})

/** From how many letters on a name is nobody's abbreviation or translation of the name that it begins. */
const [longName, lastLetters] = [8, 2]

/** A city is drawn from by its whole name: by its beginning, only if an address says so, too. */
const namesAreWhole = Effect.fnUntraced(function* (
  subject: Deployment,
  country: string,
  homely: ReadonlyArray<LocationItem>
) {
  const long = homely.find(({ value }) => value.length >= longName)
  if (long === undefined) return
  const city = long.value.slice(0, -lastLetters)
  const drawn = yield* drawOrNone(subject, { country, filters: { city }, seed: "whole" })
  yield* selecting.hold(
    drawn === undefined || matches(drawn.address, { city }),
    `With city=${city}, ${drawn?.address.id} is drawn, which is not in a place of that name: a filter is a whole name.`,
    drawn?.address.components
  )
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
    const there = items.filter(({ id }) => homely.has(id))
    const [place] = there
    if (place === undefined) continue
    const drawn = yield* drawOrNone(subject, { country, filters: { [level]: place.value }, seed: "named" })
    yield* selecting.hold(
      drawn !== undefined,
      `GET /api/v1${path} lists ${place.id} as "${place.value}", and nothing can be drawn with ${level}=${place.value}.`
    )
    if (level === "city") yield* namesAreWhole(subject, country, there)
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
const areAlike = Effect.fnUntraced(function* (subject: Deployment, short: string, long: string) {
  for (let again = 2; ; again--) {
    const [one, other] = [
      withoutId(yield* read(subject, assuming, { path: short }, Schema.Json)),
      withoutId(yield* read(subject, assuming, { path: long }, Schema.Json))
    ]
    if (again > 0 && JSON.stringify(one) !== JSON.stringify(other)) continue
    return yield* assuming.same(one, other, `GET /api/v1${short} is answered otherwise than GET /api/v1${long}.`)
  }
})

/** Defaults are those of the interface. */
export const defaultsAreKept = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  for (const [short, long] of pairs(country)) yield* areAlike(subject, short, long)
  if (country !== "US") return
  for (const [short, long] of ofDefaultCountry) yield* areAlike(subject, short, long)
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

const Operation = Schema.Struct({ responses: Schema.Record(Schema.String, Schema.Json) })
const Document = Schema.Struct({
  openapi: Schema.String,
  info: Schema.Struct({ version: Schema.String }),
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Json))
})

/** Which of the responses that every request with a token can get are not described. */
const untold = (endpoint: string, operation: Schema.Json | undefined): ReadonlyArray<string> => {
  if (operation === undefined) return [endpoint]
  if (/ \/(?:health|ready)$/.test(endpoint)) return []
  const { responses } = Option.getOrElse(Schema.decodeUnknownOption(Operation)(operation), () => ({ responses: {} }))
  return ["401", "429"].flatMap((status) => (status in responses ? [] : [`the ${status} of ${endpoint}`]))
}

/** Whoever makes a client from the document can make each request. */
export const documentIsComplete = Effect.fnUntraced(function* (subject: Deployment) {
  const { body, status } = yield* patiently(subject.send({ path: "/openapi.json", authorization: null }))
  const { info, openapi, paths } = yield* Effect.mapError(Schema.decodeUnknownEffect(Document)(body), () =>
    describing.broken(`GET /api/v1/openapi.json is answered with ${status}, and with no document.`)
  )
  yield* describing.hold(
    /^3\.1\.\d+$/.test(openapi) && info.version === "1.0.0",
    `It is of version ${info.version}, in OpenAPI ${openapi}, instead of version 1.0.0, in OpenAPI 3.1.`
  )
  const missing = endpoints.flatMap((endpoint) => {
    const [method = "", path = ""] = endpoint.split(" ")
    const methods = Object.entries(paths).find(([name]) => name.endsWith(`/api/v1${path}`))?.[1]
    return untold(endpoint, methods?.[method])
  })
  yield* describing.hold(missing.length === 0, `It lacks ${missing.join(", ")}.`)
})
