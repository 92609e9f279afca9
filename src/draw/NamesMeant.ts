import { Effect } from "effect"
import { fold } from "../../schemas/Fold.ts"
import { identifyingForm } from "../address/identity/OneForm.ts"
import type { PlaceType } from "../address/Identity.ts"
import { cityNamesOf } from "../gazetteer/PlaceNames.ts"
import { canBeName } from "../shared/NearNames.ts"
import type { PoolStore } from "./store/PoolStore.ts"

type Store = PoolStore["Service"]

/** Countries whose languages write umlauts and å with two letters where a keyboard lacks them: Goettingen, Aarhus. */
const digraphs = new Set("AT CH DE DK EE FI FO GL IS LI LU NO SE SJ".split(" "))

/** The one form of a name's spellings: St. Louis and Saint Louis, Stratford upon Avon with hyphens or without. */
const formOf = (country: string, folded: string): string => {
  const form = identifyingForm(country, { city: folded }).city ?? folded
  return digraphs.has(country) ? form.replace(/([aou])e|a(?=a)/g, "$1") : form
}

/** Folded names of places with homes that are spelled otherwise. */
const spelled = (store: Store, country: string, level: PlaceType, folded: string) => {
  const form = formOf(country, folded)
  return Effect.map(store.namesLike(country, level, folded), (names) =>
    names.map((place) => place.folded).filter((name) => formOf(country, name) === form)
  )
}

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
  const names = new Set(level === "city" ? cityNamesOf(country, name).map(fold) : [])
  if (canBeName(folded)) for (const other of yield* spelled(store, country, level, folded)) names.add(other)
  names.delete(folded)
  // In one statement.
  const found = yield* Effect.forEach(names, (one) => store.placesNamed(country, level, one), {
    concurrency: "unbounded"
  })
  return Array.from(new Set(found.flat()))
})
