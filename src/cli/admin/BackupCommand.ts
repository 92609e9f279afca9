import { Console, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { backup as writeBackup } from "../../database/backup/Backup.ts"
import { restore as readBackup } from "../../database/backup/Restore.ts"
import { Database } from "../../database/Database.ts"
import { migrations } from "../../database/Migrations.ts"
import { refuseMismatch } from "../../database/Migrator.ts"
import { refuseSnapshot } from "../../snapshot/Mark.ts"
import { keepSuppressions } from "../../sync/suppression/Restored.ts"
import { moveAll } from "../../sync/upgrade/StorageUpgrade.ts"
import { reportFailure, sayIfStopped, unwrittenFile } from "../Failure.ts"
import { invocation } from "../../shared/Invocation.ts"
import { bytesText, numberText } from "../../shared/Amounts.ts"
import { whether } from "../Flags.ts"

/** `doorstep backup`: everything published or configured, in one file. */
export const backup = Command.make(
  "backup",
  { file: Argument.Path("file").pipe(Argument.withDescription("File to write; it must not exist yet")) },
  Effect.fn(
    function* ({ file }) {
      // Otherwise it would leave out what it does not know.
      yield* refuseMismatch(migrations, true)
      const { bytes, rows, tables } = yield* writeBackup(file)
      yield* Console.log(`${file}: ${numberText(rows)} rows of ${tables} tables, ${bytesText(bytes)}.`)
    },
    Effect.provide(Database.layer),
    sayIfStopped(unwrittenFile),
    reportFailure
  )
).pipe(
  Command.withDescription("Write pools, tokens, sources and settings to a file, while services keep running"),
  Command.withExamples([{ command: "doorstep backup doorstep.backup", description: "One file with everything" }])
)

const replace = whether("replace", "Replace what the database holds; otherwise the database must be empty")

/** `doorstep restore`: loads a backup into the database. */
export const restore = Command.make(
  "restore",
  { file: Argument.Path("file").pipe(Argument.withDescription(`File written by ${invocation("backup")}`)), replace },
  Effect.fn(
    function* ({ file, replace }) {
      yield* refuseSnapshot
      const { createdAt, rows, tables } = yield* readBackup(file, migrations, {
        replace,
        upgrade: (sql) => moveAll(sql),
        withhold: keepSuppressions
      })
      yield* Console.log(`Restored ${numberText(rows)} rows of ${tables} tables, as of ${createdAt}.`)
    },
    Effect.provide(Database.layer),
    sayIfStopped("A backup is restored as a whole or not at all. To restore it, run the command again."),
    reportFailure
  )
).pipe(
  Command.withDescription("Restore a backup; a damaged or newer file changes nothing"),
  Command.withExamples([
    { command: "doorstep restore doorstep.backup", description: "Into an empty database" },
    { command: "doorstep restore doorstep.backup --replace", description: "Replacing what is there" }
  ])
)
