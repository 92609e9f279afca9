import { Effect, Stream } from "effect"
import type { SourceError } from "../../DataSource.ts"
import type { OnArrayEnd } from "../Json.ts"
import type { Entry } from "../Location.ts"
import { unreadable } from "../Origin.ts"
import { Fault, type Parser } from "../Parser.ts"
import { rootAttributes, type Stated, statedIn } from "./Stated.ts"

/** Characters within which the first element of XML begins, with its namespaces. */
const longestRoot = 64 * 1024

const onlyPage = (what: string): string =>
  `it is only one page of a service, with ${what}. To read all pages, let "source guess" make the mapping from the service's URL, or add "pages" to it. If this page is all that is wanted, add "pages": false.`

const what = ({ total }: Stated, records: number): string =>
  total === undefined || total <= records ? `${records} records and a next page` : `${records} of ${total} records`

/** Fails for a file that says that it has only some of the records that there are. */
const refuse = (stated: Stated, records: number): void => {
  if (!stated.hasMore && (stated.total ?? 0) <= records) return
  throw new Fault(onlyPage(what(stated, records)))
}

/** Refuses JSON that is one page of a service's records. */
export const refusePage: OnArrayEnd = (frame, records) => {
  if (frame === undefined) return
  let body: unknown
  try {
    body = JSON.parse(frame)
  } catch {
    // What stands behind the array is no JSON; the records in it are.
    return
  }
  refuse(statedIn(body), records)
}

/** Refuses XML that is one page of a service's records. */
export const unlessPage = <B>(records: Parser<string, B>): Parser<string, B> => {
  let head = ""
  let count = 0
  const counted = (found: ReadonlyArray<B>) => {
    count += found.length
    return found
  }
  return {
    push: (chunk) => {
      if (head.length < longestRoot) head += chunk.slice(0, longestRoot)
      return counted(records.push(chunk))
    },
    end: () => {
      const last = counted(records.end())
      const attributes = rootAttributes(head)
      refuse(statedIn(attributes), countIn(attributes) ?? count)
      return last
    }
  }
}

/** How many records a page of WFS has, among which may be others than those that are read. */
export const countIn = ({ numberReturned }: Readonly<Record<string, string>>): number | undefined =>
  numberReturned !== undefined && /^\d+$/.test(numberReturned) ? Number(numberReturned) : undefined

/** Refuses the records of a response that links to a next page, or has just as many as were asked for. */
export const unlessExcerpt =
  ({ excerpt, origin }: Entry) =>
  <A, E>(records: Stream.Stream<A, E>): Stream.Stream<A, E | SourceError> => {
    if (excerpt === undefined) return records
    let count = 0
    const end = Effect.suspend(() => {
      if (excerpt.hasNext) return Effect.fail(unreadable(origin, onlyPage(`${count} records and a next page`)))
      return count === excerpt.most
        ? Effect.fail(unreadable(origin, onlyPage(`${count} records, which is the most that its URL asks for`)))
        : Effect.void
    })
    return Stream.concat(
      Stream.tap(records, () => Effect.sync(() => (count += 1))),
      Stream.fromEffectDrain(end)
    )
  }
