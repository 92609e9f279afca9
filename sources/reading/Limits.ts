/**
 * Bounds within which data are read, the same for all formats. Reading is streamed, so that a file's size alone is no
 * matter; these keep a broken or hostile file from filling memory, disk or time. The README names them.
 */
export interface Limits {
  /** Times its packed size that a file may unpack to; counted from `ratioFrom` bytes on. Real registers stay below 100. */
  readonly ratio: number
  readonly ratioFrom: number
  /**
   * Bytes of one file, as it is downloaded and as it is unpacked, temporary files among them. The planet of
   * OpenStreetMap has 90 GB.
   */
  readonly fileBytes: number
  /** Archives within archives. */
  readonly depth: number
  /** Files in one archive, folder or bucket. */
  readonly files: number
}

export const defaultLimits: Limits = {
  ratio: 300,
  ratioFrom: 64 * 1024 ** 2,
  fileBytes: 200 * 1024 ** 3,
  depth: 4,
  files: 1_000_000
}

/**
 * UTF-16 code units of one record: a line, an element of JSON or XML. Addresses have some hundred; the longest of real
 * data are boundaries of whole countries. A file with a longer one is not what it is taken for.
 */
export const longestRecord = 8 * 1024 ** 2

/** Units of text, or bytes, that may go by without one record: what is not meant in a large XML file, for example. */
export const longestSilence = 2 * 1024 ** 3

/** UTF-16 code units of a tag, a comment or a section of character data in XML. */
export const longestToken = 1024 ** 2

/** Bytes of an index or catalog that is held as a whole. Geofabrik's, with borders, has some four million. */
export const longestDocument = 64 * 1024 ** 2

/** Columns of CSV. */
export const mostColumns = 10_000

/** How deep JSON and XML may be nested. Data have a dozen levels. */
export const deepest = 200

/** Unpacked bytes of one page of Parquet. Most writers aim at one megabyte, DuckDB at a hundred. */
export const largestPage = 512 * 1024 ** 2

/** Rows of one row group of Parquet. Writers make groups of some hundred thousand, or a million. */
export const mostRows = 64 * 1024 ** 2

/** Bytes of one record of a shapefile. */
export const longestShape = 64 * 1024 ** 2

/** A footer of Parquet holds a few hundred bytes for each column of each row group; more than this no real one has. */
export const longestFooter = 512 * 1024 ** 2

/** Packed bytes of the wanted columns of one row group of Parquet, which are in memory at once. */
export const largestGroup = 1024 ** 3

/** The longest listing that a server may send at once: S3 sends up to 1,000 keys. */
export const longestListing = 16 * 1024 ** 2
