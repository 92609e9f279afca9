import { Effect, FileSystem, PlatformError, Schema, type Sink, Stream } from "effect"
import { unwritten } from "../database/FullDisk.ts"
import { existing, writeNew } from "../shared/NewFile.ts"
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
    message: unwritten("export", file, cause),
    cause
  })

/** Fails if the file exists. */
export const refuseExisting = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  if (yield* Effect.orElseSucceed(fs.exists(file), () => false)) {
    return yield* new ExportFailed({ message: existing(file) })
  }
})

/** Writes a file that appears only when it is complete. */
export const writeFile = <E>(sample: Sample<E>, name: FormatName, file: string) =>
  writeNew(file, 0o666, (out) => Stream.runForEach(bytesOf(sample, name), (bytes) => out.writeAll(bytes))).pipe(
    Effect.mapError((error) => (error instanceof PlatformError.PlatformError ? unwritable(file)(error) : error))
  )
