import * as NodeServices from "@effect/platform-node/NodeServices"
import { Layer } from "effect"
import * as Proxies from "../../sources/reading/Proxies.ts"
import { Reader } from "../../sources/SourceFiles.ts"
import { layerReading } from "../settings/Reading.ts"

/** The HTTP client of everything that is downloaded, with the proxies of the settings. */
export const layerClient = Layer.provide(Proxies.layerClient, layerReading)

/** Reads every place that a user of the command line names. */
export const layerReader = Reader.layer.pipe(Layer.provide([layerReading, layerClient, NodeServices.layer]))
