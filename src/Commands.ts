import { Command } from "effect/cli"
import { add } from "./cli/add/AddCommand.ts"
import { admin } from "./cli/AdminCommand.ts"
import { backup, restore } from "./cli/BackupCommand.ts"
import { country } from "./cli/CountryCommand.ts"
import { directory } from "./cli/DirectoryCommand.ts"
import { doctor } from "./cli/DoctorCommand.ts"
import { downloads } from "./cli/DownloadsCommand.ts"
import { exportCommand } from "./cli/ExportCommand.ts"
import { judge } from "./cli/JudgeCommand.ts"
import { properties } from "./cli/properties/PropertiesCommand.ts"
import { report } from "./cli/properties/ReportCommand.ts"
import { serve } from "./cli/ServeCommand.ts"
import { snapshot } from "./cli/snapshot/SnapshotCommand.ts"
import { source } from "./cli/SourceCommand.ts"
import { suppress } from "./cli/SuppressCommand.ts"
import { sync } from "./cli/SyncCommand.ts"
import { token } from "./cli/TokenCommand.ts"
import { work } from "./cli/WorkCommand.ts"

/** The command line: every command of it. */
export const doorstep = Command.make("doorstep").pipe(
  Command.withDescription("Real residential addresses for tests, demos and research, from open data, over HTTP"),
  Command.withSubcommands([
    serve,
    work,
    add,
    directory,
    source,
    sync,
    country,
    judge,
    suppress,
    token,
    admin,
    doctor,
    downloads,
    backup,
    restore,
    snapshot,
    exportCommand,
    properties,
    report
  ])
)
