import { Clock, Context, Cron, Effect, Layer, Option, Result, Schema } from "effect"
import { SlowDatabase } from "../../database/Database.ts"
import { rowsOf } from "../../database/Rows.ts"
import { outage, type StorageUnavailable } from "../../database/Outage.ts"
import { Millis, timestamp } from "../../database/Timestamps.ts"

/** When a source is synchronized automatically. */
const SourceSchedule = Schema.Struct({
  source: Schema.String,
  /** Five fields (minute, hour, day of month, month, day of week), or six with seconds first; in UTC. */
  cron: Schema.String,
  enabled: Schema.Boolean,
  /** Due times up to here are settled. */
  settledUntil: Millis
})
export type SourceSchedule = typeof SourceSchedule.Type

const scheduleRows = rowsOf(SourceSchedule.fields)

/** A text that is not a cron expression, or one that never matches. */
export class InvalidCron extends Schema.TaggedError<InvalidCron>()("InvalidCron", {
  cron: Schema.String,
  message: Schema.String
}) {}

const unavailable = outage("Schedules cannot be read or saved: the database does not respond.")

const nextAfter = (cron: string, millis: number): number | undefined => {
  const parsed = Cron.parse(cron, "UTC")
  if (Result.isFailure(parsed)) return undefined
  const next = Result.try(() => Cron.next(parsed.success, new Date(millis)).getTime())
  return Result.isSuccess(next) ? next.success : undefined
}

/** When a schedule is due, which may be in the past: missed times are made up for. Undefined while it is disabled. */
export const dueAt = ({ cron, enabled, settledUntil }: SourceSchedule): number | undefined =>
  enabled ? nextAfter(cron, settledUntil) : undefined

/** Fails unless the text is a valid cron expression. */
export const checkCron = Effect.fnUntraced(function* (cron: string) {
  if (nextAfter(cron, yield* Clock.currentTimeMillis) !== undefined) return
  return yield* new InvalidCron({
    cron,
    message:
      `"${cron}" is not a valid schedule. Give minute, hour, day of month, month and day of week, in UTC: ` +
      '"0 3 * * *" is every day at 3.'
  })
})

/** The schedules of sources, shared by all processes on this database. */
export class Schedules extends Context.Service<
  Schedules,
  {
    /** By name of the source. */
    readonly list: Effect.Effect<ReadonlyArray<SourceSchedule>, StorageUnavailable>
    readonly get: (source: string) => Effect.Effect<Option.Option<SourceSchedule>, StorageUnavailable>
    /** Sets a source's schedule. It is first due after now. */
    readonly set: (
      source: string,
      cron: string,
      enabled?: boolean
    ) => Effect.Effect<SourceSchedule, InvalidCron | StorageUnavailable>
    /** False if it had none. */
    readonly remove: (source: string) => Effect.Effect<boolean, StorageUnavailable>
    /** Settles the times up to `settledUntil`. */
    readonly settle: (source: string, settledUntil: number) => Effect.Effect<void, StorageUnavailable>
    /** No time after this one counts as settled any more. */
    readonly unsettle: (after: number) => Effect.Effect<void, StorageUnavailable>
  }
>()("doorstep/Schedules") {
  static readonly layerNoDeps = Layer.effect(
    Schedules,
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      const select = (source: string | null) =>
        unavailable(
          scheduleRows(sql`
          SELECT source, cron, enabled, settled_until AS "settledUntil"
          FROM schedule WHERE ${source}::text IS NULL OR source = ${source} ORDER BY source COLLATE "C"`)
        )
      const some = Effect.map((rows: ReadonlyArray<unknown>) => rows.length > 0)

      return Schedules.of({
        list: select(null),
        get: (source) => Effect.map(select(source), ([schedule]) => Option.fromUndefinedOr(schedule)),
        set: Effect.fn("Schedules.set")(function* (source, cron, enabled = true) {
          yield* checkCron(cron)
          const settledUntil = yield* Clock.currentTimeMillis
          yield* unavailable(sql`
            INSERT INTO schedule (source, cron, enabled, settled_until)
            VALUES (${source}, ${cron}, ${enabled}, ${timestamp(settledUntil)}::timestamptz)
            ON CONFLICT (source) DO UPDATE SET
              cron = excluded.cron, enabled = excluded.enabled, settled_until = excluded.settled_until`)
          return { source, cron, enabled, settledUntil }
        }),
        remove: (source) => some(unavailable(sql`DELETE FROM schedule WHERE source = ${source} RETURNING source`)),
        settle: (source, settledUntil) =>
          Effect.asVoid(
            unavailable(sql`
              UPDATE schedule SET settled_until = greatest(settled_until, ${timestamp(settledUntil)}::timestamptz)
              WHERE source = ${source}`)
          ),
        unsettle: (after) =>
          Effect.asVoid(
            unavailable(sql`
              UPDATE schedule SET settled_until = ${timestamp(after)}::timestamptz
              WHERE settled_until > ${timestamp(after)}::timestamptz`)
          )
      })
    })
  )

  static readonly layerMemory = Layer.sync(Schedules, () => {
    const schedules = new Map<string, SourceSchedule>()
    return Schedules.of({
      list: Effect.sync(() => Array.from(schedules.values()).sort((a, b) => (a.source < b.source ? -1 : 1))),
      get: (source) => Effect.sync(() => Option.fromUndefinedOr(schedules.get(source))),
      set: Effect.fn("Schedules.set")(function* (source, cron, enabled = true) {
        yield* checkCron(cron)
        const schedule = { source, cron, enabled, settledUntil: yield* Clock.currentTimeMillis }
        schedules.set(source, schedule)
        return schedule
      }),
      remove: (source) => Effect.sync(() => schedules.delete(source)),
      settle: (source, settledUntil) =>
        Effect.sync(() => {
          const kept = schedules.get(source)
          if (kept === undefined) return
          schedules.set(source, { ...kept, settledUntil: Math.max(kept.settledUntil, settledUntil) })
        }),
      unsettle: (after) =>
        Effect.sync(() => {
          for (const [source, kept] of schedules) {
            schedules.set(source, { ...kept, settledUntil: Math.min(kept.settledUntil, after) })
          }
        })
    })
  })
}
