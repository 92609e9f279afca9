import { filtersOf, optionsOf, type Selection } from "./Selection.ts"

/** Text within single quotes of a POSIX shell. */
const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const indented = (value: unknown, by: number): string =>
  JSON.stringify(value, null, 2).replaceAll("\n", `\n${" ".repeat(by)}`)

/** Ways to ask for a selection. The token stays in the environment, where it belongs. */
export interface Snippets {
  readonly curl: string
  readonly typescript: string
  readonly python: string
}

const one = (selection: Selection, origin: string): Snippets => {
  const query = { ...filtersOf(selection), ...optionsOf(selection) }
  const url = `${origin}/api/v1/generate?${new URLSearchParams(query)}`
  return {
    curl: [`curl -H "Authorization: Bearer $DOORSTEP_TOKEN" \\`, `  ${shell(url)}`].join("\n"),
    typescript: `const parameters = new URLSearchParams(${indented(query, 0)})
const response = await fetch(\`${origin}/api/v1/generate?\${parameters}\`, {
  headers: { authorization: \`Bearer \${process.env.DOORSTEP_TOKEN}\` }
})
const { data, error } = await response.json()
if (error) throw new Error(error.message)
console.log(data.result.address.formattedAddress)`,
    python: `import os
import requests

response = requests.get(
    ${JSON.stringify(`${origin}/api/v1/generate`)},
    params=${indented(query, 4)},
    headers={"Authorization": f"Bearer {os.environ['DOORSTEP_TOKEN']}"},
)
response.raise_for_status()
print(response.json()["data"]["result"]["address"]["formattedAddress"])`
  }
}

const many = (selection: Selection, origin: string): Snippets => {
  const body = { count: selection.count, filters: filtersOf(selection), options: optionsOf(selection) }
  const url = `${origin}/api/v1/generate/batch`
  return {
    curl: [
      `curl -H "Authorization: Bearer $DOORSTEP_TOKEN" -H "Content-Type: application/json" \\`,
      `  -d ${shell(JSON.stringify(body))} \\`,
      `  ${shell(url)}`
    ].join("\n"),
    typescript: `const response = await fetch(${JSON.stringify(url)}, {
  method: "POST",
  headers: {
    authorization: \`Bearer \${process.env.DOORSTEP_TOKEN}\`,
    "content-type": "application/json"
  },
  body: JSON.stringify(${indented(body, 2)})
})
const { data, error } = await response.json()
if (error) throw new Error(error.message)
for (const { address } of data.results) console.log(address.formattedAddress)`,
    python: `import os
import requests

response = requests.post(
    ${JSON.stringify(url)},
    json=${indented(body, 4)},
    headers={"Authorization": f"Bearer {os.environ['DOORSTEP_TOKEN']}"},
)
response.raise_for_status()
for result in response.json()["data"]["results"]:
    print(result["address"]["formattedAddress"])`
  }
}

/** What asks for exactly this selection. */
export const snippetsOf = (selection: Selection, origin: string): Snippets =>
  selection.count > 1 ? many(selection, origin) : one(selection, origin)
