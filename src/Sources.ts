import * as NodeServices from "@effect/platform-node/NodeServices"
import { Context, Effect, Layer } from "effect"
import { SourceRegistry } from "../sources/DataSource.ts"
import * as OpenAddresses from "../sources/openaddresses/OpenAddresses.ts"
import * as OpenStreetMap from "../sources/openstreetmap/OpenStreetMap.ts"
import * as Overture from "../sources/overture/Overture.ts"
import { KnownTowns } from "../sources/registers/guess/Towns.ts"
import { ConfinedReader, Reader } from "../sources/reading/Reader.ts"
import { openScratchIn, Scratch, scratchIn } from "../sources/scratch/ScratchFile.ts"
import * as FileType from "../sources/registers/FileType.ts"
import * as RegisterType from "../sources/registers/RegisterType.ts"
import * as Starter from "../sources/starter/Starter.ts"
import * as NodeThreads from "../sources/threads/NodeThreads.ts"
import { TableGuesses } from "./admin/TableGuesses.ts"
import * as KeptDownloads from "./directory/downloads/KeptDownloads.ts"
import { KeyPlace } from "./draw/keys/KeyFile.ts"
import { Archives } from "./gazetteer/Archive.ts"
import { townPositions } from "./gazetteer/TownPositions.ts"
import { SourceModules } from "./plugins/SourceModules.ts"
import { quoted } from "../schemas/Quoted.ts"
import { layerReading } from "./settings/Reading.ts"
import { layerClient } from "./shared/ConfiguredReader.ts"
import { SettingError } from "./settings/Setting.ts"
import { dataDir, settings } from "./settings/Settings.ts"
import { ConfiguredSources } from "./sync/configured/ConfiguredSources.ts"
import { SourceSettings } from "./sync/configured/SourceSettings.ts"

/** Data sources that `SOURCES` can name. */
const knownSources: Readonly<Record<string, typeof Starter.layer>> = {
  starter: Starter.layer
}

const sourceNamed = (name: string) => {
  const source = knownSources[name]
  return source === undefined
    ? Effect.fail(
        new SettingError({
          setting: "SOURCES",
          message: `SOURCES names ${quoted(name)}, which is not a known source. Known: ${Object.keys(knownSources).join(", ")}.`
        })
      )
    : Effect.succeed(source)
}

/** The sources that `SOURCES` names, registered in that order. */
const named = settings.SOURCES.value.pipe(
  Effect.flatMap(Effect.forEach(sourceNamed)),
  Effect.map((layers) => layers.reduce((before, layer) => Layer.provideMerge(layer, before), Layer.empty)),
  Layer.unwrap,
  Layer.provideMerge(SourceRegistry.layer)
)

const platform = Layer.merge(layerClient, NodeServices.layer)

/** Downloaded files, shared by everything that downloads, lists and clears. */
export const layerDownloads = KeptDownloads.layer.pipe(Layer.provide(NodeServices.layer))

/** Scratch files on disk, because the system's folder for temporary files may be in memory. */
export const layerScratch = Layer.effect(Scratch, Effect.map(dataDir, scratchIn))

/** The same place for keys of large pools. */
export const layerKeyPlace = Layer.effect(
  KeyPlace,
  Effect.map(dataDir, (folder) => openScratchIn(scratchIn(folder).folder))
)

/** Reads every place that a user of the command line names. */
export const layerReader = Reader.layer.pipe(
  Layer.provide([layerDownloads, layerScratch, layerReading]),
  Layer.provide(platform)
)

/** Reads only what the settings permit to the console. */
const confinedReader = ConfinedReader.layer.pipe(
  Layer.provide([layerDownloads, layerScratch, layerReading]),
  Layer.provide(platform)
)

/** The sources of `SOURCES`, and those of modules: from `SOURCE_MODULES`, and from the command line. */
export const layer = SourceModules.layerNoDeps.pipe(Layer.provide([layerReader, platform]), Layer.provideMerge(named))

/** Source types that an operator can configure without code. */
export const sourceTypes = [OpenStreetMap.type, Overture.type, OpenAddresses.type, RegisterType.type, FileType.type]

const configuredSources = Layer.unwrap(
  Effect.map(ConfinedReader, (confined) =>
    ConfiguredSources.layerNoDeps<Reader>(sourceTypes, Effect.provideService(Reader, confined))
  )
)

/**
 * Sources configured in the database, in addition to the registered ones. They exist before anything is synchronized.
 */
export const layerConfigured = Layer.effectDiscard(
  Effect.gen(function* () {
    const sources = yield* ConfiguredSources
    for (const fault of yield* sources.refresh) {
      yield* Effect.logWarning(`The source ${fault.source} cannot be used: ${fault.message}`)
    }
    const { loaded } = yield* SourceModules
    for (const { name } of yield* sources.list) {
      const module = loaded.find((one) => one.sources.includes(name))?.module
      if (module === undefined) continue
      yield* Effect.logWarning(`The configured source ${name} is ignored: ${module} has a source of that name.`)
    }
  })
).pipe(Layer.provideMerge(configuredSources), Layer.provide([SourceSettings.layerNoDeps, layerReader, confinedReader]))

/** As many threads as set, otherwise as many as the machine runs in parallel. */
export const layerThreads = Layer.unwrap(
  Effect.gen(function* () {
    return NodeThreads.layerWith({ count: (yield* settings.READ_THREADS.value) ?? (yield* NodeThreads.usualThreads) })
  })
)

/** Loaded by the first guess: few processes ever make one, and its lists of words and encodings cost every start. */
const guess = Effect.promise(() => import("../sources/registers/guess/Answer.ts"))

/** Guesses of tables that a reader may read, with the included towns. */
const guessesBy = Effect.fnUntraced(function* (reader: Reader["Service"]) {
  const services = Context.make(Reader, reader).pipe(Context.add(KnownTowns, yield* KnownTowns))
  return TableGuesses.byTurns((question) =>
    Effect.provide(
      Effect.flatMap(guess, ({ answer }) => answer(question)),
      services
    )
  )
})

const towns = Layer.effect(KnownTowns, townPositions).pipe(
  Layer.provide(Archives.layer),
  Layer.provide(NodeServices.layer)
)

/** What the columns of tables mean: of any table, for users of the command line. */
export const layerTableGuesses = Layer.effect(TableGuesses, Effect.flatMap(Reader, guessesBy)).pipe(
  Layer.provide([layerReader, towns]),
  Layer.provideMerge(NodeServices.layer)
)

/** The same of the tables that the settings permit to the console. */
export const layerConfinedGuesses = Layer.effect(TableGuesses, Effect.flatMap(ConfinedReader, guessesBy)).pipe(
  Layer.provide([confinedReader, towns])
)
