import { columns, exampleCsv, type ExamplePlace, exampleRecord } from "../ExampleData.ts"
import type { ProjectNaming } from "./ProjectNaming.ts"

const text = (value: string): string => JSON.stringify(value)

const imports = ({ answers, javascript }: ProjectNaming): string => {
  const row = javascript ? "" : "type Row, "
  const reading = answers ? `byCursor, ${row}secret, webApi` : `locate, ${row}rows`
  return `import { Effect, Stream } from "effect"
import * as DataSource from "doorstep/sources"
import { ${reading} } from "doorstep/sources/reading"
`
}

const mapping = ({ javascript }: ProjectNaming): string => `/**
 * Makes a record of a row, or says why the row has none. Empty fields count as absent.${
   javascript
     ? `
 * @param {import("doorstep/sources/reading").Row | DataSource.Rejected} row
 * @returns {DataSource.SourceRecord}`
     : ""
 }
 */
const toRecord = (row${javascript ? "" : ": Row | DataSource.Rejected"})${javascript ? "" : ": DataSource.SourceRecord"} => {
${exampleRecord}}
`

const opening = ({ answers, key }: ProjectNaming): string =>
  answers
    ? `  const api = yield* webApi({
    source: name,
    url,
    headers: { "x-api-key": yield* secret(name, ${text(key)}) },
    requestsPerSecond: 5
  })`
    : `  const location = yield* locate(name, \`\${import.meta.dirname}/../data/addresses.csv\`)`

const fingerprint = ({ answers }: ProjectNaming): string =>
  answers ? `api.version("addresses/status", { at: "updated" })` : "location.fingerprint"

const records = ({ answers }: ProjectNaming): string =>
  answers
    ? `api.rows("addresses", { items: "items", paging: byCursor({ at: "next", parameter: "cursor" }) })`
    : `rows(location, { type: "csv" }, columns)`

/** The source. */
export const sourceCode = (naming: ProjectNaming): string => {
  const { answers, attribution, country, homepage, license, name } = naming
  const given = answers
    ? `const url = "https://api.example.com/v1/"`
    : `const columns = ${JSON.stringify(columns).replaceAll(",", ", ")}`
  return `${imports(naming)}
const name = ${text(name)}
${given}

${mapping(naming)}
const source = Effect.gen(function* () {
${opening(naming)}
  return DataSource.make({
    manifest: {
      name,
      countries: [${text(country)}],
      license: ${text(license)},
      attribution: ${text(attribution)},
      homepage: ${text(homepage)},
      evidence: "The register's use says which addresses are dwellings."
    },
    examples: [{ recordId: "A-1041", houseNumber: "1", street: "Example Street", city: "Exampletown" }],
    fingerprint: ${fingerprint(naming)},
    records: (country) =>
      country === ${text(country)}
        ? Stream.map(${records(naming)}, toRecord)
        : Stream.empty
  })
})

export const layer = DataSource.layerEffect(source)
`
}

/** Its tests: every law, and the outcome of some rows. */
export const testCode = (naming: ProjectNaming): string => {
  const { answers, code, country } = naming
  const [source, options] = answers ? ["Layer.provide(layer, host)", "{ normalize, host }"] : ["layer", "{ normalize }"]
  return `import { assert, describe, it } from "vitest"
${answers ? `import { Layer } from "effect"\n` : ""}import { normalize } from "doorstep/normalize"
import { conformance, firstRecords${answers ? ", recordedAnswers" : ""} } from "doorstep/properties"
import { layer } from "../src/${code}"
${
  answers
    ? `
/** The API without a network: its responses have been recorded in a file. */
const host = recordedAnswers(\`\${import.meta.dirname}/../answers.json\`)
`
    : ""
}
describe("Every law that a source must keep", async () => {
  for (const { holds, title } of await conformance(layer, ${options})) it(title, { timeout: 60_000 }, holds)
})

it("MUST reject garages, and say so", async () => {
  const records = await firstRecords(${source}, { country: ${text(country)} })
  assert.lengthOf(records, 8)
  assert.deepInclude(records.at(-1), { reason: "filtered" })
})
`
}

interface Item {
  readonly [column: string]: string
}

const itemsOf = (place: ExamplePlace): ReadonlyArray<Item> => {
  const [, ...lines] = exampleCsv(place).trimEnd().split("\n")
  return lines.map((line) => {
    const cells = Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
      quoted === undefined ? plain! : quoted.replaceAll('""', '"')
    )
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""]))
  })
}

/** The responses of an API that has the example's rows on three pages. */
export const answersJson = (place: ExamplePlace): string => {
  const url = "https://api.example.com/v1/addresses"
  const items = itemsOf(place)
  const page = (from: number, next: string | null) => ({ items: items.slice(from, from + 3), next })
  const answers = [
    { url: `${url}/status`, body: { updated: "2026-11-01" } },
    { url, body: page(0, "p2") },
    { url: `${url}?cursor=p2`, body: page(3, "p3") },
    { url: `${url}?cursor=p3`, body: page(6, null) }
  ]
  return `${JSON.stringify(answers, undefined, 2)}\n`
}
