import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, DateTime, Effect, Path } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { root } from "../Rooms.ts"
import { ReleaseRefused } from "./Refused.ts"
import { release } from "./Release.ts"

const command = Command.make(
  "release",
  {
    version: Argument.String("version").pipe(Argument.withDescription("Such as 1.2.3, or major, minor or patch")),
    dryRun: Flag.Boolean("dry-run").pipe(Flag.withDescription("Check and make everything, and keep nothing")),
    ciPassed: Flag.Boolean("ci-passed").pipe(
      Flag.withDescription("Checks and tests have passed on this commit: do not run them again")
    )
  },
  Effect.fn(
    function* ({ ciPassed, dryRun, version }) {
      const path = yield* Path.Path
      const now = yield* DateTime.now
      const folder = yield* Effect.tryPromise({
        try: () =>
          release({
            root,
            wanted: version,
            dryRun,
            ciPassed,
            day: DateTime.formatIsoDateUtc(now),
            say: (line) => void process.stdout.write(`${line}\n`)
          }),
        catch: (cause) => (cause instanceof ReleaseRefused ? cause : new ReleaseRefused({ message: String(cause) }))
      })
      if (folder === undefined) return
      yield* Console.log(
        `Released here, and nowhere else. To publish: git push --follow-tags, and what lies in ${path.relative(".", folder)}.`
      )
    },
    Effect.tapError(({ message }) => Console.error(message))
  )
).pipe(Command.withDescription("Make a release: version, changelog, commit, tag, and the files to publish"))

command.pipe(
  Command.run({ version: "1.0.0" }),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ disableErrorReporting: true })
)
