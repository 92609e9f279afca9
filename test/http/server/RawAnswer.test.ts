import { once } from "node:events"
import { createServer } from "node:http"
import { connect, type Socket } from "node:net"
import { text } from "node:stream/consumers"
import { assert, describe, it } from "vitest"
import { answerRawly } from "../../../src/http/server/RawAnswer.ts"

/** What a client hears that has sent this much of a request when its time is up. */
const heard = async (sent: string): Promise<string> => {
  const server = createServer().listen(0, "127.0.0.1")
  answerRawly(server, () => [])
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") return assert.fail("It listens on no port.")
  const accepted = once(server, "connection")
  const client = connect(address.port, "127.0.0.1")
  try {
    const [socket] = (await accepted) as [Socket]
    if (sent !== "") {
      client.write(sent)
      while (socket.bytesRead < sent.length) await new Promise(setImmediate)
    }
    server.emit("clientError", Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket)
    return await text(client)
  } finally {
    client.destroy()
    server.close()
  }
}

describe("a connection whose request is late", () => {
  it("MUST be closed without a word if nothing was sent: a browser would take it for the response to its next request", async () => {
    assert.strictEqual(await heard(""), "")
  })

  it("MUST be told so if a request has begun", async () => {
    assert.match(await heard("GET / HTTP/1.1\r\nHo"), /^HTTP\/1\.1 400 .+The request did not arrive in time\."\}\}$/s)
  })
})
