import type { EvidenceKind } from "../../schemas/Address.ts"
import type { DirectoryEntry } from "../../schemas/Directory.ts"
import { evidenceRank } from "../address/EvidenceRank.ts"

/** What makes one entry better than another, the weightiest first. */
type Criterion = "access" | "evidence" | "licence" | "addresses" | "bytes"

/** What is not known comes after whatever is. */
const larger = (a: number | null, b: number | null): number => (b ?? -1) - (a ?? -1)
const smaller = (a: number | null, b: number | null): number => (a ?? Number.MAX_VALUE) - (b ?? Number.MAX_VALUE)

const criteria: ReadonlyArray<readonly [Criterion, (a: DirectoryEntry, b: DirectoryEntry) => number]> = [
  // What a person has to fetch cannot be had in one step, however good it is.
  ["access", (a, b) => Number(a.access.kind !== "open") - Number(b.access.kind !== "open")],
  ["evidence", (a, b) => evidenceRank(a.evidence) - evidenceRank(b.evidence)],
  ["licence", (a, b) => Number(a.license.shareAlike) - Number(b.license.shareAlike)],
  ["addresses", (a, b) => larger(a.addresses, b.addresses)],
  ["bytes", (a, b) => smaller(a.bytes, b.bytes)]
]

/** The weightiest criterion by which one is better: negative, the first is. */
const difference = (a: DirectoryEntry, b: DirectoryEntry): readonly [Criterion | undefined, number] => {
  for (const [criterion, compare] of criteria) {
    const sign = compare(a, b)
    if (sign !== 0) return [criterion, sign]
  }
  return [undefined, 0]
}

/** The better one first: what can be had in one step, then by evidence, licence and size. A total order. */
export const byWorth = (a: DirectoryEntry, b: DirectoryEntry): number =>
  difference(a, b)[1] || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

const nameOf = ({ part }: DirectoryEntry): string => part?.name ?? ""

/** Those of the whole country, the best first; then those of its parts by name. */
export const ranked = (entries: ReadonlyArray<DirectoryEntry>): ReadonlyArray<DirectoryEntry> =>
  [...entries].sort(
    (a, b) =>
      Number(a.part !== null) - Number(b.part !== null) || nameOf(a).localeCompare(nameOf(b), "en") || byWorth(a, b)
  )

/** The best of the same country, or of the same part of it. */
export const best = (entries: ReadonlyArray<DirectoryEntry>): DirectoryEntry | undefined =>
  [...entries].sort(byWorth)[0]

const evidenceWords: Readonly<Record<EvidenceKind, string>> = {
  register: "an official register says which addresses are homes",
  building: "the buildings that addresses lie in say which are homes",
  landuse: "the use of the land says which addresses are homes",
  declared: "the source says that its addresses are homes",
  probable: "what lies around an address says whether it is a home",
  assumed: "it lists addresses, and does not say which are homes"
}

/** How a source knows that an address is a home, for people. */
export const evidenceInWords = (kind: EvidenceKind): string => evidenceWords[kind]

const better: Readonly<Record<Criterion, (entry: DirectoryEntry, other: DirectoryEntry) => string>> = {
  access: (_, other) => `It needs nobody's hand, which ${other.title} does.`,
  evidence: (entry, other) =>
    `Its evidence is stronger than that of ${other.title}: ${evidenceInWords(entry.evidence)}.`,
  licence: (_, other) => `Its evidence is as strong as that of ${other.title}, and its licence asks for less.`,
  addresses: (_, other) => `Its evidence is as strong as that of ${other.title}, and it has more addresses.`,
  bytes: (_, other) => `It is as good as ${other.title}, and less is to be downloaded.`
}

const worse: Readonly<Record<Criterion, (entry: DirectoryEntry, other: DirectoryEntry) => string>> = {
  access: (_, other) => `A person has to fetch it first; ${other.title} comes by itself.`,
  evidence: (entry, other) => `Its evidence is weaker than that of ${other.title}: ${evidenceInWords(entry.evidence)}.`,
  licence: (_, other) => `Its evidence is as strong as that of ${other.title}, and its licence asks for more.`,
  addresses: (_, other) => `Its evidence is as strong as that of ${other.title}, and it has fewer addresses.`,
  bytes: (_, other) => `It is as good as ${other.title}, and more is to be downloaded.`
}

/**
 * Why one would take an entry, in a sentence: what puts it before the next best, or what puts it behind the best.
 *
 * @param entries all of the same country, or of the same part of it
 */
export const reasonFor = (entry: DirectoryEntry, entries: ReadonlyArray<DirectoryEntry>): string => {
  const [first, second] = [...entries].sort(byWorth)
  if (second === undefined || first === undefined) {
    return `It is the only source: ${evidenceInWords(entry.evidence)}.`
  }
  const isBest = first.id === entry.id
  const other = isBest ? second : first
  const [criterion] = difference(entry, other)
  if (criterion === undefined) return `It is as good as ${other.title}.`
  return (isBest ? better : worse)[criterion](entry, other)
}
