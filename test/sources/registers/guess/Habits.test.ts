import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { guess, run } from "./Guessing.ts"

/** Tables with what their country writes in a way of its own, and what a person reads from their first row. */
const tables: ReadonlyArray<
  readonly [what: string, lines: ReadonlyArray<string>, first: Readonly<Record<string, unknown>>, country?: string]
> = [
  [
    "postcodes in two columns, in Portugal",
    [
      "OBJECTID,TIPO_VIA,DESIG_VIA,N_POLICIA,CP4,CP3,CONCELHO,X_TM06,Y_TM06",
      "1,Rua,Augusta,12,1100,053,Lisboa,-88000.5,-106000.2",
      "2,Avenida,da Liberdade,14A,1250,140,Lisboa,-88100.5,-105000.2"
    ],
    { houseNumber: "12", street: "Rua Augusta", city: "Lisboa", postcode: "1100-053" }
  ],
  [
    "a code that is a postcode, in Argentina",
    [
      "codigo,calle,altura,barrio,codigo_postal_argentino,lat,long",
      "17,Av. Corrientes,1234,San Nicolas,C1043AAZ,-34.6039,-58.3845",
      "18,Lavalle,1420,San Nicolas,C1048AAB,-34.6029,-58.3855"
    ],
    { houseNumber: "1234", street: "Av. Corrientes", postcode: "C1043AAZ" }
  ],
  [
    "wide digits, in Taiwan",
    [
      "村里,鄰,街、路段,地區,巷,弄,號,橫座標,縱座標",
      "莊敬里,001,南京東路五段,,291巷,,１２號之３,307500.1,2771800.2",
      "莊敬里,002,民生東路四段,,291巷,3弄,１４號,307510.1,2771810.2"
    ],
    { houseNumber: "12之3", street: "南京東路五段291巷" }
  ],
  [
    "commas in addresses behind the only cell that divides rows, in Brazil",
    [
      "Base;EnderecoBase",
      "5 GBM;Rua Rui Barbosa, 863 - Centro, Campos dos Goytacazes - RJ, 28013-001",
      "HOSP. FERREIRA M;Rua Rocha Leão, 02 - Centro, Campos dos Goytacazes - RJ, 28051-170",
      "HOSP. G. GUARUS;Avenida Senador Pinto, 400 - Parque Calabouco, Campos dos Goytacazes - RJ, 28083-102",
      "PS GUARUS;Rua André Luis, 111 - Jardim Carioca, Campos dos Goytacazes - RJ, 28080-720",
      "UPA;Avenida Alberto Chebabe, 517 - Guarus, Campos dos Goytacazes - RJ, 28070-272"
    ],
    { houseNumber: "863", street: "Rua Rui Barbosa", city: "Campos dos Goytacazes", postcode: "28013-001" }
  ],
  [
    "the city of the place beside that of its owner, as appraisal districts of Texas have both",
    [
      "PROP_ID,addr_line2,addr_city,addr_state,addr_zip,situs_num,situs_street,situs_city,situs_state,situs_zip",
      "1,PO BOX 12,NEW YORK,NY,10001,308,PULLEN ST,Mcgregor,TX,76657",
      "2,PO BOX 13,CHICAGO,IL,60601,310,PULLEN ST,Mcgregor,TX,76657",
      "3,PO BOX 14,DENVER,CO,80201,312,PULLEN ST,Mcgregor,TX,76657"
    ],
    { houseNumber: "308", street: "PULLEN ST", city: "Mcgregor", region: "TX", postcode: "76657" },
    "US"
  ],
  [
    "numbers of lots beside those of houses, in Arizona",
    [
      "Property Street Number,Property Street Direction,Property Street Name,Property Street Type,Property City,Property Zip Code,Property Address,Lot Number",
      "10212,W,HIGHLAND,AVE,PHOENIX,85037,10212 W HIGHLAND AVE PHOENIX 85037,304",
      "4916,N,109TH,LN,PHOENIX,85037,4916 N 109TH LN PHOENIX 85037,22",
      "10928,W,MARIPOSA,DR,PHOENIX,85037,10928 W MARIPOSA DR PHOENIX 85037,104"
    ],
    { houseNumber: "10212", street: "W HIGHLAND AVE", city: "PHOENIX", postcode: "85037" }
  ],
  [
    "city, state and postcode in one column, in New York",
    [
      "StreetAddress,CityStateZip,X,Y",
      "434 HILLSIDE RD,MONROE NY 10950,-74.1927,41.3188",
      "2 BROZDOWSKI LN,PINE ISLAND NY 10969,-74.4802,41.3013"
    ],
    { houseNumber: "434", street: "HILLSIDE RD", city: "MONROE", region: "NY", postcode: "10950" }
  ],
  [
    "what municipalities call themselves, in Minnesota",
    [
      "BLDG_NUM,STREETNAME,STREETTYPE,CITY,ZIP,STATE",
      "7710,IVERSON,AVE,CITY OF COTTAGE GROVE,55016,MN",
      "23110,MELANIE,TRL,CITY OF SCANDIA,55073,MN"
    ],
    { houseNumber: "7710", street: "IVERSON AVE", city: "COTTAGE GROVE" }
  ],
  [
    "counties that only Ireland has, and its grid by its name",
    [
      "Property Number,County,Address 1,Address 2,X ITM,Y ITM",
      "272845,DUBLIN,12 MERRION SQUARE,DUBLIN 2,716512.5,733512.4",
      "272846,KILDARE,14 MAIN STREET,NAAS,689012.5,719412.4"
    ],
    { houseNumber: "12", street: "MERRION SQUARE", region: "DUBLIN", latitude: 53.3390031 }
  ],
  [
    "doors in Maltese streets",
    [
      "Door No,Street,Locality,Postcode,Property Type",
      "12,Triq ir-Repubblika,Valletta,VLT 1111,Maisonette",
      "14,Triq il-Merkanti,Valletta,VLT 1171,Shop"
    ],
    { houseNumber: "12", street: "Triq ir-Repubblika", city: "Valletta", postcode: "VLT 1111", evidence: "register" }
  ],
  [
    "digits of its own, in Iran",
    [
      "استان,شهر,محله,خیابان,پلاک,واحد,کد پستی,کاربری",
      "تهران,تهران,ونک,خیابان ولیعصر,۱۲,۳,1994834567,مسکونی",
      "تهران,تهران,ونک,خیابان ولیعصر,۱۴,,1994834568,تجاری"
    ],
    { houseNumber: "۱۲", street: "خیابان ولیعصر", evidence: "register" }
  ],
  [
    "flats in Georgian",
    [
      "ქალაქი,უბანი,ქუჩა,ნომერი,ბინა,საფოსტო ინდექსი,lat,lon",
      "თბილისი,ვაკე,ჭავჭავაძის გამზირი,12,5,0179,41.7105,44.7712",
      "თბილისი,ვაკე,აბაშიძის ქუჩა,14,,0179,41.7106,44.7713"
    ],
    { houseNumber: "12", unit: "5" }
  ],
  [
    "ranges in Austria, with what stands between their numbers",
    [
      "PLZ;ORTSNAME;STRASSENNAME;HAUSNRZAHL1;HAUSNRBUCHSTABE1;HAUSNRVERBINDUNG1;HAUSNRZAHL2",
      "7000;Eisenstadt;Hauptstraße;14;;-;16",
      "7000;Eisenstadt;Hauptstraße;12;a;;"
    ],
    { houseNumber: "14-16", street: "Hauptstraße" },
    "AT"
  ],
  [
    "kinds of streets that some names begin with, too, in Argentina",
    [
      "categoria,calle,altura,localidad,lat,lon",
      "AV,AV CORRIENTES,1234,Buenos Aires,-34.6039,-58.3845",
      "CALLE,LAVALLE,1420,Buenos Aires,-34.6029,-58.3855",
      "CALLE,FLORIDA,99,Buenos Aires,-34.6079,-58.3750"
    ],
    { houseNumber: "1234", street: "AV CORRIENTES" },
    "AR"
  ],
  [
    "the city in the last line, in Ireland",
    [
      "BUILDING_ID,ADDR_LINE_1,ADDR_LINE_2,ADDR_LINE_3,COUNTY,EIRCODE",
      "1,12 Main Street,Blackrock,Cork,Cork,T12 X0A1",
      "2,14 Main Street,Blackrock,Cork,Cork,T12 X0A2"
    ],
    { houseNumber: "12", street: "Main Street", district: "Blackrock", city: "Cork", postcode: "T12 X0A1" }
  ],
  [
    "flats by their description or their number, in British gazetteers",
    [
      "UPRN,SAO_TEXT,SAO_START_NUMBER,SAO_START_SUFFIX,PAO_TEXT,PAO_START_NUMBER,PAO_START_SUFFIX,PAO_END_NUMBER,STREET_DESCRIPTION,TOWN_NAME,POSTCODE_LOCATOR,CLASS_CODE,X_COORDINATE,Y_COORDINATE",
      "10001,,3,B,,12,A,14,HIGH STREET,GUILDFORD,GU1 3AA,RD06,499600,149500",
      "10002,FLAT 2,,,,16,,,HIGH STREET,GUILDFORD,GU1 3AB,RD06,499610,149510",
      "10003,,,,ROSE COTTAGE,,,,CHURCH LANE,GUILDFORD,GU1 3AC,RD02,499700,149600",
      "10004,,,,,18,,,HIGH STREET,GUILDFORD,GU1 3AD,CR08,499620,149520"
    ],
    { houseNumber: "12A-14", street: "HIGH STREET", unit: "3B", city: "GUILDFORD", evidence: "register" }
  ],
  [
    "suburbs as the cities of addresses, in Australia",
    [
      "GURASID,HOUSENUMBER,ROADNAME,ROADTYPE,SUBURB,STATE,POSTCODE,LONGITUDE,LATITUDE",
      "71,12,King,St,Newtown,NSW,2042,151.1801,-33.8972",
      "72,14,Enmore,Rd,Enmore,NSW,2042,151.1702,-33.9003"
    ],
    { houseNumber: "12", street: "King St", city: "Newtown", postcode: "2042" }
  ],
  [
    "Catalan, and numbers of a fixed width, in Barcelona",
    [
      "CODI_VIA,TIPUS_VIA,NOM_CARRER,NUMPOST_I,LLEPOST_I,DISTRICTE,BARRI,DIST_POST,LONGITUD,LATITUD",
      "144601,Carrer,Balmes,0012,B,02,07,08007,2.1652,41.3868",
      "144602,Carrer,de Mallorca,0140,,02,07,08036,2.1601,41.3902"
    ],
    { houseNumber: "12B", street: "Carrer Balmes", postcode: "08007" }
  ],
  [
    "articles of streets in a column of their own, in Madrid",
    [
      "COD_VIA;CLASE_VIA;PARTICULA_VIA;NOMBRE_VIA;NUMERO;COD_POSTAL;LATITUD;LONGITUD",
      "31001;CALLE;DE;ALCALA;12;28014;40.4181;-3.6995",
      "31002;PLAZA;DEL;CALLAO;4;28013;40.4199;-3.7056"
    ],
    { houseNumber: "12", street: "CALLE DE ALCALA", postcode: "28014" }
  ],
  [
    "kinds of streets behind their names, and the country in postcodes, in Lithuania",
    [
      "AOB_KODAS|NR|GATVE|GATVES_TIPAS|GYVENVIETE|PASTO_KODAS|X_KOORD|Y_KOORD",
      "190000001|12|Gedimino|pr.|Vilnius|LT-01103|582600|6061600",
      "190000002|14|Vilniaus|g.|Vilnius|LT-01119|582400|6061500"
    ],
    { houseNumber: "12", street: "Gedimino pr.", city: "Vilnius", postcode: "LT-01103" }
  ],
  [
    "blocks and staircases in columns of their own, in Romania",
    [
      "judet,localitate,tip_artera,denumire_artera,nr_postal,bloc,scara,apartament,cod_postal,lat,lon",
      "Cluj,Cluj-Napoca,Strada,Memorandumului,12,A1,2,10,400114,46.7701,23.5801",
      "Cluj,Cluj-Napoca,Strada,Eroilor,14,,,,400129,46.7702,23.5902",
      "Cluj,Cluj-Napoca,Strada,Eroilor,16,B,,,400129,46.7703,23.5903"
    ],
    { houseNumber: "12", street: "Strada Memorandumului", unit: "bl. A1, sc. 2, ap. 10" }
  ],
  [
    "staircases before floors and doors, in Spain",
    [
      "TIPO_VIA;NOMBRE_VIA;NUMERO;ESCALERA;PLANTA;PUERTA;COD_POSTAL;MUNICIPIO;LATITUD;LONGITUD",
      "CALLE;ALCALA;12;1;2;A;28014;MADRID;40.4181;-3.6995",
      "CALLE;GOYA;4;;;;28001;MADRID;40.4249;-3.6836"
    ],
    { houseNumber: "12", street: "CALLE ALCALA", unit: "Esc. 1, 2 A" }
  ],
  [
    "blocks of houses in a column of their own, in Russia",
    [
      "город;улица;дом;корпус;строение;индекс;широта;долгота",
      "Москва;ул. Тверская;12;2;1;125009;55.7601;37.6101",
      "Москва;Ленинский просп.;30А;;;119334;55.7102;37.5802"
    ],
    { houseNumber: "12 к2 с1", street: "ул. Тверская", city: "Москва" }
  ],
  [
    "names that shapefiles cut off, in Washington",
    [
      "ADDR_NUM,FULLNAME,ZIP5,POSTALCTYN,UNIT,LON,LAT",
      "12,NE 8TH ST,98004,BELLEVUE,B,-122.2001,47.6101",
      "14,MAIN ST,98101,SEATTLE,,-122.3302,47.6002"
    ],
    { houseNumber: "12", street: "NE 8TH ST", city: "BELLEVUE", unit: "B" }
  ],
  [
    "kinds of buildings, in Slovakia",
    [
      "OBEC;ULICA;SUPISNE_CISLO;PSC;LAT;LON;TYP_BUDOVY",
      "Bratislava;Obchodná;512;81106;48.1401;17.1101;Rodinný dom",
      "Bratislava;Panenská;604;81103;48.1502;17.1002;Administratívna budova"
    ],
    { houseNumber: "512", street: "Obchodná", evidence: "register" }
  ],
  [
    "states, days of demolition and kinds of homes by codes, in the United States",
    [
      "HSE_NUM,STREET_NAM,CITY_NM,ST,ZIP_CD,LAT,LON,DEMO_DATE,OCCUPANCY",
      "10,Oak St,Peoria,IL,61602,40.6901,-89.6001,1/2/2019,SFR",
      "12,Elm Ave,Peoria,IL,61603,40.6902,-89.6002,,DUP",
      "14,Main St,Peoria,IL,61602,40.6903,-89.6003,,OFFICE"
    ],
    { houseNumber: "12", street: "Elm Ave", region: "IL", evidence: "register" }
  ],
  [
    "numbers of flats and kinds of homes, in Mexico",
    [
      "CVEGEO,TIPOVIAL,NOMVIAL,NUMEXTNUM,NUMEXTALF,NUMINTNUM,NOMASEN,CP,NOM_MUN,NOM_ENT,LATITUD,LONGITUD",
      "0901,CALLE,INSURGENTES,12,A,5,ROMA NORTE,06700,CUAUHTÉMOC,CIUDAD DE MÉXICO,19.4101,-99.1601",
      "0902,CALLE,REFORMA,14,,,JUÁREZ,06600,CUAUHTÉMOC,CIUDAD DE MÉXICO,19.4202,-99.1702"
    ],
    { houseNumber: "12A", street: "CALLE INSURGENTES", unit: "5", district: "ROMA NORTE" }
  ],
  [
    "Malay words for homes, in Malaysia",
    [
      "NO_LOT,NO_RUMAH,NAMA_JALAN,TAMAN,BANDAR,POSKOD,NEGERI,JENIS,LAT,LONG",
      "5001,12,Jalan Mawar 1,Taman Bunga,Shah Alam,40000,Selangor,Kediaman,3.0701,101.5001",
      "5002,14,Jalan Melur 2,Taman Bunga,Shah Alam,40000,Selangor,Perniagaan,3.0702,101.5002"
    ],
    { houseNumber: "12", street: "Jalan Mawar 1", city: "Shah Alam", evidence: "register" }
  ],
  [
    "codes of homes, and deleted rows, in Great Britain",
    [
      "UPRN,CLASSIFICATION_CODE,LATITUDE,LONGITUDE,BUILDING_NUMBER,STREET_NAME,POST_TOWN,POSTCODE,CHANGE_CODE",
      "10003,RD06,51.4567,-2.5944,16,HIGH STREET,BRISTOL,BS1 4DJ,D",
      "10001,RD03,51.4565,-2.5946,12,HIGH STREET,BRISTOL,BS1 4DJ,I",
      "10002,CR08,51.4566,-2.5945,14,HIGH STREET,BRISTOL,BS1 4DJ,I"
    ],
    { houseNumber: "12", street: "HIGH STREET", city: "BRISTOL", evidence: "register" }
  ],
  [
    "numbers of places without one, in France",
    [
      "cle_interop;voie_nom;numero;suffixe;commune_nom;long;lat",
      "54084_0011_99999;Impasse du Moulin;99999;;Blénod;6.06;48.89",
      "54084_0010_00012;Rue de la Gare;12;bis;Blénod;6.05;48.88"
    ],
    { houseNumber: "12 bis", street: "Rue de la Gare" }
  ],
  [
    "numbers of cottages, in Czechia",
    [
      "KOD_ADM;NAZEV_OBCE;NAZEV_CASTI_OBCE;NAZEV_ULICE;TYP_SO;CISLO_DOMOVNI;CISLO_ORIENTACNI;PSC",
      "1;Praha;Staré Město;Dlouhá;č.ev.;12;;11000",
      "2;Praha;Staré Město;Dlouhá;č.p.;604;13;11000"
    ],
    { houseNumber: "č.ev. 12", street: "Dlouhá" }
  ],
  [
    "kinds of flats and their numbers, in the United States",
    [
      "ADDRESS_NUMBER,PREDIRECTIONAL,STREET_NAME,POSTTYPE,UNIT_TYPE,UNIT_IDENTIFIER,LATITUDE,LONGITUDE",
      "1200,N,Broadway,ST,APT,2,39.7349,-104.9877",
      "1202,N,Broadway,ST,UNIT,B,39.735,-104.9877"
    ],
    { houseNumber: "1200", street: "N Broadway ST", unit: "APT 2", evidence: "assumed" }
  ],
  [
    "kinds of streets in a column that is called kind, and postcodes without their zero, in Brazil",
    [
      "LOGRADOURO;TIPO;NUMERO;BAIRRO;CEP;MUNICIPIO;UF",
      "PAULISTA;AVENIDA;1200;BELA VISTA;1310100;SAO PAULO;SP",
      "AUGUSTA;RUA;1400;CONSOLACAO;1305100;SAO PAULO;SP"
    ],
    { houseNumber: "1200", street: "AVENIDA PAULISTA", postcode: "01310100" },
    "BR"
  ],
  [
    "streets that are called denominations, in Italy",
    [
      "CODICE_VIA;TIPO;DENOMINAZIONE;NUMERO;BARRATO;CAP;LONG_X_4326;LAT_Y_4326",
      "1;VIA;DANTE;12;;20121;9.1855;45.4665",
      "2;CORSO;BUENOS AIRES;14;A;20124;9.2055;45.4765"
    ],
    { houseNumber: "12", street: "VIA DANTE" }
  ],
  [
    "streets that repeat the number, in Austria",
    [
      "NAME_STR,HAUSNR,PLZ,lon,lat",
      "Kärntner Straße 12,12,1010,16.3725,48.2082",
      "Graben 14-15,14-15,1010,16.3735,48.2092"
    ],
    { houseNumber: "12", street: "Kärntner Straße" }
  ],
  [
    "letters and ends of numbers, in Finland",
    [
      "katunimi,gatan,osoitenumero,osoitenumero2,osoitekirjain,postinumero,kaupunki,staden,n,e",
      "Aleksanterinkatu,Alexandersgatan,14,16,b,00100,Helsinki,Helsingfors,6672600,25496700",
      "Mannerheimintie,Mannerheimvägen,12,,,00100,Helsinki,Helsingfors,6672500,25496600"
    ],
    { houseNumber: "14b-16", street: "Aleksanterinkatu", city: "Helsinki" }
  ],
  [
    "parts of a street's name and whether it is in force, in Québec",
    [
      "IdAdr;NoCivq;NoCivqSuf;Generique;Liaison;Specifique;Orient;CodePostal;NomMun;Etat;Longitude;Latitude",
      "2;14;A;Avenue;;Cartier;Ouest;G1R 2S1;Québec;Aboli;-71.2234;46.8038",
      "1;12;B;Rue;de la;Gare;Est;G1R 1A1;Québec;En vigueur;-71.2134;46.8138"
    ],
    { houseNumber: "12B", street: "Rue de la Gare Est", city: "Québec", postcode: "G1R 1A1" }
  ],
  [
    "ranges that are single numbers, in Canada",
    [
      "ADDRESS_ID,NUMBER_FIRST,NUMBER_LAST,STREET,CITY,LONGITUDE,LATITUDE",
      "1,12,12,Main St,Ottawa,-75.69,45.42",
      "2,14,14,Bank St,Ottawa,-75.691,45.421"
    ],
    { houseNumber: "12", street: "Main St" }
  ],
  [
    "quadrants behind the kind of street, in Calgary",
    [
      "HOUSE_NUMBER,HOUSE_ALPHA,STREET_NAME,STREET_TYPE,PART,LATITUDE,LONGITUDE",
      "1204,,1,ST,SW,51.0421,-114.0652",
      "12,A,CHARLESTON,PA,NE,51.0521,-114.0752"
    ],
    { houseNumber: "1204", street: "1 ST SW" }
  ],
  [
    "articles that have lost their vowel, in Paris",
    [
      "Geometry X Y;N_SQ_AD;N_VOIE;C_SUF1;C_DESI;C_LIAISON;L_NOMVOIE;L_ADR",
      "48.8712, 2.3512;75000002;14;B;AVENUE;DE L';OPERA;14B AVENUE DE L'OPERA",
      "48.8612, 2.3412;75000001;12;;RUE;DE;RIVOLI;12 RUE DE RIVOLI"
    ],
    { houseNumber: "14B", street: "AVENUE DE L'OPERA" }
  ],
  [
    "degrees that are named, although a neighbour has the same words, in Kyrgyzstan",
    [
      "область;район;населенный пункт;улица;дом;квартира;широта;долгота",
      "Чуйская;;г. Бишкек;ул. Токтогула;12;;42.8716;74.5936",
      "Чуйская;;г. Бишкек;пр. Чуй;14а;3;42.8816;74.6036"
    ],
    { houseNumber: "12", street: "ул. Токтогула", latitude: 42.8716 }
  ],
  [
    "suffixes of numbers, in Cape Town",
    [
      "SL_STR_NAME_KEY,ADR_NO,ADR_NO_SFX,STR_NAME,LU_STR_NAME_TYPE,LAT,LON",
      "100,12,A,LONG,STREET,-33.9221,18.4192",
      "101,14,,KLOOF,ROAD,-33.9321,18.4092"
    ],
    { houseNumber: "12A", street: "LONG STREET" }
  ],
  [
    "names of columns that are Israel's, too, in Russia",
    [
      "HOUSEID;HOUSENUM;POSTALCODE;STREET;CITY;ENDDATE",
      "h1;12;101000;ул Тверская;г Москва;2079-06-06",
      "h2;14;101000;ул Арбат;г Москва;2079-06-06"
    ],
    { houseNumber: "12", street: "ул Тверская", city: "г Москва", postcode: "101000" }
  ],
  [
    "whole addresses that begin with the county, in Estonia",
    [
      "ADS_OID;TAISAADRESS;LAHIAADRESS;OMAVALITSUS;SIHTNUMBER;B;L",
      "EE00001;Harju maakond, Tallinn, Pikk tn 12;Pikk tn 12;Tallinn;10133;59.4403;24.7477",
      "EE00002;Harju maakond, Tallinn, Lai tn 5a;Lai tn 5a;Tallinn;10133;59.4412;24.7459"
    ],
    { houseNumber: "12", street: "Pikk tn", city: "Tallinn" }
  ],
  [
    "commas behind numbers, and dates and kinds of buildings that are neither numbers nor streets, in England",
    [
      "LMK_KEY,ADDRESS1,ADDRESS2,POSTCODE,PROPERTY_TYPE,BUILT_FORM,INSPECTION_DATE,POSTTOWN,ADDRESS",
      '101,"Flat 3","14, High Street",BN15 9LH,Flat,Mid-Terrace,2013-12-20,LANCING,"Flat 3, 14, High Street, Sompting"',
      '103,"12, Grove Road",,BN15 9LG,Maisonette,End-Terrace,2013-12-21,LANCING,"12, Grove Road"'
    ],
    {
      houseNumber: "14",
      street: "High Street",
      unit: "Flat 3",
      city: "LANCING",
      postcode: "BN15 9LH",
      evidence: "register"
    }
  ],
  [
    "numbers of something else beside whole lines, in Chicago",
    [
      "PERMIT,SITE NUMBER,ADDRESS,CITY,STATE,ZIP CODE,LATITUDE,LONGITUDE",
      "a7,1,558 W ROOSEVELT RD,CHICAGO,IL,60607,41.8673,-87.6411",
      "b9,1,12 N STATE ST,CHICAGO,IL,60602,41.8823,-87.6279",
      "c2,2,3521 S WOOD ST,CHICAGO,IL,60609,41.8303,-87.6709"
    ],
    { houseNumber: "558", street: "W ROOSEVELT RD" }
  ],
  [
    "rows that are counted, and numbers of doors, in India",
    [
      "S.No,Door No,Street Name,City,State,Pincode,Latitude,Longitude",
      "1,12/3,Anna Salai,Chennai,Tamil Nadu,600002,13.0627,80.2707",
      "2,45,Mount Road,Chennai,Tamil Nadu,600032,13.0067,80.2207",
      "3,7A,Gandhi Street,Chennai,Tamil Nadu,600020,13.0017,80.2567",
      "4,19,Gandhi Street,Chennai,Tamil Nadu,600020,13.0017,80.2568"
    ],
    { houseNumber: "12/3", street: "Anna Salai", postcode: "600002" }
  ],
  [
    "words before the number, in Indonesia",
    [
      "no,alamat,kelurahan,kota,kode_pos,lat,lng",
      "1,Jl. Sudirman No. 12,Karet Tengsin,Jakarta Pusat,10220,-6.2088,106.8156",
      "2,Jl. Kebon Sirih No 45A,Kebon Sirih,Jakarta Pusat,10340,-6.1838,106.8326"
    ],
    { houseNumber: "12", street: "Jl. Sudirman", city: "Jakarta Pusat" }
  ],
  [
    "whole addresses that end with the state, and flats before them, in the United States",
    [
      "id,address,zipcode,beds",
      'a1,"#4 14 Oak Ave, Chicago, IL",60601,2',
      'a2,"12 Main St, Springfield, IL",62701,3',
      'a3,"99 Elm St, Decatur, IL",62521,2'
    ],
    { houseNumber: "14", street: "Oak Ave", unit: "#4", city: "Chicago", region: "IL", postcode: "60601" }
  ],
  [
    "whole addresses that end with the country, in Denmark",
    [
      "key,address",
      'a1,"Egelund 60, 6200 Aabenraa, Denmark"',
      'b2,"Ny Aabyvej 20, 9440 Åbybro, Denmark"',
      'b3,"Energivej 6, 9620 Aalestrup, Denmark"'
    ],
    { houseNumber: "60", street: "Egelund", city: "Aabenraa", postcode: "6200" }
  ],
  [
    "the city where letters go to beside that of the parcel, and kinds of streets behind directions, in Florida",
    [
      "PIN,MAILADDR,MAILCITY,MAILSTATE,MAILZIP,PHY_NUM,PHY_DIR,PHY_STREET,PHY_TYPE,PHY_CITY_DESC,PHY_ZIP,LAT,LON",
      "a1,PO BOX 12,DENVER,CO,80201,12,N,OAK,ST,ORLANDO,32801,28.54,-81.37",
      "a2,99 WALL ST,NEW YORK,NY,10005,14,,ELM,AVE,ORLANDO,32801,28.541,-81.371"
    ],
    { houseNumber: "12", street: "N OAK ST", city: "ORLANDO", postcode: "32801" }
  ],
  [
    "kinds of buildings that are called building, of OpenStreetMap in Germany",
    [
      "@lat,@lon,addr:housenumber,addr:street,addr:city,addr:postcode,building",
      "52.52,13.39,14,Unter den Linden,Berlin,10117,apartments",
      "52.51,13.38,12,Unter den Linden,Berlin,10117,yes",
      "52.53,13.40,16a,Friedrichstraße,Berlin,10117,commercial",
      "52.53,13.41,18,Friedrichstraße,Berlin,10117,yes",
      "52.53,13.42,20,Friedrichstraße,Berlin,10117,apartments",
      "52.53,13.43,22,Friedrichstraße,Berlin,10117,yes"
    ],
    { houseNumber: "14", street: "Unter den Linden", evidence: "register" }
  ],
  [
    "codes of what was sold, and places of which only some rows have one, in England",
    [
      "price,postcode,property_type,paon,saon,street,locality,town_city",
      "310000,SW1V 3EU,F,14,FLAT 2,CHARLWOOD STREET,,LONDON",
      "169500,BN15 9LG,S,35,,GROVE ROAD,SOMPTING,LANCING",
      "120000,EC1A 4HD,O,90,,FLEET STREET,,LONDON",
      "125000,M20 2DR,T,12A,,HIGH STREET,,MANCHESTER"
    ],
    { houseNumber: "14", unit: "FLAT 2", street: "CHARLWOOD STREET", city: "LONDON", evidence: "register" }
  ],
  [
    "the day on which addresses ended, in Lithuania",
    [
      "AOB_KODAS|GYV_PAV|GAT_PAV|NR|PASTO_KODAS|AOB_NUO|AOB_IKI|E_KOORD|N_KOORD",
      "155201833|Kaunas|Laisvės al.|33|44311|2003-01-01|2015-03-04|494512.1|6084512.2",
      "155201831|Vilnius|Pilies g.|12|01123|2003-01-01||583012.1|6061512.2"
    ],
    { houseNumber: "12", street: "Pilies g.", city: "Vilnius" }
  ],
  [
    "names of columns in Thai",
    [
      "ลำดับ,บ้านเลขที่,ถนน,ตำบล,อำเภอ,จังหวัด,รหัสไปรษณีย์,ละติจูด,ลองจิจูด",
      "1,99/1,สุขุมวิท,คลองเตยเหนือ,วัฒนา,กรุงเทพมหานคร,10110,13.7401,100.5619",
      "2,123,เพชรเกษม,บางแค,บางแค,กรุงเทพมหานคร,10160,13.7101,100.4019"
    ],
    { houseNumber: "99/1", street: "สุขุมวิท", city: "วัฒนา", postcode: "10110", latitude: 13.7401 }
  ],
  [
    "districts that are cities, in Peru",
    [
      "DEPARTAMENTO,PROVINCIA,DISTRITO,TIPO_VIA,NOMBRE_VIA,NUM_MUNICIPAL,LATITUD,LONGITUD",
      "LIMA,LIMA,MIRAFLORES,AV,JOSE LARCO,1234,-12.1257,-77.0297",
      "LIMA,LIMA,BARRANCO,CA,SCHELL,330,-12.1227,-77.0287"
    ],
    { houseNumber: "1234", street: "AV JOSE LARCO", city: "MIRAFLORES", region: "LIMA" }
  ],
  [
    "flats behind the number of a line, in Chile",
    [
      "CLAVE;DIRECCION;COMUNA;LATITUD;LONGITUD",
      "a1;MARCO POLO 1120 DP 23;LAS CONDES;-33.41;-70.58",
      "a2;AV 18 DE JULIO 275;LAS CONDES;-33.40;-70.56",
      "a3;CAP CROSBIE 853 EDIF 1 DP 1102;LAS CONDES;-33.40;-70.57"
    ],
    { houseNumber: "1120", street: "MARCO POLO", unit: "DP 23" }
  ],
  [
    "flats behind a hyphen, and words for homes and shops, in Brazil",
    [
      "id,endereco,bairro,cidade,uf,tipo_imovel,lat,lon",
      'a1,"Rua Oscar Freire, 379 - Bloco B",Jardins,São Paulo,SP,Apartamento,-23.5621,-46.6689',
      'a2,"Rua Augusta, 1200 Apto 45",Consolação,São Paulo,SP,Casa,-23.5531,-46.6572',
      'a3,"Avenida Paulista, 1578",Bela Vista,São Paulo,SP,Comercial,-23.5614,-46.6559'
    ],
    { houseNumber: "379", street: "Rua Oscar Freire", unit: "Bloco B", evidence: "register" }
  ],
  [
    "words with colons before numbers, in Türkiye",
    [
      "ADRES,ILCE,IL,LAT,LON",
      "Caferağa Mah. Bahariye Cad. No:14/A Kat:2 Daire:5,Kadıköy,İstanbul,40.9867,29.0267",
      "Osmanağa Mah. Söğütlüçeşme Cad. No:101,Kadıköy,İstanbul,40.9907,29.0287"
    ],
    { houseNumber: "14/A", street: "Caferağa Mah. Bahariye Cad.", unit: "Kat:2 Daire:5" }
  ],
  [
    "full stops behind numbers, and floors, in Hungary",
    [
      "irsz;telepules;cim;lat;lon",
      "1052;Budapest;Váci utca 19-21. 3. em. 2.;47.4945;19.0525",
      "1051;Budapest;Arany János utca 12.;47.5025;19.0495"
    ],
    { houseNumber: "19-21", street: "Váci utca", city: "Budapest" }
  ],
  [
    "the city before the country, in Germany",
    [
      "address,fuel,lon,lat",
      '"Pfaustraße 20 a, Augsburg, Germany",Gas,10.903658,48.309007',
      '"Ulmer Straße 160, Augsburg, Germany",Gas,10.856885,48.38101'
    ],
    { houseNumber: "20 a", street: "Pfaustraße", city: "Augsburg" }
  ],
  [
    "blocks of houses in their numbers, in Russia",
    [
      "Улица,Дом и корпус,Город",
      "Азовская ул.,6 к. 1,Москва",
      "Каховка ул.,13 к. 5-6,Москва",
      "Болотниковская ул.,33 к. 1а,Москва"
    ],
    { houseNumber: "6 к. 1", street: "Азовская ул.", city: "Москва" },
    "RU"
  ],
  [
    "degrees as they are called, in Russian and far from Russia",
    [
      "region,city,street,number,lon,lat,use",
      "г.Алматы,Алматы,улица Достык,12,76.9501,43.2401,жилой дом",
      "г.Алматы,Алматы,проспект Абая,44а,76.9202,43.2402,жилой дом",
      "г.Алматы,Алматы,проспект Абая,46,76.9203,43.2402,магазин"
    ],
    { houseNumber: "12", street: "улица Достык", city: "Алматы", latitude: 43.2401 }
  ],
  [
    "boxes for cars behind numbers, in Chile",
    [
      "COMUNA;DIRECCION;LAT;LON",
      "SANTIAGO;AV PROVIDENCIA 1234 BX 12;-33.4300;-70.6201",
      "SANTIAGO;AV PROVIDENCIA 1234 DP 501;-33.4300;-70.6201",
      "SANTIAGO;LOS LEONES 14 BD 3;-33.4250;-70.6091"
    ],
    { houseNumber: "1234", street: "AV PROVIDENCIA", unit: "BX 12" }
  ],
  [
    "whole addresses with the city first, in Russia",
    [
      "ключ;адрес;lat;lon",
      "a1;г. Москва, ул. Арбат, д. 14, стр. 1, кв. 5;55.7499;37.5915",
      "a2;г. Москва, Ленинский просп., д. 30А;55.7129;37.5855"
    ],
    { houseNumber: "14 стр. 1", street: "ул. Арбат", unit: "5", city: "Москва" }
  ],
  [
    "whole addresses with the city first, in Ukraine",
    [
      "код,адреса,lat,lon",
      'a1,"Київ, просп. Перемоги, 14/2",50.449,30.502',
      'a2,"Київ, вул. Хрещатик, буд. 12, кв. 5",50.447,30.522'
    ],
    { houseNumber: "14/2", street: "просп. Перемоги", city: "Київ" }
  ],
  [
    "letters behind numbers and flats that are zero, whatever their columns are called, in Victoria",
    [
      "PFI,BUNIT_ID1,HSE_NUM1,HSE_SUF1,ROAD_NAME,ROAD_TYPE,LOCALITY,STATE,POSTCODE,X,Y",
      "a3,0,7,A,GORE,STREET,FITZROY,VIC,3065,144.9811,-37.8031",
      "a1,2,15,,SMITH,STREET,FITZROY,VIC,3065,144.9831,-37.8021",
      "a2,0,100,,BRUNSWICK,STREET,FITZROY,VIC,3065,144.9781,-37.8011"
    ],
    { houseNumber: "7A", street: "GORE STREET", city: "FITZROY" }
  ],
  [
    "directions between numbers and streets, whatever their column is called, in the United States",
    [
      "FID,NUM,CARD,STREET,CITY,ZIP,LAT,LON",
      "a1,12,N,OAK ST,Austin,78701,30.27,-97.74",
      "a2,14,,OAK ST,Austin,78701,30.28,-97.75",
      "a3,16,,ELM AVE,Austin,78701,30.28,-97.76"
    ],
    { houseNumber: "12", street: "N OAK ST", city: "Austin" }
  ],
  [
    "whole addresses that end with the county and the postcode, in England",
    [
      "Property Reference,Full Property Address,Band",
      '1001,"FLAT 3, 14, HIGH STREET, LANCING, WEST SUSSEX, BN15 9LH",C',
      '1007,"12, HIGH STREET, LANCING, WEST SUSSEX, BN15 9LG",B'
    ],
    { houseNumber: "14", street: "HIGH STREET", unit: "FLAT 3", city: "LANCING", postcode: "BN15 9LH" }
  ],
  [
    "blocks and floors in numbers, in Malaysia",
    [
      "no_rumah,jalan,taman,bandar,poskod,lat,lng",
      "A-3-5,Jalan Tun Razak,,Kuala Lumpur,50400,3.1678,101.7223",
      "12,Jalan Ampang,Taman U Thant,Kuala Lumpur,50450,3.1578,101.7123"
    ],
    { houseNumber: "A-3-5", street: "Jalan Tun Razak", city: "Kuala Lumpur" }
  ],
  [
    "numbers of flats, in Israel",
    [
      "שם_ישוב,שם_רחוב,מספר_בית,דירה,קו_רוחב,קו_אורך",
      "חיפה,הנשיא,12,5,32.8055,34.9857",
      "חיפה,הנשיא,14,,32.8056,34.9858"
    ],
    { houseNumber: "12", street: "הנשיא", unit: "5" }
  ],
  [
    "sides of streets, which are no directions in their names, in the United States",
    [
      "KEY,NUM,SIDE,STREET,CITY,ZIP,LAT,LON",
      "a1,12,N,OAK ST,Austin,78701,30.27,-97.74",
      "a2,15,S,OAK ST,Austin,78701,30.28,-97.75"
    ],
    { houseNumber: "12", street: "OAK ST" }
  ],
  [
    "letters of blocks behind numbers, which are not theirs, in India",
    [
      "House No,Block,Street,City,Pincode,Latitude,Longitude",
      "12,B,Ring Road,Delhi,110024,28.5677,77.2433",
      "45,,Mathura Road,Delhi,110044,28.5277,77.2933",
      "7,,Mathura Road,Delhi,110044,28.5278,77.2934"
    ],
    { houseNumber: "12", street: "Ring Road", postcode: "110024" }
  ],
  [
    "names of streets without their kinds, beside whole lines, in St. Louis",
    [
      "House Number,Street Name,Full Address,City,State,Lat,Lon",
      "4910,San Francisco,4910 San Francisco Av,St Louis,MO,38.676,-90.248",
      "4237,Euclid,4237 N Euclid Av,St Louis,MO,38.681,-90.244"
    ],
    { houseNumber: "4910", street: "San Francisco Av" }
  ],
  [
    "missing numbers of R, in Poland",
    [
      "Kod;Adres;Miejscowosc;Kod.pocztowy;lon;lat",
      "a2;ODRODZENIA 25/10;CHOCIANÓW;59-141;15,88851;51,42508",
      "a1;ZIMNA WODA 31B;RASZÓWKA;59-307;NA;NA"
    ],
    { houseNumber: "25/10", street: "ODRODZENIA", postcode: "59-141", latitude: 51.42508 }
  ],
  [
    "kinds of houses, in Finland",
    [
      "katu,numero,postinumero,kunta,rakennusluokka,lat,lon",
      "Mannerheimintie,12,00100,Helsinki,0110 Omakotitalot,60.17,24.94",
      "Aleksanterinkatu,14,00100,Helsinki,0311 Myymälähallit,60.171,24.95"
    ],
    { houseNumber: "12", street: "Mannerheimintie", evidence: "register" }
  ],
  [
    "floors behind the numbers on plates, in Taiwan",
    [
      "鄉鎮市區代碼,村里,街路段,巷,弄,號,橫座標,縱座標",
      "6800200,青埔里,青埔路二段,,,２８９號二樓之１,272032.43,2766404.50",
      "6800200,青埔里,青埔路二段,５９巷,２弄,２９１號之３,272052.43,2766414.50"
    ],
    { houseNumber: "289", street: "青埔路二段", unit: "二樓之1" }
  ],
  [
    "directions of streets before their names and again behind them, in Canada",
    [
      "street_no,street,str_name,str_type,str_dir,city,postal_code,latitude,longitude",
      "12,Granville St W,Granville,St,W,Vancouver,V5K 1A1,49.25,-123.1",
      "14,Main St,Main,St,,Vancouver,V5K 1A2,49.26,-123.11"
    ],
    { houseNumber: "12", street: "Granville St W", city: "Vancouver" }
  ],
  [
    "what each column is of, in São Paulo",
    [
      "NUMERO DO CONTRIBUINTE;NOME DE LOGRADOURO DO IMOVEL;NUMERO DO IMOVEL;COMPLEMENTO DO IMOVEL;BAIRRO DO IMOVEL;CEP DO IMOVEL;TIPO DE USO DO IMOVEL",
      "0010030001-4;R FLORENCIO DE ABREU;12;AP 3;CENTRO;01029-000;Apartamento em condomínio",
      "0010030002-2;R FLORENCIO DE ABREU;14;;CENTRO;01029-001;Loja"
    ],
    {
      houseNumber: "12",
      street: "R FLORENCIO DE ABREU",
      unit: "AP 3",
      district: "CENTRO",
      postcode: "01029-000",
      evidence: "register"
    }
  ],
  [
    "names of columns in two lines, and points as Java writes them, in Moscow",
    [
      "global_id;UNOM;ADDRESS;geodata_center",
      "Идентификатор;Учётный номер;Полное написание адреса;Координаты",
      "58701;12001;город Москва, Тверская улица, дом 12, строение 1;{coordinates=[37.61, 55.76], type=Point}",
      "58799;12004;город Москва, Тверская улица, дом 14;{coordinates=[37.62, 55.77], type=Point}"
    ],
    { houseNumber: "12 строение 1", street: "Тверская улица", latitude: 55.76, longitude: 37.61 }
  ],
  [
    "numbers that a spreadsheet gave a decimal, in Czechia",
    [
      "Název ulice;Typ SO;Číslo domovní;Číslo orientační;PSČ;Název obce;Souřadnice X;Souřadnice Y",
      "Jankovcova;č.p.;1522;10,0;17000;Praha;741272,24;1040840,65",
      "Jankovcova;č.p.;1523;12,0;17000;Praha;741282,24;1040850,65"
    ],
    { houseNumber: "1522/10", street: "Jankovcova" }
  ],
  [
    "all flats of a house in one cell, and addresses that are reserved, in the north",
    [
      "adressenavn;nummer;bruksenhetsnummer;postnummer;poststed;statusforbelagenhetsadress;lon;lat",
      "Storgata;10;;0184;OSLO;Reserverad;10.75;59.91",
      "Storgata;12;H0101|H0201;0184;OSLO;Gällande;10.75;59.91",
      "Storgata;14;H0101;0184;OSLO;Gällande;10.76;59.92"
    ],
    { houseNumber: "12", street: "Storgata", unit: undefined, postcode: "0184", city: "OSLO" }
  ],
  [
    "domestic and other classes, in Northern Ireland",
    [
      "ORGANISATION_NAME,BUILDING_NUMBER,PRIMARY_THORFARE,TOWN,POSTCODE,CLASSIFICATION",
      ",12,ANTRIM ROAD,BELFAST,BT15 1AB,DO_TERRACE",
      "SPAR,14,ANTRIM ROAD,BELFAST,BT15 1AB,NDO_RETAIL"
    ],
    { houseNumber: "12", street: "ANTRIM ROAD", evidence: "register" }
  ],
  [
    "kinds of streets in full beside whole names, in Boston",
    [
      "STREET_NUMBER,FULL_STREET_NAME,STREET_PREFIX,STREET_BODY,STREET_FULL_SUFFIX,STREET_SUFFIX_DIR,ZIP_CODE,lat,lon",
      "12,Beacon St,,Beacon,Street,,02118,42.35,-71.06",
      "14,Massachusetts Ave,,Massachusetts,Avenue,,02118,42.36,-71.07"
    ],
    { houseNumber: "12", street: "Beacon St" }
  ],
  [
    "what geocoders call a house, which a shop is, too",
    [
      "osm_key,osm_value,type,housenumber,street,city,postcode,lat,lon",
      "shop,supermarket,house,12,Osterstraße,Hamburg,20255,53.55,9.99",
      "building,apartments,house,14,Osterstraße,Hamburg,20255,53.56,9.99"
    ],
    { houseNumber: "12", street: "Osterstraße", evidence: "register-against" }
  ],
  [
    "towns, blocks and numbers in columns of their own, in Japan",
    [
      "都道府県名,市区町村名,町名,丁目,街区符号,住居番号,緯度,経度",
      "東京都,町田市,原町田,四丁目,3,12,35.54,139.44",
      "東京都,町田市,原町田,六丁目,4,14,35.541,139.441"
    ],
    { houseNumber: "3-12", street: undefined, district: "原町田四丁目", city: "町田市" }
  ],
  [
    "places of postcodes, in Zürich",
    [
      "lokalisationsname,hausnummer,plz,ortschaftsname,lon,lat",
      "Bahnhofstrasse,12,8001,Zürich,8.54,47.37",
      "Limmatquai,14a,8001,Zürich,8.55,47.38"
    ],
    { houseNumber: "12", street: "Bahnhofstrasse", city: "Zürich", district: undefined }
  ],
  [
    "uses in Catalan, in Barcelona",
    [
      "Nom_Via,Numero,Us,Latitud,Longitud",
      "Carrer de Balmes,12,Habitatge,41.39,2.17",
      "Carrer de Balmes,14,Magatzem-Aparcament,41.391,2.171"
    ],
    { houseNumber: "12", evidence: "register" }
  ],
  [
    "degrees and minutes without a direction, in Colombia",
    [
      "via;numero;ciudad;Latitud grados;Latitud minutos;Longitud grados;Longitud minutos",
      "Calle Bolivar;12;Bogotá;4;39,0;74;6,0",
      "Carrera Septima;14;Bogotá;4;39,5;74;6,5"
    ],
    { houseNumber: "12", latitude: 4.65, longitude: -74.1 }
  ],
  [
    "longitudes before latitudes, as the column's name says, in France",
    [
      "ref,adresse,coordonneesXY",
      'a1,12 Rue de la Paix 69002 Lyon,"[4.83, 45.76]"',
      'a2,14 Avenue Foch 69002 Lyon,"[4.84, 45.77]"'
    ],
    { houseNumber: "12", latitude: 45.76, longitude: 4.83 }
  ],
  [
    "kinds of streets in a column of their own and a ZIP code, which tell the country, in Oregon",
    [
      "TLID,SITESTRNO,SITEFDPRE,SITESTRNM,SITESTRTYP,SITECITY,SITEZIP,LANDUSE,X_COORD,Y_COORD",
      "1S1E0BC 100,12,SW,HALL,BLVD,PORTLAND,97201,SFR,7644520.1,683012.2",
      "1S1E0BC 101,14,,MAIN,ST,PORTLAND,97201,COM,7644620.1,683112.2"
    ],
    { houseNumber: "12", street: "SW HALL BLVD", city: "PORTLAND", evidence: "register" }
  ],
  [
    "streets with numbers, and codes that all rows share, in Colombia",
    [
      "DEPARTAMENTO,MUNICIPIO,NUMERO_PREDIAL,DIRECCION,DESTINO_ECONOMICO",
      ...Array.from({ length: 6 }, (_, i) => `05,001,010100000001010${i},KR 43 1${i} 2${i},${i === 1 ? "C" : "A"}`)
    ],
    { houseNumber: "10-20", street: "KR 43", unit: undefined, evidence: "register" }
  ],
  [
    "first numbers beside whole addresses, in Tasmania",
    [
      "UNIT_NUMBER_FROM,ST_NO_FROM,ST_NO_FROM_SUFFIX,ST_NO_TO,STREET,ST_TYPE,LOCALITY,POSTCODE,ADDRESS,lon,lat",
      ",12,A,,COLLINS,STREET,HOBART,7000,12A COLLINS STREET HOBART TAS 7000,147.33,-42.88",
      "5,14,,16,DAVEY,STREET,HOBART,7000,5/14-16 DAVEY STREET HOBART TAS 7000,147.331,-42.881"
    ],
    { houseNumber: "12A", street: "COLLINS STREET", city: "HOBART", unit: undefined }
  ],
  [
    "numbers on doors, in Malta",
    [
      "UNIQUE_ID,DOOR_NO,STREET_NAME,LOCALITY,POSTCODE,LONGITUDE,LATITUDE",
      "M0x,12,Triq ir-Repubblika,Il-Belt Valletta,VLT 1100,14.5,35.89",
      "M1x,14,Triq il-Kbira,Il-Belt Valletta,VLT 1101,14.501,35.891"
    ],
    { houseNumber: "12", street: "Triq ir-Repubblika", unit: undefined }
  ],
  [
    "names of columns in Georgian",
    [
      "ID,ქალაქი,რაიონი,ქუჩა,ნომერი,lat,lon",
      "ge1,თბილისი,ვაკე,რუსთაველის გამზირი,12ა,41.7001,44.7901",
      "ge2,თბილისი,ვაკე,ლესელიძის ქუჩა,14,41.7002,44.7902"
    ],
    { houseNumber: "12ა", street: "რუსთაველის გამზირი", city: "თბილისი", latitude: 41.7001 }
  ],
  [
    "kinds of streets behind their names, in Türkiye",
    [
      "IL_ADI,ILCE_ADI,MAHALLE_ADI,YOL_ADI,YOL_TURU,DIS_KAPI_NO,lat,lon",
      "BURSA,OSMANGAZİ,ALTIPARMAK,ATATÜRK,CADDE,12/A,40.19,29.06",
      "BURSA,OSMANGAZİ,ALTIPARMAK,GÜL,SOKAK,14,40.191,29.061"
    ],
    { houseNumber: "12/A", street: "ATATÜRK CADDE", city: "OSMANGAZİ" }
  ],
  [
    "names of the state's own vocabulary, in Ukraine",
    [
      "identifier,addressPostCode,addressPostName,addressThoroughfare,addressLocatorDesignator,lat,lon",
      "46101,79000,Львів,вулиця Зелена,12-А,49.84,24.03",
      "46102,79000,Львів,проспект Свободи,14,49.841,24.031"
    ],
    { houseNumber: "12-А", street: "вулиця Зелена", city: "Львів", postcode: "79000" }
  ],
  [
    "uses of buildings, in Indonesia",
    [
      "alamat_jalan,no_rumah,kelurahan,kota,kode_pos,fungsi_bangunan,lintang,bujur",
      "Jl. Melati,12,Kebon Kacang,Jakarta Pusat,10240,Hunian,-6.2,106.82",
      "Jl. Melati,14,Kebon Kacang,Jakarta Pusat,10240,Perkantoran,-6.201,106.821"
    ],
    { houseNumber: "12", street: "Jl. Melati", city: "Jakarta Pusat", evidence: "register" }
  ],
  [
    "codes of uses that mean something else in other states, and lots beside streets, in Massachusetts",
    [
      "LOC_ID,USE_CODE,SITE_ADDR,ADDR_NUM,FULL_STR,LOCATION,CITY,ZIP,OWNER1,OWN_ADDR,OWN_CITY,OWN_STATE,OWN_ZIP,lat,lon",
      "M_2,325,14 MAIN ST,14,MAIN ST,,WAKEFIELD,01880,SHOPS LLC,1 ELM ST,READING,NH,03064,42.506,-71.073",
      "M_1,101,12 MAIN ST,12,MAIN ST,,WAKEFIELD,01880,DOE J,12 MAIN ST,WAKEFIELD,MA,01880,42.507,-71.074"
    ],
    { houseNumber: "14", street: "MAIN ST", city: "WAKEFIELD", postcode: "01880", evidence: "register-against" }
  ],
  [
    "addresses of owners whose columns do not say so, in New Jersey",
    [
      "PAMS_PIN,MUN_NAME,PROP_LOC,PROP_CLASS,OWNER_NAME,ST_ADDRESS,CITY_STATE,ZIP_CODE,BLDG_DESC,LAT,LON",
      '1001_1,CLINTON TOWN,14 MAIN ST,4A,X LLC,1 BROADWAY,"NEW YORK, NY",10004,1S-CB-A,40.6368,-74.9098',
      '1001_2,CLINTON TOWN,12 MAIN ST,2,DOE J,12 MAIN ST,"CLINTON, NJ",08809,2S-F-L,40.6367,-74.9099',
      '1001_3,CLINTON TOWN,16 MAIN ST,15C,TOWN,1 LEIGH ST,"CLINTON, NJ",08809,,40.6369,-74.9097'
    ],
    { houseNumber: "14", street: "MAIN ST", city: "CLINTON TOWN", postcode: undefined, evidence: "register-against" }
  ],
  [
    "directions in a column before the street's, states behind cities, and uses in several columns, in Los Angeles",
    [
      "AIN,PropertyType,PropertyUseCode,GeneralUseType,HouseNo,HouseFraction,StreetDirection,StreetName,UnitNo,City,ZIPcode5,CENTER_LAT,CENTER_LON",
      "5404-1,CND,010C,Residential,1202,,N,ALVARADO ST,3,LOS ANGELES CA,90026,34.0801,-118.2651",
      "5404-2,C/I,1100,Commercial,1204,,N,ALVARADO ST,,LOS ANGELES CA,90026,34.0802,-118.2652",
      "5404-3,SFR,0100,Residential,1206,1/2,N,ALVARADO ST,,LOS ANGELES CA,90026,34.0803,-118.2653"
    ],
    { houseNumber: "1202", street: "N ALVARADO ST", unit: "3", city: "LOS ANGELES", region: "CA", evidence: "register" }
  ],
  [
    "classes of vacant land that only a code tells, and suffixes that are kinds of streets, in Ohio",
    [
      "PARID,ADRNO,ADRADD,ADRDIR,ADRSTR,ADRSUF,UNITDESC,UNITNO,CITYNAME,STATECODE,ZIP1,CLASS,LUC,lon,lat",
      "010-4,256,,N,HIGH,ST,APT,3,COLUMBUS,OH,43215,R,500,-82.99,39.96",
      "010-1,250,,N,HIGH,ST,,,COLUMBUS,OH,43215,R,510,-82.991,39.961",
      "010-3,254,,N,HIGH,ST,,,COLUMBUS,OH,43215,C,429,-82.992,39.962"
    ],
    { houseNumber: "256", street: "N HIGH ST", unit: "APT 3", postcode: "43215", evidence: "register-against" }
  ],
  [
    "numbers behind numbers, in Philadelphia",
    [
      "house_extension,house_number,location,street_direction,street_name,street_designation,zip_code,lat,lng",
      "1238,1236,1236-38 S BROAD ST,S,BROAD,ST,19146,39.9346,-75.1673",
      ",1240,1240 S BROAD ST,S,BROAD,ST,19146,39.9347,-75.1674"
    ],
    { houseNumber: "1236-1238", street: "S BROAD ST" }
  ],
  [
    "a file of sales whose publisher names its columns elsewhere, in England and Wales",
    [
      '"{A2479555-5BF0-74C7-E053-6B04A8C0887D}","452000","2023-01-12 00:00","BS1 4DJ","F","N","L","12","FLAT 2","HIGH STREET","","BRISTOL","CITY OF BRISTOL","CITY OF BRISTOL","A","A"',
      '"{A2479555-5BF0-74C7-E053-6B04A8C0887E}","352000","2023-01-13 00:00","BS1 4DK","T","N","F","ROSE COTTAGE","","HIGH STREET","","BRISTOL","CITY OF BRISTOL","CITY OF BRISTOL","A","A"',
      '"{A2479555-5BF0-74C7-E053-6B04A8C0887F}","1252000","2023-01-14 00:00","BS3 1QA","O","N","L","107","","NORTH STREET","","BRISTOL","CITY OF BRISTOL","CITY OF BRISTOL","B","A"'
    ],
    { houseNumber: "12", street: "HIGH STREET", unit: "FLAT 2", city: "BRISTOL", evidence: "register" }
  ],
  [
    "a file of buildings whose publisher names its columns elsewhere, in Finland",
    [
      "100012345A;091;01;1;6672976;385724;1;Mannerheimintie;Mannerheimvägen;12;00100;001;Kruununhaka A;Kronohagen A;91-1-1-1;12.02.2021",
      "100012346B;091;01;2;6673076;386282;1;Aleksanterinkatu;Alexandersgatan;15;00100;001;Kruununhaka A;Kronohagen A;91-1-1-2;12.02.2021"
    ],
    { houseNumber: "12", street: "Mannerheimintie", city: undefined, postcode: "00100" }
  ],
  [
    "names of columns that begin with numbers, and land without premises, in France",
    [
      "1 Articles CGI|No disposition|Nature mutation|No voie|B/T/Q|Type de voie|Voie|Code postal|Commune|1er lot|Code type local|Type local|Nature culture",
      "|1|Vente|14|B|RUE|DE GEX|1630|ST-GENIS-POUILLY||||S",
      "|1|Vente|184|B|ALL|DES HETRES|1630|ST-GENIS-POUILLY|29|2|Appartement|",
      "|1|Vente|16||RUE|DE GEX|1630|ST-GENIS-POUILLY||4|Local industriel. commercial ou assimilé|S"
    ],
    { houseNumber: "14B", street: "RUE DE GEX", postcode: "01630", evidence: null }
  ],
  [
    "suburbs in capitals behind their streets, in Melbourne",
    [
      "property_id;building_address;dwelling_type;dwelling_number;longitude;latitude",
      "611394;545-557 Flinders Street MELBOURNE 3000;Residential Apartments;196;144.9566;-37.8208",
      "100100;12 Drummond Street CARLTON 3053;House/Townhouse;1;144.9666;-37.805"
    ],
    { houseNumber: "545-557", street: "Flinders Street", city: "MELBOURNE", postcode: "3000", evidence: "register" }
  ],
  [
    "sales of homes and shops, in Taiwan",
    [
      "鄉鎮市區,交易標的,土地位置建物門牌,主要用途,總價元,編號",
      "中山區,房地(土地+建物),臺北市中山區南京東路二段９２巷１４號,商業用,30000000,RPSNMLQJLHJFFAA47CA",
      "大安區,房地(土地+建物),臺北市大安區和平東路三段１２號二樓,住家用,20000000,RPSNMLQJLHJFFAA37CA"
    ],
    { street: "南京東路二段９２巷", evidence: "register-against" }
  ],
  [
    "towns behind streets, before their counties, in Ireland",
    [
      "Date of Sale (dd/mm/yyyy),Address,County,Eircode",
      '01/03/2023,"12 MAIN STREET, BLACKROCK, CO DUBLIN",Dublin,A94X0A1',
      '03/03/2023,"22A PATRICK STREET, LIMERICK",Limerick,V94A1B2'
    ],
    { houseNumber: "12", street: "MAIN STREET", city: "BLACKROCK", region: "Dublin" }
  ],
  [
    "directions and letters of numbers that only a whole line tells, in Winnipeg",
    [
      "Roll Number,Street Number,Unit Number,Street Suffix,Street Direction,Street Name,Street Type,Full Address,Property Use Code,Centroid Lat,Centroid Lon",
      "1000002,125,,A,N,KING,STREET,125 A KING STREET N,CMOFF - OFFICE,49.891,-97.131",
      "1000003,127,4,,,OAK,AVENUE,4 - 127 OAK AVENUE,RESSD - DETACHED SINGLE DWELLING,49.892,-97.132",
      "1000004,129,,,,OAK,AVENUE,129 OAK AVENUE,CMRST - STORE,49.893,-97.133"
    ],
    { houseNumber: "125A", street: "KING STREET N", evidence: "register-against" }
  ],
  [
    "suffixes of lots, which are not the street's, in Washington, D.C.",
    [
      "SSL,ADDRNUM,STNAME,STREET_TYPE,QUADRANT,MUNIC_NM,STATE,SQUARE,SUFFIX,LOT,ZIPCODE,RES_TYPE,LATITUDE,LONGITUDE",
      "0100 1,1402,14TH,STREET,NW,WASHINGTON,DC,0100,S,0002,20005,NON RESIDENTIAL,38.911,-77.031",
      "0100 2,1400,P,STREET,NW,WASHINGTON,DC,0100,,0001,20005,RESIDENTIAL,38.91,-77.03"
    ],
    { houseNumber: "1402", street: "14TH STREET NW", city: "WASHINGTON", evidence: "register-against" }
  ],
  [
    "names of columns that say in brackets whose they are, and letters of what are no uses, in France",
    [
      "Numéro et Voie (adresse de référence),Code postal (adresse de référence),Commune (adresse de référence),TYPECONST,long,lat",
      "12 R DE LA REPUBLIQUE,69002,Lyon,C,4.835,45.76",
      "14 BIS R GASPARIN,69002,Lyon,I,4.836,45.761"
    ],
    { houseNumber: "12", street: "R DE LA REPUBLIQUE", city: "Lyon", postcode: "69002", evidence: "assumed" }
  ],
  [
    "flats behind streets with numbers, in Colombia",
    [
      "PRECHIP,PREDIRECC,DESTINO_DESC,LATITUD,LONGITUD",
      "AAA0001,KR 7 32 16 AP 301,RESIDENCIAL,4.618,-74.068",
      "AAA0002,CL 26 13 19,COMERCIO EN CORREDOR COMERCIAL,4.612,-74.07",
      "AAA0003,CR 43 A 1 A 20 IN 502,RESIDENCIAL,4.615,-74.069"
    ],
    { houseNumber: "32-16", street: "KR 7", unit: "AP 301", evidence: "register" }
  ],
  [
    "letters of entrances, which are not the number's, in Bulgaria",
    [
      "населено_място,район,улица,номер,вход,предназначение,lon,lat",
      "гр. София,Средец,ул. Граф Игнатиев,12,А,Жилищна сграда,23.325,42.69",
      "гр. София,Средец,бул. Витоша,14,,Сграда за търговия,23.321,42.692",
      "гр. София,Средец,ул. Шишман,3А,,Административна сграда,23.33,42.693"
    ],
    { houseNumber: "12", street: "ул. Граф Игнатиев", evidence: "register" }
  ],
  [
    "Hebrew beneath Latin names of columns, and Israel's grid, in Tel Aviv",
    [
      "oid_ktovet,t_rechov,ms_bayit,knisa,t_ktovet,x_coord,y_coord",
      "1,אלנבי,12,א,אלנבי 12 א,178350.5,663927.5",
      "2,אלנבי,14,,אלנבי 14,178825.5,664480.5",
      "3,דיזנגוף,3,,דיזנגוף 3,179300.5,665033.5"
    ],
    { houseNumber: "12", street: "אלנבי" }
  ],
  [
    "flats in a second line, and apartment houses that are commercial by a letter, in Florida",
    [
      "PARCEL_ID,PROP_TYPE,USE_DESC,OWN_ADDR1,OWN_ADDR2,PHY_ADDR1,PHY_ADDR2,PHY_CITY,PHY_ZIPCD",
      "06002,C,Apartment,1 ELM ST,STE 4,122 NW 10TH AVE,UNIT 3,GAINESVILLE,32601",
      "06001,R,Single Family,1 ELM ST,,120 NW 10TH AVE,,GAINESVILLE,32601",
      "06003,C,Retail Store,1 ELM ST,,124 NW 10TH AVE,,GAINESVILLE,32601"
    ],
    { houseNumber: "122", street: "NW 10TH AVE", unit: "UNIT 3", evidence: "register" }
  ],
  [
    "houses whose whole addresses tell the country, in Russia",
    [
      "id;shortname_region;formalname_region;formalname_city;shortname_street;formalname_street;house_number;block;address",
      "9002;обл;Калужская;Калуга;ул;Кирова;14;2;обл. Калужская, г. Калуга, ул. Кирова, д. 14, к. 2",
      "9003;обл;Калужская;Калуга;пр-кт;Мира;3;;обл. Калужская, г. Калуга, пр-кт. Мира, д. 3"
    ],
    { street: "ул Кирова", city: "Калуга" }
  ],
  [
    "ranges, of which some end where they begin, in Boston",
    [
      "PID,ST_NUM,ST_NUM2,ST_NAME,UNIT_NUM,CITY,ZIP_CODE,LU_DESC,MAIL_STREET_ADDRESS",
      "100001000,104,104,PUTNAM ST,,EAST BOSTON,02128,THREE-FAM DWELLING,104 PUTNAM ST",
      "100002000,106,108,PUTNAM ST,2,EAST BOSTON,02128,RESIDENTIAL CONDO UNIT,1 ELM ST",
      "100003000,197,199,LEXINGTON ST,,EAST BOSTON,02128,RETAIL STORE DETACH,1 ELM ST"
    ],
    { houseNumber: "104", street: "PUTNAM ST", city: "EAST BOSTON", evidence: "register" }
  ],
  [
    "codes of former towns behind streets, and ranges, in Montréal",
    [
      "ID_UEV,CIVIQUE_DEBUT,CIVIQUE_FIN,NOM_RUE,SUITE_DEBUT,MUNICIPALITE,LETTRE_DEBUT,LETTRE_FIN,LIBELLE_UTILISATION",
      "01000001,4520,4524,avenue Papineau  (MTL),,50,,,Logement",
      "01000002,1206,1206,rue Saint-Denis  (MTL),301,50,A,A,Logement",
      "01000003,800,800,boulevard René-Lévesque Ouest  (MTL),,50,,,Immeuble à bureaux"
    ],
    { houseNumber: "4520-4524", street: "avenue Papineau", evidence: "register" }
  ],
  [
    "names of columns that are cut off behind the one that all share, and owners' addresses, in San Diego",
    [
      "APN,OWN_NAME1,OWN_ADDR1,OWN_ZIP,SITUS_ADDR,SITUS_STRE,SITUS_SUFF,SITUS_SUIT,SITUS_ZIP,X_COORD,Y_COORD",
      "4451120300,DOE JOHN,1 ELM ST,85001,3412,30TH,ST,,92104,6291000.12,1850000.34",
      "4451120400,ROE LLC,2 ELM ST,85001,3420,30TH,ST,201,92104,6291010.12,1850010.34",
      "4451120500,POE ED,3 ELM ST,85001,2811,UNIVERSITY,AVE,,92104,6291020.12,1850020.34"
    ],
    { houseNumber: "3412", street: "30TH ST", postcode: "92104" }
  ],
  [
    "names of streets that are only called names, and floors of blocks, in Romania",
    [
      "ID;TIP_ARTERA;DENUMIRE;NR;BLOC;SC;ETAJ;AP;COD_POSTAL;DESTINATIE",
      "2;Bulevardul;Unirii;20;5C;1;3;12;040105;Locuinta",
      "1;Strada;Doamnei;12;;;;;030055;Locuinta",
      "3;Calea;Victoriei;48;;;;;010083;Spatiu comercial"
    ],
    { houseNumber: "20", street: "Bulevardul Unirii", unit: "bl. 5C, sc. 1, et. 3, ap. 12", evidence: "register" },
    "RO"
  ],
  [
    "purposes of buildings, in Ukraine",
    [
      "№ з/п;Район;Назва вулиці;Номер будинку;Корпус;Призначення",
      "3;Печерський;вул. Мечникова;2;;Адміністративна будівля",
      "1;Шевченківський;вул. Січових Стрільців;37;;Багатоквартирний житловий будинок"
    ],
    { houseNumber: "2", street: "вул. Мечникова", evidence: "register-against" }
  ],
  [
    "whole addresses by streets beside those by lots, in Korea",
    [
      "관리건축물대장PK|대지위치|도로명대지위치|건물명|주용도코드명|세대수",
      "11110-1|서울특별시 종로구 청운동 1-1번지|서울특별시 종로구 자하문로 105 (청운동)|청운빌라|공동주택|8",
      "11110-3|서울특별시 종로구 신교동 6번지|서울특별시 종로구 필운대로 90 (신교동)||제2종근린생활시설|0"
    ],
    { houseNumber: "105", street: "자하문로", city: "종로구", evidence: "register" }
  ],
  [
    "names of houses before their numbers, in England",
    [
      "ADDRESS1,ADDRESS2,POSTCODE,PROPERTY_TYPE,BUILT_FORM,ADDRESS,POSTTOWN,UPRN",
      'The Coach House,4 Royal Park,BS8 3AW,House,Semi-Detached,"The Coach House, 4 Royal Park",BRISTOL,3',
      'Flat 3,18 Clifton Road,BS8 1AF,Flat,Mid-Terrace,"Flat 3, 18 Clifton Road",BRISTOL,1',
      "22 Clifton Road,,BS8 1AF,House,Detached,22 Clifton Road,BRISTOL,2"
    ],
    { houseNumber: "4", street: "Royal Park", building: "The Coach House", evidence: "register" }
  ],
  [
    "numbers of addresses, in Morocco",
    [
      "ID;N_ADR;TYPE_VOIE;LIB_VOIE;COMMUNE;TYPE_LOGEMENT;LAT;LON",
      "1;14;Rue;Abou Inane;Casablanca;Appartement;33.5895;-7.6299",
      "2;16 bis;Boulevard;d'Anfa;Casablanca;Local commercial;33.5931;-7.6355"
    ],
    { houseNumber: "14", street: "Rue Abou Inane", city: "Casablanca", evidence: "register" }
  ],
  [
    "IDs of units that are rated, which are no flats, in New Zealand",
    [
      "rating_unit_id,full_address,suburb_locality,town_city,land_use_desc,shape_X,shape_Y",
      "1,14 Aro Street,Aro Valley,Wellington,Residential: Single Unit,174.7682,-41.2955",
      "2,90 Cuba Street,Te Aro,Wellington,Commercial: Retail,174.7760,-41.2925"
    ],
    { houseNumber: "14", unit: undefined, city: "Wellington", evidence: "register" }
  ],
  [
    "codes that only one country's offices give, and a grid that several countries have, in Peru",
    [
      "UBIGEO,TIP_VIA,NOM_VIA,NUM_MUNI,USO_PREDIO,DISTRITO,X,Y",
      "150122,AV.,LARCO,743,CASA HABITACION,MIRAFLORES,279170.12,8658930.34",
      "150122,CALLE,SCHELL,319,COMERCIO,MIRAFLORES,279298.12,8659371.34"
    ],
    { houseNumber: "743", city: "MIRAFLORES", latitude: undefined, evidence: "register" }
  ],
  [
    "numbers of plots beside whole addresses by streets, in Korea",
    [
      "기준연도,법정동코드,도로명주소,법정동,본번,부번,단지명,동명,호명,전용면적",
      "2023,1111010100,서울특별시 종로구 자하문로36길 16-14,청운동,56,45,청운현대,1,101,129.7",
      "2023,1111010100,서울특별시 종로구 자하문로 127,청운동,60,0,경복하우스,1,301,84.1"
    ],
    { houseNumber: "16-14", street: "자하문로36길", city: "종로구" }
  ],
  [
    "PIN codes, and divisions that are no suburbs, in India",
    [
      "ASSESSMENT_NO,ZONE,WARD,DIVISION,OLD_DOOR_NO,NEW_DOOR_NO,STREET_NAME,AREA_NAME,CITY,PINCODE,BUILDING_USAGE",
      "01-001-00001,I,1,1,12,24/1,BHARATHI STREET,ERNAVOOR,CHENNAI,600057,RESIDENTIAL",
      "01-001-00002,I,1,1,13,25,NETHAJI STREET,ERNAVOOR,CHENNAI,600057,NON-RESIDENTIAL"
    ],
    { houseNumber: "24/1", street: "BHARATHI STREET", city: "CHENNAI", postcode: "600057", evidence: "register" }
  ],
  [
    "names beside the codes of municipalities, in Lombardy",
    [
      "acc_pc_uu;indir_num;indir_esp;nome_1;cod_istat;nome;prov;lon;lat",
      "A1;12;B;VIA DANTE;015146;MILANO;MI;9.1855;45.4665",
      "A3;3;;CORSO BUENOS AIRES;015146;MILANO;MI;9.2055;45.4765"
    ],
    { houseNumber: "12B", street: "VIA DANTE", city: "MILANO", region: "MI" }
  ],
  [
    "addresses on the lines of a letter",
    [
      "ref,address",
      '1,"Flat 2\n14 High Street\nCheltenham\nGL50 1AA"',
      '2,"12 High Street\nCheltenham\nGL50 1AA"',
      '3,"5 Park Place,\nCheltenham,\nGL50 2AB"'
    ],
    { houseNumber: "14", street: "High Street", unit: "Flat 2", city: "Cheltenham", postcode: "GL50 1AA" },
    "GB"
  ],
  [
    "any name of a building behind a flat, in Ireland",
    [
      "Address,County,Eircode",
      '"Apt 5, The Willows, 14 Oak Road",Cork,T12 X0A2',
      '"12 Main Street, Blackrock",Dublin,A94 X0A1'
    ],
    { houseNumber: "14", street: "Oak Road", unit: "Apt 5", building: "The Willows", postcode: "T12 X0A2" }
  ],
  [
    "names beside numbers in records of JSON",
    ["line.number,line.name,town,zip", "12,Oak Crest,Austin,78701", "14,Oak Crest,Austin,78701"],
    { houseNumber: "12", street: "Oak Crest", city: "Austin", postcode: "78701" },
    "US"
  ],
  [
    "the suburb of the place beside an electoral division, in Australia",
    [
      "Division,PremisesAddress1,PremisesSuburb,PremisesState,PremisesPostCode,Latitude,Longitude",
      "Adelaide,679 South Rd,BLACK FOREST,SA,5035,-34.9578,138.5740",
      "Adelaide,12 King William Rd,UNLEY,SA,5061,-34.9450,138.6010"
    ],
    { houseNumber: "679", street: "South Rd", city: "BLACK FOREST", region: "SA", postcode: "5035" }
  ],
  [
    "postcodes of which a contact has no others",
    [
      "Id,MailingStreet,MailingCity,MailingState,MailingPostalCode",
      '0035g1,"14 Oak Ave\nApt 3",Austin,TX,78702',
      "0035g2,12 Main St,Austin,TX,78701"
    ],
    { houseNumber: "14", street: "Oak Ave", unit: "Apt 3", city: "Austin", postcode: "78702" }
  ],
  [
    "the street of a residence, and not the name of who lives there",
    [
      "res_street_num|res_street_dir|res_street_name|res_street_type|res_city_desc|state_cd|zip_code|full_name",
      '12|N|MAIN|ST|RALEIGH|NC|27601|"DOE, JANE"',
      '16||GLEN EDEN|DR|RALEIGH|NC|27612|"POE, ANN"'
    ],
    { houseNumber: "12", street: "N MAIN ST", city: "RALEIGH", region: "NC", postcode: "27601" }
  ],
  [
    "letters of house numbers in SAP, whose column is called a second number",
    [
      "CITY1|POST_CODE1|STREET|HOUSE_NUM1|HOUSE_NUM2|COUNTRY",
      "Heidelberg|69115|Bahnhofstr.|14|a|DE",
      "Heidelberg|69117|Hauptstr.|12||DE"
    ],
    { houseNumber: "14a", street: "Bahnhofstr.", city: "Heidelberg", postcode: "69115" }
  ],
  [
    "streets with their numbers in Chinese, without the city",
    ["城市,小区名称,地址", "上海市,世纪花园,浦东南路1200号", "上海市,静安新村,南京西路1025弄12号"],
    { houseNumber: "1200号", street: "浦东南路", city: "上海市" }
  ],
  [
    "a script that one country has nearly alone",
    ["Οδός;Αριθμός;Δήμος", "Ερμού;12;Αθηναίων", "Σταδίου;5;Αθηναίων"],
    { houseNumber: "12", street: "Ερμού", city: "Αθηναίων" }
  ]
]

describe("a table of a country", () => {
  it.effect.each(tables)("MUST be read with its habits: %s", ([, lines, first, country]) =>
    run(
      Effect.gen(function* () {
        const found = yield* guess(lines, country)
        const nothing = {
          unit: undefined,
          latitude: undefined,
          street: undefined,
          district: undefined,
          city: undefined,
          postcode: undefined
        }
        expect({ ...nothing, ...found.addresses[0] }).toMatchObject(first)
      })
    )
  )
})

describe("what stands below a table", () => {
  it.effect("MUST be no address: a total has neither a street nor a number", () =>
    run(
      Effect.gen(function* () {
        const found = yield* guess(
          ["House No;Street;ZIP;Units", "12;Main Street;11354;4", "14;Main Street;11354;6", ";;;", "Total;;;10"],
          "US"
        )
        expect(found.addresses.map(({ houseNumber }) => houseNumber)).toEqual(["12", "14"])
      })
    )
  )
})
