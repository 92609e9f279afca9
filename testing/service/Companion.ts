import { rmSync } from "node:fs"
import { createServer, type Socket } from "node:net"

/**
 * Lies beside a service that was started for tests, in its process. It counts who holds the service: the process that
 * started it, until that says to have come in by the other door, and everyone who is connected here. When nobody is left,
 * not even after a while, the service stops, and its folder goes. Processes that are killed let go as well: their
 * connections end with them.
 */

export interface CompanionSettings {
  /** What to remove in the end, if anything. */
  readonly folder?: string | undefined
  /** What whoever holds the service says first. */
  readonly secret: string
  /** Milliseconds for somebody else to come. */
  readonly patience: number
}

/** Where `CompanionSettings` are, as JSON. */
export const variable = "DOORSTEP_TESTING"

const begin = ({ folder, patience, secret }: CompanionSettings): void => {
  const holders = new Set<Socket>()
  let hasStarter = process.connected
  let waiting: NodeJS.Timeout | undefined

  const end = () => {
    if (holders.size > 0 || hasStarter) return
    // As a signal would, but also where there are none.
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
  // What the service starts is not its companion's.
  delete process.env[variable]
  begin(JSON.parse(settings))
}
