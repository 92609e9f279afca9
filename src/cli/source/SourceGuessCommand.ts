import { Console, Effect, FileSystem, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { GuessedAddress, LocatedGuess } from "../../../schemas/TableGuess.ts"
import { inCapitals, isCountryCode } from "../../../schemas/CountryCodes.ts"
import { shellWord } from "../../../schemas/RequestCode.ts"
import { TableGuesses } from "../../admin/TableGuesses.ts"
import * as Sources from "../../Sources.ts"
import { CommandFailed, refuse, reportFailure } from "../Failure.ts"
import { printTable } from "../Table.ts"
import { program } from "../../shared/Invocation.ts"
import { optionalText } from "../Flags.ts"

const flags = {
  country: Flag.String("country").pipe(
    Flag.withDescription("Country of its addresses (ISO 3166-1 alpha-2 code); if omitted, guessed from the contents"),
    Flag.map((code) => inCapitals(code.trim())),
    Flag.optional
  ),
  license: optionalText("license", "The licence of the data, which is not in the table"),
  attribution: optionalText("attribution", "Whom to name as the source"),
  homepage: optionalText("homepage", "The page that describes the data"),
  json: Flag.Boolean("json").pipe(Flag.withDefault(false), Flag.withDescription("Print the complete guess as JSON")),
  write: optionalText("write", "Write the mapping to this file, to keep and edit")
}

/** How many characters of a sample are shown. */
const widest = 36

const cut = (text: string): string => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text)

const lineOf = (address: GuessedAddress): string => {
  const { city, district, houseNumber, latitude, longitude, postcode, region, street, unit } = address
  const parts = [
    [houseNumber, street].filter((part) => part !== undefined).join(" "),
    unit,
    district,
    city,
    region,
    postcode
  ]
  const place = latitude === undefined || longitude === undefined ? "no coordinates" : `${latitude}, ${longitude}`
  return `${parts.filter((part) => part !== undefined && part !== "").join(" | ")}  (${place}; ${address.evidence ?? "no evidence"})`
}

const listed = (heading: string, lines: ReadonlyArray<string>) =>
  lines.length === 0
    ? Effect.void
    : Effect.forEach(["", heading, ...lines.map((line) => `  ${line}`)], (line) => Console.log(line), { discard: true })

const tell = Effect.fnUntraced(function* (guess: LocatedGuess) {
  if (guess.service !== null) yield* Console.log(`service  ${guess.service}`)
  yield* Console.log(`file     ${guess.file}`)
  yield* Console.log(`layout   ${guess.layout}; rows read: ${guess.rows}`)
  yield* Console.log(`country  ${guess.country ?? "unknown"} (${guess.countryReason})`)
  yield* Console.log("")
  const used = guess.columns.filter(({ part }) => part !== null)
  yield* printTable(
    ["COLUMN", "IS THE", "SURE", "SUCH AS", "WHY"],
    used.map(({ confidence, language, name, part, reason, samples }) => [
      name,
      `${part}${language === null ? "" : ` (${language})`}`,
      `${Math.round(confidence * 100)}%`,
      cut(samples.join(" · ")),
      reason
    ])
  )
  const rest = guess.columns.filter(({ part }) => part === null).map(({ name }) => name)
  yield* listed(
    "Completed by other tables:",
    guess.joins.map(({ as, file, reason }) => `${as}  ${file}: ${reason}`)
  )
  yield* listed("Not used:", rest.length === 0 ? [] : [rest.join(", ")])
  yield* listed("The first resulting addresses:", guess.addresses.map(lineOf))
  yield* listed("Rows without a usable address:", guess.rejected)
  yield* listed("Missing:", guess.missing)
  yield* listed("In doubt:", guess.doubts)
})

/** What to do with the mapping, with the command that uses it if it was written to a file. */
const next = (guess: LocatedGuess, written: Option.Option<string>): ReadonlyArray<string> => {
  const { location } = guess
  if (guess.mapping === null) {
    return [
      guess.isAddressTable
        ? "No mapping yet: name the country with --country."
        : "This is not a table of addresses, so there is no mapping for it."
    ]
  }
  const register =
    guess.register === null
      ? []
      : [
          `Its columns are those of the register ${guess.register}, whose declaration is better than a guess:`,
          `  ${program} source add NAME --type register --location ${shellWord(location)} --options '{"register":"${guess.register}"}'`
        ]
  return Option.match(written, {
    onNone: () => [...register, "Save the mapping with --write mapping.json, then use it in a source of type file."],
    onSome: (file) => [
      ...register,
      `The mapping is in ${file}. Read it, correct it where it is wrong, and use it:`,
      `  ${program} source add NAME --type file --location ${shellWord(location)} --options "{\\"mapping\\": $(cat ${shellWord(file)})}"`
    ]
  })
}

/** `doorstep source guess`: what the columns of a table mean, and a mapping to keep. */
export const guess = Command.make(
  "guess",
  {
    location: Argument.String("file").pipe(
      Argument.withDescription(
        "A file, a folder or an archive with a table, an http(s) URL of one, or the URL of a service or its page"
      )
    ),
    ...flags
  },
  Effect.fn(
    function* ({ attribution, country, homepage, json, license, location, write }) {
      if (Option.isSome(country) && !isCountryCode(country.value)) {
        return yield* refuse(`"${country.value}" is not a country code. Give two letters of ISO 3166-1, such as CH.`)
      }
      const found = yield* (yield* TableGuesses).guess({
        location,
        country: Option.getOrUndefined(country),
        license: Option.getOrUndefined(license),
        attribution: Option.getOrUndefined(attribution),
        homepage: Option.getOrUndefined(homepage)
      })
      if (Option.isSome(write) && found.mapping !== null) {
        const files = yield* FileSystem.FileSystem
        yield* files.writeFileString(write.value, `${JSON.stringify(found.mapping, null, 2)}\n`)
      }
      if (json) return yield* Console.log(JSON.stringify(found, null, 2))
      yield* tell(found)
      yield* Console.log("")
      for (const line of next(found, write)) yield* Console.log(line)
      if (found.mapping === null) return yield* Effect.fail(new CommandFailed())
    },
    Effect.provide(Sources.layerTableGuesses),
    reportFailure
  )
).pipe(
  Command.withDescription("Guess what the columns of a table mean, and make a mapping from them"),
  Command.withExamples([
    {
      command: "doorstep source guess addresses.csv --write mapping.json",
      description: "Read a table, and save a mapping for it"
    }
  ])
)
