import { Schema } from "effect"
import { Count } from "./Numbers.ts"
import { CountryCode, EvidenceKind } from "./Address.ts"

const text = (description: string, example: string) =>
  Schema.NonEmptyString.annotate({ description, examples: [example] })

const about = (description: string) => Schema.NullOr(Count).annotate({ description })

/** The project whose list contains an entry. */
export const Upstream = Schema.Literals(["geofabrik", "overture", "openaddresses", "register"]).annotate({
  identifier: "DirectoryUpstream",
  description:
    "geofabrik: OpenStreetMap extracts. overture: Overture Maps addresses. openaddresses: OpenAddresses. register: an official register that Doorstep declares."
})
export type Upstream = typeof Upstream.Type

/** How often upstream publishes new data, by its own statement. */
export const Renewal = Schema.Literals(["daily", "weekly", "monthly", "quarterly", "yearly", "irregularly"]).annotate({
  identifier: "DirectoryRenewal"
})
export type Renewal = typeof Renewal.Type

export const DirectoryLicense = Schema.Struct({
  name: text("Name of the licence.", "ODbL 1.0"),
  shareAlike: Schema.Boolean.annotate({
    description: "Whether anything derived from the data must be shared under the same licence."
  }),
  attribution: text("What has to be shown where the data are used.", "© OpenStreetMap contributors"),
  citation: text("Where the licence is stated.", "https://www.openstreetmap.org/copyright")
}).annotate({ identifier: "DirectoryLicense" })
export type DirectoryLicense = typeof DirectoryLicense.Type

/** Whether Doorstep can download the data by itself, or what a person has to do first. */
export const DirectoryAccess = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("open") }),
  Schema.Struct({
    kind: Schema.Literal("byHand"),
    what: text("What has to be done by hand, in a sentence.", "Download the file, and give its path as the location.")
  })
]).annotate({ identifier: "DirectoryAccess" })
export type DirectoryAccess = typeof DirectoryAccess.Type

/** Open data for a country or a part of it, and how Doorstep reads them. */
export const DirectoryEntry = Schema.Struct({
  id: text("Stable, and of this entry alone.", "geofabrik:europe/switzerland"),
  country: CountryCode,
  part: Schema.NullOr(
    Schema.Struct({
      name: text("Name of the part.", "Zurich"),
      code: Schema.NullOr(Schema.NonEmptyString).annotate({
        description: "ISO 3166-2 code, if there is one.",
        examples: ["CH-ZH"]
      })
    })
  ).annotate({ description: "The part of the country that is covered; null for all of it." }),
  covers: Schema.NonEmptyArray(CountryCode).annotate({
    description: "Every country in the same file, usually only one.",
    examples: [["CH"]]
  }),
  upstream: Upstream,
  type: text("Type of the source that reads it.", "openstreetmap"),
  options: Schema.Record(Schema.String, Schema.Json).annotate({
    description:
      "Options of that type. If upstream has releases, the location names none and follows the latest. For data downloaded by hand, the location is the page that offers it."
  }),
  title: text("What a list calls it.", "OpenStreetMap, Switzerland (Geofabrik)"),
  evidence: EvidenceKind.annotate({
    description: "The strongest evidence that most of its homes have."
  }),
  license: DirectoryLicense,
  bytes: about("Bytes to download, about; null where it is not known."),
  addresses: about("Addresses, about; null where it is not known."),
  renewed: Renewal,
  access: DirectoryAccess,
  homepage: text("Where upstream describes the data.", "https://download.geofabrik.de/europe/switzerland.html")
}).annotate({ identifier: "DirectoryEntry", description: "Open data for a country, and how to read it." })
export type DirectoryEntry = typeof DirectoryEntry.Type

/** When an upstream list was downloaded, and the result of the last attempt to update it. */
export const DirectoryIndex = Schema.Struct({
  upstream: Upstream,
  takenAt: Schema.String.annotate({
    description: "When upstream's list was downloaded, RFC 3339.",
    examples: ["2026-08-21T00:00:00Z"]
  }),
  release: Schema.NullOr(Schema.String).annotate({
    description: "Upstream's name for the version of the list, if it has one."
  })
}).annotate({ identifier: "DirectoryIndex" })
export type DirectoryIndex = typeof DirectoryIndex.Type
