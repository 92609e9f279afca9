import { describe, expect, it } from "@effect/vitest"
import { Effect, FileSystem, Schema } from "effect"
import { decoderOf } from "../../../../sources/reading/CodePages.ts"
import { Format } from "../../../../sources/registers/Format.ts"
import { encodingOf } from "../../../../sources/registers/guess/Encoding.ts"
import { guessTable } from "../../../../sources/registers/guess/Guess.ts"
import { dbf, point, shp } from "../../reading/shapefile/Written.ts"
import { locate, testPlatform } from "../../reading/TestReader.ts"

/** What is known of each encoding's characters. */
const learned = new Map<string, Map<string, ReadonlyArray<number>>>()

/** The bytes of a text, by trying those of one character and of two. */
const encode = (text: string, encoding: string): Buffer => {
  const decode = decoderOf(encoding)!
  const known = learned.get(encoding) ?? new Map<string, ReadonlyArray<number>>()
  learned.set(encoding, known)
  const learn = (bytes: ReadonlyArray<number>) => {
    const character = decode(Uint8Array.from(bytes))
    if (Array.from(character).length === 1 && !known.has(character)) known.set(character, bytes)
  }
  if (known.size === 0) for (let one = 0; one < 256; one++) learn([one])
  if (Array.from(text).some((character) => !known.has(character))) {
    for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) learn([lead, trail])
  }
  return Buffer.from(Array.from(text).flatMap((character) => known.get(character) ?? []))
}

const tables: ReadonlyArray<readonly [text: string, encodings: string]> = [
  [
    "Straße;Hausnummer;PLZ;Ort\nKönigstraße;12;90402;Nürnberg\nÄußere Bayreuther Straße;14;90491;Nürnberg\n",
    "windows-1252 cp850 cp437"
  ],
  ["street;number;city\nKönigstraße;12;Nürnberg\n", "windows-1252 cp850"],
  ["voie;numero;commune\nRue de l'Église;12;Besançon\nAllée des Chênes;3;Sèvres\n", "windows-1252 cp850"],
  ["calle;numero;municipio\nCalle de Alcalá;3;Madrid\nCamino del Peñón;5;Logroño\n", "windows-1252 cp850"],
  ["rua;numero;concelho\nRua João Álvares;12;São Paulo\nPraça da Sé;1;São João\n", "windows-1252 cp850"],
  ["vejnavn;husnr;by\nØster Allé;12;Århus\nKøbmagergade;3;København\nSøvej;4;Ærø\n", "windows-1252 cp865"],
  ["gatunamn;nummer;postort\nVasagatan;1;Malmö\nÅsögatan;3;Östersund\n", "windows-1252 cp850"],
  ["heiti_nf;husnr;postnr\nAðalstræti;10;101\nÞórsgata;3;101\nÆgisíða;5;107\n", "windows-1252"],
  ["ulice;cislo domovni;obec\nDlouhá;12;Ústí nad Labem\nPříčná;14;Dřevnice\n", "windows-1250 iso-8859-2 cp852"],
  ["ulica;numer;miejscowosc\nŁąkowa;12;Łódź\nŚwiętojańska;3;Gdańsk\n", "windows-1250 iso-8859-2 cp852"],
  [
    "numerPorzadkowy;kodPocztowy;funkcjaOgolnaBudynku\n12A;00-590;Świętojańska\n3;02-515;budynki handlowo-usługowe\n",
    "windows-1250 iso-8859-2"
  ],
  ["utca;házszám;település\nFő utca;12;Győr\nPetőfi utca;3;Szűr\nŐsz utca;4;Győr\n", "windows-1250 iso-8859-2"],
  // Hardly any letter is one of Hungarian alone: the names of columns tell the language.
  [
    "Megye;Település;Közterület név;Közterület jelleg;Házszám\nGyőr-Moson-Sopron;Győr;Petőfi Sándor;utca;12\nGyőr-Moson-Sopron;Győr;Szabadság;tér;3\n",
    "windows-1250"
  ],
  ["il;ilce;mahalle;csbm\nİstanbul;Kadıköy;Caferağa;Moda Caddesi\nİzmir;Şirinyer;Buca;Işık Sokağı\n", "windows-1254"],
  ["gatve;nr;gyvenviete\nŽirmūnų g.;3;Šiauliai\nTilžės g.;5;Panevėžys\n", "windows-1257"],
  ["Улица;Дом;Город\nулица Ленина;12;Казань\nпроспект Победы;3А;Казань\n", "windows-1251 koi8-r ibm866"],
  ["street;house;city\nулица Ленина;12;Казань\nпроспект Победы;3А;Казань\n", "windows-1251 koi8-r ibm866"],
  ["ΟΔΟΣ;ΑΡΙΘΜΟΣ;ΔΗΜΟΣ\nΕρμού;12;Αθηναίων\nΣταδίου;3;Αθηναίων\n", "windows-1253 cp737"],
  ["שם רחוב,מספר בית,עיר\nדיזנגוף,12,תל אביב\nאלנבי,3,תל אביב\n", "windows-1255"],
  ["اسم الشارع,رقم,المدينة\nشارع الملك فهد,12,الرياض\n", "windows-1256"],
  ["ถนน,เลขที่,จังหวัด\nถนนสุขุมวิท,12,กรุงเทพ\nถนนสีลม,5,กรุงเทพ\n", "windows-874"],
  [
    "都道府県名,市区町村名,大字・丁目名\n東京都,千代田区,飯田橋一丁目\n東京都,千代田区,麹町二丁目\n",
    "shift_jis euc-jp"
  ],
  ["시도명,시군구명,도로명,건물본번\n서울특별시,강남구,테헤란로,152\n서울특별시,강남구,논현로,508\n", "euc-kr"],
  ["縣市,鄉鎮市區,街路段,號\n臺北市,松山區,民生東路五段,36號\n臺北市,松山區,三民路,12號\n", "big5"],
  ["省,城市,街道,门牌号\n北京市,朝阳区,建国路,36号\n北京市,海淀区,中关村大街,12号\n", "gbk"]
]

describe("the encoding of a table", () => {
  for (const [text, encodings] of tables) {
    for (const encoding of encodings.split(" ")) {
      it(`MUST be found by its letters: ${encoding}, ${text.split("\n")[1]!}`, () => {
        const [header = "", ...rows] = text.trimEnd().split("\n")
        for (const times of [1, 30]) {
          const lines = [header, ...Array.from({ length: times }, () => rows).flat(), ""]
          const bytes = encode(lines.join("\r\n"), encoding)
          expect(decoderOf(encodingOf(bytes) ?? "utf-8")!(bytes)).toBe(lines.join("\r\n"))
        }
      })
    }
  }

  it("MUST not be declared where it is UTF-8, and be what the file says", () => {
    expect(encodingOf(Buffer.from("Straße;Łódź"))).toBeUndefined()
    expect(encodingOf(encode("Straße", "windows-1252"), "ISO-8859-15")).toBe("iso-8859-15")
  })

  it("MUST be one that a mapping may declare, of DOS as well", () => {
    const format = Schema.decodeUnknownResult(Format)
    for (const encoding of ["utf-8", "ISO-8859-1", "cp850", "IBM437", "OEM 852"]) {
      expect([encoding, format({ type: "csv", encoding })._tag]).toEqual([encoding, "Success"])
    }
    expect(format({ type: "csv", encoding: "cp799" })._tag).toBe("Failure")
  })

  it.effect("MUST be found in a shapefile that states none, and not be declared where it states one", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      const columns = (["HOUSENO", "STREET", "CITY"] as const).map((name) => [name, "C", 40] as const)
      const points = Array.from({ length: 9 }, (_, at) => point(37.6 + at / 1e4, 55.75))
      yield* files.writeFile(`${folder}/a.shp`, shp(1, points))
      for (const [encoding, codePage, driver, expected] of [
        ["windows-1251", undefined, 0, "windows-1251"],
        ["windows-1251", undefined, 0xc9, undefined],
        ["windows-1251", "1251", 0, undefined],
        ["utf-8", undefined, 0, undefined]
      ] as const) {
        const bytes = (text: string) => (encoding === "utf-8" ? Buffer.from(text) : encode(text, encoding))
        const table = dbf(
          columns,
          points.map((_, at) => [String(at + 1), bytes("улица Ленина"), bytes("Москва")])
        )
        table[29] = driver
        yield* files.writeFile(`${folder}/a.dbf`, table)
        yield* Effect.ignore(files.remove(`${folder}/a.cpg`))
        if (codePage !== undefined) yield* files.writeFileString(`${folder}/a.cpg`, codePage)
        const { addresses, mapping } = yield* guessTable(yield* locate(`${folder}/a.shp`))
        expect(addresses[0]).toMatchObject({ houseNumber: "1", street: "улица Ленина", city: "Москва" })
        expect(mapping).toMatchObject({ format: { type: "shapefile", ...(expected && { encoding: expected }) } })
        expect(JSON.stringify(mapping).includes('"encoding"')).toBe(expected !== undefined)
      }
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )
})
