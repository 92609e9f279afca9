import { Effect } from "effect"
import { fold } from "../../schemas/Fold.ts"
import { identifyingForm } from "../address/identity/OneForm.ts"
import { namesOf, placeOf, placesOf, type SamePlace } from "../address/identity/SamePlaces.ts"
import { placeKey, type PlaceType } from "../address/Identity.ts"
import { withoutDigraphs } from "../gazetteer/Digraphs.ts"
import { cityNamesOf } from "../gazetteer/PlaceNames.ts"
import { canBeName } from "../shared/NearNames.ts"
import type { PoolStore } from "./store/PoolStore.ts"

type Store = PoolStore["Service"]

/** The one form of a name's spellings: St. Louis and Saint Louis, Stratford upon Avon with hyphens or without. */
const formOf = (country: string, folded: string): string =>
  withoutDigraphs(country, identifyingForm(country, { city: folded }).city ?? folded)

/** Folded names of places with homes that are spelled otherwise. */
const spelled = (store: Store, country: string, level: PlaceType, folded: string) => {
  const form = formOf(country, folded)
  return Effect.map(store.namesLike(country, level, folded), (names) =>
    names.map((place) => place.folded).filter((name) => formOf(country, name) === form)
  )
}

/** What a district is called that has a city's name: quarters of Hong Kong, municipalities of Brussels. */
const otherNamesOf = (country: string, folded: string): ReadonlyArray<string> =>
  namesOf(placeOf(country, folded, undefined))

/** Keys that a city has whose names mean it in its regions only. */
const keysInRegions = (country: string, { form, regions }: SamePlace): ReadonlyArray<bigint> =>
  regions.map((region) => placeKey(country, "city", [region, form]))

/**
 * The keys of the cities or districts that a name means which no place has: by its name in another language (Cologne,
 * 쾰른), or another spelling (Koeln, Saint Louis). Empty if there is none. A name that a place has never means another,
 * so that what it selects does not depend on what else it could mean.
 */
export const placesMeant = Effect.fnUntraced(function* (
  store: Store,
  country: string,
  level: "city" | "district",
  name: string
) {
  const folded = fold(name)
  const isMeant = level === "city"
  const others = isMeant ? cityNamesOf(country, name) : otherNamesOf(country, folded)
  const names = new Set(others.map(fold))
  if (canBeName(folded)) for (const other of yield* spelled(store, country, level, folded)) names.add(other)
  const bound = isMeant ? placesOf(country, folded).filter(({ regions }) => regions.length > 0) : []
  const keys = new Set(bound.flatMap((place) => keysInRegions(country, place)))
  const boundNames = new Set(bound.flatMap(namesOf).map(fold))
  for (const one of [names, boundNames]) one.delete(folded)
  const named = (one: string) => store.placesNamed(country, level, one)
  // In one statement.
  const [found, inRegions] = yield* Effect.all(
    [
      Effect.forEach(names, named, { concurrency: "unbounded" }),
      Effect.forEach(boundNames, named, { concurrency: "unbounded" })
    ],
    { concurrency: "unbounded" }
  )
  return Array.from(new Set([...found.flat(), ...inRegions.flat().filter((key) => keys.has(key))]))
})
