import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { guess, run } from "./Guessing.ts"

describe("an address whose parts stand in several columns", () => {
  const cases: ReadonlyArray<readonly [what: string, lines: ReadonlyArray<string>, expected: ReadonlyArray<object>]> = [
    [
      "flats on floors (DK)",
      [
        "id,vejnavn,husnr,etage,dør,postnr,postnrnavn,wgs84koordinat_bredde,wgs84koordinat_længde",
        "0a3f50a0-23c7-32b8-e044-0003ba298018,Englandsvej,28,1,tv,2300,København S,55.66044,12.59379",
        "0a3f50a0-23c8-32b8-e044-0003ba298018,Englandsvej,28,2,tv,2300,København S,55.66044,12.59379",
        "0a3f50a0-23c9-32b8-e044-0003ba298018,Englandsvej,30B,,,2300,København S,55.66034,12.59389"
      ],
      [
        { recordId: "0a3f50a0-23c7-32b8-e044-0003ba298018", houseNumber: "28", unit: "1. tv" },
        { unit: "2. tv" },
        { houseNumber: "30B" }
      ]
    ],
    [
      "lanes and alleys (TW)",
      [
        "省市縣市代碼,鄉鎮市區代碼,村里,鄰,街、路段,地區,巷,弄,號,X坐標,Y坐標",
        "63000,63000010,三民里,001,民生東路五段,,,,36號,307365.23,2772035.50",
        "63000,63000010,三民里,002,三民路,,29巷,3弄,5號之1,307385.23,2772055.50"
      ],
      [
        { houseNumber: "36", street: "民生東路五段" },
        { houseNumber: "5之1", street: "三民路29巷3弄" }
      ]
    ],
    [
      "blocks of a 丁目 (JP)",
      [
        "lg_code,machiaza_id,pref,city,ward,oaza_cho,chome,koaza,blk_num,rsdt_num,rep_lon,rep_lat",
        "141046,0056001,神奈川県,横浜市,中区,山下町,一丁目,,1,1,139.6480,35.4440",
        "141046,0056002,神奈川県,横浜市,中区,山下町,二丁目,,1,1,139.6490,35.4450"
      ],
      [
        { houseNumber: "1-1", district: "山下町一丁目", city: "横浜市中区" },
        { houseNumber: "1-1", district: "山下町二丁目" }
      ]
    ],
    [
      "minor numbers, without names of columns (KR)",
      [
        "1168010100107360024000001|서울특별시|강남구|역삼동|테헤란로|0|152|0|2011|06236",
        "1168010100107370000000002|서울특별시|강남구|역삼동|테헤란로|0|154|3|2011|06236",
        "1168010100107380000000003|서울특별시|강남구|역삼동|논현로|0|508|0|2011|06141",
        "1168010100107390000000004|서울특별시|강남구|역삼동|논현로|0|510|2|2011|06141"
      ],
      [
        { houseNumber: "152", street: "테헤란로", postcode: "06236" },
        { houseNumber: "154-3", postcode: "06236" },
        { houseNumber: "508", postcode: "06141" }
      ]
    ],
    [
      "the kind of a street, and the same on letters (CA)",
      [
        "CIVIC_NO,OFFICIAL_STREET_NAME,OFFICIAL_STREET_TYPE,OFFICIAL_STREET_DIR,CSD_ENG_NAME,MAIL_STREET_NAME,MAIL_STREET_TYPE,MAIL_STREET_DIR,MAIL_PROV_ABVN,MAIL_POSTAL_CODE",
        "12,Bank,ST,,Ottawa,BANK,ST,,ON,K1P5N2",
        "16,Elgin,ST,N,Ottawa,ELGIN,ST,N,ON,K1P5N3",
        "18,Elgin,ST,N,Ottawa,ELGIN,ST,N,ON,K1P5N3"
      ],
      [{ street: "Bank ST" }, { street: "Elgin ST N" }]
    ],
    [
      "the kind of a street behind its name (HU)",
      [
        "irsz;település;közterület neve;közterület jellege;házszám",
        "1051;Budapest;Arany János;utca;12",
        "1051;Budapest;Petőfi;tér;14/A"
      ],
      [{ street: "Arany János utca" }, { street: "Petőfi tér", houseNumber: "14/A" }]
    ],
    [
      "the kind of a street, and the word between it and the name (ES)",
      [
        "COD_VIA;VIA_CLASE;VIA_PAR;VIA_NOMBRE;NUMERO;COD_POST;UTMX_ETRS;UTMY_ETRS",
        "31001337;CALLE;DE;ALCALÁ;45;28014;440741,32;4474420,87",
        "31001338;PLAZA;DEL;CALLAO;1;28013;440141,32;4474620,87"
      ],
      [{ houseNumber: "45", street: "CALLE DE ALCALÁ", postcode: "28014" }, { street: "PLAZA DEL CALLAO" }]
    ],
    [
      "first and last numbers with their letters (ES)",
      [
        "CODI_CARRER,NOM_CARRER,NUMPOST_I,LLEPOST_I,NUMPOST_F,LLEPOST_F,LATITUD_WGS84,LONGITUD_WGS84",
        "000103,Carrer d'Aragó,12,,14,,41.3801,2.1501",
        "000104,Carrer de Mallorca,16,B,,,41.3811,2.1511"
      ],
      [{ houseNumber: "12-14", street: "Carrer d'Aragó" }, { houseNumber: "16B" }]
    ],
    [
      "regions with the name of flats elsewhere (UY)",
      [
        "ID_PUNTO;DEPARTAMENTO;LOCALIDAD;NOMBRE_VIA;NUMERO_PUERTA;LETRA;LATITUD;LONGITUD;CODIGO_POSTAL",
        "1;CANELONES;LAS PIEDRAS;18 DE JULIO;1234;;-34.7258;-56.2165;90200",
        "2;CANELONES;LAS PIEDRAS;COLONIA;1456;B;-34.7238;-56.2185;90200"
      ],
      [{ houseNumber: "1234", region: "CANELONES", city: "LAS PIEDRAS" }, { houseNumber: "1456B" }]
    ],
    [
      "doors on floors (HU)",
      [
        "irányítószám;település;közterület neve;közterület jellege;házszám;emelet;ajtó",
        "1051;Budapest;Sas;utca;12;2;3",
        "1051;Budapest;Sas;utca;12;2;4"
      ],
      [{ houseNumber: "12", unit: "2 3" }, { unit: "2 4" }]
    ],
    [
      "a locality beside the city (IN)",
      [
        "House No,Street,Locality,City,State,Pincode,Lat,Long",
        "12/4,MG Road,Indiranagar,Bengaluru,Karnataka,560038,12.9750,77.6090",
        "14,MG Road,Indiranagar,Bengaluru,Karnataka,560038,12.9751,77.6091"
      ],
      [{ houseNumber: "12/4", district: "Indiranagar", city: "Bengaluru" }]
    ]
  ]
  for (const [what, lines, expected] of cases) {
    it.effect(`MUST be whole: ${what}`, () =>
      run(
        Effect.gen(function* () {
          const { addresses } = yield* guess(lines)
          expect(addresses.slice(0, expected.length)).toMatchObject(expected)
        })
      )
    )
  }
})

describe("a column", () => {
  it.effect("MUST be no city if it numbers the parts of one, and no unit if it has a word in each row", () =>
    run(
      Effect.gen(function* () {
        const { addresses } = yield* guess([
          "long,lat,calle,altura,barrio,comuna,departamento",
          "-58.3816,-34.6037,AV. CORRIENTES,1234,SAN NICOLAS,COMUNA 1,CABALLITO",
          "-58.4316,-34.6137,LAVALLE,1450,ALMAGRO,COMUNA 5,CABALLITO"
        ])
        expect(addresses).toMatchObject([{ houseNumber: "1234", district: "SAN NICOLAS" }, { district: "ALMAGRO" }])
        for (const address of addresses) {
          expect(address).not.toHaveProperty("city")
          expect(address).not.toHaveProperty("unit")
        }
      })
    )
  )

  it.effect("MUST be house numbers with a sign before them, too", () =>
    run(
      Effect.gen(function* () {
        const { columns } = yield* guess([
          "House No,Street Name,City,Pincode",
          "#14,MG Road,Bengaluru,560001",
          "No. 15,MG Road,Bengaluru,560001",
          "Nº 16/2,MG Road,Bengaluru,560001"
        ])
        expect(columns[0]!.part).toBe("houseNumber")
      })
    )
  )
})

describe("an address line", () => {
  it.effect("MUST be read with a flat before the number of its house", () =>
    run(
      Effect.gen(function* () {
        const { addresses } = yield* guess([
          "UPRN,ADDRESS1,POSTTOWN,POSTCODE",
          '1,"Flat 3, 14 High Street",BRISTOL,BS8 2AA',
          "2,16 High Street,BRISTOL,BS8 2AA",
          "3,APARTMENT 4B 7 Mill Lane,BRISTOL,BS8 2AB",
          "4,Flat House,BRISTOL,BS8 2AC"
        ])
        const byId = new Map(addresses.map((address) => [address.recordId, address]))
        expect(byId.get("1")).toMatchObject({ houseNumber: "14", street: "High Street", unit: "Flat 3" })
        expect(byId.get("2")).toMatchObject({ houseNumber: "16", street: "High Street" })
        expect(byId.get("2")).not.toHaveProperty("unit")
        expect(byId.get("3")).toMatchObject({ houseNumber: "7", street: "Mill Lane", unit: "APARTMENT 4B" })
      })
    )
  )
  it.effect("MUST be read with the numbers of Colombia", () =>
    run(
      Effect.gen(function* () {
        const { addresses } = yield* guess([
          "ID,DIRECCION,LATITUD,LONGITUD",
          "A1,CL 26 57 83,4.6450,-74.0990",
          "A2,Calle 26 # 57 - 85,4.6451,-74.0991",
          "A3,KR 7 12A 30,4.5990,-74.0740"
        ])
        expect(addresses).toMatchObject([
          { street: "CL 26", houseNumber: "57-83" },
          { street: "Calle 26", houseNumber: "57-85" },
          { street: "KR 7", houseNumber: "12A-30" }
        ])
      })
    )
  )

  it.effect("MUST be read with a mark before the number, and with a unit behind the street", () =>
    run(
      Effect.gen(function* () {
        const spanish = yield* guess(
          ["direccion,municipio,cp", "Calle Mayor nº 5,Madrid,28013", "Gran Vía nº 12,Madrid,28013"],
          "ES"
        )
        expect(spanish.addresses).toMatchObject([
          { street: "Calle Mayor", houseNumber: "5" },
          { street: "Gran Vía", houseNumber: "12" }
        ])
        const american = yield* guess(
          [
            "ADDRESS,CITY,STATE,ZIP",
            "125 N MAIN ST UNIT 4,SPRINGFIELD,IL,62701",
            "125 N MAIN ST APT B,SPRINGFIELD,IL,62701",
            "127 N MAIN ST,SPRINGFIELD,IL,62701",
            "8 UNIT RD,SPRINGFIELD,IL,62701"
          ],
          "US"
        )
        expect(american.addresses).toMatchObject([
          { houseNumber: "125", street: "N MAIN ST", unit: "UNIT 4" },
          { houseNumber: "125", street: "N MAIN ST", unit: "APT B" },
          { houseNumber: "127", street: "N MAIN ST" },
          { houseNumber: "8", street: "UNIT RD" }
        ])
        expect(american.addresses[2]).not.toHaveProperty("unit")
      })
    )
  )
})

describe("a whole address in one column", () => {
  const cases: ReadonlyArray<
    readonly [country: string, lines: ReadonlyArray<string>, expected: object, second?: object]
  > = [
    [
      "US",
      ["12 Main St, Springfield, IL 62701", "14 Main St, Apt 4, Saint Paul, MN 55101-1234"],
      { houseNumber: "12", street: "Main St", city: "Springfield", region: "IL", postcode: "62701" }
    ],
    [
      "CA",
      ["12 Bank St, Ottawa, ON K1P 5N2", "14 Bank St, Ottawa ON K1P5N2"],
      { houseNumber: "12", street: "Bank St", city: "Ottawa", region: "ON", postcode: "K1P 5N2" }
    ],
    [
      "DE",
      ["Hauptstr. 12a, 69117 Heidelberg", "Plöck 3, 69117 Heidelberg, Deutschland"],
      { houseNumber: "12a", street: "Hauptstr.", city: "Heidelberg", postcode: "69117" }
    ],
    [
      "GB",
      ["12 High Street, Bristol, BS1 4DJ", "14B High Street, Bristol BS1 4DJ"],
      { houseNumber: "12", street: "High Street", city: "Bristol", postcode: "BS1 4DJ" }
    ],
    [
      "LV",
      ["Brīvības iela 12, Rīga, LV-1010", "Brīvības iela 14A, Rīga, LV-1010"],
      { houseNumber: "12", street: "Brīvības iela", city: "Rīga", postcode: "LV-1010" }
    ],
    [
      "NL",
      ["Kerkstraat 12, 1017 GL Amsterdam", "Kerkstraat 14, 1017GL Amsterdam"],
      { houseNumber: "12", street: "Kerkstraat", city: "Amsterdam", postcode: "1017 GL" }
    ],
    [
      "JP",
      ["〒100-0013 東京都千代田区霞が関一丁目2番3号", "大阪府大阪市北区梅田3-1-1 大阪ビル101号室"],
      { houseNumber: "2番3号", district: "霞が関一丁目", city: "千代田区", region: "東京都", postcode: "100-0013" },
      {
        houseNumber: "3-1-1",
        district: "梅田",
        building: "大阪ビル",
        unit: "101号室",
        city: "大阪市北区",
        region: "大阪府"
      }
    ],
    [
      "JP",
      ["三重県四日市市諏訪町1-5", "北海道余市郡余市町朝日町２６番地"],
      { houseNumber: "1-5", district: "諏訪町", city: "四日市市", region: "三重県" },
      { houseNumber: "２６番地", district: "朝日町", city: "余市郡余市町", region: "北海道" }
    ],
    [
      "KR",
      [
        "서울특별시 강남구 논현로 508, 101동 1203호",
        "(13494) 경기도 성남시 분당구 판교역로14번길 166-3 (백현동, 백현마을)"
      ],
      { houseNumber: "508", street: "논현로", unit: "101동 1203호", city: "강남구", region: "서울특별시" },
      {
        houseNumber: "166-3",
        street: "판교역로14번길",
        district: "백현동",
        building: "백현마을",
        city: "성남시 분당구"
      }
    ],
    [
      "KR",
      ["서울특별시 강남구 역삼동 12-3", "경기도 양평군 양평읍 양근리 산 5번지"],
      { houseNumber: "12-3", district: "역삼동", city: "강남구", region: "서울특별시" },
      { houseNumber: "산 5", district: "양근리", city: "양평군" }
    ],
    [
      "TW",
      ["11049臺北市信義區信義路五段7號3樓之2", "南投縣埔里鎮中正路161巷5弄3號之1"],
      {
        houseNumber: "7號",
        street: "信義路五段",
        unit: "3樓之2",
        district: "信義區",
        city: "臺北市",
        postcode: "11049"
      },
      { houseNumber: "3號之1", street: "中正路161巷5弄", district: "埔里鎮", city: "南投縣" }
    ],
    [
      "CN",
      ["广东省深圳市南山区粤海街道深南大道10000号3栋501室", "上海市浦东新区世纪大道100弄3号"],
      { houseNumber: "10000号", street: "深南大道", unit: "3栋501室", district: "南山区粤海街道", region: "广东省" },
      { houseNumber: "3号", street: "世纪大道100弄", district: "浦东新区", city: "上海市" }
    ],
    [
      "VN",
      ["Số 7 ngõ 12 Láng Hạ, Phường Láng Hạ, Quận Đống Đa, Hà Nội", "34/5 Nguyễn Trãi, P. 3, Q. 5, TP. Hồ Chí Minh"],
      { houseNumber: "7", street: "ngõ 12 Láng Hạ", district: "Phường Láng Hạ, Quận Đống Đa", city: "Hà Nội" },
      { houseNumber: "34/5", street: "Nguyễn Trãi", district: "P. 3, Q. 5" }
    ],
    [
      "TH",
      [
        "12/3 ถนนสุขุมวิท แขวงคลองเตย เขตคลองเตย กรุงเทพมหานคร 10110",
        "99 หมู่ 5 ซอยสุขใจ 21 ตำบลบางพลี อำเภอบางพลี จังหวัดสมุทรปราการ 10540"
      ],
      { houseNumber: "12/3", street: "ถนนสุขุมวิท", district: "แขวงคลองเตย", city: "เขตคลองเตย", postcode: "10110" },
      { houseNumber: "99 หมู่ 5", street: "ซอยสุขใจ 21", district: "ตำบลบางพลี" }
    ],
    [
      "IN",
      [
        "Flat 3, 12 MG Road, Indiranagar, Bengaluru, Karnataka 560038",
        "14, Park Street, Kolkata, West Bengal - 700016"
      ],
      { unit: "Flat 3", houseNumber: "12", street: "MG Road", district: "Indiranagar", city: "Bengaluru" },
      { houseNumber: "14", street: "Park Street", city: "Kolkata", region: "West Bengal", postcode: "700016" }
    ],
    [
      "EG",
      ["12 شارع النيل، الدقي، الجيزة", "٥ شارع التحرير، الدقي، الجيزة"],
      { houseNumber: "12", street: "شارع النيل", district: "الدقي", city: "الجيزة" },
      { houseNumber: "٥", street: "شارع التحرير" }
    ],
    [
      "IR",
      ["تهران، خیابان آزادی، کوچه بهار، پلاک ۱۲، واحد 3", "تهران، ونک، خیابان ولیعصر، پلاک 34"],
      { houseNumber: "۱۲", street: "خیابان آزادی، کوچه بهار", unit: "واحد 3", city: "تهران" },
      { houseNumber: "34", street: "خیابان ولیعصر", district: "ونک" }
    ],
    [
      "IL",
      ["רוטשילד 5א, תל אביב-יפו 6688101", "הרצל 12, דירה 3, חיפה"],
      { houseNumber: "5א", street: "רוטשילד", city: "תל אביב-יפו", postcode: "6688101" },
      { houseNumber: "12", unit: "דירה 3", city: "חיפה" }
    ],
    [
      "BG",
      ["гр. София, ул. Раковски 12, вх. А, ап. 3", "1000 София, бул. Витоша № 5"],
      { houseNumber: "12", street: "ул. Раковски", unit: "вх. А, ап. 3", city: "София" },
      { houseNumber: "5", street: "бул. Витоша", postcode: "1000" }
    ],
    [
      "BR",
      [
        "Rua Augusta, 123, Apto 12, Consolação, São Paulo - SP, 01304-000",
        "Avenida Paulista, 1000 - Bela Vista, São Paulo - SP, 01310-100"
      ],
      { houseNumber: "123", unit: "Apto 12", district: "Consolação", city: "São Paulo", region: "SP" },
      { houseNumber: "1000", street: "Avenida Paulista", district: "Bela Vista", postcode: "01310-100" }
    ],
    [
      "TR",
      ["Moda Mah. Gül Sok. No:12 D:5 Kadıköy/İstanbul", "Moda Mah. Gül Sok. No:14/A 34710 Kadıköy/İstanbul"],
      {
        houseNumber: "12",
        unit: "D:5",
        street: "Gül Sok.",
        district: "Moda Mah.",
        city: "Kadıköy",
        region: "İstanbul"
      },
      { houseNumber: "14/A", postcode: "34710" }
    ],
    [
      "HU",
      ["1052 Budapest, Váci utca 12. 2. em. 3.", "1052 Budapest, Petőfi tér 5."],
      { houseNumber: "12", unit: "2. em. 3.", street: "Váci utca", city: "Budapest", postcode: "1052" },
      { houseNumber: "5", street: "Petőfi tér" }
    ],
    [
      "DE",
      ["10115 Berlin, Hauptstr. 5", "10117 Berlin, Unter den Linden 7a"],
      { houseNumber: "5", street: "Hauptstr.", city: "Berlin", postcode: "10115" },
      { houseNumber: "7a", street: "Unter den Linden" }
    ],
    [
      "DK",
      ["Englandsvej 28, 1. tv, 2300 København S", "Byvej 3, Lille By, 4000 Roskilde"],
      { houseNumber: "28", unit: "1. tv", street: "Englandsvej", city: "København S", postcode: "2300" },
      { houseNumber: "3", district: "Lille By", city: "Roskilde" }
    ],
    [
      "FR",
      ["12 bis rue de la Paix 75002 Paris", "14 rue du 8 mai 1945, 75002 Paris"],
      { houseNumber: "12 bis", street: "rue de la Paix", city: "Paris", postcode: "75002" },
      { houseNumber: "14", street: "rue du 8 mai 1945" }
    ],
    [
      "ES",
      ["Calle Mayor, 12, 2º A, 28013 Madrid", "Calle Mayor nº 14, 28013 Madrid"],
      { houseNumber: "12", unit: "2º A", street: "Calle Mayor", city: "Madrid" },
      { houseNumber: "14", street: "Calle Mayor" }
    ],
    [
      "IT",
      ["Via Roma 12, 00184 Roma RM", "Via Roma 14/A, 00184 Roma (RM)"],
      { houseNumber: "12", street: "Via Roma", city: "Roma", region: "RM" },
      { houseNumber: "14/A", city: "Roma", region: "RM" }
    ],
    [
      "MX",
      [
        "Calle Hidalgo 12 Int. 3, Col. Centro, 06000 Ciudad de México, CDMX",
        "Av. Juárez 5, Col. Centro, 06000 Ciudad de México, CDMX"
      ],
      { houseNumber: "12", unit: "Int. 3", district: "Col. Centro", city: "Ciudad de México", region: "CDMX" },
      { houseNumber: "5", street: "Av. Juárez" }
    ],
    [
      "MY",
      ["No. 12, Jalan Ampang, 50450 Kuala Lumpur", "Lot 14, Jalan Sultan, Taman Jaya, 46000 Petaling Jaya, Selangor"],
      { houseNumber: "12", street: "Jalan Ampang", city: "Kuala Lumpur", postcode: "50450" },
      { houseNumber: "Lot 14", district: "Taman Jaya", city: "Petaling Jaya", region: "Selangor" }
    ],
    [
      "SG",
      ["Blk 123 Bedok North Street 1 #05-12, Singapore 460123", "12 Orchard Road, Singapore 238841"],
      { houseNumber: "123", unit: "#05-12", street: "Bedok North Street 1", city: "Singapore", postcode: "460123" },
      { houseNumber: "12", street: "Orchard Road" }
    ]
  ]
  for (const [country, lines, expected, second = {}] of cases) {
    it.effect(`MUST be taken apart in the country's order: ${lines[0]!}`, () =>
      run(
        Effect.gen(function* () {
          const found = yield* guess(["Key|Address", ...lines.map((line, row) => `K-${row}|${line}`)], country)
          const of = (row: number) => found.addresses.find(({ recordId }) => recordId === `K-${row}`)
          expect(of(0)).toMatchObject(expected)
          expect(of(1)).toMatchObject(second)
          // What an address does not have is not made of the rest of it.
          const texts = [0, 1].flatMap((row) => Object.values(of(row) ?? {}))
          expect(texts.filter((text) => lines.includes(String(text)))).toEqual([])
          expect(of(1)).toHaveProperty("city")
          expect(found.missing.join(" ")).not.toContain("cities")
        })
      )
    )
  }
})

describe("a column", () => {
  it.effect("MUST be empty where a word says that there is nothing", () =>
    run(
      Effect.gen(function* () {
        const { addresses } = yield* guess(
          [
            "Add_Number,St_Name,BUILDING,Post_City,Inc_Muni,State,Zip_Code",
            "410,Front Street,NIL,Not stated,Anchorage,AK,99501",
            "412,Front Street,Tower,Palmer,Anchorage,AK,99501",
            "414,Front Street,NIL,Palmer,Anchorage,AK,99501"
          ],
          "US"
        )
        expect(addresses[0]).toMatchObject({ houseNumber: "410", city: "Anchorage" })
        expect(addresses[0]).not.toHaveProperty("building")
        expect(addresses[1]).toMatchObject({ building: "Tower" })
      })
    )
  )

  it.effect("MUST not be the city if it holds codes, nor the house number if all houses have the same", () =>
    run(
      Effect.gen(function* () {
        const italian = yield* guess(
          ["CODICE_COMUNE;ODONIMO;CIVICO;ESPONENTE", "H501;VIA LEONINA;12;", "H501;VIA BACCINA;14;A"],
          "IT"
        )
        expect(italian.addresses[1]).toMatchObject({ street: "VIA BACCINA", houseNumber: "14A" })
        expect(italian.addresses[1]).not.toHaveProperty("city")
        const finnish = yield* guess(
          [
            "osoitenumero;katunimi;katunumero;postinumero",
            "1;Kuitinmäentie;21;02240",
            "1;Kuja;23;02240",
            "1;Tie;4;02240"
          ],
          "FI"
        )
        expect(finnish.addresses.map(({ houseNumber }) => houseNumber)).toEqual(["21", "23", "4"])
      })
    )
  )

  it.effect("MUST be read with other marks around its values than double quotes", () =>
    run(
      Effect.gen(function* () {
        const { addresses } = yield* guess(
          [
            "#KODS#;#IELA#;#NR#;#PILSETA#;#PASTA_INDEKSS#",
            "#100005142#;#Brīvības iela#;#12#;#Rīga#;#LV-1010#",
            "#100005143#;#Brīvības iela; pagalms#;#14A#;#Rīga#;#LV-1010#"
          ],
          "LV"
        )
        expect(addresses).toMatchObject([
          { recordId: "100005142", street: "Brīvības iela", houseNumber: "12", city: "Rīga", postcode: "LV-1010" },
          { street: "Brīvības iela; pagalms", houseNumber: "14A" }
        ])
      })
    )
  )
})

describe("the terms of a table", () => {
  it.effect("MUST name the file and none of the folders of this machine, which every response would show", () =>
    run(
      Effect.gen(function* () {
        const lines = ["number,street,city", "410,Front Street,Palmer", "412,Front Street,Palmer"]
        const { mapping } = yield* guess(lines, "US")
        expect(mapping).toMatchObject({ license: "Not stated", attribution: "table.csv", homepage: "table.csv" })
        // No address of a page, which a mapping must have.
        const other = yield* guess(lines, "US", "data:1.csv")
        expect(other.mapping).toMatchObject({ attribution: "data:1.csv", homepage: "./data:1.csv" })
      })
    )
  )
})

describe("a column of uses", () => {
  const table = (uses: ReadonlyArray<string>) => [
    "ADDR_NUM,STREET,CITY,STATE,ZIP,LANDUSE_DESC",
    ...uses.map((use, row) => `${row + 1},N MAIN ST,SPRINGFIELD,IL,62701,${use}`)
  ]
  const kinds = Effect.fnUntraced(function* (uses: ReadonlyArray<string>) {
    return yield* guess(table(uses), "US")
  })

  it.effect("MUST tell homes from other uses by words in its values, and list those that tell nothing", () =>
    run(
      Effect.gen(function* () {
        const { addresses, doubts } = yield* kinds([
          "SINGLE FAMILY RESIDENTIAL",
          "RETAIL STORE",
          "VACANT RESIDENTIAL LAND",
          "ZONE X",
          ""
        ])
        expect(addresses.map(({ evidence }) => evidence)).toEqual([
          "register",
          "register-against",
          "register-against",
          null,
          "assumed"
        ])
        expect(doubts.join(" ")).toContain("ZONE X")
      })
    )
  )

  it.effect("MUST not take what is no home for one because of a word in it", () =>
    run(
      Effect.gen(function* () {
        const { addresses } = yield* kinds([
          "Dwelling",
          "Non-residential",
          "Warehouse",
          "Apartment hotel",
          "Nursing home"
        ])
        expect(addresses.map(({ evidence }) => evidence)).toEqual(["register", ...Array(4).fill("register-against")])
      })
    )
  )

  it.effect("MUST be understood in other languages", () =>
    run(
      Effect.gen(function* () {
        const { addresses } = yield* guess(
          [
            "도로명,건물본번,시군구명,우편번호,건물용도",
            "테헤란로,152,강남구,06236,업무시설",
            "논현로,508,강남구,06141,공동주택",
            "논현로,510,강남구,06141,제2종근린생활시설"
          ],
          "KR"
        )
        expect(addresses.map(({ evidence }) => evidence)).toEqual(["register-against", "register", "register-against"])
      })
    )
  )
})
