import type { Clue } from "./Clues.ts"
import { countryText } from "../../../schemas/CountryAliases.ts"
import { kindOf, type Subject } from "./Subject.ts"

/** What a clue adds to a rejection: the mistake behind it, and the remedy. */
export interface ClueWords {
  readonly cause: string
  readonly cure: string
}

const swapCure = {
  file: "Exchange `x` and `y` of `mapping.position`.",
  other:
    "The file has latitude and longitude the wrong way round: have it made anew, or read it as type `file`, whose `mapping.position` names both."
}

const positionOf = (subject: Subject, file: string, other: string) => (kindOf(subject) === "file" ? file : other)

/** The option that names a source's country. */
const countryOption = (subject: Subject): string | undefined => {
  switch (kindOf(subject)) {
    case "openstreetmap":
    case "overture":
      return "countries"
    case "openaddresses":
      return "country"
    case "file":
      return "mapping.country"
    default:
      return undefined
  }
}

const inCountry = (code: string, subject: Subject): ClueWords => {
  const option = countryOption(subject)
  const there = countryText(code)
  return {
    cause: `they lie in ${there}`,
    cure:
      option === undefined
        ? `Take the file of ${countryText(subject.country)}.`
        : `Set \`${option}\` to ${option === "countries" ? `["${code}"]` : `"${code}"`}, or take the file of ${countryText(subject.country)}.`
  }
}

const column = (name: string, subject: Subject): string =>
  kindOf(subject) === "file" ? `\`mapping.fields.${name}\`` : `the source's ${name}`

/** What is said of clues that go by one name. */
const known: Readonly<Partial<Record<string, (subject: Subject) => ClueWords>>> = {
  empty: (subject) => ({
    cause: "nothing of an address was found in them",
    cure: positionOf(
      subject,
      "Compare the columns that `mapping.fields` names with the file's, and `mapping.format` (its `delimiter`, `skipLines`, `encoding`) with how it is made.",
      "The file's columns are not those that are expected: look whether `location` names the right file."
    )
  }),
  delimiter: (subject) => ({
    cause: "several columns stand in one",
    cure: positionOf(
      subject,
      "Set `mapping.format.delimiter` to the sign that separates the file's columns, and `quote` to the one around them.",
      "The file is separated by another sign than expected: look whether `location` names the right file."
    )
  }),
  "number-in-street": (subject) => ({
    cause: "the number stands in the street",
    cure: positionOf(
      subject,
      "Take it out of the street's column by a pattern in `mapping.fields.houseNumber`, and what is left by one in `mapping.fields.street`.",
      "The source has to split its street lines into street and number."
    )
  }),
  "numeric-street": (subject) => ({
    cause: "the street is a number: the two columns seem to have changed places",
    cure: `Look at ${column("houseNumber", subject)} and ${column("street", subject)}: each seems to name the other's column.`
  }),
  date: () => ({
    cause: "a spreadsheet has made dates of them",
    cure: "Take the file as it was before a spreadsheet saved it, or import the column there as text."
  }),
  "zero-lost": (subject) => ({
    cause: "zeros at their beginning were lost",
    cure: `Take the file as it was before a spreadsheet saved it, or fill the zeros in by ${column("postcode", subject)}.`
  }),
  decimal: (subject) => ({
    cause: "they were made decimal numbers",
    cure: `Write the column as text, or cut the decimals off by ${column("postcode", subject)}.`
  }),
  swapped: (subject) => ({
    cause: `with latitude and longitude exchanged they lie in ${countryText(subject.country)}`,
    cure: positionOf(subject, swapCure.file, swapCure.other)
  }),
  sign: (subject) => ({
    cause: `with the other sign one coordinate would put them into ${countryText(subject.country)}`,
    cure: positionOf(
      subject,
      "Give the coordinate in `mapping.position` its sign: west and south are negative.",
      "The file has lost the signs of its coordinates: west and south are negative."
    )
  }),
  projected: (subject) => ({
    cause: "they are no degrees",
    cure: positionOf(
      subject,
      'Set `mapping.projection` to the file\'s reference system, such as `{"epsg": 2056, "definition": …}` as epsg.io shows it.',
      "The file is in another reference system than WGS 84: read it as type `file`, whose `mapping.projection` names it."
    )
  }),
  zero: (subject) => ({
    cause: "both are 0, which stands for no position",
    cure: positionOf(
      subject,
      "Let `mapping.position` be empty where the file has 0, or take positions from another column.",
      "Positions that are not known have to be left out."
    )
  })
}

const exchangedPostcode = (name: string, subject: Subject): ClueWords => ({
  cause: `the ${name} holds what has the form of a postcode: the columns seem to have changed places`,
  cure: `Look at ${column("postcode", subject)} and ${column(name, subject)}: each seems to name the other's column.`
})

/** Undefined if the clue is unknown. */
export const clueWords = (clue: Clue, subject: Subject): ClueWords | undefined => {
  if (clue.startsWith("in-")) return inCountry(clue.slice(3), subject)
  if (clue.startsWith("postcode-in-")) return exchangedPostcode(clue.slice("postcode-in-".length), subject)
  return Object.hasOwn(known, clue) ? known[clue]?.(subject) : undefined
}
