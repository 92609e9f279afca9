import { Console, Effect, FileSystem, Option, Path, Schema, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { untilStopped } from "../ExitCode.ts"
import { reportFailure } from "../Failure.ts"
import { wholeNumber } from "../Numbers.ts"
import { makeBoard } from "./Board.ts"
import { makeChanges } from "./Changes.ts"
import { makeTerminal } from "./Terminal.ts"
import type { TrialEvent } from "./Trial.ts"
import { makeTrials } from "./Trials.ts"
import { servePage } from "./WatchServer.ts"
import { optionalText } from "../Flags.ts"

/** No module to watch is given. */
class NoModule extends Schema.TaggedError<NoModule>()("NoModule", { message: Schema.String }) {}

const PackageJson = Schema.fromJsonString(Schema.Struct({ doorstep: Schema.Struct({ source: Schema.NonEmptyString }) }))

/** The module named in the package.json of the working directory. */
const projectModule = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const text = yield* Effect.orElseSucceed(fs.readFileString("package.json"), () => "{}")
  const { doorstep } = yield* Effect.mapError(
    Schema.decodeUnknownEffect(PackageJson)(text),
    () =>
      new NoModule({
        message:
          'Name a module, such as src/MyRegister.ts, or have package.json in this folder name it: "doorstep": {"source": "./src/MyRegister.ts"}'
      })
  )
  return doorstep.source
})

const flags = {
  module: Argument.String("module").pipe(
    Argument.withDescription("A module with sources; if omitted, the one that package.json names"),
    Argument.optional
  ),
  answers: optionalText("answers", "A JSON file of recorded responses that replace the network"),
  port: wholeNumber("port", { what: "a port", least: 0, most: 65_535, isGrouped: false }).pipe(
    Flag.withDescription("Port of the page; by default 8089, or any free one"),
    Flag.optional
  )
}

/** `doorstep source watch`: shows what a module produces, again after every change. */
export const watch = Command.make(
  "watch",
  flags,
  Effect.fn(
    function* ({ answers, module: given, port }) {
      const path = yield* Path.Path
      const module = Option.isSome(given) ? given.value : yield* projectModule
      const board = yield* makeBoard
      const url = yield* servePage(board, Option.getOrUndefined(port))
      const changes = yield* makeChanges
      const tryModule = yield* makeTrials
      const say = yield* makeTerminal
      const files = [path.resolve(module), ...Option.toArray(Option.map(answers, (file) => path.resolve(file)))]
      yield* changes.also(files)
      yield* Console.log(`Watching ${module}: ${url}\nStop with Ctrl-C.`)
      const request = { module, answers: Option.getOrUndefined(answers) }
      const began: TrialEvent = { type: "began", module }
      const tell = (event: TrialEvent) =>
        event.type === "files" ? changes.also(event.files) : Effect.andThen(board.tell(event), say(event))
      yield* Stream.concat(Stream.succeed(undefined), changes.stream).pipe(
        Stream.switchMap(() => Stream.concat(Stream.succeed(began), tryModule(request))),
        Stream.runForEach(tell)
      )
    },
    Effect.scoped,
    untilStopped,
    reportFailure
  )
).pipe(
  Command.withDescription("Show a source's records, laws and errors on a page that updates after every change"),
  Command.withExamples([
    { command: "doorstep source watch src/MyRegister.ts", description: "A module" },
    { command: "doorstep source watch --answers answers.json", description: "Without a network" }
  ])
)
