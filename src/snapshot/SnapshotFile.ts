import { Schema } from "effect"
import { hash } from "node:crypto"
import { closeSync, fstatSync, openSync, readSync } from "node:fs"
import { zstdDecompressSync } from "node:zlib"
import { decode, type Row } from "../database/backup/RowGroup.ts"
import { drawRules, firstLine, formatVersion, limits, Manifest, type PoolManifest, Seal, versionOf } from "./Format.ts"
import { fingerprintOf, isSignedBy } from "./Signing.ts"
import { SnapshotRefused } from "./SnapshotErrors.ts"
import { nodeFault } from "../../sources/reading/FileWords.ts"
import { invocation } from "../shared/Invocation.ts"

/** A chunk: its position in the file, and what it must contain. */
interface Placed {
  readonly at: number
  readonly packed: Seal["chunks"][number]
  readonly unpacked: PoolManifest["tables"][number]["chunks"][number]
}

const strict = { onExcessProperty: "error" } as const
const decodeManifest = Schema.decodeUnknownSync(Schema.fromJsonString(Manifest), strict)
const decodeSeal = Schema.decodeUnknownSync(Schema.fromJsonString(Seal), strict)

const sha256 = (bytes: Uint8Array): string => hash("sha256", bytes, "hex")

/**
 * A snapshot that is open for reading. Everything is synchronous, one chunk at a time, so that a service can read it in
 * pieces while it answers requests, and code without an event loop, such as a test's setup, can simply read it.
 *
 * Nothing is returned that has not been checked against the ID: manifest and signature when the file is opened, a chunk
 * when it is read. Every method throws `SnapshotRefused`.
 */
export class SnapshotFile {
  readonly path: string
  /** SHA-256 of the manifest in hexadecimal digits: the same wherever the same pools were written. */
  readonly id: string
  readonly manifest: Manifest
  readonly writtenBy: string
  /** Fingerprint of the signer's key; see `fingerprintOf`. */
  readonly fingerprint: string
  /** Size of the file. */
  readonly bytes: number
  readonly #file: number
  #isClosed = false
  readonly #chunks = new Map<string, ReadonlyArray<Placed>>()

  /** Opens a snapshot and checks everything except its chunks. */
  static open(path: string): SnapshotFile {
    let file: number
    try {
      file = openSync(path, "r")
    } catch (cause) {
      throw unreadable(path, cause)
    }
    try {
      return new SnapshotFile(path, file)
    } catch (cause) {
      closeSync(file)
      throw cause
    }
  }

  private constructor(path: string, file: number) {
    this.path = path
    this.#file = file
    const info = fstatSync(file)
    if (!info.isFile()) throw noSnapshot(path)
    this.bytes = info.size
    const first = this.#line(0, limits.firstLine)
    const version = first === undefined ? undefined : versionOf(first.toString("latin1"))
    if (first === undefined || version === undefined) throw noSnapshot(path)
    if (version > formatVersion) {
      throw new SnapshotRefused({
        reason: "Newer",
        message: `${path} was written by a newer Doorstep (format ${version}; this one reads ${formatVersion}). Use that one.`
      })
    }
    if (`${first.toString("latin1")}\n` !== firstLine) throw noSnapshot(path)
    const manifest = this.#line(first.length + 1, limits.line)
    if (manifest === undefined) throw this.damaged("its manifest is cut off, or too long")
    const sealAt = first.length + manifest.length + 2
    const seal = this.#line(sealAt, limits.line)
    if (seal === undefined) throw this.damaged("its seal is cut off, or too long")
    this.id = sha256(manifest)
    const { chunks, publicKey, signature, writtenBy } = this.#parsed(seal, decodeSeal, "seal")
    if (!isSignedBy(publicKey, this.id, writtenBy, signature)) {
      throw new SnapshotRefused({
        reason: "Signature",
        message: `${path} is not what its signer has signed: it was changed. Use another copy.`
      })
    }
    this.manifest = this.#parsed(manifest, decodeManifest, "manifest")
    this.writtenBy = writtenBy
    this.fingerprint = fingerprintOf(publicKey)
    if (this.manifest.drawRules !== drawRules) {
      throw new SnapshotRefused({
        reason: "Newer",
        message:
          `${path} is for draws by rules ${this.manifest.drawRules}; this Doorstep draws by ${drawRules}, and would give ` +
          `other addresses for the same seeds. Use ${writtenBy}, which wrote it.`
      })
    }
    this.#place(chunks, sealAt + seal.length + 1)
  }

  /** Countries and the positions of their chunks. The file must end where the last chunk does. */
  #place(packed: Seal["chunks"], start: number): void {
    let at = start
    let nth = 0
    for (const { country, residential, tables } of this.manifest.pools) {
      let addresses = 0
      for (const { chunks, table } of tables) {
        if (table === "address") addresses = chunks.reduce((sum, { rows }) => sum + rows, 0)
        const placed = chunks.map((unpacked): Placed => {
          const own = packed[nth++]
          if (own === undefined) throw this.damaged("its seal lacks a chunk")
          const place = { at, packed: own, unpacked }
          at += own.bytes
          return place
        })
        if (this.#chunks.has(`${country}/${table}`)) throw this.damaged("it has a table twice")
        this.#chunks.set(`${country}/${table}`, placed)
      }
      // Readers allocate memory for all homes before they read the first.
      if (residential > addresses) throw this.damaged(`${country} has fewer addresses than homes`)
    }
    if (nth !== packed.length) throw this.damaged("its seal has a chunk too many")
    if (at > this.bytes) throw this.damaged("it is cut off")
    if (at < this.bytes) throw this.damaged("something follows its end")
  }

  damaged(why: string): SnapshotRefused {
    return new SnapshotRefused({ reason: "Damaged", message: `${this.path} is damaged: ${why}. Use another copy.` })
  }

  /** Evaluates what takes rows for those of a pool. Whoever signed the file may have written any, so all faults are its. */
  interpret<A>(evaluate: () => A): A {
    try {
      return evaluate()
    } catch (cause) {
      throw cause instanceof SnapshotRefused ? cause : this.damaged("its rows are not those of a pool")
    }
  }

  #parsed<A>(line: Buffer, decodeLine: (text: string) => A, name: string): A {
    const text = line.toString("utf8")
    let value: A
    try {
      value = decodeLine(text)
    } catch {
      throw this.damaged(`its ${name} is none`)
    }
    // No other spelling is accepted, so that nothing in it can change unnoticed.
    if (JSON.stringify(value) !== text) throw this.damaged(`its ${name} is not as Doorstep writes it`)
    return value
  }

  #read(at: number, bytes: number): Buffer {
    if (this.#isClosed) throw new SnapshotRefused({ reason: "File", message: `The snapshot ${this.path} is closed.` })
    const buffer = Buffer.alloc(bytes)
    let read = 0
    try {
      while (read < bytes) {
        const more = readSync(this.#file, buffer, read, bytes - read, at + read)
        if (more === 0) break
        read += more
      }
    } catch (cause) {
      throw unreadable(this.path, cause)
    }
    return buffer.subarray(0, read)
  }

  /** The line that begins there, without its ending; undefined if it does not end within so many bytes. */
  #line(at: number, atMost: number): Buffer | undefined {
    const parts: Array<Buffer> = []
    for (let length = 0; length < atMost;) {
      const part = this.#read(at + length, Math.min(length === 0 ? 4096 : 1024 * 1024, atMost - length))
      const end = part.indexOf(10)
      if (end >= 0) return Buffer.concat([...parts, part.subarray(0, end)])
      if (part.length === 0) return undefined
      parts.push(part)
      length += part.length
    }
    return undefined
  }

  #unpacked({ at, packed, unpacked }: Placed): Buffer {
    const bytes = this.#read(at, packed.bytes)
    if (bytes.length < packed.bytes) throw this.damaged("it is cut off")
    if (sha256(bytes) !== packed.sha256) throw this.damaged("a chunk is not what was written")
    let text: Buffer
    try {
      text = zstdDecompressSync(bytes, { maxOutputLength: Math.max(1, unpacked.bytes) })
    } catch {
      throw this.damaged("a chunk cannot be unpacked, or is larger than its manifest says")
    }
    if (text.length !== unpacked.bytes || sha256(text) !== unpacked.sha256) {
      throw this.damaged("a chunk is not what its manifest says")
    }
    return text
  }

  /** The manifest of a country. */
  pool(country: string): PoolManifest | undefined {
    return this.manifest.pools.find((pool) => pool.country === country)
  }

  /** Names of a table's columns. */
  columns(country: string, table: string): ReadonlyArray<string> {
    return this.pool(country)?.tables.find((one) => one.table === table)?.columns ?? []
  }

  /** How many chunks a table has. */
  chunkCount(country: string, table: string): number {
    return this.#chunks.get(`${country}/${table}`)?.length ?? 0
  }

  /** A chunk of a table by columns, with PostgreSQL's text form of each value. */
  chunk(country: string, table: string, nth: number): ReadonlyArray<Row> {
    const placed = this.#chunks.get(`${country}/${table}`)?.[nth]
    if (placed === undefined) throw this.damaged("a chunk is missing")
    const text = this.#unpacked(placed).toString("utf8")
    const { rows } = placed.unpacked
    if (!text.startsWith(`[${rows},`)) throw this.damaged("a chunk has other rows than its manifest says")
    const columns = decode(text, { rows, columns: this.columns(country, table).length })
    if (columns === undefined) throw this.damaged("a chunk has other columns than its manifest says")
    return columns
  }

  /** All chunks of a table, one after the other. */
  *chunks(country: string, table: string): Generator<ReadonlyArray<Row>> {
    for (let nth = 0; nth < this.chunkCount(country, table); nth++) yield this.chunk(country, table, nth)
  }

  /** May be called more than once. By then, the system may have given the file's number to another file. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    closeSync(this.#file)
  }
}

const noSnapshot = (path: string) =>
  new SnapshotRefused({ reason: "NoSnapshot", message: `${path} is not a snapshot written by Doorstep.` })

const unreadable = (path: string, cause: unknown) =>
  new SnapshotRefused({
    reason: "File",
    message: `The snapshot ${path} cannot be read: ${nodeFault(cause)}. Name a file that ${invocation("snapshot create")} has written.`,
    cause
  })

/** Throws if two of the files have the same country. */
export const refuseTwice = (files: ReadonlyArray<SnapshotFile>): void => {
  const known = new Map<string, string>()
  for (const { manifest, path } of files) {
    for (const { country } of manifest.pools) {
      const other = known.get(country)
      if (other !== undefined) {
        const message = `${path} and ${other} both have ${country}. Name one of them.`
        throw new SnapshotRefused({ reason: "File", message })
      }
      known.set(country, path)
    }
  }
}
