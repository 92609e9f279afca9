import type { ProjectNaming } from "./ProjectNaming.ts"
import { doorstepVersion, effectVersion, tools } from "./Versions.ts"

const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`

/** Scripts of projects in either language. */
const scripts = ({ answers, code }: ProjectNaming) => ({
  test: "vitest run",
  watch: `doorstep source watch${answers ? " --answers answers.json" : ""}`,
  start: `doorstep serve --source ./src/${code}`
})

/**
 * Doorstep and Effect are peer dependencies: whoever serves the source already has one copy of each. Here they are
 * installed in exactly the versions that this Doorstep uses.
 */
export const packageJson = (naming: ProjectNaming, doorstep: string): string => {
  const { code, country, data, javascript, module, packageName } = naming
  const built = javascript ? "./src" : "./dist"
  return json({
    name: packageName,
    version: "0.1.0",
    description: `Addresses (${country}) for Doorstep`,
    keywords: ["doorstep", "doorstep-source", "addresses"],
    license: "UNLICENSED",
    type: "module",
    exports: {
      ".": javascript
        ? `${built}/${module}.js`
        : { types: `${built}/${module}.d.ts`, default: `${built}/${module}.js` },
      "./package.json": "./package.json"
    },
    files: [built.slice(2), ...(data ? ["data"] : [])],
    doorstep: { source: `./src/${code}` },
    scripts: {
      ...scripts(naming),
      ...(javascript ? {} : { check: "tsc", build: "tsc -p tsconfig.build.json" }),
      prepack: `${javascript ? "" : "npm run build && "}doorstep source check`
    },
    peerDependencies: { doorstep: `^${doorstepVersion}`, effect: `^${effectVersion}` },
    devDependencies: {
      ...(javascript ? {} : { "@types/node": tools["@types/node"] }),
      doorstep,
      effect: effectVersion,
      ...(javascript ? {} : { typescript: tools.typescript }),
      vitest: tools.vitest
    }
  })
}

/** What Node runs directly: erasable types, and imports with file extensions. */
const compilerOptions = {
  target: "es2024",
  lib: ["es2024"],
  module: "nodenext",
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true
}

export const tsconfig = json({
  compilerOptions: { ...compilerOptions, noEmit: true },
  include: ["src", "test"]
})

export const buildTsconfig = json({
  extends: "./tsconfig.json",
  compilerOptions: { noEmit: false, rootDir: "src", outDir: "dist", declaration: true, sourceMap: true },
  include: ["src"]
})

/** Gives editors the types of imports and of comments. */
export const jsconfig = json({
  compilerOptions: {
    target: "es2024",
    module: "nodenext",
    checkJs: true,
    strict: true,
    noEmit: true,
    skipLibCheck: true
  },
  include: ["src", "test"]
})
