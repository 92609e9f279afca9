#!/usr/bin/env node
// Every Node can read this file: it says which one is needed to those that cannot read the others, which are TypeScript.
const oldest = 24
const major = Number(process.versions.node.split(".")[0])

if (major < oldest) {
  process.stderr.write(
    "Doorstep needs Node " +
      oldest +
      " or later, and this is Node " +
      process.versions.node +
      ". Run `npm install` without --omit=dev, which brings one for `npm start` and `npm run doorstep`; or install one from https://nodejs.org.\n"
  )
  process.exitCode = 1
} else {
  // Without what earlier starts have compiled, Node loads a compiler for TypeScript, which stays in memory.
  Promise.all([import("node:module"), import("node:url")]).then(([{ enableCompileCache }, { fileURLToPath }]) => {
    enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)))
    return import("./main.ts")
  })
}
