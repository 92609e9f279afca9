import { Array as Arr, Effect, Stream } from "effect"
import { type RawRecord, rejected, type SourceError, type SourceRecord } from "../DataSource.ts"
import type { Levels } from "./AdminLevels.ts"
import { countryOf } from "./AddressTags.ts"
import { type Declared, type Draft, Drafts } from "./Drafts.ts"
import { Duplicates } from "./Duplicates.ts"
import { evidenceOf, inWords, probably } from "./Evidence.ts"
import { Prospects } from "./Prospects.ts"
import { nowhere } from "../surroundings/Surroundings.ts"
import { type AddressObject, eachAddressObject } from "./Objects.ts"
import type { PbfFile } from "./PbfFile.ts"
import { nameOfRef } from "./Refs.ts"
import { type Survey, survey } from "./Survey.ts"

/** What is asked of an extract. */
export interface Wanted {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly levels: Levels
  readonly declared: Declared
}

/** Evidence of every address, which of them say the same, and what is known of those that nothing is said of. */
export const settle = Effect.fn("openstreetmap.settle")(function* (
  file: PbfFile,
  found: Survey,
  drafts: Drafts,
  country: string
): Effect.fn.Return<{ readonly duplicates: Duplicates; readonly prospects: Prospects }, SourceError> {
  const { boundaries, indoors, streetKinds, surroundings } = found
  const prospects = new Prospects(surroundings, indoors)
  const duplicates = new Duplicates(surroundings.lons, surroundings.lats)
  yield* file.each(found.blocks, (block, number) => {
    let at = found.firstOf(number)
    eachAddressObject(block, (object) => {
      const { count, ref, tags } = object
      const abroad =
        (countryOf(tags) ?? country) !== country ||
        (surroundings.lons[at] !== nowhere && boundaries.isAbroad(surroundings.lons[at]!, surroundings.lats[at]!))
      const addresses = abroad ? [] : drafts.of(object, at)
      for (let i = 0; i < count; i++) {
        const draft = addresses[i]
        if (draft === undefined) {
          duplicates.leaveOut(at + i)
          continue
        }
        const evidence = evidenceOf(tags, ref, surroundings, indoors, at + i)
        duplicates.add(at + i, ref, tags, draft, evidence)
        if (evidence === undefined) prospects.note(at + i, tags, streetKinds.of(draft.street))
      }
      at += count
    })
  })
  yield* duplicates.settle
  prospects.settle(duplicates)
  return { duplicates, prospects }
})

/**
 * The addresses of an extract in a country, in the order of the file. The file is read several times, and nothing of it
 * is kept but numbers: some 110 bytes an address and 10 bytes a node of a building or boundary.
 */
export const records = (
  file: PbfFile,
  { country, declared, levels }: Wanted
): Stream.Stream<SourceRecord, SourceError> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const found = yield* survey(file, country, levels)
      const drafts = new Drafts(found, country, declared)
      const { duplicates, prospects } = yield* settle(file, found, drafts, country)
      const { surroundings } = found

      const evidenceAt = (at: number): RawRecord["evidence"] => {
        const evidence = duplicates.evidenceAt(at)
        if (evidence !== undefined) return inWords(evidence)
        const precision = prospects.precisionAt(at)
        return precision === undefined ? undefined : probably(precision)
      }

      const recordOf = (object: AddressObject, draft: Draft, at: number): RawRecord => {
        const place = duplicates.placeOf(at)
        const lon = surroundings.lons[place]!
        const lat = surroundings.lats[place]!
        const evidence = evidenceAt(at)
        const name = nameOfRef(object.ref)
        return {
          recordId: draft.part === "" ? name : `${name}#${draft.part}`,
          houseNumber: draft.houseNumber,
          street: draft.street,
          unit: draft.unit,
          building: draft.building,
          district: draft.district,
          city: draft.city,
          region: draft.region,
          postcode: draft.postcode,
          derived:
            draft.derived.length === 0
              ? undefined
              : draft.derived.map((component) => ({ component, method: "boundary" })),
          settlement: lon === nowhere || draft.city !== undefined ? undefined : found.settlements.at(lon, lat),
          coordinates: lon === nowhere ? undefined : { latitude: lat / 1e7, longitude: lon / 1e7 },
          evidence,
          language: drafts.languageOf(draft, lon, lat),
          names: drafts.namesOf(object, draft, lon, lat),
          url: `https://www.openstreetmap.org/${name}`
        }
      }

      const recordsOf = (object: AddressObject, at: number): ReadonlyArray<SourceRecord> => {
        const name = nameOfRef(object.ref)
        if (duplicates.isLeftOut(at)) {
          return Array.from({ length: object.count }, () =>
            rejected("other-country", `${name} lies in another country.`)
          )
        }
        return drafts.of(object, at).map((draft, i) => {
          const other = duplicates.duplicateOf(at + i)
          return other === undefined
            ? recordOf(object, draft, at + i)
            : rejected("duplicate", `${name} has the same address as ${nameOfRef(other)}.`)
        })
      }

      return file
        .map(found.blocks, (block, number) => {
          const made: Array<SourceRecord> = []
          let at = found.firstOf(number)
          eachAddressObject(block, (object) => {
            for (const record of recordsOf(object, at)) made.push(record)
            at += object.count
          })
          return made
        })
        .pipe(
          Stream.filter((made) => Arr.isReadonlyArrayNonEmpty(made)),
          Stream.flattenArray
        )
    })
  )
