import { Context, type Effect, Schema } from "effect"
import type { ClientContext } from "../../schemas/ClientContext.ts"
import type { Draw, DrawRequest } from "../pool/PoolRequests.ts"
import type { NoPoolCoverage } from "../pool/PoolErrors.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

export interface IpRegionRequest extends Omit<DrawRequest, "country"> {
  /** Must hold beside the address's location. Absent: the address's country. */
  readonly country?: string | undefined
  readonly ip: string
}

export interface IpRegionDraw extends Draw {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly ipContext: ClientContext
}

/** IP addresses cannot be resolved here and now. */
export class IpRegionUnavailable extends Schema.TaggedError<IpRegionUnavailable>()("IpRegionUnavailable", {
  message: Schema.String
}) {}

/** Draws from the most specific level of an IP address's location that has coverage. */
export class IpRegion extends Context.Service<
  IpRegion,
  {
    readonly draw: (
      request: IpRegionRequest
    ) => Effect.Effect<IpRegionDraw, IpRegionUnavailable | NoPoolCoverage | StorageUnavailable>
  }
>()("doorstep/IpRegion") {}
