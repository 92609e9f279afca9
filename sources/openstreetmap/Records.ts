import { Array as Arr, Effect, type Scope, Stream } from "effect"
import { type RawRecord, rejected, type SourceError, type SourceRecord } from "../DataSource.ts"
import { nowhere } from "../surroundings/Surroundings.ts"
import { type AddressObject, readAddresses } from "./AddressObjects.ts"
import type { Levels } from "./AdminLevels.ts"
import { isNumberedByDoor } from "./Doors.ts"
import { type Declared, type Draft, Drafts } from "./Drafts.ts"
import { Duplicates } from "./Duplicates.ts"
import { evidenceOf, inWords, probably } from "./Evidence.ts"
import type { PbfFile } from "./PbfFile.ts"
import { Progress } from "./Progress.ts"
import { Prospects } from "./Prospects.ts"
import { nameOfRef } from "./Refs.ts"
import { computing, eachTape, type Survey, survey } from "./Survey.ts"

/** What to extract. */
export interface Wanted {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly levels: Levels
  readonly declared: Declared
}

/** Evidence of every address, groups of equal addresses, and what is known about addresses without evidence. */
export const settle = Effect.fn("openstreetmap.settle")(function* (
  file: PbfFile,
  progress: Progress,
  found: Survey,
  drafts: Drafts,
  country: string
): Effect.fn.Return<{ readonly duplicates: Duplicates; readonly prospects: Prospects }, SourceError> {
  const { boundaries, firstOf, indoors, objects, pages, scratch, streetKinds, surroundings } = found
  const prospects = new Prospects(surroundings, indoors, pages)
  const duplicates = new Duplicates(surroundings, scratch, pages, isNumberedByDoor(country))
  progress.begin("settle", objects.blocks)
  yield* eachTape(file, progress, objects, (tape, block) => {
    let at = firstOf(block)
    while (!tape.isAtEnd) {
      const object = readAddresses(tape)
      const lon = surroundings.lons.get(at)
      const isAbroad =
        (object.country ?? country) !== country ||
        (lon !== nowhere && boundaries.isAbroad(lon, surroundings.lats.get(at)))
      const addresses = isAbroad ? [] : drafts.of(object, at)
      if (isAbroad) for (let i = 0; i < object.addresses.length; i++) duplicates.leaveOut(at + i)
      addresses.forEach((draft, i) => {
        const evidence = evidenceOf(object, surroundings, indoors, at + i)
        duplicates.add(at + i, object, draft, evidence)
        if (evidence === undefined) prospects.note(at + i, object, streetKinds.of(draft.street))
      })
      at += object.addresses.length
    }
  })
  for (let partition = 0; partition < duplicates.partitionCount; partition++) {
    yield* computing(file)(() => duplicates.settlePartition(partition))
    yield* Effect.yieldNow
  }
  for (const block of objects.blocks) {
    yield* computing(file)(() => prospects.settle(duplicates, firstOf(block), firstOf(block + 1)))
    yield* Effect.yieldNow
  }
  yield* computing(file)(() => prospects.settleIndoors())
  return { duplicates, prospects }
})

/**
 * A house without a street as its country's register writes it, so that the house of both is one: Czech ones with the part
 * of the municipality, Polish ones with their village alone.
 */
const asRegistered = (country: string, { isInPlace }: AddressObject, draft: Draft): Draft => {
  const { city, derived, street } = draft
  if (!isInPlace || street === undefined) return draft
  if (country === "PL" && street === city) return { ...draft, street: undefined }
  if (country !== "CZ") return draft
  return { ...draft, street: undefined, district: street, derived: derived.filter((part) => part !== "district") }
}

/** Makes the records of objects with addresses, once everything around them is known. */
const makeRecords = (country: string, found: Survey, drafts: Drafts, duplicates: Duplicates, prospects: Prospects) => {
  const { surroundings } = found

  const evidenceAt = (at: number): RawRecord["evidence"] => {
    const evidence = duplicates.evidenceAt(at)
    if (evidence !== undefined) return inWords(evidence)
    const precision = prospects.precisionAt(at)
    return precision === undefined ? undefined : probably(precision)
  }

  const recordOf = (object: AddressObject, draft: Draft, at: number): RawRecord => {
    const place = duplicates.placeOf(at)
    const lon = surroundings.lons.get(place)
    const lat = surroundings.lats.get(place)
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
        draft.derived.length === 0 ? undefined : draft.derived.map((component) => ({ component, method: "boundary" })),
      settlement: lon === nowhere || draft.city !== undefined ? undefined : found.settlements.at(lon, lat),
      coordinates: lon === nowhere ? undefined : { latitude: lat / 1e7, longitude: lon / 1e7 },
      evidence,
      language: drafts.languageOf(draft, lon, lat),
      names: drafts.namesOf(object, draft, lon, lat),
      url: `https://www.openstreetmap.org/${name}`
    }
  }

  return (object: AddressObject, at: number): ReadonlyArray<SourceRecord> => {
    const name = nameOfRef(object.ref)
    if (duplicates.isLeftOut(at)) {
      return object.addresses.map(() => rejected("other-country", `${name} lies in another country.`))
    }
    return drafts.of(object, at).map((draft, i) => {
      const other = duplicates.duplicateOf(at + i)
      return other === undefined
        ? recordOf(object, asRegistered(country, object, draft), at + i)
        : rejected("duplicate", `${name} has the same address as ${nameOfRef(other)}.`)
    })
  }
}

/** An extract that is ready to make records for a range of blocks (end excluded), in file order. */
export type Records = (from: number, to: number) => Stream.Stream<SourceRecord, SourceError>

/**
 * Runs all passes that precede the first record. Blocks are decoded once, and what they contain of interest is stored
 * in a scratch file for as long as the scope.
 */
export const prepare = Effect.fn("openstreetmap.prepare")(function* (
  file: PbfFile,
  { country, declared, levels }: Wanted
): Effect.fn.Return<Records, SourceError, Scope.Scope> {
  const progress = new Progress(file)
  const found = yield* survey(file, progress, country, levels)
  const drafts = new Drafts(found, declared)
  const { duplicates, prospects } = yield* settle(file, progress, found, drafts, country)
  const recordsOf = makeRecords(country, found, drafts, duplicates, prospects)
  progress.begin("records", found.objects.blocks)

  const make = (block: number): ReadonlyArray<SourceRecord> => {
    const made: Array<SourceRecord> = []
    const tape = found.objects.get(block)
    if (tape === undefined) return made
    let at = found.firstOf(block)
    while (!tape.isAtEnd) {
      const object = readAddresses(tape)
      for (const record of recordsOf(object, at)) made.push(record)
      at += object.addresses.length
    }
    return made
  }

  return (from, to) =>
    Stream.fromIterable(found.objects.blocks.filter((block) => from <= block && block < to)).pipe(
      Stream.mapEffect((block) =>
        Effect.tap(
          computing(file)(() => make(block)),
          () => progress.step(block)
        )
      ),
      Stream.filter((made) => Arr.isReadonlyArrayNonEmpty(made)),
      Stream.flattenArray
    )
})
