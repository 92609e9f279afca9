import { Effect, type FileSystem, Option, type Path, Schema } from "effect"

/**
 * Files of which a part has arrived. Each is hidden, so that no source reads it, and has a plan beside it that says what
 * it will be.
 */

interface Disk {
  readonly files: FileSystem.FileSystem
  readonly path: Path.Path
}

/** What a browser announces before it sends a file. */
export interface Announced {
  readonly name: string
  readonly bytes: number
  /** When the file was last modified, in milliseconds since 1970; undefined if it is not said. */
  readonly modifiedAt?: number | undefined
}

const Plan = Schema.fromJsonString(
  Schema.Struct({
    /** What the file will be called. */
    name: Schema.String,
    /** What it was called where it comes from; absent if the same. */
    from: Schema.optionalKey(Schema.String),
    bytes: Schema.Int,
    modifiedAt: Schema.optional(Schema.Int)
  })
)
type Plan = typeof Plan.Type

export interface Incomplete {
  readonly id: string
  readonly plan: Plan
  /** Bytes that are there. */
  readonly offset: number
  /** Milliseconds since 1970. */
  readonly changedAt: number
}

const idForm = "[0-9a-f]{24}"
const isId = new RegExp(`^${idForm}$`)
const hidden = new RegExp(`^\\.(${idForm})\\.(?:json|part)$`)

export const partialName = (id: string) => `.${id}.part`
const planName = (id: string) => `.${id}.json`

/** When a file was last changed, in milliseconds since 1970. */
export const changed = (info: FileSystem.File.Info) =>
  Option.match(info.mtime, { onNone: () => 0, onSome: (at) => at.getTime() })

/** The IDs of the folder's incomplete files, also of those that lack their plan, or have nothing else. */
export const incompleteIds = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from(new Set(names.flatMap((name) => hidden.exec(name)?.[1] ?? [])))

/** Undefined if no incomplete file has this ID, or it lacks its plan. */
export const findIncomplete = Effect.fnUntraced(function* ({ files, path }: Disk, at: string, id: string) {
  if (!isId.test(id)) return undefined
  const text = yield* Effect.option(files.readFileString(path.join(at, planName(id))))
  const plan = Option.isNone(text) ? Option.none() : yield* Effect.option(Schema.decodeEffect(Plan)(text.value))
  const info = yield* Effect.option(files.stat(path.join(at, partialName(id))))
  if (Option.isNone(plan) || Option.isNone(info)) return undefined
  const found: Incomplete = { id, plan: plan.value, offset: Number(info.value.size), changedAt: changed(info.value) }
  return found
})

/** When anything of it was last changed, in milliseconds since 1970. */
export const lastChange = Effect.fnUntraced(function* ({ files, path }: Disk, at: string, id: string) {
  const infos = yield* Effect.forEach([partialName(id), planName(id)], (name) =>
    Effect.option(files.stat(path.join(at, name)))
  )
  return Math.max(0, ...infos.flatMap((info) => (Option.isSome(info) ? changed(info.value) : [])))
})

export const beginIncomplete = Effect.fnUntraced(function* ({ files, path }: Disk, at: string, id: string, plan: Plan) {
  const file = path.join(at, partialName(id))
  yield* files.writeFileString(file, "")
  yield* files.writeFileString(path.join(at, planName(id)), JSON.stringify(plan))
  const begun: Incomplete = { id, plan, offset: 0, changedAt: changed(yield* files.stat(file)) }
  return begun
})

export const discardIncomplete = Effect.fnUntraced(function* ({ files, path }: Disk, at: string, id: string) {
  yield* Effect.forEach([partialName(id), planName(id)], (name) => files.remove(path.join(at, name), { force: true }))
})

/**
 * Whether this is the file that was announced before. A file that has been modified in between may have the same size,
 * and its end would be put behind the beginning of the other.
 */
export const isSame = ({ bytes, from, modifiedAt, name }: Plan, announced: Announced): boolean =>
  (from ?? name) === announced.name && bytes === announced.bytes && modifiedAt === announced.modifiedAt
