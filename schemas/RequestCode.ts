/** A request to be shown as code. */
export interface CodedRequest {
  readonly method: string
  /** Absolute URL with its query, percent-encoded. */
  readonly url: string
  /** The body, as JSON. */
  readonly body?: unknown
  /** The environment variable with the token; undefined: no token is needed. */
  readonly token: string | undefined
  /** What to print of the response, as an expression over `answer`. Undefined: all of it. */
  readonly shows?: { readonly typescript: string; readonly python: string } | undefined
}

/** Languages to show a request in. */
export interface RequestCode {
  readonly curl: string
  readonly typescript: string
  readonly python: string
}

const indented = (text: string, by: number): string => text.replaceAll("\n", `\n${" ".repeat(by)}`)

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** A word for a POSIX shell, within single quotes. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const curl = ({ body, method, token, url }: CodedRequest): string =>
  [
    // A percent-encoded URL has no special characters within double quotes.
    `curl -s "${url}"`,
    ...(method === "GET" || body !== undefined ? [] : [`-X ${method}`]),
    ...(token === undefined ? [] : [`-H "Authorization: Bearer $${token}"`]),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${shellWord(JSON.stringify(body))}`])
  ].join(" \\\n  ")

const typescript = ({ body, method, shows, token, url }: CodedRequest): string => {
  const headers = [
    ...(token === undefined ? [] : [`Authorization: \`Bearer \${process.env.${token}}\``]),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"'])
  ]
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}"`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(", ")} }`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(json(body), 2)})`])
  ]
  const request = options.length === 0 ? JSON.stringify(url) : `${JSON.stringify(url)}, {\n${options.join(",\n")}\n}`
  return [
    `const response = await fetch(${request})`,
    "const answer = await response.json()",
    "if (!response.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`)",
    shows?.typescript ?? "console.log(answer)"
  ].join("\n")
}

/** JSON strings and numbers are valid Python; JSON's three literals are not. */
const pythonOf = (value: unknown, indent = ""): string => {
  const inner = `${indent}    `
  const block = (open: string, members: ReadonlyArray<string>, close: string): string =>
    members.length === 0
      ? open + close
      : `${open}\n${members.map((member) => `${inner}${member},\n`).join("")}${indent}${close}`
  if (value === null || value === undefined) return "None"
  if (typeof value === "boolean") return value ? "True" : "False"
  if (Array.isArray(value))
    return block(
      "[",
      value.map((item) => pythonOf(item, inner)),
      "]"
    )
  if (typeof value !== "object") return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${pythonOf(member, inner)}`)
  return block("{", members, "}")
}

/** Only Python's standard library, so that it runs wherever Python does. */
const python = ({ body, method, shows, token, url }: CodedRequest): string => {
  const headers = [
    ...(token === undefined ? [] : [`"Authorization": f"Bearer {os.environ['${token}']}"`]),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"'])
  ]
  const parts = [
    JSON.stringify(url),
    ...(body === undefined ? [] : [`data=json.dumps(${pythonOf(body, "    ")}).encode()`]),
    ...(headers.length === 0 ? [] : [`headers={${headers.join(", ")}}`]),
    ...(method === "GET" || (method === "POST" && body !== undefined) ? [] : [`method="${method}"`])
  ]
  return [
    "import json",
    ...(token === undefined ? [] : ["import os"]),
    "from urllib.request import Request, urlopen",
    "",
    `request = Request(\n${parts.map((part) => `    ${part},\n`).join("")})`,
    "with urlopen(request) as response:",
    "    answer = json.load(response)",
    shows?.python ?? "print(answer)"
  ].join("\n")
}

/** A request for a shell, for TypeScript and for Python, without any dependency. */
export const requestCode = (request: CodedRequest): RequestCode => ({
  curl: curl(request),
  typescript: typescript(request),
  python: python(request)
})
