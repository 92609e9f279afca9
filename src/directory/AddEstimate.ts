import type { DirectoryEntry } from "../../schemas/Directory.ts"

/**
 * What adding costs, from measurements: 1,000,000 addresses took 375 bytes each, everything included; 322,823 from an
 * OpenStreetMap extract of 22 MB (Queens, New York) made the database's folder grow by at most 545 bytes each while
 * they were staged and published.
 */
const diskAfter = 400
const diskDuring = 800

/** The most that PostgreSQL's write-ahead log and other temporary data add during a large publication, in bytes. */
const passing = 2e9

/** Addresses per second in the same synchronization, on two shared cores. */
const usualRate = 1_000

/** How fast this installation has read and published so far. */
export interface Experience {
  /** Addresses per second, from the first record to the publication; undefined if nothing was published yet. */
  readonly rate: number | undefined
  /** Bytes per second of downloads; undefined if nothing was downloaded yet. */
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
 * The space and time that an entry needs, as far as that is known beforehand.
 *
 * @param keep bytes that stay in the downloads folder: all of the download, or none
 * @param left bytes still to be downloaded; null if unknown
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
  const own = `${number.format(rate ?? usualRate)} addresses per second${rate === undefined ? ", as measured on two shared cores" : ", as in earlier runs here"}`
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
