import { Effect, FileSystem, Path, type PlatformError, Schema, type Sink, Stream } from "effect"
import { isDiskFull } from "../database/FullDisk.ts"
import { fileFault } from "../shared/FileFault.ts"
import { type FormatName, formatOf } from "./Formats.ts"
import type { Sample } from "./Sample.ts"

/** An export was not completed. It leaves no file behind. */
export class ExportFailed extends Schema.TaggedError<ExportFailed>()("ExportFailed", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** The bytes of an export. */
const bytesOf = <E>({ addresses, head }: Sample<E>, name: FormatName): Stream.Stream<Uint8Array, E> => {
  const format = formatOf(name)
  let nth = 0
  return Stream.make(format.head(head)).pipe(
    Stream.concat(
      addresses.pipe(Stream.map((group) => group.map((address) => format.row(address, nth++, head.count)).join("")))
    ),
    Stream.concat(Stream.make(format.foot)),
    Stream.filter((text) => text !== ""),
    Stream.map((text) => Buffer.from(text))
  )
}

/** Writes to a sink at the sink's pace. */
export const writeTo = <E, E2, R>(
  sample: Sample<E>,
  name: FormatName,
  sink: Sink.Sink<void, Uint8Array, unknown, E2, R>
): Effect.Effect<void, E | E2, R> => Stream.run(bytesOf(sample, name), sink)

const unwritable = (file: string) => (cause: PlatformError.PlatformError) =>
  new ExportFailed({
    message: isDiskFull(cause)
      ? `The disk was full before ${file} was complete. Free some space, or name a file on another disk.`
      : `The export cannot be written to ${file}: ${fileFault(cause)}. Name a file in a folder that this user may write to.`,
    cause
  })

/** Fails if the file exists. */
export const refuseExisting = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  if (yield* Effect.orElseSucceed(fs.exists(file), () => false)) {
    return yield* new ExportFailed({ message: `${file} already exists. Choose another name, or move it away.` })
  }
})

/** Writes a file that appears only when it is complete. */
export const writeFile = <E>(sample: Sample<E>, name: FormatName, file: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const part = `${file}.part`
    const write = Effect.gen(function* () {
      yield* Effect.scoped(
        Effect.gen(function* () {
          const out = yield* Effect.mapError(fs.open(part, { flag: "w" }), unwritable(file))
          yield* Stream.runForEach(bytesOf(sample, name), (bytes) =>
            Effect.mapError(out.writeAll(bytes), unwritable(file))
          )
          yield* Effect.mapError(out.sync, unwritable(file))
        })
      )
      yield* Effect.mapError(fs.rename(part, path.resolve(file)), unwritable(file))
    })
    yield* Effect.onError(write, () => Effect.ignore(fs.remove(part, { force: true })))
  })
