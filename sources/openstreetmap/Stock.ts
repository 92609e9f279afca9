import { Pages } from "../scratch/Pages.ts"
import type { ScratchFile } from "../scratch/ScratchFile.ts"
import { Effort } from "../surroundings/Effort.ts"
import { Indoors } from "../surroundings/Indoors.ts"
import { Surroundings } from "../surroundings/Surroundings.ts"
import type { Levels } from "./AdminLevels.ts"
import { Boundaries, type PlaceNode } from "./Boundaries.ts"
import { isNumberedByDoor } from "./Doors.ts"
import { type Excerpt, perAddress } from "./Excerpt.ts"
import { type HintVisitor, readHints } from "./Hints.ts"
import { MemberWays } from "./MemberWays.ts"
import { NameIndex } from "./NameIndex.ts"
import { StreetNames } from "./Names.ts"
import { NodeLocations } from "./NodeLocations.ts"
import { kinds } from "./PbfBlock.ts"
import { SharedAddresses } from "./SharedAddresses.ts"
import { Spool } from "./Spool.ts"
import { StreetKinds } from "./StreetKinds.ts"
import { TapeReader } from "./Tape.ts"

/** The contents of a file that concern addresses, block by block. */
export class Stock {
  readonly pages: Pages
  readonly effort = new Effort()
  readonly surroundings: Surroundings
  readonly indoors: Indoors
  readonly locations: NodeLocations
  readonly memberWays: MemberWays
  readonly streetNames = new StreetNames()
  readonly streetKinds = new StreetKinds()
  readonly shared = new SharedAddresses()
  /** Numbers and refs of addresses without a street. */
  readonly streetless: Array<readonly [at: number, ref: number]> = []
  readonly places = new NameIndex()
  readonly placeNodes: Array<PlaceNode> = []
  readonly boundaries: Boundaries
  /** Whether house numbers are those of doors. */
  readonly isByDoor: boolean
  readonly objects: Spool
  readonly outlines: Spool
  readonly areas: Spool
  /** Number of the first address of each block, and the end. */
  readonly firsts: Float64Array
  /** Number of the first address of each block that is not on a node. */
  readonly firstsPlaced: Float64Array
  /** IDs of the first and the last way, for blocks with ways. */
  readonly ways = new Map<number, Excerpt["ways"]>()

  constructor(scratch: ScratchFile, heldBytes: number, blocks: number, country: string, levels: Levels) {
    this.pages = new Pages(scratch, heldBytes)
    this.surroundings = new Surroundings(this.pages, this.effort)
    this.indoors = new Indoors(this.pages, this.effort)
    this.locations = new NodeLocations(this.pages)
    this.memberWays = new MemberWays(this.pages, this.effort)
    this.boundaries = new Boundaries(country, levels)
    this.isByDoor = isNumberedByDoor(country)
    this.objects = new Spool(scratch)
    this.outlines = new Spool(scratch)
    this.areas = new Spool(scratch)
    this.firsts = new Float64Array(blocks + 1)
    this.firstsPlaced = new Float64Array(blocks)
  }

  /** The number of the first address of the block that is being added. */
  private taken = 0

  private readonly hints: HintVisitor = {
    indoor: ({ lat, lon, ref, tag }) => this.indoors.add(lon, lat, ref, tag),
    place: ({ kind, lat, lon, name, population, translations }) => {
      if (translations !== undefined) this.places.add(name, lon, lat, translations)
      if (kind !== undefined) this.placeNodes.push({ name, kind, population: population || undefined, lon, lat })
    },
    streetKind: (kind) => this.streetKinds.offer(kind),
    street: (street) => this.streetNames.offer(street),
    shared: ({ houses, parts }) => this.shared.offer(parts, houses),
    streetless: ({ first, ref }) => this.streetless.push([this.taken + first, ref]),
    state: (name) => this.boundaries.note(name)
  }

  /** Adds the contents of a block; blocks come in order. */
  take(number: number, excerpt: Excerpt): void {
    const { addresses, areas, hints, kinds: held, members, nodes, objects, onNodes, outlines, ways } = excerpt
    this.locations.add(nodes)
    this.taken = this.surroundings.length
    this.firstsPlaced[number] = this.surroundings.length + onNodes
    for (let i = 0; i < addresses.length; i += perAddress) {
      this.surroundings.add(addresses[i]!, addresses[i + 1]!, addresses[i + 2]!)
    }
    this.firsts[number + 1] = this.surroundings.length
    this.objects.put(number, objects)
    this.outlines.put(number, outlines)
    this.areas.put(number, areas)
    this.memberWays.want(members)
    if ((held & kinds.way) !== 0) this.ways.set(number, ways)
    if (hints !== undefined) readHints(new TapeReader(hints), this.hints)
  }

  /** All blocks have been added; ends the adding phase step by step. */
  *sealing(): Generator<void> {
    this.effort.allowPoints(this.surroundings.length + this.indoors.length)
    yield* this.locations.sealing()
    this.memberWays.seal()
    this.shared.seal()
  }

  /** Releases what is no longer needed once all positions are known. */
  releaseLocations(): void {
    this.locations.release()
    this.memberWays.release()
  }

  /** The position of a node. */
  readonly positionOf = (node: number): { readonly lon: number; readonly lat: number } | undefined => {
    const lons = new Int32Array(1)
    const lats = new Int32Array(1)
    return this.locations.locate(node, 0, lons, lats) ? { lon: lons[0]!, lat: lats[0]! } : undefined
  }
}
