import { Predicate } from "effect"
import { jsonArray, listOf, parseJson } from "../reading/Json.ts"
import { Fault, mapParser, type Parser } from "../reading/Parser.ts"
import { idOf, incomplete, isFailure, kindOf, type MapObject, positionOf, withCenter } from "./MapObject.ts"
import { kinds } from "./PbfBlock.ts"

const objectOf = (value: unknown): Readonly<Record<string, unknown>> => (Predicate.isReadonlyObject(value) ? value : {})

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

const nodeAt = (id: number, place: Readonly<Record<string, unknown>>): MapObject => ({
  kind: kinds.node,
  id,
  lon: positionOf(place["lon"], 180),
  lat: positionOf(place["lat"], 90),
  tags: [],
  refs: [],
  members: []
})

/** An element, and the nodes that it has with their positions. */
const objectsOf = (element: Readonly<Record<string, unknown>>): ReadonlyArray<MapObject> => {
  const name = textOf(element["type"])
  const kind = kindOf[name]
  if (kind === undefined) return []
  const id = idOf(element["id"], name)
  const refs = listOf(element["nodes"]).map((ref) => idOf(ref, "node of a way"))
  const places = listOf(element["geometry"]).map(objectOf)
  const located =
    places.length !== refs.length
      ? []
      : refs.flatMap((ref, at) => ("lon" in places[at]! ? [nodeAt(ref, places[at])] : []))
  const own = kind === kinds.node ? nodeAt(id, element) : { ...none, kind, id }
  const tags = Object.entries(objectOf(element["tags"])).map(([key, value]) => [key, textOf(value)] as const)
  const members = listOf(element["members"])
    .map(objectOf)
    .map((member) => ({
      kind: kindOf[textOf(member["type"])] ?? 0,
      id: idOf(member["ref"], "member of a relation"),
      role: textOf(member["role"])
    }))
  const object = { ...own, tags, refs, members }
  const center = objectOf(element["center"])
  return kind === kinds.way && located.length === 0 && "lon" in center
    ? withCenter(object, positionOf(center["lon"], 180), positionOf(center["lat"], 90))
    : [...located, object]
}

const none = { lon: 0, lat: 0 }

/** What stands around the elements says whether they are all. */
const checkFrame = (frame: string | undefined): void => {
  const parsed = frame === undefined ? undefined : parseJson({ number: 1, text: frame })
  const remark = parsed !== undefined && "value" in parsed ? textOf(objectOf(parsed.value)["remark"]) : ""
  if (isFailure(remark)) throw incomplete(remark)
}

/** The objects of a map in Overpass's JSON: https://dev.overpass-api.de/output_formats.html. */
export const jsonMap = (): Parser<string, MapObject> =>
  flatParser(
    mapParser(jsonArray(["elements"], checkFrame)(), (json) => {
      const parsed = parseJson(json)
      if ("fault" in parsed) throw new Fault(`its element ${json.number} ${parsed.fault}. Save the map again.`)
      return objectsOf(objectOf(parsed.value))
    })
  )

const flatParser = <A, B>({ end, push }: Parser<A, ReadonlyArray<B>>): Parser<A, B> => ({
  push: (chunk) => push(chunk).flat(),
  end: () => end().flat()
})
