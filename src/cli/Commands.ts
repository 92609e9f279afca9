import { Command } from "effect/cli"
import { add } from "./add/AddCommand.ts"
import { admin } from "./AdminCommand.ts"
import { backup, restore } from "./BackupCommand.ts"
import { country } from "./CountryCommand.ts"
import { directory } from "./DirectoryCommand.ts"
import { doctor } from "./DoctorCommand.ts"
import { downloads } from "./DownloadsCommand.ts"
import { exportCommand } from "./ExportCommand.ts"
import { judge } from "./JudgeCommand.ts"
import { properties } from "./properties/PropertiesCommand.ts"
import { serve } from "./ServeCommand.ts"
import { snapshot } from "./snapshot/SnapshotCommand.ts"
import { source } from "./SourceCommand.ts"
import { sync } from "./SyncCommand.ts"
import { token } from "./TokenCommand.ts"

/** The command line: every command of it. */
export const doorstep = Command.make("doorstep").pipe(
  Command.withDescription("Real residential addresses for tests, demos and research, from open data, over HTTP"),
  Command.withSubcommands([
    serve,
    add,
    directory,
    source,
    sync,
    country,
    judge,
    token,
    admin,
    doctor,
    downloads,
    backup,
    restore,
    snapshot,
    exportCommand,
    properties
  ])
)
