import { crc32, deflateRawSync } from "node:zlib"

interface Body {
  readonly packed: Uint8Array
  readonly size: number
  readonly crc: number
}

const number = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

/** Version needed, flags (UTF-8 names), method (deflate), time and date, CRC, sizes. */
const common = ({ crc, packed, size }: Body) =>
  Buffer.concat([
    number(20, 2),
    number(0x800, 2),
    number(8, 2),
    number(0, 4),
    number(crc, 4),
    number(packed.length, 4),
    number(size, 4)
  ])

/**
 * A zip archive of the files (PKWARE APPNOTE 4.3). `shared` adds files that all point to one compressed body, as in
 * archives crafted to unpack to more than any disk holds.
 */
export const zip = (
  files: Readonly<Record<string, Uint8Array>>,
  shared?: { readonly body: Uint8Array; readonly size: number; readonly names: ReadonlyArray<string> }
): Buffer => {
  const locals: Array<Buffer> = []
  const directory: Array<Buffer> = []
  let offset = 0
  const local = (name: string, body: Body): number => {
    const at = offset
    const header = Buffer.concat([
      Buffer.from("PK\u0003\u0004"),
      common(body),
      number(Buffer.byteLength(name), 2),
      number(0, 2),
      Buffer.from(name),
      body.packed
    ])
    locals.push(header)
    offset += header.length
    return at
  }
  const list = (name: string, body: Body, at: number) =>
    directory.push(
      Buffer.concat([
        Buffer.from("PK\u0001\u0002"),
        number(20, 2),
        common(body),
        number(Buffer.byteLength(name), 2),
        Buffer.alloc(12),
        number(at, 4),
        Buffer.from(name)
      ])
    )
  for (const [name, content] of Object.entries(files)) {
    const body = { packed: deflateRawSync(content), size: content.length, crc: crc32(content) }
    list(name, body, local(name, body))
  }
  if (shared !== undefined) {
    const body = { packed: shared.body, size: shared.size, crc: 0 }
    const at = local("shared", body)
    for (const name of shared.names) list(name, body, at)
  }
  const central = Buffer.concat(directory)
  const end = Buffer.concat([
    Buffer.from("PK\u0005\u0006"),
    Buffer.alloc(4),
    number(directory.length, 2),
    number(directory.length, 2),
    number(central.length, 4),
    number(offset, 4),
    number(0, 2)
  ])
  return Buffer.concat([...locals, central, end])
}
