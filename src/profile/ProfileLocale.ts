import type { Gender } from "../../schemas/Profile.ts"
import type { Draw } from "./Pattern.ts"

/** The parts of a profile that depend on the locale. All of them use the generator that the locale was loaded with. */
export interface ProfileLocale {
  /** A first name for the gender; any name if the locale does not distinguish them (ka_GE). */
  readonly firstName: (gender: Gender) => string
  /** A family name, in the gender's form if the language has one. */
  readonly lastName: (gender: Gender) => string
  readonly fullName: (first: string, last: string) => string
  /** A title in the locale's own language; undefined if there are none. */
  readonly jobTitle: ((gender: Gender) => string) | undefined
  readonly company: Draw
  /** Whether ä, ö and ü become ae, oe and ue in ASCII. */
  readonly umlauts: boolean
}

/** A locale that Faker lacks. Its job titles are in the table of those that Faker lacks. */
export type OwnLocale = Omit<ProfileLocale, "jobTitle">
