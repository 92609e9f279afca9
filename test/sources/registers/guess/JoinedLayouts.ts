/**
 * Registers that are published as several tables, small: their publishers' files and columns, with a few typical rows.
 * Beside them stands what a person who knows the layout reads of the first rows.
 */
export interface JoinedLayout {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  readonly country: string
  /** Given to the guess, if a stranger could not know it from the tables. */
  readonly told?: string
  /** The tables that complete the main one. */
  readonly joins: ReadonlyArray<string>
  readonly rows: ReadonlyArray<{
    readonly houseNumber: string
    readonly street?: string
    readonly unit?: string
    readonly district?: string
    readonly city?: string
    readonly region?: string
    readonly postcode?: string
    readonly latitude?: number
    readonly longitude?: number
  }>
}

const table = (...rows: ReadonlyArray<string>): string => `${rows.join("\r\n")}\r\n`

const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index)

const streetNames = ["Hauptstraße", "Bahnhofstraße", "Lindenweg", "Kirchengasse", "Am Anger", "Schulweg", "Mühlgasse"]

/** BEV, Adressregister: the stichtagsdaten. */
const austria: JoinedLayout = {
  name: "AT, BEV (streets, places and municipalities by their codes, a grid for each row)",
  country: "AT",
  files: {
    "ADRESSE.csv": table(
      "ADRCD;GKZ;OKZ;PLZ;SKZ;ZAEHLSPRENGEL;HAUSNRTEXT;HAUSNRZAHL1;HAUSNRBUCHSTABE1;HAUSNRVERBINDUNG1;HAUSNRZAHL2;HAUSNRBUCHSTABE2;HAUSNRBEREICH;GNRADRESSE;HOFNAME;RW;HW;EPSG;QUELLADRESSE;BESTIMMUNGSART",
      ...numbers(28).map(
        (index) =>
          `${6_000_001 + index * 3};10101;0000${1 + (index % 2)};7000;${String(1 + (index % 7) * 4).padStart(6, "0")};000;;${index + 1};${index % 5 === 0 ? "A" : ""};;;;;;;${14_000 + index}.10;${300_000 + index}.20;31256;1;1`
      )
    ),
    "STRASSE.csv": table(
      "SKZ;STRASSENNAME;STRASSENNAMENZUSATZ;SZUSADRBEST;GKZ;ZUSTELLORT",
      ...numbers(30).map(
        (index) =>
          `${String(1 + index).padStart(6, "0")};${index % 4 === 0 ? (streetNames[index / 4] ?? "Rosengasse") : `Nebenweg ${index}`};;0;${index === 29 ? "10201" : "10101"};`
      )
    ),
    "ORTSCHAFT.csv": table(
      "GKZ;OKZ;ORTSNAME",
      "10101;00001;Eisenstadt",
      "10101;00002;Kleinhöflein im Burgenland",
      "10201;00017;Rust"
    ),
    "GEMEINDE.csv": table("GKZ;GEMEINDENAME", "10101;Eisenstadt", "10201;Rust")
  },
  joins: ["STRASSE.csv", "ORTSCHAFT.csv"],
  rows: [
    { houseNumber: "1A", street: "Hauptstraße", postcode: "7000", latitude: 47.8385, longitude: 16.5192 },
    { houseNumber: "2", street: "Bahnhofstraße", postcode: "7000" }
  ]
}

/** VZD, VARIS: all tables have nearly the same columns, and one column refers to several of them. */
const latvia: JoinedLayout = (() => {
  const columns =
    "KODS,TIPS_CD,STATUSS,APSTIPR,APST_PAK,VKUR_CD,VKUR_TIPS,NOSAUKUMS,SORT_NOS,ATRIB,PNOD_CD,DAT_SAK,DAT_MOD,DAT_BEIG"
  const row = (code: number, type: number, parent: number, parentType: number, name: string) =>
    `"${code}","${type}","EKS","Y","252","${parent}","${parentType}","${name}","${name}","","","2004-05-06","2010-01-0${1 + (code % 9)}",""`
  const streets = numbers(12).map((index) =>
    row(
      103_000_101 + index * 3251,
      107,
      index % 2 === 0 ? 100_003_003 : 100_014_105,
      index % 2 === 0 ? 104 : 106,
      `${["Brīvības", "Raiņa", "Liepu", "Skolas", "Dārza", "Parka"][index % 6]} iela`
    )
  )
  const villages = numbers(12).map((index) =>
    row(100_014_105 + index * 2119, 106, 100_012_001, 105, ["Ādaži", "Carnikava", "Garkalne", "Kadaga"][index % 4]!)
  )
  return {
    name: "LV, VARIS (one column refers to streets, villages or parishes, and theirs to cities)",
    country: "LV",
    files: {
      "aw_eka.csv": table(
        `${columns},FOR_BUILD,PLAN_ADR,STD,KOORD_X,KOORD_Y,DD_N,DD_E`,
        ...numbers(36).map((index) => {
          const inStreet = index % 3 !== 2
          const parent = inStreet ? 103_000_101 + (index % 12) * 3251 : 100_014_105 + (index % 12) * 2119
          return `"${102_400_007 + index * 97}","108","EKS","Y","252","${parent}","${inStreet ? 107 : 106}","${index + 1}","${index + 1}","LV-10${10 + (index % 30)}","","2005-01-01","2015-03-1${index % 9}","","N","","","${311_000 + index}.1","${506_000 + index}.2","56.9${5000 + index}","24.1${1000 + index}"`
        })
      ),
      "aw_iela.csv": table(columns, ...streets),
      "aw_ciems.csv": table(columns, ...villages),
      "aw_pilseta.csv": table(
        columns,
        row(100_003_003, 104, 100_000_000, 101, "Rīga"),
        row(100_003_011, 104, 100_000_000, 101, "Jūrmala")
      ),
      "aw_pagasts.csv": table(
        columns,
        row(100_012_001, 105, 100_016_002, 113, "Ādažu pag."),
        row(100_012_007, 105, 100_016_002, 113, "Carnikavas pag.")
      ),
      "aw_novads.csv": table(
        columns,
        row(100_016_002, 113, 100_000_000, 101, "Ādažu nov."),
        row(100_016_003, 113, 100_000_000, 101, "Ogres nov.")
      )
    },
    joins: ["aw_iela.csv", "aw_ciems.csv", "aw_pilseta.csv"],
    rows: [
      {
        houseNumber: "1",
        street: "Brīvības iela",
        city: "Rīga",
        postcode: "LV-1010",
        latitude: 56.9426,
        longitude: 24.0986
      },
      { houseNumber: "2", street: "Raiņa iela", city: "Ādaži", postcode: "LV-1011" },
      { houseNumber: "3", city: "Garkalne", postcode: "LV-1012" }
    ]
  }
})()

/** G-NAF, Standard, without the columns that are always empty. */
const australia: JoinedLayout = (() => {
  const state = (name: string, digit: string, town: string, latitude: number, longitude: number, postcode: string) => {
    const folder = "G-NAF/G-NAF AUGUST 2026/Standard"
    return {
      [`${folder}/${name}_ADDRESS_DETAIL_psv.psv`]: table(
        "ADDRESS_DETAIL_PID|DATE_CREATED|DATE_LAST_MODIFIED|DATE_RETIRED|BUILDING_NAME|LOT_NUMBER|FLAT_TYPE_CODE|FLAT_NUMBER|LEVEL_TYPE_CODE|LEVEL_NUMBER|NUMBER_FIRST_PREFIX|NUMBER_FIRST|NUMBER_FIRST_SUFFIX|NUMBER_LAST|STREET_LOCALITY_PID|LOCATION_DESCRIPTION|LOCALITY_PID|ALIAS_PRINCIPAL|POSTCODE|PRIVATE_STREET|CONFIDENCE|ADDRESS_SITE_PID|LEVEL_GEOCODED_CODE|PRIMARY_SECONDARY",
        ...numbers(20).map(
          (index) =>
            `GA${name}4201683${digit}${10 + index}|2004-04-29|2021-03-30|||||||||${index + 3}|||${name}20211${digit}${index % 4}||${name}94${digit}|P|${postcode}||2|7012${digit}${10 + index}|7|`
        )
      ),
      [`${folder}/${name}_STREET_LOCALITY_psv.psv`]: table(
        "STREET_LOCALITY_PID|DATE_CREATED|DATE_RETIRED|STREET_CLASS_CODE|STREET_NAME|STREET_TYPE_CODE|STREET_SUFFIX_CODE|LOCALITY_PID|GNAF_STREET_PID|GNAF_STREET_CONFIDENCE|GNAF_RELIABILITY_CODE",
        ...["LAWSON|AVENUE", "FOOT|STREET", "HILL|ROAD", "SEAVIEW|COURT"].map((street, index) => {
          const [named, type] = street.split("|")
          return `${name}20211${digit}${index}|2004-04-29||C|${named}|${type}||${name}94${digit}|20211${digit}${index}|2|4`
        })
      ),
      [`${folder}/${name}_LOCALITY_psv.psv`]: table(
        "LOCALITY_PID|DATE_CREATED|DATE_RETIRED|LOCALITY_NAME|PRIMARY_POSTCODE|LOCALITY_CLASS_CODE|STATE_PID|GNAF_LOCALITY_PID|GNAF_RELIABILITY_CODE",
        `${name}94${digit}|2004-04-29||${town}||G|${digit}|99${digit}|5`,
        `${name}95${digit}|2004-04-29||OTHER ${town}||G|${digit}|98${digit}|5`
      ),
      [`${folder}/${name}_STATE_psv.psv`]: table(
        "STATE_PID|DATE_CREATED|DATE_RETIRED|STATE_NAME|STATE_ABBREVIATION",
        `${digit}|2004-04-29||${name === "ACT" ? "AUSTRALIAN CAPITAL TERRITORY" : "VICTORIA"}|${name}`
      ),
      [`${folder}/${name}_ADDRESS_DEFAULT_GEOCODE_psv.psv`]: table(
        "ADDRESS_DEFAULT_GEOCODE_PID|DATE_CREATED|DATE_RETIRED|ADDRESS_DETAIL_PID|GEOCODE_TYPE_CODE|LONGITUDE|LATITUDE",
        ...numbers(20).map(
          (index) =>
            `30${digit}${100 + index}|2012-11-01||GA${name}4201683${digit}${10 + index}|FCS|${(longitude + index / 10_000).toFixed(6)}|${(latitude - index / 10_000).toFixed(6)}`
        )
      )
    }
  }
  return {
    name: "AU, G-NAF (the tables of each state)",
    country: "AU",
    files: {
      "G-NAF/G-NAF AUGUST 2026/Authority Code/Authority_Code_STREET_TYPE_AUT_psv.psv": table(
        "CODE|NAME|DESCRIPTION",
        "AVENUE|AV|AVENUE",
        "STREET|ST|STREET",
        "ROAD|RD|ROAD",
        "COURT|CT|COURT"
      ),
      ...state("ACT", "8", "AINSLIE", -35.2624, 149.1441, "2602"),
      ...state("VIC", "2", "FRANKSTON SOUTH", -38.162404, 145.124738, "3199")
    },
    joins: [
      "ACT_STREET_LOCALITY_psv.psv",
      "ACT_LOCALITY_psv.psv",
      "ACT_STATE_psv.psv",
      "ACT_ADDRESS_DEFAULT_GEOCODE_psv.psv"
    ],
    rows: [
      {
        houseNumber: "3",
        street: "LAWSON AVENUE",
        city: "AINSLIE",
        postcode: "2602",
        latitude: -35.2624,
        longitude: 149.1441
      }
    ]
  }
})()

/** The Address Base Registry: town by two columns, position by five. */
const japan: JoinedLayout = (() => {
  const ids = numbers(24).map((index) => ({
    city: index < 20 ? "131016" : "131024",
    town: `00${56 + Math.floor(index / 8)}000`,
    block: `00${1 + (Math.floor(index / 4) % 2)}`,
    house: `00${1 + (index % 4)}`,
    index
  }))
  return {
    name: "JP, Address Base Registry (towns by two columns, positions by five)",
    country: "JP",
    files: {
      "mt_rsdtdsp_rsdt_pref13.csv": table(
        "lg_code,machiaza_id,blk_id,rsdt_id,rsdt2_id,blk_num,rsdt_num,rsdt_num2,basic_rsdt_div,rsdt_addr_flg,rsdt_addr_mtd_code,status_flg,efct_date,ablt_date,src_code,remarks",
        ...ids.map(
          ({ block, city, house, town }) =>
            `${city},${town},${block},${house},,${Number(block)},${Number(house)},,0,1,1,1,1947-04-17,,0,`
        )
      ),
      "mt_rsdtdsp_rsdt_pos_pref13.csv": table(
        "lg_code,machiaza_id,blk_id,rsdt_id,rsdt2_id,rsdt_addr_flg,rsdt_addr_mtd_code,rep_lon,rep_lat,rep_srid,rep_scale,rep_src_code,rsdt_addr_code_rdbl,rsdt_addr_data_mnt_date,basic_rsdt_div",
        ...ids.map(
          ({ block, city, house, index, town }) =>
            `${city},${town},${block},${house},,1,1,${(139.736394 + index / 10_000).toFixed(9)},${(35.679107 + index / 10_000).toFixed(9)},EPSG:6668,2500,1,,2017-08-04,0`
        )
      ),
      "mt_town_pref13.csv": table(
        "lg_code,machiaza_id,machiaza_type,pref,pref_kana,county,city,city_kana,ward,oaza_cho,oaza_cho_kana,chome,chome_number,koaza,rsdt_addr_flg,rsdt_addr_mtd_code,status_flg,efct_date,ablt_date,src_code,post_code,remarks",
        ...["131016", "131024"].flatMap((city) =>
          numbers(4).map(
            (index) =>
              `${city},00${56 + index}000,2,東京都,トウキョウト,,${city === "131016" ? "千代田区" : "中央区"},,,${["紀尾井町", "平河町", "麹町", "一番町"][index]},,,,,1,1,1,1947-04-17,,0,102009${index},`
          )
        )
      )
    },
    joins: ["mt_rsdtdsp_rsdt_pos_pref13.csv", "mt_town_pref13.csv"],
    rows: [
      {
        houseNumber: "1-1",
        district: "紀尾井町",
        city: "千代田区",
        region: "東京都",
        latitude: 35.679107,
        longitude: 139.736394
      }
    ]
  }
})()

const uuid = (kind: string, index: number): string =>
  `${kind}${String(index * 7919).padStart(7, "0")}-4a1b-${1000 + index}-8f00-${String(index * 104_729).padStart(12, "0")}`

/** DAR, total download in CSV: keys are UUIDs, and columns are called like the tables that they refer to. */
const denmark: JoinedLayout = {
  name: "DK, DAR (UUIDs; a flat's house, the house's road, postcode and point)",
  country: "DK",
  files: {
    "DAR_V1_Husnummer_TotalDownload_csv_Current_1.csv": table(
      "forretningshændelse,forretningsområde,id_lokalId,husnummertekst,husnummerretning,status,vejpunkt,jordstykke,adgangspunkt,navngivenVej,postnummer,supplerendeBynavn",
      ...numbers(24).map(
        (index) =>
          `Husnummer,54.15.10.25,${uuid("a", index)},${index + 1}${index % 6 === 0 ? "B" : ""},POINT(0 1),3,,1234567,${uuid("c", index)},${uuid("d", index % 6)},${uuid("e", index % 2)},`
      )
    ),
    "DAR_V1_NavngivenVej_TotalDownload_csv_Current_1.csv": table(
      "forretningshændelse,id_lokalId,vejnavn,vejadresseringsnavn,retskrivningskontrol,status",
      ...["Nørregade", "Vestergade", "Skolevej", "Birkevej", "Møllevej", "Kirkevej"].map(
        (name, index) => `NavngivenVej,${uuid("d", index)},${name},${name},Godkendt,3`
      )
    ),
    "DAR_V1_Postnummer_TotalDownload_csv_Current_1.csv": table(
      "forretningshændelse,id_lokalId,navn,postnr,status",
      `Postnummer,${uuid("e", 0)},København K,1165,3`,
      `Postnummer,${uuid("e", 1)},Roskilde,4000,3`
    ),
    "DAR_V1_Adressepunkt_TotalDownload_csv_Current_1.csv": table(
      "forretningshændelse,id_lokalId,oprindelse_kilde,oprindelse_nøjagtighedsklasse,position,status",
      ...numbers(24).map(
        (index) => `Adressepunkt,${uuid("c", index)},Ekstern,A,POINT(${724_373 + index}.79 ${6_175_931 + index}.94),8`
      )
    )
  },
  joins: [
    "DAR_V1_NavngivenVej_TotalDownload_csv_Current_1.csv",
    "DAR_V1_Postnummer_TotalDownload_csv_Current_1.csv",
    "DAR_V1_Adressepunkt_TotalDownload_csv_Current_1.csv"
  ],
  rows: [
    {
      houseNumber: "1B",
      street: "Nørregade",
      city: "København K",
      postcode: "1165",
      latitude: 55.67724,
      longitude: 12.56875
    },
    { houseNumber: "2", street: "Vestergade", city: "Roskilde", postcode: "4000" }
  ]
}

/** The register of addresses: entrances, streets, buildings and municipalities, each with its own objectId. */
const slovakia: JoinedLayout = {
  name: "SK, register adries (every table's key is called objectId)",
  country: "SK",
  files: {
    "building-numbers.csv": table(
      "changedAt;databaseOperation;objectId;versionId;validFrom;validTo;buildingNumber;buildingIndex;postalCode;axisB;axisL;propertyRegistrationNumberIdentifier;streetNameIdentifier;verifiedAt",
      ...numbers(24).map(
        (index) =>
          `2015-07-01T00:00:00;INSERT;${index + 1};1;2015-07-01;;${index + 1};${index % 8 === 0 ? "A" : ""};8110${index % 9};48.1${4000 + index};17.1${1000 + index};${24 - index};${1 + (index % 5)};`
      )
    ),
    "street-names.csv": table(
      "changedAt;databaseOperation;objectId;versionId;validFrom;validTo;streetName;municipalityIdentifier",
      ...["Hlavná", "Školská", "Dunajská", "Obchodná", "Záhradná", "Lipová", "Nová"].map(
        (name, index) => `2015-07-01T00:00:00;INSERT;${index + 1};1;2015-07-01;;${name};${1 + (index % 2)}`
      )
    ),
    "property-registration-numbers.csv": table(
      "changedAt;databaseOperation;objectId;versionId;validFrom;validTo;propertyRegistrationNumber;buildingTypeName;municipalityIdentifier",
      ...numbers(30).map(
        (index) => `2015-07-01T00:00:00;INSERT;${index + 1};1;2015-07-01;;${2100 + index};;${1 + ((index + 1) % 2)}`
      )
    ),
    "municipalities.csv": table(
      "changedAt;databaseOperation;objectId;versionId;validFrom;validTo;municipalityCode;municipalityName;countyIdentifier",
      "2015-07-01T00:00:00;INSERT;1;1;2015-07-01;;SK0101528595;Bratislava-Staré Mesto;1",
      "2015-07-01T00:00:00;INSERT;2;1;2015-07-01;;SK0101529320;Bratislava-Ružinov;1",
      "2015-07-01T00:00:00;INSERT;3;1;2015-07-01;;SK0101529338;Bratislava-Nové Mesto;1"
    )
  },
  joins: ["street-names.csv", "municipalities.csv"],
  rows: [
    {
      houseNumber: "1A",
      street: "Hlavná",
      city: "Bratislava-Staré Mesto",
      postcode: "81100",
      latitude: 48.14,
      longitude: 17.11
    },
    { houseNumber: "2", street: "Školská", city: "Bratislava-Ružinov", postcode: "81101" }
  ]
}

/** Registrų centras: addresses as CSV, streets, places and points as GeoJSON. */
const lithuania: JoinedLayout = (() => {
  const features = (rows: ReadonlyArray<object>) =>
    JSON.stringify({
      type: "FeatureCollection",
      features: rows.map((properties) => ({ type: "Feature", geometry: null, properties }))
    })
  return {
    name: "LT, Registrų centras (CSV, completed by GeoJSON)",
    country: "LT",
    files: {
      "adr_stat_lr.csv": table(
        "AOB_KODAS|SAV_KODAS|GYV_KODAS|GAT_KODAS|NR|KORPUSO_NR|PASTO_KODAS",
        ...numbers(24).map(
          (index) =>
            `${184_704_001 + index * 13}|13|${16_583 + (index % 3) * 400}|${1_194_157 + (index % 6) * 31}|${index + 1}${index % 7 === 0 ? "A" : ""}||LT-0${1100 + index}`
        )
      ),
      "adr_gra_gatves.json": features(
        ["Žalgirio", "Gedimino", "Vytauto", "Pilies", "Mėnulio", "Saulės"].map((name, index) => ({
          FID: index + 1,
          GAT_KODAS: 1_194_157 + index * 31,
          GAT_PAV: `${name} g.`,
          GAT_ILGIS: 100.5 + index,
          GYV_KODAS: 16_583 + (index % 3) * 400
        }))
      ),
      "adr_gra_gyvenamosios_vietoves.json": features(
        ["Vilnius", "Kaunas", "Juragiai"].map((name, index) => ({
          FID: index + 1,
          GYV_KODAS: 16_583 + index * 400,
          GYV_PAV: name,
          PLOTAS: 12.5 + index,
          SAV_KODAS: 13
        }))
      ),
      "adr_gra_adresai_LT.json": features(
        numbers(24).map((index) => ({
          FID: index + 1,
          AOB_KODAS: 184_704_001 + index * 13,
          E_KOORD: 25.2797 + index / 10_000,
          N_KOORD: 54.6872 + index / 10_000
        }))
      )
    },
    joins: ["adr_gra_gatves.json", "adr_gra_gyvenamosios_vietoves.json", "adr_gra_adresai_LT.json"],
    rows: [
      {
        houseNumber: "1A",
        street: "Žalgirio g.",
        city: "Vilnius",
        postcode: "LT-01100",
        latitude: 54.6872,
        longitude: 25.2797
      }
    ]
  }
})()

/** A county's addresses, whose streets are codes of its centerlines: several segments have one code. */
const county: JoinedLayout = {
  name: "US, a county (street codes of a table with a row for each segment)",
  country: "US",
  files: {
    "site_addresses.csv": table(
      "OBJECTID,ADDR_ID,HOUSE_NO,HOUSE_SFX,ST_CODE,UNIT,ZIP,CITY_CD,LONGITUDE,LATITUDE",
      ...numbers(20).map(
        (index) =>
          `${index + 1},${90_001 + index * 7},${100 + index * 2},,${1001 + (index % 4) * 3},${index % 5 === 0 ? "2" : ""},9704${index % 8},${10 + (index % 2) * 5},-122.58${10 + index},45.35${10 + index}`
      )
    ),
    "street_centerlines.csv": table(
      "SEGMENT_ID,ST_CODE,PRE_DIR,ST_NAME,ST_TYPE,L_F_ADD,L_T_ADD",
      ...numbers(16).map((index) => {
        const name = ["S,MOLALLA,AVE", ",WASHINGTON,ST", "NE,MAIN,ST", ",CENTER,RD"][Math.floor(index / 4)]
        return `${5001 + index},${1001 + Math.floor(index / 4) * 3},${name},${index * 100},${index * 100 + 98}`
      })
    ),
    "city_codes.csv": table("CITY_CD,CITY_NAME", "10,OREGON CITY", "15,GLADSTONE", "20,CANBY", "25,MOLALLA")
  },
  joins: ["street_centerlines.csv", "city_codes.csv"],
  rows: [
    {
      houseNumber: "100",
      street: "S MOLALLA AVE",
      unit: "2",
      city: "OREGON CITY",
      postcode: "97040",
      latitude: 45.351,
      longitude: -122.581
    },
    { houseNumber: "102", street: "WASHINGTON ST", city: "GLADSTONE", postcode: "97041" }
  ]
}

/** CNEFE of one state, and a public list of municipalities, whose column has another name. */
const brazil: JoinedLayout = {
  name: "BR, CNEFE (municipalities by their IBGE codes)",
  country: "BR",
  files: {
    "cnefe/31_MG.csv": table(
      "COD_UNICO_ENDERECO;COD_UF;COD_MUNICIPIO;COD_DISTRITO;CEP;DSC_LOCALIDADE;NOM_TIPO_SEGLOGR;NOM_TITULO_SEGLOGR;NOM_SEGLOGR;NUM_ENDERECO;DSC_MODIFICADOR;LATITUDE;LONGITUDE;NV_GEO_COORD;COD_ESPECIE",
      ...numbers(12).map(
        (index) =>
          `${7_400_001 + index};31;${[3_106_200, 3_136_702, 3_170_206][index % 3]};310620005;30130${100 + index};CENTRO;RUA;;DOS TUPIS;${20 + index};;-19.92${100 + index};-43.94${100 + index};1;1`
      )
    ),
    "municipios.csv": table(
      "codigo_ibge,nome,latitude,longitude,capital,codigo_uf,siafi_id,ddd,fuso_horario",
      "3106200,Belo Horizonte,-19.9102,-43.9266,1,31,4123,31,America/Sao_Paulo",
      "3136702,Juiz de Fora,-21.7595,-43.3398,0,31,4733,32,America/Sao_Paulo",
      "3170206,Uberlândia,-18.9141,-48.2749,0,31,5403,34,America/Sao_Paulo",
      "3550308,São Paulo,-23.5329,-46.6395,1,35,7107,11,America/Sao_Paulo"
    )
  },
  joins: ["municipios.csv"],
  rows: [
    {
      houseNumber: "20",
      street: "RUA DOS TUPIS",
      city: "Belo Horizonte",
      postcode: "30130100",
      latitude: -19.921,
      longitude: -43.941
    }
  ]
}

/** GURS, register naslovov: a register begins with many rows of one town. */
const slovenia: JoinedLayout = {
  name: "SI, register naslovov (one town in all of the first rows)",
  country: "SI",
  files: {
    "KN_SLO_NASLOVI_HS_naslovi_hs.csv": table(
      "EID_HISNA_STEVILKA,HS_STEVILKA,HS_DODATEK,EID_NASELJE,EID_ULICA,E,N",
      ...numbers(20).map(
        (index) =>
          `200300000${index + 100},${index + 1},${index % 5 === 0 ? "A" : ""},2011061,2015000${10 + (index % 5)},46${1300 + index}.14,10${1254 + index}.90`
      )
    ),
    "KN_SLO_NASLOVI_ULICE_naslovi_ulice.csv": table(
      "EID_ULICA,SIFRA,NAZIV,NAZIV_DJ,EID_NASELJE",
      ...numbers(20).map((index) => `2015000${10 + index},${index},${streetNames[index % 7]},,2011061`)
    ),
    "KN_SLO_NASLOVI_NASELJA_naslovi_naselja.csv": table(
      "EID_NASELJE,SIFRA,NAZIV,NAZIV_DJ",
      ...numbers(20).map((index) => `20110${61 + index},${index},${index === 0 ? "Ljubljana" : `Vas ${index}`},`)
    )
  },
  joins: ["KN_SLO_NASLOVI_ULICE_naslovi_ulice.csv", "KN_SLO_NASLOVI_NASELJA_naslovi_naselja.csv"],
  rows: [{ houseNumber: "1A", street: "Hauptstraße", city: "Ljubljana", latitude: 46.05, longitude: 14.5 }]
}

/** Þjóðskrá's list of addresses, and the post's list of post offices. */
const iceland: JoinedLayout = {
  name: "IS, Staðfangaskrá (post towns by the postcode)",
  country: "IS",
  files: {
    "Stadfangaskra.csv": table(
      "FID,HNITNUM,SVFNR,BYGGD,LANDNR,HEINUM,MATSNR,POSTNR,HEITI_NF,HEITI_TGF,HUSNR,BOKST,VIDSK,N_HNIT_WGS84,E_HNIT_WGS84",
      ...numbers(12).map(
        (index) =>
          `${index + 1},${10_001_234 + index},0000,01,${100_500 + index},1004567,,${[101, 600, 220][index % 3]},Laugavegur,Laugavegi,${index + 1},${index % 4 === 0 ? "b" : ""},,64.14${100 + index},-21.92${100 + index}`
      )
    ),
    "postnumer.csv": table(
      "POSTNR;STADUR;STADUR_THGF",
      "101;Reykjavík;Reykjavík",
      "600;Akureyri;Akureyri",
      "220;Hafnarfjörður;Hafnarfirði"
    )
  },
  joins: ["postnumer.csv"],
  rows: [
    {
      houseNumber: "1b",
      street: "Laugavegur",
      city: "Reykjavík",
      postcode: "101",
      latitude: 64.141,
      longitude: -21.921
    }
  ]
}

/** Tables of a program's database, whose keys all count from one. */
const database: JoinedLayout = {
  name: "any, a database (keys that count from one, named by their tables)",
  country: "DE",
  told: "DE",
  files: {
    "adressen.csv": table(
      "id;strasse_id;hausnummer;zusatz;lat;lon",
      ...numbers(20).map(
        (index) => `${index + 1};${1 + (index % 5)};${20 - index};;49.4${100 + index};8.69${10 + index}`
      )
    ),
    "strassen.csv": table(
      "id;name;ort_id",
      ...["Plöck", "Hauptstraße", "Märzgasse", "Sofienstraße", "Theaterstraße"].map(
        (name, index) => `${index + 1};${name};${1 + (index % 2)}`
      )
    ),
    "orte.csv": table("id;name;plz", "1;Heidelberg;69117", "2;Mannheim;68159", "3;Schwetzingen;68723")
  },
  joins: ["strassen.csv", "orte.csv"],
  rows: [
    { houseNumber: "20", street: "Plöck", city: "Heidelberg", postcode: "69117", latitude: 49.41, longitude: 8.691 },
    { houseNumber: "19", street: "Hauptstraße", city: "Mannheim", postcode: "68159" }
  ]
}

export const joinedLayouts: ReadonlyArray<JoinedLayout> = [
  austria,
  latvia,
  australia,
  japan,
  denmark,
  slovakia,
  lithuania,
  county,
  brazil,
  iceland,
  slovenia,
  database
]

const complete = table(
  "id;Straße;Hausnr;PLZ;Ort;Art;Breite;Länge",
  ...numbers(20).map(
    (index) =>
      `${index + 1};${streetNames[index % 7]};${index + 1};6911${index % 8};Heidelberg;${1 + (index % 3)};49,4${100 + index};8,69${10 + index}`
  )
)

/** Tables beside addresses that have nothing to do with them, or nothing to add. */
export const unrelated: ReadonlyArray<{ readonly name: string; readonly files: Readonly<Record<string, string>> }> = [
  {
    name: "small numbers that happen to be among the keys of another table",
    files: {
      "adressen.csv": table(
        "Straße;Hausnr;PLZ;Stockwerke;Breite;Länge",
        ...numbers(20).map(
          (index) =>
            `${streetNames[index % 7]};${index + 1};6911${index % 8};${1 + (index % 6)};49,4${100 + index};8,69${10 + index}`
        )
      ),
      "filialen.csv": table(
        "id;name;ort",
        ...numbers(40).map((index) => `${index + 1};Filiale ${index + 1};Ort ${"abcdefghij"[index % 10]}`)
      )
    }
  },
  {
    name: "an id in both tables, which count from one",
    files: {
      "adressen.csv": table(
        "id;Straße;Hausnr;PLZ;Breite;Länge",
        ...numbers(20).map(
          (index) =>
            `${index + 1};${streetNames[index % 7]};${index + 1};6911${index % 8};49,4${100 + index};8,69${10 + index}`
        )
      ),
      "vereine.csv": table("id;verein;ort", ...numbers(30).map((index) => `${index + 1};TSV ${index + 1};Mannheim`))
    }
  },
  {
    name: "house numbers and years among the keys of another table",
    files: {
      "adressen.csv": table(
        "Straße;Hausnr;Baujahr;PLZ;Breite;Länge",
        ...numbers(20).map(
          (index) =>
            `${streetNames[index % 7]};${index + 1};${1950 + index};6911${index % 8};49,4${100 + index};8,69${10 + index}`
        )
      ),
      "gemeinden.csv": table(
        "schluessel;gemeinde;kreis",
        ...numbers(3000).map((index) => `${index + 1};Gemeinde ${"abcdefghij"[index % 10]};Kreis`)
      )
    }
  },
  {
    name: "streets that are called like towns of another country",
    files: {
      "addresses.csv": table(
        "STREET,HOUSE_NO,ZIP,LATITUDE,LONGITUDE",
        ...numbers(20).map(
          (index) =>
            `${["Washington", "Lincoln", "Madison", "Monroe", "Jackson", "Franklin"][index % 6]},${100 + index},9704${index % 8},45.35${10 + index},-122.58${10 + index}`
        )
      ),
      "towns.csv": table(
        "name,county,state",
        ...["Washington", "Lincoln", "Madison", "Monroe", "Jackson", "Franklin", "Salem"].map(
          (name) => `${name},Kent,OH`
        )
      )
    }
  },
  {
    name: "a list that adds nothing to a complete table",
    files: { "adressen.csv": complete, "arten.csv": table("art;bezeichnung", "1;Haus", "2;Garage", "3;Turm") }
  }
]
