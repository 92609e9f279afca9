import { Fault, type Parser } from "../reading/Parser.ts"
import { attribute, cutOff, type XmlListener, xmlParser } from "../reading/Xml.ts"
import { unescapeXml } from "../reading/XmlReferences.ts"
import { grown, idOf, incomplete, isFailure, kindOf, type MapObject, positionOf, withCenter } from "./MapObject.ts"
import { kinds, type Member } from "./PbfBlock.ts"

const attributesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(text.matchAll(attribute), ([, name = "", double, single = ""]) => [
      name,
      unescapeXml(double ?? single, () => {})
    ])
  )

const isDeleted = (attributes: ReadonlyMap<string, string>): boolean =>
  attributes.get("action") === "delete" || attributes.get("visible") === "false"

/** An object whose end tag has not been read yet. */
interface Open extends MapObject {
  readonly name: string
  readonly isDeleted: boolean
  readonly tags: Array<readonly [string, string]>
  readonly refs: Array<number>
  readonly members: Array<Member>
}

/** Nodes, ways and relations of a document. */
class MapElements implements XmlListener<MapObject> {
  #open = 0
  #isMap = false
  #object: Open | undefined
  /** Nodes that a way has with their positions. */
  #located: Array<MapObject> = []
  #center: readonly [lon: number, lat: number] | undefined
  #size = 0
  #remark: string | undefined

  start(name: string, text: string): void {
    this.#open += 1
    if (this.#open === 1) return this.#root(name)
    const kind = kindOf[name]
    if (this.#object === undefined && kind !== undefined && this.#open === 2) this.#begin(name, kind, text)
    else if (this.#object !== undefined) this.#within(this.#object, name, text)
    else if (name === "remark") this.#remark = ""
  }

  say(part: string): void {
    if (this.#remark !== undefined) this.#remark = (this.#remark + part).slice(0, 1000)
  }

  sayAsIs(characters: string): void {
    this.say(characters)
  }

  close(name: string, out: Array<MapObject>): void {
    this.#open -= 1
    if (name === "remark" && this.#remark !== undefined) {
      if (isFailure(this.#remark)) throw incomplete(this.#remark)
      this.#remark = undefined
    }
    if (this.#object === undefined || this.#open !== 1) return
    out.push(...this.#located)
    if (!this.#object.isDeleted) {
      const isCentered = this.#object.kind === kinds.way && this.#located.length === 0
      out.push(...(isCentered && this.#center ? withCenter(this.#object, ...this.#center) : [this.#object]))
    }
    this.#object = undefined
    this.#located = []
    this.#center = undefined
  }

  faultAtEnd(rest: string): string | undefined {
    return this.#open !== 0 || !this.#isMap || rest.trim() !== "" ? cutOff : undefined
  }

  #root(name: string): void {
    if (name === "osmChange") {
      throw new Fault("it has changes to a map (osmChange), and not the map. Give the map to which they belong.")
    }
    if (name !== "osm") throw new Fault(`it is XML with the element ${name}, and no map of OpenStreetMap.`)
    this.#isMap = true
  }

  #begin(name: string, kind: number, text: string): void {
    const attributes = attributesOf(text)
    const deleted = isDeleted(attributes)
    // Those that were deleted have no position any more.
    const isPlaced = kind === kinds.node && !deleted
    this.#size = 0
    this.#object = {
      name,
      kind,
      isDeleted: deleted,
      id: idOf(attributes.get("id"), name),
      lon: isPlaced ? positionOf(attributes.get("lon"), 180) : 0,
      lat: isPlaced ? positionOf(attributes.get("lat"), 90) : 0,
      tags: [],
      refs: [],
      members: []
    }
  }

  #within(object: Open, name: string, text: string): void {
    if (this.#open !== 3) return
    this.#size = grown(this.#size + text.length, object.name)
    const attributes = attributesOf(text)
    if (name === "tag") object.tags.push([attributes.get("k") ?? "", attributes.get("v") ?? ""])
    else if (name === "nd") {
      const id = idOf(attributes.get("ref"), "node of a way")
      object.refs.push(id)
      const [lon, lat] = [attributes.get("lon"), attributes.get("lat")]
      if (lon === undefined || lat === undefined) return
      const node = { kind: kinds.node, id, tags: [], refs: [], members: [] }
      this.#located.push({ ...node, lon: positionOf(lon, 180), lat: positionOf(lat, 90) })
    } else if (name === "center") {
      this.#center = [positionOf(attributes.get("lon"), 180), positionOf(attributes.get("lat"), 90)]
    } else if (name === "member") {
      object.members.push({
        kind: kindOf[attributes.get("type") ?? ""] ?? 0,
        id: idOf(attributes.get("ref"), "member of a relation"),
        role: attributes.get("role") ?? ""
      })
    }
  }
}

/** The objects of a map in XML: https://wiki.openstreetmap.org/wiki/OSM_XML. Those that were deleted are left out. */
export const xmlMap = (): Parser<string, MapObject> => xmlParser(new MapElements())
