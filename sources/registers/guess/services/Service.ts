import { Effect } from "effect"
import type { SourceError } from "../../../DataSource.ts"
import { answerOf } from "../../../reading/Foreign.ts"
import { misconfigured, shown, withoutKeys } from "../../../reading/Origin.ts"
import type { Pages } from "../../../reading/paged/Pages.ts"
import { withValues } from "../../../reading/paged/Queries.ts"

/** A service's records: where they are requested, and how. */
export interface Records {
  readonly url: URL
  /** Undefined if one response has all of them. */
  readonly pages: Pages | undefined
  /** What it is, in a few words. */
  readonly words: string
}

/** Requests texts of a service. */
export type Ask = (url: URL) => Effect.Effect<string, SourceError>

/** Recognizes services of one kind. Undefined: the URL is none of them. Fails if it is one and cannot be used. */
export type Recognize = (url: URL, ask: Ask) => Effect.Effect<Records | undefined, SourceError>

export const refuse = (url: URL, message: string): SourceError =>
  misconfigured({ source: "table", place: shown(url) }, message)

/** A copy of the URL with these query values, as `withValues` sets them, and without its fragment. */
export const withQuery = (
  url: URL,
  values: Readonly<Record<string, string | undefined>>,
  pathname = url.pathname
): URL => {
  const made = withValues(url, values)
  made.pathname = pathname
  made.hash = ""
  return made
}

/** A query value, whatever the case of its name. */
export const valueOf = (url: URL, name: string): string | undefined =>
  Array.from(url.searchParams).find(([other, value]) => other.toLowerCase() === name.toLowerCase() && value !== "")?.[1]

/** The response as JSON; undefined if it is something else, such as a page for people. Fails with what it refuses. */
export const jsonAt = Effect.fnUntraced(function* (url: URL, ask: Ask): Effect.fn.Return<unknown, SourceError> {
  const text = yield* ask(url)
  if (!/^\s*[[{]/.test(text)) return undefined
  const refused = answerOf(Buffer.from(text.slice(0, 4096)))
  if (refused !== undefined) return yield* refuse(url, refused)
  return yield* Effect.orElseSucceed(
    Effect.try(() => JSON.parse(text) as unknown),
    () => undefined
  )
})

/** The same, where nothing there is no failure. */
export const jsonIfAny = (url: URL, ask: Ask): Effect.Effect<unknown> =>
  Effect.orElseSucceed(jsonAt(url, ask), () => undefined)

/** One of several tables that a service has. */
export interface Choice {
  readonly name: string
  readonly title: string
}

/** What addresses are called in names of tables. */
const addressWords =
  /adress|addr|address|adresse|adrese|aadress|adgang|hausn|hausk|husnummer|house_?n|direcci|portal|endere|civic|osoite|punkt_?adres|ulica_?numer|adresn|cim_?pont|住居|住所|주소|门牌|門牌|адрес|διεύθ/iu

/** How many of them a message names. */
const mostNamed = 12

const addressFor = (text: string): string => (URL.canParse(text) ? withoutKeys(new URL(text)).href : text)

/** The table with the addresses: the only one, or the only one that is called so. */
export const chosen = <A extends Choice>(
  url: URL,
  what: string,
  all: ReadonlyArray<A>,
  addressOf: (choice: A) => string
): Effect.Effect<A, SourceError> => {
  const [first, ...others] = all
  if (first === undefined) return Effect.fail(refuse(url, `it has no ${what} whose records can be requested.`))
  if (others.length === 0) return Effect.succeed(first)
  const named = all.filter(({ name, title }) => addressWords.test(`${name} ${title}`))
  if (named.length === 1) return Effect.succeed(named[0]!)
  const listed = (named.length > 1 ? named : all)
    .slice(0, mostNamed)
    .map((choice) => `${choice.title === "" ? choice.name : choice.title}: ${addressFor(addressOf(choice))}`)
    .join("; ")
  const which =
    named.length > 1
      ? `${named.length} of its ${all.length} ${what}s are called addresses`
      : `it has ${all.length} ${what}s, none of them called addresses`
  return Effect.fail(refuse(url, `${which}. Give the URL of the one with the addresses: ${listed}.`))
}
