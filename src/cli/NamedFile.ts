import { Effect, FileSystem, Schema } from "effect"
import { fileFault } from "../../sources/reading/FileWords.ts"

/** A file that the user has named cannot be read. */
class FileUnreadable extends Schema.TaggedError<FileUnreadable>()("FileUnreadable", {
  message: Schema.String,
  cause: Schema.Defect()
}) {}

/** The text of a file that the user has named. */
export const textOf = (file: string) =>
  FileSystem.FileSystem.use((fs) => fs.readFileString(file)).pipe(
    Effect.mapError((cause) => new FileUnreadable({ message: `${file} cannot be read: ${fileFault(cause)}.`, cause }))
  )
