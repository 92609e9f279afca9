import { Effect, Stream } from "effect"
import type { SourceError } from "../../DataSource.ts"
import { jsonIn, type OnArrayEnd } from "../Json.ts"
import type { Entry } from "../Location.ts"
import { unreadable } from "../Origin.ts"
import { Fault, type Parser } from "../Parser.ts"
import { type Excerpt, partOf } from "./Excerpt.ts"
import { rootAttributes, type Stated, statedIn } from "./Stated.ts"

/** Characters within which the first element of XML begins, with its namespaces. */
const longestRoot = 64 * 1024

/** What to do about a page that is taken for all records, as the end of a sentence; undefined if it may have all. */
const faultOf = (excerpt: Excerpt, records: number): string | undefined => {
  const part = partOf(excerpt, records)
  return part === undefined
    ? undefined
    : `it is only one page of a service, with ${part}. To read all pages, let "source guess" make the mapping from the service's URL, or add "pages" to it. If this page is all that is wanted, add "pages": false.`
}

/** Fails for a file that says that it has only some of the records that there are. */
const refuse = (stated: Stated, records: number): void => {
  const fault = faultOf({ stated, most: undefined }, records)
  if (fault !== undefined) throw new Fault(fault)
}

/** Refuses JSON that is one page of a service's records. */
export const refusePage: OnArrayEnd = (frame, records) => {
  // What stands behind the array may be no JSON; the records in it are.
  if (frame !== undefined) refuse(statedIn(jsonIn(frame)), records)
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
      const stated = statedIn(rootAttributes(head))
      // Among them may be others than those that are read.
      refuse(stated, stated.returned ?? count)
      return last
    }
  }
}

/** Refuses the records of a response whose headers tell of others, or that has just as many as were asked for. */
export const unlessExcerpt =
  ({ excerpt, origin }: Entry) =>
  <A, E>(records: Stream.Stream<A, E>): Stream.Stream<A, E | SourceError> => {
    if (excerpt === undefined) return records
    let count = 0
    const end = Effect.suspend(() => {
      const fault = faultOf(excerpt, count)
      return fault === undefined ? Effect.void : Effect.fail(unreadable(origin, fault))
    })
    return Stream.concat(
      Stream.tap(records, () => Effect.sync(() => (count += 1))),
      Stream.fromEffectDrain(end)
    )
  }
