import * as Http from "node:http"
import type { AddressInfo } from "node:net"

/**
 * Sends each request to the next service. If a connection is refused, or ends before a response to a request that changes
 * nothing, it sends the request to another service, as balancers do: a server that stops closes connections that are idle,
 * and its system those that it has yet to accept.
 */
export class RoundRobin {
  readonly #server: Http.Server
  readonly #agents = new Map<number, Http.Agent>()
  #next = 0
  url = ""

  constructor() {
    this.#server = Http.createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
      const body: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => body.push(chunk))
      request.on("end", () => this.#forward(request, Buffer.concat(body), response, new Set()))
    })
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    for (const port of this.#agents.keys()) this.remove(port)
    this.#server.closeAllConnections()
    this.#server.close()
  }

  add(port: number): void {
    this.#agents.set(port, new Http.Agent({ keepAlive: true }))
  }

  remove(port: number): void {
    this.#agents.get(port)?.destroy()
    this.#agents.delete(port)
  }

  #forward(
    request: Http.IncomingMessage,
    body: Buffer,
    response: Http.ServerResponse,
    tried: ReadonlySet<number>
  ): void {
    const ports = [...this.#agents.keys()].filter((port) => !tried.has(port))
    const port = ports[this.#next++ % ports.length]
    if (port === undefined) return void response.writeHead(502).end("Nobody is there.")
    const { headers, method, url } = request
    const onward = Http.request(
      { port, host: "127.0.0.1", method, path: url, headers, agent: this.#agents.get(port) },
      (answer) => {
        // Connection headers concern this hop, not the client's.
        const { connection: _, "keep-alive": __, "transfer-encoding": ___, ...rest } = answer.headers
        response.writeHead(answer.statusCode!, { ...rest, "x-served-by": String(port) })
        answer.pipe(response)
        answer.on("error", () => response.destroy())
      }
    )
    onward.on("error", (error: NodeJS.ErrnoException) => {
      if (response.headersSent) return void response.destroy()
      const changesNothing = url?.startsWith("/api/v1/") === true
      // Where the connection is refused, nothing was sent yet.
      if (error.code === "ECONNREFUSED" || (error.code === "ECONNRESET" && changesNothing)) {
        return this.#forward(request, body, response, new Set(tried).add(port))
      }
      response.writeHead(502).end(String(error.code ?? error.message))
    })
    onward.end(body)
  }
}
