import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { writePbf } from "./PbfWriter.ts"
import {
  bytes,
  dense,
  fileOf,
  group,
  house,
  number,
  relation,
  repeated,
  signed,
  varint,
  way,
  zigzag
} from "./RawPbf.ts"
import { readBytes } from "./Town.ts"

const [lat, lon] = [490_500_000, 84_000_000]
const addressed = Buffer.concat([house, Buffer.from([0])])
const square = group(dense(signed(1, 1, 1, 1), signed(lat, 0, 1000, 0), signed(lon, 1000, 0, -1000)))
const around = signed(1, 1, 1, 1, -3)
const endless = (count: number, byte = 0xff) => Buffer.concat([Buffer.alloc(count, byte), Buffer.from([0x7f])])
const node = (atLat: bigint | number, atLon: bigint | number, id: bigint | number = 1) =>
  group(dense(zigzag(id), zigzag(atLat), zigzag(atLon), addressed))
const plainNode = (id: bigint | number) =>
  group(bytes(1, number(1, 0), varint(8), zigzag(id), varint(64), zigzag(lat), varint(72), zigzag(lon)))

/** The sentence that refuses a file; fails if the file is read, or if reading is a defect. */
const refusal = (...blocks: ReadonlyArray<Uint8Array>) =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(readBytes(fileOf(...blocks)))
    expect(error.reason).toBe("unreadable")
    return error.message
  })

const each = <A>(rows: ReadonlyArray<A>, check: (row: A) => Effect.Effect<void, unknown>) =>
  Effect.forEach(rows, check, { discard: true })

describe("numbers", () => {
  it.effect("MUST have ten bytes at most, wherever they are", () =>
    each(
      [
        Buffer.concat([square, group(way(7, Buffer.concat([zigzag(1), endless(200), zigzag(1), zigzag(1)])))]),
        Buffer.concat([square, group(way(7, endless(10, 0x80)))]),
        group(dense(endless(200), zigzag(lat), zigzag(lon))),
        group(dense(zigzag(1), zigzag(lat), zigzag(lon), endless(200))),
        group(dense(zigzag(1), zigzag(lat), zigzag(lon), endless(10, 0x80)))
      ],
      Effect.fnUntraced(function* (block) {
        expect(yield* refusal(block)).toContain("a number has more than ten bytes. Download the file again.")
      })
    )
  )

  it.effect("MUST be below 2⁵³", () =>
    each(
      [zigzag(2n ** 52n), zigzag(-(2n ** 60n)), endless(9)],
      Effect.fnUntraced(function* (ref) {
        expect(yield* refusal(square, group(way(7, ref)))).toContain("a number is 2⁵³ or more")
      })
    )
  )

  it.effect("MUST be read up to their limit of ten bytes", () =>
    Effect.gen(function* () {
      const padded = (value: number) => Buffer.from([value * 2 + 0x80, ...Array.from({ length: 8 }, () => 0x80), 0])
      const refs = Buffer.concat([1, 1, 1, 1].map(padded))
      const { given } = yield* readBytes(fileOf(square, group(way(7, Buffer.concat([refs, zigzag(-3)])))))
      expect(given.map(({ recordId }) => recordId)).toEqual(["way/7"])
    })
  )
})

describe("IDs", () => {
  const most = 2n ** 50n
  it.effect("MUST be refused from 2⁵⁰ on, with either sign", () =>
    each(
      [most, -most, 2n ** 62n - 1n, -(2n ** 62n)].flatMap((id) => [
        [group(way(id, around))],
        [group(relation(id, zigzag(1), 1))],
        [plainNode(id)]
      ]),
      Effect.fnUntraced(function* (blocks) {
        expect(yield* refusal(...blocks)).toMatch(/an ID is 2⁵⁰ or more\. Renumber its objects with "osmium renumber"/)
      })
    )
  )

  it.effect("MUST not add up to more, in nodes, ways and relations", () =>
    each(
      [most, -most].flatMap((sum) => {
        const ids = signed(sum / 2n, sum / 2n)
        return [dense(ids, signed(lat, 0), signed(lon, 0)), way(7, ids), relation(7, ids, 2)]
      }),
      Effect.fnUntraced(function* (object) {
        expect(yield* refusal(group(object))).toContain("add up to too much")
      })
    )
  )

  it.effect("MUST be read exactly below", () =>
    Effect.gen(function* () {
      const large = most - 1n
      const refs = signed(large - 3n, 1, 1, 1, -3)
      const nodes = group(dense(signed(large - 3n, 1, 1, 1), signed(lat, 0, 1000, 0), signed(lon, 1000, 0, -1000)))
      const { byId } = yield* readBytes(
        fileOf(Buffer.concat([nodes, group(way(large, refs)), group(way(-large, refs))]))
      )
      const found = byId.get(`way/${large}`) ?? byId.get(`way/-${large}`)
      expect(found?.coordinates).toEqual({ latitude: 49.05005, longitude: 8.40005 })
    })
  )
})

describe("positions", () => {
  it.effect("MUST lie on the earth", () =>
    each(
      [
        [node(2_000_000_000, lon), "200°, beyond 90°"],
        [node(lat, 1_900_000_000), "190°, beyond 180°"],
        [node(BigInt(lat) + 2n ** 32n, lon), "beyond 90°"],
        [node(lat, BigInt(lon) - 2n ** 32n), "beyond 180°"],
        [node(2n ** 31n - 1n, lon), "beyond 90°"],
        [Buffer.concat([node(lat, lon), number(17, 0)]), "the granularity 0"],
        [Buffer.concat([node(lat, lon), number(17, 2n ** 62n)]), "the granularity"],
        [Buffer.concat([node(lat, lon), number(17, -100)]), "the granularity -100"],
        [Buffer.concat([node(lat, lon), number(19, 2n ** 60n)]), "beyond 90°"]
      ] as const,
      Effect.fnUntraced(function* ([block, words]) {
        expect(yield* refusal(block)).toContain(words)
      })
    )
  )

  it.effect("MUST be unknown if they are what Osmium writes for unknown ones", () =>
    Effect.gen(function* () {
      const { given } = yield* readBytes(fileOf(node(2n ** 31n - 1n, 2n ** 31n - 1n)))
      expect(given.map(({ coordinates, recordId }) => [recordId, coordinates])).toEqual([["node/1", undefined]])
    })
  )
})

describe("a block", () => {
  const most = 2 ** 20
  const nodes = (count: number) => dense(repeated(zigzag(1), count), Buffer.alloc(count), Buffer.alloc(count))
  const fully = (count: number) => way(7, Buffer.alloc(count))
  const members = bytes(4, bytes(9, Buffer.alloc(most)))
  /** Nodes with the number of a house that follows the usual texts. */
  const lists = (count: number) => {
    const tags = repeated(Buffer.from([3, 9, 5, 6, 0]), count)
    return group(dense(repeated(zigzag(1), count), Buffer.alloc(count), Buffer.alloc(count), tags))
  }
  const smaller = `Rewrite it with "osmium cat", which makes smaller blocks.`

  it.effect("MUST not have more objects, texts, groups, members or tags than programs write", () =>
    each(
      [
        [repeated(group(), 2 ** 16 + 1), "groups"],
        [bytes(1, repeated(bytes(1), most + 1)), "texts"],
        [group(nodes(most + 1)), "numbers in one place"],
        [Buffer.concat([group(nodes(most)), group(nodes(1))]), "objects"],
        [group(repeated(bytes(3), most + 1)), "objects"],
        [group(fully(most + 1)), "numbers in one place"],
        [group(...Array.from({ length: 9 }, () => fully(most))), "nodes of ways, or members of relations"],
        [group(...Array.from({ length: 9 }, () => members)), "nodes of ways, or members of relations"],
        [
          Buffer.concat([
            bytes(1, bytes(1, Buffer.from(Array.from({ length: 250 }, (_, i) => i).join(";")))),
            lists(4200)
          ]),
          "addresses"
        ],
        [group(relation(9, repeated(zigzag(1), most + 1), most + 1)), "numbers in one place"],
        [group(dense(zigzag(1), zigzag(lat), zigzag(lon), Buffer.alloc(2 * most + 1))), "numbers in one place"]
      ] as const,
      Effect.fnUntraced(function* ([block, what]) {
        expect(yield* refusal(block)).toMatch(new RegExp(`a block has more than \\d+ ${what}\\. ${smaller}$`))
      })
    )
  )

  it.effect("MUST not have keys without values", () =>
    Effect.gen(function* () {
      const block = group(dense(zigzag(1), zigzag(lat), zigzag(lon), Buffer.from([3])))
      expect(yield* refusal(block)).toContain("a node has a key without a value")
    })
  )
})

it.effect("MUST leave out texts that are longer than OpenStreetMap takes, and no others", () =>
  Effect.gen(function* () {
    const named = (text: string) => {
      const tags = bytes(10, Buffer.from([3, 4, 5, 9, 0]))
      const object = bytes(2, bytes(1, zigzag(1)), bytes(8, zigzag(lat)), bytes(9, zigzag(lon)), tags)
      return readBytes(fileOf(Buffer.concat([bytes(1, bytes(1, Buffer.from(text))), group(object)])))
    }
    const longest = "🏠".repeat(255)
    expect((yield* named(longest)).given.map(({ street }) => street)).toEqual([longest])
    expect((yield* named(`${longest}1`)).given.map(({ street }) => street)).toEqual([undefined])
  })
)

it.effect("MUST put names of features on one line, without control characters", () =>
  Effect.gen(function* () {
    const file = writePbf({ nodes: [], ways: [], relations: [] }, { required: ["\u001b[2J\nx"] })
    const error = yield* Effect.flip(readBytes(file))
    expect(error.message).toContain(`it needs the feature " [2J x", which`)
  })
)
