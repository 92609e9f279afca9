import { Schema } from "effect"
import { CountryCode } from "../../schemas/Address.ts"

/**
 * A snapshot file (README.md): a line that says what it is and which version of this format it has, the manifest and the
 * seal as a line of JSON each, then the chunks, one behind the other up to the end of the file.
 */
export const formatVersion = 1

const magic = "doorstep-snapshot "

export const firstLine = `${magic}${formatVersion}\n`

/** The version that a first line tells; nothing when it is not a snapshot's. */
export const versionOf = (line: string): number | undefined => {
  const version = line.startsWith(magic) ? Number(line.slice(magic.length)) : Number.NaN
  return Number.isInteger(version) ? version : undefined
}

/**
 * Raise it when the same pool and the same seed would give another address: with the sampler, its hash, the choice among
 * streets, or the bounds of texts. Snapshots of other rules are served by the Doorstep that wrote them.
 */
export const drawRules = 1

/** Rows of a chunk; the last one of a table has fewer. Part of the format: others would make another ID. */
export const rowsOfChunk = 2_000

/** What a reader takes at the most. */
export const limits = {
  /** Bytes of the first line. */
  firstLine: 64,
  /** Bytes of manifest and seal, each. */
  line: 64 * 1024 * 1024,
  /** Bytes of a chunk, packed and unpacked. */
  chunk: 64 * 1024 * 1024
} as const

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const Sha256 = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))

/** A chunk as it is unpacked. */
const Chunk = Schema.Struct({
  rows: Count.check(Schema.isBetween({ minimum: 1, maximum: rowsOfChunk })),
  bytes: Count.check(Schema.isLessThanOrEqualTo(limits.chunk)),
  sha256: Sha256
})

const Table = Schema.Struct({
  table: Schema.String,
  columns: Schema.Array(Schema.String).check(Schema.isMinLength(1)),
  chunks: Schema.Array(Chunk)
})

const PoolManifest = Schema.Struct({
  country: CountryCode,
  version: Count,
  /** ISO 8601 in UTC. */
  publishedAt: Schema.String,
  /** Addresses, homes and others. */
  total: Count,
  residential: Count,
  /** Names of the sources with records in it, in the order in which they were registered. */
  sources: Schema.Array(Schema.String),
  /** How many homes have which evidence, by its kind. */
  evidence: Schema.Array(Schema.Struct({ kind: Schema.String, homes: Count })),
  /** What has to stand beside the addresses. */
  licenses: Schema.Array(Schema.Struct({ source: Schema.String, license: Schema.String, attribution: Schema.String })),
  /** The weakest evidence that made a home. */
  weakestEvidence: Schema.String,
  /** Rules by which the IDs of addresses were made. */
  identityRules: Count,
  /** Rules and official lists by which the catalog was made. */
  catalogBasis: Schema.String,
  tables: Schema.Array(Table)
})
export type PoolManifest = typeof PoolManifest.Type

/** What a snapshot holds. Its SHA-256, as it stands in the file without the line's end, is the snapshot's ID. */
export const Manifest = Schema.Struct({
  format: Count,
  /** {@link drawRules} of the Doorstep that wrote it. */
  drawRules: Count,
  /** By country. */
  pools: Schema.Array(PoolManifest).check(Schema.isMinLength(1))
})
export type Manifest = typeof Manifest.Type

/** Who has written the file, and how it is packed. Not part of the ID: both may differ where the content is the same. */
export const Seal = Schema.Struct({
  /** The Doorstep that wrote it. */
  writtenBy: Schema.String,
  /** Of Ed25519, in hexadecimal digits. */
  publicKey: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)),
  /** Of `signedText`, by that key. */
  signature: Schema.String.check(Schema.isPattern(/^[0-9a-f]{128}$/)),
  /** Bytes and SHA-256 of each chunk as it is packed, in the order of the file. */
  chunks: Schema.Array(Schema.Struct({ bytes: Count.check(Schema.isLessThanOrEqualTo(limits.chunk)), sha256: Sha256 }))
})
export type Seal = typeof Seal.Type

/** What is signed: the ID, and who wrote it. */
export const signedText = (id: string, writtenBy: string): string => `${firstLine}${id}\n${writtenBy}\n`
