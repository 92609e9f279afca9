import { createHash } from "node:crypto"
import type { DirectoryEntry } from "../../schemas/Directory.ts"
import { fold } from "../../schemas/Fold.ts"

/** Maximum length of a source's name. */
const longest = 40

const slug = (text: string): string =>
  fold(text)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")

/** `or-clackamas` of `openaddresses:us/or/clackamas`, `new-york` of `geofabrik:north-america/us/new-york:US`. */
const placeOf = ({ country, id }: DirectoryEntry): string => {
  const path = id.slice(id.indexOf(":") + 1).replace(/:[A-Z]{2}$/, "")
  const steps = path.split("/")
  const own = steps.indexOf(country.toLowerCase())
  return slug(own < 0 ? (steps.at(-1) ?? path) : steps.slice(own + 1).join("-"))
}

/** What distinguishes several lists of a whole country: `sv` in `openaddresses:fi/countrywide-sv`. */
const listOf = (entry: DirectoryEntry): string =>
  entry.id.includes(`:${entry.country.toLowerCase()}/`) ? placeOf(entry).replace(/^country(?:wide)?-?/, "") : ""

const kindOf = ({ options, type }: DirectoryEntry): string => {
  const register = options["register"]
  return slug(type === "register" && typeof register === "string" ? register : type)
}

/**
 * The proposed name of an entry's source: `ch-openstreetmap`, `us-new-york-openstreetmap`, `nl-bag`. Different entries
 * of the directory have different names.
 */
export const sourceName = (entry: DirectoryEntry): string => {
  const country = entry.country.toLowerCase()
  const kind = kindOf(entry)
  const words = [
    ...(kind === country || kind.startsWith(`${country}-`) ? [] : [country]),
    entry.part === null ? listOf(entry) : placeOf(entry),
    kind
  ]
  // A register for a part of a country has both in its ID.
  const whole = Array.from(new Set(words.filter((word) => word !== ""))).join("-")
  if (whole.length <= longest) return whole
  const mark = createHash("sha256").update(entry.id).digest("hex").slice(0, 6)
  return `${whole.slice(0, longest - mark.length - 1).replace(/-$/, "")}-${mark}`
}

/** The first unused one of `name`, `name-2`, `name-3`, … */
export const freeName = (name: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(name)) return name
  for (let number = 2; ; number++) {
    const ending = `-${number}`
    const other = `${name.slice(0, longest - ending.length)}${ending}`
    if (!taken.has(other)) return other
  }
}
