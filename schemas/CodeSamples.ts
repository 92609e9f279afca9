import { requests } from "./Examples.ts"

/** Where a service listens that nobody has told otherwise. */
const SERVER = "http://127.0.0.1:8080"

interface Request {
  readonly method: string
  /** With its query. */
  readonly url: string
  readonly body: string | undefined
  readonly needsToken: boolean
}

export interface CodeSample {
  readonly lang: string
  readonly label: string
  readonly source: string
}

const lines = (...given: ReadonlyArray<string | false>): string => given.filter((line) => line !== false).join("\n")

const curl = ({ body, method, needsToken, url }: Request): string =>
  [
    `curl -s "${SERVER}${url}"`,
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${body}'`])
  ].join(" \\\n  ")

const typeScript = ({ body, method, needsToken, url }: Request): string => {
  const headers = [
    ...(needsToken ? ["Authorization: `Bearer ${process.env.TOKEN}`"] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"'])
  ]
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}"`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(", ")} }`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${body})`])
  ]
  const request = options.length === 0 ? `"${SERVER}${url}"` : `"${SERVER}${url}", {\n${options.join(",\n")}\n}`
  return lines(
    `const response = await fetch(${request})`,
    "const answer = await response.json()",
    "if (!response.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`)",
    "console.log(answer)"
  )
}

/** JSON is Python but for three words, none of which stands in a sample as text. */
const python = (json: string): string =>
  json.replace(/\b(true|false|null)\b/g, (word) => ({ true: "True", false: "False" })[word] ?? "None")

const pythonSample = ({ body, method, needsToken, url }: Request): string => {
  const parts = [
    `    "${SERVER}${url}"`,
    ...(needsToken ? ['    headers={"Authorization": f"Bearer {os.environ[\'TOKEN\']}"}'] : []),
    ...(body === undefined ? [] : [`    json=${python(body)}`])
  ]
  return lines(
    needsToken && "import os",
    "import requests",
    "",
    `response = requests.${method.toLowerCase()}(`,
    `${parts.join(",\n")},`,
    ")",
    "response.raise_for_status()",
    "print(response.json())"
  )
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
  const request: Request = {
    method: method.toUpperCase(),
    url: search === "" ? filled : `${filled}?${search}`,
    body: body === undefined ? undefined : JSON.stringify(body),
    needsToken
  }
  return [
    { lang: "Shell", label: "curl", source: curl(request) },
    { lang: "TypeScript", label: "TypeScript", source: typeScript(request) },
    { lang: "Python", label: "Python", source: pythonSample(request) }
  ]
}
