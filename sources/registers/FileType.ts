import { Effect, Schema } from "effect"
import { Places } from "../reading/Locations.ts"
import * as SourceType from "../SourceType.ts"
import { checkExamples, makeMappedSource } from "./MappedSource.ts"
import { Mapping } from "./Mapping.ts"
import { locateFor } from "./Paged.ts"

const Options = Schema.Struct({
  location: Places,
  mapping: Mapping
})
type Options = typeof Options.Type

const make = Effect.fnUntraced(function* (name: string, options: Options) {
  // A mapping is tried at once while it is being written, and again before each run.
  yield* checkExamples(name, options.mapping)
  return makeMappedSource(name, options.mapping, yield* locateFor(name, options.location, options.mapping))
})

/** An operator's own file, with the operator's own mapping. */
export const type = SourceType.make({
  type: "file",
  summary:
    "Your own CSV, JSON, GeoJSON, shapefile, GeoPackage, FlatGeobuf, Parquet, XML or Excel workbook (.xlsx), with a mapping that says which fields make an address.",
  options: Options,
  make
})
