import { Effect } from "effect"
import type { Address } from "../schemas/Address.ts"
import { drawOrNone, matches, promise } from "./Law.ts"
import type { Deployment, Filters } from "./Subject.ts"

// Laws of filters that select more, or less, than they say.

const applying = promise("A draw MUST match each of its filters as a whole name, and `q` a part of any component")

/** From how many letters on a name is nobody's abbreviation or translation of the name that it begins. */
const longName = 8

/** Postcodes are short: those of three letters and digits are parts of others in some countries. */
const longPostcode = 5

/** How many last letters are left out. */
const lastLetters = 2

const parts = ["houseNumber", "street", "unit", "building", "city", "district", "region", "postcode"] as const

/** A text of three letters or more without its first, in whichever script; a shorter one as it is. */
const partOf = (text: string): string => {
  const letters = Array.from(text)
  return (letters.length > 3 ? letters.slice(1).join("") : text).trim()
}

/** An address is found by a part of each of its components. */
const textsAreFound = Effect.fnUntraced(function* (
  subject: Deployment,
  country: string,
  sample: ReadonlyArray<Address>
) {
  for (const part of parts) {
    const home = sample.find(({ components }) => components[part] !== undefined)
    if (home === undefined) continue
    const q = partOf(home.components[part]!)
    const drawn = yield* drawOrNone(subject, { country, filters: { q }, seed: "text" })
    yield* applying.hold(
      drawn !== undefined && matches(drawn.address, { q }),
      drawn === undefined
        ? `Nothing is drawn with q=${q}, though it is in the ${part} of ${home.id}.`
        : `With q=${q}, ${drawn.address.id} is drawn, which does not have it.`,
      home.components
    )
  }
})

/** A place is drawn from by its whole name: by its beginning, only if an address says so, too. */
const namesAreWhole = Effect.fnUntraced(function* (
  subject: Deployment,
  country: string,
  sample: ReadonlyArray<Address>
) {
  for (const level of ["region", "city", "district", "postcode"] as const) {
    const fewest = level === "postcode" ? longPostcode : longName
    const name = sample.map(({ components }) => components[level] ?? "").find(({ length }) => length >= fewest)
    if (name === undefined) continue
    const filters = { [level]: name.slice(0, -lastLetters).trim() }
    const drawn = yield* drawOrNone(subject, { country, filters, seed: "whole" })
    yield* applying.hold(
      drawn === undefined || matches(drawn.address, filters),
      `With ${level}=${filters[level]}, ${drawn?.address.id} is drawn, which is not in a place of that name: a filter is a whole name.`,
      drawn?.address.components
    )
  }
})

/** Filters of two addresses contradict each other, unless a third one matches both. */
const filtersAreJoined = Effect.fnUntraced(function* (
  subject: Deployment,
  country: string,
  sample: ReadonlyArray<Address>
) {
  const [first] = sample
  const other = sample.find(({ locationIds }) => locationIds.regionId !== first?.locationIds.regionId)
  if (first === undefined || other === undefined) return
  const [here, there] = [first.components, other.components]
  const contradicting = [
    { region: here.region, city: there.city },
    { city: here.city, postcode: there.postcode },
    { q: here.street, city: there.city }
  ]
  for (const given of contradicting) {
    const filters: Filters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const drawn = yield* drawOrNone(subject, { country, filters, seed: "joined" })
    yield* applying.hold(
      drawn === undefined || matches(drawn.address, filters),
      `With ${new URLSearchParams(Object.entries(filters))}, ${drawn?.address.id} is drawn, which does not match both.`,
      drawn?.address.components
    )
  }
})

/** Each filter selects, all of them together, and no more than it says. */
export const filtersAreApplied = Effect.fnUntraced(function* (
  subject: Deployment,
  country: string,
  sample: ReadonlyArray<Address>
) {
  yield* textsAreFound(subject, country, sample)
  yield* namesAreWhole(subject, country, sample)
  yield* filtersAreJoined(subject, country, sample)
})
