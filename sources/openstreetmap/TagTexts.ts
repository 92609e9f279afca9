import type { Tags } from "./PbfBlock.ts"

/** What mappers write where they know nothing, and answers to whether there is such a component. */
const nothing = /^(?:|fixme|no|tbd|todo|yes)$/i

/** The value of a tag; undefined if there is none, or it says nothing. */
export const text = (tags: Tags, key: string): string | undefined => {
  const value = tags.get(key)?.trim()
  return value === undefined || (value.length < 6 && nothing.test(value)) ? undefined : value
}

/** The value of the first of these keys that has one. */
export const first = (tags: Tags, keys: ReadonlyArray<string>): string | undefined => {
  for (const key of keys) {
    const value = text(tags, key)
    if (value !== undefined) return value
  }
  return undefined
}

/** A list of places or postcodes does not say in which of them the house lies. */
export const single = (value: string | undefined): string | undefined =>
  value === undefined || value.includes(";") ? undefined : value
