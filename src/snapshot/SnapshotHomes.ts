import { Schema } from "effect"
import type { Address } from "../../schemas/Address.ts"
import { StatedKind } from "../../schemas/StatedEvidence.ts"
import { type Row } from "../database/backup/RowGroup.ts"
import { sampleKey } from "../address/Identity.ts"
import { LeastRecentlyUsed } from "../shared/LeastRecentlyUsed.ts"
import { placeOf, type SampleKeys } from "../draw/Sampler.ts"
import { fromUuid } from "../address/AddressUuid.ts"
import { composeHome, namesOf, type WholeAddress } from "../pool/stored/Compose.ts"
import { type StoredOrigin, type StoredStreet, streetComponents } from "../pool/stored/StoredAddress.ts"
import { originOf, wholeOf, type WholeRow } from "../pool/stored/StoredRows.ts"
import type { NamedAddress } from "../pool/PoolRequests.ts"
import { rowsOfChunk } from "./Format.ts"
import type { SnapshotFile } from "./SnapshotFile.ts"

/** A street with what draws need of it. */
export interface SnapshotStreet extends Pick<
  StoredStreet,
  "key" | "region" | "city" | "district" | "postcode" | "search"
> {
  /** Its columns as one text, as the database returns them with an address. */
  readonly row: string
  /** As JSON text. */
  readonly names: string | null
  /** How many homes are in it. */
  readonly homes: number
}

/** Texts of one home: house number, unit, building. */
export type HomeTexts = ReadonlyArray<string>

/** How many chunks of addresses are kept unpacked. */
const chunksKept = 8

const kindOf = Schema.decodeUnknownSync(Schema.NullOr(StatedKind))

/** A row of a chunk by the names of its columns. */
type Named = Readonly<Record<string, string | null>>

/**
 * The homes of a country in a snapshot. Streets, sources and the homes' keys are in memory, about ten bytes per home;
 * addresses are read on demand.
 */
export class SnapshotHomes {
  readonly country: string
  /** The keys of all homes, ascending. A home is identified by its position here. */
  readonly keys: SampleKeys
  readonly streets: ReadonlyArray<SnapshotStreet>
  /** Each home's street, by its position in `streets`. */
  readonly streetOf: Uint32Array
  readonly #file: SnapshotFile
  readonly #streetByKey = new Map<string, number>()
  readonly #origins = new Map<bigint, StoredOrigin>()
  readonly #others = new Map<string, Array<Named>>()
  /** Homes whose key is not the hash of their ID. */
  readonly #moved = new Map<string, number>()
  readonly #chunks = new LeastRecentlyUsed<ReadonlyArray<Row>, number>(chunksKept)
  readonly #columns: ReadonlyMap<string, number>

  static of(file: SnapshotFile, country: string): SnapshotHomes {
    return file.interpret(() => new SnapshotHomes(file, country))
  }

  private constructor(file: SnapshotFile, country: string) {
    this.#file = file
    this.country = country
    this.#columns = new Map(file.columns(country, "address").map((column, i) => [column, i]))
    this.streets = Array.from(this.#rows("street"), (row, i) => {
      this.#streetByKey.set(row["key"] ?? "", i)
      return streetOfRow(country, row)
    })
    for (const row of this.#rows("origin")) {
      const origin = originOfRow(row)
      this.#origins.set(origin.key, origin)
    }
    for (const row of this.#rows("other_record")) {
      const id = row["id"] ?? ""
      const known = this.#others.get(id)
      if (known === undefined) this.#others.set(id, [row])
      else known.push(row)
    }
    const homes = file.pool(country)?.residential ?? 0
    this.keys = new Uint32Array(homes * 2)
    this.streetOf = new Uint32Array(homes)
    this.#readKeys(homes)
  }

  #readKeys(homes: number): void {
    const [id, key, street, home] = ["id", "sample_key", "street", "is_residential"].map((name) => this.#column(name))
    for (let nth = 0, i = 0; i < homes; nth++) {
      const columns = this.#file.chunk(this.country, "address", nth)
      for (let row = 0; row < columns[0]!.length && i < homes; row++, i++) {
        const uuid = columns[id!]![row]!
        const own = columns[key!]![row]
        const value = own === null || own === undefined ? sampleKey(fromUuid(uuid)) : BigInt(own)
        if (own !== null && own !== undefined) this.#moved.set(fromUuid(uuid), i)
        const at = this.#streetByKey.get(columns[street!]![row]!)
        if (at === undefined || columns[home!]![row] !== "true") throw this.#file.damaged("its homes are not in order")
        this.keys[i * 2] = Number(value >> 32n)
        this.keys[i * 2 + 1] = Number(value & 0xffffffffn)
        this.streetOf[i] = at
      }
    }
  }

  #column(name: string): number {
    const at = this.#columns.get(name)
    if (at === undefined) throw this.#file.damaged(`its addresses have no column ${name}`)
    return at
  }

  *#rows(table: string): Generator<Named> {
    const columns = this.#file.columns(this.country, table)
    for (const chunk of this.#file.chunks(this.country, table)) {
      for (let i = 0; i < (chunk[0]?.length ?? 0); i++) {
        yield Object.fromEntries(columns.map((column, at) => [column, chunk[at]![i]!]))
      }
    }
  }

  /** How many homes there are. */
  get count(): number {
    return this.streetOf.length
  }

  #chunk(nth: number): ReadonlyArray<Row> {
    let chunk = this.#chunks.get(nth)
    if (chunk === undefined) {
      chunk = this.#file.chunk(this.country, "address", nth)
      this.#chunks.set(nth, chunk)
    }
    return chunk
  }

  #value(chunk: ReadonlyArray<Row>, name: string, home: number): string | null {
    return chunk[this.#column(name)]![home % rowsOfChunk] ?? null
  }

  #whole(home: number): WholeAddress {
    const chunk = this.#chunk(Math.floor(home / rowsOfChunk))
    const value = (name: string) => this.#value(chunk, name, home)
    const id = value("id") ?? ""
    const others = value("has_others") === "true" ? (this.#others.get(id) ?? []) : undefined
    const street = this.streets[this.streetOf[home]!]!
    const row: WholeRow = {
      id,
      origin: BigInt(value("origin") ?? 0),
      recordId: value("record_id") ?? "",
      houseNumber: value("house_number"),
      unit: value("unit"),
      building: value("building"),
      latitude: numberOf(value("latitude")),
      longitude: numberOf(value("longitude")),
      reference: value("reference"),
      ownNames: value("names"),
      updatedAt: instantOf(value("updated_at") ?? ""),
      streetRow: street.row,
      others:
        others?.map((other) => ({
          nth: Number(other["nth"]),
          origin: other["origin"] ?? "",
          recordId: other["record_id"] ?? "",
          reference: other["reference"] ?? null,
          latitude: numberOf(other["latitude"] ?? null),
          longitude: numberOf(other["longitude"] ?? null),
          names: other["names"] ?? this.#namesOfStreet(other["street"] ?? "")
        })) ?? null
    }
    const whole = wholeOf(row, (key) => this.#origins.get(key))
    if (whole === undefined) throw this.#file.damaged("an address has no source")
    return whole
  }

  #namesOfStreet(key: string): string | null {
    return this.streets[this.#streetByKey.get(key) ?? -1]?.names ?? null
  }

  /** The address of a home, as a service returns it. */
  address(home: number): Address {
    return this.#file.interpret(() => composeHome(this.#whole(home)))
  }

  /** The same, with the names that sources give its components in other languages. */
  named(home: number): NamedAddress {
    return this.#file.interpret(() => {
      const whole = this.#whole(home)
      return { address: composeHome(whole), names: namesOf(whole) ?? {} }
    })
  }

  /** The position of the home with this key; undefined if there is none. */
  find(hi: number, lo: number): number | undefined {
    return placeOf(this.keys, hi, lo)
  }

  /** The home with this well-formed ID. */
  findId(id: string): number | undefined {
    const moved = this.#moved.get(id)
    if (moved !== undefined) return moved
    const key = sampleKey(id)
    const home = this.find(Number(key >> 32n), Number(key & 0xffffffffn))
    if (home === undefined) return undefined
    return fromUuid(this.#value(this.#chunk(Math.floor(home / rowsOfChunk)), "id", home) ?? "") === id
      ? home
      : undefined
  }

  /** The texts that each home has of its own, folded, one home after the other. Reads all chunks. */
  *texts(): Generator<HomeTexts> {
    const folded = new Map(Array.from(this.#rows("label"), ({ folded, text }) => [text, folded ?? ""]))
    const own = ["house_number", "unit", "building"].map((name) => this.#column(name))
    for (let home = 0, nth = 0; home < this.count; nth++) {
      const chunk = this.#file.chunk(this.country, "address", nth)
      for (let row = 0; row < chunk[0]!.length && home < this.count; row++, home++) {
        const texts: Array<string> = []
        for (const column of own) {
          const text = chunk[column]![row]
          if (text !== null && text !== undefined) texts.push(folded.get(text) ?? "")
        }
        yield texts
      }
    }
  }
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text))

/** A time as PostgreSQL writes it in UTC: `2026-11-22 06:40:02.131+00`. */
const instantOf = (text: string): Date => new Date(`${text.replace(" ", "T").replace(/\+00$/, "")}Z`)

/** Columns of a street's components, in the order of `streetComponents`. */
const columnsOfStreet: Readonly<Record<(typeof streetComponents)[number], string>> = {
  street: "street_name",
  district: "district_name",
  city: "city_name",
  region: "region_name",
  regionCode: "region_code",
  postcode: "postcode_text"
}

const streetOfRow = (country: string, row: Named): SnapshotStreet => {
  const place = (level: string) => BigInt(row[level] ?? 0)
  const [region, city, district, postcode] = [place("region"), place("city"), place("district"), place("postcode")]
  const names = row["names"] ?? null
  return {
    key: BigInt(row["key"] ?? 0),
    region,
    city,
    district,
    postcode,
    row: [
      country,
      ...[region, city, district, postcode].map((one) => one.toString(16)),
      ...streetComponents.map((name) => row[columnsOfStreet[name]] ?? ""),
      names ?? ""
    ].join("\u0001"),
    names,
    search: row["search"] ?? "",
    homes: Number(row["homes"])
  }
}

const originOfRow = (row: Named): StoredOrigin =>
  originOf({
    key: BigInt(row["key"] ?? 0),
    source: row["source"] ?? "",
    license: row["license"] ?? "",
    attribution: row["attribution"] ?? "",
    url: row["url"] ?? "",
    language: row["language"] ?? null,
    derived: row["derived"] ?? null,
    evidence: kindOf(row["evidence"]),
    detail: row["detail"] ?? null
  })
