import { once } from "node:events"
import { IncomingMessage, type ServerOptions, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { assert, describe, it } from "vitest"
import { CoalescedRequest } from "../../../src/http/server/CoalescedRequest.ts"
import { OrderedServer } from "../../../src/http/server/OrderedServer.ts"

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`

/** A client of a server, and the server's end of its connection. */
const connected = async (
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  options: ServerOptions = {}
) => {
  const server = new OrderedServer(options, answer).listen(0, "127.0.0.1")
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

describe("requests that many clients send together", () => {
  class SmallServer extends OrderedServer {
    protected override readonly mostInAll = 60
  }

  let made = 0
  class Counted extends IncomingMessage {
    constructor(socket: Socket) {
      super(socket)
      made++
    }
  }

  it("MUST not be kept beyond a number in all: who sends many is cut off, and the others are answered", async () => {
    const begun: Array<ServerResponse> = []
    const answer = (_: IncomingMessage, response: ServerResponse) => void begun.push(response)
    const server = new SmallServer({ IncomingMessage: Counted }, answer).listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const asking = async (count: number) => {
      const before = begun.length
      const client = connect(port, "127.0.0.1").on("error", () => undefined)
      client.resume().write(get("/").repeat(count))
      while (begun.length === before) await new Promise(setImmediate)
      return client
    }
    const few = await asking(20)
    await once(await asking(100), "close")
    // One that has begun, 41 with which 60 wait in all, and the one for which there is no place: the rest is not read.
    assert.strictEqual(made, 20 + 1 + 41 + 1)
    const next = await asking(41)
    // Of those that were cut off, one had begun.
    for (let answered = 0; answered < 20 + 1 + 41; answered++) {
      while (begun.length === answered) await new Promise(setImmediate)
      begun[answered]!.end()
    }
    for (const client of [few, next]) client.destroy()
    server.close()
  })
})

describe("a body in small chunks", () => {
  const chunkOf = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  const sent = async (texts: ReadonlyArray<string>, read: (request: IncomingMessage) => void) => {
    const end = Promise.withResolvers<void>()
    const pieces: Array<string> = []
    const server = await connected(
      (request) => {
        request.on("data", (piece: Buffer) => void pieces.push(piece.toString()))
        request.once("end", end.resolve)
        read(request)
      },
      { IncomingMessage: CoalescedRequest }
    )
    server.client.write("POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n")
    server.client.write(`${texts.map(chunkOf).join("")}0\r\n\r\n`)
    await end.promise
    server.end()
    assert.strictEqual(pieces.join(""), texts.join(""))
    return pieces
  }

  it("MUST not take a buffer for each of them", async () => {
    const pieces = await sent(Array.from("0123456789".repeat(2_000)), () => undefined)
    assert.isBelow(pieces.length, 100)
  })

  it("MUST arrive in order between large ones, also where it is not read at once", async () => {
    const texts = Array.from({ length: 600 }, (_, at) =>
      String.fromCharCode(97 + (at % 26)).repeat((at * 37) % 3_000 || 1)
    )
    await sent(texts, (request) => {
      request.on("data", () => {
        request.pause()
        setImmediate(() => request.resume())
      })
    })
  })
})
