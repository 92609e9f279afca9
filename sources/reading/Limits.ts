/**
 * Limits on reading data, the same for all formats. Reading is streamed, so a file's size alone does not matter; these
 * limits keep a broken or hostile file from exhausting memory, disk or time. The README lists them.
 */
export interface Limits {
  /** Maximum ratio of unpacked to packed size, applied from `ratioFrom` bytes on. Real registers stay below 100. */
  readonly ratio: number
  readonly ratioFrom: number
  /**
   * Maximum bytes of one file, downloaded or unpacked, including temporary files. The planet file of OpenStreetMap has
   * 90 GB.
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
 * UTF-16 code units of one record: a line, an element of JSON or XML. Addresses have some hundred; the longest real
 * records are boundaries of whole countries. A file with a longer one is not what it is taken for.
 */
export const longestRecord = 8 * 1024 ** 2

/** Units of text, or bytes, that may pass without one record, such as unwanted parts of a large XML file. */
export const longestSilence = 2 * 1024 ** 3

/** UTF-16 code units of a tag, a comment or a section of character data in XML. */
export const longestToken = 1024 ** 2

/**
 * Bytes of an index, a catalog or an archive's directory that is read into memory. Geofabrik's, with borders, has some
 * four million.
 */
export const longestDocument = 64 * 1024 ** 2

/** Bytes, or characters, of a path in an archive: no file system of today takes longer ones. */
export const longestPath = 4096

/** Columns of CSV. */
export const mostColumns = 10_000

/** Names of members in one value of JSON, however they are nested. */
export const mostMembers = 100_000

/** Nesting depth of JSON and XML. Real data have a dozen levels. */
export const deepest = 200

/** Unpacked bytes of one page of Parquet. Most writers aim at one megabyte, DuckDB at a hundred. */
export const largestPage = 512 * 1024 ** 2

/** Rows of one row group of Parquet. Writers make groups of some hundred thousand, or a million. */
export const mostRows = 64 * 1024 ** 2

/** Bytes of one record of a shapefile or of FlatGeobuf. */
export const longestShape = 64 * 1024 ** 2

/** Records of lines and areas that are longer have no position: no home has an outline of 65,000 points. */
export const longestOutline = 1024 ** 2

/** Characters of the texts that describe the layers of a GeoPackage, and of those that make its tables. */
export const longestCatalog = 16 * 1024 ** 2

/** Bytes of the texts of a workbook, which its cells refer to; each takes 16 more. */
export const longestTexts = 256 * 1024 ** 2

/** A Parquet footer has a few hundred bytes for each column of each row group; no real one is larger than this. */
export const longestFooter = 512 * 1024 ** 2

/**
 * Columns of all row groups of Parquet together, each of which takes some three kilobytes of memory while the footer is
 * read. A country of Overture's has a thousand row groups of sixty columns.
 */
export const mostChunks = 150_000

/** Packed bytes of the wanted columns of one row group of Parquet, which are in memory together. */
export const largestGroup = 1024 ** 3

/** The longest listing in one response: S3 sends up to 1,000 keys. */
export const longestListing = 16 * 1024 ** 2
