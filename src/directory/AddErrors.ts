import { Schema } from "effect"

/** Nobody knows a country by this name or code. */
export class UnknownCountry extends Schema.TaggedError<UnknownCountry>()("UnknownCountry", {
  message: Schema.String
}) {}

/** The directory has nothing of this country. */
export class NoSource extends Schema.TaggedError<NoSource>()("NoSource", { message: Schema.String }) {}

/** The country has no such source. The message names those that it has. */
export class UnknownEntry extends Schema.TaggedError<UnknownEntry>()("UnknownEntry", { message: Schema.String }) {}

/** The country has no such part, or the name means several. The message names what there is. */
export class UnknownPart extends Schema.TaggedError<UnknownPart>()("UnknownPart", {
  message: Schema.String,
  /** The parts that can be named. */
  parts: Schema.Array(Schema.String)
}) {}

/** A part has to be named: no source has the whole country. */
export class PartNeeded extends Schema.TaggedError<PartNeeded>()("PartNeeded", {
  message: Schema.String,
  parts: Schema.Array(Schema.String)
}) {}

/** A person has to fetch the data first. The message says what to do, and how to go on. */
export class NeedsHand extends Schema.TaggedError<NeedsHand>()("NeedsHand", { message: Schema.String }) {}
