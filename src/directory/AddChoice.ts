import type { EvidenceKind } from "../../schemas/Address.ts"
import type { DirectoryEntry } from "../../schemas/Directory.ts"
import { evidenceRank } from "../address/EvidenceRank.ts"

/** What makes one entry better than another, most important first. */
type Criterion = "access" | "evidence" | "licence" | "addresses" | "bytes"

/** Unknown values come after known ones. */
const larger = (a: number | null, b: number | null): number => (b ?? -1) - (a ?? -1)
const smaller = (a: number | null, b: number | null): number => (a ?? Number.MAX_VALUE) - (b ?? Number.MAX_VALUE)

const criteria: ReadonlyArray<readonly [Criterion, (a: DirectoryEntry, b: DirectoryEntry) => number]> = [
  // Data that a person must download cannot be added in one step, however good it is.
  ["access", (a, b) => Number(a.access.kind !== "open") - Number(b.access.kind !== "open")],
  ["evidence", (a, b) => evidenceRank(a.evidence) - evidenceRank(b.evidence)],
  ["licence", (a, b) => Number(a.license.shareAlike) - Number(b.license.shareAlike)],
  ["addresses", (a, b) => larger(a.addresses, b.addresses)],
  ["bytes", (a, b) => smaller(a.bytes, b.bytes)]
]

/** The most important criterion by which they differ: negative if the first is better. */
const difference = (a: DirectoryEntry, b: DirectoryEntry): readonly [Criterion | undefined, number] => {
  for (const [criterion, compare] of criteria) {
    const sign = compare(a, b)
    if (sign !== 0) return [criterion, sign]
  }
  return [undefined, 0]
}

/** The better one first: by whether it can be added in one step, then by evidence, licence and size. A total order. */
export const byWorth = (a: DirectoryEntry, b: DirectoryEntry): number =>
  difference(a, b)[1] || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

const nameOf = ({ part }: DirectoryEntry): string => part?.name ?? ""

/** Entries for the whole country, best first; then entries for its parts by name. */
export const ranked = (entries: ReadonlyArray<DirectoryEntry>): ReadonlyArray<DirectoryEntry> =>
  [...entries].sort(
    (a, b) =>
      Number(a.part !== null) - Number(b.part !== null) || nameOf(a).localeCompare(nameOf(b), "en") || byWorth(a, b)
  )

/** The best entry for the same country, or for the same part of it. */
export const best = (entries: ReadonlyArray<DirectoryEntry>): DirectoryEntry | undefined =>
  [...entries].sort(byWorth)[0]

const evidenceWords: Readonly<Record<EvidenceKind, string>> = {
  register: "official register of homes",
  building: "address in a residential building",
  landuse: "address in a residential area",
  declared: "publisher lists homes only",
  probable: "homes inferred from surroundings",
  assumed: "none: addresses, not known to be homes"
}

/** How a source knows that an address is a home, in a few words. */
export const evidenceInWords = (kind: EvidenceKind): string => evidenceWords[kind]

const better: Readonly<Record<Criterion, (entry: DirectoryEntry, other: DirectoryEntry) => string>> = {
  access: (_, other) => `Downloaded automatically; ${other.title} has to be downloaded by hand.`,
  evidence: (_, other) => `Stronger evidence than ${other.title}.`,
  licence: (_, other) => `Same evidence as ${other.title}, under a less restrictive licence.`,
  addresses: (_, other) =>
    other.addresses === null
      ? `Same evidence as ${other.title}, whose number of addresses is not known.`
      : `Same evidence as ${other.title}, and more addresses.`,
  bytes: (_, other) =>
    other.bytes === null
      ? `As good as ${other.title}, whose size is not known.`
      : `As good as ${other.title}, and a smaller download.`
}

const worse: Readonly<Record<Criterion, (entry: DirectoryEntry, other: DirectoryEntry) => string>> = {
  access: (_, other) => `Has to be downloaded by hand; ${other.title} is downloaded automatically.`,
  evidence: (_, other) => `Weaker evidence than ${other.title}.`,
  licence: (_, other) => `Same evidence as ${other.title}, but a more restrictive licence.`,
  addresses: (entry, other) =>
    entry.addresses === null
      ? `Same evidence as ${other.title}, but the number of addresses is not known.`
      : `Same evidence as ${other.title}, but fewer addresses.`,
  bytes: (entry, other) =>
    entry.bytes === null
      ? `As good as ${other.title}, but its size is not known.`
      : `As good as ${other.title}, but a larger download.`
}

/**
 * Why one would choose an entry, in a sentence: what makes it better than the next best, or worse than the best.
 *
 * @param entries all entries for the same country, or for the same part of it
 */
export const reasonFor = (entry: DirectoryEntry, entries: ReadonlyArray<DirectoryEntry>): string => {
  const [first, second] = [...entries].sort(byWorth)
  if (second === undefined || first === undefined) {
    return entry.part === null ? "The only source for the whole country." : `The only source for ${entry.part.name}.`
  }
  const isBest = first.id === entry.id
  const other = isBest ? second : first
  const [criterion] = difference(entry, other)
  if (criterion === undefined) return `As good as ${other.title}.`
  return (isBest ? better : worse)[criterion](entry, other)
}
