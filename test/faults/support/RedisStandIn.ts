import * as Net from "node:net"

/** The commands in a chunk, which clients send as arrays of bulk strings. */
const commandsOf = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const lines = text.split("\r\n")
  const commands: Array<Array<string>> = []
  for (let i = 0; i < lines.length - 1;) {
    const count = Number(/^\*(\d+)$/.exec(lines[i++]!)?.[1] ?? 0)
    commands.push(Array.from({ length: count }, (_, k) => lines[i + 2 * k + 1] ?? ""))
    i += 2 * count
  }
  return commands
}

interface RedisStandIn {
  readonly port: number
  /** The number of scripts run so far. */
  readonly scripts: () => number
  readonly stop: () => Promise<void>
}

/**
 * As much of Redis as rate limiting needs: scripts are granted what they request, and everything else succeeds.
 *
 * @param refusals errors to answer instead, by command
 */
export const startRedis = (refusals: Readonly<Record<string, string>> = {}): Promise<RedisStandIn> =>
  new Promise((resolve, reject) => {
    let scripts = 0
    const sockets = new Set<Net.Socket>()
    const server = Net.createServer((socket) => {
      sockets.add(socket)
      socket.on("close", () => sockets.delete(socket))
      socket.on("error", () => undefined)
      socket.on("data", (chunk: Buffer) => {
        for (const [name = "", ...rest] of commandsOf(chunk.toString("latin1"))) {
          const command = name.toUpperCase()
          const refusal = refusals[command]
          if (refusal !== undefined) socket.write(`-${refusal}\r\n`)
          else if (command.startsWith("EVAL")) {
            scripts++
            socket.write(`*3\r\n:${rest[4] ?? 1}\r\n:1\r\n:60000\r\n`)
          } else socket.write(command === "PING" ? "+PONG\r\n" : "+OK\r\n")
        }
      })
    })
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () =>
      resolve({
        port: (server.address() as Net.AddressInfo).port,
        scripts: () => scripts,
        stop: () => {
          for (const socket of sockets) socket.destroy()
          return new Promise((done) => server.close(() => done()))
        }
      })
    )
  })
