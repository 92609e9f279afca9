import type { ProjectNaming } from "./ProjectNaming.ts"
import { doorstepVersion } from "./Versions.ts"

const table = (rows: ReadonlyArray<readonly [file: string, holds: string] | undefined>): string =>
  rows.flatMap((row) => (row === undefined ? [] : [`| \`${row[0]}\` | ${row[1]} |`])).join("\n")

/** The first thing that the author of a source reads. */
export const readme = (naming: ProjectNaming): string => {
  const { answers, attribution, code, country, data, javascript, key, license, module, name, packageName } = naming
  const suffix = javascript ? "js" : "ts"
  return `# ${packageName}

A source of addresses for Doorstep. It works as it is, with made-up rows; replace them with your own.

\`\`\`sh
npm install
npm test           # every law that a source must keep, and a test of your own
npm run watch      # shows records, laws and errors on a page, and updates it at every change
${javascript ? "" : "npm run check      # checks types\n"}npm start          # serves Doorstep with this source${answers ? `; needs its real URL, and ${key}` : ""}
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
      ? `Put your API's URL into \`url\`, and say where its items and its next page are. Its key goes into the environment or
   into \`.env\` as \`${key}\`, and nowhere else. To record new responses, delete \`answers.json\`, give \`recordedAnswers\`
   the option \`record: true\`, and run \`npm test\` once with the key set.`
      : `Replace \`data/addresses.csv\` with your own file, or name another location in \`locate\`: a path, a folder, or a URL.`
  }
2. Make \`toRecord\` say what your columns mean. Give \`evidence\` only if your data say that an address is a home.
3. Put the licence, attribution and homepage of your data into the manifest, and two or three records that you know into
   \`examples\`.
4. Run \`npm test\` until all laws hold.

The guide is in Doorstep's package: \`node_modules/doorstep/sources/README.md\`. Requests for addresses of this source have
\`country=${country}\`; responses name it \`${name}\` in \`sourcesTried\`.

## Publish

Choose a licence for the code (\`license\` in \`package.json\`, and its text in \`LICENSE\`); that of the data is in the manifest.
${
  javascript
    ? "`npm pack` and `npm publish` check first"
    : `\`npm pack\` and \`npm publish\` compile it to JavaScript, because Node does not load TypeScript from \`node_modules\`, and check`
}
that nothing is left to be filled in (\`doorstep source check\`). Users install and serve it like this:

\`\`\`sh
npm install ./doorstep-${doorstepVersion}.tgz ${packageName}
SOURCE_MODULES=${packageName} npx doorstep
\`\`\`

It was made for Doorstep ${doorstepVersion}; \`peerDependencies\` says which other versions it works with. Raise the version of this
package with each change, so that its data are read again: release a patch when it reads the same records better, a minor
version when it reads more of them, and a major version when record IDs change, because all of its addresses then change.

## Licence of the data

${license}, ${attribution}
`
}
