import { Schema } from "effect"

/** The setting that every configuration error here is about. */
export const setting = "GEOIP_DATABASE"

/**
 * - `GEOIP_DATABASE_MISSING`: the file, or the package of the default files, does not exist
 * - `GEOIP_DATABASE_UNREADABLE`: the system does not permit reading it
 * - `GEOIP_DATABASE_CORRUPT`: it is not an MMDB file, or a damaged one
 * - `GEOIP_DATABASE_UNSUPPORTED`: it is an MMDB file without locations
 */
type ConfigurationErrorCode =
  | "GEOIP_DATABASE_MISSING"
  | "GEOIP_DATABASE_UNREADABLE"
  | "GEOIP_DATABASE_CORRUPT"
  | "GEOIP_DATABASE_UNSUPPORTED"

/** A problem that the operator should fix, as data-health reports it. */
export interface ConfigurationError {
  readonly code: ConfigurationErrorCode
  /** Names the file and what to do, in one or two sentences. */
  readonly message: string
  /** The setting at fault. */
  readonly path: string
}

/** A database cannot be used. */
export class DatabaseUnusable extends Schema.TaggedError<DatabaseUnusable>()("DatabaseUnusable", {
  code: Schema.Literals([
    "GEOIP_DATABASE_MISSING",
    "GEOIP_DATABASE_UNREADABLE",
    "GEOIP_DATABASE_CORRUPT",
    "GEOIP_DATABASE_UNSUPPORTED"
  ]),
  message: Schema.String
}) {}

/** No database can locate the address: there is none, or the one that might know it cannot be used. */
export class GeoIpUnavailable extends Schema.TaggedError<GeoIpUnavailable>()("GeoIpUnavailable", {
  message: Schema.String
}) {}
