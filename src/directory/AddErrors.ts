import { Schema } from "effect"

/** No country has this name or code. */
export class UnknownCountry extends Schema.TaggedError<UnknownCountry>()("UnknownCountry", {
  message: Schema.String
}) {}

/** The directory has nothing for this country. */
export class NoSource extends Schema.TaggedError<NoSource>()("NoSource", { message: Schema.String }) {}

/** The country has no such source. The message lists those it has. */
export class UnknownEntry extends Schema.TaggedError<UnknownEntry>()("UnknownEntry", { message: Schema.String }) {}

/** The country has no such part, or the name is ambiguous. The message lists the parts. */
export class UnknownPart extends Schema.TaggedError<UnknownPart>()("UnknownPart", {
  message: Schema.String,
  /** The parts that can be named. */
  parts: Schema.Array(Schema.String)
}) {}

/** A part must be named, because no source has the whole country. */
export class PartNeeded extends Schema.TaggedError<PartNeeded>()("PartNeeded", {
  message: Schema.String,
  parts: Schema.Array(Schema.String)
}) {}

/** A person must download the data first. The message says what to do, and how to continue. */
export class NeedsHand extends Schema.TaggedError<NeedsHand>()("NeedsHand", { message: Schema.String }) {}
