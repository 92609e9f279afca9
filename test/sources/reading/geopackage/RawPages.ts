/** A number of one to four bytes. */
const varint = (value: number): Buffer => {
  const bytes = [value & 127]
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 127) | 128)
  return Buffer.from(bytes)
}

const isShort = (value: number) => Number.isInteger(value) && Math.abs(value) < 2 ** 31

const numberBytes = (value: number): Buffer => {
  const bytes = Buffer.alloc(isShort(value) ? 4 : 8)
  if (isShort(value)) bytes.writeInt32BE(value)
  else bytes.writeDoubleBE(value)
  return bytes
}

/** A record of texts, and of integers of four bytes or real numbers. */
export const record = (values: ReadonlyArray<string | number>): Buffer => {
  const bodies = values.map((value) => (typeof value === "string" ? Buffer.from(value) : numberBytes(value)))
  const types = values.map((value, index) =>
    varint(typeof value === "string" ? 13 + 2 * bodies[index]!.length : isShort(value) ? 4 : 7)
  )
  const header = Buffer.concat(types)
  return Buffer.concat([varint(header.length + (header.length < 127 ? 1 : 2)), header, ...bodies])
}

interface Cell {
  readonly number: number
  /** The whole record, whatever of it is on the page. */
  readonly record: Buffer
  /** The page where it goes on. */
  readonly next?: number
}

/** Writes the pages of a database one by one, as SQLite itself never would. */
export const rawPages = (pageSize: number) => {
  const localSize = (size: number): number => {
    if (size <= pageSize - 35) return size
    const least = Math.floor(((pageSize - 12) * 32) / 255) - 23
    const wanted = least + ((size - least) % (pageSize - 4))
    return wanted <= pageSize - 35 ? wanted : least
  }

  const pageOf = (kind: number, header: number, head: number, cells: ReadonlyArray<Buffer>): Buffer => {
    const page = Buffer.alloc(pageSize)
    page[head] = kind
    page.writeUInt16BE(cells.length, head + 3)
    let end = pageSize
    cells.forEach((cell, index) => {
      end -= cell.length
      cell.copy(page, end)
      page.writeUInt16BE(end, head + header + index * 2)
    })
    if (end < head + header + 2 * cells.length) throw new Error("The page is full.")
    return page
  }

  const cellBytes = ({ next, number, record }: Cell): Buffer => {
    const rest = Buffer.alloc(next === undefined ? 0 : 4)
    if (next !== undefined) rest.writeUInt32BE(next)
    return Buffer.concat([varint(record.length), varint(number), record.subarray(0, localSize(record.length)), rest])
  }

  const leaf = (cells: ReadonlyArray<Cell>, head = 0): Buffer => pageOf(13, 8, head, cells.map(cellBytes))

  return {
    leaf,
    /** A page above others, without telling the numbers below them apart. */
    inner: (children: ReadonlyArray<number>): Buffer => {
      const cells = children.slice(0, -1).map((child, index) => {
        const bytes = Buffer.alloc(4)
        bytes.writeUInt32BE(child)
        return Buffer.concat([bytes, varint(index + 1)])
      })
      const page = pageOf(5, 12, 0, cells)
      page.writeUInt32BE(children.at(-1)!, 8)
      return page
    },
    /** The pages of what a record does not have on its own page, from a page of this number on. */
    chain: (record: Buffer, from: number): ReadonlyArray<Buffer> => {
      const pages: Array<Buffer> = []
      for (let at = localSize(record.length); at < record.length; at += pageSize - 4) {
        const page = Buffer.alloc(pageSize)
        if (at + pageSize - 4 < record.length) page.writeUInt32BE(from + pages.length + 1)
        record.copy(page, 4, at)
        pages.push(page)
      }
      return pages
    },
    /** A database of tables with these roots and statements; its first page precedes the others. */
    database: (
      tables: ReadonlyArray<readonly [name: string, root: number, columns: string]>,
      pages: ReadonlyArray<Buffer>
    ): Buffer => {
      const cells = tables.map(([name, root, columns], index) => ({
        number: index + 1,
        record: record(["table", name, name, root, `CREATE TABLE "${name}" (${columns})`])
      }))
      const bytes = Buffer.concat([leaf(cells, 100), ...pages])
      bytes.write("SQLite format 3\0")
      bytes.writeUInt16BE(pageSize === 65_536 ? 1 : pageSize, 16)
      bytes.writeUInt32BE(1, 56)
      return bytes
    }
  }
}
