import { connect } from "node:net"

/** A held service: it runs as long as anyone holds it. */
export interface Hold {
  readonly release: () => void
}

/** Holds a running service; undefined if it does not run, or is another service. */
export const hold = (port: number, secret: string): Promise<Hold | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port })
    socket.setEncoding("utf8")
    socket.once("connect", () => socket.write(secret))
    socket.once("data", () => {
      // A holder that forgets to release must not be kept alive by the connection.
      socket.unref()
      resolve({ release: () => socket.destroy() })
    })
    socket.on("error", () => resolve(undefined))
    socket.once("close", () => resolve(undefined))
  })
