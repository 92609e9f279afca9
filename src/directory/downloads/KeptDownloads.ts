import { basename, dirname, join } from "node:path"
import { Clock, Effect, FileSystem, Layer, Semaphore } from "effect"
import {
  type DownloadRequest,
  Downloads,
  freshMillis,
  type KeptDownload,
  type LocalFile
} from "../../../sources/reading/Downloads.ts"
import { TransferProgress } from "../../../sources/reading/Progress.ts"
import { dataDir } from "../../settings/Settings.ts"
import { cannotWrite } from "./DownloadFaults.ts"
import { addressId, type DownloadState, makeStates, safeName, type States } from "./DownloadState.ts"
import { bytesOn, fetchInto } from "./Fetch.ts"
import { type Holders, makeHolders } from "./Holders.ts"
import { partsIn } from "./Parts.ts"
import { moment, type Moment, passed } from "../../shared/Clocks.ts"
import { freeBytes } from "../../shared/FreeSpace.ts"
import { makeFolder } from "../../../sources/reading/NewFolder.ts"

/** How often the progress of another process's download is checked. */
const lookEvery = "500 millis"

const addressOf = (id: string): string => id.split(".")[0]!

/** The folder within the service's own in which downloads are kept. */
const downloadsIn = (dataDir: string): string => join(dataDir, "downloads")

export interface KeptDownloadsSettings {
  readonly folder: string
  /** Free bytes there; by default, the file system is queried. */
  readonly free?: Effect.Effect<number | undefined>
}

/** The folder of downloads, and what this process knows of it. */
interface Kept {
  readonly fs: FileSystem.FileSystem
  readonly folder: string
  readonly states: States
  readonly holders: Holders
  readonly free: Effect.Effect<number | undefined>
  /** One connection per host is polite: whole files are downloaded one after another. */
  readonly turns: Map<string, Semaphore.Semaphore>
  /** When this process downloaded files without a version, by ID. */
  readonly fetched: Map<string, Moment>
}

const turnOf = ({ turns }: Kept, host: string) => {
  const turn = turns.get(host) ?? Semaphore.makeUnsafe(1)
  turns.set(host, turn)
  return turn
}

/** Bytes free on the disk of the folder, or of the one above while it does not exist. */
const freeIn = (folder: string) =>
  freeBytes(folder).pipe(
    Effect.catch(() => freeBytes(dirname(folder))),
    Effect.orElseSucceed(() => undefined)
  )

const isCurrent = (
  { fetched }: Kept,
  state: DownloadState,
  { expectation, remote }: DownloadRequest,
  now: Moment
): boolean => {
  const at = fetched.get(state.id)
  return (
    state.complete &&
    (remote.size === undefined || state.size === remote.size) &&
    (expectation?.bytes === undefined || state.size === expectation.bytes) &&
    (remote.version === undefined
      ? at !== undefined && passed(at, now) < freshMillis
      : state.version === remote.version)
  )
}

/** A download of which nothing has come yet. */
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

/** The downloads of an address, and the one among them that is what the server has now. */
const find = Effect.fnUntraced(function* (kept: Kept, request: DownloadRequest) {
  const { fs, states } = kept
  const address = addressId(request.url)
  const now = yield* moment
  const known = (yield* states.list(address)).filter(({ inParts }) => !inParts)
  const current = known.find((state) => isCurrent(kept, state, request, now))
  const isWhole = current !== undefined && (yield* bytesOn(fs, states.pathOf(current))) === current.size
  return { address, known, now, current: isWhole ? current : undefined }
})

/** Downloads it while holding its lock; undefined: somebody else holds it. */
const fetchLocked = Effect.fnUntraced(function* (kept: Kept, address: string, request: DownloadRequest) {
  const { fetched, free, fs, holders, states } = kept
  if (!(yield* Effect.mapError(holders.lock(address), cannotWrite(request.origin, 0, null)))) return undefined
  // It may have been completed while waiting for the lock.
  const { current, known, now } = yield* find(kept, request)
  if (current !== undefined) return current
  const partial = known.find((state) => !state.complete)
  const state = partial ?? stateOf(request, states.nextId(address, yield* states.list(address)), false, now.wall)
  const own = { ...state, url: request.shown, source: request.origin.source }
  const done = yield* turnOf(kept, own.host).withPermits(1)(fetchInto({ fs, states, free }, request, own))
  fetched.set(done.id, yield* moment)
  return done
}, Effect.scoped)

/** Downloads it, unless another process is doing so: then it waits for that. */
const complete = Effect.fnUntraced(function* (kept: Kept, request: DownloadRequest) {
  const { folder, fs, states } = kept
  const notice = yield* TransferProgress
  const cannot = cannotWrite(request.origin, 0, null)
  while (true) {
    const { address, current } = yield* find(kept, request)
    if (current !== undefined) return current
    yield* Effect.mapError(makeFolder(fs, folder), cannot)
    const fetchedNow = yield* fetchLocked(kept, address, request)
    if (fetchedNow !== undefined) return fetchedNow
    const other = (yield* states.list(address)).find((state) => !state.complete)
    if (other !== undefined) {
      yield* notice({ url: other.url, done: yield* bytesOn(fs, states.pathOf(other)), total: other.size })
    }
    yield* Effect.sleep(lookEvery)
  }
})

const file = Effect.fnUntraced(function* (kept: Kept, request: DownloadRequest) {
  const state = yield* complete(kept, request)
  const path = yield* kept.holders.reading(state.id, kept.states.pathOf(state))
  const local: LocalFile = { path: basename(state.file), file: path, size: state.size ?? 0, temporary: true }
  return local
})

const parts = Effect.fnUntraced(function* ({ free, fs, states }: Kept, request: DownloadRequest) {
  const { remote } = request
  const byThemselves = (start: number, end: number) =>
    request.http.range(request.origin, request.url, remote, start, end)
  // Otherwise nothing would tell whether pieces belong to one version.
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
    makeFolder(fs, folderOf).pipe(
      Effect.andThen(states.write({ ...state, source: request.origin.source, fetchedAt: now }))
    )
  )
  if (made._tag === "None") return byThemselves
  return partsIn(fs, folderOf, free, request.shown, request)
})

/** IDs of what is read or downloaded now. */
const inUse = Effect.fnUntraced(function* ({ holders }: Kept, all: ReadonlyArray<DownloadState>) {
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

/** Removes those that are not in use. */
const removed = Effect.fnUntraced(function* (kept: Kept, which: ReadonlyArray<DownloadState>) {
  const { fs, states } = kept
  const used = yield* inUse(kept, which)
  let bytes = 0
  for (const state of which) {
    if (used.has(state.id)) continue
    const size = yield* bytesOn(fs, states.pathOf(state))
    const gone = yield* Effect.option(states.remove(state))
    if (gone._tag === "Some") bytes += size
  }
  return { bytes, inUse: which.filter(({ id }) => used.has(id)).length }
})

/** Removes what a source has published and newer downloads have replaced. */
const published = Effect.fnUntraced(function* (kept: Kept, source: string) {
  const all = yield* kept.states.list()
  const newest = new Map<string, string>()
  for (const { complete, id, inParts } of all) {
    if (complete && !inParts && !newest.has(addressOf(id))) newest.set(addressOf(id), id)
  }
  const isOver = ({ complete, id, inParts, source: of }: DownloadState) =>
    of === source && (inParts || (complete && newest.get(addressOf(id)) !== id))
  yield* removed(kept, all.filter(isOver))
})

const list = Effect.fnUntraced(function* (kept: Kept) {
  const { fs, states } = kept
  const all = yield* states.list()
  const used = yield* inUse(kept, all)
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
})

const make = Effect.fnUntraced(function* ({ folder, free = freeIn(folder) }: KeptDownloadsSettings) {
  const fs = yield* FileSystem.FileSystem
  const states = makeStates(fs, folder)
  const holders = makeHolders(fs, folder)
  const kept: Kept = { fs, folder, states, holders, free, turns: new Map(), fetched: new Map() }
  return Downloads.of({
    file: (request) => file(kept, request),
    parts: (request) => parts(kept, request),
    published: (source) => published(kept, source),
    list: list(kept),
    clear: Effect.fnUntraced(function* (id) {
      const all = yield* states.list()
      return yield* removed(kept, id === undefined ? all : all.filter((state) => state.id === id))
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
