import { Effect, type Scope, Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import { unreadable } from "../reading/Origin.ts"
import type { Pages } from "../scratch/Pages.ts"
import { openScratch, Scratch, type ScratchFile, scratchFault } from "../scratch/ScratchFile.ts"
import type { Indoors } from "../surroundings/Indoors.ts"
import { nowhere, type Surroundings } from "../surroundings/Surroundings.ts"
import { takes } from "../surroundings/Uses.ts"
import { type Crew, threadFault, Threads } from "../threads/Threads.ts"
import type { Levels } from "./AdminLevels.ts"
import { readAddresses } from "./AddressObjects.ts"
import { readArea } from "./Areas.ts"
import * as BlockTask from "./BlockTask.ts"
import type { Boundaries } from "./Boundaries.ts"
import { downloadAgain, FileFault } from "./FileFault.ts"
import type { NameIndex } from "./NameIndex.ts"
import { type Found, readLine, readMembers } from "./Outlines.ts"
import { kinds, type Member } from "./PbfBlock.ts"
import type { PbfFile } from "./PbfFile.ts"
import { PlaceNodes } from "./PlaceNodes.ts"
import type { Progress } from "./Progress.ts"
import { kindOfRef } from "./Refs.ts"
import { shapeOfWay } from "./Rings.ts"
import type { SharedAddresses } from "./SharedAddresses.ts"
import type { Spool } from "./Spool.ts"
import { Stock } from "./Stock.ts"
import type { StreetKinds } from "./StreetKinds.ts"
import type { TapeReader } from "./Tape.ts"
import { Villages, writesVillages } from "./Villages.ts"

/** What an extract contains around its addresses, found in several passes. */
export interface Survey {
  readonly scratch: ScratchFile
  readonly pages: Pages
  readonly surroundings: Surroundings
  /** Businesses in buildings of unknown use. */
  readonly indoors: Indoors
  readonly boundaries: Boundaries
  readonly streetKinds: StreetKinds
  readonly streets: NameIndex
  readonly places: NameIndex
  /** Cities, towns and villages as points. */
  readonly settlements: PlaceNodes
  /** Languages of the streets, by BCP 47 tag. */
  readonly languages: ReadonlySet<string>
  readonly shared: SharedAddresses
  readonly villages: Villages
  /** Objects with addresses, as read by `readAddresses`. */
  readonly objects: Spool
  /** Number of a block's first address; for the index after the last block, the number of addresses. */
  readonly firstOf: (block: number) => number
}

/** What went wrong in a computation on the data, if it is not a bug. */
const faultOf = (file: PbfFile, cause: unknown): SourceError | undefined => {
  if (!(cause instanceof RangeError)) return scratchFault(file.origin, cause)
  const advice = cause instanceof FileFault ? cause.advice : downloadAgain
  return unreadable(file.origin, `it cannot be read: ${cause.message.replace(/\.$/, "")}. ${advice}`, cause)
}

/** A failure in a computation on the data: the file is to blame, the disk is full, or the code has a bug. */
export const computing =
  (file: PbfFile) =>
  <A>(evaluate: () => A): Effect.Effect<A, SourceError> =>
    Effect.suspend(() => {
      try {
        return Effect.succeed(evaluate())
      } catch (cause) {
        const fault = faultOf(file, cause)
        return fault === undefined ? Effect.die(cause) : Effect.fail(fault)
      }
    })

/** Runs to the end, yielding to other work after each step. */
const inSteps = Effect.fnUntraced(function* (file: PbfFile, steps: Generator<void>) {
  while ((yield* computing(file)(() => steps.next())).done !== true) yield* Effect.yieldNow
})

/** Reads tapes block by block, yielding to other work in between, and at the steps of a visit. */
export const eachTape = Effect.fnUntraced(function* (
  file: PbfFile,
  progress: Progress,
  spool: Spool,
  visit: (tape: TapeReader, block: number) => Generator<void> | void
) {
  for (const block of spool.blocks) {
    const steps = yield* computing(file)(() => {
      const tape = spool.get(block)
      return tape === undefined ? undefined : visit(tape, block)
    })
    if (steps !== undefined) yield* inSteps(file, steps)
    yield* progress.step(block)
    yield* Effect.yieldNow
  }
})

/** Reads blocks in all threads; `take` receives their contents in block order. */
const readBlocks = (
  file: PbfFile,
  progress: Progress,
  crew: Crew<BlockTask.Input, BlockTask.Read>,
  blocks: ReadonlyArray<readonly [number: number, ways: Float64Array | undefined]>,
  take: (read: Exclude<BlockTask.Read, { readonly damage: unknown }>) => void
): Effect.Effect<void, SourceError> =>
  crew
    .map(
      Stream.fromIterable(blocks).pipe(
        Stream.mapEffect(([number, ways]) => Effect.map(file.bytes(number), (bytes) => ({ number, bytes, ways })))
      )
    )
    .pipe(
      Stream.catchTag("ThreadFailed", (failed) => Stream.fail(threadFault(file.origin.source)(failed))),
      Stream.runForEach((read) =>
        "damage" in read
          ? Effect.fail(file.fault(read.number, read.damage))
          : Effect.andThen(
              computing(file)(() => take(read)),
              progress.step(read.number)
            )
      )
    )

/** A point within the area, or the middle of a line, or of the part that the extract has. */
const positionOfWay = (line: Found | undefined) => {
  if (line === undefined || line.found === 0) return undefined
  const shape = shapeOfWay(line)
  if (shape !== undefined) return shape.pointWithin()
  let left = line.found >>> 1
  for (let i = 0; i < line.lons.length; i++) {
    if (line.lons[i] === nowhere) continue
    if (left === 0) return { lon: line.lons[i]!, lat: line.lats[i]! }
    left -= 1
  }
  return undefined
}

const positionOfRelation = (members: ReadonlyArray<Member>, { locations, memberWays }: Stock) => {
  const area = memberWays.areaOf(members, locations)
  if (area !== undefined) return area.shape.pointWithin()
  const ways = members.filter(({ kind }) => kind === kinds.way)
  return ways.map(({ id }) => positionOfWay(memberWays.lineOf(id, locations))).find((at) => at !== undefined)
}

/** Finds the positions of addressed ways and relations. */
const placeAddresses = (stock: Stock) => (tape: TapeReader, block: number) => {
  const { locations, surroundings } = stock
  let at = stock.firstsPlaced[block]!
  while (!tape.isAtEnd) {
    const count = tape.number()
    const position =
      tape.number() === kinds.way
        ? positionOfWay(readLine(tape, locations))
        : positionOfRelation(readMembers(tape), stock)
    if (position !== undefined) surroundings.place(at, at + count, position.lon, position.lat)
    at += count
  }
}

/** Some ten milliseconds. */
const looksPerStep = 2 ** 21

/** Tests buildings and land against the addresses, and keeps boundaries. */
const passAreas = (stock: Stock) =>
  function* (tape: TapeReader): Generator<void> {
    const { boundaries, effort, indoors, isByDoor, locations, memberWays, surroundings } = stock
    // Elsewhere, a shop in a block of flats says nothing about the flats, nor a practice in a house; a guest house does, and
    // a care home in either.
    const concerned = new Set(isByDoor ? ["open", "unclear", "home"] : ["open", "unclear"])
    let rested = effort.spent
    while (!tape.isAtEnd) {
      effort.allowArea()
      if (effort.spent - rested > looksPerStep) {
        rested = effort.spent
        yield
      }
      const { boundary, building, land, levels, ref } = readArea(tape)
      const isWay = kindOfRef(ref) === kinds.way
      const shape = isWay ? shapeOfWay(readLine(tape, locations)) : undefined
      const area = isWay ? shape && { shape, complete: true } : memberWays.areaOf(readMembers(tape), locations)
      if (area === undefined) continue
      if (building !== undefined) surroundings.passBuilding(area.shape, building, ref, levels)
      if (building !== undefined) {
        const isConcerned = concerned.has(building.kind)
        if (isConcerned || building.kind === "home") {
          indoors.pass(area.shape, ref, isConcerned ? undefined : (tag) => takes(building.tag, tag))
        }
      }
      if (land !== undefined) surroundings.passLand(area.shape, land, ref)
      if (boundary !== undefined) boundaries.add(boundary, area)
    }
  }

/** The buildings around addresses that have a number, but no street, by anything known so far. */
const streetGivers = ({ shared, streetless, surroundings }: Stock): ReadonlySet<number> => {
  const givers = new Set<number>()
  for (const [at, ref] of streetless) {
    const building = shared.of(ref) === undefined ? surroundings.buildingAround(at)?.ref : undefined
    if (building !== undefined && shared.of(building) === undefined) givers.add(building)
  }
  return givers
}

/**
 * Finds the streets of buildings that have a number, for the entrances in them that have only that, and villages without
 * streets.
 */
const passGivers =
  ({ shared }: Stock, givers: ReadonlySet<number>, villages: Villages) =>
  (tape: TapeReader) => {
    while (!tape.isAtEnd) {
      const object = readAddresses(tape)
      const { addresses, ref } = object
      villages.note(object, shared.of(ref)?.street !== undefined)
      if (givers.has(ref)) shared.addBuilding(ref, addresses)
    }
  }

/** Surveys an extract for a country. Blocks are decoded once; those with ways that are members of relations, twice. */
export const survey = Effect.fn("openstreetmap.survey")(function* (
  file: PbfFile,
  progress: Progress,
  country: string,
  levels: Levels
): Effect.fn.Return<Survey, SourceError, Scope.Scope> {
  const scratch = yield* openScratch(file.origin)
  const { locationsOnWays } = file
  const crew = yield* (yield* Threads).crew(BlockTask.task, { country, levels, locationsOnWays })
  const stock = new Stock(scratch, (yield* Scratch).heldBytes, file.blocks.length, country, levels)
  const all = Array.from(file.blocks.keys())
  progress.begin("blocks", all)
  yield* readBlocks(
    file,
    progress,
    crew,
    all.map((number) => [number, undefined]),
    (read) => "excerpt" in read && stock.take(read.number, read.excerpt)
  )
  yield* inSteps(file, stock.sealing())
  const members = Array.from(stock.ways).flatMap(([number, [first, last]]) => {
    const wanted = stock.memberWays.between(first, last)
    return wanted.length === 0 ? [] : [[number, wanted] as const]
  })
  progress.begin(
    "members",
    members.map(([number]) => number)
  )
  yield* readBlocks(file, progress, crew, members, (read) => "lines" in read && stock.memberWays.take(read.lines))
  progress.begin("places", stock.outlines.blocks)
  yield* eachTape(file, progress, stock.outlines, placeAddresses(stock))
  yield* inSteps(file, stock.surroundings.indexing())
  yield* inSteps(file, stock.indoors.sealing())
  progress.begin("areas", stock.areas.blocks)
  yield* eachTape(file, progress, stock.areas, passAreas(stock))
  stock.surroundings.dropIndex()
  const givers = streetGivers(stock)
  const villages = new Villages(writesVillages(country))
  const isNeeded = givers.size > 0 || (villages.areRead && stock.streetless.length > 0)
  progress.begin("givers", isNeeded ? stock.objects.blocks : [])
  if (isNeeded) yield* eachTape(file, progress, stock.objects, passGivers(stock, givers, villages))
  yield* inSteps(file, stock.indoors.settling(stock.surroundings))
  return yield* computing(file)((): Survey => {
    const { boundaries, firsts, indoors, objects, pages, places, streetKinds, streetNames, shared, surroundings } =
      stock
    const streets = streetNames.index(stock.positionOf)
    stock.releaseLocations()
    boundaries.seal(stock.placeNodes)
    return {
      scratch,
      pages,
      surroundings,
      villages,
      indoors,
      boundaries,
      streetKinds,
      streets,
      places,
      settlements: new PlaceNodes(stock.placeNodes),
      languages: streetNames.languages(),
      shared,
      objects,
      firstOf: (block) => firsts[block]!
    }
  })
})
