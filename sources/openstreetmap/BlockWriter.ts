import { PbfWriter } from "pbf"
import type { MapObject } from "./MapObject.ts"
import { kinds } from "./PbfBlock.ts"

/** What a block has at most, apart from its last object: as many objects as usual, and bytes that fit in memory. */
const mostObjects = 8000
const mostBytes = 4 * 1024 ** 2

const deltas = (values: ReadonlyArray<number>): Array<number> =>
  values.map((value, at) => value - (values[at - 1] ?? 0))

const memberTypes: Readonly<Record<number, number>> = { [kinds.node]: 0, [kinds.way]: 1, [kinds.relation]: 2 }

/** Objects as one block after another of https://wiki.openstreetmap.org/wiki/PBF_Format, without compression. */
export class BlockWriter {
  #texts = new Map<string, number>()
  #groups = new PbfWriter()
  #objects = 0
  #bytes = 0

  /** The blob that the object completes; undefined if there is still room. */
  add(object: MapObject): Uint8Array | undefined {
    this.#groups.writeMessage(2, (_, group) => this.#write(object, group), null)
    this.#objects += 1
    const size = this.#bytes + this.#groups.pos
    return this.#objects >= mostObjects || size >= mostBytes ? this.finish() : undefined
  }

  /** The blob with what is left; undefined if nothing is. */
  finish(): Uint8Array | undefined {
    if (this.#objects === 0) return undefined
    const block = new PbfWriter()
    block.writeMessage(
      1,
      (_, writer) => {
        for (const text of this.#texts.keys()) writer.writeStringField(1, text)
      },
      null
    )
    const body = Buffer.concat([block.finish(), this.#groups.finish()])
    const blob = new PbfWriter()
    blob.writeBytesField(1, body)
    this.#texts = new Map()
    this.#groups = new PbfWriter()
    this.#objects = 0
    this.#bytes = 0
    return blob.finish()
  }

  #text(text: string): number {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    this.#bytes += text.length
    this.#texts.set(text, this.#texts.size)
    return this.#texts.size - 1
  }

  #write(object: MapObject, group: PbfWriter): void {
    const field = object.kind === kinds.node ? 1 : object.kind === kinds.way ? 3 : 4
    group.writeMessage(field, (_, writer) => this.#writeObject(object, writer), null)
  }

  #writeObject({ id, kind, lat, lon, members, refs, tags }: MapObject, writer: PbfWriter): void {
    writer.writeTag(1, 0)
    if (kind === kinds.node) writer.writeSVarint(id)
    else writer.writeVarint(id)
    writer.writePackedVarint(
      2,
      tags.map(([key]) => this.#text(key))
    )
    writer.writePackedVarint(
      3,
      tags.map(([, value]) => this.#text(value))
    )
    if (kind === kinds.node) {
      writer.writeTag(8, 0)
      writer.writeSVarint(lat)
      writer.writeTag(9, 0)
      writer.writeSVarint(lon)
    } else if (kind === kinds.way) {
      writer.writePackedSVarint(8, deltas(refs))
    } else {
      const known = members.filter((member) => memberTypes[member.kind] !== undefined)
      writer.writePackedVarint(
        8,
        known.map(({ role }) => this.#text(role))
      )
      writer.writePackedSVarint(9, deltas(known.map(({ id }) => id)))
      writer.writePackedVarint(
        10,
        known.map((member) => memberTypes[member.kind]!)
      )
    }
  }
}
