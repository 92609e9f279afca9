import { Effect, Result } from "effect"
import assert from "node:assert/strict"
import type { Address } from "../../../schemas/Address.ts"
import { type ErrorCode, type ErrorDetail, errorStatus } from "../../../schemas/Errors.ts"
import { fold } from "../../../schemas/Fold.ts"
import type { Generated, GeneratedBatch } from "../../../schemas/Generation.ts"
import type { LocationItem } from "../../../schemas/Locations.ts"
import { type Answer, type CallOptions, Deployment, Skipped } from "../Deployment.ts"

/** One row of the interface, and whether a deployment fulfils it. */
export interface Row {
  /** Heading and cells, as in the interface. */
  readonly row: string
  readonly holds: Effect.Effect<void, Skipped, Deployment>
  /** Name of the file that tests it. */
  readonly file: string
}

/** The rows of one table, by their cells. */
export const table = (
  url: string,
  heading: string,
  tests: Readonly<Record<string, Effect.Effect<void, Skipped, Deployment>>>
): ReadonlyArray<Row> =>
  Object.entries(tests).map(([cells, holds]) => ({
    row: `${heading}: ${cells}`,
    holds,
    file: url.slice(url.lastIndexOf("/") + 1)
  }))

export const skip = (reason: string) => new Skipped({ reason })

/** Checks a law on each item. A deployment may lack some of the items, but a row is skipped if it lacks all. */
export const eachOf = <A>(
  items: ReadonlyArray<A>,
  law: (item: A) => Effect.Effect<void, Skipped, Deployment>
): Effect.Effect<void, Skipped, Deployment> =>
  Effect.gen(function* () {
    const { setup } = yield* Deployment
    const results = yield* Effect.forEach(items, (item) => Effect.result(law(item)))
    const skipped = results.filter(Result.isFailure)
    if (skipped.length === items.length || (setup.isComplete === true && skipped.length > 0)) {
      return yield* skipped[0]!.failure
    }
  })

type Parameters = Readonly<Record<string, string | number | boolean | null | undefined>>

/** A path with its query; undefined and null parameters are left out. */
export const path = (name: string, parameters: Parameters = {}): string => {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null)
  const query = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return query.length === 0 ? name : `${name}?${query.join("&")}`
}

export const call = (path: string, options?: CallOptions) => Effect.flatMap(Deployment, (it) => it.call(path, options))

export const dataOf = <A>(answer: Answer): A => {
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as { readonly data: A }).data
}

/** The payload of the response to a valid request. */
export const ask = <A>(path: string, options?: CallOptions) =>
  Effect.map(call(path, options), (answer) => dataOf<A>(answer))

interface Refusal {
  readonly code: ErrorCode
  readonly message: string
  readonly details?: ReadonlyArray<ErrorDetail>
}

/** The error of a response, which must have this code and name this place. */
export const errorOf = (answer: Answer, code: ErrorCode, place?: string): Refusal => {
  const { error } = answer.body as { readonly error: Refusal }
  assert.equal(answer.status, errorStatus[code], answer.text)
  assert.equal(error.code, code)
  assert.match(error.message, /^\S.*\.$/s)
  if (place !== undefined) {
    const places = (error.details ?? []).map(({ path }) => path)
    assert.ok(places.includes(place), `${place} is not among the places [${places.join(", ")}]: ${error.message}`)
  }
  return error
}

/** Checks that a request is refused, naming the parameter or member at fault. */
export const refused = (path: string, place: string | undefined, options?: CallOptions) =>
  Effect.map(call(path, options), (answer) => errorOf(answer, "INVALID_REQUEST", place))

/** Checks that nothing can be drawn because of a filter. */
export const uncovered = (path: string, place: string | undefined, options?: CallOptions) =>
  Effect.map(call(path, options), (answer) => errorOf(answer, "NO_POOL_COVERAGE", place))

export const generate = (parameters: Parameters) => ask<typeof Generated.Type>(path("/generate", parameters))

export interface BatchBody {
  readonly count: number
  readonly filters: Readonly<Record<string, string>>
  readonly options?: Readonly<Record<string, unknown>>
  readonly excludeAddressIds?: ReadonlyArray<string>
}

export const batch = (body: BatchBody) => ask<typeof GeneratedBatch.Type>("/generate/batch", { body })

/** Checks that a body of generate/batch is refused. */
export const refusedBatch = (body: unknown, place: string | undefined) => refused("/generate/batch", place, { body })

export type Field = "region" | "city" | "district" | "postcode"
export const fields: ReadonlyArray<Field> = ["region", "city", "district", "postcode"]

/** Checks that an address lies in a place. A region has one ID, and in each address the name in its script. */
export const liesIn = (address: Address, field: Field, name: string, id: string | undefined): void => {
  if (id !== undefined && address.locationIds[`${field}Id`] === id) return
  assert.equal(fold(address.components[field] ?? ""), fold(name))
}

/** The list in responses of locations/search, by field. */
export const collections = { region: "regions", city: "cities", district: "districts", postcode: "postcodes" } as const

export interface Page {
  readonly items: ReadonlyArray<LocationItem>
  readonly total: number
  readonly nextCursor: string | null
}

type PageData = Readonly<Record<string, unknown>> & Omit<Page, "items">

const items = (data: PageData, member: string): ReadonlyArray<LocationItem> => {
  const found = data[member]
  assert.ok(Array.isArray(found), `The answer has no ${member}.`)
  return found as ReadonlyArray<LocationItem>
}

/** A page of locations/search. */
export const search = (parameters: Parameters & { readonly field?: Field }) =>
  Effect.map(ask<PageData>(path("/locations/search", parameters)), (data): Page => ({
    ...data,
    items: items(data, collections[parameters.field ?? "city"])
  }))

/** A page of locations/hierarchy. */
export const children = (parameters: Parameters) =>
  Effect.map(ask<PageData>(path("/locations/hierarchy", parameters)), (data): Page => ({
    ...data,
    items: items(data, "children")
  }))

/** Every page of a list. */
export const pagesOf = Effect.fnUntraced(function* (
  page: (cursor: string | null) => Effect.Effect<Page, never, Deployment>
) {
  const pages = [yield* page(null)]
  for (let cursor = pages[0]!.nextCursor; cursor !== null; cursor = pages.at(-1)!.nextCursor) {
    pages.push(yield* page(cursor))
  }
  return pages
})

/** A sampled address that has the component, `country` first; skips the row if there is none. */
export const addressWith = (component: keyof Address["components"]) =>
  Effect.flatMap(Deployment, ({ addresses }) => {
    const found = addresses.find(({ components }) => components[component] !== undefined)
    return found === undefined
      ? skip(`No address of the deployment has a ${component}.`)
      : Effect.succeed({ address: found, value: found.components[component]! })
  })
