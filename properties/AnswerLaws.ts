import { Effect, Schema } from "effect"
import { canonicalJson } from "../schemas/CanonicalJson.ts"
import { data } from "../schemas/Data.ts"
import { Generated, GeneratedBatch, MAX_BATCH } from "../schemas/Generation.ts"
import { LocationHierarchy } from "../schemas/Locations.ts"
import { Translation } from "../schemas/Translation.ts"
import { bare, partsAreWritten, promise } from "./Law.ts"
import { patiently } from "./Patience.ts"
import type { Deployment, WireRequest } from "./Subject.ts"

// Laws of whole responses: what they say about the request, and the address on an envelope.

const nameOf = ({ body, path }: WireRequest): string =>
  body === undefined ? `GET /api/v1${path}` : `POST /api/v1${path} ${JSON.stringify(body)}`

/** The `data` of a response. It breaks the law if it is not the contract's. */
export const read = Effect.fnUntraced(function* <S extends Schema.Top & { readonly DecodingServices: never }>(
  subject: Pick<Deployment, "send">,
  law: ReturnType<typeof promise>,
  request: WireRequest,
  schema: S
) {
  const { body, status } = yield* patiently(subject.send(request))
  yield* law.hold(status === 200, `${nameOf(request)} is answered with ${status}.`, body)
  return yield* Effect.mapError(Schema.decodeUnknownEffect(data(schema))(body), () =>
    law.broken(`The response to ${nameOf(request)} does not have the contract's members.`, body)
  ).pipe(Effect.map((decoded) => (decoded as { readonly data: S["Type"] }).data))
})

/** A seeded request for the largest batch. */
export const batchOf = (country: string, seed: string, more: object = {}): WireRequest => ({
  path: "/generate/batch",
  body: { count: MAX_BATCH, filters: { country }, options: { seed, ...more } }
})

const repeating = promise("The same seed and request MUST give the same response, member for member")

/** Everything that a seed decides: all members of a response, but for the request's ID. */
const decided = (body: unknown): string => {
  const { requestId: _, ...others } = ((body as { data?: object } | null)?.data ?? {}) as Record<string, unknown>
  return canonicalJson(others)
}

/** A seeded request, and how else the same can be requested. */
const spellings = (country: string, seed: string): ReadonlyArray<readonly [WireRequest, ...Array<WireRequest>]> => {
  const draw = { path: `/generate?country=${country}&seed=${seed}` }
  const batch = batchOf(country, seed)
  const small = country.toLowerCase()
  return [
    [draw, { path: `/generate?seed=${seed}&country=${small}` }, { ...draw, language: "ja, zh;q=0.8" }],
    [
      batch,
      { path: batch.path, body: { options: { seed }, filters: { country: small }, count: MAX_BATCH } },
      { ...batch, language: "ja, zh;q=0.8" }
    ]
  ]
}

/**
 * A seeded draw and a seeded batch are the same when they are repeated: addresses, persons, and how they were drawn. The
 * order of parameters, the case of the country and the reader's language make no difference.
 */
export const answersRepeat = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  for (const seed of ["again", "encore", "erneut"]) {
    for (const [request, ...others] of spellings(country, seed)) {
      const first = yield* patiently(subject.send(request))
      for (const other of [request, ...others]) {
        const second = yield* patiently(subject.send(other))
        const [before, now] = [decided(first.body), decided(second.body)]
        // A publication in between changes both.
        if (versionIn(first.body) !== versionIn(second.body) && second.status === 200) continue
        const language = other.language === undefined ? "" : `, with Accept-Language: ${other.language}`
        const how = other === request ? "" : ` to ${nameOf(other)}${language}`
        yield* repeating.hold(before === now, `${nameOf(request)} gave another response a moment later${how}.`, {
          before,
          now
        })
      }
    }
  }
})

const versionIn = (body: unknown): unknown => (body as { data?: { poolVersion?: unknown } } | null)?.data?.poolVersion

const echoing = promise("A response MUST say what was requested")

/** Responses name the country, the filters and the options of their request, and the defaults of those it left out. */
export const requestsAreEchoed = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  const { result } = yield* read(subject, echoing, { path: `/generate?country=${country}&seed=echo` }, Generated)
  const { cityId, postcodeId, regionId } = result.address.locationIds
  const { city, postcode, region } = result.address.components
  for (const filters of [{}, { regionId }, { cityId }, { postcode, postcodeId, regionId }, { city, region, q: city }]) {
    const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
    for (const strategy of [undefined, "random", "instant"] as const) {
      // A strategy makes a difference without a seed alone.
      const how = strategy === undefined ? { seed: "echo" } : { strategy }
      const query = new URLSearchParams({ country, ...given, ...how })
      const one = { path: `/generate?${query}` }
      const drawn = yield* read(subject, echoing, one, Generated)
      const expected = { country, filters: given, strategy: strategy ?? "random" }
      const { country: from, filters: by, strategy: named } = drawn
      yield* echoing.same(
        { country: from, filters: by, strategy: named },
        expected,
        `${nameOf(one)} does not say what was requested.`
      )
    }
    for (const options of [{ seed: "echo" }, { seed: "echo", unique: true }, { unique: false, strategy: "instant" }]) {
      const many = { path: "/generate/batch", body: { count: 2, filters: { country, ...given }, options } }
      const batch = yield* read(subject, echoing, many, GeneratedBatch)
      const expected = { country, filters: given, strategy: "random", unique: true, ...options, seed: undefined }
      const { country: from, filters: by, strategy: how, unique: once } = batch
      yield* echoing.same(
        { country: from, filters: by, strategy: how, unique: once, seed: undefined },
        expected,
        `${nameOf(many)} does not say what was requested.`
      )
    }
  }
  yield* placesAreEchoed(subject, country, regionId)
  for (const targetLocale of ["en", "ja", "zh-TW"] as const) {
    const request = { path: "/address-translation", body: { addressId: result.address.id, targetLocale } }
    const translation = yield* read(subject, echoing, request, Translation)
    yield* echoing.same(translation.targetLocale, targetLocale, `${nameOf(request)} is in another language.`)
    const missing = translation.lines.find((line) => !translation.singleLine.includes(line))
    yield* echoing.hold(missing === undefined, `The single line of ${nameOf(request)} lacks "${missing}".`, translation)
  }
})

const placesAreEchoed = Effect.fnUntraced(function* (subject: Deployment, country: string, regionId?: string) {
  const parents = [
    { query: "", parent: { type: "country", id: country } },
    ...(regionId === undefined
      ? []
      : [{ query: `&parentType=region&parentId=${regionId}`, parent: { type: "region", id: regionId } }])
  ]
  for (const { parent, query } of parents) {
    for (const childType of ["city", "postcode"]) {
      const request = { path: `/locations/hierarchy?country=${country}&childType=${childType}${query}` }
      const found = yield* read(subject, echoing, request, LocationHierarchy)
      yield* echoing.same(
        { parent: found.parent, childType: found.childType },
        { parent, childType },
        `${nameOf(request)} is about another place.`
      )
    }
  }
})

const writing = promise("An address MUST have its parts in its lines, and its lines in its formatted address")

/** The lines of each address hold its street, house number and country, and the formatted address holds the lines. */
export const linesHoldParts = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  const { addresses } = yield* subject.drawMany({ country, filters: {}, seed: "lines", count: MAX_BATCH })
  for (const { components, formattedAddress, id, lines } of addresses) {
    const evidence = { components, lines, formattedAddress }
    yield* writing.hold(
      bare(lines.join("")) === bare(formattedAddress),
      `The lines of ${id} are not its formatted address.`,
      evidence
    )
    const written = bare(formattedAddress)
    for (const name of ["houseNumber", "street", "unit", "country"] as const) {
      const part = components[name]
      yield* writing.hold(
        part === undefined || written.includes(bare(part)),
        `The ${name} of ${id} is not in its lines.`,
        evidence
      )
    }
  }
  yield* partsAreWritten(
    writing,
    country,
    addresses.map(({ components, formattedAddress, id }) => ({ components, id, text: formattedAddress }))
  )
})
