import { type RequestCode, requestCode } from "../../../../schemas/RequestCode.ts"
import { filtersOf, optionsOf, type Selection } from "./Selection.ts"

/** The environment variable from which the code takes the token. */
const token = "DOORSTEP_TOKEN"

const one = (selection: Selection, origin: string): RequestCode =>
  requestCode({
    method: "GET",
    url: `${origin}/api/v1/generate?${new URLSearchParams({ ...filtersOf(selection), ...optionsOf(selection) })}`,
    token,
    shows: {
      typescript: "console.log(answer.data.result.address.formattedAddress)",
      python: 'print(answer["data"]["result"]["address"]["formattedAddress"])'
    }
  })

const many = (selection: Selection, origin: string): RequestCode =>
  requestCode({
    method: "POST",
    url: `${origin}/api/v1/generate/batch`,
    body: { count: selection.count, filters: filtersOf(selection), options: optionsOf(selection) },
    token,
    shows: {
      typescript: "for (const { address } of answer.data.results) console.log(address.formattedAddress)",
      python: 'for result in answer["data"]["results"]:\n    print(result["address"]["formattedAddress"])'
    }
  })

/** Code that requests exactly this selection. */
export const snippetsOf = (selection: Selection, origin: string): RequestCode =>
  selection.count > 1 ? many(selection, origin) : one(selection, origin)
