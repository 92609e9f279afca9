import { distance } from "../../schemas/EditDistance.ts"
import { firstFew } from "../../schemas/FirstFew.ts"
import { secretFileOf } from "../settings/Setting.ts"
import { knownSettings } from "../settings/Settings.ts"

/** All names that have an effect. */
const effective = knownSettings.flatMap(({ alias, name, secret }) => [
  name,
  ...(secret === true ? [secretFileOf(name)] : []),
  ...(alias === undefined ? [] : [alias])
])

/** The second names of settings, in lower case, by their first. */
const aliases = new Map(knownSettings.map(({ alias, name }) => [name, alias]))

/** Where names are set: in a file of Doorstep's own, or in the environment, which has many of other programs. */
type Place = ".env" | "environment"

/** How many letters may differ. Short names are close to many in an environment, as HOME is to HOST. */
const reach = (name: string, where: Place): number =>
  name.length < 5 ? (where === ".env" ? 1 : 0) : name.length < 8 ? 1 : 2

const bare = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]+/g, "_")

/**
 * The setting that an unknown name probably means: one that differs by a letter or two, by case or by hyphens.
 * Undefined for the many names in an environment that belong to other programs.
 *
 * @param names all names that are set: if the right one is among them, another name does not mean it
 */
const nearSetting = (name: string, names: ReadonlySet<string>, where: Place): string | undefined => {
  if (effective.includes(name)) return undefined
  const plain = bare(name)
  const near = effective
    .map((known) => ({ known, far: distance(plain, known, reach(known, where)) }))
    .filter(({ far, known }) => far <= reach(known, where) && !names.has(known) && !names.has(aliases.get(known) ?? ""))
    .sort((a, b) => a.far - b.far)
  return near[0]?.known
}

/** A sentence for each name that looks like a misspelt setting. */
export const nearSettings = (names: Iterable<string>, where: Place): ReadonlyArray<string> => {
  const set = new Set(names)
  return Array.from(set).flatMap((name) => {
    const near = nearSetting(name, set, where)
    return near === undefined ? [] : [`${name} (${where}) is not a setting and has no effect. Did you mean ${near}?`]
  })
}

/** How many names a sentence lists. */
const most = 10

/** The names of `.env` that are not settings and resemble none. */
export const foreignNames = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const set = new Set(names)
  return Array.from(set).filter((name) => !effective.includes(name) && nearSetting(name, set, ".env") === undefined)
}

/** A sentence about such names. A source that is configured later may still read them. */
export const foreignDoubt = (foreign: ReadonlyArray<string>): string =>
  `.env has names that are not settings, which only a source of your own can use: ${firstFew(foreign, most)}.`
