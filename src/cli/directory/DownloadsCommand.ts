import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Layer, Option } from "effect"
import { Argument, Command } from "effect/cli"
import { Downloads } from "../../../sources/reading/Downloads.ts"
import * as KeptDownloads from "../../directory/downloads/KeptDownloads.ts"
import { bytesText, doneOf } from "../../shared/Amounts.ts"
import { refuse, reportFailure } from "../Failure.ts"
import { printTable } from "../Table.ts"
import { invocation } from "../../shared/Invocation.ts"

const layer = Layer.provide(KeptDownloads.layer, NodeServices.layer)

const clear = Command.make(
  "clear",
  { id: Argument.String("id").pipe(Argument.withDescription("Only this one"), Argument.optional) },
  Effect.fn(
    function* ({ id }) {
      const downloads = yield* Downloads
      const which = Option.getOrUndefined(id)
      if (which !== undefined && !(yield* downloads.list).some((one) => one.id === which)) {
        return yield* refuse(`No download has the ID "${which}". To see them: ${invocation("downloads")}`)
      }
      const { bytes, inUse } = yield* downloads.clear(which)
      yield* Console.log(`Freed ${bytesText(bytes)}.`)
      if (inUse > 0) yield* Console.log(`Kept ${inUse} that a synchronization is using.`)
    },
    Effect.provide(layer),
    reportFailure
  )
).pipe(
  Command.withDescription("Delete kept downloads; sources download them again when needed"),
  Command.withExamples([{ command: "doorstep downloads clear", description: "Delete all that are not in use" }])
)

const show = Effect.fn(
  function* () {
    const found = yield* (yield* Downloads).list
    if (found.length === 0) return yield* Console.log("No downloads are kept.")
    yield* printTable(
      ["ID", "SIZE", "FETCHED", "SOURCE", "URL"],
      found.map(({ bytes, complete, fetchedAt, id, source, totalBytes, url }) => [
        id,
        complete ? bytesText(bytes) : doneOf(bytes, totalBytes),
        new Date(fetchedAt).toISOString().slice(0, 16).replace("T", " "),
        source,
        url
      ])
    )
  },
  Effect.provide(layer),
  reportFailure
)

/** As other lists are called. */
const list = Command.make("list", {}, show).pipe(
  Command.withDescription("List kept downloads, as without a subcommand")
)

/** `doorstep downloads`: downloaded files that are kept in `DATA_DIR`. */
export const downloads = Command.make("downloads", {}, show).pipe(
  Command.withDescription("List or delete kept downloads, which avoid downloading files twice"),
  Command.withSubcommands([list, clear])
)
