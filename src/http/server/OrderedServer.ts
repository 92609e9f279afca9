import { type IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Requests of one connection that wait for their turns before no more are read from it. */
const mostWaiting = 32

/** Those of one connection, and how many of them wait. */
interface Line {
  waiting: number
}

/** Node.js pauses a connection like this when its client leaves responses unread, and goes on when it drains. */
const pause = (socket: Socket): void => {
  Object.assign(socket, { _paused: true })
  socket.pause()
}

const goOn = (socket: Socket): void => void socket.emit("drain")

/** What Node.js's parser of a connection calls for each request; 2 means that the rest of the bytes are no HTTP. */
interface Parsing {
  readonly parser?: { onIncoming: (...args: ReadonlyArray<unknown>) => number }
}

/**
 * A server that begins with a request when those before it on its connection have their responses. Node.js begins with
 * all that arrive together: some thousand from one client, and all other clients wait for these.
 */
export class OrderedServer extends Server {
  /**
   * Requests that wait on all connections before those with many of them are cut off. A connection is only paused after
   * the 64 KiB that arrived together, of which Node.js makes 4 MB of requests: 250 clients that did not read what came
   * first took a gigabyte.
   */
  protected readonly mostInAll: number = 20_000
  #inAll = 0
  readonly #lines = new WeakMap<Socket, Line>()

  override emit(...args: ReadonlyArray<unknown>): boolean {
    const [event, request, response] = args
    if (event === "connection") return this.#accept(request as Socket, args)
    // Node.js gives a response its connection when it is that response's turn.
    if (event !== "request" || !(response instanceof ServerResponse) || response.socket !== null) {
      return this.#now(args)
    }
    const { socket } = request as IncomingMessage
    const line = this.#lineOf(socket)
    line.waiting++
    this.#inAll++
    if (line.waiting > mostWaiting) pause(socket)
    response.once("socket", () => {
      this.#leave(line, 1)
      if (line.waiting === 0) goOn(socket)
      this.#now(args)
    })
    return true
  }

  /**
   * Cuts off a connection before it has one more request than may be kept. All others that have arrived with it are not
   * even parsed: making hundreds of requests, and an error for each, takes longer than to answer them.
   */
  #accept(socket: Socket, args: ReadonlyArray<unknown>): boolean {
    const taken = this.#now(args)
    const { parser } = socket as Parsing
    if (parser === undefined) return taken
    const { onIncoming } = parser
    parser.onIncoming = (...incoming) => {
      const waiting = this.#lines.get(socket)?.waiting ?? 0
      if (waiting < mostWaiting || this.#inAll < this.mostInAll) return onIncoming(...incoming)
      socket.destroy()
      return 2
    }
    return taken
  }

  #lineOf(socket: Socket): Line {
    const known = this.#lines.get(socket)
    if (known !== undefined) return known
    const line = { waiting: 0 }
    this.#lines.set(socket, line)
    socket.once("close", () => this.#leave(line, line.waiting))
    return line
  }

  #leave(line: Line, count: number): void {
    line.waiting -= count
    this.#inAll -= count
  }

  #now(args: ReadonlyArray<unknown>): boolean {
    return Reflect.apply(super.emit, this, args)
  }
}
