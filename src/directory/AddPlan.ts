import { Predicate } from "effect"
import { canonicalJson } from "../../schemas/CanonicalJson.ts"
import type { DirectoryEntry } from "../../schemas/Directory.ts"
import type { KeptDownload } from "../../sources/reading/Downloads.ts"
import type { SourceSetting } from "../sync/configured/SourceSettings.ts"
import { reasonFor } from "./AddChoice.ts"
import { type Estimate, estimate, type Experience } from "./AddEstimate.ts"
import { freeName, sourceName } from "./AddName.ts"
import { renewalTime } from "./AddSchedule.ts"
import { licenseInWords } from "./AddTerms.ts"

/** What adding an entry will do. Null means unknown. */
export interface AddPlan extends Estimate {
  readonly country: string
  readonly entry: DirectoryEntry
  /** Other entries for the same country, or for the same part of it, best first. */
  readonly others: ReadonlyArray<DirectoryEntry>
  /** Why one would choose this entry, in a sentence. */
  readonly reason: string
  /** The source's existing or future name. */
  readonly sourceName: string
  readonly type: string
  readonly options: Readonly<Record<string, unknown>>
  /** When it is renewed, in UTC; null if that needs a person. */
  readonly cron: string | null
  /** The same in words. */
  readonly rhythm: string | null
  readonly licenseTerms: string
  readonly downloadBytes: number | null
  /** How many bytes of the download are already on disk. */
  readonly keptBytes: number
  readonly freeBytes: number | null
  /** The source already made from the entry. */
  readonly existing: { readonly sourceName: string; readonly published: number } | null
}

/** The circumstances in which a country is added. */
export interface Circumstances {
  readonly settings: ReadonlyArray<SourceSetting>
  /** Names of existing sources of any kind. */
  readonly names: ReadonlySet<string>
  readonly downloads: ReadonlyArray<KeptDownload>
  readonly freeBytes: number | null
  readonly experience: Experience
  /** A value that differs between installations. */
  readonly salt: string
  /** Published homes by country. */
  readonly published: ReadonlyMap<string, number>
}

/** Whether a source reads what the entry says. It may have more options. */
const reads = (setting: SourceSetting, entry: DirectoryEntry): boolean => {
  const { options } = setting
  if (setting.type !== entry.type || !Predicate.isReadonlyObject(options)) return false
  // The database reorders members.
  return Object.entries(entry.options).every(([name, value]) => canonicalJson(options[name]) === canonicalJson(value))
}

/** The source that was made from an entry: by its name, even if its options were changed, or by its data. */
export const madeOf = (entry: DirectoryEntry, settings: ReadonlyArray<SourceSetting>): SourceSetting | undefined => {
  const name = sourceName(entry)
  return (
    settings.find((setting) => setting.name === name && setting.type === entry.type) ??
    settings.find((setting) => reads(setting, entry))
  )
}

const placeOf = (url: string): string | undefined => {
  if (!URL.canParse(url)) return undefined
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

/** URLs that an entry names. */
export const addressesOf = ({ access, options }: DirectoryEntry): ReadonlyArray<string> => {
  if (access.kind !== "open") return []
  const { location } = options
  const places = Array.isArray(location) ? location : [location]
  return places.filter((place): place is string => typeof place === "string" && /^https?:\/\//.test(place))
}

const keptOf = (entry: DirectoryEntry, { downloads }: Circumstances): number => {
  const places = new Set(addressesOf(entry).map(placeOf))
  return downloads.reduce((sum, { bytes, url }) => (places.has(placeOf(url)) ? sum + bytes : sum), 0)
}

/** The figures that depend on a size, from the directory or from the server. */
export const sized = (
  plan: Omit<AddPlan, keyof Estimate | "downloadBytes">,
  downloadBytes: number | null,
  experience: Experience
): AddPlan => {
  const left = downloadBytes === null ? null : Math.max(0, downloadBytes - plan.keptBytes)
  const keep = addressesOf(plan.entry).length === 0 ? null : downloadBytes
  return { ...plan, downloadBytes, ...estimate(plan.entry, { keep, left }, experience) }
}

/**
 * What adding an entry will do.
 *
 * @param of all entries for the same country, or for the same part of it
 */
export const planOf = (entry: DirectoryEntry, of: ReadonlyArray<DirectoryEntry>, now: Circumstances): AddPlan => {
  const made = madeOf(entry, now.settings)
  const name = made?.name ?? freeName(sourceName(entry), now.names)
  const byHand = entry.access.kind === "byHand"
  const time = byHand ? { cron: null, rhythm: null } : renewalTime(entry.renewed, `${now.salt}/${name}`)
  const plan = {
    country: entry.country,
    entry,
    others: of.filter(({ id }) => id !== entry.id),
    reason: reasonFor(entry, of),
    sourceName: name,
    type: entry.type,
    options: made !== undefined && Predicate.isReadonlyObject(made.options) ? made.options : entry.options,
    ...time,
    licenseTerms: licenseInWords(entry.license),
    keptBytes: keptOf(entry, now),
    freeBytes: now.freeBytes,
    existing: made === undefined ? null : { sourceName: made.name, published: now.published.get(entry.country) ?? 0 }
  }
  return sized(plan, entry.bytes, now.experience)
}
