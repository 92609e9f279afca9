#!/usr/bin/env node
// Every Node can read this file: it says which one is needed to those that cannot run the others.
const needed = [22, 19]
const version = process.versions.node.split(".").map(Number)

/** What `doorstep` itself understands: with these, and with the name of a command, it is more than "start the service". */
const own = /^(-h|--help|-v|--version|--completions|--log-level|[^-].*)/

const start = async () => {
  const { setFlagsFromString } = await import("node:v8")
  if (process.argv[2] === undefined || !own.test(process.argv[2])) process.argv.splice(2, 0, "serve")
  // As `npm start` and `npm run doorstep` of the checkout do, as far as V8 takes it once it runs.
  const flags =
    process.argv[2] === "serve"
      ? ["--heap-growing-percent=25", "--no-allocation-site-pretenuring"]
      : ["--heap-growing-percent=30"]
  flags.forEach((flag) => setFlagsFromString(flag))
  await import("../src/main.js")
}

if (version[0] < needed[0] || (version[0] === needed[0] && version[1] < needed[1])) {
  process.stderr.write(
    "Doorstep needs Node " +
      needed.join(".") +
      " or later, and this is Node " +
      process.versions.node +
      ". Install a later one from https://nodejs.org.\n"
  )
  process.exitCode = 1
} else {
  start()
}
