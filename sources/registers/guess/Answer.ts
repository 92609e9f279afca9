import { Effect, Option, Predicate, type Schema, Stream } from "effect"
import type { LocatedGuess, TableGuess, TablePart } from "../../../schemas/TableGuess.ts"
import type { SourceError } from "../../DataSource.ts"
import type { Pages } from "../../reading/paged/Pages.ts"
import { firstPage } from "../../reading/paged/Following.ts"
import { type Location, Reader } from "../../reading/Reader.ts"
import { decodeOptions } from "../../SourceType.ts"
import { Mapping } from "../Mapping.ts"
import { guessTable } from "./Guess.ts"
import { isPageDoubt } from "./Remarks.ts"
import { type Records, serviceAt } from "./services/Services.ts"
import { pagesOf } from "./services/Unknown.ts"

/** Stands for the source's name in messages, because there is no source yet. */
const asker = "table"

/** The guess of a page as that of a service's records: the mapping says how the pages are requested. */
const withPages = (guess: TableGuess, pages: Pages | undefined): TableGuess => {
  if (pages === undefined || !Predicate.isReadonlyObject(guess.mapping)) return guess
  return {
    ...guess,
    mapping: { ...(guess.mapping as Schema.JsonObject), pages: { ...pages } as Schema.JsonObject },
    doubts: guess.doubts.filter((doubt) => !isPageDoubt(doubt))
  }
}

/** Formats of which pages can be read. */
const pagedFormats: ReadonlySet<unknown> = new Set(["csv", "json", "geojson", "xml"])

const hasPagedFormat = ({ mapping }: TableGuess): boolean => {
  const format = Predicate.isReadonlyObject(mapping) ? mapping["format"] : undefined
  return Predicate.isReadonlyObject(format) && pagedFormats.has(format["type"]) && format["lines"] !== true
}

/** How an API pages that is no known service, if the response is one of its pages, or may be. */
const pagesAt = Effect.fnUntraced(function* (text: string, location: Location, guess: TableGuess) {
  if (!/^https?:\/\//i.test(text) || !hasPagedFormat(guess)) return undefined
  const isPage = guess.doubts.some(isPageDoubt)
  const first = yield* Stream.runHead(location.entries())
  const mayBePage = Option.exists(first, ({ excerpt }) => excerpt !== undefined)
  if (!isPage && !mayBePage) return undefined
  // What is too long for a page is a file.
  const answer = yield* Effect.option((yield* Reader).answer(asker, text))
  return Option.isSome(answer) ? pagesOf(new URL(text), answer.value.headers, answer.value.text, isPage) : undefined
})

/**
 * Guesses what the columns of a table are, wherever the table is located, or tries a mapping on its rows. The URL of a
 * service, or of a page about it, is taken for its records.
 */
export const answer = Effect.fn("guess.answer")(function* (question: {
  readonly location: string
  readonly country?: string | undefined
  readonly parts?: Readonly<Record<string, TablePart | null>> | undefined
  readonly mapping?: unknown
  readonly license?: string | undefined
  readonly attribution?: string | undefined
  readonly homepage?: string | undefined
}): Effect.fn.Return<LocatedGuess, SourceError, Reader> {
  const { attribution, country, homepage, license, parts } = question
  const mapping =
    question.mapping === undefined ? undefined : yield* decodeOptions(Mapping)(asker, "The mapping", question.mapping)
  const terms = {
    ...(license === undefined ? {} : { license }),
    ...(attribution === undefined ? {} : { attribution }),
    ...(homepage === undefined ? {} : { homepage })
  }
  const reader = yield* Reader
  const ask = (url: URL) => Effect.map(reader.answer(asker, url.href), ({ text }) => text)
  const service: Records | undefined = yield* serviceAt(question.location.trim(), ask)
  const location = service?.url.href ?? question.location
  const sampled = service?.pages === undefined ? location : firstPage(service.url, service.pages).href
  const place = yield* reader.at(asker, sampled)
  const guess = yield* guessTable(place, { country, parts, mapping, terms })
  if (mapping !== undefined) return { ...guess, location, service: service?.words ?? null }
  const pages = service === undefined ? yield* pagesAt(location.trim(), place, guess) : service.pages
  return { ...withPages(guess, pages), location, service: service?.words ?? null }
})
