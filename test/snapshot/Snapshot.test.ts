import { assert, layer } from "@effect/vitest"
import { Effect, Exit, FileSystem, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { generateKeyPairSync, hash } from "node:crypto"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { property } from "../../properties/Bridge.ts"
import { filterPlans, filtersOf, seeds } from "../../properties/Generators.ts"
import { Database, SlowDatabase } from "../../src/database/Database.ts"
import type { Catalog } from "../../src/catalog/Catalog.ts"
import { firstLine } from "../../src/snapshot/Format.ts"
import { load } from "../../src/snapshot/Load.ts"
import { refuseSnapshot } from "../../src/snapshot/Mark.ts"
import { openPools } from "../../src/snapshot/OfflinePools.ts"
import * as PoolStoreSnapshot from "../../src/snapshot/PoolStoreSnapshot.ts"
import { publicKeyOf, signatureOf } from "../../src/snapshot/Signing.ts"
import { openScoped, verifyChunks } from "../../src/snapshot/Verify.ts"
import { database } from "../properties/Houses.ts"
import { elsewhere, inFolder, key, opened, snapshotIn, town } from "./Town.ts"

const requests = fc.record({
  plan: filterPlans,
  seed: seeds,
  count: fc.integer({ min: 1, max: 50 }),
  unique: fc.boolean(),
  exclude: fc.nat({ max: 20 })
})

/** The result or the error message, as text. */
const said = <A>(effect: Effect.Effect<A, { readonly message: string }>, text: (value: A) => unknown) =>
  Effect.match(effect, { onFailure: ({ message }) => message, onSuccess: (value) => JSON.stringify(text(value)) })

/** All lists below the country, without their cursors. */
const lists = Effect.fnUntraced(function* (catalog: Catalog["Service"]) {
  const found: Array<unknown> = []
  for (const residential of [true, false]) {
    for (const field of ["region", "city", "district", "postcode"] as const) {
      for (const q of [undefined, "s"]) {
        const page = yield* catalog.search({ country: "US", field, q, residential, limit: 200 })
        found.push({ ...page, nextCursor: page.nextCursor !== null })
      }
      const children = yield* catalog.children({
        country: "US",
        parentType: "country",
        childType: field,
        residential,
        limit: 200
      })
      found.push({ ...children, nextCursor: children.nextCursor !== null })
    }
  }
  return found
})

/** The manifest and the chunks of a file. */
const partsOf = (file: string) => {
  const bytes = readFileSync(file)
  const first = bytes.indexOf(10)
  const second = bytes.indexOf(10, first + 1)
  const third = bytes.indexOf(10, second + 1)
  return {
    manifest: bytes.subarray(first + 1, second).toString(),
    seal: bytes.subarray(second + 1, third).toString(),
    chunks: bytes.subarray(third + 1)
  }
}

/** The snapshot of a signer who counts otherwise. */
const recounted = (file: string, count: "total" | "residential", by: number) => {
  const { chunks, manifest, seal } = partsOf(file)
  const told = manifest.replace(new RegExp(`"${count}":(\\d+)`), (_, real) => `"${count}":${Number(real) + by}`)
  const { privateKey } = generateKeyPairSync("ed25519")
  const signature = (writtenBy: string) => signatureOf(privateKey, hash("sha256", told, "hex"), writtenBy)
  const { writtenBy, ...sealed } = JSON.parse(seal)
  const signed = { writtenBy, ...sealed, publicKey: publicKeyOf(privateKey), signature: signature(writtenBy) }
  return Buffer.concat([Buffer.from(`${firstLine}${told}\n${JSON.stringify(signed)}\n`), chunks])
}

/** Runs on new connections, which pick up the role's settings. */
const reconnected = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provide(effect, Layer.fresh(Database.layerNoDeps))

const golden = fileURLToPath(new URL("fixtures/village.doorstep", import.meta.url))

layer(database, { excludeTestServices: true })("A snapshot", (it) => {
  it.effect("MUST answer like its origin, from a service that serves it and from the file itself", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const world = yield* town
        const origin = yield* opened
        const { addresses } = yield* world.drawMany({ country: "US", filters: {}, seed: "all 4", count: 50 })
        const { file, id } = yield* snapshotIn(folder)
        const counts = yield* origin.pool.counts
        const names = yield* lists(origin.catalog)

        yield* elsewhere(
          Effect.gen(function* () {
            const served = yield* openScoped(file)
            assert.isTrue(yield* load([served]))
            // It is restored once; a second start finds it there.
            assert.isFalse(yield* load([served]))
            const copy = yield* opened
            const offline = openPools(file)
            assert.deepStrictEqual(yield* copy.pool.counts, counts)
            assert.deepStrictEqual(yield* lists(copy.catalog), names)
            yield* property(
              requests,
              Effect.fnUntraced(function* ({ count, exclude, plan, seed, unique }) {
                const request = {
                  country: "US",
                  filters: filtersOf(plan, addresses),
                  seed,
                  strategy: "random"
                } as const
                const drawn = yield* said(origin.pool.draw(request), (draw) => ({
                  ...draw,
                  address: JSON.stringify(draw.address)
                }))
                assert.strictEqual(
                  yield* said(copy.pool.draw(request), (draw) => ({ ...draw, address: JSON.stringify(draw.address) })),
                  drawn
                )
                assert.strictEqual(
                  yield* said(
                    Effect.try({ try: () => offline.draw(request), catch: (cause) => cause as Error }),
                    (draw) => ({ ...draw, address: JSON.stringify(draw.address) })
                  ),
                  drawn
                )
                const excludeAddressIds = addresses.slice(0, exclude).map(({ id }) => id)
                const many = { ...request, count, unique, excludeAddressIds }
                const batch = yield* said(origin.pool.drawMany(many), (draw) => draw)
                assert.strictEqual(yield* said(copy.pool.drawMany(many), (draw) => draw), batch)
                assert.strictEqual(
                  yield* said(
                    Effect.try({ try: () => offline.drawMany(many), catch: (cause) => cause as Error }),
                    (draw) => draw
                  ),
                  batch
                )
              }),
              { runs: 25 }
            )
            const read = PoolStoreSnapshot.make([served])
            let withNames = 0
            for (const address of addresses) {
              const found = JSON.stringify(yield* origin.pool.findById(address.id))
              assert.strictEqual(JSON.stringify(yield* copy.pool.findById(address.id)), found)
              assert.strictEqual(JSON.stringify(offline.findById(address.id)!), found)
              const named = yield* origin.pool.findNamed(address.id)
              assert.deepStrictEqual(yield* copy.pool.findNamed(address.id), named)
              assert.deepStrictEqual(yield* read.findNamed(address.id), named)
              if (Object.keys(named.names).length > 0) withNames++
            }
            assert.isAbove(withNames, 3)
            offline.close()
            // A snapshot of the restored snapshot is the same.
            assert.strictEqual((yield* snapshotIn(folder, "again.doorstep")).id, id)
            const refused = yield* Effect.flip(refuseSnapshot)
            assert.include(refused.message, id)
          })
        )
        // It is not restored into a database with other contents.
        const other = yield* Effect.flip(Effect.scoped(Effect.flatMap(openScoped(file), (one) => load([one]))))
        assert.include(other.message, "something else")
        yield* refuseSnapshot
      })
    )
  )

  it.effect(
    "MUST have an ID that depends only on the published data, not on the machine, its settings or its key",
    () =>
      inFolder((folder) =>
        Effect.gen(function* () {
          yield* town
          const sql = yield* SlowDatabase
          const first = yield* snapshotIn(folder, "one.doorstep")
          // In this database alone: other tests connect to the same server meanwhile.
          const [current] = yield* sql<{ readonly name: string }>`SELECT current_database() AS name`
          const settings = sql`ALTER ROLE CURRENT_USER IN DATABASE ${sql(current!.name)}`
          yield* sql`${settings} SET TimeZone = 'Asia/Kathmandu'`
          yield* sql`${settings} SET extra_float_digits = -5`
          const reset = Effect.orDie(sql`${settings} RESET ALL`)
          const second = yield* reconnected(snapshotIn(folder, "two.doorstep")).pipe(Effect.ensuring(reset))
          assert.strictEqual(second.id, first.id)
          const [one, two] = [partsOf(first.file), partsOf(second.file)]
          assert.strictEqual(two.manifest, one.manifest)
          assert.deepStrictEqual(two.chunks, one.chunks)
        })
      )
  )

  it.effect("MUST be refused with any byte changed, cut off or added", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* town
        const { file } = yield* snapshotIn(folder)
        const bytes = readFileSync(file)
        const broken = `${folder}/broken.doorstep`
        const verify = (changed: Uint8Array) =>
          Effect.gen(function* () {
            yield* fs.writeFile(broken, changed)
            return yield* Effect.exit(Effect.scoped(Effect.flatMap(openScoped(broken), verifyChunks)))
          })
        const refused = Effect.fnUntraced(function* (changed: Uint8Array, why: string) {
          const exit = yield* verify(changed)
          assert.isTrue(Exit.isFailure(exit), why)
          const error = yield* Effect.flip(exit)
          assert.strictEqual(error._tag, "SnapshotRefused", why)
          assert.match(error.message, /^\S+broken\.doorstep .+\.$/, why)
        })
        yield* verify(bytes).pipe(Effect.map((exit) => assert.isTrue(Exit.isSuccess(exit))))
        yield* property(
          fc.record({ at: fc.nat({ max: bytes.length - 1 }), bit: fc.nat({ max: 7 }) }),
          ({ at, bit }) => {
            const changed = Uint8Array.from(bytes)
            changed[at]! ^= 1 << bit
            return refused(changed, `byte ${at}, bit ${bit}`)
          },
          { runs: 250 }
        )
        for (const length of [0, 10, 19, 20, 500, bytes.length - 1]) {
          yield* refused(bytes.subarray(0, length), `${length} bytes`)
        }
        yield* refused(Buffer.concat([bytes, Buffer.from([0])]), "a byte more")
        yield* refused(Buffer.concat([Buffer.from("doorstep-snapshot 2\n"), bytes.subarray(20)]), "a newer format")
        yield* refused(Buffer.from("%PDF-1.7\n"), "something else")
      })
    )
  )

  it.effect("MUST leave nothing incomplete, neither a file nor rows, and be loaded once, into nothing else", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* town
        const { file } = yield* snapshotIn(folder)
        const again = yield* Effect.flip(snapshotIn(folder))
        assert.include(again.message, "already exists")
        yield* Effect.exit(snapshotIn(`${folder}/nowhere`))
        assert.deepStrictEqual(yield* fs.readDirectory(folder), ["us.doorstep"])
        const info = yield* fs.stat(file)
        assert.strictEqual(info.mode & 0o022, 0)
        // The last chunk is damaged, which only shows when all others have been written.
        const bytes = readFileSync(file)
        bytes[bytes.length - 5]! ^= 1
        yield* elsewhere(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            for (const wrong of [bytes, recounted(file, "total", 1), recounted(file, "residential", -1)]) {
              yield* fs.writeFile(`${folder}/broken.doorstep`, wrong)
              const broken = yield* openScoped(`${folder}/broken.doorstep`)
              const error = yield* Effect.flip(load([broken]))
              assert.strictEqual(error._tag, "SnapshotRefused")
              if (wrong !== bytes) assert.include(error.message, "US has other addresses than its manifest says")
              assert.strictEqual((yield* Effect.flip(verifyChunks(broken))).message, error.message)
              assert.deepStrictEqual(yield* sql`SELECT FROM pool`, [])
              assert.deepStrictEqual(yield* sql`SELECT FROM street`, [])
            }
            yield* refuseSnapshot
            // A service that has no pool yet has its own data all the same.
            const whole = yield* openScoped(file)
            yield* sql`
              INSERT INTO token (id, hash, name, scope, rate_limit, created_at) VALUES ('t', 'h', 'n', 'read', 1, now())`
            const notEmpty = yield* Effect.flip(load([whole]))
            assert.include(notEmpty.message, "holds something else already")
            yield* sql`DELETE FROM token`
            // Of processes that start together, one fills the database.
            const loads = yield* Effect.replicateEffect(load([whole]), 2, { concurrency: 2 })
            assert.sameMembers(loads, [true, false])
            assert.deepStrictEqual(yield* sql`SELECT country, covered > 0 AS covers FROM coverage`, [
              { country: "US", covers: true }
            ])
          })
        )
      })
    )
  )

  it.effect("MUST be readable, with the same contents, by every later Doorstep", () =>
    Effect.gen(function* () {
      const file = yield* openScoped(golden)
      assert.strictEqual(file.id, "6b42d1b0a93a89c8ac2b1c285181c2d9f2186a4b602afd7854844cf9e9dbe58d")
      yield* verifyChunks(file)
      const pools = openPools(golden)
      const ids = ["spring-42", "Köln", "東京"].map((seed) => pools.draw({ country: "US", seed }).address.id)
      // These are the IDs of GoldenDraws.test.ts.
      assert.deepStrictEqual(ids, ["us-6jf9r4z9m51eerwgz23z", "us-shnvv1410k1pyqmb81pd", "us-r4gcxyzsgx1x6j53bdjp"])
      pools.close()
      yield* elsewhere(Effect.map(load([file]), (isNew) => assert.isTrue(isNew)))
    }).pipe(Effect.scoped)
  )

  it.effect("MUST name its signer, and not pass for another's", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        yield* town
        const [mine, theirs] = [key(), key()]
        const first = yield* openScoped((yield* snapshotIn(folder, "mine.doorstep", mine)).file)
        const second = yield* openScoped((yield* snapshotIn(folder, "theirs.doorstep", theirs)).file)
        assert.strictEqual(first.id, second.id)
        assert.notStrictEqual(first.fingerprint, second.fingerprint)
      })
    )
  )
})
