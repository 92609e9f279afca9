import type { Clue } from "./Clues.ts"
import { countryText } from "../../../schemas/CountryAliases.ts"
import { kindOf, type Subject } from "./Subject.ts"

/** What a clue adds to a rejection: the mistake behind it, and the remedy. */
export interface ClueWords {
  readonly cause: string
  readonly cure: string
}

const swapCure = {
  file: "Swap `x` and `y` of `mapping.position`.",
  other:
    "The file has latitude and longitude swapped. Get a corrected file, or read this one with the type `file`, whose `mapping.position` names both."
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
    cause: `they are in ${there}`,
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
    cause: "no part of an address was found in them",
    cure: positionOf(
      subject,
      "Compare the columns in `mapping.fields` with the file's, and `mapping.format` (its `delimiter`, `skipLines`, `encoding`) with the file's format.",
      "The file does not have the expected columns: check that `location` names the right file."
    )
  }),
  delimiter: (subject) => ({
    cause: "several columns were read as one",
    cure: positionOf(
      subject,
      "Set `mapping.format.delimiter` to the character between the file's columns, and `quote` to the one around them.",
      "The file's columns are not separated as expected: check that `location` names the right file."
    )
  }),
  "number-in-street": (subject) => ({
    cause: "the number is part of the street",
    cure: positionOf(
      subject,
      "Extract it from the street's column with a pattern in `mapping.fields.houseNumber`, and the rest with one in `mapping.fields.street`.",
      "The source must split its street lines into street and number."
    )
  }),
  "numeric-street": (subject) => ({
    cause: "the street is a number: the two columns seem to be swapped",
    cure: `Check ${column("houseNumber", subject)} and ${column("street", subject)}: each seems to name the other's column.`
  }),
  date: () => ({
    cause: "a spreadsheet has turned them into dates",
    cure: "Use the file from before a spreadsheet saved it, or import the column there as text."
  }),
  "zero-lost": (subject) => ({
    cause: "leading zeros were lost",
    cure: `Use the file from before a spreadsheet saved it, or restore the zeros in ${column("postcode", subject)}.`
  }),
  decimal: (subject) => ({
    cause: "they were turned into decimal numbers",
    cure: `Write the column as text, or remove the decimals in ${column("postcode", subject)}.`
  }),
  swapped: (subject) => ({
    cause: `with latitude and longitude swapped, they would be in ${countryText(subject.country)}`,
    cure: positionOf(subject, swapCure.file, swapCure.other)
  }),
  sign: (subject) => ({
    cause: `with one sign reversed, they would be in ${countryText(subject.country)}`,
    cure: positionOf(
      subject,
      "Add the sign in `mapping.position`: west and south are negative.",
      "The file's coordinates lack their signs: west and south are negative."
    )
  }),
  projected: (subject) => ({
    cause: "they are not degrees",
    cure: positionOf(
      subject,
      'Set `mapping.projection` to the file\'s reference system, such as `{"epsg": 2056, "definition": …}` as epsg.io shows it.',
      "The file's reference system is not WGS 84: read it with the type `file`, whose `mapping.projection` names the system."
    )
  }),
  zero: (subject) => ({
    cause: "both are 0, which means an unknown position",
    cure: positionOf(
      subject,
      "Make `mapping.position` empty where the file has 0, or use another column.",
      "Unknown positions must be left out."
    )
  })
}

const exchangedPostcode = (name: string, subject: Subject): ClueWords => ({
  cause: `the ${name} looks like a postcode: the columns seem to be swapped`,
  cure: `Check ${column("postcode", subject)} and ${column(name, subject)}: each seems to name the other's column.`
})

/** Undefined if the clue is unknown. */
export const clueWords = (clue: Clue, subject: Subject): ClueWords | undefined => {
  if (clue.startsWith("in-")) return inCountry(clue.slice(3), subject)
  if (clue.startsWith("postcode-in-")) return exchangedPostcode(clue.slice("postcode-in-".length), subject)
  return Object.hasOwn(known, clue) ? known[clue]?.(subject) : undefined
}
