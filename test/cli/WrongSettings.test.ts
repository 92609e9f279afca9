import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { knownSettings } from "../../src/settings/Settings.ts"
import { settingFaults } from "../../src/App.ts"

/** The faults reported for these settings. */
const told = (values: Readonly<Record<string, string>>) =>
  settingFaults.pipe(
    Effect.map((faults) => faults.map(({ message }) => message)),
    Effect.provide([
      NodeServices.layer,
      NodeHttpClient.layerUndici,
      ConfigProvider.layer(ConfigProvider.fromUnknown(values))
    ])
  )

const free = "free"

/**
 * How the message about a wrong value describes what each setting allows. `free` accepts any text, whose usability only
 * the system can tell later.
 */
const allowed: Readonly<Record<string, RegExp | typeof free>> = {
  ADMIN_PASSWORD: /at (least 12|most 1024) characters|one character repeated/,
  CORS_ORIGINS: /origins such as https:\/\/app\.example\.com/,
  DATABASE_PASSWORD: /Set both, or neither/,
  DATABASE_READ_LAG: /a time such as "2 seconds"/,
  DATABASE_READ_URLS: /They look like postgres:\/\//,
  DATABASE_URL: /^DATABASE_URL must be a PostgreSQL URL\. It looks like postgres:\/\/.*\.$/,
  DATA_DIR: free,
  GEOFABRIK_URL: /the address of a mirror, such as https:\/\/download\.geofabrik\.de/,
  GEOIP_DATABASE: free,
  GEONAMES_URL: /the address of a mirror, such as https:\/\/download\.geonames\.org/,
  HOST: free,
  HTTPS_PROXY: /the address of a proxy such as http:\/\/proxy\.example\.org:3128/,
  HTTP_PROXY: /the address of a proxy such as http:\/\/proxy\.example\.org:3128/,
  KEEP_POOL_VERSIONS: /a whole number from 0 to 100/,
  LOG_FORMAT: /logfmt or json/,
  LOG_LEVEL: /one of All, Trace, Debug, Info, Warn, Error, Fatal, None/,
  METRICS: /one of protected, open, off/,
  METRICS_TOKEN: /at least 16 visible ASCII characters/,
  NO_PROXY: free,
  OPENADDRESSES_URL: /the address of a mirror, such as https:\/\/batch\.openaddresses\.io/,
  OTLP_ENDPOINT: /such as http:\/\/127\.0\.0\.1:4318/,
  OTLP_HEADERS: /such as authorization=secret/,
  OVERTURE_STAC_URL: /the address of a mirror, such as https:\/\/stac\.overturemaps\.org/,
  POOL_MAX_AGE: /a time such as "90 days"/,
  PORT: /a whole number from 0 to 65535/,
  PUBLIC_HOSTS: /names such as/,
  RATE_LIMIT_FALLBACK: /local or refuse/,
  RATE_LIMIT_STORE: /one of memory, database, redis/,
  READ_THREADS: /a whole number from 1 to 64/,
  REDIS_URL: /such as redis:\/\//,
  SOURCES: /Known: starter/,
  SOURCE_CONTACT: /an e-mail address or a web address/,
  SOURCE_FOLDERS: free,
  SOURCE_HOSTS: /names, addresses or networks such as/,
  SOURCE_MAX_GB: /a whole number from 1 to 1000000/,
  SOURCE_MAX_RATIO: /a whole number from 1 to 1000000/,
  SOURCE_MODULES: /Name a file, relative to the working directory, or an installed package/,
  SYNC: /"on" or "off"/,
  SYNC_CONCURRENCY: /a whole number from 1 to 4/,
  TILE_ATTRIBUTION: free,
  TILE_URL: /such as https:\/\/tiles\.example\.com/,
  TRANSLATOR: /one of offline, deepl, google, libretranslate/,
  TRANSLATOR_KEY: /a key as the provider shows it/,
  TRANSLATOR_URL: /such as https:\/\/translate\.example\.com/,
  TRUSTED_PROXIES: /networks such as 10\.0\.0\.0\/8/
}

/** Values that only a free setting accepts. */
const junk = [
  "jünk välue",
  "-1",
  "1e9",
  "http//missing.colon",
  "two\nlines",
  "\u0007\u001b[31mred",
  "東京",
  "x".repeat(5000)
]

/** Settings that accept some of the junk. */
const fits: Readonly<Record<string, (value: string) => boolean>> = {
  ADMIN_PASSWORD: (value) => value.length >= 12 && value.length < 1024,
  // A host name may consist of digits.
  PUBLIC_HOSTS: (value) => /^[\da-z]+$/.test(value) && value.length < 64,
  SOURCE_HOSTS: (value) => /^[\da-z]+$/.test(value) && value.length < 64,
  METRICS_TOKEN: (value) => /^[\x21-\x7e]{16,}$/.test(value),
  TRANSLATOR_KEY: (value) => /^[\x21-\x7e]+$/.test(value)
}

describe("a setting with a wrong value", () => {
  it("MUST be covered here, whichever it is", () =>
    assert.deepStrictEqual(
      Object.keys(allowed),
      knownSettings.map(({ name }) => name)
    ))

  for (const { name, secret } of knownSettings) {
    it.effect(`MUST be reported in one line that says what is allowed: ${name}`, () =>
      Effect.gen(function* () {
        const what = allowed[name]
        assert.deepStrictEqual(yield* told({}), [])
        assert.deepStrictEqual(yield* told({ [name]: "  " }), [])
        for (const value of junk) {
          const messages = yield* told({ [name]: value })
          if (what === free || fits[name]?.(value) === true) {
            assert.deepStrictEqual(messages, [], value)
            continue
          }
          const [message = ""] = messages
          assert.lengthOf(messages, 1, `${JSON.stringify(value)}: ${messages.join(" | ")}`)
          assert.match(message, new RegExp(`^${name}\\b`), value)
          assert.match(message, what!, value.slice(0, 40))
          assert.notMatch(message, /\p{Cc}/u, `one line, ${JSON.stringify(value)}`)
          assert.isAtMost(message.length, 700, value)
          assert.notMatch(message, /Schema|Expected|_tag|undefined|Error:|\bat \[/, value)
          if (secret === true) assert.notInclude(message, value)
          else if (name !== "SOURCE_MODULES" && /^[\w-]+$/.test(value) && value.length < 50)
            assert.include(message, `"${value}"`)
        }
      })
    )
  }
})
