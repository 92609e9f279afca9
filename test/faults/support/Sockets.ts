import * as Net from "node:net"

/** Connections held open by a misbehaving client. */
export class Sockets {
  readonly #open = new Set<Net.Socket>()
  /** Connections closed by the service. */
  ended = 0

  get open(): number {
    return this.#open.size
  }

  /** Opens connections, a few hundred at a time, and writes `first` to each. */
  async connect(url: string, count: number, first: string, read = true): Promise<void> {
    const { hostname, port } = new URL(url)
    const one = () =>
      new Promise<void>((resolve, reject) => {
        const socket = Net.connect(Number(port), hostname, () => {
          socket.off("error", reject)
          socket.on("error", () => undefined)
          if (first !== "") socket.write(first)
          resolve()
        })
        if (read) socket.resume()
        else socket.pause()
        this.#open.add(socket)
        socket.once("error", reject)
        socket.once("close", () => {
          if (this.#open.delete(socket)) this.ended++
        })
      })
    for (let left = count; left > 0; left -= 250) {
      await Promise.all(Array.from({ length: Math.min(left, 250) }, one))
    }
  }

  /** Writes to each connection that has already sent something. */
  drip(text: string): void {
    for (const socket of this.#open) if (socket.writable && socket.bytesWritten > 0) socket.write(text)
  }

  destroy(): void {
    for (const socket of this.#open) socket.destroy()
    this.#open.clear()
  }
}

interface Report {
  readonly userLimits: { readonly open_files: { readonly soft: number | string } }
}

/** How many of the `wanted` connections the system allows this process. */
export const connectable = (wanted: number): number => {
  const { soft } = (process.report.getReport() as unknown as Report).userLimits.open_files
  return Math.min(wanted, typeof soft === "number" ? soft - 500 : wanted)
}
