import { Effect, Schema } from "effect"
import { MAX_BATCH, MAX_EXCLUDED } from "../schemas/Generation.ts"
import { type Address, AddressComponents } from "../schemas/Address.ts"
import { fold } from "../schemas/Fold.ts"
import { postcodePatterns } from "../schemas/PostcodePatterns.ts"
import type { DrawManyRequest, DrawnMany, DrawRequest, Filters, Pool } from "./Subject.ts"
import { textOf } from "./ValueText.ts"

/** A law is broken. `evidence` shows how. */
export class LawBroken extends Schema.TaggedError<LawBroken>()("LawBroken", {
  promise: Schema.String,
  message: Schema.String,
  evidence: Schema.optionalKey(Schema.Unknown)
}) {}

/** A name of no place: Atlantis itself is a town in Florida, and a quarter of Cape Town. */
export const nowhereName = "Zzz Atlantis zzz"

/** Countries without homes, one of which is in no pool, unless somebody has tried hard. */
export const uninhabited = ["BV", "HM", "AQ"]

/** Ways to report a broken promise. */
export const promise = (text: string) => {
  const broken = (message: string, evidence?: unknown) =>
    new LawBroken({
      promise: text,
      message: `${text}. ${message}${evidence === undefined ? "" : ` ${textOf(evidence)}`}`,
      ...(evidence === undefined ? {} : { evidence })
    })
  return {
    broken,
    hold: (condition: boolean, message: string, evidence?: unknown): Effect.Effect<void, LawBroken> =>
      condition ? Effect.void : Effect.fail(broken(message, evidence)),
    same: (left: unknown, right: unknown, message: string): Effect.Effect<void, LawBroken> =>
      textOf(left) === textOf(right) ? Effect.void : Effect.fail(broken(message, { left, right }))
  }
}

export const idsOf = (addresses: ReadonlyArray<Address>): ReadonlyArray<string> => addresses.map(({ id }) => id)

/** A batch, or undefined if the selection is empty. */
export const batchOrNone = (pool: Pool, request: DrawManyRequest) =>
  Effect.catchTag(pool.drawMany(request), "NoCoverage", () => Effect.succeed<DrawnMany | undefined>(undefined))

/** One address, or undefined if the selection is empty. */
export const drawOrNone = (pool: Pool, request: DrawRequest) =>
  Effect.catchTag(pool.draw(request), "NoCoverage", () => Effect.succeed(undefined))

/**
 * All addresses of the selection, by batches that each exclude the previous ones; at most 550. An empty selection has
 * none.
 */
export const enumerate = Effect.fnUntraced(function* (pool: Pool, request: DrawRequest) {
  const found: Array<Address> = []
  while (found.length <= MAX_EXCLUDED) {
    const batch = yield* batchOrNone(pool, {
      ...request,
      count: MAX_BATCH,
      unique: true,
      excludeAddressIds: idsOf(found)
    })
    if (batch === undefined) break
    found.push(...batch.addresses)
    if (batch.exhausted || batch.addresses.length === 0) break
  }
  return found
})

const searched = Object.keys(AddressComponents.fields).filter((name) => name !== "country") as ReadonlyArray<
  keyof AddressComponents
>

const alike = (wanted: string | undefined, ...names: ReadonlyArray<string | undefined>): boolean =>
  wanted === undefined || names.some((name) => name !== undefined && fold(name) === fold(wanted))

const isLatin = (text: string): boolean => /\p{Script=Latin}/u.test(text)

/** A region has the name in the script of its address: whether Maharashtra is महाराष्ट्र, the texts do not tell. */
const areInTwoScripts = (wanted: string | undefined, name: string | undefined): boolean =>
  wanted !== undefined && name !== undefined && isLatin(wanted) !== isLatin(name)

/** A postcode's letters and digits, and these without the sign of its country: `L-2561` is `l2561` and `2561`. */
const postcodeForms = (text: string): readonly [whole: string, unsigned: string] => {
  const whole = fold(text).replaceAll(/[\s-]/g, "")
  return [whole, whole.replace(/^[a-z]{1,3}(?=\d)/, "")]
}

/** A postcode is found however it is typed, and sources write it in several ways: `1012 LG` and `1012LG`. */
const alikePostcodes = (wanted: string | undefined, postcode: string | undefined): boolean => {
  if (wanted === undefined) return true
  if (postcode === undefined) return false
  const [typed, typedUnsigned] = postcodeForms(wanted)
  const [given, givenUnsigned] = postcodeForms(postcode)
  return typed === given || typedUnsigned === given || typed === givenUnsigned
}

/**
 * Whether the address matches the filters: names compared folded, postcodes by their letters and digits, IDs exactly,
 * `q` within one component.
 */
export const matches = ({ components, locationIds }: Address, filters: Filters): boolean => {
  const { city, district, postcode, region, regionCode } = components
  const { q } = filters
  const isThere = (id: string | undefined, at: string | undefined) => id === undefined || id === at
  return (
    (alike(filters.region, region, regionCode, regionCode?.slice(3)) || areInTwoScripts(filters.region, region)) &&
    alike(filters.city, city) &&
    alike(filters.district, district) &&
    alikePostcodes(filters.postcode, postcode) &&
    isThere(filters.regionId, locationIds.regionId) &&
    isThere(filters.cityId, locationIds.cityId) &&
    isThere(filters.districtId, locationIds.districtId) &&
    isThere(filters.postcodeId, locationIds.postcodeId) &&
    (q === undefined || searched.some((name) => fold(components[name] ?? "").includes(fold(q))))
  )
}

/** How many of the addresses lie in each place of a level, by the place's ID. */
export const countsBy = (
  level: "region" | "city" | "district" | "postcode",
  addresses: ReadonlyArray<Address>
): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { locationIds } of addresses) {
    const id = locationIds[`${level}Id`]
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/** Letters and digits alone: lines and texts differ in commas, spaces and the postcode's spacing. */
export const bare = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "")

/** An address, and how it is written. */
export interface Written {
  readonly id: string
  readonly components: { readonly [name in "city" | "postcode" | "country"]?: string }
  readonly text: string
}

/** From how many addresses on most of them are looked at. */
const fewestWritten = 5

/**
 * Places are written with most of the addresses that have them. Not with all: some forms leave one out that is named
 * twice, or call it otherwise.
 */
export const partsAreWritten = Effect.fnUntraced(function* (
  law: ReturnType<typeof promise>,
  country: string,
  addresses: ReadonlyArray<Written>
) {
  // Where there are no postcodes, forms have no place for one.
  const names = postcodePatterns[country] === undefined ? [] : (["postcode"] as const)
  for (const name of ["city", "country", ...names] as const) {
    const having = addresses.filter(({ components }) => components[name] !== undefined)
    const lacking = having.filter(({ components, text }) => !bare(text).includes(bare(components[name] ?? "")))
    yield* law.hold(
      lacking.length <= having.length / 2 || having.length < fewestWritten,
      `The ${name} of ${lacking.length} of ${having.length} addresses is not in their lines, such as ${lacking[0]?.id}:`,
      { [name]: lacking[0]?.components[name], text: lacking[0]?.text }
    )
  }
})

/** An ETag without the compression that Apache httpd names in it. */
export const versionOf = (etag: string | undefined): string => (etag ?? "").replace(/-(?:gzip|br|deflate|zstd)"$/, '"')

/** Whether an address of a place states the name, alone or beside another: "Biel/Bienne". */
export const isCalled = Effect.fnUntraced(function* (
  pool: Pool,
  country: string,
  level: "city" | "district",
  id: string,
  name: string
) {
  const asked = { country, seed: "called", count: MAX_BATCH, unique: true, excludeAddressIds: [] }
  const batch = yield* batchOrNone(pool, { ...asked, filters: { [`${level}Id`]: id, q: name } })
  return batch?.addresses.some(({ components }) => fold(components[level] ?? "").includes(fold(name))) === true
})
