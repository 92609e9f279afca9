import type { DirectoryEntry } from "../../schemas/Directory.ts"

/**
 * What adding takes, from what was measured: 1,000,000 addresses took 375 bytes each, everything counted; 322,823 of a
 * grown OpenStreetMap extract of 22 MB (Queens, New York) made the database's folder grow by 545 bytes each at most while
 * they were staged and published.
 */
const diskAfter = 400
const diskDuring = 800

/** Most that PostgreSQL's write-ahead log and other passing things add to a large publication: bytes. */
const passing = 2e9

/** Addresses a second of the same synchronization, on two shared cores. */
const usualRate = 1_000

/** How fast this installation has read and published so far. */
export interface Experience {
  /** Addresses a second, from the first record to the publication; undefined where nothing was published yet. */
  readonly rate: number | undefined
  /** Bytes a second of downloads; undefined where nothing was downloaded yet. */
  readonly download: number | undefined
}

export interface Estimate {
  readonly diskDuringBytes: number | null
  readonly diskAfterBytes: number | null
  readonly diskBasis: string
  readonly seconds: number | null
  readonly secondsBasis: string
}

const during = (addresses: number): number => Math.min(addresses * diskDuring, addresses * diskAfter * 2 + passing)

const number = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 })

/**
 * Space and time of an entry, as far as they can be told beforehand.
 *
 * @param keep bytes that stay in the folder of downloads: all of what is downloaded, or none
 * @param left bytes that are still to be downloaded; null: not known
 */
export const estimate = (
  { addresses }: Pick<DirectoryEntry, "addresses">,
  { keep, left }: { readonly keep: number | null; readonly left: number | null },
  { download, rate }: Experience
): Estimate => {
  if (addresses === null) {
    const file = keep === null ? "" : ", plus the downloaded file"
    return {
      diskDuringBytes: null,
      diskAfterBytes: null,
      diskBasis: `About 400 MB per million addresses${file}.`,
      seconds: null,
      secondsBasis: "Depends on the number of addresses."
    }
  }
  const kept = keep ?? 0
  const reading = addresses / (rate ?? usualRate)
  const fetching = left === null || download === undefined ? undefined : left / download
  const own = `${number.format(rate ?? usualRate)} addresses a second${rate === undefined ? ", as measured on two shared cores" : ", as in earlier runs here"}`
  return {
    diskDuringBytes: Math.round(during(addresses) + kept),
    diskAfterBytes: Math.round(addresses * diskAfter + kept),
    diskBasis: "About 0.4 kB per address, and twice that while it is being added.",
    seconds: Math.ceil(reading + (fetching ?? 0)),
    secondsBasis:
      fetching !== undefined
        ? `At ${own}, and downloads as fast as before.`
        : left === 0
          ? `At ${own}.`
          : `At ${own}, plus the time to download.`
  }
}
