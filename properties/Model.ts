import type { Address } from "../schemas/Address.ts"
import { isForHome, StatedKind } from "../schemas/StatedEvidence.ts"
import { fold } from "../schemas/Fold.ts"
import type { RawRecord } from "../sources/DataSource.ts"
import type { Gazetteer } from "./Gazetteer.ts"

/**
 * The expected contents of a pool, computed plainly from the sources' records: no keys, no buckets, no storage. It
 * handles only the records of Generators.ts, all of which pass normalization.
 */
export interface ExpectedAddress {
  /** Names of the sources that have it, in registration order. */
  readonly sources: ReadonlyArray<string>
  /** The deciding evidence; with none, or with evidence against, the address is not a home and never drawn. */
  readonly evidence: StatedKind | undefined
}

const identity = (parts: ReadonlyArray<string | undefined>): string => parts.map((part) => fold(part ?? "")).join("|")

/** The identity of an address: everything but spelling, evidence and record ID. */
export const identityOfRecord = (gazetteer: Gazetteer, record: RawRecord): string => {
  const { building, city, district, houseNumber, postcode, street, unit } = record
  const named = fold(record.region ?? "")
  const region = gazetteer.cities
    .map((one) => one.region)
    .find(({ code, name }) => [code, code.slice(3), name].some((text) => fold(text) === named))
  return identity([region?.code, city, district, postcode, street, houseNumber, unit, building])
}

export const identityOfAddress = ({ components }: Address): string => {
  const { building, city, district, houseNumber, postcode, regionCode, street, unit } = components
  return identity([regionCode, city, district, postcode, street, houseNumber, unit, building])
}

/** 0 for the kind of evidence that decides before all others. */
const rank = ({ evidence }: RawRecord): number =>
  evidence === undefined ? StatedKind.literals.length : StatedKind.literals.indexOf(evidence.kind)

/**
 * Of several records of one address in one source, the one with the deciding evidence counts; among equals, the
 * smallest record ID.
 */
const ofSource = (gazetteer: Gazetteer, records: ReadonlyArray<RawRecord>): ReadonlyMap<string, RawRecord> => {
  const kept = new Map<string, RawRecord>()
  for (const record of records) {
    const id = identityOfRecord(gazetteer, record)
    const known = kept.get(id)
    const order = known === undefined ? -1 : rank(record) - rank(known)
    if (known === undefined || order < 0 || (order === 0 && record.recordId < known.recordId)) kept.set(id, record)
  }
  return kept
}

const strongest = (kinds: ReadonlyArray<StatedKind>): StatedKind | undefined =>
  StatedKind.literals.find((kind) => kinds.includes(kind))

/** All addresses of the sources together, homes or not, by identity. `held` is in registration order. */
export const expectedPool = (
  gazetteer: Gazetteer,
  held: ReadonlyArray<readonly [source: string, records: ReadonlyArray<RawRecord>]>
): ReadonlyMap<string, ExpectedAddress> => {
  const found = new Map<string, ExpectedAddress>()
  for (const [source, records] of held) {
    for (const [id, record] of ofSource(gazetteer, records)) {
      const known = found.get(id)
      const kinds = [known?.evidence, record.evidence?.kind].filter((kind) => kind !== undefined)
      found.set(id, { sources: [...(known?.sources ?? []), source], evidence: strongest(kinds) })
    }
  }
  return found
}

/** The addresses that draws may return, in a form to compare with `drawable`. */
export const expectedHomes = (expected: ReadonlyMap<string, ExpectedAddress>) =>
  Array.from(expected)
    .filter(([, { evidence }]) => evidence !== undefined && isForHome(evidence))
    .map(([id, { evidence, sources }]) => `${id} ${evidence} ${sources.join()}`)
    .sort()

export const homesOf = (addresses: ReadonlyArray<Address>) =>
  addresses
    .map((address) => {
      const sources = address.sources.map(({ name }) => name)
      return `${identityOfAddress(address)} ${address.residential.evidence} ${sources.join()}`
    })
    .sort()
