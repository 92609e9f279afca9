import { requests } from "./Examples.ts"
import { requestCode } from "./RequestCode.ts"

/** The default URL of a service. */
export const SERVER = "http://127.0.0.1:8080"

export interface CodeSample {
  readonly lang: string
  readonly label: string
  readonly source: string
}

/** An operation's request as code; its response is the operation's example. */
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
