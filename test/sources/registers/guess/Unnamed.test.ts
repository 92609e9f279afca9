import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { guess, run } from "./Guessing.ts"

/** Rows of a table, of which each takes the next of some streets. */
const rowsOf = (streets: ReadonlyArray<string>, row: (number: number, street: string) => string) =>
  Array.from({ length: 20 }, (_, at) => row(at + 1, streets[at % streets.length]!))

/** Tables without names of columns, and what a person reads from their first row. */
const tables: ReadonlyArray<
  readonly [
    what: string,
    rows: ReadonlyArray<string>,
    first: Readonly<Record<string, string | number>>,
    country?: string
  ]
> = [
  [
    "kinds of streets and directions in columns of their own",
    rowsOf(
      ["N,MAIN,ST", ",OAK,AVE", ",ELM,RD", "S,CONGRESS,AVE"],
      (n, street) => `${100 + n},${street},AUSTIN,TX,7870${n % 5},${-97.74 - n / 1000},${30.27 + n / 1000}`
    ),
    { houseNumber: "101", street: "N MAIN ST", city: "AUSTIN", region: "TX", postcode: "78701", latitude: 30.271 }
  ],
  [
    "lines with the number first, and the city behind",
    rowsOf(["N MAIN ST", "OAK AVE", "ELM RD"], (n, street) => `A${n},${100 + n} ${street},AUSTIN,TX,7870${n % 5}`),
    { houseNumber: "101", street: "N MAIN ST", city: "AUSTIN", region: "TX", postcode: "78701" },
    "US"
  ],
  [
    "the number and its repetition before the street, whose postcode follows",
    rowsOf(
      ["Rue de Rivoli", "Avenue de l'Opéra", "Place Vendôme"],
      (n, street) =>
        `75101_${n};${12 + n};${n % 3 === 1 ? "bis" : ""};${street};7500${1 + (n % 5)};Paris;2.34${n};48.86${n}`
    ),
    { houseNumber: "13 bis", street: "Rue de Rivoli", city: "Paris", postcode: "75002" }
  ],
  [
    "kinds of streets before their names",
    rowsOf(
      ["CALLE;ALCALÁ", "AVENIDA;AMÉRICA", "PLAZA;MAYOR"],
      (n, street) => `${street};${n};2801${n % 5};Madrid;-3.69${n};40.41${n}`
    ),
    { houseNumber: "1", street: "CALLE ALCALÁ", city: "Madrid", postcode: "28011" }
  ],
  [
    "kinds of streets within their names, in Russia",
    rowsOf(
      ["ул Тверская", "пр-кт Мира", "пер Столешников", "ул Арбат"],
      (n, street) => `0c5b2444-${n},7701,45286555000,10100${n % 5},г Москва,${street},${10 + n}`
    ),
    { houseNumber: "11", street: "ул Тверская", city: "г Москва", postcode: "101001" }
  ],
  [
    "districts and blocks, in Japan",
    rowsOf(
      ["飯田橋一丁目", "飯田橋二丁目", "麹町"],
      (n, street) => `東京都,千代田区,${street},,${n},9,-33484.7,-7537.2,35.69${n},139.75${n},1,1,0,0`
    ),
    { houseNumber: "1", district: "飯田橋一丁目", city: "千代田区", region: "東京都" }
  ],
  [
    "names of buildings that have words for homes, in Korea",
    rowsOf(
      ["자하문로", "청운로", "세종대로"],
      (n, street) =>
        `1111010100|서울특별시|종로구|청운동||0|${n}|0|111103100012|${street}|0|${n}|${n % 2}|${n % 3 === 1 ? "청운아파트" : ""}||01|청운효자동|03047`
    ),
    { houseNumber: "1-1", street: "자하문로", city: "종로구", postcode: "03047", evidence: "assumed" }
  ]
]

describe("a table whose columns have no names", () => {
  it.effect.each(tables)("MUST be read by what they contain: %s", ([, rows, first, country]) =>
    run(
      Effect.gen(function* () {
        const found = yield* guess(rows, country)
        expect(found.addresses[0]).toMatchObject(first)
      })
    )
  )

  it.effect("MUST be doubted, and if its contents do not tell enough, get a sentence about what to do", () =>
    run(
      Effect.gen(function* () {
        const [, rows] = tables[0]!
        expect((yield* guess(rows)).doubts.join(" ")).toContain("does not name its columns: compare")
        const postcodes = [
          '01101,"060  ","0600000","ﾎｯｶｲﾄﾞｳ","ｻｯﾎﾟﾛｼ","ｱｻﾋｶﾞｵｶ","北海道","札幌市中央区","旭ケ丘",0,0,1,0,0,0',
          '01101,"064  ","0640941","ﾎｯｶｲﾄﾞｳ","ｻｯﾎﾟﾛｼ","ｵｵﾄﾞｵﾘﾋｶﾞｼ","北海道","札幌市中央区","大通東",0,0,1,0,0,0'
        ]
        const found = yield* guess(postcodes)
        expect(found.mapping).toBeNull()
        expect(found.missing.join(" ")).toContain("put a line with names before its first one")
        expect((yield* guess(["number,street,city,lat,lon", "1,Main St,Bath,51.38,-2.36"])).doubts).toEqual([])
      })
    )
  )

  it.effect("MUST not take its first address for names, although a word in it is one in some language", () =>
    run(
      Effect.gen(function* () {
        const lines = [
          "12 Main St, Springfield, IL 62701",
          "14 Oak Ave, Chicago, IL 60601",
          "99 Elm St, Decatur, IL 62521"
        ]
        expect((yield* guess(lines)).rows).toBe(3)
        const list = yield* guess(["address", ...lines])
        expect(list.layout).toBe("a list with one column")
        expect(list.addresses[0]).toMatchObject({ houseNumber: "12", street: "Main St", city: "Springfield" })
      })
    )
  )
})

describe("a street's column", () => {
  it.effect("MUST not be a line by the numbers of streets, and kinds of flats not be flats", () =>
    run(
      Effect.gen(function* () {
        const rows = ["BEDOK,4 ROOM,12A,BEDOK STH AVE 1", "ANG MO KIO,3 ROOM,108,ANG MO KIO AVE 4"]
        const found = yield* guess(["town,flat_type,block,street_name", ...rows, ...rows, ...rows], "SG")
        const parts = Object.fromEntries(found.columns.map(({ name, part }) => [name, part]))
        expect(parts).toMatchObject({ street_name: "street", flat_type: null })
        // In Singapore, blocks have the numbers that houses have elsewhere.
        expect(found.addresses[0]).toMatchObject({ houseNumber: "12A", street: "BEDOK STH AVE 1" })
      })
    )
  )
})

/** Rows of named columns with a street and its number, and what else they have. */
const along = (row: (number: string, street: readonly [string, string], at: number) => string) =>
  Array.from({ length: 12 }, (_, at) =>
    row(
      String(101 + 2 * at),
      (
        [
          ["MAIN", "ST"],
          ["OAK", "AVE"],
          ["HWY 16", ""]
        ] as const
      )[at % 3]!,
      at
    )
  )

describe("a column beside the street's", () => {
  it.effect.each([
    [
      "its name between direction and kind, and the direction behind these",
      ["PARCEL_NUM,ADDR_NUM,ADDR_PD,ADDR_SN,ADDR_ST,ADDR_SD,lon,lat"],
      along(
        (number, [name, kind], at) =>
          `0${at}-12-7,${number},${at === 1 ? "N" : ""},${name},${kind},${at === 0 ? "NW" : ""}`
      ),
      { houseNumber: "101", street: "MAIN ST NW" }
    ],
    [
      "its kind, which is called a suffix of the address, and its direction",
      ["ADDRNMBR,ADDRNAME,ADDRSFX,ADDRPOSTD,lon,lat"],
      along((number, [name, kind], at) => `${number},${name},${kind},${at === 0 ? "SE" : ""}`),
      { houseNumber: "101", street: "MAIN ST SE" }
    ],
    [
      "its kind, which is called a type like that of a use",
      ["HOUSENO,NAME,TYPE,lon,lat"],
      along((number, [name, kind], at) => `${number},${name},${at % 2 === 1 ? "RD" : kind}`),
      { houseNumber: "101", street: "MAIN ST" }
    ],
    [
      "its number before it, in a column with a street in its name",
      ["txt_street,nme_street,cde_roadwa,lon,lat"],
      along((number, [name, kind]) => `${number},${name},${kind}`),
      { houseNumber: "101", street: "MAIN ST" }
    ],
    [
      "its number, which is called an address",
      ["PARCEL_NUM,address,FULLNAME,lon,lat"],
      along((number, [name, kind], at) => `0${at}-12-7,${number},${name} ${kind}`),
      { houseNumber: "101", street: "MAIN ST" }
    ],
    [
      "its number before it, with a letter between them, whatever it is called",
      ["construct,letter,street,lon,lat"],
      along((number, [name, kind], at) => `${number},${at === 0 ? "B" : ""},${name} ${kind}`),
      { houseNumber: "101B", street: "MAIN ST" }
    ],
    [
      "its number, which is called a door",
      ["CALLE,PUERTA,lon,lat"],
      along((number, street) => `AV ${street[0]},${number}`),
      { houseNumber: "101", street: "AV MAIN" }
    ],
    [
      "a line that has the street of its row",
      ["full_civic,auto_Street,lon,lat"],
      along((number, [name, kind]) => `${number} ${name} ${kind},${name} ${kind}`),
      { houseNumber: "101", street: "MAIN ST" }
    ]
  ] as const)("MUST be %s", ([, head, rows, first]) =>
    run(
      Effect.gen(function* () {
        const placed = rows.map((row, at) => `${row},${-97.7 - at / 1000},${30.2 + at / 1000}`)
        const found = yield* guess([...head, ...placed], "US")
        expect(found.addresses[0]).toMatchObject(first)
      })
    )
  )

  it.effect.each([
    ["STREET,SPEEDLIMIT", (at: number) => 25 + 10 * (at % 3)],
    ["STREET,INJURIES", (at: number) => at % 4],
    ["STREET,FIGURE", (at: number) => at % 5],
    ["STRASSE,HOEHE", (at: number) => 3 + at],
    ["STREET,ACRES", (at: number) => `0.${11 + at}`]
  ] as const)("MUST be no house number without a sign of it: %s", ([head, figure]) =>
    run(
      Effect.gen(function* () {
        const rows = along((_, [name, kind], at) => `${name} ${kind},${figure(at)}`)
        const found = yield* guess([head, ...rows, ...rows, ...rows], "US")
        expect(found.isAddressTable).toBe(false)
      })
    )
  )
})
