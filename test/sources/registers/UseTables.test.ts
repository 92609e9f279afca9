import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { testPlatform } from "../reading/TestReader.ts"
import { readArchive, table } from "./Published.ts"

describe("table registers with residential use codes", () => {
  const entrance =
    "EGID EDID EGAID DEINR ESID STRNAME STRNAMK STRINDX STRSP STROFFIZIEL DPLZ4 DPLZZ DPLZNAME DKODE DKODN DOFFADR DEXPDAT"
  const building =
    "EGID GDEKT GGDENR GGDENAME EGRID LGBKR LPARZ LPARZSX LTYP GEBNR GBEZ GKODE GKODN GKSCE GSTAT GKAT GKLAS GBAUJ"

  it.effect("MUST read Switzerland: existing buildings by category, and an entrance in two languages once", () =>
    Effect.gen(function* () {
      const bern = { STRSP: "9901", STROFFIZIEL: "1", DPLZ4: "3084", DPLZNAME: "Wabern", STRNAME: 'Zum "Rössli"' }
      const biel = { EGID: "5", EDID: "0", DEINR: "12a", DPLZ4: "2502", DPLZNAME: "Biel/Bienne", STROFFIZIEL: "1" }
      const { addresses, found, rejected } = yield* readArchive("ch-gwr", "CH", {
        "eingang_entree_entrata_total.csv": table(
          "\t",
          entrance,
          { ...bern, EGID: "1", EDID: "0", DEINR: "264", DKODE: "2600968.668", DKODN: "1197426.954" },
          { ...bern, EGID: "2", EDID: "0", DEINR: "266" },
          { ...bern, EGID: "3", EDID: "0", DEINR: "268" },
          { ...bern, EGID: "4", EDID: "0", DEINR: "270" },
          { ...biel, STRSP: "9903", STRNAME: "Rue de la Gare" },
          { ...biel, STRSP: "9901", STRNAME: "Bahnhofstrasse" },
          { ...bern, EGID: "6", EDID: "0", DEINR: "272", STROFFIZIEL: "0" },
          { ...bern, EGID: "9", EDID: "0", DEINR: "274" }
        ),
        "gebaeude_batiment_edificio_total.csv": table(
          "\t",
          building,
          { EGID: "1", GDEKT: "BE", GSTAT: "1004", GKAT: "1020" },
          { EGID: "2", GDEKT: "BE", GSTAT: "1004", GKAT: "1060" },
          { EGID: "3", GDEKT: "BE", GSTAT: "1007", GKAT: "1020" },
          { EGID: "4", GDEKT: "BE", GSTAT: "1004", GKAT: "1010" },
          { EGID: "5", GDEKT: "BE", GSTAT: "1004", GKAT: "1040" },
          { EGID: "6", GDEKT: "BE", GSTAT: "1004", GKAT: "1030" }
        )
      })
      expect(addresses).toEqual([
        '264 | Zum "Rössli" | Wabern | CH-BE | 3084 = register',
        '266 | Zum "Rössli" | Wabern | CH-BE | 3084 = register-against',
        '270 | Zum "Rössli" | Wabern | CH-BE | 3084 = none',
        "12a | Rue de la Gare | Biel/Bienne | CH-BE | 2502 = register",
        '272 | Zum "Rössli" | Wabern | CH-BE | 3084 = register'
      ])
      // One demolished, one in the other language, and one without a building.
      expect(rejected).toEqual({ filtered: 3 })
      const kept = Array.from(found.addresses.values())
      expect(kept.map(({ language }) => language)).toEqual(["de", "de", "de", "fr", "de"])
      expect(kept[0]?.coordinates?.latitude).toBeCloseTo(46.92793, 4)
      expect(kept[0]?.coordinates?.longitude).toBeCloseTo(7.45135, 4)
    }).pipe(Effect.provide(testPlatform))
  )

  const cnefe =
    "COD_UNICO_ENDERECO COD_UF COD_MUNICIPIO COD_DISTRITO COD_SUBDISTRITO COD_SETOR NUM_QUADRA NUM_FACE CEP DSC_LOCALIDADE NOM_TIPO_SEGLOGR NOM_TITULO_SEGLOGR NOM_SEGLOGR NUM_ENDERECO DSC_MODIFICADOR NOM_COMP_ELEM1 VAL_COMP_ELEM1 NOM_COMP_ELEM2 VAL_COMP_ELEM2 NOM_COMP_ELEM3 VAL_COMP_ELEM3 NOM_COMP_ELEM4 VAL_COMP_ELEM4 NOM_COMP_ELEM5 VAL_COMP_ELEM5 LATITUDE LONGITUDE NV_GEO_COORD COD_ESPECIE DSC_ESTABELECIMENTO COD_INDICADOR_ESTAB_ENDERECO COD_INDICADOR_CONST_ENDERECO COD_INDICADOR_FINALIDADE_CONST COD_TIPO_ESPECI"
  const street = {
    COD_UF: "31",
    COD_MUNICIPIO: "3136702",
    CEP: "36010010",
    DSC_LOCALIDADE: "CENTRO",
    NOM_TIPO_SEGLOGR: "RUA",
    NOM_SEGLOGR: "HALFELD"
  }

  it.effect("MUST read Brazil: dwellings of a municipality, named by its file or by the table of municipalities", () =>
    Effect.gen(function* () {
      const rows = [
        {
          ...street,
          COD_UNICO_ENDERECO: "1",
          NUM_ENDERECO: "15",
          NOM_COMP_ELEM1: "APARTAMENTO",
          VAL_COMP_ELEM1: "501",
          NOM_COMP_ELEM2: "FUNDOS",
          NV_GEO_COORD: "1",
          LATITUDE: "-21.7609",
          LONGITUDE: "-43.3496",
          COD_ESPECIE: "1"
        },
        {
          ...street,
          COD_UNICO_ENDERECO: "2",
          NUM_ENDERECO: "17",
          DSC_MODIFICADOR: "A",
          NV_GEO_COORD: "6",
          LATITUDE: "-21.7",
          LONGITUDE: "-43.3",
          COD_ESPECIE: "6",
          DSC_ESTABELECIMENTO: "PADARIA"
        },
        { ...street, COD_UNICO_ENDERECO: "3", NUM_ENDERECO: "0", DSC_MODIFICADOR: "SN", COD_ESPECIE: "1" },
        { ...street, COD_UNICO_ENDERECO: "4", NUM_ENDERECO: "19", DSC_MODIFICADOR: "SN", COD_ESPECIE: "2" }
      ]
      const alone = yield* readArchive("br-cnefe", "BR", { "3136702_JUIZ_DE_FORA.csv": table(";", cnefe, ...rows) })
      expect(alone.addresses).toEqual([
        "15 | RUA HALFELD | APARTAMENTO 501 FUNDOS | CENTRO | JUIZ DE FORA | BR-MG | 36010-010 = register",
        "17A | RUA HALFELD | CENTRO | JUIZ DE FORA | BR-MG | 36010-010 = register-against",
        "19 | RUA HALFELD | CENTRO | JUIZ DE FORA | BR-MG | 36010-010 = register-against"
      ])
      expect(alone.rejected).toEqual({ "missing-house-number": 1 })
      // The center of a census tract is not the position of a house.
      expect(Array.from(alone.found.addresses.values()).map(({ coordinates }) => coordinates)).toEqual([
        { latitude: -21.7609, longitude: -43.3496 },
        undefined,
        undefined
      ])
      const state = yield* readArchive("br-cnefe", "BR", {
        "31_MG.csv": table(";", cnefe, rows[0]!),
        "municipios.json": Buffer.from(JSON.stringify([{ id: 3136702, nome: "Juiz de Fora" }]))
      })
      expect(state.addresses).toEqual([
        "15 | RUA HALFELD | APARTAMENTO 501 FUNDOS | CENTRO | Juiz de Fora | BR-MG | 36010-010 = register"
      ])
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST read Canada: uses of buildings, types of streets before French names, parts of a province", () =>
    Effect.gen(function* () {
      const columns =
        "LOC_GUID ADDR_GUID APT_NO_LABEL CIVIC_NO CIVIC_NO_SUFFIX OFFICIAL_STREET_NAME OFFICIAL_STREET_TYPE OFFICIAL_STREET_DIR PROV_CODE CSD_ENG_NAME CSD_FRE_NAME CSD_TYPE_ENG_CODE CSD_TYPE_FRE_CODE MAIL_STREET_NAME MAIL_STREET_TYPE MAIL_STREET_DIR MAIL_MUN_NAME MAIL_PROV_ABVN MAIL_POSTAL_CODE BG_DLS_LSD BG_DLS_QTR BG_DLS_SCTN BG_DLS_TWNSHP BG_DLS_RNG BG_DLS_MRD BG_X BG_Y BU_N_CIVIC_ADD BU_USE"
      const toronto = {
        PROV_CODE: "35",
        MAIL_STREET_NAME: "QUEEN",
        MAIL_STREET_TYPE: "ST",
        MAIL_STREET_DIR: "W",
        MAIL_MUN_NAME: "TORONTO",
        MAIL_PROV_ABVN: "ON",
        MAIL_POSTAL_CODE: "M5H2N2"
      }
      const quebec = {
        PROV_CODE: "24",
        OFFICIAL_STREET_NAME: "Notre-Dame",
        OFFICIAL_STREET_TYPE: "RUE",
        OFFICIAL_STREET_DIR: "O",
        CSD_ENG_NAME: "Montréal"
      }
      const { addresses, found, rejected } = yield* readArchive("ca-nar", "CA", {
        "Addresses/Address_35_part_1.csv": table(",", columns, {
          ...toronto,
          ADDR_GUID: "1",
          APT_NO_LABEL: "204",
          CIVIC_NO: "100",
          BU_USE: "1",
          BG_X: "7222885.3",
          BG_Y: "930628.7"
        }),
        "Addresses/Address_35_part_2.csv": table(",", columns, {
          ...toronto,
          ADDR_GUID: "2",
          CIVIC_NO: "102",
          BU_USE: "3"
        }),
        "Addresses/Address_24.csv": table(
          ",",
          columns,
          { ...quebec, ADDR_GUID: "3", CIVIC_NO: "5", CIVIC_NO_SUFFIX: "1/2", BU_USE: "2" },
          { ...quebec, ADDR_GUID: "4", CIVIC_NO: "7", CIVIC_NO_SUFFIX: "B", BU_USE: "4" }
        ),
        "Locations/Location_35.csv": Buffer.from("LOC_GUID,CSD_CODE\n")
      })
      expect(addresses).toEqual([
        "100 | QUEEN ST W | 204 | TORONTO | CA-ON | M5H 2N2 = register",
        "102 | QUEEN ST W | TORONTO | CA-ON | M5H 2N2 = register-against",
        "5 1/2 | RUE Notre-Dame O | Montréal | CA-QC = register",
        "7B | RUE Notre-Dame O | Montréal | CA-QC = none"
      ])
      expect(rejected).toEqual({})
      expect(Array.from(found.addresses.values())[0]?.coordinates?.latitude).toBeCloseTo(43.673, 2)
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST read Denmark: valid addresses, completed by four tables, with the use of their units", () =>
    Effect.gen(function* () {
      const { addresses, found, rejected } = yield* readArchive("dk-dar-bbr", "DK", {
        "DAR_V1_Adresse_TotalDownload_csv_Current_256.csv": table(
          ",",
          "adressebetegnelse doerbetegnelse doerpunkt etagebetegnelse husnummer id_lokalId status",
          { id_lokalId: "a1", husnummer: "h1", status: "3", etagebetegnelse: "2", doerbetegnelse: "tv" },
          { id_lokalId: "a2", husnummer: "h1", status: "3", etagebetegnelse: "st" },
          { id_lokalId: "a3", husnummer: "h1", status: "4" },
          { id_lokalId: "a4", husnummer: "h2", status: "3" },
          { id_lokalId: "a5", husnummer: "h1", status: "3", etagebetegnelse: "3" }
        ),
        "DAR_V1_Husnummer_TotalDownload_csv_Current_256.csv": table(
          ",",
          "adgangsadressebetegnelse adgangspunkt husnummertekst id_lokalId navngivenVej postnummer status",
          {
            id_lokalId: "h1",
            husnummertekst: "12A",
            navngivenVej: "v1",
            postnummer: "p1",
            adgangspunkt: "g1",
            status: "3"
          },
          { id_lokalId: "h2", husnummertekst: "14", navngivenVej: "v1", postnummer: "p1", status: "4" }
        ),
        "DAR_V1_NavngivenVej_TotalDownload_csv_Current_256.csv": table(",", "id_lokalId vejnavn status", {
          id_lokalId: "v1",
          vejnavn: "Nørregade"
        }),
        "DAR_V1_Postnummer_TotalDownload_csv_Current_256.csv": Buffer.from(
          "id_lokalId,navn,postnr,status\np1,København K,1165,3\n"
        ),
        "DAR_V1_Adressepunkt_TotalDownload_csv_Current_256.csv": Buffer.from(
          "id_lokalId,position,status\ng1,POINT (724373.79 6175931.94),3\n"
        ),
        "BBR_V1_Enhed_TotalDownload_csv_Current_263.csv": table(
          ",",
          "adresseIdentificerer enh020EnhedensAnvendelse enh023Boligtype id_lokalId status",
          { adresseIdentificerer: "a1", enh020EnhedensAnvendelse: "323", status: "6" },
          { adresseIdentificerer: "a1", enh020EnhedensAnvendelse: "140", status: "6" },
          { adresseIdentificerer: "a2", enh020EnhedensAnvendelse: "322", status: "6" },
          // A demolished unit.
          { adresseIdentificerer: "a5", enh020EnhedensAnvendelse: "140", status: "10" }
        )
      })
      expect(addresses).toEqual([
        "12A | Nørregade | 2. tv | København K | 1165 = register",
        "12A | Nørregade | st. | København K | 1165 = register-against",
        "12A | Nørregade | 3. | København K | 1165 = none"
      ])
      expect(rejected).toEqual({ filtered: 2 })
      expect(Array.from(found.addresses.values())[0]?.coordinates?.longitude).toBeCloseTo(12.56875, 4)
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST read New York City: lots with residential units, and no hotels", () =>
    Effect.gen(function* () {
      const columns =
        "borough block lot cd zipcode address bldgclass landuse ownername numbldgs unitsres unitstotal bbl latitude longitude"
      const { addresses, rejected } = yield* readArchive("us-nyc-pluto", "US", {
        "pluto_25v1.csv": table(
          ",",
          columns,
          {
            borough: "QN",
            bbl: "4107440012.00000000",
            zipcode: "11429",
            address: "217-14 110 AVENUE",
            bldgclass: "A1",
            landuse: "1",
            unitsres: "1"
          },
          {
            borough: "MN",
            bbl: "1",
            zipcode: "10017",
            address: "12 EAST 45 STREET",
            bldgclass: "O4",
            landuse: "05",
            unitsres: "0"
          },
          {
            borough: "BK",
            bbl: "2",
            zipcode: "11201",
            address: "20 COURT STREET",
            bldgclass: "H2",
            landuse: "5",
            unitsres: "4"
          },
          { borough: "MN", bbl: "3", address: "HUDSON RIVER PARK", bldgclass: "Q1", landuse: "9", unitsres: "0" }
        )
      })
      expect(addresses).toEqual([
        "12 | EAST 45 STREET | New York | US-NY | 10017 = register-against",
        "20 | COURT STREET | Brooklyn | US-NY | 11201 = register-against"
      ])
      // In Queens the ZIP code determines the post town, so it is left to the gazetteer.
      expect(rejected).toEqual({ filtered: 1, "missing-city": 1 })
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST read France: addresses of BAN with the uses of BDNB, through a table between them", () =>
    Effect.gen(function* () {
      const columns =
        "id id_fantoir numero rep nom_voie code_postal code_insee nom_commune code_insee_ancienne_commune nom_ancienne_commune x y lon lat type_position alias nom_ld libelle_acheminement nom_afnor source_position source_nom_voie certification_commune cad_parcelles"
      const paris = { nom_voie: "Rue_Roux", code_postal: "75004", nom_commune: "Paris", lon: "2.35", lat: "48.85" }
      const { addresses } = yield* readArchive("fr-ban-bdnb", "FR", {
        "adresses-75.csv": table(
          ";",
          columns,
          { ...paris, id: "75104_1_1", numero: "1" },
          { ...paris, id: "75104_1_2", numero: "2" },
          { ...paris, id: "75104_1_3", numero: "3" }
        ),
        "csv/rel_batiment_groupe_adresse.csv": Buffer.from(
          "batiment_groupe_id,cle_interop_adr\nb2,75104_1_1\nb1,75104_1_1\nb2,75104_1_2\nb9,75104_1_3\n"
        ),
        "csv/batiment_groupe_synthese_propriete_usage.csv": Buffer.from(
          "batiment_groupe_id,usage_principal_bdnb_open\nb1,Résidentiel collectif\nb2,Tertiaire & Autres\n"
        )
      })
      expect(addresses).toEqual([
        "1 | Rue_Roux | Paris | 75004 = register",
        "2 | Rue_Roux | Paris | 75004 = register-against",
        "3 | Rue_Roux | Paris | 75004 = none"
      ])
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST read Australia: addresses by the category of their mesh block, as land use", () =>
    Effect.gen(function* () {
      const folder = "G-NAF/Standard"
      const detail =
        "ADDRESS_DETAIL_PID DATE_RETIRED BUILDING_NAME FLAT_TYPE_CODE FLAT_NUMBER_PREFIX FLAT_NUMBER FLAT_NUMBER_SUFFIX NUMBER_FIRST_PREFIX NUMBER_FIRST NUMBER_FIRST_SUFFIX NUMBER_LAST_PREFIX NUMBER_LAST NUMBER_LAST_SUFFIX STREET_LOCALITY_PID LOCALITY_PID ALIAS_PRINCIPAL POSTCODE CONFIDENCE"
      const home = {
        STREET_LOCALITY_PID: "S1",
        LOCALITY_PID: "L1",
        ALIAS_PRINCIPAL: "P",
        POSTCODE: "3199",
        CONFIDENCE: "2"
      }
      const files = {
        [`${folder}/VIC_ADDRESS_DETAIL_psv.psv`]: table(
          "|",
          detail,
          { ...home, ADDRESS_DETAIL_PID: "A1", NUMBER_FIRST: "1" },
          { ...home, ADDRESS_DETAIL_PID: "A2", NUMBER_FIRST: "2" },
          { ...home, ADDRESS_DETAIL_PID: "A3", NUMBER_FIRST: "3" }
        ),
        [`${folder}/VIC_STREET_LOCALITY_psv.psv`]: table(
          "|",
          "STREET_LOCALITY_PID DATE_RETIRED STREET_NAME STREET_TYPE_CODE STREET_SUFFIX_CODE LOCALITY_PID",
          { STREET_LOCALITY_PID: "S1", STREET_NAME: "LAWSON", STREET_TYPE_CODE: "AVENUE" }
        ),
        [`${folder}/VIC_LOCALITY_psv.psv`]: table("|", "LOCALITY_PID DATE_RETIRED LOCALITY_NAME", {
          LOCALITY_PID: "L1",
          LOCALITY_NAME: "FRANKSTON"
        }),
        [`${folder}/VIC_ADDRESS_DEFAULT_GEOCODE_psv.psv`]: table(
          "|",
          "ADDRESS_DEFAULT_GEOCODE_PID DATE_RETIRED ADDRESS_DETAIL_PID LONGITUDE LATITUDE"
        ),
        [`${folder}/VIC_ADDRESS_MESH_BLOCK_2021_psv.psv`]: table(
          "|",
          "ADDRESS_MESH_BLOCK_2021_PID DATE_CREATED DATE_RETIRED ADDRESS_DETAIL_PID MB_MATCH_CODE MB_2021_PID",
          { ADDRESS_DETAIL_PID: "A1", MB_2021_PID: "M1" },
          { ADDRESS_DETAIL_PID: "A2", MB_2021_PID: "M2" },
          { ADDRESS_DETAIL_PID: "A3", MB_2021_PID: "M3" }
        ),
        [`${folder}/VIC_MB_2021_psv.psv`]: table(
          "|",
          "MB_2021_PID DATE_CREATED DATE_RETIRED MB_2021_CODE",
          { MB_2021_PID: "M1", MB_2021_CODE: "20000010000" },
          { MB_2021_PID: "M2", MB_2021_CODE: "20000020000" },
          { MB_2021_PID: "M3", MB_2021_CODE: "20000030000" }
        )
      }
      const blocks = table(
        ",",
        "MB_CODE_2021 MB_CATEGORY_2021 SA1_CODE_2021",
        { MB_CODE_2021: "20000010000", MB_CATEGORY_2021: "Residential" },
        { MB_CODE_2021: "20000020000", MB_CATEGORY_2021: "Education" },
        { MB_CODE_2021: "20000030000", MB_CATEGORY_2021: "Commercial" }
      )
      const { addresses } = yield* readArchive("au-gnaf-mb", "AU", { ...files, "MB_2021_AUST.csv": blocks })
      expect(addresses).toEqual([
        "1 | LAWSON AVENUE | FRANKSTON | AU-VIC | 3199 = landuse",
        "2 | LAWSON AVENUE | FRANKSTON | AU-VIC | 3199 = none",
        "3 | LAWSON AVENUE | FRANKSTON | AU-VIC | 3199 = assumed"
      ])
      const without = yield* Effect.flip(readArchive("au-gnaf-mb", "AU", files))
      expect(without.message).toContain("MB_2021_AUST")
    }).pipe(Effect.provide(testPlatform))
  )
})
