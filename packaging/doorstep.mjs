#!/usr/bin/env node
// Every Node can parse this file, so that it can tell users of an old Node which version they need.
const oldest = [22, 19]
/** The newest major version whose V8 is known to accept the flags: a Node that does not know a flag would not start. */
const newestTried = 26
const [major, minor] = process.versions.node.split(".").map(Number)

/**
 * Words that `doorstep` itself understands: with one of these or a command's name, it does not just start the service.
 */
const own = /^(-h|--help|-v|--version|--wizard|--completions|--log-level|[^-].*)/

/** The same flags as `npm start` and `npm run doorstep` in the checkout. */
const flagsOf = (command) =>
  command === "serve"
    ? ["--max-semi-space-size=16", "--heap-growing-percent=25", "--no-allocation-site-pretenuring"]
    : ["--max-semi-space-size=8", "--heap-growing-percent=40"]

/**
 * Replaces this process with a Node that has the flags, most of which V8 accepts only at startup: they save a service
 * 100 MB. If processes cannot be replaced, as on Windows, or this one has an IPC channel, it continues without them.
 */
const withFlags = (args) => {
  const flags = flagsOf(args[0])
  const isWith = process.execArgv.indexOf(flags[0]) >= 0
  // With --permission, a process may be replaced only if it may start others.
  const isPermitted = !process.permission || process.permission.has("child")
  const isAlone = process.platform !== "win32" && !process.send
  if (isWith || !process.execve || !isPermitted || !isAlone || major > newestTried) return
  const words = [process.execPath].concat(flags, process.execArgv, process.argv[1], args)
  // Threads share two heaps of the C library, as in the checkout's start script.
  process.execve(process.execPath, words, Object.assign({ MALLOC_ARENA_MAX: "2" }, process.env))
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
