import { String as Text } from "effect"

/** The forms of a new source's name. */
export interface Naming {
  /** In its manifest: `my-register`. */
  readonly name: string
  /** Of its module: `MyRegister`. */
  readonly module: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
}

const shape = /^[a-z][a-z0-9-]{0,39}$/

/** What is wrong with a name for a source; undefined if nothing is. */
export const nameFault = (name: string): string | undefined =>
  shape.test(name) && !name.endsWith("-")
    ? undefined
    : `"${name}" cannot name a source: use up to 40 lower-case letters, digits and hyphens, a letter first and no hyphen last, such as my-register.`

export const namingOf = (name: string, country: string): Naming => ({
  name,
  country,
  module: name.split("-").map(Text.capitalize).join("")
})
