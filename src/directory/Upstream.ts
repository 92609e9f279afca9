import { Effect, Schema } from "effect"
import type { DirectoryEntry, Upstream } from "../../schemas/Directory.ts"
import type { SourceError } from "../../sources/DataSource.ts"
import { latestRelease, type Reader } from "../../sources/SourceFiles.ts"
import { GeofabrikIndex, geofabrikEntries } from "./Geofabrik.ts"
import type { Listing } from "./Listing.ts"
import { OpenAddressesData, openAddressesEntries, OpenAddressesLicenses } from "./OpenAddresses.ts"

/** An upstream's list cannot be downloaded. The message says which and why. */
export class UpstreamFault extends Schema.TaggedError<UpstreamFault>()("UpstreamFault", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

type Reading = Reader["Service"]

/** The reader's name in errors. */
const asker = "directory"

const failed = (cause: SourceError) => new UpstreamFault({ message: cause.message, cause })

const document = <S extends Schema.Top & { readonly DecodingServices: never }>(
  reader: Reading,
  url: string,
  setting: string,
  schema: S
): Effect.Effect<S["Type"], UpstreamFault> =>
  Effect.mapError(reader.document(asker, url), failed).pipe(
    Effect.flatMap((text) =>
      Effect.mapError(
        Schema.decodeEffect(Schema.fromJsonString(schema))(text),
        (cause) =>
          new UpstreamFault({ message: `${url}: it is not the list that is expected there. Check ${setting}.`, cause })
      )
    )
  )

type Taken = Pick<Listing, "release" | "entries">

/** Geofabrik's index, with borders. https://download.geofabrik.de/technical.html */
const geofabrik = Effect.fn("Directory.geofabrik")(function* (reader: Reading): Effect.fn.Return<Taken, UpstreamFault> {
  const base = reader.upstreams.geofabrik
  const index = yield* document(reader, `${base}/index-v1.json`, "GEOFABRIK_URL", GeofabrikIndex)
  return { release: null, entries: yield* geofabrikEntries(index, base) }
})

/**
 * The catalog names the current release, but not its contents per country: those come from Overture's documentation.
 */
const overture = Effect.fn("Directory.overture")(function* (
  reader: Reading,
  known: ReadonlyArray<DirectoryEntry>
): Effect.fn.Return<Taken, UpstreamFault> {
  return { release: yield* Effect.mapError(latestRelease(reader, asker), failed), entries: known }
})

/** OpenAddresses' last successful runs, with the licences of their sources. */
const openAddresses = Effect.fn("Directory.openAddresses")(function* (
  reader: Reading
): Effect.fn.Return<Taken, UpstreamFault> {
  const api = `${reader.upstreams.openAddresses}/api`
  const data = yield* document(reader, `${api}/data`, "OPENADDRESSES_URL", OpenAddressesData)
  const licenses = yield* document(reader, `${api}/licenses`, "OPENADDRESSES_URL", OpenAddressesLicenses)
  return { release: null, entries: openAddressesEntries(data, licenses) }
})

/** Upstreams whose lists can be updated. Registers are declared in Doorstep itself. */
export const renewable = ["geofabrik", "overture", "openaddresses"] as const satisfies ReadonlyArray<Upstream>
export type Renewable = (typeof renewable)[number]

/** Downloads an upstream's current list. `known`: the existing entries of it. */
export const take = (
  reader: Reading,
  upstream: Renewable,
  known: ReadonlyArray<DirectoryEntry>
): Effect.Effect<Taken, UpstreamFault> => {
  const taken = {
    geofabrik: geofabrik(reader),
    overture: overture(reader, known),
    openaddresses: openAddresses(reader)
  }[upstream]
  return Effect.filterOrFail(
    taken,
    // A list that lost most of its entries is more likely broken than right.
    ({ entries }) => entries.length > 0 && entries.length * 2 >= known.length,
    ({ entries }) =>
      new UpstreamFault({
        message: `The list of ${upstream} has ${entries.length} entries now, and had ${known.length}: it is ignored.`
      })
  )
}
