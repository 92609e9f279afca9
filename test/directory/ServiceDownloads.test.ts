import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, FileSystem, Stream } from "effect"
import type { Paging } from "../../sources/reading/paged/Service.ts"
import { address, serveService } from "../sources/reading/ServiceServer.ts"
import { platform } from "../sources/reading/TestReader.ts"
import { failure, started } from "./support.ts"

const size = (parameter: string) => ({ size: { parameter, records: 5 } })
const key = "token=s3cret"

/** Services of 25 records, five on each page. */
const services: ReadonlyArray<readonly [what: string, path: string, paging: Paging]> = [
  [
    "offsets",
    `/A/FeatureServer/0/query?where=1%3D1&f=geojson&${key}`,
    {
      pages: { by: "offset", parameter: "resultOffset", ...size("resultRecordCount") },
      form: { type: "json", path: ["features"], encoding: undefined }
    }
  ],
  [
    "links",
    `/collections/addresses/items?${key}`,
    { pages: { by: "link", ...size("limit") }, form: { type: "json", path: ["features"], encoding: undefined } }
  ],
  [
    "XML",
    `/geoserver/wfs?service=WFS&request=GetFeature&${key}`,
    {
      pages: { by: "offset", parameter: "startIndex", ...size("count") },
      form: { type: "xml", records: ["A"], encoding: undefined }
    }
  ],
  [
    "CSV",
    `/csv?${key}`,
    {
      pages: { by: "offset", parameter: "$offset", ...size("$limit") },
      form: { type: "csv", delimiter: ",", quote: '"', skipLines: 0, encoding: undefined }
    }
  ]
]

const serve = serveService({ key: { name: "token", value: "s3cret" } })

const numbersIn = (file: Buffer): ReadonlyArray<number> =>
  Array.from(file.toString("utf8").matchAll(/HOUSENO"?[:>]"?(\d+)|^"\d+","(\d+)/gm), ([, one, other]) =>
    Number(one ?? other)
  )

const all = Array.from({ length: 25 }, (_, at) => at + 1)

const pages = (requests: ReadonlyArray<string>) =>
  requests.map((request) => Number(/(?:offset|startindex)=(\d+)/i.exec(request)?.[1] ?? 0))

describe("the pages of a service that are kept", () => {
  it.live.each(services)("MUST go on where a killed process stopped, within a page, too: %s", ([, path, paging]) =>
    Effect.gen(function* () {
      const server = yield* serve
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      const reached = yield* Deferred.make<void>()
      server.behaviour.onPage = (offset) => {
        if (offset === 15) Deferred.doneUnsafe(reached, Effect.void)
      }
      const first = yield* started(folder, { paging })
      const reading = yield* Effect.forkChild(first.read(`${server.url}${path}`), { startImmediately: true })
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(reading)
      // What came of the next page is cut off.
      const kept = (yield* files.readDirectory(folder)).find((name) => /\.\d+-/.test(name))!
      yield* files.writeFileString(`${folder}/${kept}`, '{"half of', { flag: "a" })
      for (const name of yield* files.readDirectory(folder)) {
        if (name.endsWith(".json")) expect(yield* files.readFileString(`${folder}/${name}`)).not.toContain("s3cret")
      }

      server.requests.length = 0
      const second = yield* started(folder, { paging })
      const file = yield* second.read(`${server.url}${path}`)
      expect(numbersIn(file)).toEqual(all)
      expect(file.toString("utf8")).not.toContain("half of")
      // The first page tells whether it is still the same data.
      expect(pages(server.requests).slice(0, 3)).toEqual([0, 15, 20])
    }).pipe(Effect.scoped, Effect.provide(platform))
  )

  it.live.each(services)("MUST request each page once: %s", ([what, path, paging]) =>
    Effect.gen(function* () {
      const server = yield* serve
      const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
      const location = yield* (yield* started(folder, { paging })).at(`${server.url}${path}`)
      // As a run does.
      yield* location.fingerprint
      const chunks = yield* Stream.runCollect(Stream.flatMap(location.entries(), ({ bytes }) => bytes))
      expect(numbersIn(Buffer.concat(chunks))).toEqual(all)
      // Where nothing says how many records there are, an empty page does.
      const last = what === "offsets" || what === "CSV" ? [25] : []
      expect(pages(server.requests)).toEqual([0, 5, 10, 15, 20, ...last])
    }).pipe(Effect.scoped, Effect.provide(platform))
  )

  it.live.each(services)("MUST have no record twice after a killed process, either: %s", ([, path, paging]) =>
    Effect.gen(function* () {
      const server = yield* serve
      const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
      const url = `${server.url}${path}`
      server.behaviour.onPage = (offset) => {
        if (offset === 10) server.behaviour.refusals = Array.from({ length: 6 }, () => ({ status: 500 }))
      }
      expect((yield* failure((yield* started(folder, { paging })).read(url))).reason).toBe("transient")
      // A record that came before the next page has moved others behind its border, and the last one is gone.
      server.behaviour.onPage = undefined
      server.behaviour.refusals = []
      server.behaviour.records = [...all.slice(0, 12), 26, ...all.slice(12, 24)].map(address)
      const { message } = yield* failure((yield* started(folder, { paging })).read(url))
      expect(message).toContain("1 of 25 records came on more than one page")
    }).pipe(Effect.scoped, Effect.provide(platform))
  )

  it.live.each(services)("MUST be kept where the service says something else between them: %s", ([, path, paging]) =>
    Effect.gen(function* () {
      const server = yield* serve
      const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
      server.behaviour.onPage = (offset) => {
        if (offset === 10) server.behaviour.refusals = [{ status: 200, body: '{"quota":"exceeded"}' }]
      }
      const { message, reason } = yield* failure((yield* started(folder, { paging })).read(`${server.url}${path}`))
      expect(reason).toBe("transient")
      expect(message).toContain("quota")
      server.requests.length = 0
      expect(numbersIn(yield* (yield* started(folder, { paging })).read(`${server.url}${path}`))).toEqual(all)
      expect(pages(server.requests).slice(0, 2)).toEqual([0, 15])
    }).pipe(Effect.scoped, Effect.provide(platform))
  )

  it.live("MUST go on with another key", () =>
    Effect.gen(function* () {
      const server = yield* serve
      const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
      const [, path, paging] = services[0]!
      server.behaviour.onPage = (offset) => {
        if (offset === 15) server.behaviour.key = { name: "token", value: "n3w" }
      }
      const expired = yield* failure((yield* started(folder, { paging })).read(`${server.url}${path}`))
      expect(expired.message).toContain("refuses access (403)")
      server.requests.length = 0
      const second = yield* started(folder, { paging })
      expect(numbersIn(yield* second.read(`${server.url}${path.replace("s3cret", "n3w")}`))).toEqual(all)
      expect(pages(server.requests).slice(0, 2)).toEqual([0, 20])
    }).pipe(Effect.scoped, Effect.provide(platform))
  )

  it.live.each(services)("MUST start over if the first of them has changed meanwhile: %s", ([, path, paging]) =>
    Effect.gen(function* () {
      const server = yield* serve
      const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
      const url = `${server.url}${path}`
      server.behaviour.onPage = (offset) => {
        if (offset === 10) server.behaviour.refusals = [{ status: 500 }]
      }
      const first = yield* started(folder, { paging })
      expect((yield* failure(first.read(url))).message).toContain("500")
      server.behaviour.onPage = undefined
      server.behaviour.records = [address(26), ...server.behaviour.records.slice(0, 24)]
      const second = yield* started(folder, { paging })
      expect(numbersIn(yield* second.read(url))).toEqual([26, ...all.slice(0, 24)])
    }).pipe(Effect.scoped, Effect.provide(platform))
  )
})
