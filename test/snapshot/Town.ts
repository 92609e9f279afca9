import * as NodeServices from "@effect/platform-node/NodeServices"
import { Context, Effect, FileSystem, Layer } from "effect"
import * as fc from "fast-check"
import { generateKeyPairSync, type KeyObject } from "node:crypto"
import { unitedStates } from "../../properties/Gazetteer.ts"
import { recordsOf } from "../../properties/Generators.ts"
import { Catalog } from "../../src/catalog/Catalog.ts"
import * as CatalogStorePostgres from "../../src/catalog/CatalogStorePostgres.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import * as PoolStorePostgres from "../../src/draw/store/PoolStorePostgres.ts"
import * as KeptPoolsPostgres from "../../src/snapshot/KeptPoolsPostgres.ts"
import { create } from "../../src/snapshot/Create.ts"
import { village } from "../properties/Village.ts"
import { database, postgresWorlds } from "../properties/Houses.ts"

const [one = [], another = []] = fc.sample(recordsOf(unitedStates, { minimum: 40, maximum: 60 }), {
  seed: 42,
  numRuns: 2
})

/** Records with names in other languages: of streets, and of single houses. */
const other = another.map((record, i) =>
  i % 3 === 0
    ? { ...record, names: { fr: { street: `Rue ${i}`, ...(i % 2 === 0 ? { building: "Maison" } : {}) } } }
    : record
)

export const key = (): { readonly key: KeyObject } => ({ key: generateKeyPairSync("ed25519").privateKey })

/** The stores on the database in the context, as in a service. */
const stores = Layer.mergeAll(
  PoolRepository.layerNoDeps.pipe(
    Layer.provide(KeptPoolsPostgres.layerNoDeps),
    Layer.provide(PoolStorePostgres.layerNoDeps)
  ),
  Catalog.layerNoDeps.pipe(Layer.provide(CatalogStorePostgres.layerNoDeps))
)

/** The reading part of the service, started anew on the database, with empty caches. */
export const opened = Effect.map(Layer.build(Layer.fresh(stores)), (context) => ({
  pool: Context.get(context, PoolRepository),
  catalog: Context.get(context, Catalog)
}))

/** A database with a town in it, in the context. */
export const town = Effect.tap(postgresWorlds("US"), (world) =>
  Effect.gen(function* () {
    yield* world.synchronize("alpha", { records: [...village, ...one] })
    yield* world.synchronize("beta", { records: other })
  })
)

/** Runs on a second, empty database, for what is restored from the first. */
export const elsewhere = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provide(effect, Layer.fresh(database))

export const inFolder = <A, E, R>(use: (folder: string) => Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.flatMap(FileSystem.FileSystem, (fs) => Effect.flatMap(fs.makeTempDirectoryScoped(), use))).pipe(
    Effect.provide(NodeServices.layer)
  )

/** Takes a snapshot of the database, in a file of the folder. */
export const snapshotIn = (folder: string, name = "us.doorstep", signer = key()) => {
  const file = `${folder}/${name}`
  return Effect.map(create(file, ["US"], signer), (report) => ({ ...report, file }))
}
