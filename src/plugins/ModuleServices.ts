import * as NodeServices from "@effect/platform-node/NodeServices"
import { Layer } from "effect"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { Reader } from "../../sources/SourceFiles.ts"
import * as LateDispatcher from "../../sources/reading/LateDispatcher.ts"
import { layerReading } from "../settings/Reading.ts"

const platform = Layer.merge(LateDispatcher.layerClient, NodeServices.layer)

/** Reads every place that a user of the command line names. */
export const layerReader = Reader.layer.pipe(Layer.provide([layerReading, platform]))

/** What a module of sources is given where no service runs. */
export const layer = Layer.mergeAll(SourceRegistry.layer, layerReader, platform)
