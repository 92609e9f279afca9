/**
 * Small tables in real layouts: their publishers' columns with a few typical rows. Beside them stands what a person who
 * knows the layout reads from each row: house number, street, city, postcode, and coordinates.
 */
export interface Table {
  readonly name: string
  /** The name of the file that the table is written to. */
  readonly file: string
  readonly text: string | Uint8Array
  readonly country: string
  readonly rows: ReadonlyArray<
    readonly [houseNumber: string, street: string, city: string, postcode: string, latitude: number, longitude: number]
  >
}

const lines = (...rows: ReadonlyArray<string>): string => `${rows.join("\r\n")}\r\n`

export const layouts: ReadonlyArray<Table> = [
  {
    name: "NZ, LINZ addresses (WKT and full names beside the parts)",
    file: "nz-addresses.csv",
    country: "NZ",
    text: lines(
      "WKT,address_id,source_dataset,change_id,full_address_number,full_road_name,full_address,territorial_authority,unit_type,unit_value,level_type,level_value,address_number_prefix,address_number,address_number_suffix,address_number_high,road_name_prefix,road_name,road_type_name,road_suffix,water_name,water_body_name,suburb_locality,town_city,address_class,address_lifecycle,gd2000_xcoord,gd2000_ycoord",
      '"POINT (172.682427990989 -43.5691006197534)",3008605,CADS,8605,301,Port Hills Road,"301 Port Hills Road, Hillsborough, Christchurch",Christchurch City,,,,,,301,,,,Port Hills,Road,,,,Hillsborough,Christchurch,Thoroughfare,Current,172.68242799,-43.56910062',
      '"POINT (172.640127990989 -43.5311006197534)",3008611,CADS,8611,12A,Colombo Street,"12A Colombo Street, Sydenham, Christchurch",Christchurch City,,,,,,12,A,,,Colombo,Street,,,,Sydenham,Christchurch,Thoroughfare,Current,172.64012799,-43.53110062'
    ),
    rows: [
      ["301", "Port Hills Road", "Christchurch", "", -43.5691006, 172.682428],
      ["12A", "Colombo Street", "Christchurch", "", -43.5311006, 172.640128]
    ]
  },
  {
    name: "CH, official register of building addresses (post code and place in one column, LV95)",
    file: "amtliches_gebaeudeadressverzeichnis_ch_2056.csv",
    country: "CH",
    text: lines(
      "ADR_EGAID;STR_ESID;BDG_EGID;ADR_EDID;STN_LABEL;ADR_NUMBER;BDG_CATEGORY;BDG_NAME;ZIP_LABEL;COM_FOSNR;COM_NAME;COM_CANTON;ADR_STATUS;ADR_OFFICIAL;ADR_MODIFIED;ADR_EASTING;ADR_NORTHING",
      "101214190;10173463;1231641;0;Seftigenstrasse;264;residential;;3084 Wabern;355;Köniz;BE;real;true;01.07.2021;2600968.668;1197426.954",
      "101214191;10173464;1231642;0;Bahnhofstrasse;12a;residential;;8001 Zürich;261;Zürich;ZH;real;true;01.07.2021;2683188.0;1247402.0"
    ),
    rows: [
      ["264", "Seftigenstrasse", "Wabern", "3084", 46.9279371, 7.4513519],
      ["12a", "Bahnhofstrasse", "Zürich", "8001", 47.3722055, 8.5400683]
    ]
  },
  {
    name: "CZ, RÚIAN address places (two numbers, Krovak without its minus)",
    file: "20240131_OB_554782_ADR.csv",
    country: "CZ",
    text: lines(
      "Kód ADM;Kód obce;Název obce;Kód MOMC;Název MOMC;Kód obvodu Prahy;Název obvodu Prahy;Kód části obce;Název části obce;Kód ulice;Název ulice;Typ SO;Číslo domovní;Číslo orientační;Znak čísla orientačního;PSČ;Souřadnice Y;Souřadnice X;Platí Od",
      "21690537;554782;Praha;500054;Praha 1;19;Praha 1;400216;Staré Město;459348;Dlouhá;č.p.;604;13;a;11000;742800.00;1043100.00;2013-01-01T00:00:00",
      "21690545;554782;Praha;500054;Praha 1;19;Praha 1;400216;Staré Město;459348;Dlouhá;č.p.;605;15;;11000;742790.10;1043120.22;2013-01-01T00:00:00"
    ),
    rows: [
      ["604/13a", "Dlouhá", "Praha", "11000", 50.086701, 14.421554],
      ["605/15", "Dlouhá", "Praha", "11000", 50.08653, 14.42172]
    ]
  },
  {
    name: "NO, Matrikkelen addresses (a grid for each row)",
    file: "matrikkelenAdresse.csv",
    country: "NO",
    text: lines(
      "lokalid;kommunenummer;kommunenavn;adressetype;adressetilleggsnavn;adressetilleggsnavnKilde;adressekode;adressenavn;nummer;bokstav;gardsnummer;bruksnummer;festenummer;undernummer;adresseTekst;adresseTekstUtenAdressetilleggsnavn;EPSG-kode;Nord;Øst;postnummer;poststed;grunnkretsnummer;grunnkretsnavn;oppdateringsdato;uuidAdresse",
      "285815437;3020;NORDRE FOLLO;vegadresse;;;10160;Myrvollveien;5;C;41;1;;;Myrvollveien 5C;Myrvollveien 5C;25832;6628970.5;600800.2;1415;OPPEGÅRD;30200101;Myrvoll;2022-01-01;0a3f50b8-0001-32b8-e044-0003ba298018",
      "285815438;5401;TROMSØ;vegadresse;;;10160;Storgata;12;;200;1;;;Storgata 12;Storgata 12;25833;7733000.0;653500.0;9008;TROMSØ;54010101;Sentrum;2022-01-01;0a3f50b8-0002-32b8-e044-0003ba298018"
    ),
    rows: [
      ["5C", "Myrvollveien", "OPPEGÅRD", "1415", 59.78624, 10.79575],
      ["12", "Storgata", "TROMSØ", "9008", 69.6605957, 18.9594591]
    ]
  },
  {
    name: "DE, Hauskoordinaten of North Rhine-Westphalia (no names of columns)",
    file: "gebref.txt",
    country: "DE",
    text: lines(
      "N;DENW52HK000AAamr;A;05;Nordrhein-Westfalen;5;Münster;62;Recklinghausen;024;Marl;0000;;03870;Polsumer Straße;2;;;365471.472;5721550.800;2022-10-01",
      "N;DENW52HK000AAams;A;05;Nordrhein-Westfalen;5;Münster;62;Recklinghausen;024;Marl;0000;;03870;Polsumer Straße;4;a;;365475.100;5721561.100;2022-10-01",
      "N;DENW52HK000AAamt;A;05;Nordrhein-Westfalen;5;Münster;62;Recklinghausen;024;Marl;0000;;02110;Hülsstraße;17;;;364975.100;5722561.100;2022-10-01",
      "N;DENW52HK000AAamu;A;05;Nordrhein-Westfalen;5;Münster;62;Recklinghausen;024;Marl;0000;;02110;Hülsstraße;19;b;;364985.100;5722571.100;2022-10-01"
    ),
    rows: [
      ["2", "Polsumer Straße", "Marl", "", 51.6288712, 7.0563327],
      ["4a", "Polsumer Straße", "Marl", "", 51.628965, 7.056381]
    ]
  },
  {
    name: "SI, RPE house numbers",
    file: "RN_HS.csv",
    country: "SI",
    text: lines(
      "EID_HISNA_STEVILKA,E,N,HS_STEVILKA,HS_DODATEK,ULICA_NAZIV,NASELJE_NAZIV,OBCINA_NAZIV,POSTNI_OKOLIS_SIFRA,POSTNI_OKOLIS_NAZIV,STATISTICNA_REGIJA_NAZIV",
      "100200000171520271,462000.10,101000.20,5,A,Slovenska cesta,Ljubljana,Ljubljana,1000,Ljubljana,Osrednjeslovenska",
      "100200000171520272,462010.10,101020.20,7,,Slovenska cesta,Ljubljana,Ljubljana,1000,Ljubljana,Osrednjeslovenska"
    ),
    rows: [
      ["5A", "Slovenska cesta", "Ljubljana", "1000", 46.0477472, 14.5089746],
      ["7", "Slovenska cesta", "Ljubljana", "1000", 46.0479277, 14.5091022]
    ]
  },
  {
    name: "AT, BEV address register, as it is joined for OpenAddresses",
    file: "AT-addresses.csv",
    country: "AT",
    text: lines(
      "ADRCD,GKZ,GEMEINDENAME,ORTSNAME,PLZ,ZUSTELLORT,STRASSENNAME,HNR_ADR_ZUSAMMEN,lat,lon",
      "6000001,10101,Eisenstadt,Eisenstadt,7000,Eisenstadt,Am Bahndamm,3a,47.8429,16.5312",
      "6000002,10101,Eisenstadt,Eisenstadt,7000,Eisenstadt,Hauptstraße,12,47.8461,16.5287"
    ),
    rows: [
      ["3a", "Am Bahndamm", "Eisenstadt", "7000", 47.8429, 16.5312],
      ["12", "Hauptstraße", "Eisenstadt", "7000", 47.8461, 16.5287]
    ]
  },
  {
    name: "ES, CartoCiudad portals",
    file: "portal_pk.csv",
    country: "ES",
    text: lines(
      "id_porpk,tipo_vial,nombre_via,tipoporpkd,numero,extension,id_pob,poblacion,cod_postal,municipio,ine_mun,provincia,comunidad_autonoma,X,Y",
      "280790101,CALLE,ALCALÁ,PORTAL,45,,1,MADRID,28014,Madrid,28079,Madrid,Comunidad de Madrid,-3.69521,40.41927",
      "280790102,CALLE,MAYOR,PORTAL,7,B,1,MADRID,28013,Madrid,28079,Madrid,Comunidad de Madrid,-3.70551,40.41617"
    ),
    rows: [
      ["45", "CALLE ALCALÁ", "Madrid", "28014", 40.41927, -3.69521],
      ["7B", "CALLE MAYOR", "Madrid", "28013", 40.41617, -3.70551]
    ]
  },
  {
    name: "IT, ANNCSU",
    file: "INDIR_ITA.csv",
    country: "IT",
    text: lines(
      "CODICE_COMUNE;COMUNE;PROVINCIA;REGIONE;PROGRESSIVO_NAZIONALE;ODONIMO;PROGRESSIVO_ACCESSO;CIVICO;ESPONENTE;COORD_X_COMUNE;COORD_Y_COMUNE;METODO",
      "H501;Roma;RM;Lazio;1000001;VIA NAZIONALE;20000001;12;A;12.49055;41.90101;4",
      "H501;Roma;RM;Lazio;1000001;VIA NAZIONALE;20000002;14;;12.49081;41.90122;4"
    ),
    rows: [
      ["12A", "VIA NAZIONALE", "Roma", "", 41.90101, 12.49055],
      ["14", "VIA NAZIONALE", "Roma", "", 41.90122, 12.49081]
    ]
  },
  {
    name: "FI, addresses of the population register (bilingual, decimal points, ETRS-TM35FIN)",
    file: "osoitteet.csv",
    country: "FI",
    text: lines(
      "building_id;region;municipality;street;house_number;postal_code;latitude_wgs84;longitude_wgs84;building_use",
      "100012345A;1;091;Mannerheimintie;12;00100;60.1699;24.9384;1",
      "100012346B;1;091;Aleksanterinkatu;15 B;00100;60.1687;24.9460;1"
    ),
    rows: [
      ["12", "Mannerheimintie", "", "00100", 60.1699, 24.9384],
      ["15 B", "Aleksanterinkatu", "", "00100", 60.1687, 24.946]
    ]
  },
  {
    name: "KR, 위치정보요약DB (no names of columns, EPSG:5179)",
    file: "entrc_seoul.txt",
    country: "KR",
    text: lines(
      "11110|760|1111010100|서울특별시|종로구|청운동|111103100012|자하문로|0|94|0||03047|근린생활시설|0|연동|953241.683263|1954023.466812",
      "11110|761|1111010100|서울특별시|종로구|청운동|111103100012|자하문로|0|96|0||03047|단독주택|0|연동|953251.683263|1954043.466812",
      "11110|762|1111010100|서울특별시|종로구|청운동|111104100190|자하문로33길|0|12|0||03047|공동주택|0|연동|953001.683263|1953943.466812"
    ),
    rows: [
      ["94", "자하문로", "종로구", "03047", 37.5844154, 126.9704055],
      ["96", "자하문로", "종로구", "03047", 37.5845962, 126.9705175]
    ]
  },
  {
    name: "US, a county's address points (NENA's names)",
    file: "Address_Points.csv",
    country: "US",
    text: lines(
      "X,Y,OBJECTID,DiscrpAgID,NGUID,AddNum_Pre,Add_Number,AddNum_Suf,St_PreDir,St_PreTyp,St_Name,St_PosTyp,St_PosDir,Unit,Inc_Muni,Post_Comm,Post_Code,State,Place_Type,FullAddr",
      "-122.5801,45.3571,1,clackamas.us,SSAP1@clackamas.us,,1220,,S,,Molalla,Ave,,,Oregon City,OREGON CITY,97045,OR,Residential,1220 S Molalla Ave",
      "-122.5799,45.3592,2,clackamas.us,SSAP2@clackamas.us,,1224,1/2,S,,Molalla,Ave,,4,Oregon City,OREGON CITY,97045,OR,Commercial,1224 1/2 S Molalla Ave #4"
    ),
    rows: [
      ["1220", "S Molalla Ave", "OREGON CITY", "97045", 45.3571, -122.5801],
      ["1224 1/2", "S Molalla Ave", "OREGON CITY", "97045", 45.3592, -122.5799]
    ]
  },
  {
    name: "DK, DAWA access addresses",
    file: "adgangsadresser.csv",
    country: "DK",
    text: lines(
      "id,status,oprettet,ændret,vejkode,vejnavn,adresseringsvejnavn,husnr,supplerendebynavn,postnr,postnrnavn,stormodtagerpostnr,kommunekode,kommunenavn,etrs89koordinat_øst,etrs89koordinat_nord,wgs84koordinat_bredde,wgs84koordinat_længde,nøjagtighed,kilde",
      "0a3f5089-c0a0-32b8-e044-0003ba298018,1,2000-02-05,2009-11-24,5344,Nørregade,Nørregade,12A,,1165,København K,,0101,København,724373.79,6175931.94,55.67724,12.56875,A,5",
      "0a3f5089-c0a1-32b8-e044-0003ba298018,1,2000-02-05,2009-11-24,5344,Nørregade,Nørregade,14,,1165,København K,,0101,København,724383.79,6175951.94,55.67741,12.56892,A,5"
    ),
    rows: [
      ["12A", "Nørregade", "København K", "1165", 55.67724, 12.56875],
      ["14", "Nørregade", "København K", "1165", 55.67741, 12.56892]
    ]
  },
  {
    name: "any, a list of members with the whole line in one column",
    file: "liste.csv",
    country: "DE",
    text: lines(
      "Anschrift\tPLZ Ort\tBreite\tLänge",
      "Hauptstr. 12a\t69117 Heidelberg\t49,41053\t8,70543",
      "Plöck 3\t69117 Heidelberg\t49,40921\t8,69502"
    ),
    rows: [
      ["12a", "Hauptstr.", "Heidelberg", "69117", 49.41053, 8.70543],
      ["3", "Plöck", "Heidelberg", "69117", 49.40921, 8.69502]
    ]
  },
  {
    name: "any, NDJSON with members within members",
    file: "places.ndjson",
    country: "GB",
    text: [
      '{"id":"a1","address":{"line1":"12 High Street","town":"Bristol","postcode":"BS1 4DJ"},"location":"51.4538, -2.5918"}',
      '{"id":"a2","address":{"line1":"14B High Street","town":"Bristol","postcode":"BS1 4DJ"},"location":"51.4541, -2.5921"}'
    ].join("\n"),
    rows: [
      ["12", "High Street", "Bristol", "BS1 4DJ", 51.4538, -2.5918],
      ["14B", "High Street", "Bristol", "BS1 4DJ", 51.4541, -2.5921]
    ]
  },
  {
    name: "EE, ADS (levels of names, EPSG:3301)",
    file: "1_ADR_ID.csv",
    country: "EE",
    text: lines(
      "ADOB_ID;ADS_OID;TASE1_NIMETUS_LIIGIGA;TASE2_NIMETUS_LIIGIGA;TASE3_NIMETUS_LIIGIGA;TASE4_NIMETUS_LIIGIGA;TASE5_NIMETUS_LIIGIGA;TASE6_NIMETUS_LIIGIGA;TASE7_NIMETUS_LIIGIGA;TASE8_NIMETUS_LIIGIGA;TAISAADRESS;VIITEPUNKT_X;VIITEPUNKT_Y",
      "1;EE00001;Harju maakond;Tallinn;Kesklinna linnaosa;;Pikk tn;;12;;Harju maakond, Tallinn, Kesklinna linnaosa, Pikk tn 12;542400.10;6589400.20",
      "2;EE00002;Harju maakond;Tallinn;Kesklinna linnaosa;;Lai tn;;5a;;Harju maakond, Tallinn, Kesklinna linnaosa, Lai tn 5a;542300.10;6589500.20"
    ),
    rows: [
      ["12", "Pikk tn", "Tallinn", "", 59.4403, 24.7477],
      ["5a", "Lai tn", "Tallinn", "", 59.4412, 24.7459]
    ]
  }
]
