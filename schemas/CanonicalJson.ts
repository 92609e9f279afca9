import { Predicate } from "effect"

/** JSON with sorted members, so that equal values are equal texts; `undefined` for what JSON cannot say. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    Predicate.isObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member
  ) ?? "undefined"
