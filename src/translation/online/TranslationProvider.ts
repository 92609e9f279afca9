import { type Effect, Schema } from "effect"
import type { TargetLocale } from "../../../schemas/Translation.ts"

/**
 * An online translator returned no usable translations.
 *
 * Reasons:
 * - `Unreachable`: no response, or none in time
 * - `Refused`: the key is wrong, or its quota is used up
 * - `Unsupported`: it does not translate between these languages
 * - `Malformed`: the response violates the protocol
 */
export class TranslationFailed extends Schema.TaggedError<TranslationFailed>()("TranslationFailed", {
  provider: Schema.String,
  reason: Schema.Literals(["Unreachable", "Refused", "Unsupported", "Malformed"]),
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** Texts to translate together, at most 50. */
export interface TranslationRequest {
  readonly texts: ReadonlyArray<string>
  /** BCP 47 primary language; if absent, the provider detects it. */
  readonly sourceLanguage?: string | undefined
  readonly targetLocale: TargetLocale
}

/** An online translator. */
export interface TranslationProvider {
  readonly name: string
  /** A translation for each text, in the same order. */
  readonly translate: (request: TranslationRequest) => Effect.Effect<ReadonlyArray<string>, TranslationFailed>
}
