import { describe, expect, it } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import type { TableGuess } from "../../../../schemas/TableGuess.ts"
import { guess, run } from "./Guessing.ts"

/** Lists of what is no home, in real layouts, and the column that shows it. */
const lists: ReadonlyArray<readonly [what: string, column: string, lines: ReadonlyArray<string>]> = [
  [
    "businesses of Mexico",
    "nom_estab",
    [
      "id,clee,nom_estab,tipo_vial,nom_vial,numero_ext,cod_postal,municipio,latitud,longitud",
      "6321546,01001461110000031,ABARROTES LUNA,CALLE,JARDIN DE SAN MARCOS,112,20250,Aguascalientes,21.8765,-102.2876",
      "6321999,01001812110000031,ESTETICA SOL,AVENIDA,CONVENCION DE 1914,1501,20140,Aguascalientes,21.8965,-102.2976"
    ]
  ],
  [
    "establishments of France",
    "siren",
    [
      "siren,numeroVoieEtablissement,typeVoieEtablissement,libelleVoieEtablissement,codePostalEtablissement,libelleCommuneEtablissement,longitude,latitude",
      "005410220,8,RUE,DE LA BOURGES,37000,TOURS,0.69,47.39",
      "005410411,77,RUE,NATIONALE,37000,TOURS,0.685,47.391"
    ]
  ],
  [
    "companies, by their legal forms",
    "title",
    [
      "title,address,city,zip,lat,lon",
      "Bucci Tall Inc.,558 W Roosevelt Rd,Chicago,60607,41.8673,-87.6411",
      "Dhani LLC,12 N State St,Chicago,60602,41.8823,-87.6279"
    ]
  ],
  [
    "museums and schools, by their names",
    "label_en",
    [
      "label_en,address,city,zip,lat,lon",
      "Museum of Glass,558 W Roosevelt Rd,Chicago,60607,41.8673,-87.6411",
      "Lincoln Elementary School,12 N State St,Chicago,60602,41.8823,-87.6279"
    ]
  ],
  [
    "works, by a name for each row",
    "navn",
    [
      "navn,address,lat,lon",
      'Aabybro Fjernvarme,"Ny Aabyvej 20, 9440 Åbybro",57.15,9.75',
      'Aars Fjernvarme,"Dybvad Møllevej 1, 9600 Aars",56.8,9.52'
    ]
  ],
  [
    "pharmacies of Italy, by a word in their names",
    "DESCRIZIONEFARMACIA",
    [
      "INDIRIZZO,DESCRIZIONEFARMACIA,CAP,DESCRIZIONECOMUNE,LATITUDINE,LONGITUDINE",
      '"VIA ROMA, 12",FARMACIA SAN MARCO,20121,MILANO,45.46,9.19',
      '"VIALE MONZA, 101",ANTICA FARMACIA MONZA,20125,MILANO,45.50,9.22'
    ]
  ],
  [
    "hydrants, by their numbers",
    "HYDRANT_ID",
    ["HYDRANT_ID,ADDRESS,LAT,LON", "H-1001,12 Main St,40.71,-74.0", "H-1002,200 Oak Ave,40.72,-74.01"]
  ],
  [
    "premises that pay business rates, by kinds that come again",
    "Description",
    [
      "Reference,Address,Postcode,Description,Value",
      'N1,"12 High Street, Banbury",OX16 1AB,Shop And Premises,1200',
      'N2,"14 High Street, Banbury",OX16 1AB,Offices And Premises,1300',
      'N3,"16 High Street, Banbury",OX16 1AB,Shop And Premises,1400',
      'N4,"18 High Street, Banbury",OX16 1AB,Offices And Premises,1500'
    ]
  ],
  [
    "stops of GTFS",
    "stop_name",
    [
      "stop_id,stop_name,stop_lat,stop_lon,location_type",
      "1001,123 Main St,40.7128,-74.006,0",
      "1002,15 Oak Ave,40.7143,-74.0067,0"
    ]
  ],
  [
    "what visitors say of them",
    "avaliacao",
    [
      "nome,endereco,bairro,cidade,uf,cep,avaliacao",
      '1900 Forneria,"Rua Estado de Israel, 240",Vila Clementino,São Paulo,SP,04022-000,4.4',
      '12 Fatias,"Rua Vupabussu, 271",Pinheiros,São Paulo,SP,05429-040,4.6'
    ]
  ]
]

const evidenceOf = ({ mapping }: TableGuess) =>
  Predicate.isReadonlyObject(mapping) ? (mapping as { readonly evidence?: unknown })["evidence"] : undefined

describe("a list of places that are no homes", () => {
  it.effect.each(lists)("MUST give no evidence of homes, and say why: %s", ([, column, lines]) =>
    run(
      Effect.gen(function* () {
        const found = yield* guess(lines)
        expect(evidenceOf(found)).toEqual([])
        expect(found.doubts.join(" ")).toContain(`or the like, as ${column} shows`)
        expect(found.missing.join(" ")).not.toContain("assumed homes")
      })
    )
  )

  it.effect("MUST not be taken for one by owners, or where homes are told", () =>
    run(
      Effect.gen(function* () {
        const row = ["Oak Ave,Austin,TX,78701,30.27,-97.74", "Elm St,Austin,TX,78701,30.28,-97.75"]
        const names = "NUM,STREET,CITY,STATE,ZIP,LAT,LON"
        const tables = [
          [`OWNER_COMPANY,${names}`, `Oak Homes LLC,12,${row[0]}`, `Elm Holdings Inc,14,${row[1]}`],
          [`name,${names}`, `12 Oak Ave,12,${row[0]}`, `14 Elm St,14,${row[1]}`],
          [`name,${names}`, `Oak House,12,${row[0]}`, `Elm Cottage,14,${row[1]}`],
          [`CITY_STATE,${names}`, `ELKO NV,12,${row[0]}`, `DENVER CO,14,${row[1]}`],
          [`FULL_ADDR,${names}`, `"12 OAK AVE, ERIE, CO",12,${row[0]}`, `"14 ELM ST, DENVER, CO",14,${row[1]}`],
          [`entity_id,${names}`, `7f3a,12,${row[0]}`, `9b2c,14,${row[1]}`],
          [`COMPANY,USE,${names}`, `Oak Homes,Residential,12,${row[0]}`, `Elm Shop,Retail,14,${row[1]}`]
        ]
        for (const table of tables) {
          const found = yield* guess(table)
          expect(evidenceOf(found)).not.toEqual([])
          expect(found.doubts.join(" ")).not.toContain("or the like")
        }
      })
    )
  )
})

describe("rows that are businesses or the like, among others", () => {
  it.effect("MUST not be assumed homes: those with a business's name, or a shop of OpenStreetMap", () =>
    run(
      Effect.gen(function* () {
        const found = yield* guess([
          "BUSINESS_NAME,shop,NUM,STREET,CITY,STATE,ZIP,LAT,LON",
          ",,12,Oak Ave,Austin,TX,78701,30.27,-97.74",
          "Corner Books,,14,Elm St,Austin,TX,78701,30.28,-97.75",
          ",bakery,16,Elm St,Austin,TX,78701,30.28,-97.751"
        ])
        expect(found.addresses.map(({ evidence, houseNumber }) => [houseNumber, evidence])).toEqual([
          ["12", "assumed"],
          ["14", null],
          ["16", null]
        ])
        expect(found.doubts.join(" ")).toContain("Rows with BUSINESS_NAME or shop are businesses or the like")
      })
    )
  )

  it.effect("MUST be told by words of uses, whatever their column is called; other words say nothing of a style", () =>
    run(
      Effect.gen(function* () {
        const told = yield* guess([
          "YOL_ADI;KAPI_NO;ILCE_ADI;BINA_KULLANIM;LAT;LON",
          "MODA CADDESİ;12;KADIKÖY;Mesken;40.9857;29.0257",
          "BAHARİYE CADDESİ;14/A;KADIKÖY;İşyeri;40.9867;29.0267"
        ])
        expect(told.addresses.map(({ evidence }) => evidence)).toEqual(["register", "register-against"])
        const styles = ["COLONIAL", "CAPE", "CONDO CONV", "RESTAURANT", "RANCH"]
        const mixed = yield* guess([
          "site_addr,city,zip,style,lat,lon",
          ...[...styles, ...styles].map((style, at) => `${7 + 4 * at} RUBY AVE,MARBLEHEAD,01945,${style},42.5,-70.85`)
        ])
        expect(mixed.addresses.map(({ evidence }) => evidence)).toEqual([
          "assumed",
          "assumed",
          "register",
          "register-against",
          "assumed"
        ])
        expect(mixed.doubts.join(" ")).toContain("COLONIAL, CAPE, RANCH. Their addresses count as assumed homes.")
      })
    )
  )

  it.effect("MUST be told by a second column of uses where the one of homes is empty, and by kinds of units", () =>
    run(
      Effect.gen(function* () {
        const evidence = (lines: ReadonlyArray<string>) =>
          Effect.map(guess(lines, "US"), ({ addresses }) => addresses.map(({ evidence }) => evidence))
        expect(
          yield* evidence([
            "NUM,STREET,CITY,ZIP,USE1_DESC,DWELL_TYPE",
            "7710,IVERSON AVE,Scandia,55073,100 Res 1 unit,Single-Family / Owner Occupied",
            "7712,IVERSON AVE,Scandia,55073,100 Res 1 unit,Single-Family / Owner Occupied",
            "7714,IVERSON AVE,Scandia,55073,200 Comm land & bldgs,",
            "7716,IVERSON AVE,Scandia,55073,,"
          ])
        ).toEqual(["register", "register", "register-against", "assumed"])
        // G-NAF's list of flat types.
        expect(
          yield* evidence([
            "NUMBER_FIRST,STREET_NAME,LOCALITY_NAME,FLAT_TYPE,FLAT_NUMBER",
            "12,KING ST,NEWTOWN,UNIT,3",
            "14,KING ST,NEWTOWN,SHOP,1",
            "16,KING ST,NEWTOWN,CARSPACE,7",
            "18,KING ST,NEWTOWN,,"
          ])
        ).toEqual(["assumed", "register-against", "register-against", "assumed"])
        // Tax registers of Brazilian cities have the standard of construction beside the use.
        expect(
          yield* Effect.map(
            guess([
              "NOME DE LOGRADOURO;NUMERO;CEP;TIPO DE USO DO IMOVEL;TIPO DE PADRAO DA CONSTRUCAO",
              ...[0, 1].flatMap((more) => [
                `R S CAETANO;${12 + more};01104-001;Residência;Residencial horizontal - padrão B`,
                `R S CAETANO;${22 + more};01104-001;Loja;Comercial horizontal - padrão B`,
                `R S CAETANO;${32 + more};01104-001;Garagem em edifício de uso exclusivamente residencial;Residencial vertical - padrão C`,
                `R S CAETANO;${42 + more};01104-001;Terreno;`
              ])
            ]),
            ({ addresses }) => addresses.slice(0, 4).map(({ evidence }) => evidence)
          )
        ).toEqual(["register", "register-against", "register-against", "register-against"])
      })
    )
  )

  it.effect("MUST not be homes for holidays or care, in any of these languages", () =>
    run(
      Effect.gen(function* () {
        const uses = [
          "Wohnung",
          "Ferienwohnung",
          "Pflegeheim",
          "Fritidsbolig",
          "Vivienda turística",
          "Maison de retraite"
        ]
        const found = yield* guess([
          "NUM,STREET,CITY,USE,LAT,LON",
          ...uses.map((use, at) => `${12 + 2 * at},Oak Ave,Austin,${use},30.27,-97.74`)
        ])
        expect(found.addresses.map(({ evidence }) => evidence)).toEqual([
          "register",
          "register-against",
          "register-against",
          "register-against",
          "register-against"
        ])
      })
    )
  )

  it.effect("MUST not be told by numbers of units, zones, or kinds of roads", () =>
    run(
      Effect.gen(function* () {
        const found = yield* guess([
          "NUM,STREET,ZIP,RESIDENTIAL UNITS,ZONING,ROAD_TYPE,LAT,LON",
          "12,OAK ST,78701,0,Commercial,Residential,30.27,-97.74",
          "14,OAK ST,78701,1,Residential,Commercial,30.28,-97.75"
        ])
        expect(found.addresses[0]).toMatchObject({ houseNumber: "12", street: "OAK ST" })
        expect(found.addresses.map(({ evidence }) => evidence)).toEqual(["assumed", "assumed"])
      })
    )
  )
})

describe("states of a request", () => {
  it.effect("MUST not leave out its address: that it is closed says nothing of the place", () =>
    run(
      Effect.gen(function* () {
        const found = yield* guess([
          "Status,ADDRESS,CITY,ZIP,LAT,LON",
          "Closed,12 OAK ST,Austin,78701,30.27,-97.74",
          "In Progress,14 OAK ST,Austin,78701,30.28,-97.75"
        ])
        expect(found.addresses).toHaveLength(2)
      })
    )
  )
})

describe("what is offered", () => {
  it.effect("MUST not be an address, although it begins with a number", () =>
    run(
      Effect.gen(function* () {
        const found = yield* guess([
          "Location,Address,Price",
          "33 Caroline Street Limehouse E1,2 bedroom apartment for sale,499950",
          "Holland Villas Road London W14,9 bedroom detached house for sale,280000"
        ])
        expect(found.columns.find(({ name }) => name === "Address")?.part).toBeNull()
      })
    )
  )
})

describe("a list of persons", () => {
  it.effect("MUST not give their names to any part, and say that it is one", () =>
    run(
      Effect.gen(function* () {
        const found = yield* guess([
          "last_name,first_name,birth_year,res_street_address,res_city_desc,zip_code,mail_addr1,mail_city,mail_zip",
          "AABEL,RUTH,1935,4430 E GREENSBORO RD,GRAHAM,27253,PO BOX 12,DURHAM,27701",
          "AARDEN,JONI,1974,119 SAINT PETERS ST,ELON,27244,PO BOX 14,RALEIGH,27601"
        ])
        const parts = Object.fromEntries(found.columns.map(({ name, part }) => [name, part]))
        expect(parts).toMatchObject({ last_name: null, first_name: null, birth_year: null })
        expect(found.doubts.join(" ")).toContain("It lists persons (last_name, first_name, birth_year)")
        expect(found.doubts.join(" ")).not.toContain("mail_city")
      })
    )
  )
})
