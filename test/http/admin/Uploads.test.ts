import { mkdtempSync, rmSync } from "node:fs"
import { request as httpRequest } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { Effect, FileSystem, Layer } from "effect"
import { afterAll } from "vitest"
import { MAX_PART_BYTES, UPLOAD_TYPE } from "../../../schemas/admin/Uploads.ts"
import * as World from "./support/AdminWorld.ts"
import * as Events from "./support/Events.ts"

const { AdminWorld } = World

const folder = mkdtempSync(join(tmpdir(), "doorstep-uploads-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const world = Layer.merge(World.layerWith({ SOURCE_FOLDERS: folder }), NodeServices.layer)

const table = [
  "id;Straße;Hausnr;PLZ;Ort;Breite;Länge",
  ...Array.from({ length: 40 }, (_, i) => `h${i};Plöck;${i + 1};69117;Heidelberg;49,40${100 + i};8,70${100 + i}`)
].join("\n")
const bytes = Buffer.from(table)

const part = (url: string, cookie: string, id: string, offset: number, content: Buffer, headers = {}) =>
  Effect.promise(async () => {
    const response = await fetch(`${url}/admin/api/uploads/${id}`, {
      method: "PATCH",
      headers: {
        cookie,
        "x-doorstep-console": "1",
        "content-type": UPLOAD_TYPE,
        "upload-offset": String(offset),
        ...headers
      },
      body: new Uint8Array(content)
    })
    // oxlint-disable-next-line typescript/no-explicit-any
    const body: any = await response.json()
    return { status: response.status, body }
  })

/** Announces a whole part but sends only its first half, and hangs up when the scope closes. */
const halfOfPart = (url: string, cookie: string, id: string, body: Buffer) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const request = httpRequest(`${url}/admin/api/uploads/${id}`, {
        method: "PATCH",
        headers: {
          cookie,
          "x-doorstep-console": "1",
          "content-type": UPLOAD_TYPE,
          "upload-offset": "0",
          "content-length": body.length
        }
      })
      request.on("error", () => undefined)
      request.write(body.subarray(0, body.length / 2))
      return request
    }),
    (request) => Effect.sync(() => request.destroy())
  )

layer(world, { excludeTestServices: true })("files uploaded from the console", (it) => {
  it.effect("MUST resume after a broken connection, be listed, guessed as a table, audited, and removed", () =>
    Effect.gen(function* () {
      const { ask, call, cookie, sql, url } = yield* AdminWorld
      const files = yield* FileSystem.FileSystem
      const begun = yield* ask("/uploads", { body: { name: "../../homes.csv", bytes: bytes.length } })
      assert.deepInclude(begun, { name: "homes.csv", offset: 0, complete: false })

      const half = Math.floor(bytes.length / 2)
      yield* Effect.scoped(
        Effect.andThen(
          halfOfPart(url, cookie, begun.id, bytes),
          World.eventually("the first half", ask(`/uploads/${begun.id}`), ({ offset }) => offset === half)
        )
      )
      // The service has noticed the disconnection once it accepts another part; an empty part changes nothing.
      yield* World.eventually(
        "the end of the broken part",
        part(url, cookie, begun.id, half, Buffer.alloc(0)),
        ({ status }) => status === 200
      )
      const { offset } = yield* ask(`/uploads/${begun.id}`)
      assert.strictEqual(offset, half)
      const done = yield* part(url, cookie, begun.id, offset, bytes.subarray(offset))
      assert.strictEqual(done.status, 200, JSON.stringify(done.body))
      const { data: sent } = done.body
      assert.deepInclude(sent, { complete: true, name: "homes.csv", location: `${folder}/uploads/homes.csv` })
      assert.strictEqual(yield* files.readFileString(sent.location), table)
      assert.deepStrictEqual(yield* files.readDirectory(`${folder}/uploads`), ["homes.csv"])
      assert.deepInclude(yield* ask("/uploads"), { uploads: [sent], folder: `${folder}/uploads` })

      const events = yield* Events.open("/table-guesses", { body: { location: sent.location }, cookie })
      const { guess } = yield* World.eventually("the guess", events.next, ({ type }) => type !== "reading")
      assert.strictEqual(guess.country, "DE")
      assert.deepInclude(guess.addresses[0], {
        houseNumber: "1",
        street: "Plöck",
        postcode: "69117",
        city: "Heidelberg"
      })

      const other = yield* Events.open("/table-guesses", {
        body: { location: sent.location, parts: { Ort: "district", Hausnr: null, id: "houseNumber" } },
        cookie
      })
      const changed = (yield* World.eventually("the guess", other.next, ({ type }) => type !== "reading")).guess
      assert.deepInclude(changed.mapping.fields, { district: "{Ort}", houseNumber: "{id}" })
      assert.notProperty(changed.mapping.fields, "city")

      const outside = yield* Events.open("/table-guesses", { body: { location: "/etc/passwd" }, cookie })
      const refused = yield* World.eventually("the refusal", outside.next, ({ type }) => type !== "reading")
      assert.strictEqual(refused.type, "failed")
      assert.include(refused.message, "SOURCE_FOLDERS")

      assert.deepStrictEqual(yield* ask("/uploads/homes.csv", { method: "DELETE" }), { bytes: bytes.length })
      assert.strictEqual((yield* call("/admin/api/uploads/homes.csv", { cookie })).status, 404)
      assert.strictEqual((yield* call("/admin/api/uploads/..%2Fhomes.csv", { cookie })).status, 404)
      const rows =
        yield* sql`SELECT action, target FROM audit WHERE action LIKE '%pload%' AND result = 'done' ORDER BY at`
      assert.deepStrictEqual(rows as Array<unknown>, [
        { action: "beginUpload", target: "../../homes.csv" },
        { action: "sendUpload", target: "homes.csv" },
        { action: "removeUpload", target: "homes.csv" }
      ])
    })
  )

  it.effect("MUST be refused without a session, from other sites, of another type, and larger than a part", () =>
    Effect.gen(function* () {
      const { ask, call, cookie, url } = yield* AdminWorld
      const { id } = yield* ask("/uploads", { body: { name: "b.csv", bytes: MAX_PART_BYTES * 2 } })
      const small = Buffer.from("x")
      assert.strictEqual((yield* part(url, "", id, 0, small)).status, 401)
      assert.strictEqual((yield* part(url, cookie, id, 0, small, { "x-doorstep-console": "" })).status, 403)
      assert.strictEqual((yield* part(url, cookie, id, 0, small, { "content-type": "text/csv" })).status, 400)
      assert.strictEqual((yield* part(url, cookie, id, 0, small, { "upload-offset": "-1" })).status, 400)
      assert.strictEqual((yield* part(url, cookie, id, 7, small)).status, 409)
      assert.strictEqual((yield* part(url, cookie, "nobody", 0, small)).status, 404)
      const large = yield* part(url, cookie, id, 0, Buffer.alloc(MAX_PART_BYTES + 1))
      assert.strictEqual(large.status, 400)
      assert.strictEqual((yield* ask(`/uploads/${id}`)).offset, 0)
      // In chunks, whose number nobody announces.
      const endless = yield* Effect.promise(async () => {
        const headers = { cookie, "x-doorstep-console": "1", "content-type": UPLOAD_TYPE, "upload-offset": "0" }
        const body = new Blob([new Uint8Array(MAX_PART_BYTES + 1)]).stream()
        const sent = { method: "PATCH", headers, body, duplex: "half" } as RequestInit
        return (await fetch(`${url}/admin/api/uploads/${id}`, sent)).status
      })
      assert.strictEqual(endless, 400)
      assert.isAtMost((yield* ask(`/uploads/${id}`)).offset, MAX_PART_BYTES)
      assert.strictEqual((yield* call("/admin/api/uploads", { body: { name: "", bytes: 1 }, cookie })).status, 400)
      assert.strictEqual((yield* call("/admin/api/uploads")).status, 401)
    })
  )
})
