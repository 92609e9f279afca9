#!/usr/bin/env node
// Every Node can read this file: it says which one is needed to those that cannot run the others.
const oldest = [22, 19]
/** The newest whose V8 is known to know the flags: one that does not know a flag would not start at all. */
const newestTried = 26
const [major, minor] = process.versions.node.split(".").map(Number)

/** What `doorstep` itself understands: with these, and with the name of a command, it is more than "start the service". */
const own = /^(-h|--help|-v|--version|--wizard|--completions|--log-level|[^-].*)/

/** As `npm start` and `npm run doorstep` of the checkout have them. */
const flagsOf = (command) =>
  command === "serve"
    ? ["--max-semi-space-size=16", "--heap-growing-percent=25", "--no-allocation-site-pretenuring"]
    : ["--max-semi-space-size=8", "--heap-growing-percent=30"]

/**
 * Goes on in the same process as a Node with flags, most of which V8 takes only when it starts: a service needs 100 MB
 * less with them. Where processes cannot be replaced, as on Windows, or somebody talks to this one, it does without.
 */
const withFlags = (args) => {
  const flags = flagsOf(args[0])
  const isWith = process.execArgv.indexOf(flags[0]) >= 0
  // With --permission, processes may be replaced where they may be started.
  const isPermitted = !process.permission || process.permission.has("child")
  const isAlone = process.platform !== "win32" && !process.send
  if (isWith || !process.execve || !isPermitted || !isAlone || major > newestTried) return
  const words = [process.execPath].concat(flags, process.execArgv, process.argv[1], args)
  process.execve(process.execPath, words, process.env)
}

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  process.stderr.write(
    "Doorstep needs Node " +
      oldest.join(".") +
      " or later, and this is Node " +
      process.versions.node +
      ". Install a later one from https://nodejs.org.\n"
  )
  process.exitCode = 1
} else {
  if (process.argv.length < 3 || !own.test(process.argv[2])) process.argv.splice(2, 0, "serve")
  withFlags(process.argv.slice(2))
  import("../src/main.js")
}
