import { ConfigProvider, Context, Effect, Layer } from "effect"
import { type KnownSetting, secretFileOf } from "../settings/Setting.ts"
import { knownSettings } from "../settings/Settings.ts"

/** A setting with its value in this process. */
export interface EffectiveSetting extends KnownSetting {
  /** Undefined if not set and without a default. Masked if secret. */
  readonly value: string | undefined
  readonly origin: "environment" | "dotenv" | "default"
}

const mask = "••••••••"

/** A URL without its credentials: user, password and query. */
const withoutSecrets = (text: string): string => {
  if (!URL.canParse(text)) return mask
  const { host, pathname, protocol } = new URL(text)
  return host === "" ? mask : `${protocol}//${host}${pathname}`
}

const shown = ({ name, secret }: KnownSetting, value: string): string => {
  if (secret === true) return name.endsWith("_URL") ? withoutSecrets(value) : mask
  // Any URL may contain a user and a password.
  return /^[a-z+]+:\/\/[^/]*@/i.test(value) ? withoutSecrets(value) : value
}

/** Where this process takes settings from, in order of precedence. */
export interface SettingsOrigins {
  readonly environment: ConfigProvider.ConfigProvider
  readonly dotenv: ConfigProvider.ConfigProvider
}

/** The settings that this process was started with. */
export class EffectiveSettings extends Context.Service<
  EffectiveSettings,
  { readonly list: ReadonlyArray<EffectiveSetting> }
>()("doorstep/EffectiveSettings") {
  static readonly layerWith = ({ dotenv, environment }: SettingsOrigins) =>
    Layer.effect(
      EffectiveSettings,
      Effect.gen(function* () {
        const read = (provider: ConfigProvider.ConfigProvider, name: string) =>
          provider.load([name]).pipe(
            Effect.map((node) => (node?.value?.trim() === "" ? undefined : node?.value)),
            Effect.orElseSucceed(() => undefined)
          )
        const origins = [
          [environment, "environment"],
          [dotenv, "dotenv"]
        ] as const
        const list = yield* Effect.forEach(knownSettings, (known) =>
          Effect.gen(function* () {
            const { alias, name, secret } = known
            const places = (alias === undefined ? [name] : [alias, name]).flatMap((one) =>
              origins.map(([provider, origin]) => ({ name: one, provider, origin }))
            )
            for (const place of places) {
              const { origin, provider } = place
              const value = yield* read(provider, place.name)
              if (value !== undefined) return { ...known, value: shown(known, value), origin }
              // An alias has no file of its own.
              const isFiled = secret === true && place.name === name
              const file = isFiled ? yield* read(provider, secretFileOf(name)) : undefined
              if (file !== undefined) return { ...known, value: `content of ${file.trim()}`, origin }
            }
            return { ...known, value: known.default, origin: "default" as const }
          })
        )
        return EffectiveSettings.of({ list })
      })
    )

  /** From the environment, then `.env` in the working directory. */
  static readonly layer = Layer.unwrap(
    Effect.gen(function* () {
      const dotenv = yield* ConfigProvider.fromDotEnv().pipe(Effect.orElseSucceed(() => ConfigProvider.fromUnknown({})))
      return EffectiveSettings.layerWith({ environment: ConfigProvider.fromEnv(), dotenv })
    })
  )
}
