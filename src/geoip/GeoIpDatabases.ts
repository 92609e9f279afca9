import { Effect, Exit, FileSystem, Latch, Option, Result, Scope } from "effect"
import type { Duration, Path } from "effect"
import type { Attribution } from "./Attribution.ts"
import * as DatabaseCopy from "./DatabaseCopy.ts"
import { type ConfigurationError, DatabaseUnusable, GeoIpUnavailable, setting } from "./GeoIpErrors.ts"
import type { GeoLocation } from "./GeoLocation.ts"
import type { IpAddress } from "./IpAddress.ts"
import * as MmdbDatabase from "./MmdbDatabase.ts"

export interface DatabaseFile {
  readonly path: string
  /** Nobody writes into it while it is there: it is read where it is, without a copy. */
  readonly immutable: boolean
}

export interface DatabasesOptions {
  /** Asked in this order. */
  readonly files: ReadonlyArray<DatabaseFile>
  /** Where copies are made. */
  readonly folder: string
  /** How often the files are looked at. A changed one is opened at the second look that finds it the same. */
  readonly interval: Duration.Input
}

/** A database in use. It is closed when it was replaced and nobody reads it any more. */
interface Held {
  readonly database: MmdbDatabase.MmdbDatabase
  readonly scope: Scope.Closeable
  readers: number
  replaced: boolean
}

/** One file: the database that answers from it, and what is wrong with it now. Both may be there. */
interface Slot {
  readonly file: DatabaseFile
  held: Held | undefined
  error: DatabaseUnusable | undefined
  /** What the file looked like at the last look. */
  seen: string | undefined
  /** What it looked like when it was last opened, well or not. */
  opened: string | undefined
}

const close = (held: Held) => Scope.close(held.scope, Exit.void)

const replace = (slot: Slot, held: Held) =>
  Effect.suspend(() => {
    const before = slot.held
    slot.held = held
    if (before === undefined) return Effect.void
    before.replaced = true
    return before.readers === 0 ? close(before) : Effect.void
  })

const reading = <A, E, R>(slot: Slot, use: (database: MmdbDatabase.MmdbDatabase) => Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      if (slot.held !== undefined) slot.held.readers++
      return slot.held
    }),
    (held) => (held === undefined ? Effect.succeed(Option.none<A>()) : Effect.asSome(use(held.database))),
    (held) =>
      Effect.suspend(() => (held !== undefined && --held.readers === 0 && held.replaced ? close(held) : Effect.void))
  )

/** What changes when a file does. Another file that takes its place has another identity. */
const fingerprint = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const { dev, ino, mtime, size } = yield* fs.stat(path)
  const identity = `${dev}/${Option.getOrElse(ino, () => "")}`
  return { identity, whole: `${identity}/${Option.getOrUndefined(mtime)?.getTime()}/${size}` }
})

type Fingerprint = Effect.Success<ReturnType<typeof fingerprint>>

/** Whether somebody wrote into the file. One that another file was renamed over stays as it was for who had opened it. */
const isTorn = (before: Fingerprint, after: Option.Option<Fingerprint>): boolean =>
  Option.isSome(after) && after.value.identity === before.identity && after.value.whole !== before.whole

const report = (slot: Slot, error: DatabaseUnusable) =>
  Effect.suspend(() => {
    const known = slot.error?.message === error.message
    slot.error = error
    return known ? Effect.void : Effect.logWarning(`${setting}: ${error.message}`, { path: slot.file.path })
  })

const stillAnswered = (slot: Slot, error: DatabaseUnusable): DatabaseUnusable =>
  slot.held === undefined
    ? error
    : new DatabaseUnusable({
        code: error.code,
        message: `${error.message} Until then the database that was read before answers.`
      })

const openDatabase = Effect.fnUntraced(function* ({ immutable, path }: DatabaseFile, folder: string) {
  const scope = yield* Scope.fork(yield* Scope.Scope)
  const opening = immutable ? MmdbDatabase.open(path) : MmdbDatabase.open(path, DatabaseCopy.open(path, folder))
  const database = yield* Scope.provide(opening, scope).pipe(
    Effect.onExit((exit) => (Exit.isFailure(exit) ? Scope.close(scope, exit) : Effect.void))
  )
  const held: Held = { database, scope, readers: 0, replaced: false }
  return held
})

/**
 * Looks at a file and, where it is new or has changed, opens it. It takes the place of the one before only when it is
 * found to be whole, and did not change while it was read.
 *
 * @param patient waits until a changed file is found the same twice: it may be half written
 */
const look = Effect.fnUntraced(function* (slot: Slot, folder: string, patient: boolean) {
  const { path } = slot.file
  const before = yield* Effect.result(fingerprint(path))
  if (Result.isFailure(before)) {
    slot.seen = undefined
    slot.opened = undefined
    return yield* report(slot, stillAnswered(slot, MmdbDatabase.unusable(path)(before.failure)))
  }
  const now = before.success.whole
  const changing = patient && now !== slot.seen
  slot.seen = now
  if (changing || now === slot.opened) return
  const result = yield* Effect.result(openDatabase(slot.file, folder))
  const after = yield* Effect.option(fingerprint(path))
  if (Result.isFailure(result)) {
    // What the system refused may be granted without a change of the file; a damaged file stays so until it changes.
    slot.opened = result.failure.code === "GEOIP_DATABASE_UNREADABLE" ? undefined : now
    return yield* report(slot, stillAnswered(slot, result.failure))
  }
  if (isTorn(before.success, after)) return yield* close(result.success)
  const first = slot.held === undefined && slot.error === undefined
  slot.opened = now
  slot.error = undefined
  yield* replace(slot, result.success)
  if (!first) yield* Effect.logInfo(`${setting}: ${path} was read anew.`)
})

/** The databases of some files: opened when they are first needed, watched from then on. */
export const make = Effect.fnUntraced(function* ({ files, folder, interval }: DatabasesOptions) {
  const slots = files.map((file): Slot => ({
    file,
    held: undefined,
    error: undefined,
    seen: undefined,
    opened: undefined
  }))
  const wanted = yield* Latch.make()
  const loaded = yield* Latch.make()
  const context = yield* Effect.context<FileSystem.FileSystem | Path.Path | Scope.Scope>()

  const lookAtAll = (patient: boolean) =>
    Effect.forEach(slots, (slot) => look(slot, folder, patient), { concurrency: 2, discard: true }).pipe(
      Effect.provide(context),
      // A defect must not end the watch.
      Effect.catchDefect((defect) => Effect.logError("The GeoIP databases cannot be looked at.", defect))
    )

  // In a fiber of its own, so that a caller who gives up does not stop what others wait for.
  yield* Effect.gen(function* () {
    yield* wanted.await
    yield* Effect.ensuring(lookAtAll(false), loaded.open)
    yield* Effect.forever(Effect.andThen(Effect.sleep(interval), lookAtAll(true)))
  }).pipe(Effect.forkScoped)

  const ready = Effect.andThen(wanted.open, loaded.await)

  return {
    /** The first database that has a place for the address answers. */
    find: Effect.fnUntraced(function* (address: IpAddress) {
      yield* ready
      let unsure = slots.length === 0
      for (const slot of slots) {
        const found = yield* Effect.result(reading(slot, (database) => database.find(address)))
        if (Result.isFailure(found)) {
          unsure = true
          // What the system refused while it was open may work once it is opened again.
          if (found.failure.code !== "GEOIP_DATABASE_CORRUPT") slot.opened = undefined
          yield* report(slot, found.failure)
        } else if (Option.isNone(found.success)) {
          unsure = true
        } else if (Option.isSome(found.success.value)) {
          return found.success.value
        }
      }
      if (unsure) {
        return yield* new GeoIpUnavailable({
          message: "IP addresses cannot be located: the GeoIP database is missing or cannot be read. See data-health."
        })
      }
      return Option.none<GeoLocation>()
    }),
    configurationErrors: Effect.map(ready, () =>
      slots.flatMap(({ error }): ReadonlyArray<ConfigurationError> =>
        error === undefined ? [] : [{ code: error.code, message: error.message, path: setting }]
      )
    ),
    attributions: Effect.map(ready, () => {
      const asked = slots.flatMap(({ held }) => held?.database.attribution ?? [])
      return asked.filter((attribution, i): attribution is Attribution => asked.indexOf(attribution) === i)
    })
  }
})
