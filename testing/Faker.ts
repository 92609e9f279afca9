import { Effect } from "effect"
import { randomInt } from "node:crypto"
import type { Address } from "../schemas/Address.ts"
import type { Profile } from "../schemas/Profile.ts"
import { ProfileMaker } from "../src/profile/ProfileMaker.ts"
import { type HomeFilters, type Homes, homesOfList, homesOfSnapshots } from "./faker/Homes.ts"
import { makeLocation } from "./faker/Location.ts"
import { makePeople } from "./faker/Person.ts"

export type { HomeFilters } from "./faker/Homes.ts"

export interface FakerOptions extends HomeFilters {
  /** Files created by `doorstep snapshot create`. */
  readonly snapshot?: string | ReadonlyArray<string>
  /** Addresses in place of a snapshot, such as stored responses. */
  readonly addresses?: ReadonlyArray<Address>
  /** The seed. Default: a different one each time. */
  readonly seed?: number
}

/** The number of homes tried before giving up. */
const patience = 2_000

const homesOf = ({ addresses, snapshot }: FakerOptions): Homes => {
  if (addresses !== undefined) return homesOfList(addresses)
  if (snapshot === undefined) {
    throw new TypeError("createFaker needs `snapshot`, a file that `doorstep snapshot create` made, or `addresses`.")
  }
  return homesOfSnapshots(...(typeof snapshot === "string" ? [snapshot] : snapshot))
}

/**
 * The part of Faker that concerns homes and the people who live there, with real addresses. It works offline and
 * synchronously. After `seed(n)`, the same calls return the same values as long as the data are the same.
 *
 * As in Faker, each call is a separate draw: a city and then a postcode belong to two homes. `location.home()` is one
 * home with all its values, `resident()` adds the person who lives there.
 *
 * @example
 * const faker = createFaker({ snapshot: "us-1.doorstep" })
 * faker.seed(42)
 * faker.location.streetAddress()
 */
export const createFaker = (options: FakerOptions) => {
  const homes = homesOf(options)
  const profiles = Effect.runSync(Effect.provide(ProfileMaker, ProfileMaker.layer))
  const { city, country, region } = options
  let seed = `${options.seed ?? randomInt(2 ** 47)}`
  let turn = 0

  const drawWith = (filters: HomeFilters): { readonly seed: string; readonly address: Address } => {
    const of = `${seed}/${turn++}`
    return { seed: of, address: homes.draw(of, { city, country, region, ...filters }) }
  }

  const profileOf = (drawn: { readonly seed: string; readonly address: Address }): Profile => profiles.make(drawn)

  const search = <A>(what: string, look: () => A | undefined): A => {
    for (let drawn = 0; drawn < patience; drawn++) {
      const found = look()
      if (found !== undefined) return found
    }
    throw new Error(
      `None of ${patience.toLocaleString("en")} homes has ${what}. Give data that have it, or ask for something else.`
    )
  }

  return {
    /** Sets the seed: from now on the same calls return the same values. Returns the seed. */
    seed: (given: number | ReadonlyArray<number> = randomInt(2 ** 47)): number => {
      seed = String(given)
      turn = 0
      return typeof given === "number" ? given : (given[0] ?? 0)
    },
    location: makeLocation({
      next: (filters = {}) => drawWith(filters).address,
      until: (what, look, filters = {}) => search(what, () => look(drawWith(filters).address))
    }),
    ...makePeople((what, look) => search(what, () => look(profileOf(drawWith({}))))),
    /** A home and the person who lives there, as in the response of `generate`. */
    resident: (filters: HomeFilters = {}): { readonly address: Address; readonly profile: Profile } => {
      const drawn = drawWith(filters)
      return { address: drawn.address, profile: profileOf(drawn) }
    },
    /** Closes the snapshot's files, as `using` does. Draw nothing afterwards. */
    close: homes.close,
    [Symbol.dispose]: homes.close
  }
}

/** The result of `createFaker`. */
export type HomeFaker = ReturnType<typeof createFaker>
