import { Effect } from "effect"
import type { Location } from "../../reading/Reader.ts"
import { lookedAt } from "./Contents.ts"
import type { Sample } from "./Sample.ts"
import { readSome, searchAllowance } from "./Search.ts"

/** How many different uses of a table are kept. Others are kinds that hardly any address has. */
const mostDifferent = 300

/**
 * What a column of uses has in rows beyond the first, as far as these are searched: kinds of homes that the mapping does
 * not list would never be drawn. Empty for a column that names something else in most rows.
 */
export const usesBeyond = Effect.fnUntraced(function* (location: Location, sample: Sample, name: string) {
  const { entry, layout } = sample
  const found = new Set<string>()
  const place = { location, paths: new Set([entry.path]), format: layout.format, keep: [], known: undefined }
  yield* readSome(place, searchAllowance(), (row) => {
    found.add(row.get(name).trim().slice(0, lookedAt))
    return found.size <= mostDifferent
  })
  return found.size > mostDifferent ? [] : Array.from(found)
})
