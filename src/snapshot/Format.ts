import { Schema } from "effect"
import { Count } from "../../schemas/Numbers.ts"
import { CountryCode } from "../../schemas/Address.ts"

/**
 * A snapshot file (README.md): a line that identifies it and the version of this format, the manifest and the seal as
 * one line of JSON each, then the chunks, one after the other up to the end of the file.
 */
export const formatVersion = 1

const magic = "doorstep-snapshot "

export const firstLine = `${magic}${formatVersion}\n`

/** The version in a first line; undefined if the line is not a snapshot's. */
export const versionOf = (line: string): number | undefined => {
  const version = line.startsWith(magic) ? Number(line.slice(magic.length)) : Number.NaN
  return Number.isInteger(version) ? version : undefined
}

/**
 * Increment it when the same pool and the same seed would give another address: when the sampler, its hash, the choice
 * among streets or the bounds of texts change. A snapshot with other rules can only be served by the Doorstep version
 * that wrote it.
 */
export const drawRules = 1

/**
 * Rows per chunk; the last chunk of a table has fewer. It is part of the format: another number would give another ID.
 */
export const rowsOfChunk = 2_000

/** The most that a reader accepts. */
export const limits = {
  /** Bytes of the first line. */
  firstLine: 64,
  /** Bytes of the manifest and of the seal, each. */
  line: 64 * 1024 * 1024,
  /** Bytes of a chunk, packed and unpacked. */
  chunk: 64 * 1024 * 1024,
  /** Columns of a table. A column whose rows are all equal takes a few bytes, and as much memory as any. */
  columns: 64
} as const

const Sha256 = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))

/** An unpacked chunk. */
const Chunk = Schema.Struct({
  rows: Count.check(Schema.isBetween({ minimum: 1, maximum: rowsOfChunk })),
  bytes: Count.check(Schema.isLessThanOrEqualTo(limits.chunk)),
  sha256: Sha256
})

const Table = Schema.Struct({
  table: Schema.String,
  columns: Schema.Array(Schema.String).check(Schema.isBetweenLength(1, limits.columns)),
  chunks: Schema.Array(Chunk)
})

const PoolManifest = Schema.Struct({
  country: CountryCode,
  version: Count,
  /** ISO 8601 in UTC. */
  publishedAt: Schema.String,
  /** Addresses: homes and others. */
  total: Count,
  residential: Count,
  /** Names of the sources with records in the pool, in the order in which they were registered. */
  sources: Schema.Array(Schema.String),
  /** How many homes have each kind of evidence. */
  evidence: Schema.Array(Schema.Struct({ kind: Schema.String, homes: Count })),
  /** What must be shown with the addresses. */
  licenses: Schema.Array(Schema.Struct({ source: Schema.String, license: Schema.String, attribution: Schema.String })),
  /** The weakest evidence accepted for a home. */
  weakestEvidence: Schema.String,
  /** The rules by which the IDs of addresses were made. */
  identityRules: Count,
  /** The rules and official lists by which the catalog was made. */
  catalogBasis: Schema.String,
  tables: Schema.Array(Table)
})
export type PoolManifest = typeof PoolManifest.Type

/** The contents of a snapshot. The SHA-256 of this line in the file, without its line ending, is the snapshot's ID. */
export const Manifest = Schema.Struct({
  format: Count,
  /** {@link drawRules} of the Doorstep version that wrote it. */
  drawRules: Count,
  /** In order of country. */
  pools: Schema.Array(PoolManifest).check(Schema.isMinLength(1))
})
export type Manifest = typeof Manifest.Type

/** Who wrote the file, and how it is packed. Not part of the ID, because both may differ for the same content. */
export const Seal = Schema.Struct({
  /** The Doorstep version that wrote it. */
  writtenBy: Schema.String,
  /** An Ed25519 key, in hexadecimal digits. */
  publicKey: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)),
  /** The signature of `signedText` by that key. */
  signature: Schema.String.check(Schema.isPattern(/^[0-9a-f]{128}$/)),
  /** Bytes and SHA-256 of each packed chunk, in the order of the file. */
  chunks: Schema.Array(Schema.Struct({ bytes: Count.check(Schema.isLessThanOrEqualTo(limits.chunk)), sha256: Sha256 }))
})
export type Seal = typeof Seal.Type

/** The text that is signed: the ID, and who wrote it. */
export const signedText = (id: string, writtenBy: string): string => `${firstLine}${id}\n${writtenBy}\n`
