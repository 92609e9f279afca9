import type { DirectoryEntry } from "../../schemas/Directory.ts"
import { onFirstUse } from "../../schemas/Memoized.ts"
import type { Run } from "../sync/run/Run.ts"

/**
 * What adding costs, from measurements: 1,000,000 addresses took 375 bytes each, everything included; 322,823 from an
 * OpenStreetMap extract of 22 MB (Queens, New York) made the database's folder grow by at most 545 bytes each while
 * they were staged and published.
 */
const diskAfter = 400
const diskDuring = 800

/** The most that PostgreSQL's write-ahead log and other temporary data add during a large publication, in bytes. */
const passing = 2e9

/**
 * Addresses per second on two cores: 198,000 from OpenAddresses took 9.8 seconds of the processors for reading and 4.1
 * for the database (`npm run bench:sync`), and OpenStreetMap's take half as much again.
 */
const usualRate = 10_000

/** How fast this installation has read and published so far. */
export interface Experience {
  /** Addresses per second, from the first record to the publication; undefined if nothing was published yet. */
  readonly rate: number | undefined
  /** Bytes per second of downloads; undefined if nothing was downloaded yet. */
  readonly download: number | undefined
}

/** Runs with fewer records measure the start and the end of a run rather than the speed: the starter's 4,220 among them. */
const least = 50_000

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

const secondsOf = ({ endedAt, startedAt }: { readonly startedAt: number; readonly endedAt: number | null }) =>
  endedAt === null ? 0 : (endedAt - startedAt) / 1000

/** How fast this installation has been, by its recent runs. */
export const experienceOf = (
  runs: ReadonlyArray<Pick<Run, "endedAt" | "outcome" | "phases" | "read" | "startedAt">>
): Experience => {
  const ended = runs.filter(({ outcome, read }) => outcome === "published" && read >= least)
  const downloads = runs.flatMap(({ phases }) =>
    phases.filter(({ done, phase, unit }) => phase === "downloading" && unit === "bytes" && done >= 1e6)
  )
  const fetching = sum(downloads.map(secondsOf))
  const working = sum(
    ended.map(({ endedAt = 0, phases, startedAt }) => {
      const downloading = phases.filter(({ phase }) => phase === "downloading").map(secondsOf)
      return (endedAt - startedAt) / 1000 - sum(downloading)
    })
  )
  return {
    rate: working > 0 ? sum(ended.map(({ read }) => read)) / working : undefined,
    download: fetching > 0 ? sum(downloads.map(({ done }) => done)) / fetching : undefined
  }
}

export interface Estimate {
  readonly diskDuringBytes: number | null
  readonly diskAfterBytes: number | null
  readonly diskBasis: string
  readonly seconds: number | null
  readonly secondsBasis: string
}

const during = (addresses: number): number => Math.min(addresses * diskDuring, addresses * diskAfter * 2 + passing)

const number = onFirstUse(() => new Intl.NumberFormat("en", { maximumSignificantDigits: 3 }))

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
  const own = `${number().format(rate ?? usualRate)} addresses per second${rate === undefined ? ", as measured on two idle cores" : ", as in earlier runs here"}`
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
