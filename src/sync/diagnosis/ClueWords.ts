import type { Clue } from "./Clues.ts"
import { countryText } from "../../../schemas/CountryAliases.ts"
import { kindOf, type Subject } from "./Subject.ts"

/** What a clue adds to a rejection: the mistake behind it, and its cure. */
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

/** The option that says of which country a source is. */
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

/** Undefined where the clue is none that is known. */
export const clueWords = (clue: Clue, subject: Subject): ClueWords | undefined => {
  const { country } = subject
  if (clue.startsWith("in-")) return inCountry(clue.slice(3), subject)
  if (clue.startsWith("postcode-in-")) {
    const name = clue.slice("postcode-in-".length)
    return {
      cause: `the ${name} holds what has the form of a postcode: the columns seem to have changed places`,
      cure: `Look at ${column("postcode", subject)} and ${column(name, subject)}: each seems to name the other's column.`
    }
  }
  switch (clue) {
    case "empty":
      return {
        cause: "nothing of an address was found in them",
        cure: positionOf(
          subject,
          "Compare the columns that `mapping.fields` names with the file's, and `mapping.format` (its `delimiter`, `skipLines`, `encoding`) with how it is made.",
          "The file's columns are not those that are expected: look whether `location` names the right file."
        )
      }
    case "delimiter":
      return {
        cause: "several columns stand in one",
        cure: positionOf(
          subject,
          "Set `mapping.format.delimiter` to the sign that separates the file's columns, and `quote` to the one around them.",
          "The file is separated by another sign than expected: look whether `location` names the right file."
        )
      }
    case "number-in-street":
      return {
        cause: "the number stands in the street",
        cure: positionOf(
          subject,
          "Take it out of the street's column by a pattern in `mapping.fields.houseNumber`, and what is left by one in `mapping.fields.street`.",
          "The source has to split its street lines into street and number."
        )
      }
    case "numeric-street":
      return {
        cause: "the street is a number: the two columns seem to have changed places",
        cure: `Look at ${column("houseNumber", subject)} and ${column("street", subject)}: each seems to name the other's column.`
      }
    case "date":
      return {
        cause: "a spreadsheet has made dates of them",
        cure: "Take the file as it was before a spreadsheet saved it, or import the column there as text."
      }
    case "zero-lost":
      return {
        cause: "zeros at their beginning were lost",
        cure: `Take the file as it was before a spreadsheet saved it, or fill the zeros in by ${column("postcode", subject)}.`
      }
    case "decimal":
      return {
        cause: "they were made decimal numbers",
        cure: `Write the column as text, or cut the decimals off by ${column("postcode", subject)}.`
      }
    case "swapped":
      return {
        cause: `with latitude and longitude exchanged they lie in ${countryText(country)}`,
        cure: positionOf(subject, swapCure.file, swapCure.other)
      }
    case "sign":
      return {
        cause: `with the other sign one coordinate would put them into ${countryText(country)}`,
        cure: positionOf(
          subject,
          "Give the coordinate in `mapping.position` its sign: west and south are negative.",
          "The file has lost the signs of its coordinates: west and south are negative."
        )
      }
    case "projected":
      return {
        cause: "they are no degrees",
        cure: positionOf(
          subject,
          'Set `mapping.projection` to the file\'s reference system, such as `{"epsg": 2056, "definition": …}` as epsg.io shows it.',
          "The file is in another reference system than WGS 84: read it as type `file`, whose `mapping.projection` names it."
        )
      }
    case "zero":
      return {
        cause: "both are 0, which stands for no position",
        cure: positionOf(
          subject,
          "Let `mapping.position` be empty where the file has 0, or take positions from another column.",
          "Positions that are not known have to be left out."
        )
      }
    default:
      return undefined
  }
}
