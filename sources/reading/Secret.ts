import { Config, Context, Effect, Option, Redacted } from "effect"
import { SourceError } from "../DataSource.ts"

/** Whether no network is used: then a missing key gets a dummy value, and no rate limit applies. */
export const Offline = Context.Reference<boolean>("doorstep/sources/Offline", {
  defaultValue: () => false
})

/**
 * A key, token or password from the environment or `.env`, by the name of its setting. It is `Redacted`: logs, errors
 * and the console show `<redacted>`. A missing one fails as misconfigured, with its name.
 */
export const secret = Effect.fnUntraced(function* (
  source: string,
  setting: string
): Effect.fn.Return<Redacted.Redacted, SourceError> {
  const given = yield* Effect.orElseSucceed(Config.option(Config.Redacted(setting)), () => Option.none())
  const text = Option.match(given, { onNone: () => "", onSome: (value) => Redacted.value(value).trim() })
  if (text !== "") return Redacted.make(text, { label: setting })
  if (yield* Offline) return Redacted.make("stand-in", { label: setting })
  return yield* new SourceError({
    source,
    reason: "misconfigured",
    message: `${setting} is not set, and the source ${source} needs it. Put it into the environment, or into .env beside the other settings.`
  })
})
