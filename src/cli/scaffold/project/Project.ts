import { exampleCsv, examplePlace } from "../ExampleData.ts"
import { answersJson, sourceCode, testCode } from "./Code.ts"
import { buildTsconfig, jsconfig, packageJson, tsconfig } from "./Manifests.ts"
import type { ProjectNaming } from "./ProjectNaming.ts"
import { readme } from "./Readme.ts"

/** Every file of a separate project, by path. `doorstep` is what npm installs Doorstep from, such as a version. */
export const projectFiles = (naming: ProjectNaming, doorstep: string): Readonly<Record<string, string>> => {
  const { answers, code, country, data, javascript, module } = naming
  const place = examplePlace(country)
  return {
    "package.json": packageJson(naming, doorstep),
    ...(javascript
      ? { "jsconfig.json": jsconfig }
      : { "tsconfig.json": tsconfig, "tsconfig.build.json": buildTsconfig }),
    [`src/${code}`]: sourceCode(naming),
    [`test/${module}.test.${javascript ? "js" : "ts"}`]: testCode(naming),
    ...(data ? { "data/addresses.csv": exampleCsv(place) } : {}),
    ...(answers ? { "answers.json": answersJson(place) } : {}),
    "README.md": readme(naming),
    ".gitignore": `node_modules\n${javascript ? "" : "dist\n"}.data\n.env\n*.tgz\n`
  }
}
