import { connect } from "node:net"

/** A service that is held: it goes on for as long as anybody holds it. */
export interface Hold {
  readonly release: () => void
}

/** Holds a running service; undefined where it does not run, or is another's. */
export const hold = (port: number, secret: string): Promise<Hold | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port })
    socket.setEncoding("utf8")
    socket.once("connect", () => socket.write(secret))
    socket.once("data", () => {
      // Who forgets to let go does not stay for it.
      socket.unref()
      resolve({ release: () => socket.destroy() })
    })
    socket.on("error", () => resolve(undefined))
    socket.once("close", () => resolve(undefined))
  })
