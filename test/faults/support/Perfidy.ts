import * as Net from "node:net"

/**
 * What happens to a connection:
 * - `relay`: everything is forwarded
 * - `cut`: this many bytes from the server are forwarded, then the connection ends with a reset (SO_LINGER of 0), a
 *   clean end, or meaningless bytes
 * - `silence`: it is accepted, and nothing is ever sent
 * - `flood`: after the first bytes, more follow without end
 */
export type Whim =
  | { readonly kind: "relay" }
  | { readonly kind: "silence" }
  | { readonly kind: "flood"; readonly first: string }
  | { readonly kind: "cut"; readonly after: number; readonly by: "reset" | "end" | "noise" }

export const endings = ["reset", "end", "noise"] as const

/** Bytes that fit no protocol, the same each time. */
const noise = Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 167 + (i >> 3) * 91 + 13) % 256))

/** A server, perhaps in front of a real one, that disturbs each connection as the test says. */
export class Perfidy {
  readonly #server: Net.Server
  readonly #sockets = new Set<Net.Socket>()
  #next: (connection: number) => Whim = () => ({ kind: "relay" })
  /** Connections since the last change. */
  connections = 0

  private constructor(target: number) {
    this.#server = Net.createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.#serve(client, target))
  }

  static start(target: number): Promise<Perfidy> {
    return new Promise((resolve, reject) => {
      const perfidy = new Perfidy(target)
      perfidy.#server.once("error", reject)
      perfidy.#server.listen(0, "127.0.0.1", () => resolve(perfidy))
    })
  }

  get port(): number {
    return (this.#server.address() as Net.AddressInfo).port
  }

  /** Resets the open connections. Later ones are treated as `next` says for their number, counted from 0. */
  become(next: (connection: number) => Whim): void {
    this.#next = next
    this.connections = 0
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  #keep(socket: Net.Socket): void {
    this.#sockets.add(socket)
    socket.on("error", () => undefined)
    socket.on("close", () => this.#sockets.delete(socket))
  }

  #serve(client: Net.Socket, target: number): void {
    this.#keep(client)
    const whim = this.#next(this.connections++)
    if (whim.kind === "silence") return void client.resume()
    if (whim.kind === "flood") {
      client.resume()
      const pour = () => {
        while (client.writable && client.write(noise));
      }
      client.on("drain", pour)
      client.write(whim.first)
      return pour()
    }
    const server = Net.connect({ host: "127.0.0.1", port: target, noDelay: true, allowHalfOpen: true })
    this.#keep(server)
    client.pipe(server)
    client.on("close", () => server.destroy())
    if (whim.kind === "relay") {
      server.pipe(client)
      server.on("close", () => client.destroy())
      return
    }
    let left = whim.after
    const cut = () => {
      server.destroy()
      if (whim.by === "reset") client.resetAndDestroy()
      else if (whim.by === "noise") client.end(noise)
      else client.end()
    }
    if (left === 0) return cut()
    server.on("close", () => client.end())
    server.on("data", (chunk: Buffer) => {
      if (left === 0) return
      client.write(chunk.subarray(0, left))
      left = Math.max(0, left - chunk.length)
      // Pending writes must be on their way before a reset discards them.
      if (left === 0) client.write("", () => setImmediate(cut))
    })
  }
}
