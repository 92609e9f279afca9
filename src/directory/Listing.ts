import { Effect, Schema } from "effect"
import { DirectoryEntry, DirectoryIndex, DirectoryLicense } from "../../schemas/Directory.ts"

/** An upstream's entries, and when its list was downloaded. */
export const Listing = Schema.Struct({ ...DirectoryIndex.fields, entries: Schema.Array(DirectoryEntry) })
export type Listing = typeof Listing.Type

/** The form in files: a licence that hundreds of entries share is stored once. */
const Packed = Schema.Struct({
  ...DirectoryIndex.fields,
  licenses: Schema.Record(Schema.String, DirectoryLicense),
  entries: Schema.Array(Schema.Struct({ ...DirectoryEntry.fields, license: Schema.String }))
})
type Packed = typeof Packed.Type

const PackedListings = Schema.Array(Packed)

/** An entry names a licence that its list lacks. */
class LicenseMissing extends Schema.TaggedError<LicenseMissing>()("LicenseMissing", { message: Schema.String }) {}

const unpacked = ({ entries, licenses, ...index }: Packed): Effect.Effect<Listing, LicenseMissing> =>
  Effect.forEach(entries, (entry) => {
    const license = licenses[entry.license]
    return license === undefined
      ? Effect.fail(
          new LicenseMissing({ message: `${entry.id} has the licence ${entry.license}, which is not listed.` })
        )
      : Effect.succeed({ ...entry, license })
  }).pipe(Effect.map((whole) => ({ ...index, entries: whole })))

const decodeListings = Schema.decodeEffect(Schema.fromJsonString(PackedListings))

/** Parses the listings in a file's text. */
export const parseListings = (
  text: string
): Effect.Effect<ReadonlyArray<Listing>, LicenseMissing | Schema.SchemaError> =>
  Effect.flatMap(decodeListings(text), Effect.forEach(unpacked))

const packed = ({ entries, ...index }: Listing): Packed => {
  const keys = new Map<string, string>()
  const licenses: Record<string, DirectoryLicense> = {}
  const keyOf = (license: DirectoryLicense): string => {
    const content = JSON.stringify(license)
    const before = keys.get(content)
    if (before !== undefined) return before
    const key = String(keys.size + 1)
    keys.set(content, key)
    licenses[key] = license
    return key
  }
  const short = entries.map((entry) => ({ ...entry, license: keyOf(entry.license) }))
  return { ...index, licenses, entries: short }
}

/** The text of a file, with one entry per line, so that a diff shows the changed entries. */
export const formatListings = (listings: ReadonlyArray<Listing>): string => {
  const blocks = listings.map((listing) => {
    const { entries, licenses, ...index } = packed(listing)
    const lines = (rows: ReadonlyArray<string>) => rows.join(",\n")
    const head = Object.entries(index).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    const terms = Object.entries(licenses).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
    return `{${head.join(",")},\n"licenses":{\n${lines(terms)}\n},\n"entries":[\n${lines(entries.map((entry) => JSON.stringify(entry)))}\n]}`
  })
  return `[\n${blocks.join(",\n")}\n]\n`
}
