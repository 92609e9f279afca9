#!/usr/bin/env node
// The container's HEALTHCHECK, since the image has neither curl nor wget. Exits with 0 or 1. With "work" it checks the
// sign of life that a runner, which listens on no port, writes to DATA_DIR.
import { statSync } from "node:fs"
import { get } from "node:http"

/** A runner without a sign of life for this long, in milliseconds, is stuck. */
const longestSilence = 60_000

const path = `/api/v1/${process.argv[2] ?? "ready"}`
const ended = (code, said) => {
  process.stdout.write(`${said}\n`)
  process.exit(code)
}

if (process.argv[2] === "work") {
  try {
    const silence = Date.now() - statSync(`${process.env.DATA_DIR ?? ".data"}/work.alive`).mtimeMs
    const isStuck = silence > longestSilence
    ended(
      isStuck ? 1 : 0,
      `${isStuck ? "It is stuck: the" : "The"} last sign is ${Math.round(silence / 1000)} seconds old.`
    )
  } catch {
    ended(1, "No sign yet: it starts.")
  }
}

// HOST may be a single address; if it is the wildcard address, use the loopback address.
const host = /^(0\.0\.0\.0|::|)$/.test(process.env.HOST ?? "") ? "localhost" : process.env.HOST
get({ host, port: process.env.PORT || 8080, path, timeout: 4000 }, (answer) => {
  answer.resume()
  ended(answer.statusCode === 200 ? 0 : 1, `${path}: ${answer.statusCode}`)
})
  .on("timeout", () => ended(1, `${path}: no answer within 4 seconds`))
  .on("error", (error) => ended(1, `${path}: ${error.code ?? error.message}`))
