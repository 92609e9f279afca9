import { Clock, Effect, type FileSystem, Option, type PlatformError, type Scope, Stream } from "effect"
import {
  answerOf,
  type Digest,
  type DownloadRequest,
  misconfigured,
  type Received,
  type Sending,
  type SourceError,
  tellingBytes,
  unreadable
} from "../../../sources/reading/Downloads.ts"
import { fileFault } from "../../../sources/reading/FileWords.ts"
import { TransferProgress } from "../../../sources/reading/Progress.ts"
import { mismatch } from "./Checks.ts"
import { cannotWrite, roomUsedUp, wrongChecksum, wrongLength } from "./DownloadFaults.ts"
import type { DownloadState, States } from "./DownloadState.ts"
import { type Free, makeSpend, requireRoom } from "./Room.ts"

interface Place {
  readonly fs: FileSystem.FileSystem
  readonly states: States
  readonly free: Free
}

/** What has arrived of a file, if the server can resume after it. */
const receivedOf = (
  { fs, states }: Place,
  { origin, remote: { size, validator } }: DownloadRequest,
  state: DownloadState,
  bytes: number
): Received | undefined => {
  const isSame = validator !== undefined && state.validator === validator && state.size === (size ?? null)
  if (!isSame) return undefined
  const { page = null } = state
  if (page === null) return { bytes, size, validator }
  if (bytes < page.bytes) return undefined
  const contents = Stream.mapError(fs.stream(states.pathOf(state), { bytesToRead: page.bytes }), (error) =>
    misconfigured(origin, `what has been downloaded of it cannot be read: ${fileFault(error)}.`, error)
  )
  return { bytes: page.bytes, size, validator, mark: page.mark, contents }
}

const sentState = (state: DownloadState, sending: Sending, fetchedAt: number): DownloadState => ({
  ...state,
  size: sending.size ?? null,
  validator: sending.validator ?? null,
  version: sending.version ?? null,
  changedAt: sending.changedAt ?? null,
  fetchedAt
})

/** Bytes of a download on disk. */
export const bytesOn = Effect.fnUntraced(
  function* (fs: FileSystem.FileSystem, path: string) {
    const info = yield* fs.stat(path)
    if (info.type !== "Directory") return Number(info.size)
    const names = yield* fs.readDirectory(path)
    const sizes = yield* Effect.forEach(names, (name) => Effect.option(fs.stat(`${path}/${name}`)))
    return sizes.reduce((sum, size) => sum + (Option.isSome(size) ? Number(size.value.size) : 0), 0)
  },
  Effect.orElseSucceed(() => 0)
)

/** What a server sent in place of a file, such as a page to sign in. */
const instead = (fs: FileSystem.FileSystem, path: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const head = yield* (yield* fs.open(path)).readAlloc(tellingBytes)
      return Option.getOrUndefined(Option.flatMapNullishOr(head, answerOf))
    })
  )

/** A file whose last byte has arrived. */
interface Arrived {
  readonly state: DownloadState
  readonly bytes: number
  /** The checksum that the server has stated. */
  readonly stated: Digest | undefined
}

/** Why a file is not the expected one. */
const faultOf = Effect.fnUntraced(function* (
  { fs, states }: Place,
  request: DownloadRequest,
  { bytes, state, stated }: Arrived
) {
  const { expectation = {}, origin, remote } = request
  const path = states.pathOf(state)
  const answer = yield* instead(fs, path)
  if (answer !== undefined) return unreadable(origin, answer)
  // What comes without a length may have been cut off: then counts what the server has said of the same version before.
  const isSame = state.validator === (remote.validator ?? null) && (state.validator !== null || state.size === null)
  const expected = expectation.bytes ?? (isSame ? remote.size : undefined)
  if (expected !== undefined && bytes !== expected) return wrongLength(origin, bytes, expected)
  const wrong = yield* mismatch(fs, path, request, stated, state.version ?? undefined)
  return wrong === undefined ? undefined : wrongChecksum(origin, wrong)
})

/**
 * Downloads the missing part of a file into the state's place, and checks it. The state always says which version the
 * bytes belong to. Returns the state of the complete file.
 */
export const fetchInto = Effect.fnUntraced(function* (
  place: Place,
  request: DownloadRequest,
  given: DownloadState
): Effect.fn.Return<DownloadState, SourceError, Scope.Scope> {
  const { free, fs, states } = place
  const { expectation = {}, http, origin, remote, url } = request
  const path = states.pathOf(given)
  const notice = yield* TransferProgress
  let state = given
  let done = yield* bytesOn(fs, path)
  const written = <A, R>(effect: Effect.Effect<A, PlatformError.PlatformError, R>) =>
    Effect.catch(effect, (error) => Effect.fail(cannotWrite(origin, done, state.size)(error)))
  const usedUp = Effect.suspend(() => {
    const error = roomUsedUp(origin, done, state.size)
    // Without a validator, no later download can go on from here.
    return state.validator === null ? discarded(error) : Effect.fail(error)
  })
  const spend = makeSpend(free, usedUp)
  const discarded = (error: SourceError) =>
    Effect.andThen(Effect.ignore(states.remove(state)), Effect.fail<SourceError>(error))

  const there = receivedOf(place, request, state, done)
  done = there?.bytes ?? 0
  if (remote.size !== undefined && expectation.bytes !== undefined && remote.size !== expectation.bytes) {
    return yield* discarded(wrongLength(origin, remote.size, expectation.bytes))
  }
  const file = yield* written(fs.open(path, { flag: "a" }))
  // The file of an outdated version is truncated, because its space is needed; so is an unfinished page.
  if (there === undefined || there.mark !== undefined) yield* written(file.truncate(done))
  if (remote.size !== undefined) yield* requireRoom(free, origin, remote.size - done)
  let stated: Arrived["stated"]
  // For each piece: reporting only now and then would miss what arrived before a server stalls.
  const noticed = Effect.suspend(() => notice({ url: state.url, done, total: state.size }))
  if (there !== undefined && done > 0) yield* noticed

  const isComplete = there !== undefined && there.size !== undefined && done === there.size
  if (!isComplete) {
    yield* http.whole(origin, url, there !== undefined && done > 0 ? there : undefined, {
      begin: Effect.fnUntraced(function* (sending) {
        if (sending.at < done || sending.at === 0) {
          // Earlier bytes belong to another version, or come again.
          yield* written(file.truncate(0))
          done = 0
        }
        state = sentState(done === 0 ? { ...state, page: null } : state, sending, yield* Clock.currentTimeMillis)
        stated = sending.digest
        if (state.size !== null) yield* requireRoom(free, origin, state.size - done)
        yield* written(states.write(state))
        yield* noticed
      }),
      write: Effect.fnUntraced(function* (bytes) {
        yield* spend(bytes.length)
        // A piece still being written after this has ended could mix with those of the next attempt.
        yield* written(Effect.uninterruptible(file.writeAll(bytes)))
        done += bytes.length
        yield* noticed
      }),
      mark: (mark) => {
        state = { ...state, page: { bytes: done, mark } }
        return written(states.write(state))
      }
    })
  }
  yield* written(file.sync)
  yield* noticed
  const fault = yield* written(faultOf(place, request, { state, bytes: done, stated }))
  if (fault !== undefined) return yield* discarded(fault)
  const complete = { ...state, size: done, complete: true, fetchedAt: yield* Clock.currentTimeMillis }
  yield* written(states.write(complete))
  return complete
}, Effect.scoped)
