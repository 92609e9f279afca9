import type { ProjectNaming } from "./ProjectNaming.ts"
import { doorstepVersion } from "./Versions.ts"

const table = (rows: ReadonlyArray<readonly [file: string, holds: string] | undefined>): string =>
  rows.flatMap((row) => (row === undefined ? [] : [`| \`${row[0]}\` | ${row[1]} |`])).join("\n")

/** The first thing that the author of a source reads. */
export const readme = (naming: ProjectNaming): string => {
  const { answers, attribution, code, country, data, javascript, key, license, module, name, packageName } = naming
  const suffix = javascript ? "js" : "ts"
  return `# ${packageName}

Addresses for [Doorstep](https://www.npmjs.com/package/doorstep), as a source of one's own. It works as it is, with made-up
rows; put your own in their place.

\`\`\`sh
npm install
npm test           # every law that a source has to keep, and what becomes of some rows
npm run watch      # a page with records, laws and errors, anew at every change
${javascript ? "" : "npm run check      # checks types\n"}npm start          # runs Doorstep with this source
\`\`\`

| file | |
|---|---|
${table([
  [`src/${code}`, "the source: its manifest, and how a row becomes a record"],
  data ? ["data/addresses.csv", "example data"] : undefined,
  answers
    ? ["answers.json", "recorded responses of the API, for tests and for `npm run watch` without a network"]
    : undefined,
  [`test/${module}.test.${suffix}`, "the laws as tests, and a test of your own"]
])}

1. ${
    answers
      ? `Put your API's address into \`url\`, and say where its items and its next page are. Its key goes into the environment or
   into \`.env\` as \`${key}\`, and nowhere else. To record its answers anew, delete \`answers.json\`, give \`recordedAnswers\` the
   option \`record: true\`, and run \`npm test\` once with the key set.`
      : `Put your file in the place of \`data/addresses.csv\`, or name another place in \`locate\`: a path, a folder, or a URL.`
  }
2. Make \`toRecord\` say what your columns mean. Give \`evidence\` only where your data say that an address is a home.
3. Put licence, attribution and homepage of your data into the manifest, and two or three records that you know into
   \`examples\`.
4. \`npm test\` until all laws hold.

The guide is in Doorstep's package: \`node_modules/doorstep/sources/README.md\`. An address of this source is asked for with
\`country=${country}\`; answers name it \`${name}\` in \`sourcesTried\`.

## Publish

Choose a licence for the code (\`license\` in \`package.json\`, and its text in \`LICENSE\`); the data have theirs in the manifest.
\`npm pack\` and \`npm publish\` ${javascript ? "look" : "compile to JavaScript, which Node loads from `node_modules`, and look"} first
whether something is left to be written (\`doorstep source check\`). Then whoever wants the addresses does this:

\`\`\`sh
npm install doorstep ${packageName}
SOURCE_MODULES=${packageName} npx doorstep
\`\`\`

It is made for Doorstep ${doorstepVersion}; \`peerDependencies\` say which others it works with. Raise the version of this package with
each change, so that what it reads is read again: a patch for what reads the same records better, a minor version for more
of them, a major version where record IDs change, since all of its addresses then are others.

## Licence of the data

${license}, ${attribution}
`
}
