import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Worker } from "node:worker_threads"
import { expect, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Result, Stream } from "effect"
import { levelsOf } from "../../../sources/openstreetmap/AdminLevels.ts"
import { Scratch } from "../../../sources/scratch/ScratchFile.ts"
import { pageBytes } from "../../../sources/scratch/Pages.ts"
import * as NodeThreads from "../../../sources/threads/NodeThreads.ts"
import { crewOf, oneThread, ThreadFailed, Threads } from "../../../sources/threads/Threads.ts"
import { task } from "../threads/fixtures/OddTask.ts"
import { extracts, openBytes, recordsIn } from "./OsmFiles.ts"
import { writeBlob, writePbf } from "./PbfWriter.ts"
import { street, Town } from "./Town.ts"

/** Buildings made of one way and of several, shops, a boundary, streets, names, and duplicate addresses. */
const town = () => {
  const town = new Town()
  town.boundary(-50, -50, 500, {
    boundary: "administrative",
    admin_level: "8",
    name: "Ettlingen",
    "name:fr": "Etlingue"
  })
  town.square(-20, -20, 200, { landuse: "residential" })
  town.way([town.node(0, 0), town.node(9, 9)], { highway: "residential", name: "Lindenallee", "name:fr": "Tilleuls" })
  for (let i = 0; i < 60; i++) {
    const house = town.square(i * 4, 0, 3, {
      ...(i % 3 === 0 ? street(`${i}`) : {}),
      building: i % 2 === 0 ? "yes" : "house"
    })
    if (i % 3 === 1) town.node(i * 4 + 1, 1, { "addr:street": "Lindenallee", "addr:housenumber": `${i}` })
    if (i % 4 === 0) town.node(i * 4 + 1, 2, { shop: "bakery" })
    if (i % 6 === 0) town.node(i * 4, 0, street(`${i}`, { entrance: "yes" }))
    if (i % 9 === 2) {
      const tags = { type: "multipolygon", building: "apartments", ...street(`${i}`) }
      town.relation([{ type: "way", id: house, role: "outer" }], tags)
    }
  }
  return town
}

const wanted = { country: "DE", levels: levelsOf("DE"), declared: {} }
const bytes = writePbf(town(), { perBlock: 9 })

const read = (of: Uint8Array) =>
  Effect.flatMap(openBytes(of), (file) => Stream.runCollect(recordsIn(file, wanted))).pipe(Effect.scoped)

const withThreads = (count: number) => Effect.provide(NodeThreads.layerWith({ count, patience: Duration.zero }))

/** Records the threads that start while it is open, and the code with which each exits: 1 if it was terminated. */
const watched = Effect.acquireRelease(
  Effect.sync(() => {
    const threads: Array<{ readonly worker: Worker; readonly ended: Promise<unknown> }> = []
    const listener = (worker: Worker) => {
      threads.push({ worker, ended: new Promise((resolve) => worker.once("exit", resolve)) })
    }
    process.on("worker", listener)
    return { threads, listener }
  }),
  ({ listener }) => Effect.sync(() => process.off("worker", listener))
)

it.live("MUST give the same records in the same order, whatever the number of threads", () =>
  Effect.gen(function* () {
    const { threads } = yield* watched
    const alone = JSON.stringify(yield* read(bytes))
    expect(threads).toHaveLength(0)
    expect(alone).toContain("duplicate")
    expect(alone).toContain("Etlingue")
    for (const count of [1, 2, 5]) {
      const before = threads.length
      expect(JSON.stringify(yield* withThreads(count)(read(bytes))), `${count} threads`).toBe(alone)
      expect(threads.length - before).toBe(count === 1 ? 0 : count)
    }
    // Threads of completed runs exit.
    yield* Effect.promise(() => Promise.all(threads.map(({ ended }) => ended)))
  })
)

it.live("MUST end the threads when nobody waits for the records any longer", () =>
  Effect.gen(function* () {
    const { threads } = yield* watched
    const asked = yield* Deferred.make<void>()
    const file = yield* openBytes(bytes)
    // Reading the last block never completes.
    const stuck = {
      ...file,
      bytes: (number: number) =>
        number < file.blocks.length - 1
          ? file.bytes(number)
          : Effect.andThen(Deferred.succeed(asked, undefined), Effect.never)
    }
    const reading = yield* Effect.forkChild(
      withThreads(2)(Stream.runDrain(recordsIn(stuck, wanted)).pipe(Effect.scoped))
    )
    yield* Deferred.await(asked)
    yield* Fiber.interrupt(reading)
    expect(yield* Effect.promise(() => Promise.all(threads.map(({ ended }) => ended)))).toEqual([0, 0])
  })
)

it.live("MUST fail with a sentence if a block is damaged, whichever thread finds it, or if threads go away", () =>
  Effect.gen(function* () {
    const { threads } = yield* watched
    // An open crew keeps the threads alive between readings.
    yield* (yield* Threads).crew(task, 1)
    const damaged = Buffer.concat([bytes, writeBlob("OSMData", Buffer.from([0x0a, 0x7f]))])
    const fault = yield* Effect.flip(read(damaged))
    expect(fault).toMatchObject({
      source: "test",
      reason: "unreadable",
      message: expect.stringMatching(/^memory: the block at byte \d+ is damaged: .*[^.]\. Download the file again\.$/)
    })
    expect(yield* Effect.flip(Effect.provideService(read(damaged), Threads, oneThread))).toEqual(fault)
    expect(threads).toHaveLength(2)

    const file = yield* openBytes(bytes)
    const losing = {
      ...file,
      bytes: (number: number) =>
        Effect.tap(file.bytes(number), () =>
          number < file.blocks.length / 2
            ? Effect.void
            : Effect.promise(async () => {
                // As Effect closes a thread. Node may abort the process if one is terminated at work.
                for (const { worker } of threads) worker.postMessage([1], [])
                await Promise.all(threads.map(({ ended }) => ended))
              })
        )
    }
    const outcome = yield* Effect.result(Stream.runCollect(recordsIn(losing, wanted)).pipe(Effect.scoped))
    expect(threads).toHaveLength(2)
    if (Result.isSuccess(outcome)) expect(outcome.success).toEqual(yield* read(bytes))
    else expect(outcome.failure).toMatchObject({ reason: "unreadable", message: expect.stringContaining("has ended") })
  }).pipe(withThreads(2))
)

it.live("MUST fail with a sentence if a thread dies during its work", () =>
  Effect.gen(function* () {
    const dead = new ThreadFailed({ message: "A reading thread has ended: it was killed." })
    const dying = Threads.of({ count: 2, crew: () => Effect.succeed(crewOf(() => Effect.fail(dead), 2)) })
    const fault = yield* Effect.flip(Effect.provideService(read(bytes), Threads, dying))
    expect(fault).toMatchObject({ source: "test", reason: "unreadable", message: dead.message })
  })
)

const name = "osr-miraustr.osm.pbf"
const isHere = existsSync(new URL(name, extracts))

if (isHere) {
  it.live("MUST give the same records with little memory", () =>
    Effect.gen(function* () {
      const extract = readFileSync(new URL(name, extracts))
      const usual = yield* read(extract)
      expect(usual.length).toBeGreaterThan(2000)
      const little = { ...(yield* Scratch), heldBytes: 6 * pageBytes }
      const records = yield* Effect.provideService(read(extract), Scratch, little)
      expect(JSON.stringify(records)).toBe(JSON.stringify(usual))
    })
  )
} else {
  it("a real extract is missing, so it was not tested with little memory", ({ skip }) => {
    skip(`There is no ${name} in the folder ${fileURLToPath(extracts)}.`)
  })
}
