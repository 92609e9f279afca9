import { Clock, Context, Cron, Effect, Layer, Option, Result, Schema } from "effect"
import { SlowDatabase } from "../database/Database.ts"

/** When a source is synchronized by the clock. */
export interface SourceSchedule {
  readonly source: string
  /** Five fields (minute, hour, day of month, month, day of week), or six with seconds first; in UTC. */
  readonly cron: string
  readonly enabled: boolean
  /** Due times up to here are done with: milliseconds since 1970. */
  readonly settledUntil: number
}

/** A text that is no cron expression, or one that never comes true. */
export class InvalidCron extends Schema.TaggedError<InvalidCron>()("InvalidCron", {
  cron: Schema.String,
  message: Schema.String
}) {}

/** The schedules cannot be read or written. */
export class SchedulesUnavailable extends Schema.TaggedError<SchedulesUnavailable>()("SchedulesUnavailable", {
  message: Schema.String,
  cause: Schema.Defect()
}) {}

const unavailable = Effect.mapError(
  (cause: unknown) =>
    new SchedulesUnavailable({ message: "Schedules cannot be read or saved: the database does not respond.", cause })
)

const nextAfter = (cron: string, millis: number): number | undefined => {
  const parsed = Cron.parse(cron, "UTC")
  if (Result.isFailure(parsed)) return undefined
  const next = Result.try(() => Cron.next(parsed.success, new Date(millis)).getTime())
  return Result.isSuccess(next) ? next.success : undefined
}

/** When a schedule is due, which may be past: a time that was missed is made up. Undefined while it is disabled. */
export const dueAt = ({ cron, enabled, settledUntil }: SourceSchedule): number | undefined =>
  enabled ? nextAfter(cron, settledUntil) : undefined

/** Fails unless the text is a time to run by. */
export const checkCron = Effect.fnUntraced(function* (cron: string) {
  if (nextAfter(cron, yield* Clock.currentTimeMillis) !== undefined) return
  return yield* new InvalidCron({
    cron,
    message:
      `"${cron}" is not a valid schedule. Give minute, hour, day of month, month and day of week, in UTC: ` +
      '"0 3 * * *" is every day at 3.'
  })
})

/** A due time, claimed: nobody else runs it as long as the claim is renewed. */
export interface Claim {
  readonly source: string
  /** Who claims it: a text of its own for each scheduler. */
  readonly by: string
  /** When the claim ends unless it is renewed: milliseconds since 1970. */
  readonly until: number
}

/** The schedules of sources, kept for every process that works on this database. */
export class Schedules extends Context.Service<
  Schedules,
  {
    /** By name of the source. */
    readonly list: Effect.Effect<ReadonlyArray<SourceSchedule>, SchedulesUnavailable>
    readonly get: (source: string) => Effect.Effect<Option.Option<SourceSchedule>, SchedulesUnavailable>
    /** Sets a source's schedule. It is first due after now. */
    readonly set: (
      source: string,
      cron: string,
      enabled?: boolean
    ) => Effect.Effect<SourceSchedule, InvalidCron | SchedulesUnavailable>
    /** False when it had none. */
    readonly remove: (source: string) => Effect.Effect<boolean, SchedulesUnavailable>
    /** Claims what is due; false when somebody else has it, or has run it. */
    readonly claim: (claim: Claim, seen: SourceSchedule, now: number) => Effect.Effect<boolean, SchedulesUnavailable>
    /** Extends a claim; false when it has been lost. */
    readonly renew: (claim: Claim) => Effect.Effect<boolean, SchedulesUnavailable>
    /** Gives a claim back: the times up to `settledUntil` are done with. */
    readonly settle: (claim: Claim, settledUntil: number) => Effect.Effect<void, SchedulesUnavailable>
  }
>()("doorstep/Schedules") {
  static readonly layerNoDeps = Layer.effect(
    Schedules,
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      const iso = (millis: number) => new Date(millis).toISOString()
      const select = (source: string | null) =>
        unavailable(sql<SourceSchedule>`
          SELECT source, cron, enabled, (extract(epoch FROM settled_until) * 1000)::float8 AS "settledUntil"
          FROM schedule WHERE ${source}::text IS NULL OR source = ${source} ORDER BY source COLLATE "C"`)
      const some = Effect.map((rows: ReadonlyArray<unknown>) => rows.length > 0)

      return Schedules.of({
        list: select(null),
        get: (source) => Effect.map(select(source), ([schedule]) => Option.fromUndefinedOr(schedule)),
        set: Effect.fn("Schedules.set")(function* (source, cron, enabled = true) {
          yield* checkCron(cron)
          const settledUntil = yield* Clock.currentTimeMillis
          yield* unavailable(sql`
            INSERT INTO schedule (source, cron, enabled, settled_until)
            VALUES (${source}, ${cron}, ${enabled}, ${iso(settledUntil)}::timestamptz)
            ON CONFLICT (source) DO UPDATE SET
              cron = excluded.cron, enabled = excluded.enabled, settled_until = excluded.settled_until`)
          return { source, cron, enabled, settledUntil }
        }),
        remove: (source) => some(unavailable(sql`DELETE FROM schedule WHERE source = ${source} RETURNING source`)),
        claim: ({ by, source, until }, seen, now) =>
          some(
            unavailable(sql`
              UPDATE schedule SET claimed_by = ${by}, claimed_until = ${iso(until)}::timestamptz
              WHERE source = ${source} AND enabled AND cron = ${seen.cron}
                AND settled_until = ${iso(seen.settledUntil)}::timestamptz
                AND (claimed_until IS NULL OR claimed_until <= ${iso(now)}::timestamptz)
              RETURNING source`)
          ),
        renew: ({ by, source, until }) =>
          some(
            unavailable(sql`
              UPDATE schedule SET claimed_until = ${iso(until)}::timestamptz
              WHERE source = ${source} AND claimed_by = ${by} RETURNING source`)
          ),
        settle: ({ by, source }, settledUntil) =>
          Effect.asVoid(
            unavailable(sql`
              UPDATE schedule SET claimed_by = NULL, claimed_until = NULL,
                settled_until = greatest(settled_until, ${iso(settledUntil)}::timestamptz)
              WHERE source = ${source} AND claimed_by = ${by}`)
          )
      })
    })
  )

  static readonly layerMemory = Layer.sync(Schedules, () => {
    interface Kept extends SourceSchedule {
      readonly claim?: Claim
    }
    const schedules = new Map<string, Kept>()
    const shown = ({ cron, enabled, settledUntil, source }: Kept): SourceSchedule => ({
      source,
      cron,
      enabled,
      settledUntil
    })
    const byOf = (claim: Claim) => {
      const kept = schedules.get(claim.source)
      return kept?.claim?.by === claim.by ? kept : undefined
    }
    return Schedules.of({
      list: Effect.sync(() => Array.from(schedules.values(), shown).sort((a, b) => (a.source < b.source ? -1 : 1))),
      get: (source) => Effect.sync(() => Option.map(Option.fromUndefinedOr(schedules.get(source)), shown)),
      set: Effect.fn("Schedules.set")(function* (source, cron, enabled = true) {
        yield* checkCron(cron)
        const schedule = {
          ...schedules.get(source),
          source,
          cron,
          enabled,
          settledUntil: yield* Clock.currentTimeMillis
        }
        schedules.set(source, schedule)
        return shown(schedule)
      }),
      remove: (source) => Effect.sync(() => schedules.delete(source)),
      claim: (claim, seen, now) =>
        Effect.sync(() => {
          const kept = schedules.get(claim.source)
          const free = kept?.claim === undefined || kept.claim.until <= now
          const same = kept?.enabled === true && kept.cron === seen.cron && kept.settledUntil === seen.settledUntil
          if (kept === undefined || !free || !same) return false
          schedules.set(claim.source, { ...kept, claim })
          return true
        }),
      renew: (claim) =>
        Effect.sync(() => {
          const kept = byOf(claim)
          if (kept !== undefined) schedules.set(claim.source, { ...kept, claim })
          return kept !== undefined
        }),
      settle: (claim, settledUntil) =>
        Effect.sync(() => {
          const kept = byOf(claim)
          if (kept === undefined) return
          const latest = Math.max(kept.settledUntil, settledUntil)
          schedules.set(claim.source, { ...shown(kept), settledUntil: latest })
        })
    })
  })
}
