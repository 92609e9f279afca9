/**
 * Draws a million addresses in every possible way from a pool with one percent suppressed: none of those may be
 * returned.
 *
 *   npm run suppressed
 *
 * Generates a pool in a folder of its own, suppresses homes, buildings and areas, draws through a service, and prints
 * the smallest share of suppressed addresses that it would have noticed.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Console, Effect, FileSystem, Path, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { httpPool } from "../../properties/HttpSubject.ts"
import { neverReturned } from "../../properties/SuppressionLaws.ts"
import { SlowDatabase } from "../../src/database/Database.ts"
import { fromUuid } from "../../src/address/AddressUuid.ts"
import { Suppressions } from "../../src/sync/suppression/Suppressions.ts"
import { runProgram } from "../support/RunProgram.ts"
import { dataOf, withDatabase } from "./GeneratedPool.ts"
import { createToken, startService } from "./Servers.ts"

const flags = {
  rows: Flag.Int("rows").pipe(Flag.withDescription("Addresses of the pool"), Flag.withDefault(100_000)),
  draws: Flag.Int("draws").pipe(Flag.withDescription("Addresses to draw"), Flag.withDefault(1_000_000)),
  folder: Flag.String("folder").pipe(
    Flag.withDescription("Where the pool is generated anew, in a folder of its own"),
    Flag.withDefault(".data")
  )
}

const country = "US"

/** Homes and buildings that are suppressed individually; areas make up the rest. */
const single = 40

const idsOf = Effect.gen(function* () {
  const sql = yield* SlowDatabase
  const rows = yield* sql<{ readonly id: string }>`
    SELECT id FROM address WHERE country = 'US' AND is_residential ORDER BY sample_key`
  return rows.map(({ id }) => fromUuid(id))
})

interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** Suppresses one percent of the homes. Returns the withheld IDs and how long each individual suppression took. */
const suppressOnePercent = Effect.gen(function* () {
  const sql = yield* SlowDatabase
  const withhold = yield* Suppressions
  const before = yield* idsOf
  const wanted = before.length / 100
  let withheld = 0
  const milliseconds: Array<number> = []
  for (const [i, id] of before.slice(0, single).entries()) {
    const started = performance.now()
    const made = yield* Effect.result(
      withhold.suppress({ kind: i % 2 === 0 ? "address" : "building", id }, `Request ${i}`)
    )
    milliseconds.push(performance.now() - started)
    // A home next to another may already have been withheld with it.
    if (made._tag === "Success") withheld += made.success.withdrawn
  }
  while (withheld < wanted) {
    const [center] = yield* sql<Place>`
      SELECT latitude, longitude FROM address WHERE country = 'US' AND is_residential AND latitude IS NOT NULL
      ORDER BY sample_key DESC OFFSET ${withheld} LIMIT 1`
    for (let radius = 50; ; radius *= 1.5) {
      const target = { kind: "area", area: { type: "Circle", center: center!, radius } } as const
      const many = yield* withhold.preview(target)
      if (many < Math.min(200, wanted - withheld)) continue
      withheld += (yield* withhold.suppress(target, "An area")).withdrawn
      break
    }
  }
  const left = new Set(yield* idsOf)
  return {
    suppressed: before.filter((id) => !left.has(id)),
    left: left.size,
    milliseconds: milliseconds.toSorted((a, b) => a - b)
  }
}).pipe(Effect.provide(Suppressions.layerNoDeps))

const suppressed = Command.make(
  "suppressed",
  flags,
  Effect.fnUntraced(
    function* ({ draws, folder, rows }) {
      const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
      const own = path.resolve(folder, "suppressed")
      yield* fs.remove(own, { recursive: true, force: true })
      const dataDir = yield* dataOf(own, rows)
      const found = yield* withDatabase(dataDir, suppressOnePercent)
      const total = found.left + found.suppressed.length
      yield* Console.log(
        `${found.suppressed.length} of ${total} homes are suppressed; one alone takes ${Math.round(found.milliseconds[single / 2]!)} ms, at most ${Math.round(found.milliseconds.at(-1)!)} ms.`
      )
      const { url } = yield* Effect.acquireRelease(
        Effect.promise(() => startService({ dataDir, workers: 1, profile: undefined })),
        ({ stop }) => Effect.promise(stop)
      )
      const token = yield* Effect.promise(() => createToken(dataDir))
      const pool = yield* httpPool({ baseUrl: url, token: Redacted.make(token) })
      const { address } = yield* pool.draw({ country, filters: {} })
      const { city = "", postcode = "", regionCode = "", street = "" } = address.components
      const scopes = [{}, { region: regionCode }, { city }, { postcode }, { q: street.slice(0, 4) }]
      const requests = scopes.map((filters) => ({ country, filters }))
      const started = performance.now()
      const { detects, returned } = yield* neverReturned(pool, requests, found.suppressed, { draws, seed: "million" })
      yield* Console.log(
        `${returned.toLocaleString("en")} addresses over ${requests.length} scopes and 5 ways in ` +
          `${Math.round((performance.now() - started) / 1000)} s: none is suppressed. One that came once in ` +
          `${Math.round(1 / detects).toLocaleString("en")} would have been met, with a chance of 99.9 percent.`
      )
    },
    Effect.scoped,
    Effect.provide(NodeHttpClient.layerUndici)
  )
).pipe(Command.withDescription("Draw a million addresses from a pool of which one percent is suppressed"))

runProgram(suppressed)
