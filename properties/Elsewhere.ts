import module from "node:module"
import os from "node:os"
import { Clock, Effect } from "effect"

// Where a source is read a second time: what depends on the day, the place or the machine shows there.

/** Milliseconds. */
const day = 86_400_000

/** A day later by the clock, for IDs that contain the day. */
export const tomorrow = <A, E, R>(reading: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const later: Clock.Clock = {
      currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + day,
      currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe() + BigInt(day) * 1_000_000n,
      currentTimeMillis: Effect.map(clock.currentTimeMillis, (millis) => millis + day),
      currentTimeNanos: Effect.map(clock.currentTimeNanos, (nanos) => nanos + BigInt(day) * 1_000_000n),
      monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: clock.monotonicTimeNanos,
      sleep: (duration) => clock.sleep(duration)
    }
    return Effect.provideService(reading, Clock.Clock, later)
  })

/** A time zone where midnight, here or in UTC, is on another day. */
const farZone = () => (new Date(0).getTimezoneOffset() > 0 ? "Pacific/Kiritimati" : "Pacific/Niue")

/** What undoes a change. */
type Undo = () => void

const undoing =
  (changes: ReadonlyArray<Undo>): Undo =>
  () => {
    for (const undo of changes) undo()
  }

/** Replaces a member, where the runtime allows it: Bun and Deno keep some as they are. */
const replace = (owner: object, name: string, value: unknown): Undo => {
  const was = Object.getOwnPropertyDescriptor(owner, name)
  if (was?.configurable !== true) return () => {}
  Object.defineProperty(owner, name, { configurable: true, enumerable: was.enumerable ?? false, writable: true, value })
  return () => Object.defineProperty(owner, name, was)
}

/** Another host and another process, for code that asks Node for them. */
const otherMachine = (): Undo => {
  const undo = undoing([replace(os, "hostname", () => "elsewhere"), replace(process, "pid", process.pid + 1)])
  module.syncBuiltinESMExports()
  return () => {
    undo()
    module.syncBuiltinESMExports()
  }
}

/** Methods that ask for the machine's language unless they are told one, and where they take it. */
const localized: ReadonlyArray<readonly [owner: object, name: string, at: number]> = [
  [Number.prototype, "toLocaleString", 0],
  [Date.prototype, "toLocaleString", 0],
  [Date.prototype, "toLocaleDateString", 0],
  [Date.prototype, "toLocaleTimeString", 0],
  [String.prototype, "toLocaleLowerCase", 0],
  [String.prototype, "toLocaleUpperCase", 0],
  [String.prototype, "localeCompare", 1]
]

/** Another language than English: Turkish has its own i, and writes 1.000 for a thousand. */
const otherLanguage = (): Undo => {
  const language = "tr"
  const changes = localized.map(([owner, name, at]) => {
    const real = Reflect.get(owner, name) as (...given: ReadonlyArray<unknown>) => unknown
    return replace(owner, name, function (this: unknown, ...given: Array<unknown>) {
      given[at] ??= language
      return Reflect.apply(real, this, given)
    })
  })
  return undoing(changes)
}

/** Another day and another time zone, for code that asks `Date` and not Effect. */
const otherTime = (): Undo => {
  const [RealDate, zone] = [globalThis.Date, process.env["TZ"]]
  globalThis.Date = new Proxy(RealDate, {
    construct: (real, given, target) =>
      Reflect.construct(real, given.length === 0 ? [real.now() + day] : given, target),
    get: (real, name, self) => (name === "now" ? () => real.now() + day : Reflect.get(real, name, self))
  })
  process.env["TZ"] = farZone()
  return () => {
    globalThis.Date = RealDate
    if (zone === undefined) delete process.env["TZ"]
    else process.env["TZ"] = zone
  }
}

const changed = (changes: ReadonlyArray<() => Undo>) =>
  Effect.acquireRelease(
    Effect.sync(() => undoing(changes.map((change) => change()))),
    (undo) => Effect.sync(undo)
  )

/** Reads at another day and in another time zone, in another language, by another process of another machine. */
export const elsewhere = <A, E, R>(reading: Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.andThen(changed([otherTime, otherLanguage, otherMachine]), reading))

/** Reads by another process of another machine. */
export const onAnotherMachine = <A, E, R>(reading: Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.andThen(changed([otherMachine]), reading))
