import { Schema } from "effect"

/** No release is made, and nothing has changed. The message says why, and what to do. */
export class ReleaseRefused extends Schema.TaggedError<ReleaseRefused>()("ReleaseRefused", {
  message: Schema.String
}) {}
