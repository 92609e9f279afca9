import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, FileSystem, Layer, Option } from "effect"
import { Command } from "effect/cli"
import { Downloads } from "../../../sources/reading/Downloads.ts"
import * as LateDispatcher from "../../../sources/reading/LateDispatcher.ts"
import * as App from "../../App.ts"
import * as KeptDownloads from "../../directory/downloads/KeptDownloads.ts"
import { bytesText } from "../../shared/Amounts.ts"
import { Database } from "../../database/Database.ts"
import { GeoIpResolver } from "../../geoip/GeoIpResolver.ts"
import { serverSettings } from "../../http/Settings.ts"
import { dataDir, settings } from "../../settings/Settings.ts"
import { databaseFindings } from "./DatabaseChecks.ts"
import { fault, type Finding, ok, orFault, warning } from "./Finding.ts"
import { clockFindings, diskFindings, folderFindings, memoryFindings, serviceFindings } from "./MachineChecks.ts"
import { CommandFailed, reportFailure, sentence } from "../Failure.ts"
import { invocation, start } from "../../shared/Invocation.ts"

const settingFindings = Effect.gen(function* () {
  const faults = (yield* App.settingFaults).map((found) => fault("settings", sentence(found)))
  return faults.length === 0 ? [ok("settings", "All settings are valid.")] : faults
})

const geoIpFindings = Effect.gen(function* () {
  const { configurationErrors, resolve } = yield* GeoIpResolver
  // Databases are loaded when an address is looked up. Problems with them are among the errors then.
  yield* Effect.ignore(Effect.forEach(["192.0.9.1", "2a00::1"], (ip) => Effect.ignore(resolve(ip))))
  const found = (yield* configurationErrors).map(({ message }) =>
    warning("geoip", message, "Until this is fixed, mode=ip-region and client-context answer with 503.")
  )
  return found.length === 0 ? [ok("geoip", "The GeoIP databases can be read.")] : found
}).pipe(Effect.provide(GeoIpResolver.layer), orFault("geoip"))

/** Doctor does not create an embedded server. A folder without data has none to check. */
const hasDatabase = Effect.gen(function* () {
  if (Option.isSome(yield* settings.DATABASE_URL.given)) return true
  const fs = yield* FileSystem.FileSystem
  const folder = yield* dataDir
  return yield* Effect.orElseSucceed(fs.exists(`${folder}/postgres`), () => false)
})

const storageFindings = Effect.gen(function* () {
  if (!(yield* hasDatabase)) {
    return [ok("database", `There is none yet: the first start creates it. Run: ${start}`)]
  }
  return yield* Effect.provide(databaseFindings, Database.layer)
})

/** Kept downloads, and their size. */
const downloadFindings = Effect.gen(function* () {
  const found = yield* (yield* Downloads).list
  if (found.length === 0) return [ok("downloads", "No downloads are kept.")]
  const bytes = found.reduce((sum, download) => sum + download.bytes, 0)
  const partial = found.filter(({ complete }) => !complete).length
  const unfinished = partial === 0 ? "" : `, ${partial} of them not complete`
  return [
    ok(
      "downloads",
      `${found.length} downloads take ${bytesText(bytes)}${unfinished}. To clear them: ${invocation("downloads clear")}`
    )
  ]
}).pipe(
  Effect.provide(KeptDownloads.layer),
  // Wrong settings are reported elsewhere.
  Effect.orElseSucceed((): ReadonlyArray<Finding> => [])
)

const portFindings = Effect.flatMap(serverSettings, ({ host, port }) => serviceFindings(host, port)).pipe(
  // Wrong settings are reported elsewhere.
  Effect.orElseSucceed((): ReadonlyArray<Finding> => [])
)

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

const mark = { ok: "ok     ", warning: "warning", fault: "FAULT  " } as const

const format = ({ about, mend, message, state }: Finding): string =>
  [`${mark[state]}  ${about.padEnd(11)}  ${message}`, ...(mend === undefined ? [] : [`${" ".repeat(22)}${mend}`])].join(
    "\n"
  )

/** `doorstep doctor`: checks a deployment, and says what is wrong and how to fix it. */
export const doctor = Command.make(
  "doctor",
  {},
  Effect.fn(
    function* () {
      const found = yield* Effect.all([
        settingFindings,
        orFault("data")(folderFindings),
        orFault("disk")(diskFindings),
        memoryFindings,
        clockFindings,
        orFault("database")(storageFindings),
        downloadFindings,
        geoIpFindings,
        portFindings
      ])
      const findings = found.flat()
      for (const finding of findings) yield* Console.log(format(finding))
      const faults = findings.filter(({ state }) => state === "fault").length
      const warnings = findings.filter(({ state }) => state === "warning").length
      yield* Console.log(`\n${counted(faults, "problem")}, ${counted(warnings, "warning")}.`)
      if (faults > 0) return yield* Effect.fail(new CommandFailed())
    },
    Effect.provide(Layer.merge(LateDispatcher.layerClient, NodeServices.layer)),
    reportFailure
  )
).pipe(
  Command.withDescription(
    "Check settings, database, pools, sources, disk and port; exits with 1 if there is a problem"
  ),
  Command.withExamples([{ command: "doorstep doctor", description: "With the settings of the service" }])
)
