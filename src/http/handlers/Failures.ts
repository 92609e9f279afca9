import { Cause, Effect } from "effect"
import { NoCoverage, ServiceUnavailable, UnknownAddress } from "../../../schemas/Errors.ts"
import type { GeoIpUnavailable } from "../../geoip/GeoIpErrors.ts"
import type { AddressNotFound, NoPoolCoverage } from "../../pool/PoolErrors.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"

/** An outage becomes a 503 here. Its cause goes to the log, not to the client. */
export const poolUnavailable = (error: StorageUnavailable) =>
  Effect.andThen(
    Effect.logWarning("The address pool is unavailable.", Cause.fail(error)),
    Effect.fail(
      new ServiceUnavailable({
        message: "The address pool cannot be reached or does not respond in time. Try again in a few seconds."
      })
    )
  )

/** Only the operator can fix it. Until then, data-health shows the fault. */
export const geoIpUnavailable = ({ message }: GeoIpUnavailable) => Effect.fail(new ServiceUnavailable({ message }))

/**
 * @param prefix what comes before a filter's name in the request, such as `filters.`
 * @param options what comes before the name of any other parameter, such as `options.`
 */
export const noPoolCoverage =
  (prefix: string, options: string) =>
  ({ filter, message }: NoPoolCoverage) =>
    Effect.fail(
      new NoCoverage({
        message,
        ...(filter !== undefined && {
          details: [
            filter === "poolVersion"
              ? { path: `${options}${filter}`, message: "is not the current version, and not kept" }
              : { path: `${prefix}${filter}`, message: "matches no published residential address" }
          ]
        })
      })
    )

/** @param path the parameter or member that has the ID */
export const addressNotFound =
  (path: string) =>
  ({ message }: AddressNotFound) =>
    Effect.fail(new UnknownAddress({ message, details: [{ path, message: "is not the ID of a published address" }] }))
