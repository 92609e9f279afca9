import { Effect } from "effect"
import { MAX_EXCLUDED } from "../schemas/Generation.ts"
import { fold } from "../schemas/Fold.ts"
import type { LocationItem } from "../schemas/Locations.ts"
import type { Address } from "../schemas/Address.ts"
import { caveat } from "./Findings.ts"
import { countsBy, drawOrNone, enumerate, promise } from "./Law.ts"
import type { Deployment, PlaceLevel, PlaceQuery, Pool } from "./Subject.ts"

// Laws of the lists of places: each item appears once at any page size, with the count that draws report.

/** Page sizes to read lists with: the smallest, the largest, and one that divides neither. */
const limits = [20, 200, 53] as const

/** How many pages to read of one list; longer lists are read partly. */
const mostPages = 25

const paging = promise("Paging with any `limit` MUST return each item of a list once, in order")

const queryName = ({ by, country, level, parent, q }: PlaceQuery): string =>
  `${by} of ${level} in ${parent === undefined ? country : `${parent.level} ${parent.id}`}${q === undefined ? "" : ` with q=${q}`}`

/** As much of a list as was read. */
interface Walked {
  readonly items: ReadonlyArray<LocationItem>
  readonly total: number
  readonly ended: boolean
}

const walk = Effect.fnUntraced(function* ({ places }: Pick<Deployment, "places">, query: PlaceQuery, limit: number) {
  const name = `${queryName(query)}, limit ${limit}`
  const items: Array<LocationItem> = []
  const seen = new Set<string>()
  let cursor: string | null = null
  let total = 0
  for (let page = 1; page <= mostPages; page++) {
    const found: Effect.Success<ReturnType<Deployment["places"]["list"]>> = yield* places.list(
      query,
      cursor === null ? { limit } : { limit, cursor }
    )
    yield* paging.hold(
      page === 1 || found.total === total,
      `Page ${page} of ${name} reports a total of ${found.total}, and the page before it one of ${total}.`
    )
    total = found.total
    for (const item of found.items) {
      yield* paging.hold(!seen.has(item.id), `Page ${page} of ${name} has ${item.id} (${item.value}) again.`)
      const last = items.at(-1)
      yield* paging.hold(
        last === undefined || !isBefore(item, last),
        `Page ${page} of ${name} has ${item.id} (${item.value}) after ${last?.id} (${last?.value}).`
      )
      yield* paging.hold(
        query.by === "search" || (item.disabled === true) === (item.availableCount === 0),
        `Page ${page} of ${name} has ${item.id} (${item.value}) with ${item.availableCount} homes and \`disabled\` ${String(item.disabled ?? false)}.`
      )
      seen.add(item.id)
      items.push(item)
    }
    cursor = found.nextCursor
    yield* paging.hold(
      cursor === null ? found.items.length <= limit : found.items.length === limit,
      `Page ${page} of ${name} has ${found.items.length} items${cursor === null ? "" : ", and is not the last"}.`
    )
    if (cursor === null) break
  }
  const ended = cursor === null
  yield* paging.hold(
    ended ? items.length === total : items.length <= total,
    `${name} has ${items.length} items, but reports a total of ${total}.`
  )
  return { items, total, ended } satisfies Walked
})

/**
 * By folded value, then ID. Characters beyond the Basic Multilingual Plane are not compared, because languages order
 * them differently.
 */
const isBefore = (one: LocationItem, other: LocationItem): boolean => {
  const [left, right] = [fold(one.value), fold(other.value)]
  if (/[\ud800-\udfff]/.test(left + right)) return false
  return left < right || (left === right && one.id < other.id)
}

const levelsBelow = { region: ["city", "district", "postcode"], city: ["district", "postcode"] } as const

/** Every paged list of the API: of the country, of a region, and of a city. */
const queriesOf = (country: string, sample: ReadonlyArray<Address>): ReadonlyArray<PlaceQuery> => {
  const all = ["region", "city", "district", "postcode"] as const
  const ways = ["search", "hierarchy"] as const
  const parents = (["region", "city"] as const).flatMap((level) => {
    const [largest] = Array.from(countsBy(level, sample)).sort(([, one], [, other]) => other - one)
    return largest === undefined ? [] : [{ level, id: largest[0] }]
  })
  return ways.flatMap((by) => [
    ...all.map((level): PlaceQuery => ({ country, level, by })),
    ...parents.flatMap((parent) =>
      levelsBelow[parent.level].map((level: PlaceLevel): PlaceQuery => ({ country, level, parent, by }))
    )
  ])
}

/** A list, however it is requested. */
const listName = (query: PlaceQuery): string => queryName({ ...query, by: "search" })

/** The search and the hierarchy have the same places. */
const areAlike = Effect.fnUntraced(function* (query: PlaceQuery, searched: Walked, walked: Walked) {
  const name = listName(query).replace(/^search of /, "")
  yield* paging.same(walked.total, searched.total, `The search and the hierarchy have other totals of ${name}.`)
  const at = searched.items.findIndex(({ id }, at) => walked.items[at] !== undefined && id !== walked.items[at]!.id)
  yield* paging.hold(
    at === -1,
    `Item ${at + 1} of ${name} is ${searched.items[at]?.id} in the search, and ${walked.items[at]?.id} in the hierarchy.`
  )
})

/** A cursor leads to the same page each time, as a reader expects who goes back. */
const cursorsStay = Effect.fnUntraced(function* (
  { places }: Pick<Deployment, "places">,
  query: PlaceQuery,
  { items, total }: Walked
) {
  const limit = limits[0]
  const { nextCursor } = yield* places.list(query, { limit })
  if (nextCursor === null) return
  const again = yield* places.list(query, { limit, cursor: nextCursor })
  // A publication in between changes the total, too.
  if (again.total !== total) return
  yield* paging.same(
    again.items,
    items.slice(limit, 2 * limit),
    `The second page of ${queryName(query)} is another when its cursor is sent again.`
  )
})

/** Any page size returns each item once, in the same order. */
export const pagesVisitOnce = Effect.fnUntraced(function* (
  subject: Deployment,
  country: string,
  sample: ReadonlyArray<Address>
) {
  let longest = 0
  const searched = new Map<string, Walked>()
  for (const query of queriesOf(country, sample)) {
    const [first, ...others] = yield* Effect.forEach(limits, (limit) => walk(subject, query, limit))
    // One list with cursors is enough.
    if (longest <= limits[0]) yield* cursorsStay(subject, query, first!)
    longest = Math.max(longest, first!.total)
    for (const [i, other] of others.entries()) {
      yield* paging.same(other.total, first!.total, `The totals of ${queryName(query)} differ by limit.`)
      const both = Math.min(first!.items.length, other.items.length)
      const at = first!.items.slice(0, both).findIndex(({ id }, at) => id !== other.items[at]!.id)
      yield* paging.hold(
        at === -1,
        `Item ${at + 1} of ${queryName(query)} is ${first!.items[at]?.id} with limit ${limits[0]}, and ${other.items[at]?.id} with limit ${limits[i + 1]}.`
      )
    }
    const found = searched.get(listName(query))
    if (found === undefined) searched.set(listName(query), first!)
    else yield* areAlike(query, found, first!)
  }
  if (longest <= limits[0]) {
    yield* caveat(
      `The longest list of ${country} has ${longest} places, so no cursor was needed. A larger pool would test cursors.`
    )
  }
})

const counting = promise("A place MUST have as many homes in lists as draws from it report")

/** The places of drawn addresses are listed, with the counts that draws from them report. */
export const placesAreCounted = Effect.fnUntraced(function* (
  subject: Deployment,
  country: string,
  sample: ReadonlyArray<Address>
) {
  const looked = new Set<string>()
  for (const { components, id, locationIds } of sample.slice(0, 12)) {
    for (const level of ["region", "city", "district", "postcode"] as const) {
      const place = locationIds[`${level}Id`]
      const q = components[level]
      if (place === undefined || q === undefined || looked.has(place)) continue
      looked.add(place)
      for (const by of ["search", "hierarchy"] as const) {
        const item = yield* itemOf(subject, { country, level, by, q }, place)
        yield* counting.hold(
          item !== undefined,
          `${place} (${q}) is not in the ${by} under its name, though ${id} is there.`
        )
        const drawn = yield* drawOrNone(subject, { country, filters: { [`${level}Id`]: place }, seed: "count" })
        yield* counting.same(
          item?.availableCount,
          drawn?.eligibleCount,
          `${place} (${q}) has a different count in the ${by}.`
        )
        yield* counting.hold(
          item?.disabled !== true,
          `${place} (${q}) is disabled in the ${by}, though ${id} is there.`
        )
      }
    }
  }
  if (looked.size === 0) yield* caveat(`None of ${sample.length} addresses is in a place with an ID.`)
})

/** Finds an item in a list, page by page. */
const itemOf = Effect.fnUntraced(function* ({ places }: Pick<Deployment, "places">, query: PlaceQuery, id: string) {
  let cursor: string | null = null
  for (let page = 0; page < mostPages; page++) {
    const found: Effect.Success<ReturnType<Deployment["places"]["list"]>> = yield* places.list(
      query,
      cursor === null ? { limit: 200 } : { limit: 200, cursor }
    )
    const item = found.items.find((one) => one.id === id)
    if (item !== undefined || found.nextCursor === null) return item
    cursor = found.nextCursor
  }
  return undefined
})

const summing = promise("The counts of the places below another one MUST add up")

const sum = (items: ReadonlyArray<LocationItem>): number =>
  items.reduce((all, { availableCount }) => all + availableCount, 0)

/** The homes of a place, grouped by their place at another level. */
const homesBy = Effect.fnUntraced(function* (pool: Pool, country: string, place: object, level: PlaceLevel) {
  const homes = yield* enumerate(pool, { country, filters: place })
  return homes.length > MAX_EXCLUDED ? undefined : countsBy(level, homes)
})

/** The most places whose homes are counted one by one. */
const mostCounted = 8

/** Regions and cities of addresses, each once. */
const placesOf = (sample: ReadonlyArray<Address>) => {
  const places = new Map<string, { readonly level: "region" | "city"; readonly id: string }>()
  for (const { locationIds } of sample) {
    for (const level of ["region", "city"] as const) {
      const id = locationIds[`${level}Id`]
      if (id !== undefined && places.size < mostCounted) places.set(id, { level, id })
    }
  }
  return Array.from(places.values())
}

/** Compares the counts of a place's children with its homes, and returns whether the place is small enough for that. */
const compareChildren = Effect.fnUntraced(function* (
  subject: Deployment,
  country: string,
  parent: ReturnType<typeof placesOf>[number],
  level: PlaceLevel
) {
  const children = yield* walk(subject, { country, level, by: "hierarchy", parent }, 200)
  if (!children.ended) return false
  const homes = yield* homesBy(subject, country, { [`${parent.level}Id`]: parent.id }, level)
  if (homes === undefined) return false
  const listed = children.items.filter(({ availableCount }) => availableCount > 0)
  yield* summing.same(
    Object.fromEntries(listed.map((item) => [item.id, item.availableCount])),
    Object.fromEntries(homes),
    `The counts of the ${level} children of ${parent.level} ${parent.id} differ from the homes there.`
  )
  return true
})

/**
 * The counts of a place's children are those of its homes: checked one by one for a small place, by their sum for a
 * large one.
 */
export const childrenAddUp = Effect.fnUntraced(function* (
  subject: Deployment,
  country: string,
  sample: ReadonlyArray<Address>
) {
  const total = (yield* subject.counts).find((entry) => entry.country === country)?.residential ?? 0
  const regions = yield* walk(subject, { country, level: "region", by: "hierarchy" }, 200)
  yield* summing.hold(
    sum(regions.items) <= total,
    `The regions have ${sum(regions.items)} homes, ${country} has ${total}.`
  )
  let isCounted = false
  for (const parent of placesOf(sample)) {
    for (const level of levelsBelow[parent.level]) {
      if (yield* compareChildren(subject, country, parent, level)) isCounted = true
    }
  }
  if (!isCounted) {
    yield* caveat(
      `No place of ${sample.length} drawn addresses has ${MAX_EXCLUDED} homes or fewer: its children were not counted one by one.`
    )
  }
})
