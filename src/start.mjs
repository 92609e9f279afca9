#!/usr/bin/env node
// Every Node can read this file: it says which one is needed to those that cannot read the others, which are TypeScript.
const oldest = 24
const major = Number(process.versions.node.split(".")[0])

const args = process.argv.slice(2)

/** Commands that run for long, or read with threads. */
const large = ["serve", "work", "sync", "add"]

/**
 * Replaces this process with one whose threads share two heaps of the C library: with one for each thread, a service or
 * a synchronization takes 20 MB more. The library reads this setting only when a process starts. A process with an IPC channel cannot be
 * replaced, and with --permission only one that may start others.
 */
const withFewHeaps = () => {
  const isLarge = large.includes(args[0])
  const isPermitted = !process.permission || process.permission.has("child")
  if (!isLarge || process.env.MALLOC_ARENA_MAX || process.platform !== "linux" || process.send || !isPermitted) return
  const words = [process.execPath].concat(process.execArgv, process.argv[1], args)
  process.execve(process.execPath, words, Object.assign({}, process.env, { MALLOC_ARENA_MAX: "2" }))
}

if (major < oldest) {
  process.stderr.write(
    "Doorstep needs Node " +
      oldest +
      " or later, and this is Node " +
      process.versions.node +
      ". Run `npm install` without --omit=dev and --ignore-scripts, which brings one for `npm start` and `npm run doorstep`; or install one from https://nodejs.org.\n"
  )
  process.exitCode = 1
} else {
  withFewHeaps()
  // Without what earlier starts have compiled, Node loads a compiler for TypeScript, which stays in memory.
  Promise.all([import("node:module"), import("node:url"), import("./bundle.mjs")]).then(
    ([{ enableCompileCache }, { fileURLToPath }, { bundleFor }]) => {
      enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)))
      return import(bundleFor(args) || "./Doorstep.ts")
    }
  )
}
