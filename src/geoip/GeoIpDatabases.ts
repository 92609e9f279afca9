import { Effect, FileSystem, Latch, Option, Result } from "effect"
import type { Duration } from "effect"
import { NetAddress } from "effect/net"
import type { Attribution } from "./Attribution.ts"
import { type ConfigurationError, DatabaseUnusable, GeoIpUnavailable, setting } from "./GeoIpErrors.ts"
import type { GeoLocation } from "./GeoLocation.ts"
import type { IpAddress } from "./IpAddress.ts"
import * as MmdbDatabase from "./MmdbDatabase.ts"

export interface DatabasesOptions {
  /** Paths, queried in this order. */
  readonly files: ReadonlyArray<string>
  /** How often the files are checked. A changed file is read once two checks in a row find it the same. */
  readonly interval: Duration.Input
}

/** One file: what it says about itself, the open database, and what is currently wrong with it. */
interface Slot {
  readonly path: string
  header: MmdbDatabase.MmdbHeader | undefined
  database: MmdbDatabase.MmdbDatabase | undefined
  error: DatabaseUnusable | undefined
  /** The file's state at the last check. */
  seen: string | undefined
  /** The file's state when it was last read, successfully or not. */
  read: string | undefined
  /** Open once the file has been checked for the first time. */
  readonly known: Latch.Latch
  /** Open once a look-up needs the database. */
  readonly wanted: Latch.Latch
  isWanted: boolean
  /** Open once the database was read, or could not be. */
  readonly loaded: Latch.Latch
}

/** Changes when a file does. A different file that replaces it has a different identity. */
const fingerprint = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const { dev, ino, mtime, size, type } = yield* fs.stat(path)
  // Opening a pipe takes as long as nobody writes to it, and a device has no end.
  if (type !== "File") return yield* MmdbDatabase.noFile(path)
  const identity = `${dev}/${Option.getOrElse(ino, () => "")}`
  return { identity, whole: `${identity}/${Option.getOrUndefined(mtime)?.getTime()}/${size}` }
})

type Fingerprint = Effect.Success<ReturnType<typeof fingerprint>>

/**
 * Whether somebody wrote to the file. For a reader that has it open, a file is unchanged when another one is renamed
 * over it.
 */
const isTorn = (before: Fingerprint, after: Option.Option<Fingerprint>): boolean =>
  Option.isSome(after) && after.value.identity === before.identity && after.value.whole !== before.whole

const report = (slot: Slot, error: DatabaseUnusable) =>
  Effect.suspend(() => {
    const known = slot.error?.message === error.message
    slot.error = error
    return known ? Effect.void : Effect.logWarning(`${setting}: ${error.message}`, { path: slot.path })
  })

const stillAnswered = (slot: Slot, error: DatabaseUnusable): DatabaseUnusable =>
  slot.database === undefined
    ? error
    : new DatabaseUnusable({
        code: error.code,
        message: `${error.message} Until then, the previous one stays in use.`
      })

const read = Effect.fnUntraced(function* (path: string, isWanted: boolean) {
  if (!isWanted) return { header: yield* MmdbDatabase.peek(path), database: undefined }
  const database = yield* MmdbDatabase.load(path)
  return { header: database, database }
})

/**
 * Checks a file and, if it is new or changed, reads it: only its end until a look-up needs it, then all of it. It
 * replaces the previous one only if it is intact, and did not change while it was read.
 *
 * @param patient wait until two checks find a changed file the same, because it may be incomplete
 */
const look = Effect.fnUntraced(function* (slot: Slot, patient: boolean) {
  const { isWanted, path } = slot
  const before = yield* Effect.result(fingerprint(path))
  if (Result.isFailure(before)) {
    slot.seen = undefined
    slot.read = undefined
    const error = before.failure
    const unusable = error._tag === "DatabaseUnusable" ? error : MmdbDatabase.unusable(path)(error)
    return yield* report(slot, stillAnswered(slot, unusable))
  }
  const now = before.success.whole
  const changing = patient && now !== slot.seen
  slot.seen = now
  if (changing || now === slot.read) return
  const result = yield* Effect.result(read(path, isWanted))
  const after = yield* Effect.option(fingerprint(path))
  if (Result.isFailure(result)) {
    // What the system refused may be permitted later without a change of the file. A damaged file stays damaged until
    // it changes.
    slot.read = result.failure.code === "GEOIP_DATABASE_UNREADABLE" ? undefined : now
    return yield* report(slot, stillAnswered(slot, result.failure))
  }
  if (isTorn(before.success, after)) return
  const isAnew = slot.database !== undefined || slot.error !== undefined
  slot.read = now
  slot.error = undefined
  slot.header = result.success.header
  slot.database = result.success.database
  if (isAnew) yield* Effect.logInfo(`${setting}: ${path} was read again.`)
})

/** Reads the file's end at once, all of it when it is needed, and again whenever it changes. */
const watch = Effect.fnUntraced(function* (slot: Slot, interval: Duration.Input) {
  const safely = (patient: boolean) =>
    // A defect must not end the monitoring.
    Effect.catchDefect(look(slot, patient), (defect) =>
      Effect.logError("The GeoIP databases cannot be checked for changes.", defect)
    )
  yield* Effect.ensuring(safely(false), slot.known.open)
  while (!slot.isWanted) {
    yield* Effect.raceFirst(Effect.sleep(interval), slot.wanted.await)
    if (!slot.isWanted) yield* safely(true)
  }
  // Only the end was read so far.
  slot.read = undefined
  yield* Effect.ensuring(safely(false), slot.loaded.open)
  return yield* Effect.forever(Effect.andThen(Effect.sleep(interval), safely(true)))
})

const slotOf = (path: string): Slot => ({
  path,
  header: undefined,
  database: undefined,
  error: undefined,
  seen: undefined,
  read: undefined,
  known: Latch.makeUnsafe(),
  wanted: Latch.makeUnsafe(),
  isWanted: false,
  loaded: Latch.makeUnsafe()
})

const unavailable = new GeoIpUnavailable({
  message: "IP addresses cannot be located: the GeoIP database is missing or cannot be read. See data-health."
})

/**
 * The databases of some files: checked when this is created, read into memory one by one when a look-up first needs
 * them, and monitored all the time.
 */
export const make = Effect.fnUntraced(function* ({ files, interval }: DatabasesOptions) {
  const slots = files.map(slotOf)
  // In separate fibers, so that a caller who gives up does not stop what others wait for.
  yield* Effect.forEach(slots, (slot) => Effect.forkScoped(watch(slot, interval)), { discard: true })
  const known = Effect.forEach(slots, (slot) => slot.known.await, { discard: true })

  const loaded = Effect.fnUntraced(function* (slot: Slot) {
    slot.isWanted = true
    yield* slot.wanted.open
    yield* slot.loaded.await
    return slot.database
  })

  return {
    /** The first database that knows the address answers. */
    find: Effect.fnUntraced(function* (address: IpAddress) {
      let unsure = slots.length === 0
      for (const slot of slots) {
        yield* slot.known.await
        if (slot.header?.metadata.ipVersion === 4 && NetAddress.isIpv6Address(address)) continue
        const database = slot.database ?? (yield* loaded(slot))
        if (database === undefined) {
          unsure = true
          continue
        }
        const found = yield* Effect.result(database.find(address))
        if (Result.isFailure(found)) {
          unsure = true
          yield* report(slot, found.failure)
        } else if (Option.isSome(found.success)) {
          return found.success
        }
      }
      return unsure ? yield* unavailable : Option.none<GeoLocation>()
    }),
    configurationErrors: Effect.map(known, () =>
      slots.flatMap(({ error }): ReadonlyArray<ConfigurationError> =>
        error === undefined ? [] : [{ code: error.code, message: error.message, path: setting }]
      )
    ),
    attributions: Effect.map(known, () => {
      const asked = slots.flatMap(({ header }) => header?.attribution ?? [])
      return asked.filter((attribution, i): attribution is Attribution => asked.indexOf(attribution) === i)
    })
  }
})
