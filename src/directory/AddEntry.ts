import { Effect } from "effect"
import { countryName } from "../../schemas/CountryAliases.ts"
import type { DirectoryEntry } from "../../schemas/Directory.ts"
import { fold } from "../../schemas/Fold.ts"
import { onFirstUse } from "../../schemas/Memoized.ts"
import { quoted } from "../../schemas/Quoted.ts"
import { firstFew } from "../../schemas/FirstFew.ts"
import { nearest } from "../shared/NearNames.ts"
import { best, ranked } from "./AddChoice.ts"
import { NoSource, PartNeeded, UnknownEntry, UnknownPart } from "./AddErrors.ts"
import { invocation } from "../shared/Invocation.ts"

/** What a user wants from a country. */
export interface Wanted {
  /** ID of an entry, an upstream, or a source type; if absent, the best. */
  readonly from?: string | undefined
  /** Name or ISO 3166-2 code of a part; if absent, the whole country. */
  readonly part?: string | undefined
}

/** How many parts a sentence names at most. */
const most = 12

const and = onFirstUse(() => new Intl.ListFormat("en", { type: "conjunction" }))

const partName = ({ part }: DirectoryEntry): string =>
  part === null ? "" : part.code === null ? part.name : `${part.name} (${part.code})`

const partNames = (entries: ReadonlyArray<DirectoryEntry>): ReadonlyArray<string> =>
  Array.from(new Set(entries.filter(({ part }) => part !== null).map(partName))).sort((a, b) =>
    a.localeCompare(b, "en")
  )

const isFrom = (from: string) => {
  const wanted = fold(from)
  return ({ id, type, upstream }: DirectoryEntry) =>
    [id, upstream, type].some((name) => fold(name) === wanted) || fold(id).endsWith(`:${wanted}`)
}

/** `zh` and `CH-ZH` both mean CH-ZH. */
const isPart = (part: string, country: string) => {
  const wanted = fold(part)
  return ({ part: own }: DirectoryEntry) =>
    own !== null &&
    (fold(own.name) === wanted ||
      (own.code !== null && [own.code, own.code.replace(`${country}-`, "")].some((code) => fold(code) === wanted)))
}

/**
 * Places within a region may have the region's code too: "Clackamas, Oregon" has that of "Oregon". The region itself is
 * meant.
 */
const outermost = (entries: ReadonlyArray<DirectoryEntry>): ReadonlyArray<DirectoryEntry> => {
  const names = new Set(entries.map(({ part }) => part?.name ?? ""))
  const whole = Array.from(names).find((name) =>
    Array.from(names).every((other) => other === name || other.endsWith(`, ${name}`))
  )
  return whole === undefined ? entries : entries.filter(({ part }) => part?.name === whole)
}

const noEntry = (country: string, from: string, entries: ReadonlyArray<DirectoryEntry>) => {
  const places = entries.flatMap(({ id, upstream }) => [id, upstream].map((name) => ({ name, folded: fold(name) })))
  const near = nearest(fold(from), places)
  const upstreams = and().format(Array.from(new Set(entries.map(({ upstream }) => upstream))))
  return new UnknownEntry({
    message:
      `${countryName(country)} has no source ${quoted(from)}. ` +
      (near.length === 0 ? `It has some of ${upstreams}. ` : `Did you mean ${near.join(" or ")}? `) +
      `See them with: ${invocation(`directory ${country}`)}`
  })
}

const noPart = (country: string, part: string, entries: ReadonlyArray<DirectoryEntry>) => {
  const parts = partNames(entries)
  const near = nearest(
    fold(part),
    entries.flatMap((entry) => (entry.part === null ? [] : [{ name: partName(entry), folded: fold(entry.part.name) }]))
  )
  const known =
    parts.length === 0
      ? `No source covers only a part of ${countryName(country)}: leave it out, to take the whole country.`
      : near.length > 0
        ? `Did you mean ${near.join(" or ")}? See all of them with: ${invocation(`directory ${country}`)}`
        : `There are: ${firstFew(parts, most)}. See all of them with: ${invocation(`directory ${country}`)}`
  return new UnknownPart({ message: `${countryName(country)} has no part ${quoted(part)}. ${known}`, parts })
}

const partNeeded = (country: string, entries: ReadonlyArray<DirectoryEntry>) => {
  const parts = partNames(entries)
  return new PartNeeded({
    message:
      `No source covers all of ${countryName(country)}. Name a part of it, by its name or code: ${firstFew(parts, most)}. ` +
      `See all of them with: ${invocation(`directory ${country}`)}`,
    parts
  })
}

/** Names that mean several places, such as a county that several states have. */
const severalParts = (country: string, part: string, entries: ReadonlyArray<DirectoryEntry>) =>
  new UnknownPart({
    message:
      `${quoted(part)} means several parts of ${countryName(country)}. Name the source: ` +
      `${firstFew(
        entries.map(({ id, title }) => `--from ${id} (${title})`),
        most
      )}.`,
    parts: partNames(entries)
  })

/**
 * The matching entries, best first: for the whole country, or for the named part.
 *
 * @param all the country's entries
 */
export const candidates = Effect.fnUntraced(function* (
  country: string,
  all: ReadonlyArray<DirectoryEntry>,
  { from, part }: Wanted
): Effect.fn.Return<
  readonly [DirectoryEntry, ...ReadonlyArray<DirectoryEntry>],
  NoSource | UnknownEntry | UnknownPart | PartNeeded
> {
  if (all.length === 0) {
    return yield* new NoSource({
      message:
        `The directory has no source of ${countryName(country)}. If you have addresses of it, read them with: ` +
        `${invocation("source add NAME --type file")} (see ${invocation("source types")})`
    })
  }
  const exact = all.filter(({ id }) => id === from)
  const ofSource = from === undefined ? all : exact.length > 0 ? exact : all.filter(isFrom(from))
  if (ofSource.length === 0) return yield* noEntry(country, from ?? "", all)
  const ofPart = part === undefined ? undefined : outermost(ofSource.filter(isPart(part, country)))
  if (part !== undefined && ofPart?.length === 0) return yield* noPart(country, part, ofSource)
  const one = ofSource.length === 1 ? ofSource : undefined
  const found = ofPart ?? one ?? ofSource.filter((entry) => entry.part === null)
  const places = new Set(found.map((entry) => partName(entry)))
  if (part !== undefined && places.size > 1) return yield* severalParts(country, part, found)
  const [first, ...rest] = best(found) === undefined ? [] : ranked(found)
  if (first === undefined) return yield* partNeeded(country, ofSource)
  return [first, ...rest]
})
