import { statfs } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { Clock, Effect, FileSystem, Layer, Semaphore } from "effect"
import {
  type DownloadRequest,
  Downloads,
  type KeptDownload,
  type LocalFile,
  TransferProgress
} from "../../../sources/reading/Downloads.ts"
import { dataDir } from "../../settings/Settings.ts"
import { cannotWrite } from "./DownloadFaults.ts"
import { addressId, type DownloadState, makeStates, safeName } from "./DownloadState.ts"
import { bytesOn, fetchInto } from "./Fetch.ts"
import { makeHolders } from "./Holders.ts"
import { partsIn } from "./Parts.ts"

/** How often a file that somebody else downloads is looked at. */
const lookEvery = "500 millis"

/** For so long what a server cannot tell the version of counts as unchanged, for the process that fetched it. */
const freshMillis = 10 * 60_000

const addressOf = (id: string): string => id.split(".")[0]!

/** The folder in the service's own where downloads are kept. */
const downloadsIn = (dataDir: string): string => join(dataDir, "downloads")

export interface KeptDownloadsSettings {
  readonly folder: string
  /** Bytes free there; by default the file system is asked. */
  readonly free?: Effect.Effect<number | undefined>
}

const make = Effect.fnUntraced(function* ({ folder, free: given }: KeptDownloadsSettings) {
  const fs = yield* FileSystem.FileSystem
  const states = makeStates(fs, folder)
  const holders = makeHolders(fs, folder)
  /** One connection a host is enough to be polite with: whole files come one after another. */
  const turns = new Map<string, Semaphore.Semaphore>()
  const turnOf = (host: string) => {
    const turn = turns.get(host) ?? Semaphore.makeUnsafe(1)
    turns.set(host, turn)
    return turn
  }
  /** When this process fetched what has no version, by its ID. */
  const fetched = new Map<string, number>()
  const free =
    given ??
    Effect.tryPromise(() => statfs(folder).catch(() => statfs(dirname(folder)))).pipe(
      Effect.map(({ bavail, bsize }) => bavail * bsize),
      Effect.orElseSucceed(() => undefined)
    )

  const isCurrent = (state: DownloadState, { expectation, remote }: DownloadRequest, now: number): boolean =>
    state.complete &&
    (remote.size === undefined || state.size === remote.size) &&
    (expectation?.bytes === undefined || state.size === expectation.bytes) &&
    (remote.version === undefined
      ? now - (fetched.get(state.id) ?? -Infinity) < freshMillis
      : state.version === remote.version)

  const stateOf = (request: DownloadRequest, id: string, inParts: boolean, now: number): DownloadState => {
    const url = new URL(request.url)
    const { size, validator, version } = request.remote
    return {
      id,
      url: request.shown,
      host: url.host,
      source: request.origin.source,
      file: `${id}-${safeName(url)}`,
      inParts,
      size: size ?? null,
      validator: validator ?? null,
      version: version ?? null,
      changedAt: null,
      fetchedAt: now,
      complete: false
    }
  }

  const find = Effect.fnUntraced(function* (request: DownloadRequest) {
    const address = addressId(request.url)
    const now = yield* Clock.currentTimeMillis
    const known = (yield* states.list(address)).filter(({ inParts }) => !inParts)
    const current = known.find((state) => isCurrent(state, request, now))
    const isWhole = current !== undefined && (yield* bytesOn(fs, states.pathOf(current))) === current.size
    return { address, known, now, current: isWhole ? current : undefined }
  })

  /** Downloads it, unless somebody else just does: then it is waited for. */
  const complete = Effect.fnUntraced(function* (request: DownloadRequest) {
    const notice = yield* TransferProgress
    const cannot = cannotWrite(request.origin, 0, null)
    while (true) {
      const { address, current } = yield* find(request)
      if (current !== undefined) return current
      yield* Effect.mapError(fs.makeDirectory(folder, { recursive: true }), cannot)
      const fetchedNow = yield* Effect.gen(function* () {
        if (!(yield* holders.lock(address))) return undefined
        // It may have been completed while the lock was taken.
        const { current, known, now } = yield* find(request)
        if (current !== undefined) return current
        const partial = known.find((state) => !state.complete)
        const state = partial ?? stateOf(request, states.nextId(address, yield* states.list(address)), false, now)
        const own = { ...state, url: request.shown, source: request.origin.source }
        const done = yield* turnOf(own.host).withPermits(1)(fetchInto({ fs, states, free }, request, own))
        fetched.set(done.id, yield* Clock.currentTimeMillis)
        return done
      }).pipe(Effect.scoped)
      if (fetchedNow !== undefined) return fetchedNow
      const other = (yield* states.list(address)).find((state) => !state.complete)
      if (other !== undefined) {
        yield* notice({ url: other.url, done: yield* bytesOn(fs, states.pathOf(other)), total: other.size })
      }
      yield* Effect.sleep(lookEvery)
    }
  })

  const file = Effect.fnUntraced(function* (request: DownloadRequest) {
    const state = yield* complete(request)
    const path = yield* holders.reading(state.id, states.pathOf(state))
    const local: LocalFile = { path: basename(state.file), file: path, size: state.size ?? 0, temporary: true }
    return local
  })

  const parts = Effect.fnUntraced(function* (request: DownloadRequest) {
    const { remote } = request
    const byThemselves = (start: number, end: number) =>
      request.http.range(request.origin, request.url, remote, start, end)
    // Nothing would tell whether pieces are of one version.
    if (remote.validator === undefined) return byThemselves
    const address = addressId(request.url)
    const now = yield* Clock.currentTimeMillis
    const known = yield* states.list(address)
    const same = known.find(
      ({ inParts, size, validator }) => inParts && validator === remote.validator && size === remote.size
    )
    const state = same ?? stateOf(request, states.nextId(address, known), true, now)
    const folderOf = states.pathOf(state)
    const made = yield* Effect.option(
      fs
        .makeDirectory(folderOf, { recursive: true })
        .pipe(Effect.andThen(states.write({ ...state, source: request.origin.source, fetchedAt: now })))
    )
    if (made._tag === "None") return byThemselves
    return partsIn(fs, folderOf, request.shown, request)
  })

  const inUse = Effect.fnUntraced(function* (all: ReadonlyArray<DownloadState>) {
    const used = new Set(yield* holders.read)
    const locked = new Map<string, boolean>()
    for (const { complete, id } of all) {
      if (complete) continue
      const address = addressOf(id)
      const isLocked = locked.get(address) ?? (yield* holders.isLocked(address))
      locked.set(address, isLocked)
      if (isLocked) used.add(id)
    }
    return used
  })

  const removed = Effect.fnUntraced(function* (which: ReadonlyArray<DownloadState>) {
    const used = yield* inUse(which)
    let bytes = 0
    for (const state of which) {
      if (used.has(state.id)) continue
      const size = yield* bytesOn(fs, states.pathOf(state))
      const gone = yield* Effect.option(states.remove(state))
      if (gone._tag === "Some") bytes += size
    }
    return { bytes, inUse: which.filter(({ id }) => used.has(id)).length }
  })

  return Downloads.of({
    file,
    parts,
    published: Effect.fnUntraced(function* (source) {
      const all = yield* states.list()
      const newest = new Map<string, string>()
      for (const { complete, id, inParts } of all) {
        if (complete && !inParts && !newest.has(addressOf(id))) newest.set(addressOf(id), id)
      }
      const isOver = ({ complete, id, inParts, source: of }: DownloadState) =>
        of === source && (inParts || (complete && newest.get(addressOf(id)) !== id))
      yield* removed(all.filter(isOver))
    }),
    list: Effect.gen(function* () {
      const all = yield* states.list()
      const used = yield* inUse(all)
      const found = yield* Effect.forEach(all, (state) =>
        Effect.map(bytesOn(fs, states.pathOf(state)), (bytes): KeptDownload => ({
          id: state.id,
          url: state.url,
          host: state.host,
          source: state.source,
          bytes,
          totalBytes: state.size,
          complete: state.complete,
          inUse: used.has(state.id),
          fetchedAt: state.fetchedAt,
          changedAt: state.changedAt
        }))
      )
      return found.toSorted((a, b) => b.fetchedAt - a.fetchedAt)
    }),
    clear: Effect.fnUntraced(function* (id) {
      const all = yield* states.list()
      return yield* removed(id === undefined ? all : all.filter((state) => state.id === id))
    }),
    free
  })
})

/** Keeps downloads in a folder. */
export const layerWith = (settings: KeptDownloadsSettings) => Layer.effect(Downloads, make(settings))

/** Keeps downloads in `DATA_DIR`. */
export const layer = Layer.effect(
  Downloads,
  Effect.flatMap(dataDir, (folder) => make({ folder: downloadsIn(folder) }))
)
