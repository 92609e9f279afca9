import * as Net from "node:net"
import { pause } from "./Telling.ts"

/**
 * What the network between two programs does:
 * - `pass`: forwards everything at once
 * - `delay`: forwards everything some milliseconds later, in order
 * - `swallow`: accepts connections and bytes but forwards nothing in either direction, not even that a connection has
 *   ended, like a firewall that lost its state or an unplugged cable
 * - `refuse`: closes all connections, and new ones at once
 */
export type Weather =
  | { readonly kind: "pass" | "swallow" | "refuse" }
  | { readonly kind: "delay"; readonly millis: number }

/** A TCP proxy in front of a server, with a network that tests can disturb. */
export class Proxy {
  readonly #server: Net.Server
  readonly #sockets = new Set<Net.Socket>()
  /** Sockets that do not know yet that their other side is gone, because the network swallows that as well. */
  readonly #untold = new Set<Net.Socket>()
  #weather: Weather = { kind: "pass" }
  /** Called whenever the client has sent data. */
  onRequest: () => void = () => undefined
  /** Whether to lose this data from the client, and everything after it on the same connection. */
  loses: (request: Buffer) => boolean = () => false

  private constructor(target: number) {
    this.#server = Net.createServer((client) => this.#carry(client, target))
  }

  static start(target: number): Promise<Proxy> {
    return new Promise((resolve, reject) => {
      const proxy = new Proxy(target)
      proxy.#server.once("error", reject)
      proxy.#server.listen(0, "127.0.0.1", () => resolve(proxy))
    })
  }

  get port(): number {
    return (this.#server.address() as Net.AddressInfo).port
  }

  /** Open connections, counting both sides. */
  get open(): number {
    return this.#sockets.size
  }

  become(weather: Weather): void {
    this.#weather = weather
    if (weather.kind === "refuse") for (const socket of this.#sockets) socket.destroy()
    if (weather.kind === "swallow") return
    for (const socket of this.#untold) socket.destroy()
    this.#untold.clear()
  }

  stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  #carry(client: Net.Socket, target: number): void {
    if (this.#weather.kind === "refuse") {
      client.on("error", () => undefined)
      client.destroy()
      return
    }
    const server = Net.connect({ host: "127.0.0.1", port: target, noDelay: true })
    client.setNoDelay(true)
    // Lost bytes stay lost: a connection that has lost any never recovers.
    const state = { torn: false }
    client.on("data", (request: Buffer) => {
      this.onRequest()
      if (this.loses(request)) state.torn = true
    })
    this.#pipe(client, server, state)
    this.#pipe(server, client, state)
  }

  #pipe(from: Net.Socket, to: Net.Socket, state: { torn: boolean }): void {
    this.#sockets.add(from)
    // Delayed data is forwarded in sequence, so that none overtakes.
    let carried: Promise<unknown> = Promise.resolve()
    let late = 0
    from.on("data", (chunk: Buffer) => {
      const weather = this.#weather
      if (weather.kind === "swallow") state.torn = true
      if (state.torn) return
      if (weather.kind !== "delay" && late === 0) {
        to.write(chunk)
        return
      }
      late++
      const due = weather.kind === "delay" ? pause(weather.millis) : undefined
      carried = carried
        .then(() => due)
        .then(() => {
          late--
          if (!to.destroyed) to.write(chunk)
        })
    })
    from.on("error", () => undefined)
    from.on("close", () => {
      this.#sockets.delete(from)
      this.#untold.delete(from)
      if (this.#weather.kind === "swallow" && !to.destroyed) this.#untold.add(to)
      else to.destroy()
    })
  }
}
