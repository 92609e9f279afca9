import { Schema } from "effect"

/** The setting that every configuration error here is about. */
export const setting = "GEOIP_DATABASE"

/**
 * - `GEOIP_DATABASE_MISSING`: the file, or the package of the default files, is not there
 * - `GEOIP_DATABASE_UNREADABLE`: the system does not let it be read
 * - `GEOIP_DATABASE_CORRUPT`: it is no MMDB file, or a damaged one
 * - `GEOIP_DATABASE_UNSUPPORTED`: it is an MMDB file that holds no places
 */
type ConfigurationErrorCode =
  | "GEOIP_DATABASE_MISSING"
  | "GEOIP_DATABASE_UNREADABLE"
  | "GEOIP_DATABASE_CORRUPT"
  | "GEOIP_DATABASE_UNSUPPORTED"

/** Something that whoever runs the service should mend, as data-health reports it. */
export interface ConfigurationError {
  readonly code: ConfigurationErrorCode
  /** Names the file and what to do, in one sentence or two. */
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

/** No database can tell where the address is: none is there, or the one that might know it cannot be used. */
export class GeoIpUnavailable extends Schema.TaggedError<GeoIpUnavailable>()("GeoIpUnavailable", {
  message: Schema.String
}) {}
