/**
 * Bounds within which data are read. Reading is streamed, so that a file's size alone is no matter; these keep a
 * broken or hostile file from filling memory, disk or time.
 */
export interface Limits {
  /** Times its packed size that a file may unpack to; counted from `ratioFrom` bytes on. Real registers stay below 100. */
  readonly ratio: number
  readonly ratioFrom: number
  /** Bytes that one file may take in the folder for temporary files: archives in archives, and remote archives. */
  readonly temporaryBytes: number
  /** Archives within archives. */
  readonly depth: number
  /** Files in one archive or folder. */
  readonly files: number
}

export const defaultLimits: Limits = {
  ratio: 300,
  ratioFrom: 64 * 1024 * 1024,
  temporaryBytes: 200 * 1024 ** 3,
  depth: 4,
  files: 1_000_000
}
