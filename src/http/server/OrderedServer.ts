import { type IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Requests of one connection that wait for their turns before no more are read from it. */
const mostWaiting = 32

/** Node.js pauses a connection like this when its client leaves responses unread, and goes on when it drains. */
const pause = (socket: Socket): void => {
  Object.assign(socket, { _paused: true })
  socket.pause()
}

const goOn = (socket: Socket): void => void socket.emit("drain")

/**
 * A server that begins with a request when those before it on its connection have their responses. Node.js begins with
 * all that arrive together: some thousand from one client, and all other clients wait for these.
 */
export class OrderedServer extends Server {
  readonly #waiting = new WeakMap<Socket, number>()

  override emit(...args: ReadonlyArray<unknown>): boolean {
    const [event, request, response] = args
    // Node.js gives a response its connection when it is that response's turn.
    if (event !== "request" || !(response instanceof ServerResponse) || response.socket !== null) {
      return this.#now(args)
    }
    const { socket } = request as IncomingMessage
    const waiting = (this.#waiting.get(socket) ?? 0) + 1
    this.#waiting.set(socket, waiting)
    if (waiting > mostWaiting) pause(socket)
    response.once("socket", () => {
      const left = (this.#waiting.get(socket) ?? 1) - 1
      this.#waiting.set(socket, left)
      if (left === 0) goOn(socket)
      this.#now(args)
    })
    return true
  }

  #now(args: ReadonlyArray<unknown>): boolean {
    return Reflect.apply(super.emit, this, args)
  }
}
