import { Config, Effect, Schema } from "effect"
import { quoted } from "../../schemas/Quoted.ts"
import { type AllowedFolders, sourcesIn } from "./Folders.ts"
import { type Host, parseHost } from "./Hosts.ts"
import { defaultLimits, type Limits } from "./Limits.ts"

/** An invalid setting for reading sources. The message names it and says what to do. */
export class ReadingSettingError extends Schema.TaggedError<ReadingSettingError>()("ReadingSettingError", {
  message: Schema.String
}) {}

const fail = (message: string) => Effect.fail(new ReadingSettingError({ message }))

/** What sources configured over HTTP may read, as opposed to those from the command line. */
export interface SourceAccess extends AllowedFolders {
  /** Servers that may be read from although they are not public. */
  readonly hosts: ReadonlyArray<Host>
}

/** An empty setting counts as unset. */
const read = (name: string, fallback: string) =>
  Config.String(name).pipe(
    Config.withDefault(fallback),
    Config.map((value) => value.trim() || fallback),
    Effect.catch((error) => fail(`${name} cannot be read: ${error.message}`))
  )

const list = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")

/** The URLs of the open data that Doorstep knows by name: the publishers' own servers, or mirrors. */
export interface Upstreams {
  readonly geofabrik: string
  readonly overtureStac: string
  readonly openAddresses: string
  readonly geoNames: string
}

/** The publishers' own servers. */
export const usualUpstreams: Upstreams = {
  geofabrik: "https://download.geofabrik.de",
  overtureStac: "https://stac.overturemaps.org",
  openAddresses: "https://batch.openaddresses.io",
  geoNames: "https://download.geonames.org"
}

/** User names and passwords in it are refused too, because URLs below it appear in configurations and messages. */
const isBase = (text: string): boolean => {
  const url = URL.parse(text)
  return (
    url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}${url.hash}` === ""
  )
}

const withoutSecrets = (text: string): string => quoted(text.replace(/\/\/.*@/s, "//").replace(/[?#].*/s, ""))

const base = (name: string, usual: string) =>
  Effect.flatMap(read(name, usual), (text) => {
    const url = text.replace(/\/+$/, "")
    return isBase(url)
      ? Effect.succeed(url)
      : fail(
          `${name} must be the address of a mirror, such as ${usual}, with nothing behind the path, not ${withoutSecrets(url)}.`
        )
  })

/**
 * - `GEOFABRIK_URL`: extracts of OpenStreetMap; https://download.geofabrik.de
 * - `OVERTURE_STAC_URL`: the catalog of Overture Maps' releases; https://stac.overturemaps.org
 * - `OPENADDRESSES_URL`: OpenAddresses' list of sources; https://batch.openaddresses.io
 * - `GEONAMES_URL`: GeoNames' tables of postcodes; https://download.geonames.org
 */
export const upstreams: Effect.Effect<Upstreams, ReadingSettingError> = Effect.gen(function* () {
  return {
    geofabrik: yield* base("GEOFABRIK_URL", usualUpstreams.geofabrik),
    overtureStac: yield* base("OVERTURE_STAC_URL", usualUpstreams.overtureStac),
    openAddresses: yield* base("OPENADDRESSES_URL", usualUpstreams.openAddresses),
    geoNames: yield* base("GEONAMES_URL", usualUpstreams.geoNames)
  }
})

/** The hosts of configured mirrors, which may be read from wherever they are. */
const mirrors = Effect.map(upstreams, (all): ReadonlyArray<Host> => {
  const usual = new Set(Object.values(usualUpstreams))
  return Object.values(all)
    .filter((url) => !usual.has(url))
    .flatMap((url) => {
      const { host, port, protocol } = new URL(url)
      return parseHost(port === "" ? `${host}:${protocol === "https:" ? 443 : 80}` : host) ?? []
    })
})

/**
 * - `SOURCE_FOLDERS`: folders whose files may be read by sources configured over HTTP, comma-separated; the folder
 *   `sources` in `DATA_DIR`
 * - `SOURCE_HOSTS`: servers on this machine and in private networks that these sources may read from, comma-separated:
 *   names, `*.names`, addresses and networks (`10.1.0.0/16`), each optionally with a port; none
 */
export const sourceAccess = Effect.gen(function* () {
  const dataDir = yield* read("DATA_DIR", ".data")
  const folders = list(yield* read("SOURCE_FOLDERS", sourcesIn(dataDir)))
  const hosts: Array<Host> = []
  for (const text of list(yield* read("SOURCE_HOSTS", ""))) {
    const host = parseHost(text)
    if (host === undefined) {
      return yield* fail(
        `SOURCE_HOSTS must be names, addresses or networks such as files.intern, 10.1.0.0/16 or [fd00::1]:9000, separated by commas; ${quoted(text)} is not one.`
      )
    }
    hosts.push(host)
  }
  return { dataDir, folders, hosts: [...hosts, ...(yield* mirrors)] } satisfies SourceAccess
})

const gigabyte = 1024 ** 3

const positive = (name: string, fallback: number, most: number) =>
  Effect.flatMap(read(name, String(fallback)), (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    return value >= 1 && value <= most
      ? Effect.succeed(value)
      : fail(`${name} must be a whole number from 1 to ${most}, not ${quoted(text)}.`)
  })

/**
 * - `SOURCE_MAX_GB`: maximum size of one source file in gigabytes, downloaded or unpacked; 200
 * - `SOURCE_MAX_RATIO`: maximum ratio of a file's unpacked to its packed size; 300
 */
export const readingLimits: Effect.Effect<Limits, ReadingSettingError> = Effect.gen(function* () {
  const gigabytes = yield* positive("SOURCE_MAX_GB", defaultLimits.fileBytes / gigabyte, 1_000_000)
  const ratio = yield* positive("SOURCE_MAX_RATIO", defaultLimits.ratio, 1_000_000)
  return { ...defaultLimits, fileBytes: gigabytes * gigabyte, ratio }
})

/** The proxies to use. */
export interface ProxySettings {
  readonly http: string | undefined
  readonly https: string | undefined
  /** Hosts that are reached directly, comma-separated; empty: none. */
  readonly none: string
}

export const noProxies: ProxySettings = { http: undefined, https: undefined, none: "" }

/** Proxy variables also exist in lower case. */
const either = (name: string) =>
  Effect.flatMap(read(name.toLowerCase(), ""), (value) => (value === "" ? read(name, "") : Effect.succeed(value)))

const proxy = (name: string) =>
  Effect.flatMap(either(name), (text) => {
    if (text === "") return Effect.succeed(undefined)
    const { host, protocol } = URL.canParse(text) ? new URL(text) : { host: "", protocol: "" }
    // It may contain a password.
    return host !== "" && (protocol === "http:" || protocol === "https:") && !/\s/.test(text)
      ? Effect.succeed(text)
      : fail(`${name} must be the address of a proxy such as http://proxy.example.org:3128.`)
  })

/**
 * - `HTTPS_PROXY`, `HTTP_PROXY`: proxies for https and http URLs; none
 * - `NO_PROXY`: hosts that are reached directly, comma-separated; none
 */
export const proxySettings = Effect.all({
  http: proxy("HTTP_PROXY"),
  https: proxy("HTTPS_PROXY"),
  none: either("NO_PROXY")
})

/** `SOURCE_CONTACT`: an e-mail or web address at which publishers of the data can reach the operator; none. */
export const sourceContact = Effect.flatMap(read("SOURCE_CONTACT", ""), (text) =>
  text === "" || (/^[\x21-\x7e]{3,200}$/.test(text) && (/^[^@]+@[^@]+\.[^@]+$/.test(text) || URL.canParse(text)))
    ? Effect.succeed(text === "" ? undefined : text)
    : fail(`SOURCE_CONTACT must be an e-mail address or a web address, not ${quoted(text)}.`)
)

/** All of them, for checking at once whether they are valid. */
export const readingSettings = Effect.all([sourceAccess, readingLimits, upstreams, proxySettings, sourceContact])
