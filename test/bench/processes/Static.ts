import { createServer } from "node:http"

/**
 * Baseline A: Node.js's own server with a fixed JSON response of this size: the least that HTTP costs on this machine.
 */
const bytes = Number(process.argv[2])
const body = Buffer.from(JSON.stringify({ data: "x".repeat(Math.max(0, bytes - 11)) }))
const headers = { "content-type": "application/json", "content-length": body.length }

const server = createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  process.stdout.write(`listening on ${typeof address === "object" ? address?.port : address}\n`)
})
