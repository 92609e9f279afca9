import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { countryName } from "../../../schemas/CountryAliases.ts"
import type { DirectoryEntry } from "../../../schemas/Directory.ts"
import { firstFew } from "../../../schemas/FirstFew.ts"
import { best, ranked } from "../../directory/AddChoice.ts"
import { countryOf } from "../../directory/AddCountryNames.ts"
import { Directory, type UpstreamUpdate } from "../../directory/Directory.ts"
import { PostcodeTables, type TableUpdate } from "../../directory/PostcodeTables.ts"
import { CommandFailed, refuse, reportFailure, sayIfStopped } from "../Failure.ts"
import { printTable } from "../Table.ts"
import { invocation } from "../../shared/Invocation.ts"
import { bytesText, numberText } from "../../shared/Amounts.ts"
import { json } from "../Flags.ts"

const or = (value: number | null, show: (value: number) => string): string => (value === null ? "—" : show(value))

const license = ({ license: { name, shareAlike } }: DirectoryEntry): string =>
  shareAlike ? `${name}, share-alike` : name

const shorten = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)

const figures = (entry: DirectoryEntry): ReadonlyArray<string> => [
  shorten(license(entry), 40),
  entry.evidence,
  or(entry.bytes, bytesText),
  or(entry.addresses, numberText),
  entry.renewed
]

const heading = ["LICENCE", "EVIDENCE", "SIZE", "ADDRESSES", "RENEWED"]

const tellAll = Effect.fnUntraced(function* (entries: ReadonlyArray<DirectoryEntry>) {
  const byCountry = new Map<string, Array<DirectoryEntry>>()
  for (const entry of entries) byCountry.set(entry.country, [...(byCountry.get(entry.country) ?? []), entry])
  const rows = Array.from(byCountry, ([country, all]) => {
    const whole = all.filter(({ part }) => part === null)
    const first = best(whole) ?? all[0]!
    return [country, shorten(countryName(country), 28), first.id, String(all.length), ...figures(first)]
  })
  yield* printTable(["", "COUNTRY", "BEST SOURCE", "SOURCES", ...heading], rows)
  yield* Console.log(
    `\n${rows.length} countries and territories. "${invocation("directory CH")}" shows all sources of one.`
  )
})

/** What the table shows on one line per source, and then what does not fit there. */
const tellCountry = Effect.fnUntraced(function* (country: string, entries: ReadonlyArray<DirectoryEntry>) {
  const sorted = ranked(entries)
  yield* Console.log(`${countryName(country)} (${country})\n`)
  yield* printTable(
    ["SOURCE", "COVERS", ...heading],
    sorted.map((entry) => [entry.id, entry.part?.name ?? "the whole country", ...figures(entry)])
  )
  const whole = sorted.filter(({ part }) => part === null)
  for (const entry of whole.length > 0 ? whole : sorted) {
    const { access, attribution, citation } = { ...entry, ...entry.license }
    const shared = entry.covers.filter((code) => code !== country).map((code) => countryName(code))
    yield* Console.log(
      [
        `\n${entry.title}`,
        `  Licence: ${license(entry)}, stated at ${citation}`,
        `  To show: ${attribution}`,
        ...(shared.length === 0 ? [] : [`  Its file also holds: ${shorten(shared.join(", "), 160)}`]),
        ...(access.kind === "open" ? [] : [`  By hand: ${access.what}`]),
        `  More: ${entry.homepage}`
      ].join("\n")
    )
  }
})

/** Whether postcodes can complete records that have no city. */
const tellPostcodes = Effect.fnUntraced(function* (country: string) {
  const has = yield* PostcodeTables.use((tables) => tables.has(country))
  yield* Console.log(
    has
      ? "\nA table of its postcodes is available. It completes addresses without a city or region."
      : `\nThere is no table of its postcodes. "${invocation(`directory update --postcodes ${country}`)}" downloads GeoNames' table, if it has one.`
  )
})

/** How many IDs a line names. */
const named = 5

/** The update of one upstream, in a few lines. */
const told = (update: UpstreamUpdate): string => {
  if (update.outcome === "failed") return `${update.upstream}: not updated, the list is unchanged. ${update.message}`
  const { added, changed, release, removed, upstream } = update
  const changes = [
    ...(release.now === null || release.now === release.before
      ? []
      : [`release ${release.now}${release.before === null ? "" : `, before ${release.before}`}`]),
    ...(added.length === 0 ? [] : [`${added.length} new (${firstFew(added, named)})`]),
    ...(changed.length === 0 ? [] : [`${changed.length} changed (${firstFew(changed, named)})`]),
    ...(removed.length === 0 ? [] : [`${removed.length} gone (${firstFew(removed, named)})`])
  ]
  return `${upstream}: ${changes.length === 0 ? "unchanged" : changes.join("; ")}.`
}

const toldTable = (table: TableUpdate): string =>
  table.outcome === "taken"
    ? `Postcodes of ${countryName(table.country)}: ${numberText(table.lines)} places, into ${table.file}.`
    : `Postcodes of ${countryName(table.country)}: not updated. ${table.message}`

const update = Command.make(
  "update",
  {
    postcodes: Flag.String("postcodes").pipe(
      Flag.withDescription("A country whose postcode table is downloaded from GeoNames; repeatable"),
      Flag.atLeast(0)
    )
  },
  Effect.fn(
    function* ({ postcodes }) {
      const countries = yield* Effect.forEach(postcodes, (text) => countryOf(text))
      const updates = yield* (yield* Directory).update
      yield* Effect.forEach(updates, (one) => Console.log(told(one)), { discard: true })
      const tables = yield* Effect.forEach(countries, (country) =>
        PostcodeTables.use((geoNames) => geoNames.take(country))
      )
      yield* Effect.forEach(tables, (one) => Console.log(toldTable(one)), { discard: true })
      if ([...updates, ...tables].some(({ outcome }) => outcome === "failed"))
        return yield* Effect.fail(new CommandFailed())
    },
    Effect.provide([Directory.layer, PostcodeTables.layer]),
    sayIfStopped("Only complete lists replace earlier ones. To update the others, run the command again."),
    reportFailure
  )
).pipe(
  Command.withDescription("Download the current upstream lists; one that cannot be downloaded stays unchanged"),
  Command.withExamples([
    { command: "doorstep directory update", description: "The lists of Geofabrik, Overture and OpenAddresses" },
    { command: "doorstep directory update --postcodes PL", description: "Also GeoNames' postcodes of Poland" }
  ])
)

/** `doorstep directory`: the open data of the world. */
export const directory = Command.make(
  "directory",
  {
    country: Argument.String("country").pipe(
      Argument.withDescription("Code or name of a country, in any language"),
      Argument.optional
    ),
    json
  },
  Effect.fn(
    function* ({ country, json }) {
      const directory = yield* Directory
      const code = Option.isNone(country) ? undefined : yield* countryOf(country.value)
      const entries = code === undefined ? yield* directory.entries : yield* directory.ofCountry(code)
      if (json) yield* Console.log(JSON.stringify({ indexes: yield* directory.indexes, entries }, undefined, 2))
      else if (code === undefined) yield* tellAll(entries)
      else if (entries.length > 0) yield* Effect.andThen(tellCountry(code, entries), tellPostcodes(code))
      else {
        return yield* refuse(
          `No open data for ${countryName(code)} is known. You can still read a file of your own: "${invocation("source add")}".`
        )
      }
    },
    Effect.provide([Directory.layer, PostcodeTables.layer]),
    reportFailure
  )
).pipe(
  Command.withDescription("List the open data of the world: the sources of each country, and their licences"),
  Command.withExamples([
    { command: "doorstep directory", description: "The best source of each country" },
    {
      command: "doorstep directory Schweiz",
      description: "All sources of Switzerland, with the terms of their licences"
    }
  ]),
  Command.withSubcommands([update])
)
