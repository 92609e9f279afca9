import { Command } from "effect/cli"
import { add } from "./cli/add/AddCommand.ts"
import { admin } from "./cli/admin/AdminCommand.ts"
import { backup, restore } from "./cli/admin/BackupCommand.ts"
import { country } from "./cli/pool/CountryCommand.ts"
import { directory } from "./cli/directory/DirectoryCommand.ts"
import { doctor } from "./cli/doctor/DoctorCommand.ts"
import { downloads } from "./cli/directory/DownloadsCommand.ts"
import { exportCommand } from "./cli/pool/ExportCommand.ts"
import { judge } from "./cli/pool/JudgeCommand.ts"
import { properties } from "./cli/properties/PropertiesCommand.ts"
import { report } from "./cli/properties/ReportCommand.ts"
import { serve } from "./cli/serve/ServeCommand.ts"
import { snapshot } from "./cli/snapshot/SnapshotCommand.ts"
import { source } from "./cli/source/SourceCommand.ts"
import { suppress } from "./cli/pool/SuppressCommand.ts"
import { sync } from "./cli/sync/SyncCommand.ts"
import { token } from "./cli/admin/TokenCommand.ts"
import { work } from "./cli/serve/WorkCommand.ts"

/** The command line, with all its commands. */
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
