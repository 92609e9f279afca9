import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { reportFailure } from "./Failure.ts"
import { linkFolder, scaffold } from "./scaffold/Scaffold.ts"
import { startWith } from "../Invocation.ts"

/** `doorstep source new`: the folder of a source of one's own, which works at once. */
export const create = Command.make(
  "new",
  {
    name: Argument.String("name").pipe(Argument.withDescription("Name of the new source, such as my-register")),
    country: Flag.String("country").pipe(
      Flag.withDescription("Country of its addresses (ISO 3166-1 alpha-2 code)"),
      Flag.map((code) => code.toUpperCase()),
      Flag.withDefault("US")
    ),
    into: Flag.String("into").pipe(
      Flag.withDescription("The folder in which to create the source's own folder"),
      Flag.withDefault(".")
    )
  },
  Effect.fn(function* (request) {
    const { files, folder, module } = yield* scaffold(request)
    yield* Console.log(
      [
        `${folder} holds a working source with made-up rows: ${files.join(", ")}.`,
        "",
        "Check it:",
        `  npm run properties -- --source ${module}`,
        "Serve it:",
        `  ${startWith(`--source ${module}`)}`,
        "",
        `${folder}/README.md says what to change; the guide is sources/README.md.`
      ].join("\n")
    )
  }, reportFailure)
).pipe(
  Command.withDescription("Create a folder for a source of your own: code, example data, tests"),
  Command.withExamples([{ command: "doorstep source new my-register --country DE", description: "In ./my-register" }])
)

/** `doorstep source link`: for a source's folder outside of Doorstep's, as after cloning it. */
export const link = Command.make(
  "link",
  { folder: Argument.String("folder").pipe(Argument.withDescription("The folder of a source of your own")) },
  Effect.fn(function* ({ folder }) {
    const made = yield* linkFolder(folder)
    yield* Console.log(made.length === 0 ? `${folder} already finds Doorstep.` : `Linked: ${made.join(", ")}.`)
  }, reportFailure)
).pipe(Command.withDescription("Let a source in a folder elsewhere import doorstep and effect"))
