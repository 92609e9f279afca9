/** Name, type and length of a column. */
type Field = readonly [name: string, type: string, length: number]

/** A dBASE III table. */
export const dbf = (fields: ReadonlyArray<Field>, rows: ReadonlyArray<ReadonlyArray<string | Uint8Array>>): Buffer => {
  const head = Buffer.alloc(32 + fields.length * 32 + 1)
  head[0] = 3
  head.writeUInt32LE(rows.length, 4)
  head.writeUInt16LE(head.length, 8)
  head.writeUInt16LE(1 + fields.reduce((sum, [, , length]) => sum + length, 0), 10)
  fields.forEach(([name, type, length], index) => {
    const at = 32 + index * 32
    head.write(name, at, "latin1")
    head.write(type, at + 11, "latin1")
    head[at + 16] = length
  })
  head[head.length - 1] = 0x0d
  const cells = rows.flatMap((row) => [
    Buffer.from(" "),
    ...row.map((value, index) => {
      const cell = Buffer.alloc(fields[index]![2], " ")
      cell.set(typeof value === "string" ? Buffer.from(value, "latin1") : value)
      return cell
    })
  ])
  return Buffer.concat([head, ...cells, Buffer.from([0x1a])])
}

/** A shape of a type, with what follows the type. */
const shape = (type: number, bytes: number, write: (record: Buffer) => void): Buffer => {
  const record = Buffer.alloc(bytes)
  record.writeInt32LE(type, 0)
  write(record)
  return record
}

export const nothing = Buffer.alloc(4)

/** A point; of type 11 or 21 with as many more numbers. */
export const point = (x: number, y: number, type = 1): Buffer =>
  shape(type, type === 1 ? 20 : 36, (record) => {
    record.writeDoubleLE(x, 4)
    record.writeDoubleLE(y, 12)
  })

export const multipoint = (
  points: ReadonlyArray<readonly [number, number]>,
  claimed = points.length,
  type = 8
): Buffer =>
  shape(type, 40 + points.length * 16, (record) => {
    record.writeInt32LE(claimed, 36)
    points.flat().forEach((value, index) => record.writeDoubleLE(value, 40 + index * 8))
  })

/** A polygon whose parts begin at these of its points, or so it says. */
export const polygon = (
  parts: ReadonlyArray<number>,
  points: number,
  claimed = { parts: parts.length, points }
): Buffer =>
  shape(5, 44 + parts.length * 4 + points * 16, (record) => {
    record.writeInt32LE(claimed.parts, 36)
    record.writeInt32LE(claimed.points, 40)
    parts.forEach((part, index) => record.writeInt32LE(part, 44 + index * 4))
  })

/** Lines or rings; with heights and measures behind them for types that have these. */
export const lines = (parts: ReadonlyArray<ReadonlyArray<readonly [number, number]>>, type = 5): Buffer => {
  const points = parts.flat()
  const start = 44 + parts.length * 4
  return shape(type, start + points.length * (type > 10 ? 32 : 16), (record) => {
    record.writeInt32LE(parts.length, 36)
    record.writeInt32LE(points.length, 40)
    let first = 0
    for (const [index, part] of parts.entries()) {
      record.writeInt32LE(first, 44 + index * 4)
      first += part.length
    }
    points.flat().forEach((value, index) => record.writeDoubleLE(value, start + index * 8))
  })
}

/** A `.shp` of such records (ESRI, 1998). */
export const shp = (type: number, records: ReadonlyArray<Buffer>): Buffer => {
  const head = Buffer.alloc(100)
  head.writeInt32BE(9994, 0)
  head.writeInt32LE(1000, 28)
  head.writeInt32LE(type, 32)
  const written = records.map((record, index) => {
    const own = Buffer.alloc(8)
    own.writeInt32BE(index + 1, 0)
    own.writeInt32BE(record.length / 2, 4)
    return Buffer.concat([own, record])
  })
  const file = Buffer.concat([head, ...written])
  file.writeInt32BE(file.length / 2, 24)
  return file
}
