import { Effect, Schedule } from "effect"
import { refreshConfigured } from "../configured/ConfiguredSources.ts"
import { withdraw } from "../configured/Withdrawal.ts"
import type { GateTripped } from "../publish/Gates.ts"
import { isLost, type StorageUnavailable } from "../../database/Outage.ts"
import { type NotPublishable, Publisher, type RunInProgress } from "../publish/Publisher.ts"
import { Synchronizer, type UnknownSource } from "./Synchronizer.ts"
import type { SyncReport } from "./SyncReport.ts"
import { noTotals } from "../read/Tally.ts"
import type { Work } from "./WorkQueue.ts"

/** An order is given up after this many of its runs have died with their processes. */
const mostDeaths = 5

/** No run tells of an order that is given up without one: the log does. */
const notBegun = ({ country, source }: Work, message: string | undefined) =>
  Effect.logWarning(`${source} in ${country} could not be synchronized: ${message}`)

const untilBack = Schedule.spaced("1 second")

/**
 * Does what was ordered, until one of its runs has ended. An order may arrive more than once: if it is done, it is not
 * done again, and if it was interrupted, it continues with what was read.
 */
export const makeWorker = Effect.gen(function* () {
  const publisher = yield* Publisher
  const synchronizer = yield* Synchronizer
  const refresh = yield* refreshConfigured

  /** Records in the history why the order was given up. */
  const giveUp = Effect.fnUntraced(function* ({ country, order, source, startedBy }: Work) {
    const message =
      `The process of this synchronization died, or lost its database, ${mostDeaths} times, so it is not tried again. ` +
      "See what the log says about it, above all whether memory ran out, then start it again."
    const staging = yield* publisher.begin(source, country, "", { startedBy, order })
    yield* staging.abandon("failed", noTotals, message)
    yield* Effect.logError(`${source} in ${country}: ${message}`)
  }, Effect.scoped)

  /** What is held back is published as it was read; if an earlier attempt has begun with that, the source is read. */
  const attempt = (
    { publish, withdraw: isRemoved, ...request }: Work,
    isFirst: boolean
  ): Effect.Effect<
    ReadonlyArray<SyncReport>,
    GateTripped | NotPublishable | RunInProgress | StorageUnavailable | UnknownSource
  > => {
    if (isRemoved === true) return Effect.as(withdraw(publisher, request), [])
    return publish !== undefined && isFirst
      ? Effect.map(synchronizer.publishAnyway(publish, request.startedBy, request.order), (report) => [report])
      : synchronizer.run(publish === undefined ? request : { ...request, anyway: true })
  }

  /** Waits until the database is back. */
  const attempts = (given: Work) => Effect.retry(publisher.attempts(given), untilBack)

  const work = Effect.fn("Worker.work")(function* (given: Work) {
    const { order, source } = given
    yield* Effect.retry(refresh, untilBack)
    let before = yield* attempts(given)
    while (!before.isDone) {
      if (before.died >= mostDeaths) return yield* giveUp(given)
      const reports = yield* Effect.retry(attempt(given, before.begun === 0), {
        while: (error) => isLost(error),
        schedule: untilBack
      })
      const after = yield* attempts(given)
      if (reports.some((report) => report.isLost === true)) yield* Effect.sleep("1 second")
      // It could not begin although the database is available.
      else if (!after.isDone && after.begun === before.begun) {
        return yield* Effect.forEach(reports, ({ message }) => notBegun(given, message), { discard: true })
      }
      before = after
    }
    yield* Effect.logDebug(`The order ${order} of ${source} is done.`)
  })

  return (given: Work) => Effect.catch(work(given), ({ message }) => notBegun(given, message))
})
