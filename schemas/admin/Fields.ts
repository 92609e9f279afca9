import { Schema } from "effect"
import { Count, numberText, Share } from "../Numbers.ts"
import { characterFault } from "../Fields.ts"

/** A point in time: ISO 8601 in UTC. Kept as text, which a page formats in its visitor's locale. */
export const instant = (description: string) =>
  Schema.NonEmptyString.annotate({ description, examples: ["2026-11-21T10:15:00.000Z"] })

export const count = (description: string) => Count.annotate({ description, examples: [4033] })

export const share = (description: string) => Share.annotate({ description, examples: [0.95] })

export const text = (description: string) => Schema.String.annotate({ description })

/** A whole number that a request gives, with the range in its fault. */
export const wholeNumber = (unit: string, minimum: number, maximum: number) => {
  const message = `must be a whole number of ${unit}, from ${numberText(minimum)} to ${numberText(maximum)}`
  return Schema.Number.annotate({ message }).check(
    Schema.isInt({ message }),
    Schema.isBetween({ minimum, maximum }, { message })
  )
}

/** Levels of arrays and objects in each other. Options have a dozen. */
const mostLevels = 100

interface Place {
  readonly path: ReadonlyArray<PropertyKey>
  readonly value: unknown
}

/** Without recursion, and with bounded paths: a body may have a hundred thousand levels. */
const jsonFault = (given: unknown) => {
  const places: Array<Place> = [{ path: [], value: given }]
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { path, value } = place
    if (typeof value === "string") {
      const fault = characterFault(value)
      if (fault !== undefined) return { path, issue: fault }
    } else if (typeof value === "object" && value !== null) {
      if (path.length === mostLevels) return { path: [], issue: `must have at most ${mostLevels} nested levels` }
      for (const [name, inner] of Object.entries(value)) {
        const fault = characterFault(name)
        if (fault !== undefined) return { path, issue: `has a member whose name ${fault}` }
        places.push({ path: [...path, name], value: inner })
      }
    }
  }
  return undefined
}

/** Any JSON. A number such as 1e400 is read as infinite, which JSON cannot express. */
export const anyJson = Schema.Json.annotate({ message: "must be JSON, with numbers up to 1.8e308" })

/** Passes JSON whose texts and levels the database can store. */
export const storableJson = Schema.makeFilter(jsonFault, { expected: "JSON without U+0000, with few nested levels" })
