import type { TablePart } from "../../../schemas/TableGuess.ts"

/**
 * What columns of address tables are called, by what they hold: countries whose tables say so (none: anywhere), then the
 * names. From the tables of the declared registers, the field mappings of OpenAddresses' sources, INSPIRE, the address
 * standard of the United States (NENA, FGDC) and the publishers' own documentation.
 */
type Words = ReadonlyArray<readonly [countries: string, names: string]>

export const partWords: Readonly<Record<Exclude<TablePart, "x" | "y">, Words>> = {
  houseNumber: [
    [
      "",
      "house number; house no; house num; housenumber; house nr; hnum; number; street number; street no; str num; address number; add number; addr number; addr num; addr no; num; no; nr; house; civic number; civic no; civic num; building number; premise number; property number; hse num; hse no; house digit; street num; number first; address no; add no full; addno full; addnumfull; numaddr; situs number; civic address number; site number; sitenumber; designator; locator designator; addr hn; addr housenumber; lot number; str no; strnum; house english; location on street; fullnumber; full address number; address number full; snumber; hno; number full; addrno"
    ],
    ["SG HK", "blk no; block no; blk; block number; blk number"],
    ["DE AT CH LI LU", "hausnummer; hausnr; hnr; haus nr; hsnr; adr number; deinr; haus nummer; hnr adr zusammen; nummer"],
    ["FR BE CH LU MC", "numero; num voie; numero voie; numero de voie; no voie; num graf; numero rue; numvoie"],
    ["NL BE", "huisnummer; huisnr; huis nummer; adrn"],
    [
      "ES MX AR CL CO PE UY EC CR PA DO",
      "numero; numero exterior; num ext; numero ext; num puerta; numero portal; num portal; numero policia; num policia; numero municipal; altura; nro; numero oficial; placa; nro puerta; numext; numpuer"
    ],
    ["PT BR AO MZ", "numero; num endereco; numero porta; num porta; numero da porta; nro; numero endereco"],
    ["IT SM", "civico; numero civico; num civico; n civico; numciv; numcivico"],
    ["DK GL FO", "husnr; husnummer; hus nr; husnummertekst"],
    ["NO", "nummer; husnummer; husnr; adressenummer"],
    ["SE", "husnummer; nummer; adressplatsnummer; gatunummer; belagenhetsadressnummer"],
    ["FI", "talonumero; osoitenumero; talo; katunumero; numero"],
    ["IS", "husnr; husnumer"],
    ["PL", "numer porzadkowy; nr domu; numer domu; numer adresowy; nr porzadkowy; pad numer porzadkowy; nr budynku"],
    ["CZ", "cislo domovni; cislo popisne; cp; cislo domu"],
    ["SK", "supisne cislo; cislo domu"],
    ["HU", "hazszam; haz szam; hsz"],
    ["RO MD", "numar; nr postal; numar postal; numar casa; nr casa"],
    ["SI", "hisna stevilka; hs stevilka; stevilka"],
    ["HR RS BA ME", "kucni broj; kucni broj lat; broj; kbr; kucnibroj"],
    ["BG", "номер; strnum"],
    ["RU BY KZ UA KG", "дом; номер дома; номер; num house; nomer doma; будинок; номер будинку; housenum"],
    ["LT", "nr; namo nr; namo numeris"],
    ["LV", "numurs; majas numurs; nosaukums nr"],
    ["EE", "maja number; majanumber; maja nr; maja nr; aadress nr"],
    ["GR CY", "αριθμος; αριθμός; arithmos"],
    ["TR", "kapi no; kapi numarasi; dis kapi no; kapino; bina no"],
    ["JP", "街区符号 地番; 街区符号・地番; 住居番号; 番地; 号; rsdt num; 地番"],
    ["KR", "건물본번; 건물번호; 도로명주소 건물본번; lndn ma sn; bdno; 본번; buld mnnm"],
    ["CN TW HK MO", "門牌; 門牌號; 号; 號; 门牌号; 門牌號碼; 門號"],
    ["ID MY", "nomor; nombor; no rumah; nomor rumah"],
    ["VN", "so nha; số nhà"],
    ["IL", "house num; mispar bait; bayit; מספר בית"]
  ],
  houseNumberPrefix: [
    ["US CA AU", "addnum pre; add num pre; number prefix; number first prefix; address number prefix; house number prefix; addrnumpre; hnpre; anumpre; prefix number; addnumpre"],
    ["JP", "blk num"]
  ],
  houseNumberSuffix: [
    [
      "",
      "house number suffix; number suffix; address number suffix; addr n sfx; addnum suf; add num suf; suffix number; house letter; number first suffix; civic no suffix; site frac; sitefrac; address suffix; hse suffix; housenumber suffix; frac; addr sfx; half; alpha; numsuf; hnsuf; hnosuf; anumsuf; addrsuf; addnumsuf; house suffix; fraction; house number ext; housesuffix; address number alpha"
    ],
    ["DE AT CH LI", "adz; hausnummernzusatz; hnr zusatz; hnrz; adressierungszusatz; zusatz; hausnrzusatz; hnrzusatz; hausnummerzusatz"],
    ["FR BE CH LU MC RE", "rep; suffixe; indice repetition; indice de repetition; bis ter; repetition; complement numero"],
    ["NL", "huisletter; huisnummertoevoeging; toevoeging; huisnummer toevoeging; huis letter; huistoevoeging; huisnr toev"],
    ["ES MX AR CL CO UY", "extension; letra; numero letra; complemento numero; bis; letra portal"],
    ["IT SM", "esponente; barrato; civico esponente; lettera; sub civico; subciv; espciv"],
    ["NO", "bokstav; bokst"],
    ["DK", "bogstav; husbogstav; bogst"],
    ["SE", "litera; bokstav; bokstavstillagg"],
    ["FI", "kirjain; rappu kirjain"],
    ["IS", "bokst"],
    ["SI", "hs dodatek; dodatek"],
    ["HR RS BA", "podbroj; dodatak; kucni broj dodatak; slovo"],
    ["CZ SK", "cislo orientacni pismeno; pismeno; znak cisla orientacniho; orientacne cislo znak"],
    ["BR PT", "modificador; dsc modificador"],
    ["RU BY KZ UA", "ind house; литера; буква"],
    ["IL", "entry letr"]
  ],
  houseNumberEnd: [
    ["", "number last; address number high; house number to; number to; housenumber end; to number; high number; address high; number high"],
    ["CZ SK", "cislo orientacni; orientacne cislo cele; orientacne cislo"],
    ["KR", "건물부번; 부번; buld slno; lndn sub sn"],
    ["JP", "枝番; rsdt num2"]
  ],
  street: [
    [
      "",
      "street; street name; streetname; road; road name; roadname; st name; stname; str name; strname; street full; street full name; full street name; fullstreet; full road name; full name; fullname; stnam full; st nam full; thoroughfare; thoroughfare name; addr street; site street; strename; rd name; strnam; st; way name; address name; road full name; street nam; feature name; street english; full street; street name full; official street name; mail street name; stnamefull; streetfull; en streetname; streetnamefull; str fulnam; road name full; addr st; via; primary name; street line; road name english; site street name; streetnm; stn"
    ],
    ["DE AT CH LI LU", "strasse; strassenname; stn; str; strname; strasse name; stn label; stn name; strassenbezeichnung; lagebezeichnung; lage; strassen name; stnname"],
    ["FR BE CH LU MC RE NC PF", "rue; voie; nom voie; voie nom; toponyme; libelle voie; nom rue; nom de voie; nom de la voie; pw name; libvoie; nom complet voie; lib voie; nomvoie; nom toponyme; adresse voie; nom de rue"],
    ["NL BE SR CW AW", "straat; straatnaam; openbare ruimte; openbareruimte; openbare ruimte naam; openbareruimtenaam; straat naam; naam openbare ruimte; straatnm"],
    [
      "ES MX AR CL CO PE UY EC CR PA DO",
      "calle; nombre via; nombre de via; via; nombre calle; nombre vial; vial; nombre de la calle; nomvial; nom via; nombre vialidad; vialidad; nom calle; direccion via; callejero; nombre oficial"
    ],
    ["PT BR AO MZ", "rua; logradouro; arruamento; nome rua; nome logradouro; nom seglogr; nome da rua; via; nome via; toponimo; nome arruamento"],
    ["IT SM CH", "via; odonimo; strada; nome strada; toponimo; denominazione strada; indirizzo via; nome via; nomevia; toponimo stradale; denominazione via; nomestrada; dug denominazione"],
    ["DK GL FO", "vejnavn; gadenavn; vej; vejadresseringsnavn; gade; gotunavn"],
    ["NO", "adressenavn; veinavn; gatenavn; vegnavn; gate; gateadresse navn"],
    ["SE", "gatunamn; adressomrade; gata; vagnamn; adress omrade; adressnamn; belagenhetsadress namn"],
    ["FI", "katu; katunimi; osoitenimi; katunimi suomi; kadunnimi; tie; address name; gatan; gatunamn; osoite nimi; tien nimi"],
    ["IS", "heiti nf; gata; gotuheiti; heiti"],
    ["PL", "ulica; nazwa ulicy; ulc nazwa; ul; nazwa ul; ulica nazwa"],
    ["CZ SK", "ulice; nazev ulice; ulica; nazov ulice; ulice nazev; ulica nazov"],
    ["HU", "utca; kozterulet; kozterulet nev; kozterulet neve; utcanev; kozteruletnev"],
    ["RO MD", "strada; denumire strada; artera; nume strada; denumire artera; strada nume; cale"],
    ["SI HR RS BA ME MK", "ulica; ulica naziv; naziv ulice; ulica ime; ulica ime lat; ime ulice; ulice naziv; улица; ulica naziv dj"],
    ["BG", "улица; булевард; име на улица; ulitsa; strename"],
    ["RU BY KZ UA KG", "улица; ulitsa; наименование улицы; elementnam; вулиця; vulytsia; назва вулиці; вуліца; улица название; koshe"],
    ["LT", "gatve; gat pav; gatves pavadinimas; gatve pavadinimas; gatves pav"],
    ["LV", "iela; ielas nosaukums; iela nosaukums"],
    ["EE", "tanav; tanava nimi; liikluspind; tanav nimi"],
    ["GR CY", "οδος; odos; ονομα οδου; διευθυνση οδος"],
    ["TR", "cadde; sokak; yol adi; cadde sokak; caddesokak; yol ad; csbm; csbm adi"],
    ["JP", "通り名; 町名; 町丁目"],
    ["KR", "도로명; rd nm; road nm; rn; 길이름; 도로 명"],
    ["CN TW HK MO", "街道; 路名; 路; 街路段; 街; 道路; 街道名; 街路; zh streetname; 道路名稱; 街、路段; 街路門牌路名"],
    ["ID MY", "jalan; nama jalan; nama jln"],
    ["VN", "duong; đường; ten duong; tên đường; pho"],
    ["IL", "str fulnam; rechov; רחוב; street he; שם רחוב"],
    ["", "arabic street; street arabic; شارع; اسم الشارع"]
  ],
  streetPrefix: [
    [
      "",
      "street prefix; predir; pre dir; prefix direction; st predir; stn predir; stn premod; stn pretyp; stn presep; stn pre dir; st pretyp; st premod; st presep; street predirection; street pre direction; pre type; pretype; prefix type; dir prefix; site pref; sitepref; pref; st pre dir; st pre mod; st pre typ; st pre sep; lst predir; street predir; prefix dir; road prefix; predirectional; street name pre directional; street name pre type; street name pre modifier; street name pre type separator; str dir; strdir; st dir; st prefix; road name prefix; dir; direction; premod; presep"
    ],
    ["ES MX AR CL CO PE UY", "tipo via; tipo vial; tipo de via; tipovia; tipo vialidad; tipvia; clase via; tipo calle; tipvial; tvia; tipovial"],
    ["PT BR AO MZ", "tipo logradouro; nom tipo seglogr; nom titulo seglogr; tipo via; tipo arruamento; tipo de via; tipo rua"],
    ["IT SM", "dug; specie; tipo via; tipo toponimo; qualificatore; specie via; tipo strada"],
    ["FR BE CH", "type voie; type de voie; nature voie; nat voie; typevoie; typ voie"],
    ["RO MD", "tip strada; tip artera"],
    ["PL", "cecha; typ ulicy; typ ul; ulica cecha; ul cecha"],
    ["RU BY KZ UA", "тип улицы; elementtyp; тип вулиці; тип элемента"],
    ["BG", "тип улица; вид улица"]
  ],
  streetSuffix: [
    [
      "",
      "street type; street suffix; st type; sttype; streettype; posttype; post type; postdir; post dir; stn postyp; stn posdir; stn posmod; stn pos typ; st postyp; st posdir; st posmod; suffix direction; suf dir; sufdir; street post type; street name post type; street name post directional; street name post modifier; road type; road type name; str suff; str type; strtype; suffix; lst typ; lst posdir; street sufdir; suffix type; street suf; st suffix; street type code; street suffix code; official street type; official street dir; mail street type; mail street dir; road suffix; postmod; post mod; street type suffix; street postdir; postdirectional; st posttype; st postdir; street direction; road name type; road name suffix; street dir suffix; suffix dir; lst type; sfx; postype; posdir"
    ]
  ],
  streetAndNumber: [
    [
      "",
      "address; full address; fulladdr; fulladdress; full addr; street address; address line; address line 1; address1; address 1; addr1; addr 1; line 1; site address; site addr; situs address; situs addr; situs; prop addr; property address; address full; street and number; address street; primary address; physical address; location address; loc addr; formatted address; add full; addr full; addr; addressline1; site addres; mailing street address; civic address; fulladdr st; delivery address; addfull; address text; address label; label; lfullname; addressline; street addr"
    ],
    ["DE AT CH LI LU", "adresse; strasse hausnummer; strasse und hausnummer; anschrift; strasse hnr; strasse nr; adresstext"],
    ["FR BE CH LU", "adresse; adresse complete; adresse postale; l4 normalisee; ligne 4; numero et voie; adresse voie numero"],
    ["NL BE", "adres; volledig adres; straat huisnummer; straat en nummer"],
    ["ES MX AR CL CO PE UY PT BR IT", "direccion; domicilio; direccion completa; morada; endereco; indirizzo; indirizzo completo; direccion postal"],
    ["DK NO", "adresse; adressebetegnelse; adressetekst; adresse tekst; offisiell adressetekst"],
    ["SE", "adress; gatuadress; belagenhetsadress; besoksadress"],
    ["FI", "osoite; katuosoite; lahiosoite; address fin"],
    ["PL CZ SK SI HR RS BA", "adres; adresa; naslov"],
    ["HU", "cim; teljes cim"],
    ["RO MD", "adresa; adresa completa"],
    ["LT LV EE", "adresas; adrese; aadress; taisaadress; lahiaadress"],
    ["RU BY KZ UA BG", "адрес; адреса; адрас"],
    ["GR CY", "διευθυνση"],
    ["TR", "adres; acik adres"],
    ["JP CN TW KR HK", "住所; 所在地; 地址; 주소; 도로명주소; 소재지도로명주소; 地址全文"],
    ["ID MY VN", "alamat; dia chi; địa chỉ"],
    ["IL", "כתובת"]
  ],
  unit: [
    [
      "",
      "unit; unit number; unit num; unit no; apt; apartment; apt number; apt no; suite; apt no label; flat; flat number; box; box number; site unit; siteunit; sub address; subaddress; unit id; addr unit; unit designator; apartment number; flat no; unitnum; unit value; subunit; sub unit; unit full; sub building name; sub building; apt num; unitid; secondary; occupancy; unit type and number; apt unit; door number; unit desc; suite number; subbuildingname; occupid"
    ],
    ["NL BE", "busnummer; bus; bus nr"],
    ["DE AT CH", "wohnung; tuer; tur; top; wohnungsnummer; tuernummer"],
    ["FR", "appartement; numero appartement; boite"],
    ["ES MX CL CO AR", "puerta; departamento; depto; interior; numero interior; num int; piso puerta; dpto; numero int"],
    ["PT BR", "fracao; apartamento; fraccao; complemento"],
    ["IT", "interno; numero interno; scala interno"],
    ["NO", "bruksenhetsnummer; bruksenhetsnummertekst; bruksenhet"],
    ["DK", "dorbetegnelse; doerbetegnelse; dor"],
    ["SE", "lagenhetsnummer; lgh; lagenhet"],
    ["FI", "huoneisto; asunto; huoneistonumero; porras"],
    ["PL", "numer lokalu; nr lokalu; lokal"],
    ["CZ SK", "byt; cislo bytu"],
    ["RU BY KZ UA", "квартира; кв; num corp; корпус"],
    ["LT LV EE", "korpuso nr; korpusa nr; korteris; korter; dzivoklis; korteri nr"],
    ["TR", "ic kapi no; daire no"],
    ["JP KR", "部屋番号; 호"]
  ],
  building: [
    ["", "building name; bldg name; house name; building; landmark name; addr housename; property name; housename; name of building; premise name; buildingname"],
    ["FR", "nom batiment; batiment; residence"],
    ["IS", "serheiti"],
    ["KR", "건물명; bd nm; 시군구용건물명"],
    ["DE AT", "gebaeudename; gebaudename; hofname"]
  ],
  district: [
    [
      "",
      "district; neighborhood; neighbourhood; suburb; quarter; subdivision; borough; dependent locality; nbrhd comm; district name; ward; village district; barangay; sub district; subdistrict; neighbourhood name; en district; neighborhood english; addr suburb; addr district; sub locality; sublocality; suburb locality; colony"
    ],
    ["DE AT CH", "ortsteil; ott; ott name; stadtteil; stadtbezirk; ortsteilname; zusatz ort; bezirksname; ortschaftsname; pot"],
    ["FR", "lieudit complement nom; nom ld; quartier; ancienne commune; nom ancienne commune; lieu dit; lieudit"],
    ["NL BE", "wijk; buurt; deelgemeente"],
    ["ES MX AR CL CO PE UY", "barrio; colonia; distrito; localidad menor; asentamiento; nombre asentamiento; nomasen; nom asen; urbanizacion"],
    ["PT BR AO MZ", "bairro; freguesia; dsc localidade; distrito; dsc bairro"],
    ["IT", "frazione; quartiere; localita; rione"],
    ["DK", "supplerende bynavn; supplerendebynavn"],
    ["SE NO FI", "kommundel; stadsdel; grunnkretsnavn; bydel; kaupunginosa; tettstednavn"],
    ["PL", "czesc miejscowosci; dzielnica; delegatura; czescmiejscowosci"],
    ["CZ SK", "cast obce; nazev casti obce; nazev cast obce; mestska cast; nazev mop; nazev momc; cast obce nazev"],
    ["HU", "varosresz; kerulet"],
    ["RO MD", "cartier; sector"],
    ["RU BY KZ UA BG", "район; микрорайон; квартал; namedistr"],
    ["TR", "mahalle; semt; mahalle adi"],
    ["JP", "大字 丁目名; 大字・丁目名; 大字町丁目名; 大字 町; 大字・町; 町字; oaza cho; 丁目; 大字; 町域名; 大字町丁目"],
    ["KR", "읍면동; 읍면동명; 법정동명; 행정동명; emd nm; 법정동; 법정읍면동명"],
    ["CN TW HK", "鄰; 里; 村里; 社区; zh locationname; 鄉鎮市區; 小區; village"],
    ["ID MY VN", "kelurahan; desa; taman; kecamatan; phuong; phường"],
    ["", "neighborhood arabic; حي; الحي"]
  ],
  city: [
    [
      "",
      "city; town; city name; municipality; post town; posttown; postal city; post city; post comm; postcomm; place; place name; locality; locality name; municipality name; town city; site city; sitecity; community; inc muni; uninc comm; post community; mail mun name; csd eng name; addr city; city town; post office; zip city; muni; municipal; mun name; postal community; town name; post place; zip name; village; incorporated municipality; msag community; postal office; parish name; mail city; situs city; prop city; en locationname; placename; jurisdiction; zipcity; mun; island; setl name; postalcity; location city; city english; municname; inc muni name; census plc; townname; usps city; settlement; cityname; township; placenm"
    ],
    ["DE AT CH LI LU", "ort; ortsname; stadt; gemeinde; gemeindename; gmd; onm; post onm; postonm; gde name; dplzname; zip name; zustellort; wohnort; gmdname; gem name; postort; ort name; ortschaft; plz ort name; com name; ortsnamepost"],
    ["FR BE CH LU MC RE NC PF", "commune; nom commune; commune nom; ville; localite; mu name; nom de la commune; nom com; nomcommune; commune name; lib commune; libelle commune; nom ville; libelle acheminement; acheminement"],
    ["NL BE SR", "woonplaats; plaats; gemeente; woonplaatsnaam; woonplaats naam; gemeentenaam; plaatsnaam; postnaam"],
    [
      "ES MX AR CL CO PE UY EC CR PA DO",
      "municipio; ciudad; poblacion; localidad; comuna; nombre comuna; nombre municipio; nom mun; nommun; nom loc; nombre localidad; cidade; nombre poblacion; nom muni; termino municipal; partido; nmun"
    ],
    ["PT BR AO MZ", "municipio; cidade; concelho; localidade; nome municipio; localidade postal; designacao postal; nm mun; nome cidade; desig postal"],
    ["IT SM CH", "comune; citta; nome comune; localita comune; denominazione comune; nomecomune"],
    ["DK GL FO", "postnrnavn; postdistrikt; by; kommunenavn; bynavn; post navn; bygd"],
    ["NO", "poststed; kommunenavn; poststedsnavn; by"],
    ["SE", "postort; ort; kommun; kommunnamn; postort namn"],
    ["FI", "kunta; kaupunki; postitoimipaikka; kuntanimi; kunta nimi; paikkakunta; postal office; postitoimip; kunta ni1"],
    ["IS", "stadur; sveitarfelag; postfang; stadur nf; poststod"],
    ["PL", "miejscowosc; miasto; nazwa miejscowosci; mjs nazwa; miejsc nazwa; poczta; miejscowosc nazwa"],
    ["CZ SK", "obec; nazev obce; mesto; nazov obce; posta; nazev obec; obec nazev; obec nazov"],
    ["HU", "telepules; varos; helyseg; telepules nev; telepules neve; telepulesnev"],
    ["RO MD", "localitate; oras; uat; denumire localitate; nume localitate; municipiu; localitatea"],
    ["SI HR RS BA ME MK", "naselje; naselje naziv; mesto; grad; opcina; obcina naziv; posta naziv; naselje ime; naselje ime lat; opstina ime lat; град; место; postni okolis naziv; mjesto; naziv naselja; opstina; posta ime; kat opstina ime lat; насеље"],
    ["BG", "град; населено място; ekattefn; grad; нас място"],
    ["RU BY KZ UA KG", "город; населенный пункт; населённый пункт; gorod; місто; населений пункт; obj name; горад; нп; село; qala"],
    ["LT", "gyvenviete; gyv pav; miestas; gyvenamoji vietove; gyvenvietes pav"],
    ["LV", "pilseta; ciems; pilseta nosaukums; pagasts"],
    ["EE", "linn; asula; omavalitsus; asustusuksus; linn vald"],
    ["GR CY", "πολη; δημος; poli; οικισμος"],
    ["TR", "ilce; sehir; ilce adi; ilce ad"],
    ["JP", "市区町村名; 市区町村; 市町村; city; 市町村名; 市区郡町村名"],
    ["KR", "시군구; 시군구명; sgg nm; sig nm; 시군구 명"],
    ["CN TW HK MO", "城市; 市; 鄉鎮市區; 區; 区; 乡镇; 鄉鎮市區名"],
    ["ID MY VN PH", "kota; bandar; kabupaten; bandaraya; thanh pho; quan; quận; kota kabupaten"],
    ["IL", "yishuv; setl name; city he; ישוב; שם ישוב; עיר"],
    ["", "مدينة; المدينة"]
  ],
  region: [
    [
      "",
      "region; state; province; state code; state name; prov code; county; prov abvn; mail prov abvn; st abbr; stateabbr; state abbr; prov; state province; site state; addr state; parish; region name; governorate; territory; province name; en region; admin1; governorate english; emirate; munic region; st code; state cd; region code; addr province; statecode; provincecode; stateusps"
    ],
    ["DE AT CH LI", "bundesland; land; kanton; gdekt; com canton; land name; bundesland name; canton"],
    ["FR BE", "departement; nom departement; nom region; dept; nom dept"],
    ["NL", "provincie; provincienaam; provincie naam"],
    ["ES MX AR CL CO PE UY EC", "provincia; estado; comunidad autonoma; departamento nombre; nom ent; nombre provincia; entidad; departamen; nom prov; nprov; departamento provincia; nom entidad"],
    ["PT BR AO MZ", "uf; distrito nome; sigla uf; nome uf; nm uf; estado sigla"],
    ["IT", "provincia; regione; sigla provincia; sigla; prov sigla"],
    ["DK NO SE FI", "fylke; lan; maakunta; regionsnavn; fylkesnavn; lansnamn; lan namn"],
    ["PL", "wojewodztwo; woj nazwa; woj"],
    ["CZ SK", "kraj; nazev kraje; okres; kraj nazev"],
    ["HU", "megye; megye nev"],
    ["RO MD", "judet; raion; denumire judet; judetul"],
    ["SI HR RS BA", "zupanija; statisticna regija naziv; okrug; zupanija naziv"],
    ["RU BY KZ UA BG", "область; регион; nameregion; край; oblast; oblys"],
    ["LT LV EE", "savivaldybe; sav pav; novads; maakond; apskritis; aps pav"],
    ["GR CY", "νομος; περιφερεια"],
    ["TR", "il; il adi; il ad"],
    ["JP", "都道府県名; 都道府県; pref"],
    ["KR", "시도; 시도명; sido nm; ctp nm; ctprvn nm"],
    ["CN TW", "省; 縣市; 省份; 縣市別"],
    ["ID MY VN PH", "provinsi; negeri; tinh; tỉnh"],
    ["", "منطقة"]
  ],
  postcode: [
    [
      "",
      "postcode; post code; zip; zip code; zipcode; postal code; postal; postal cd; zip5; site zip; sitezip; postalcode; mail postal code; zip 5; post cd; addr postcode; pincode; pin code; eircode; zip zip4; zipcd; postal zip; zip postal; situs zip; zip postal code; postcode locator; post zip; zip 4 code; prop zip; pcode; post codes; postcd"
    ],
    ["DE AT CH LI LU", "plz; postleitzahl; post plz; postplz; dplz4; dplz; plz4; zustellplz; plz code; zip zip4"],
    ["FR BE CH LU MC RE NC PF", "code postal; code post; cp; codepostal; code posta; pznc; npa; cdpostal; codpost"],
    ["NL BE", "postcode; pc6; post code nl"],
    ["ES MX AR CL CO PE UY EC", "codigo postal; cod postal; cp; codpos; cpostal; c postal; cod post; d codigo; codpostal"],
    ["PT BR AO MZ", "cep; codigo postal; cp4; cod postal; cp7; cep face"],
    ["IT SM", "cap; codice postale; codice avviamento postale"],
    ["DK GL FO", "postnr; postnummer; post nr"],
    ["NO", "postnummer; postnr"],
    ["SE", "postnummer; postnr; post nummer"],
    ["FI", "postinumero; posti numero; postinro; postino"],
    ["IS", "postnr; postnumer"],
    ["PL", "kod pocztowy; pna; pad kod pocztowy; kod poczt"],
    ["CZ SK", "psc; postovni smerovaci cislo; psc posty"],
    ["HU", "iranyitoszam; irsz; ir szam; ir sz"],
    ["RO MD", "cod postal; codpostal; cod postal nou"],
    ["SI HR RS BA ME", "postna stevilka; posta sifra; postanski broj; pt broj; postni okolis sifra; posta id; postanski ured broj; postna st; ptt; поштански број"],
    ["BG", "пощенски код; postal bg"],
    ["RU BY KZ UA KG", "индекс; почтовый индекс; indeks; поштовий індекс; index post; паштовы індэкс"],
    ["LT LV EE", "pasto kodas; pasta indekss; sihtnumber; postiindeks; postikood; pasta kods; pasto kod"],
    ["GR CY", "ταχυδρομικος κωδικας; τκ; tk"],
    ["TR", "posta kodu; posta kod"],
    ["JP", "郵便番号"],
    ["KR", "우편번호; 기초구역번호; zip no; bsi zon no; 기초구역 번호"],
    ["CN TW HK", "邮编; 郵遞區號; 邮政编码"],
    ["ID MY VN", "kode pos; poskod; ma buu chinh"],
    ["IL", "mikud; מיקוד"],
    ["", "الرمز البريدي"]
  ],
  postcodeAndCity: [
    ["", "postcode city; zip label; zip and city; city state zip; postal place; csz; city st zip; citystatezip; postal code and city"],
    ["DE AT CH LI", "plz ort; plzort; postleitzahl ort"],
    ["FR BE CH", "ligne 6; l6 normalisee; cp ville; code postal ville"],
    ["DK NO SE", "postnrogby; postadresse; postnr by"],
    ["NL", "postcode plaats; postcode woonplaats"]
  ],
  point: [
    [
      "",
      "geom; geometry; wkt; the geom; point; geo point; geopoint; geo point 2d; geopoint2d; location; coordinates; shape; geo; lat lon; latlon; lat lng; latlng; lon lat; geolocation; wkt geom; geo shape; position; coordinate; pos; coord; gps; coords; wkb geometry; xy; georeference; point geom; geom wkt; wktgeom; shape wkt"
    ],
    ["ES IT PT FR DE", "coordenadas; coordinate; koordinaten; coordonnees; geometria; posicion"]
  ],
  recordId: [
    [
      "",
      "id; uuid; guid; objectid; object id; oid; fid; gid; record id; address id; addressid; addr id; site id; uprn; unique id; nguid; site nguid; addr guid; gml id; lokalid; local id; pid; address detail pid; id lokalid; address key; full address id; uniqueid; hash; addr pn; eas subid; globalid; global id; identifier; identificatie; ogc fid; site add id; adr egaid; bbl; addptkey; siteaddid; adr id; primary key; osm id; gnaf pid; addrid; adid; key; inspire id; inspireid; source id; ref id; toid; addresspointid; localid"
    ],
    ["DE AT CH", "oi; egid; adr id; adrcd; kennung; gebaeude id"],
    ["FR BE", "cle interop; id ban adresse; uid adresse; cle ign; ref id"],
    ["NL", "nummeraanduiding; nummeraanduiding id; adresseerbaarobject id; nummeraanduidingid; nummeraanduidingidentificatie"],
    ["ES PT BR IT", "refcatastral; referencia catastral; cod unico endereco; id porpk; id portal; progressivo accesso; cod; refcat"],
    ["DK NO SE FI", "adresse id; adresseid; adgangsadresseid; lokalid; husnummer id; adressplatsid; rakennustunnus"],
    ["IS", "hnitnum"],
    ["PL CZ SK", "lokalny id; lokalnyid; kod adm; identifikator; pad id; kod adresniho mista; identyfikator; iip identyfikator"],
    ["LT LV EE", "aob kodas; kods; ads oid; adr id; adob id; aid"],
    ["KR", "도로명주소관리번호; 관리번호; bd mgt sn; 건물관리번호"]
  ],
  use: [
    [
      "",
      "use; usage; land use; landuse; use code; addr type; address type; building use; res bus; residential; property type; occupancy type; use type; address use; property class; place type; bu use; site type; addrclass; class; classification; usage type; category; structure type; bldg use; place usage; is residential; building type; land use code; prop type; addr class; addresstype; use desc; usedesc; usecode; placetype; type"
    ],
    ["DE AT CH", "nutzung; gebaeudenutzung; nutzungsart; gebaeudefunktion; funktion; gebnutzung"],
    ["FR BE", "usage principal; usage; nature; destination; usage1; nature batiment"],
    ["NL", "gebruiksdoel; gebruiksdoelen; verblijfsobjectgebruiksdoel; gebruiksdoel verblijfsobject"],
    ["ES PT BR IT", "uso; tipo uso; currentuse; cod especie; destinazione; destino; uso principal; destinazione uso; tipologia"],
    ["DK NO SE FI", "anvendelse; bygningstype; enhedens anvendelse; andamal; kayttotarkoitus; rakennuksen kayttotarkoitus"],
    ["PL CZ SK", "funkcja; funkcja budynku; zpusob vyuziti; sposob vyuzitia; zpusobvyuziti; funkcja ogolna"],
    ["KR", "건물용도; 건물용도분류; 건물용도명"],
    ["JP", "用途"]
  ],
  country: [
    ["", "country; country code; iso2; country iso; iso country; cntry; nation; countrycode; addr country; iso a2"],
    ["DE AT CH", "staat; land iso"],
    ["FR ES PT IT", "pays; pais; paese; code pays"]
  ]
}

/** Names of coordinates; degrees and what is measured in metres or feet, in the order of preference. */
export const coordinateWords: ReadonlyArray<readonly [x: string, y: string]> = [
  [
    "lon; long; lng; longitude; point lon; x wgs84; lon wgs84; geo lon; long wgs84; longitud; lon dd; e hnit wgs84; gps long; lengdegrad; geographical longitude; laengengrad; lange; wgs84 lon; wgs84 x; coord lon; 経度; 경도; 经度; longitude dd; x lon; pikkus; longitudine; boylam; dlugosc; centroid lon; longitude 84; xlong; долгота; longi; lambda",
    "lat; latitude; point lat; y wgs84; lat wgs84; geo lat; latitud; lat dd; n hnit wgs84; gps lat; breddegrad; geographical latitude; breitengrad; breite; wgs84 lat; wgs84 y; coord lat; 緯度; 위도; 纬度; latitude dd; y lat; laius; latitudine; enlem; szerokosc; centroid lat; latitude 84; ylat; широта; lati; phi"
  ],
  [
    "x; easting; east; e; point x; coord x; x coord; xcoord; x coordinate; ostwert; rechtswert; ost; oest; adr easting; ostkoordinate; dkode; x koordinate; bg x; coordx; east wert; x utm; utm x; etrs89 x; x etrs89; x point; viitepunkt x; adrbod x; shape x; geox; x lambert; xlambert; rw; eeeeeeee eee; gkode; ekoord; x ostkoordinate; e lv95; gmkx; x isn93; coord e; oestkoordinat; etrs89koordinat ost; etrs89koordinatost; coord x comune; sweref99 e; e koordinat; souradnice x; coordenada x; utmx; longitude x; 좌표x; x좌표; x tm; xcentroid; address x; x epsg; eov x; xmeters; x lv95; hk1980 e; xkoord; x wsp; xcenter; posx; pozx; gk x",
    "y; northing; north; n; point y; coord y; y coord; ycoord; y coordinate; nordwert; hochwert; nord; adr northing; nordkoordinate; dkodn; y koordinate; bg y; coordy; north wert; y utm; utm y; etrs89 y; y etrs89; y point; viitepunkt y; adrbod y; shape y; geoy; y lambert; ylambert; hw; nnnnnnn nnn; gkodn; nkoord; y nordkoordinate; n lv95; gmky; y isn93; coord n; nordkoordinat; etrs89koordinat nord; etrs89koordinatnord; coord y comune; sweref99 n; n koordinat; souradnice y; coordenada y; utmy; latitude y; 좌표y; y좌표; y tm; ycentroid; address y; y epsg; eov y; ymeters; y lv95; hk1980 n; ykoord; y wsp; ycenter; posy; pozy; gk y"
  ]
]

/** What is around a name without saying what the column holds. */
export const around =
  "site situs addr address adr add prop property loc location full fulladdr pt feature feat physical phys primary prim main the a s name nm naam nom nazwa field attr ban bag"

/** What makes a column something else than what the rest of its name says: codes, keys and who gets the mail. */
export const otherwise =
  "id ids code codes cod cd kod kode koda key uid uuid pid ref fk insee esid fosnr kennziffer kennz schl schluessel schluesselzahl siruta teryt simc sym symbol area perimeter length len old prev previous soundex afnor fantoir rivoli count sum status date datum owner own mailing applicant contact phone tel email sifra kodas kods lau nuts fips ags rs geoid insee code_insee commune_insee number_of nil url remark comment source src version von bis"
