import * as fc from "fast-check"
import type { DirectoryEntry } from "../../schemas/Directory.ts"
import { EvidenceKind } from "../../schemas/Address.ts"

/** An entry of a made-up directory. What a test does not set is the same in all of them. */
export const entryOf = (given: Partial<DirectoryEntry> & Pick<DirectoryEntry, "id">): DirectoryEntry => ({
  country: "CH",
  part: null,
  covers: ["CH"],
  upstream: "geofabrik",
  type: "openstreetmap",
  options: { location: `https://download.geofabrik.de/${given.id}.osm.pbf`, countries: ["CH"] },
  title: `The source ${given.id}`,
  evidence: "building",
  license: { name: "ODbL 1.0", shareAlike: true, attribution: "© Somebody", citation: "https://example.org/licence" },
  bytes: null,
  addresses: null,
  renewed: "daily",
  access: { kind: "open" },
  homepage: "https://example.org",
  ...given
})

const about = fc.option(fc.integer({ min: 0, max: 5 }), { nil: null })

/** Entries of one country that differ in what the choice depends on, each with its own ID. */
export const rivals = fc
  .array(
    fc.record({
      evidence: fc.constantFrom(...EvidenceKind.literals),
      shareAlike: fc.boolean(),
      byHand: fc.boolean(),
      addresses: about,
      bytes: about
    }),
    { minLength: 1, maxLength: 8 }
  )
  .map((all) =>
    all.map(({ byHand, shareAlike, ...one }, index) => {
      const entry = entryOf({ id: `geofabrik:${index}`, ...one })
      const license = { ...entry.license, shareAlike }
      const access: DirectoryEntry["access"] = byHand ? { kind: "byHand", what: "Fetch it." } : { kind: "open" }
      return { ...entry, license, access }
    })
  )
