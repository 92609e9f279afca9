import { Schema } from "effect"
import { filterNames } from "./PoolRequests.ts"
import { StorageUnavailable } from "../database/Outage.ts"

/** The country has no published residential address, or the filters match none. */
export class NoPoolCoverage extends Schema.TaggedError<NoPoolCoverage>()("NoPoolCoverage", {
  country: Schema.String,
  /**
   * The parameter that emptied the selection: the first filter that did, broad to narrow; `country` if that itself is
   * empty; `poolVersion` if that version is not kept. Absent if the country follows from an IP address.
   */
  filter: Schema.optionalKey(Schema.Literals(["country", ...filterNames, "poolVersion"])),
  sourcesTried: Schema.Array(Schema.String),
  message: Schema.String
}) {}

/** The ID is unknown, or its address is no longer published. */
export class AddressNotFound extends Schema.TaggedError<AddressNotFound>()("AddressNotFound", {
  id: Schema.String,
  message: Schema.String
}) {}

export const addressNotFound = (id: string) =>
  new AddressNotFound({ id, message: `No published address has the ID "${id}".` })

/** The pool was published again between two reads of one draw. The draw starts over on the new pool. */
export class PoolChanged extends Schema.TaggedError<PoolChanged>()("PoolChanged", { country: Schema.String }) {}

/** How often a read starts over because the pool was published meanwhile. */
export const mostChanges = 8

export const beingPublished = (country: string) =>
  new StorageUnavailable({ reason: "Republished", message: `The pool of ${country} is being published; try again.` })
