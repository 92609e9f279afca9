import * as NodeServices from "@effect/platform-node/NodeServices"
import { Layer } from "effect"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { layerClient, layerReader } from "../shared/ConfiguredReader.ts"

/** What a module of sources is given where no service runs. */
export const layer = Layer.mergeAll(SourceRegistry.layer, layerReader, layerClient, NodeServices.layer)
