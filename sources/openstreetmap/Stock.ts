import { Effect } from "effect"
import type { SourceError } from "../DataSource.ts"
import type { Levels } from "./AdminLevels.ts"
import { addressKeys, countAddresses } from "./AddressTags.ts"
import { Boundaries, boundaryKeys, boundaryLevel, type PlaceNode, settlements } from "./Boundaries.ts"
import { translationsOf } from "./Languages.ts"
import { MemberWays } from "./MemberWays.ts"
import { NameIndex } from "./NameIndex.ts"
import { StreetNames, StreetRelations } from "./Names.ts"
import { NodeLocations } from "./NodeLocations.ts"
import { kinds, type Member, type Tags } from "./PbfBlock.ts"
import type { PbfFile } from "./PbfFile.ts"
import { refOf } from "./Refs.ts"
import { StreetKinds } from "./StreetKinds.ts"
import { Indoors } from "../surroundings/Indoors.ts"
import { indoorKeys, indoorPursuitOf } from "../surroundings/Pursuits.ts"
import { nowhere, own, Surroundings } from "../surroundings/Surroundings.ts"
import { areaKeys, useOfAddress, useOfBuilding, useOfLand } from "../surroundings/Uses.ts"

const streetTypes = new Set(["associatedStreet", "street"])
const houseRoles = new Set(["", "address", "house"])

const nodeKey = (key: string): boolean => key === "place" || addressKeys.has(key) || indoorKeys.has(key)
/** Keys of areas that say something of the addresses in them. */
export const areaKey = (key: string): boolean => areaKeys.has(key) || boundaryKeys.has(key)
const wayKey = (key: string): boolean => key === "highway" || areaKey(key) || addressKeys.has(key)
const relationKey = (key: string): boolean => key === "type" || areaKey(key) || addressKeys.has(key)

/** Without it, a house number alone does not tell one house from another. */
const hasStreet = (tags: Tags): boolean => tags.has("addr:street") || tags.has("addr:place")

const saidBy = (tags: Tags): number => {
  if (useOfAddress(tags).kind !== "open") return own.decided
  return useOfBuilding(tags) === undefined ? own.open : own.building
}

/** What a file holds, and what is asked of it before its areas can be looked at. */
export class Stock {
  readonly surroundings = new Surroundings()
  readonly indoors = new Indoors()
  readonly locations = new NodeLocations()
  readonly memberWays = new MemberWays()
  readonly streetNames = new StreetNames()
  readonly streetKinds = new StreetKinds()
  readonly streetRelations = new StreetRelations()
  readonly places = new NameIndex()
  readonly placeNodes: Array<PlaceNode> = []
  readonly boundaries: Boundaries
  private readonly levels: Levels
  private readonly kinds: Uint8Array
  /** Number of the first address of each block, and behind the last. */
  readonly firsts: Uint32Array

  constructor(blocks: number, country: string, levels: Levels) {
    this.levels = levels
    this.boundaries = new Boundaries(country, levels)
    this.kinds = new Uint8Array(blocks)
    this.firsts = new Uint32Array(blocks + 1)
  }

  /** Whether the tags make an area that says something of the addresses in it. */
  isArea(tags: Tags): boolean {
    return (
      useOfBuilding(tags) !== undefined ||
      useOfLand(tags) !== undefined ||
      boundaryLevel(tags, this.levels) !== undefined
    )
  }

  /** Blocks with objects of some of the kinds, as bits of `kinds`. */
  readonly holding = (kinds: number): ReadonlyArray<number> =>
    Array.from(this.kinds.keys()).filter((block) => (this.kinds[block]! & kinds) !== 0)

  /** Blocks with addresses. */
  addressed(): ReadonlyArray<number> {
    return Array.from(this.kinds.keys()).filter((block) => this.firsts[block + 1]! > this.firsts[block]!)
  }

  private addAddresses(tags: Tags, lon: number, lat: number): boolean {
    const count = countAddresses(tags)
    const said = count === 0 ? own.open : saidBy(tags)
    for (let i = 0; i < count; i++) this.surroundings.add(lon, lat, said)
    return count > 0
  }

  private readonly takeNode = (id: number, lon: number, lat: number, tags: Tags): void => {
    const addressed = this.addAddresses(tags, lon, lat)
    const pursuit = addressed && hasStreet(tags) ? undefined : indoorPursuitOf(tags)
    if (pursuit !== undefined) this.indoors.add(lon, lat, refOf(kinds.node, id), pursuit)
    const place = tags.get("place")
    const name = tags.get("name")
    if (place === undefined || name === undefined) return
    const translations = translationsOf(tags, "name")
    if (translations !== undefined) this.places.add(name, lon, lat, translations)
    if (!settlements.has(place)) return
    const population = Number(tags.get("population")?.replace(/[ .,](?=\d{3})/g, ""))
    this.placeNodes.push({
      name,
      kind: place,
      population: Number.isFinite(population) && population > 0 ? population : undefined,
      lon,
      lat
    })
  }

  private readonly takeWay = (_: number, tags: Tags, refs: ReadonlyArray<number>): void => {
    const addressed = this.addAddresses(tags, nowhere, nowhere)
    const closed = refs.length > 3 && refs[0] === refs[refs.length - 1]
    if (addressed || (closed && this.isArea(tags))) for (const ref of refs) this.locations.want(ref)
    this.streetKinds.offer(tags)
    const node = this.streetNames.offer(tags, refs)
    if (node !== undefined) this.locations.want(node)
  }

  private readonly takeRelation = (_: number, tags: Tags, members: ReadonlyArray<Member>): void => {
    const addressed = this.addAddresses(tags, nowhere, nowhere)
    if (addressed || this.isArea(tags)) this.memberWays.want(members)
    this.boundaries.note(tags)
    if (!streetTypes.has(tags.get("type") ?? "")) return
    const houses = members.filter(({ role }) => houseRoles.has(role))
    this.streetRelations.offer(
      tags,
      houses.map(({ id, kind }) => refOf(kind, id))
    )
  }

  /** The first pass: which addresses there are, and what it takes to say more of them. */
  take(file: PbfFile): Effect.Effect<void, SourceError> {
    const all = Array.from(this.kinds.keys())
    const pass = file.each(all, (block, number) => {
      this.kinds[number] = block.kinds
      block.nodes(nodeKey, this.takeNode)
      block.ways(wayKey, this.takeWay)
      block.relations(relationKey, this.takeRelation)
      this.firsts[number + 1] = this.surroundings.length
    })
    return Effect.andThen(
      pass,
      Effect.sync(() => {
        this.surroundings.seal()
        this.indoors.seal()
        this.streetRelations.seal()
      })
    )
  }
}
