import { Effect, Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import { moment, type Moment, passed } from "../reading/Clocks.ts"
import { RefusedRequest } from "../reading/HttpAnswers.ts"
import { transient } from "../reading/Origin.ts"
import { type Entry, type RandomAccess, Reader } from "../reading/Reader.ts"
import { catalogItems, type CatalogPart, catalogParts, latestRelease } from "./Catalog.ts"
import { boxesOf, meet } from "./CountryBoxes.ts"
import type { Wanted } from "./Rows.ts"
import { asHttp, openPart, type Part, type Theme, type ThemePlace } from "./Theme.ts"

/** The location that means the latest release. Overture keeps a release for 60 days. */
export const latest = "latest"

/** How long a run may use the release it began with: no run opens files for longer, and releases come monthly. */
const keptMillis = 12 * 60 * 60 * 1000

/** `theme=addresses/type=address/` is `addresses/address` in the catalog. */
const typeOf = ({ folder }: Theme): string => folder.replace(/\/$/, "").replace(/(^|\/)[a-z]+=/g, "$1")

/** Looks up the latest release, and its catalog's list for each theme. */
const makeReleases = (reader: Reader["Service"], source: string) => {
  let pinned: { readonly release: string; readonly at: Moment } | undefined
  /** For the current release: URLs of a theme's items, and their contents. */
  const items = new Map<string, ReadonlyArray<string>>()
  const parts = new Map<string, ReadonlyArray<CatalogPart>>()

  const pin = Effect.gen(function* () {
    const release = yield* latestRelease(reader, source)
    if (release !== pinned?.release) {
      items.clear()
      parts.clear()
    }
    pinned = { release, at: yield* moment }
    return release
  })

  const current = Effect.gen(function* () {
    const now = yield* moment
    return pinned !== undefined && passed(pinned.at, now) < keptMillis ? pinned.release : yield* pin
  })

  /** Looks up each release once. */
  const once =
    <A>(kept: Map<string, A>, look: (release: string, theme: Theme) => Effect.Effect<A, SourceError>) =>
    (release: string, theme: Theme): Effect.Effect<A, SourceError> =>
      Effect.suspend(() => {
        const known = release === pinned?.release ? kept.get(theme.folder) : undefined
        return known !== undefined
          ? Effect.succeed(known)
          : Effect.tap(look(release, theme), (found) =>
              Effect.sync(() => {
                if (release === pinned?.release) kept.set(theme.folder, found)
              })
            )
      })

  const itemsOf = once(items, (release, theme) => catalogItems(reader, source, release, typeOf(theme)))
  const listOf = once(parts, (release, theme) =>
    Effect.flatMap(itemsOf(release, theme), (all) => catalogParts(reader, source, all))
  )
  return { pin, current, itemsOf, listOf }
}

/** Whether a server has refused a file, as Amazon S3 does if there is none. */
const isRefused = ({ cause }: SourceError): boolean => cause instanceof RefusedRequest

/** Explains a missing part: the release has been removed, or is not complete yet. */
const makeMissing =
  (reader: Reader["Service"], source: string) =>
  (release: string) =>
  (error: SourceError): Effect.Effect<never, SourceError> =>
    !isRefused(error)
      ? Effect.fail(error)
      : // A run stays with its release: what it has read must not be mixed with that of another.
        Effect.flatMap(latestRelease(reader, source), (now) =>
          Effect.fail(
            transient(
              { source, place: reader.upstreams.overtureStac },
              now === release
                ? `the catalog names ${release} as the latest release, but part of it is missing (${error.message}). Run it again later.`
                : `the release ${release} is no longer there; the latest is ${now} now. Run it again to read that one from the start.`,
              error
            )
          )
        )

type Missing = (error: SourceError) => Effect.Effect<never, SourceError>

/** A file of a release that may be removed while it is read. */
const removable =
  (missing: Missing) =>
  (entry: Entry): Entry => ({
    ...entry,
    randomAccess: (remote) =>
      entry.randomAccess(remote).pipe(
        Effect.map((access): RandomAccess => ({
          ...access,
          readRange: (start, end) => Effect.catch(access.readRange(start, end), missing)
        })),
        Effect.catch(missing)
      )
  })

/** Whether a part may contain wanted rows. */
const mayHold =
  ({ box, country }: Wanted) =>
  ({ box: extent }: CatalogPart): boolean => {
    const boxes = boxesOf(country)
    return (
      extent === undefined ||
      ((boxes.length === 0 || boxes.some((one) => meet(one, extent))) && (box === undefined || meet(box, extent)))
    )
  }

/**
 * The themes of the latest release, all read by one source. The release is looked up with the fingerprint, when a run
 * begins, and all files of the run are from it. If it is removed meanwhile, that is a transient failure.
 */
export const followLatest = Effect.fnUntraced(function* (source: string) {
  const reader = yield* Reader
  const { current, itemsOf, listOf, pin } = makeReleases(reader, source)
  const missing = makeMissing(reader, source)

  const partOf = (release: string, theme: Theme, { path, url }: CatalogPart): Part => ({
    path,
    open: Effect.gen(function* () {
      const location = yield* reader.at(source, asHttp(url))
      const [entry] = yield* location
        .entries()
        .pipe(
          Stream.map(removable(missing(release))),
          Stream.take(1),
          Stream.runCollect,
          Effect.catch(missing(release))
        )
      return yield* openPart(entry!, theme)
    })
  })

  const partsOf = (theme: Theme, wanted: Wanted): Stream.Stream<Part, SourceError> =>
    Stream.unwrap(
      Effect.gen(function* () {
        const release = yield* current
        const all = yield* Effect.catch(listOf(release, theme), missing(release))
        return Stream.fromIterable(all.filter(mayHold(wanted)).map((part) => partOf(release, theme, part)))
      })
    )

  /** If the list of a release is gone, the release is looked up once more before a run begins. */
  const found = Effect.fnUntraced(function* (theme: Theme) {
    const release = yield* pin
    const listed = Effect.as(itemsOf(release, theme), release)
    return yield* Effect.catchIf(listed, isRefused, () =>
      Effect.flatMap(pin, (again) => Effect.as(Effect.catch(itemsOf(again, theme), missing(again)), again))
    )
  })

  return (theme: Theme): ThemePlace => ({
    fingerprint: found(theme),
    release: Effect.map(current, (release): string | undefined => release),
    parts: (wanted) => partsOf(theme, wanted)
  })
})
