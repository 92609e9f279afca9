import { Cause, Effect, Predicate } from "effect"
import { Conflict, NotThere, SignedOut } from "../../../schemas/admin/Errors.ts"
import { InvalidRequest, ServiceUnavailable } from "../../../schemas/Errors.ts"
import type { DirectoryFault } from "../../directory/Directory.ts"
import { isStorageUnavailable, type StorageUnavailable } from "../../database/Outage.ts"
import { catchKind } from "../../shared/CatchKind.ts"

type Outage = DirectoryFault | StorageUnavailable

const isOutage = (error: unknown): error is Outage =>
  isStorageUnavailable(error) || Predicate.isTagged(error, "DirectoryFault")

const report = (error: Outage) =>
  Effect.andThen(
    Effect.logWarning("What the console asks for is unavailable.", Cause.fail(error)),
    Effect.fail(new ServiceUnavailable({ message: `${error.message} Try again in a few seconds.` }))
  )

/** An outage becomes a 503 here. Its cause goes to the log, not to the page. */
export const outages = catchKind(isOutage, report)

export const notThere = ({ message }: { readonly message: string }) => Effect.fail(new NotThere({ message }))

export const conflict = ({ message }: { readonly message: string }) => Effect.fail(new Conflict({ message }))

export const signedOut = (message: string) => new SignedOut({ message })

/** @param path the member or parameter at fault */
export const invalid =
  (path: string) =>
  ({ message }: { readonly message: string }) =>
    Effect.fail(new InvalidRequest({ message, details: [{ path, message }] }))
