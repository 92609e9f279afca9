import * as Net from "node:net"
import { pause } from "./Telling.ts"

/**
 * What the network between two programs does:
 * - `pass`: carries everything at once
 * - `delay`: carries everything some milliseconds later, in order
 * - `swallow`: accepts connections and bytes, and carries nothing either way: a firewall that forgot, a cable pulled
 * - `refuse`: ends every connection, and each new one at once
 */
export type Weather =
  | { readonly kind: "pass" | "swallow" | "refuse" }
  | { readonly kind: "delay"; readonly millis: number }

/** A TCP proxy in front of a server, whose network can be spoilt. */
export class Proxy {
  readonly #server: Net.Server
  readonly #sockets = new Set<Net.Socket>()
  #weather: Weather = { kind: "pass" }
  /** Told each time the client has sent something. */
  onRequest: () => void = () => undefined
  /** Asked of what the client sends whether that is lost, and with it all that its connection carries from then on. */
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

  /** Connections open now, to either side. */
  get open(): number {
    return this.#sockets.size
  }

  become(weather: Weather): void {
    this.#weather = weather
    if (weather.kind === "refuse") for (const socket of this.#sockets) socket.destroy()
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
    // Whatever was lost stays lost: a connection whose bytes were swallowed is never whole again.
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
    // One after the other: what comes later never overtakes.
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
      to.destroy()
    })
  }
}
