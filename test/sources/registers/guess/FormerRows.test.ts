import { describe, expect, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { isRejected } from "../../../../sources/DataSource.ts"
import { type as fileType } from "../../../../sources/registers/FileType.ts"
import { guessTable } from "../../../../sources/registers/guess/Guess.ts"
import { locate } from "../../reading/TestReader.ts"
import { folderWith, guess, run } from "./Guessing.ts"

/** The house numbers that a source with the guessed mapping reads. */
const numbersOf = Effect.fnUntraced(function* (files: Readonly<Record<string, string>>) {
  const folder = yield* folderWith(files)
  const found = yield* guessTable(yield* locate(folder))
  const source = yield* fileType.configure("guessed", { location: folder, mapping: found.mapping })
  const all = yield* Stream.runCollect(source.records(found.country!))
  const numbers = all.flatMap((record) => (isRejected(record) ? [] : [record.houseNumber]))
  return { found, numbers, all }
})

/** Rows of an American county, whose further columns say which of them are addresses. */
const county = (names: string, ...states: ReadonlyArray<string>) => ({
  "points.csv": [
    `ADDR_NUM,PREDIR,ST_NAME,ST_TYPE,CITY,ZIP,LON,LAT,${names}`,
    ...states.map((state, i) => `${101 + 2 * i},N,MAIN,ST,AUSTIN,78701,-97.74${i},30.27${i},${state}`)
  ].join("\n")
})

/** Tables in which only 101, the first row, is an address now. */
const tables: ReadonlyArray<readonly [what: string, files: Readonly<Record<string, string>>]> = [
  ["a county's states", county("STATUS", "Current", "Retired", "Proposed", "PENDING")],
  ["states of which only some are among the first rows", county("ADDR_STATUS", "ACTIVE", "Inactive", "historical")],
  ["descriptions of states", county("status.omschrijving", "Naamgeving uitgegeven", "Naamgeving ingetrokken")],
  ["states of buildings in Estonia", county("seisund", "Olemas", "Lammutatud", "Kavandatav")],
  ["operations of an update", county("databaseOperation", "INSERT", "DELETE", "DELETE")],
  ["the day of an end", county("Expire", "", "2019-01-02", "2020/03/04 00:00:00+00")],
  ["ends that never come", county("ENDDATE", "2079-06-06", "2019-01-02", "2020-03-04")],
  ["ends in another order, and words for none", county("DateRetired", "NULL", "3/14/2019", "12/1/2020")],
  ["flags of those that count", county("ACTIVE", "Y", "N", "N")],
  ["flags of those that do not", county("is_retired", "false", "true", "true")],
  ["second names among the kinds of addresses", county("ADDR_TYPE", "Primary", "Alias", "Alias")],
  [
    "G-NAF",
    county(
      "ADDRESS_DETAIL_PID,DATE_RETIRED,ALIAS_PRINCIPAL,CONFIDENCE",
      "A1,,P,2",
      "A2,,A,2",
      "A3,,P,-1",
      "A4,2019-01-01,P,1"
    )
  ],
  [
    "DAR",
    county(
      "id_lokalId,status,virkningFra,virkningTil",
      "1,3,2001-01-01,",
      "2,4,2001-01-01,",
      "3,3,2001-01-01,2019-01-01"
    )
  ],
  [
    "BAG, with former states of a number",
    {
      "bag.csv": [
        "identificatie;openbareruimtenaam;huisnummer;postcode;woonplaatsnaam;status;eindgeldigheid;lon;lat",
        "0363200000000001;Damrak;101;1012LG;Amsterdam;Naamgeving uitgegeven;;4.8979;52.3767",
        "0363200000000001;Damrak;99;1012LG;Amsterdam;Naamgeving uitgegeven;2010-01-01;4.8979;52.3767",
        "0363200000000002;Damrak;103;1012LG;Amsterdam;Naamgeving ingetrokken;;4.8978;52.3768"
      ].join("\n")
    }
  ],
  [
    "GWR",
    {
      "ch.csv": [
        "EGID;GGDENAME;STRNAME;DEINR;PLZ4;GSTAT;GKODE;GKODN",
        "1;Zürich;Bahnhofstrasse;101;8001;1004;2683188.0;1247402.0",
        "2;Zürich;Seestrasse;103;8002;1007;2682188.0;1246402.0",
        "3;Zürich;Seestrasse;105;8002;1001;2682198.0;1246412.0"
      ].join("\n")
    }
  ],
  [
    "AddressBase Plus",
    {
      "gb.csv": [
        "UPRN,STATE,CLASS,PAO_START_NUMBER,THOROUGHFARE,POST_TOWN,POSTCODE,LATITUDE,LONGITUDE",
        "1,2,RD04,101,HIGH STREET,BICESTER,OX26 6AA,51.8901,-1.2521",
        "2,4,RD02,103,HIGH STREET,BICESTER,OX26 6AB,51.8902,-1.2522",
        "3,6,RD03,105,HIGH STREET,BICESTER,OX26 6AC,51.8903,-1.2523"
      ].join("\n")
    }
  ],
  [
    "VARIS",
    {
      "lv.csv": [
        "KODS;STATUSS;MAJAS_NUMURS;IELA;PILSETA;LON;LAT",
        "101;EKS;101;Brīvības iela;Rīga;24.11;56.95",
        "102;DEL;103;Brīvības iela;Rīga;24.111;56.951",
        "103;ERR;105;Brīvības iela;Rīga;24.112;56.952"
      ].join("\n")
    }
  ]
]

describe("rows that are no addresses any more, or not yet", () => {
  it.effect.each(tables)("MUST be left out by the guessed mapping, which says so: %s", ([, files]) =>
    run(
      Effect.gen(function* () {
        const { all, found, numbers } = yield* numbersOf(files)
        expect(numbers).toEqual(["101"])
        expect(all.filter(isRejected).map(({ reason }) => reason)).toEqual(all.slice(1).map(() => "filtered"))
        expect(found.addresses.map(({ houseNumber }) => houseNumber)).toEqual(["101"])
        expect(found.doubts.join(" ")).toContain("are left out, because")
      })
    )
  )

  it.effect("MUST be left out in whichever language their state is in", () =>
    run(
      Effect.forEach(
        [
          ["In gebruik", "Gehistoreerd"],
          ["gültig", "aufgehoben"],
          ["Gällande", "Avregistrerad"],
          ["Voimassa", "Lakkautettu"],
          ["En vigueur", "Supprimée"],
          ["Vigente", "Soppresso"],
          ["istniejący", "w trakcie budowy"],
          ["Platný", "Zrušený"],
          ["Действующий", "Аннулирован"],
          ["Aktif", "İptal"],
          ["現存", "廃止"]
        ],
        ([current, former]) =>
          Effect.map(numbersOf(county("STATUS", current!, former!)), ({ numbers }) =>
            expect(numbers, former).toEqual(["101"])
          ),
        { discard: true }
      )
    )
  )

  it.effect("MUST be left out beyond the first rows, too, if these have no such row", () =>
    run(
      Effect.gen(function* () {
        const { found, numbers } = yield* numbersOf(
          county(
            "STATUS,DATE_RETIRED",
            ...Array.from({ length: 220 }, () => "Active,"),
            "Retired,",
            "Active,2019-01-01"
          )
        )
        expect(numbers).toHaveLength(220)
        expect(found.doubts.join(" ")).not.toContain("left out")
        expect(found.columns.find(({ name }) => name === "STATUS")?.reason).toContain("leaves out")
      })
    )
  )

  it.effect("MUST be asked about if codes are all that tells them", () =>
    run(
      Effect.gen(function* () {
        const { found, numbers } = yield* numbersOf(county("STATUS", "C", "R", "C"))
        expect(numbers).toEqual(["101", "103", "105"])
        expect(found.doubts.join(" ")).toContain("Nothing shows what the codes of STATUS mean: C, R.")
      })
    )
  )

  it.effect("MUST not be all rows, nor be told by the state of something else", () =>
    run(
      Effect.gen(function* () {
        const former = yield* numbersOf(county("STATUS", "Retired", "Retired", "Retired"))
        expect(former.numbers).toEqual(["101", "103", "105"])
        expect(former.found.doubts.join(" ")).toContain("no row would be an address now")
        const regions = county("ESTADO", "Baja California", "Sonora", "Baja California Sur")
        expect((yield* numbersOf(regions)).numbers).toEqual(["101", "103", "105"])
        const landmarks = county("HISTORIC,HISTORIC_STATUS", "Y,Historic", "N,None", "N,None")
        expect((yield* numbersOf(landmarks)).numbers).toEqual(["101", "103", "105"])
        const others = "QA_STATUS,STATE,COMMENT,END_DATE"
        const { found, numbers } = yield* numbersOf(county(others, "Pending,TX,old,a", "Closed,TX,retired,b"))
        expect(numbers).toEqual(["101", "103"])
        expect(found.mapping).not.toHaveProperty("keep")
      })
    )
  )

  it.effect("MUST be kept if somebody says that their column is no part of an address", () =>
    run(
      Effect.gen(function* () {
        const folder = yield* folderWith(county("STATUS", "Current", "Retired"))
        const found = yield* guessTable(yield* locate(folder), { parts: { STATUS: null } })
        expect(found.mapping).not.toHaveProperty("keep")
      })
    )
  )

  it.effect("MUST not complete others, if a table that is joined has them", () =>
    run(
      Effect.gen(function* () {
        const { found, numbers } = yield* numbersOf({
          "house.csv": [
            "house_id;husnr;street_id;lon;lat",
            ...[11, 12, 13, 14].map((id) => `${id};${id * 2};s${id % 2};12.56${id};55.67${id}`)
          ].join("\n"),
          "street.csv": [
            "street_id;vejnavn;postnr;by;status;date_retired",
            "s0;Gammel Gade;1165;København K;Gældende;2010-01-01",
            "s0;Nørregade;1165;København K;Gældende;",
            "s1;Slettet Gade;1165;København K;Nedlagt;",
            "s1;Vestergade;1165;København K;Gældende;"
          ].join("\n")
        })
        expect(numbers).toEqual(["22", "24", "26", "28"])
        expect(found.addresses.map(({ street }) => street)).toEqual([
          "Vestergade",
          "Nørregade",
          "Vestergade",
          "Nørregade"
        ])
      })
    )
  )

  it.effect("MUST not hide what identifies a row: former states have its ID, too", () =>
    run(
      Effect.gen(function* () {
        const found = yield* guess([
          "ADDRESS_ID,NUMBER,STREET,CITY,VALID_TO,LON,LAT",
          "a17,12,High Street,Bristol,,-2.59,51.45",
          "a17,10,High Street,Bristol,2011-01-01,-2.59,51.45",
          "a19,14,High Street,Bristol,,-2.591,51.451"
        ])
        expect(found.mapping).toMatchObject({ recordId: "{ADDRESS_ID}" })
      })
    )
  )
})
