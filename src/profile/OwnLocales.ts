import type { Gender } from "../../schemas/Profile.ts"
import { abjads } from "./people/Abjads.ts"
import { africa } from "./people/Africa.ts"
import { america } from "./people/America.ts"
import { asia } from "./people/Asia.ts"
import { europe } from "./people/Europe.ts"
import type { People } from "./people/People.ts"
import type { OwnLocale } from "./ProfileLocale.ts"
import type { SeededRandom } from "./SeededRandom.ts"

const people = { ...abjads, ...africa, ...america, ...asia, ...europe }

export type OwnLocaleName = keyof typeof people

const words = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFC")
    .split(" ")
    .map((word) => word.replaceAll("_", " "))

const withoutReading = (name: string): string => name.split(":", 1)[0]!

/** From a name in a script without vowels to its usual Latin form, which another language's may differ from. */
export const readingsOf = (name: OwnLocaleName): ReadonlyMap<string, string> => {
  const { families, female, male } = people[name]
  return new Map(
    words(`${female} ${male} ${families}`).flatMap((word) => {
      const [own = "", latin] = word.split(":")
      return latin === undefined ? [] : [[own, latin] as const]
    })
  )
}

/** Given and family names of the locale, by gender. */
export const namesOf = (name: OwnLocaleName) => {
  const { families, female, male } = people[name]
  const forms = words(families).map((family) => withoutReading(family).split("/"))
  const first: Readonly<Record<Gender, ReadonlyArray<string>>> = {
    female: words(female).map(withoutReading),
    male: words(male).map(withoutReading)
  }
  const last: Readonly<Record<Gender, ReadonlyArray<string>>> = {
    female: forms.map(([family = ""]) => family),
    male: forms.map((family) => family.at(-1)!)
  }
  return { first, last }
}

export const isOwnLocale = (name: string): name is OwnLocaleName => Object.hasOwn(people, name)

export const ownLocale = (name: OwnLocaleName, random: SeededRandom): OwnLocale => {
  const { firm, firms, fullName }: People = people[name]
  const { first, last } = namesOf(name)
  return {
    firstName: (gender) => random.pick(first[gender]),
    lastName: (gender) => random.pick(last[gender]),
    fullName: fullName ?? ((given, family) => `${given} ${family}`),
    company: () => firm(random.pick(words(firms))),
    umlauts: false
  }
}
