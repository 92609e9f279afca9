import { Option, Schema } from "effect"
import { isDeepStrictEqual } from "node:util"
import { AddressComponents, Coordinates, DerivedPart } from "../../../../schemas/Address.ts"
import { StatedKind } from "../../../../schemas/StatedEvidence.ts"
import { evidenceRank } from "../../../address/EvidenceRank.ts"
import { countryOfAddressId } from "../../../address/Identity.ts"
import type { Names } from "../../../pool/PoolRequests.ts"
import { compose, namesOf, type WholeAddress } from "../../../pool/stored/Compose.ts"
import { decompose, type Parts } from "../../../pool/stored/Decompose.ts"
import { normalizationVersion } from "../../normalize/Normalize.ts"

/** A row of `former_address`. */
export interface FormerAddress {
  readonly id: string
  readonly country: string
  readonly sample_key: bigint
  readonly is_residential: boolean
  readonly names: string | null
  /** The address as clients received it. */
  readonly document: string
  /** ISO 8601 in UTC. */
  readonly updated_at: string
}

/** A row of `former_record`. */
export interface FormerRecord {
  readonly source: string
  readonly address_id: string
  readonly record_id: string
  readonly region: bigint | null
  readonly city: bigint | null
  readonly district: bigint | null
  readonly postcode: bigint | null
  readonly body: string
  readonly coordinates: string | null
  readonly residential: string | null
  readonly source_member: string
  readonly names: string | null
}

/** A record in the new form. */
export interface MovedRecord extends Parts {
  readonly nth: number
}

/** An address in the new form. */
export interface MovedAddress {
  readonly former: FormerAddress
  readonly main: MovedRecord
  readonly others: ReadonlyArray<MovedRecord>
  /** Whether clients get a different document than before, or different names. */
  readonly differs: boolean
}

const Body = Schema.fromJsonString(
  Schema.Struct({
    components: AddressComponents,
    language: Schema.optionalKey(Schema.String),
    derived: Schema.optionalKey(Schema.Array(DerivedPart))
  })
)
const Member = Schema.fromJsonString(
  Schema.Struct({ license: Schema.String, attribution: Schema.String, url: Schema.String })
)
const Evidence = Schema.fromJsonString(Schema.Struct({ evidence: StatedKind, detail: Schema.String }))
const Position = Schema.fromJsonString(Coordinates)
const Spellings = Schema.fromJsonString(
  Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.UndefinedOr(Schema.String)))
)
const Sources = Schema.fromJsonString(Schema.Struct({ sources: Schema.Array(Schema.Struct({ name: Schema.String })) }))

const decodeBody = Schema.decodeUnknownOption(Body)
const decodeMember = Schema.decodeUnknownOption(Member)
const decodeEvidence = Schema.decodeUnknownOption(Evidence)
const decodePosition = Schema.decodeUnknownOption(Position)
const decodeNames = Schema.decodeUnknownOption(Spellings)
const decodeSources = Schema.decodeUnknownOption(Sources)

/** Decodes a text that may be missing; none if it cannot be decoded. */
const orMissing = <A>(text: string | null, decode: (text: string) => Option.Option<A>): Option.Option<A | undefined> =>
  text === null ? Option.some(undefined) : decode(text)

const partsOf = (country: string, row: FormerRecord): Option.Option<Parts> =>
  Option.gen(function* () {
    const { components, derived, language } = yield* decodeBody(`{${row.body}}`)
    const { attribution, license, url } = yield* decodeMember(row.source_member)
    const evidence = yield* orMissing(row.residential, decodeEvidence)
    const names: Names | undefined = yield* orMissing(row.names, decodeNames)
    return decompose(
      {
        source: row.source,
        addressId: row.address_id,
        country,
        recordId: row.record_id,
        components,
        places: {
          region: row.region ?? undefined,
          city: row.city ?? undefined,
          district: row.district ?? undefined,
          postcode: row.postcode ?? undefined
        },
        coordinates: yield* orMissing(row.coordinates, decodePosition),
        evidence: evidence === undefined ? undefined : { kind: evidence.evidence, detail: evidence.detail },
        language,
        derived,
        names,
        license,
        attribution,
        url
      },
      normalizationVersion
    )
  })

/** Sources in the order in which the address named them; those that it did not name come last, by name. */
const inOrder = (document: string, records: ReadonlyArray<FormerRecord>): ReadonlyArray<FormerRecord> => {
  if (records.length === 1) return records
  const { sources } = Option.getOrElse(decodeSources(document), () => ({ sources: [] }))
  const named = sources.map(({ name }) => name)
  const place = ({ source }: FormerRecord): number => {
    const found = named.indexOf(source)
    return found < 0 ? named.length : found
  }
  return records.toSorted((a, b) => place(a) - place(b) || (a.source < b.source ? -1 : 1))
}

/** Whether two JSON texts are equal, ignoring the order of members. */
const saysTheSame = (one: string, other: string): boolean => {
  if (one === other) return true
  try {
    return isDeepStrictEqual(JSON.parse(one), JSON.parse(other))
  } catch {
    return false
  }
}

const differs = (former: FormerAddress, address: WholeAddress): boolean =>
  !saysTheSame(former.document, JSON.stringify(compose(address))) ||
  !saysTheSame(former.names ?? "{}", JSON.stringify(namesOf(address) ?? {}))

/**
 * The new form of an address of the former tables, made from its records; none if it has none, or one of them cannot be
 * read. Its sources keep the order in which clients received them, and its words are still those of the record with the
 * strongest evidence (among equals, the first).
 */
export const moved = (former: FormerAddress, rows: ReadonlyArray<FormerRecord>): Option.Option<MovedAddress> =>
  Option.gen(function* () {
    const { country, document, id, updated_at: updatedAt } = former
    const records: Array<MovedRecord> = []
    for (const row of inOrder(document, rows)) records.push({ ...(yield* partsOf(country, row)), nth: records.length })
    const [main, ...others] = records.toSorted(
      (a, b) => evidenceRank(a.origin.evidence) - evidenceRank(b.origin.evidence)
    )
    if (main === undefined || countryOfAddressId(id) !== country) return yield* Option.none()
    return { former, main, others, differs: differs(former, { main, others, updatedAt }) }
  })
