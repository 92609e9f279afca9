import { describe, expect, it } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import type { TableGuess } from "../../../../schemas/TableGuess.ts"
import { guessTable } from "../../../../sources/registers/guess/Guess.ts"
import { locate } from "../../reading/TestReader.ts"
import { folderWith, guess, run } from "./Guessing.ts"

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
    "hospitals among abbreviations",
    "Red",
    [
      "Red,Ubicación,Comuna,lat,lon",
      "SAPU Alemania,Av. Alemania 1250,Temuco,-38.73,-72.61",
      "Hospital Miraflores,Calle Miraflores 1369,Temuco,-38.74,-72.6",
      "CESFAM Amanecer,Garibaldi 01280,Temuco,-38.75,-72.6",
      "Hospital Regional,Manuel Montt 115,Temuco,-38.73,-72.6"
    ]
  ],
  [
    "whatever has its address in a column called after it",
    "Base",
    [
      "Base;EnderecoBase",
      "5 GBM;Rua Rui Barbosa, 863 - Centro, Campos dos Goytacazes - RJ, 28013-001",
      "PS GUARUS;Rua André Luis, 111 - Jardim Carioca, Campos dos Goytacazes - RJ, 28080-720",
      "UPA;Avenida Carlos Alberto Chebabe, 517 - Parque Guarus, Campos dos Goytacazes - RJ, 28070-272"
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

  it.effect("MUST give no evidence of homes if the file is called so, and no register of addresses", () =>
    run(
      Effect.gen(function* () {
        const folder = yield* folderWith({
          "hospitals-2024.csv": "num,street,city\n12,Oak Ave,Austin\n14,Elm St,Austin",
          "school-district-addresses.csv": "num,street,city\n12,Oak Ave,Austin\n14,Elm St,Austin"
        })
        const found = (file: string) =>
          Effect.flatMap(locate(`${folder}/${file}`), (location) => guessTable(location, { country: "US" }))
        const hospitals = yield* found("hospitals-2024.csv")
        expect(evidenceOf(hospitals)).toEqual([])
        expect(hospitals.doubts.join(" ")).toContain("as the file's name says (hospitals)")
        expect(evidenceOf(yield* found("school-district-addresses.csv"))).not.toEqual([])
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

/** Tables in which nothing is called a use, with what is to be assumed of their first rows. */
const assumptions: ReadonlyArray<
  readonly [what: string, lines: ReadonlyArray<string>, evidence: ReadonlyArray<string | null>, country?: string]
> = [
  [
    "land on which nothing stands, in whichever column",
    [
      "parcel,address,city,zip,structure_status,tax_status",
      "1,5430 COLERAIN AVE,Cincinnati,45223,vacant,taxable",
      "2,2563 NORTH BEND RD,Cincinnati,45239,demo_permitted_2025,taxable",
      "3,2565 NORTH BEND RD,Cincinnati,45239,standing,exempt_government",
      "4,2567 NORTH BEND RD,Cincinnati,45239,standing,taxable"
    ],
    ["register-against", "register-against", "register-against", "assumed"]
  ],
  [
    "a flag of vacant houses",
    ["num,street,city,zip,IS_VACANT", "12,Oak Ave,Austin,78701,Y", "14,Oak Ave,Austin,78701,N"],
    ["register-against", "assumed"]
  ],
  [
    "what is not vacant",
    ["num,street,city,zip,state", "12,Oak Ave,Austin,78701,not vacant", "14,Oak Ave,Austin,78701,not vacant"],
    ["assumed", "assumed"]
  ],
  [
    "a company among persons",
    [
      "NAME1|CITY1|POST_CODE1|STREET|HOUSE_NUM1|COUNTRY",
      "Müller, Hans|Heidelberg|69117|Hauptstr.|12|DE",
      "Meier, Eva|Heidelberg|69115|Bahnhofstr.|14|DE",
      "Bäckerei Rösner GmbH|Heidelberg|69115|Bahnhofstr.|16|DE"
    ],
    ["assumed", "assumed", "register-against"]
  ],
  [
    "the company of an order",
    [
      "Name,Shipping Street,Shipping Address1,Shipping Company,Shipping City,Shipping Zip,Shipping Country",
      "#1001,12 Rue Sainte-Catherine,12 Rue Sainte-Catherine,,Bordeaux,33000,FR",
      "#1002,16 Rue du Loup,16 Rue du Loup,ACME,Bordeaux,33000,FR"
    ],
    ["assumed", null]
  ],
  [
    "homes for tourists, which are all of one kind",
    [
      "Signatura;Modalidad;Via;Numero;Municipio;CP",
      "VT-1;Vivienda turística;CALLE MAYOR;12;Benidorm;03501",
      "VT-2;Vivienda turística;CALLE MAYOR;14;Benidorm;03501"
    ],
    [null, null],
    "ES"
  ],
  [
    "words that are unknown, among those of homes",
    ["street;number;city;jaotus", "Riia;12;Tartu;elamumaa", "Riia;14;Tartu;xyzmaa", "Riia;16;Tartu;elamumaa"],
    ["register", null, "register"],
    "EE"
  ]
]

describe("a row of which nothing says that it is a home", () => {
  it.effect.each(assumptions)("MUST be assumed one only where nothing speaks against it: %s", (one) =>
    run(
      Effect.gen(function* () {
        const [, lines, evidence, country] = one
        const found = yield* guess(lines, country)
        const isSpokenAgainst = evidence.includes("register-against")
        expect(found.doubts.join(" ").includes("Rows are not taken for homes where this holds")).toBe(isSpokenAgainst)
        expect(found.addresses.map((address) => address.evidence)).toEqual(evidence)
      })
    )
  )

  it.effect("MUST not be a garage of a residential building, as Colombia's cadastre has them", () =>
    run(
      Effect.gen(function* () {
        const found = yield* guess(
          [
            "MUNICIPIO,NUMERO_DEL_PREDIO,DIRECCION,DESTINO_ECONOMICO",
            "Tunja,010100010001000,C 12 8 45,A",
            "Tunja,010100010002000,K 9 19 20 AP 301,A",
            "Tunja,010100010005000,C 20 5 11 GJ 3,A",
            "Tunja,010100010003000,K 9 19 24,C"
          ],
          "CO"
        )
        expect(found.addresses.map(({ evidence }) => evidence)).toEqual([
          "register",
          "register",
          "register-against",
          "register-against"
        ])
      })
    )
  )
})

describe("cells of a sheet that were merged", () => {
  it.effect("MUST be told: only the first row of each city has its name", () =>
    run(
      Effect.gen(function* () {
        const merged = ["Košice,Hlavná,12", ",Mlynská,5", ",Letná,7", "Prešov,Hlavná,3"]
        const named = ["Košice,Hlavná,12", ",Mlynská,5", "Košice,Letná,7", ",Hlavná,3"]
        const doubts = (rows: ReadonlyArray<string>) =>
          Effect.map(guess(["Mesto,Ulica,Číslo domu", ...rows], "SK"), (found) => found.doubts.join(" "))
        expect(yield* doubts(merged)).toContain("In many rows, Mesto is empty")
        expect(yield* doubts(named)).not.toContain("is empty")
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

describe("a table whose only addresses are those of bills", () => {
  it.effect("MUST say why nothing is taken from it", () =>
    run(
      Effect.gen(function* () {
        const found = yield* guess([
          "Id,Name,BillingStreet,BillingCity",
          "001a,Edge,312 Constitution Place,Austin",
          "001b,Burlington,525 Lexington Ave,Burlington"
        ])
        expect(found.isAddressTable).toBe(false)
        expect(found.missing[0]).toContain("The addresses in BillingStreet are taken for those of owners")
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
        const staff = yield* guess([
          "Full Name,Job Title,Home Address Line 1,Home City,Home State",
          "Ann Lee,Clerk,12 Main St,Boise,ID"
        ])
        expect(staff.columns[0]).toMatchObject({ name: "Full Name", part: null })
        const roll = yield* guess([
          "voter_reg_num,res_street_num,res_street_name,city,state,zip_code,full_name",
          '000001,12,MAIN ST,RALEIGH,NC,27601,"DOE, JANE"',
          '000002,14,OAK AVE,RALEIGH,NC,27601,"ROE, RICK"'
        ])
        expect(roll.doubts.join(" ")).toContain("It lists persons (full_name, voter_reg_num)")
        expect(roll.doubts.join(" ")).not.toContain("full_name could be the street")
      })
    )
  )
})
