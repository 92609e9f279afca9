import { requests } from "./Examples.ts"
import { requestCode } from "./RequestCode.ts"

/** Where a service listens that nobody has told otherwise. */
const SERVER = "http://127.0.0.1:8080"

export interface CodeSample {
  readonly lang: string
  readonly label: string
  readonly source: string
}

/** A request of an operation as code, which gets the answer that stands beside it as an example. */
export const codeSamples = (
  operationId: string,
  method: string,
  path: string,
  needsToken: boolean
): ReadonlyArray<CodeSample> => {
  const { body, path: parameters = {}, query = {} } = requests[operationId] ?? {}
  const search = new URLSearchParams(query).toString()
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ""))
  const { curl, python, typescript } = requestCode({
    method: method.toUpperCase(),
    url: SERVER + (search === "" ? filled : `${filled}?${search}`),
    body,
    token: needsToken ? "TOKEN" : undefined
  })
  return [
    { lang: "Shell", label: "curl", source: curl },
    { lang: "TypeScript", label: "TypeScript", source: typescript },
    { lang: "Python", label: "Python", source: python }
  ]
}
