import { once } from "node:events"
import type { IncomingMessage, ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { assert, describe, it } from "vitest"
import { OrderedServer } from "../../../src/http/server/OrderedServer.ts"

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`

/** A client of a server, and the server's end of its connection. */
const connected = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
  const server = new OrderedServer({}, answer).listen(0, "127.0.0.1")
  await once(server, "listening")
  const accepted = once(server, "connection")
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1")
  const [socket] = (await accepted) as [Socket]
  const end = () => {
    client.destroy()
    server.close()
  }
  return { client, socket, end }
}

describe("requests that one client sends together", () => {
  it("MUST begin one after another, and be answered in order", async () => {
    let [atOnce, most] = [0, 0]
    const { client, end } = await connected(({ url }, response) => {
      most = Math.max(most, ++atOnce)
      setImmediate(() => {
        atOnce--
        response.end(`${url};`)
      })
    })
    const paths = Array.from({ length: 200 }, (_, at) => `/${at}`)
    client.write(paths.map(get).join(""))
    let heard = ""
    client.on("data", (piece: Buffer) => (heard += piece.toString()))
    while (!heard.includes("/199;")) await new Promise(setImmediate)
    assert.deepStrictEqual(heard.match(/\/\d+(?=;)/g), paths)
    assert.strictEqual(most, 1)
    end()
  })

  it("MUST not be read without end behind one that is not answered, and go on once it is", async () => {
    const begun: Array<ServerResponse> = []
    const { client, end, socket } = await connected((_, response) => void begun.push(response))
    client.on("error", () => undefined).resume()
    client.write(get("/").repeat(10_000))
    while (!socket.isPaused()) await new Promise(setImmediate)
    const read = socket.bytesRead
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    assert.strictEqual(socket.bytesRead, read)
    assert.strictEqual(begun.length, 1)
    for (let answered = 0; socket.bytesRead === read; answered++) {
      while (begun.length === answered) await new Promise(setImmediate)
      begun[answered]!.end()
    }
    end()
  })
})
