import { rmSync } from "node:fs"
import { createServer, type Socket } from "node:net"

/**
 * Runs inside a service that was started for tests and counts its users: the process that started it, until that has
 * connected here too, and every connection. When no user has been left for a while, the service stops and its folder is
 * deleted. Killed processes count as gone too, because their connections end.
 */

export interface CompanionSettings {
  /** A folder to delete at the end, if any. */
  readonly folder?: string | undefined
  /** The token that a user sends first. */
  readonly secret: string
  /** Milliseconds to wait for another user. */
  readonly patience: number
}

/** The variable with `CompanionSettings` as JSON. */
export const variable = "DOORSTEP_TESTING"

const begin = ({ folder, patience, secret }: CompanionSettings): void => {
  const holders = new Set<Socket>()
  let hasStarter = process.connected
  let waiting: NodeJS.Timeout | undefined

  const end = () => {
    if (holders.size > 0 || hasStarter) return
    // Like a signal, but also on systems without signals.
    if (!process.emit("SIGTERM", "SIGTERM")) process.exit(1)
  }

  const look = () => {
    clearTimeout(waiting)
    if (holders.size === 0 && !hasStarter) waiting = setTimeout(end, patience)
  }

  const server = createServer((socket) => {
    socket.setEncoding("utf8")
    socket.on("error", () => socket.destroy())
    socket.once("data", (said) => {
      if (String(said) !== secret) return socket.destroy()
      holders.add(socket)
      look()
      socket.write("held")
    })
    socket.on("close", () => {
      holders.delete(socket)
      look()
    })
    socket.unref()
  })
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    process.send?.({ port: typeof address === "object" ? address?.port : undefined })
  })
  server.unref()
  process.once("disconnect", () => {
    hasStarter = false
    look()
  })
  process.channel?.unref()
  process.once("exit", () => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  })
}

const settings = process.env[variable]
if (settings !== undefined) {
  // Child processes of the service must not inherit the companion.
  delete process.env[variable]
  begin(JSON.parse(settings))
}
