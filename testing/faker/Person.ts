import type { Profile } from "../../schemas/Profile.ts"

type Sex = "female" | "male" | "generic"

/** Draws people until one has the requested value. */
export type People = <A>(what: string, look: (profile: Profile) => A | undefined) => A

/** The synthetic people who live at homes, under Faker's names. */
export const makePeople = (until: People) => {
  const of = (sex: Sex | undefined, profile: Profile): boolean =>
    sex === undefined || sex === "generic" || profile.gender === sex
  const name = (part: "first" | "last", sex: Sex | undefined): string =>
    until("such a name", (profile) => (of(sex, profile) ? profile.name[part] : undefined))
  return {
    person: {
      firstName: (sex?: Sex): string => name("first", sex),
      lastName: (sex?: Sex): string => name("last", sex),
      /** In the order of the person's language; given components replace drawn ones. */
      fullName: (given: { readonly firstName?: string; readonly lastName?: string; readonly sex?: Sex } = {}): string =>
        until("such a name", (profile) => {
          if (!of(given.sex, profile)) return undefined
          const { first, full, last } = profile.name
          if (given.firstName === undefined && given.lastName === undefined) return full
          const parts = [given.firstName ?? first, given.lastName ?? last]
          return (full.startsWith(first) ? parts : parts.toReversed()).join(/\s/.test(full) ? " " : "")
        }),
      sex: (): string => until("a person", ({ gender }) => gender),
      sexType: (): "female" | "male" => until("a person", ({ gender }) => gender),
      jobTitle: (): string => until("a job title", ({ jobTitle }) => jobTitle)
    },
    internet: {
      /** On a domain reserved by RFC 2606: mail to it reaches nobody. */
      email: (): string => until("a person", ({ email }) => email),
      username: (): string => until("a person", ({ username }) => username),
      password: (): string => until("a person", ({ password }) => password)
    },
    phone: {
      /** From a range reserved for fiction. Throws if the country has none. */
      number: ({ style = "human" }: { readonly style?: "human" | "national" | "international" } = {}): string =>
        until("a telephone number that is reserved for fiction", ({ phone }) =>
          style === "international" ? phone?.e164 : phone?.national
        )
    },
    company: { name: (): string => until("a person", ({ company }) => company) }
  }
}
