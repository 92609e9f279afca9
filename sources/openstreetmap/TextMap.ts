import { Effect, Stream, type Scope } from "effect"
import type { SourceError } from "../DataSource.ts"
import type { Origin } from "../reading/Origin.ts"
import { asSourceError, parse } from "../reading/Parser.ts"
import type { RandomAccess } from "../reading/Reader.ts"
import { decodeText, decodeXml } from "../reading/Text.ts"
import { openScratch, scratchFault } from "../scratch/ScratchFile.ts"
import { BlockWriter } from "./BlockWriter.ts"
import { jsonMap } from "./JsonMap.ts"
import type { MapObject } from "./MapObject.ts"
import { type BlockPlace, faultOf, type PbfFile } from "./PbfFile.ts"
import { xmlMap } from "./XmlMap.ts"

/** How maps in text begin. */
const beginnings = {
  xml: /^(?:\u{ef}\u{bb}\u{bf}|\u{ff}\u{fe}|\u{fe}\u{ff})?[\s\0]*</u,
  json: /^(?:\u{ef}\u{bb}\u{bf})?\s*\{/u
}

export type TextFormat = keyof typeof beginnings

/** The format of a map in text; undefined for other files. */
export const textFormatOf = Effect.fnUntraced(function* (access: RandomAccess) {
  const head = Buffer.from(yield* access.readRange(0, Math.min(access.size, 64))).toString("latin1")
  return beginnings.xml.test(head) ? "xml" : beginnings.json.test(head) ? "json" : undefined
})

const pieceBytes = 256 * 1024

/** All bytes of a file, piece by piece. */
const bytesOf = ({ readRange, size }: RandomAccess): Stream.Stream<Uint8Array, SourceError> =>
  Stream.unfold(0, (at) =>
    at >= size
      ? Effect.succeed(undefined)
      : Effect.map(readRange(at, Math.min(size, at + pieceBytes)), (bytes) => [bytes, at + bytes.length] as const)
  )

const objectsOf = (origin: Origin, access: RandomAccess, format: TextFormat): Stream.Stream<MapObject, SourceError> =>
  format === "xml"
    ? bytesOf(access).pipe(decodeXml(origin), parse(origin, xmlMap))
    : bytesOf(access).pipe(decodeText(origin), parse(origin, jsonMap))

/**
 * A map in text, in blocks as those of an `.osm.pbf` file. It is read once, whatever the order of its objects, and the
 * blocks are kept in a file for as long as the scope.
 */
export const openText = Effect.fn("TextMap.open")(function* (
  origin: Origin,
  access: RandomAccess,
  format: TextFormat
): Effect.fn.Return<PbfFile, SourceError, Scope.Scope> {
  const scratch = yield* openScratch(origin)
  const kept: Array<BlockPlace> = []
  const writer = new BlockWriter()
  const standIns: Array<BlockPlace> = []
  const standInWriter = new BlockWriter()
  const keep = (blob: Uint8Array | undefined, places: Array<BlockPlace>) => {
    if (blob === undefined) return
    const start = scratch.allocate(blob.length)
    scratch.write(blob, start)
    places.push({ start, end: start + blob.length })
  }
  const attempt = <A>(evaluate: () => A) =>
    Effect.try({ try: evaluate, catch: (cause) => scratchFault(origin, cause) ?? asSourceError(origin)(cause) })
  yield* Stream.runForEachArray(objectsOf(origin, access, format), (objects) =>
    attempt(() => {
      for (const object of objects) {
        if (object.isStandIn === true) keep(standInWriter.add(object), standIns)
        else keep(writer.add(object), kept)
      }
    })
  )
  yield* attempt(() => keep(writer.finish(), kept))
  yield* attempt(() => keep(standInWriter.finish(), standIns))
  // Of nodes with one ID, the last counts.
  const blocks = [...standIns, ...kept]
  return {
    origin,
    size: scratch.allocate(0),
    blocks,
    locationsOnWays: false,
    bytes: (number) =>
      attempt(() => {
        const { end, start } = blocks[number]!
        const bytes = new Uint8Array(end - start)
        scratch.read(bytes, start)
        return bytes
      }),
    fault: (number, damage) => faultOf(origin, blocks[number]!.start, damage)
  }
})
