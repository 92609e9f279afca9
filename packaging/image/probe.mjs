#!/usr/bin/env node
// Asks the service of this container, for HEALTHCHECK: the image has neither curl nor wget. Ends with 0 or 1.
import { get } from "node:http"

const path = `/api/v1/${process.argv[2] ?? "ready"}`
const ended = (code, said) => {
  process.stdout.write(`${said}\n`)
  process.exit(code)
}

// HOST may name one address; what stands for all of them is reached by this one.
const host = /^(0\.0\.0\.0|::|)$/.test(process.env.HOST ?? "") ? "localhost" : process.env.HOST
get({ host, port: process.env.PORT || 8080, path, timeout: 4000 }, (answer) => {
  answer.resume()
  ended(answer.statusCode === 200 ? 0 : 1, `${path}: ${answer.statusCode}`)
})
  .on("timeout", () => ended(1, `${path}: no answer within 4 seconds`))
  .on("error", (error) => ended(1, `${path}: ${error.code ?? error.message}`))
