import { Effect } from "effect"
import assert from "node:assert/strict"
import { fold } from "../../../schemas/Fold.ts"
import type { LocationHierarchy, LocationItem } from "../../../schemas/Locations.ts"
import { Deployment, type Skipped } from "../Deployment.ts"
import {
  ask,
  children,
  collections,
  eachOf,
  fields,
  type Field,
  generate,
  liesIn,
  path,
  pagesOf,
  search,
  skip,
  table
} from "./Asking.ts"

/** The order of lists: by code points, then by ID. */
const compare = (a: LocationItem, b: LocationItem): number =>
  Buffer.compare(Buffer.from(fold(a.value)), Buffer.from(fold(b.value))) || (a.id < b.id ? -1 : 1)

/** Reads a list in pages of 20, which must form one list: sorted, without duplicates, and as long as stated. */
export const walk = Effect.fnUntraced(function* (page: Parameters<typeof pagesOf>[0]) {
  const pages = yield* pagesOf(page)
  const items = pages.flatMap((page) => page.items)
  for (const { total } of pages) assert.equal(total, items.length)
  for (const page of pages.slice(0, -1)) assert.equal(page.items.length, 20)
  assert.equal(new Set(items.map(({ id }) => id)).size, items.length)
  assert.deepEqual(items, items.slice().sort(compare))
  return { items, pages }
})

/** A place of this kind, in any country, where something can be generated. */
export const placeOf = Effect.fnUntraced(function* (field: Field) {
  const { countries } = yield* Deployment
  for (const { code, residentialAvailable } of countries) {
    if (!residentialAvailable) continue
    const { items } = yield* search({ country: code, field, residential: true, limit: 200 })
    const item = items.find(({ availableCount }) => availableCount > 0)
    if (item !== undefined) return { country: code, item }
  }
  return yield* skip(`The deployment has no ${field}.`)
})

/** Checks a law on each kind of place that the deployment has. */
const eachPlace = (
  law: (field: Field, place: Effect.Success<ReturnType<typeof placeOf>>) => Effect.Effect<void, Skipped, Deployment>
) => eachOf(fields, (field) => Effect.flatMap(placeOf(field), (place) => law(field, place)))

/** Regions need more than one page in most countries, but not too many pages. */
const regionPages = (residential: boolean) =>
  Effect.gen(function* () {
    const { country } = yield* Deployment
    return {
      searched: yield* walk((cursor) => search({ country, field: "region", cursor, limit: 20, residential })),
      walked: yield* walk((cursor) => children({ country, childType: "region", cursor, limit: 20, residential }))
    }
  })

const ends = (pages: ReadonlyArray<{ readonly nextCursor: string | null }>) => {
  assert.equal(pages.at(-1)!.nextCursor, null)
  const cursors = pages.slice(0, -1).map(({ nextCursor }) => nextCursor)
  for (const cursor of cursors) assert.ok(typeof cursor === "string" && cursor.length > 0)
  assert.equal(new Set(cursors).size, cursors.length)
}

const hierarchy = (parameters: Parameters<typeof path>[1]) =>
  ask<LocationHierarchy>(path("/locations/hierarchy", parameters))

export const locationRows = [
  ...table(import.meta.url, "Location item (search and hierarchy)", {
    "id | string | stable ID, usable as regionId, cityId, districtId, postcodeId": eachPlace(
      (field, { country, item }) =>
        Effect.gen(function* () {
          const generated = yield* generate({ country, [`${field}Id`]: item.id })
          assert.equal(generated.result.address.locationIds[`${field}Id`], item.id)
          const { items } = yield* children({ country, childType: field, q: item.value, limit: 200 })
          assert.ok(items.some(({ id }) => id === item.id))
        })
    ),

    "value | string | name of the region, city, district or postcode": eachPlace((field, { country, item }) =>
      Effect.map(generate({ country, [field]: item.value }), ({ result }) =>
        liesIn(result.address, field, item.value, item.id)
      )
    ),

    "availableCount | integer | count of available records (restricted to published residential records when the residential flag applies)":
      eachPlace((field, { country, item }) =>
        Effect.gen(function* () {
          assert.equal(item.availableCount, (yield* generate({ country, [`${field}Id`]: item.id })).eligibleCount)
          const { items } = yield* search({ country, field, q: item.value, limit: 200, residential: false })
          const all = items.find(({ id }) => id === item.id)
          assert.ok(all !== undefined && all.availableCount >= item.availableCount)
        })
      )
  }),

  ...table(import.meta.url, "Location search result (`data`)", {
    "<collection> | array of location items | for field=city the member is named `cities`; the member names for the other field values: not shown.":
      Effect.gen(function* () {
        const { country } = yield* Deployment
        for (const field of fields) {
          const data = yield* ask<object>(path("/locations/search", { country, field }))
          // `field` tells generated clients which kind of response it is.
          assert.deepEqual(Object.keys(data).sort(), [collections[field], "field", "nextCursor", "total"].sort())
        }
      }),
    "total | integer": Effect.map(regionPages(false), ({ searched }) => {
      for (const { total } of searched.pages) assert.equal(total, searched.items.length)
    }),
    "nextCursor | string or null | opaque; null when there is no further page": Effect.map(
      regionPages(false),
      ({ searched }) => ends(searched.pages)
    )
  }),

  ...table(import.meta.url, "Location hierarchy result (`data`)", {
    "parent | object | `type` (string: country, region or city) and `id` (string)": Effect.gen(function* () {
      const { country } = yield* Deployment
      assert.deepEqual((yield* hierarchy({ country, childType: "region" })).parent, { type: "country", id: country })
      for (const parentType of ["region", "city"] as const) {
        const { country, item } = yield* placeOf(parentType)
        const { parent } = yield* hierarchy({ country, childType: "district", parentType, parentId: item.id })
        assert.deepEqual(parent, { type: parentType, id: item.id })
      }
    }),

    "childType | string | echoes the requested child type": Effect.gen(function* () {
      const { country } = yield* Deployment
      for (const childType of fields) {
        assert.equal((yield* hierarchy({ country, childType })).childType, childType)
      }
    }),

    "children | array of location items": Effect.gen(function* () {
      const { searched, walked } = yield* regionPages(true)
      assert.deepEqual(
        walked.items.map(({ availableCount, id, value }) => ({ id, value, availableCount })),
        searched.items
      )
      for (const { availableCount, disabled } of walked.items) {
        assert.equal(disabled, availableCount === 0 ? true : undefined)
      }
      for (const item of (yield* regionPages(false)).walked.items) assert.ok(!("disabled" in item))
    }),
    "total | integer": Effect.map(regionPages(true), ({ walked }) => {
      for (const { total } of walked.pages) assert.equal(total, walked.items.length)
    }),
    "nextCursor | string or null | opaque": Effect.map(regionPages(true), ({ walked }) => ends(walked.pages))
  })
]
