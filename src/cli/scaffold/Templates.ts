import { columns, exampleCsv, examplePlace, exampleRecord } from "./ExampleData.ts"
import type { Naming } from "./Naming.ts"

const sourceModule = ({ country, name }: Naming): string => `import { Effect, Stream } from "effect"
import * as DataSource from "doorstep/sources"
import { locate, type Row, rows } from "doorstep/sources/reading"

const name = "${name}"
const columns = ${JSON.stringify(columns).replaceAll(",", ", ")}

/** Makes a record of a row, or says why the row has none. Empty fields count as absent. */
const toRecord = (row: Row | DataSource.Rejected): DataSource.SourceRecord => {
${exampleRecord}}

const source = Effect.gen(function* () {
  const location = yield* locate(name, \`\${import.meta.dirname}/addresses.csv\`)
  return DataSource.make({
    manifest: {
      name,
      countries: ["${country}"],
      license: "CC0-1.0",
      attribution: "Example data that come with Doorstep",
      homepage: "https://example.com/${name}",
      evidence: "The column use says which addresses are dwellings."
    },
    examples: [{ recordId: "A-1041", houseNumber: "1", street: "Example Street", city: "Exampletown" }],
    fingerprint: location.fingerprint,
    records: (country) =>
      country === "${country}" ? Stream.map(rows(location, { type: "csv" }, columns), toRecord) : Stream.empty
  })
})

export const layer = DataSource.layerEffect(source)
`

const testModule = ({ module }: Naming): string => `import { test } from "node:test"
import { normalize } from "doorstep/normalize"
import { conformance } from "doorstep/properties"
import { layer } from "./${module}.ts"

/** Every law that a source must keep, each as a test. \`doorstep properties\` shows the same, with explanations. */
for (const { holds, title } of await conformance(layer, { normalize })) test(title, holds)
`

/** The path of the folder as commands name it, and how commands are run there. */
export interface Place {
  /** Relative to the working directory. */
  readonly folder: string
  /** From the folder to Doorstep's. */
  readonly doorstep: string
  /** Whether the folder is inside Doorstep's own. */
  readonly inside: boolean
}

/** Commands, each with a comment; the comments stand below one another. */
const commented = (lines: ReadonlyArray<readonly [command: string, comment: string]>): string => {
  const width = Math.max(...lines.map(([command]) => command.length))
  return lines.map(([command, comment]) => `${command.padEnd(width)}  # ${comment}`).join("\n")
}

const readme = ({ country, module, name }: Naming, { folder, inside }: Place): string => `# ${name}

A source of addresses for Doorstep. It works as it is, with made-up rows; replace them with your own.

| file | |
|---|---|
| \`${module}.ts\` | the source: its manifest, and how a row becomes a record |
| \`addresses.csv\` | example data |
| \`${module}.test.ts\` | the laws that a source must keep, as tests for \`node --test\` |
| \`tsconfig.json\` | types, for editors and \`tsc\` |

Run these in Doorstep's folder:

\`\`\`sh
${commented([
  [`npm run doorstep -- properties --source ${folder}/${module}.ts`, "does it keep the laws?"],
  [`npx tsc --noEmit -p ${folder}`, "do its types fit?"],
  [`npx node --test "${folder}/*.test.ts"`, "the same laws, as tests"],
  [`npm run doorstep -- source test ${folder}/${module}.ts`, "shows some of its records"],
  [`npm start -- --source ${folder}/${module}.ts`, "serves it next to the other sources"],
  [`npm run doorstep -- sync --source ${folder}/${module}.ts`, "reads it again when its data have changed"]
])}
\`\`\`

1. Replace \`addresses.csv\` with your own file, or name another location in \`locate\`: a path, a folder, or a URL.
2. Make \`toRecord\` say what your columns mean. Give \`evidence\` only if your data say that an address is a home.
3. Put the licence, attribution and homepage of your data into the manifest, and two or three records that you know into \`examples\`.
4. Run the laws until all of them hold. Then put \`SOURCE_MODULES=${folder}/${module}.ts\` into \`.env\`: from then on
   every \`doorstep sync\` and every start knows the source.

Requests for its addresses have \`country=${country}\`. The guide is \`sources/README.md\` in Doorstep's folder.
${
  inside
    ? ""
    : `
This folder is outside Doorstep's. Its \`node_modules\` has links to Doorstep and to Doorstep's copy of Effect; if they are
missing, for example after cloning, \`npm run doorstep -- source link ${folder}\` restores them.
`
}`

const tsconfig = ({ doorstep, inside }: Place): string =>
  `${JSON.stringify(
    {
      extends: `${doorstep}/tsconfig.json`,
      ...(inside ? {} : { compilerOptions: { typeRoots: [`${doorstep}/node_modules/@types`] } }),
      include: ["*.ts"]
    },
    undefined,
    2
  )}\n`

/** Without it, Node would assume that the modules belong to the package above, or are CommonJS. */
const packageJson = ({ name }: Naming): string =>
  `${JSON.stringify({ name, private: true, type: "module" }, undefined, 2)}\n`

/** Every file in a new source's folder, by name. */
export const filesOf = (naming: Naming, place: Place): Readonly<Record<string, string>> => ({
  [`${naming.module}.ts`]: sourceModule(naming),
  [`${naming.module}.test.ts`]: testModule(naming),
  "addresses.csv": exampleCsv(examplePlace(naming.country)),
  "README.md": readme(naming, place),
  "tsconfig.json": tsconfig(place),
  ...(place.inside ? {} : { "package.json": packageJson(naming), ".gitignore": "node_modules\n" })
})
