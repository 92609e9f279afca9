import { Effect, Layer } from "effect"
import { sourcesIn } from "../../sources/reading/Folders.ts"
import { type Host, parseHost } from "../../sources/reading/Hosts.ts"
import { defaultLimits, type Limits } from "../../sources/reading/Limits.ts"
import { ReadingSettings, type SourceAccess } from "../../sources/reading/Settings.ts"
import { type Upstreams, usualUpstreams } from "../../sources/reading/Upstreams.ts"
import type { SettingError } from "./Setting.ts"
import { settings } from "./Settings.ts"

/** The base URLs of the open data that Doorstep knows by name. */
export const upstreams: Effect.Effect<Upstreams, SettingError> = Effect.all({
  geofabrik: settings.GEOFABRIK_URL.value,
  overtureStac: settings.OVERTURE_STAC_URL.value,
  openAddresses: settings.OPENADDRESSES_URL.value,
  geoNames: settings.GEONAMES_URL.value
})

/** The hosts of configured mirrors: an operator who sets one wants it read, even in a private network. */
const mirrors = Effect.map(upstreams, (all): ReadonlyArray<Host> => {
  const usual = new Set(Object.values(usualUpstreams))
  return Object.values(all)
    .filter((url) => !usual.has(url))
    .flatMap((url) => {
      const { host, port, protocol } = new URL(url)
      return parseHost(port === "" ? `${host}:${protocol === "https:" ? 443 : 80}` : host) ?? []
    })
})

/** What sources configured in the console may read. */
export const sourceAccess = Effect.gen(function* () {
  const dataDir = yield* settings.DATA_DIR.value
  const folders = yield* settings.SOURCE_FOLDERS.value
  const hosts = [...(yield* settings.SOURCE_HOSTS.value), ...(yield* mirrors)]
  return { dataDir, folders: folders.length === 0 ? [sourcesIn(dataDir)] : folders, hosts } satisfies SourceAccess
})

/** The limits on everything that is read. */
export const readingLimits: Effect.Effect<Limits, SettingError> = Effect.gen(function* () {
  const fileBytes = (yield* settings.SOURCE_MAX_GB.value) * 1024 ** 3
  return { ...defaultLimits, fileBytes, ratio: yield* settings.SOURCE_MAX_RATIO.value }
})

const proxies = Effect.all({
  http: settings.HTTP_PROXY.value,
  https: settings.HTTPS_PROXY.value,
  none: Effect.map(settings.NO_PROXY.value, (hosts = "") => hosts)
})

/** Reading as the settings configure it. */
export const layerReading = Layer.effect(
  ReadingSettings,
  Effect.all({
    access: sourceAccess,
    limits: readingLimits,
    proxies,
    upstreams,
    contact: settings.SOURCE_CONTACT.value
  })
)
