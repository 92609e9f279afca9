import type { TablePart } from "../../../schemas/TableGuess.ts"
import { placeWords, type Words } from "./PlaceWords.ts"

export const partWords: Readonly<Record<Exclude<TablePart, "x" | "y">, Words>> = {
  houseNumber: [
    [
      "",
      "house number; house no; st no from; street no from; house no from; house num; housenumber; house nr; hnum; number; street number; street no; str num; address number; add number; addnum; addr number; addr num; addr no; num; no; nr; house; civic number; civic no; civic num; building number; premise number; property number; hse num; hse no; house digit; street num; number first; address no; add no full; addno full; addnumfull; numaddr; situs number; civic address number; site number; sitenumber; designator; locator designator; addr hn; addr housenumber; lot number; str no; strnum; house english; location on street; building no; bldg no; building no from; fullnumber; full address number; address number full; snumber; hno; number full; addrno; site number; situs number; location number; physical number; physical address number; premise no; hn; house id number; lo num; low num; low number; low addr; address low; from st; number from"
    ],
    ["QA BH", "building no; house no"],
    ["GB", "paon; pao start number; pao start num; pao number; pao start no"],
    ["TH", "บ้านเลขที่; เลขที่; เลขที่บ้าน"],
    ["IN PK LK NP MT", "door no; door number; new door no; h no; premises no"],
    ["SG HK", "block; blk no; block no; blk; block number; blk number"],
    [
      "DE AT CH LI LU",
      "hausnummer; hausnr; hnr; haus nr; hsnr; adr number; deinr; haus nummer; hnr adr zusammen; nummer; hausnrzahl1; hausnummer zahl; hausnummermitzusatz; hausnummer mit zusatz; gebnr; geb nr; hausnummer ganz"
    ],
    [
      "FR BE CH LU MC",
      "numero; num voie; n voie; n adr; num adr; n adresse; num adresse; numero adresse; numero voie; numero de voie; no voie; num graf; numero rue; numvoie"
    ],
    ["CA", "civique debut"],
    ["CA CH", "civic; no civq; no civique; numero civique; addr de; civique; no adresse"],
    ["NL BE", "huisnummer; huisnr; huis nummer; adrn; adr nopol; nopol; no police"],
    [
      "ES MX AR CL CO PE UY EC CR PA DO",
      "numero; numero exterior; num ext; numero ext; numpost i; num puerta; numero portal; num portal; numero policia; num policia; numero municipal; altura; nro; numero oficial; placa; nro puerta; numext; numpuer; numextnum; num ext num; numero puerta; num domicilio; num domic; nro domicilio; numero domicilio; num casa; numero casa; numpol; num pol"
    ],
    [
      "PT BR AO MZ",
      "numero; num endereco; numero porta; nr porta; n policia; num policia; numero policia; nr policia; num porta; numero da porta; nro; numero endereco; nrporta; nr imovel; num imovel; numero imovel; num predial; nr predial"
    ],
    ["ES AD", "numero carrer; num carrer; num policia"],
    [
      "IT SM",
      "civico; numero civico; num civico; n civico; numciv; numcivico; civico num; civico n; numerocompleto; numero completo; ncivsub; nciv; nm civ; num civ"
    ],
    ["DK GL FO", "husnr; husnummer; hus nr; husnummertekst"],
    ["NO", "nummer; husnummer; husnr; adressenummer"],
    [
      "SE",
      "husnummer; nummer; adressplatsnummer; gatunummer; belagenhetsadressnummer; adressplats; adrplats; nr littera; enumerator; address place"
    ],
    ["FI", "talonumero; osoitenumero; talo; katunumero; numero"],
    ["IS", "husnr; husnumer"],
    [
      "PL",
      "numer; numer porzadkowy; nr domu; numer domu; numer adresowy; nr porzadkowy; pad numer porzadkowy; nr budynku"
    ],
    ["CZ", "cislo domovni; cislo popisne; cp; cislo domu"],
    ["SK", "supisne cislo; cislo domu"],
    ["HU", "hazszam; haz szam; hsz"],
    ["RO MD", "numar; nr postal; numar postal; numar casa; nr casa"],
    ["SI", "hisna stevilka; hs stevilka; stevilka"],
    ["HR RS BA ME", "kucni broj; kucni broj lat; broj; kbr; kucnibroj"],
    ["BG", "номер; strnum"],
    ["RU BY KZ UA KG", "дом; dom; номер дома; номер; num house; nomer doma; будинок; номер будинку; housenum"],
    ["LT", "nr; namo nr; namo numeris"],
    ["LV", "numurs; majas numurs; nosaukums nr"],
    ["EE", "maja number; majanumber; maja nr; maja nr; aadress nr"],
    ["GR CY", "αριθμος; αριθμός; arithmos"],
    ["TR", "kapi no; kapi numarasi; dis kapi no; kapino; bina no"],
    ["JP", "街区符号 地番; 街区符号・地番; 住居番号; 番地; 号; rsdt num; 地番"],
    ["KR", "건물본번; 건물번호; 건물번호본번; 도로명주소 건물본번; lndn ma sn; bdno; 본번; buld mnnm"],
    ["CN TW HK MO", "門牌; 門牌號; 号; 號; 门牌号; 門牌號碼; 門號"],
    ["ID MY", "nomor; nombor; no rumah; nomor rumah; no bangunan"],
    ["VN", "so nha; số nhà"],
    ["IL", "house num; mispar bait; bayit; מספר בית"],
    ["LT LV EE", "tase7 nimetus liigiga; tase7 nimetus"],
    ["GE", "ნომერი; სახლი; სახლის ნომერი; სახლის №"],
    ["AM", "շենք; տուն; շենքի համար; տան համար"],
    ["IR", "پلاک; پلاک ثبتی; شماره پلاک"],
    ["AE SA EG JO IQ KW QA BH OM MA DZ TN LY", "رقم المبنى; رقم البناية; رقم المنزل; رقم العقار"],
    ["MK BG", "куќен број; број"],
    ["AL XK", "numri; nr banese; numri nderteses"],
    ["IN NP", "मकान नंबर; मकान संख्या; घर क्रमांक; घर नंबर"],
    ["PK", "مکان نمبر"],
    ["BD", "বাড়ি নং; হোল্ডিং নং; holding no"],
    ["LA KH MM", "ເຮືອນເລກທີ; ផ្ទះលេខ; အိမ်အမှတ်"]
  ],
  houseNumberPrefix: [
    [
      "US CA AU",
      "addnum pre; add num pre; number prefix; house prefix; number first prefix; address number prefix; house number prefix; addrnumpre; hnpre; anumpre; prefix number; addnumpre"
    ],
    ["JP", "blk num; 街区符号"]
  ],
  houseNumberSuffix: [
    [
      "",
      "house number suffix; lo num suf; low num suf; st no from suffix; number suffix; address number suffix; addr n sfx; addnum suf; add num suf; suffix number; house letter; number first suffix; civic no suffix; site frac; sitefrac; address suffix; hse suffix; housenumber suffix; frac; addr sfx; half; alpha; numsuf; hnsuf; hnosuf; anumsuf; addrsuf; addnumsuf; house suffix; fraction; house number ext; housesuffix; address number alpha; adr no sfx; hno suffix; street number suffix; civic suffix; suffix no"
    ],
    [
      "DE AT CH LI",
      "adz; hausnummernzusatz; hnr zusatz; hnrz; adressierungszusatz; zusatz; hausnrzusatz; hnrzusatz; hausnummerzusatz; hausnrbuchstabe1; hsnrzus; hnrzus; hsnrzusatz; hausnr zus"
    ],
    [
      "FR BE CH LU MC RE",
      "rep; ind rep; indrep; suffixe; indice repetition; indice de repetition; bis ter; repetition; complement numero; c suf1; lettre"
    ],
    ["FR", "b t q"],
    ["CA", "no civq suf; lettre debut"],
    ["GB", "pao start suffix; pao suffix"],
    [
      "NL",
      "huisletter; huisnummertoevoeging; toevoeging; huisnummer toevoeging; huis letter; huistoevoeging; huisnr toev; huisltr"
    ],
    [
      "ES MX AR CL CO UY",
      "extension; numextalf; llepost i; letra; numero letra; complemento numero; bis; letra portal; calificador"
    ],
    [
      "IT SM",
      "esponente; barrato; civico esponente; lettera; sub civico; subciv; espciv; civico sub; esp; civ sub; sb civ"
    ],
    ["NO", "bokstav; bokst"],
    ["DK", "bogstav; husbogstav; bogst"],
    ["SE", "litera; bokstav; bokstavstillagg"],
    ["FI", "kirjain; rappu kirjain; osoitekirjain"],
    ["IS", "bokst"],
    ["SI", "hs dodatek; dodatek"],
    ["HR RS BA", "podbroj; dodatak; kucni broj dodatak; slovo"],
    ["CZ SK", "cislo orientacni pismeno; pismeno; znak cisla orientacniho; orientacne cislo znak; building index"],
    ["BR PT", "modificador; dsc modificador"],
    ["RU BY KZ UA KG", "корпус; korpus; корп; num corp; строение; stroenie; стр; будова; ind house; литера; буква"],
    ["IL", "entry letr"]
  ],
  houseNumberEnd: [
    [
      "",
      "number last; hi num; high num; st no to; street no to; house no to; address number high; house number to; number to; building no to; housenumber end; to number; high number; address high; number high; st num2; street number 2; house number 2; number 2; high st num"
    ],
    ["ES", "numpost f"],
    ["CA", "civique fin"],
    ["GB", "pao end number; pao end num"],
    ["FI", "osoitenumero2"],
    ["AT", "hausnrzahl2"],
    ["CZ SK", "cislo orientacni; orientacne cislo cele; orientacne cislo"],
    ["KR", "건물부번; 건물번호부번; 부번; buld slno; lndn sub sn"],
    ["JP", "枝番; rsdt num2"]
  ],
  street: [
    [
      "",
      "street; street name; streetname; road; road name; roadname; st name; stname; str name; strname; street full; street full name; full street name; fullstreet; full road name; full name; fullname; stnam full; st nam full; thoroughfare; thoroughfare name; primary thorfare; addr street; site street; strename; rd name; strnam; st; way name; address name; road full name; street nam; feature name; street english; full street; street name full; official street name; mail street name; stnamefull; streetfull; en streetname; streetnamefull; str fulnam; road name full; addr st; via; primary name; street line; road name english; site street name; streetnm; stn; linear feature name; lf name; road label; street label; full street; full road; street1"
    ],
    [
      "DE AT CH LI LU",
      "strasse; strassenname; stn; str; strname; strasse name; stn label; stn name; strassenbezeichnung; lagebezeichnung; lage; strassen name; stnname"
    ],
    [
      "FR BE CH LU MC RE NC PF",
      "rue; voie; nom voie; voie nom; toponyme; libelle voie; nom rue; nom de voie; nom de la voie; pw name; libvoie; nom complet voie; lib voie; nomvoie; nom toponyme; adresse voie; nom de rue; nomvoi"
    ],
    ["CA", "specifique"],
    [
      "NL BE SR CW AW",
      "straat; straatnaam; openbare ruimte; openbareruimte; openbare ruimte naam; openbareruimtenaam; straat naam; naam openbare ruimte; straatnm"
    ],
    ["ES AD", "carrer; nom carrer; nom via; nom oficial via; carrer nom"],
    [
      "ES MX AR CL CO PE UY EC CR PA DO",
      "calle; calle nombre; nombre via; via nombre; nombre de via; via; nombre calle; nombre vial; vial; nombre de la calle; nomvial; nom via; nombre vialidad; vialidad; nom calle; direccion via; callejero; nombre oficial; pdonvial"
    ],
    [
      "PT BR AO MZ",
      "rua; logradouro; arruamento; nome rua; nome logradouro; nome de logradouro; nome do logradouro; nom seglogr; nome da rua; via; nome via; toponimo; nome arruamento; nm logradouro; no logradouro; nm logr"
    ],
    [
      "IT SM CH",
      "via; odonimo; strada; nome strada; toponimo; denominazione strada; indirizzo via; nome via; nomevia; toponimo stradale; denominazione via; nomestrada; denominazione; dug denominazione; tp str nom"
    ],
    ["DK GL FO", "vejnavn; gadenavn; vejstykke navn; vej; vejadresseringsnavn; gade; gotunavn"],
    ["NO", "adressenavn; veinavn; gatenavn; vegnavn; gate; gateadresse navn"],
    ["SE", "gatunamn; adressomrade; gata; vagnamn; adress omrade; adressnamn; belagenhetsadress namn"],
    [
      "FI",
      "katu; katunimi; osoitenimi; katunimi suomi; kadunnimi; tie; address name; gatan; gatunamn; osoite nimi; tien nimi"
    ],
    ["IS", "heiti nf; gata; gotuheiti; heiti"],
    ["PL", "ulica; nazwa ulicy; ulc nazwa; ul; nazwa ul; ulica nazwa"],
    ["CZ SK", "ulice; nazev ulice; ulica; nazov ulice; ulice nazev; ulica nazov"],
    ["HU", "utca; kozterulet; kozterulet nev; kozterulet neve; utcanev; kozteruletnev; kozt nev"],
    ["RO MD", "strada; denumire strada; artera; nume strada; denumire artera; strada nume; cale"],
    [
      "SI HR RS BA ME MK",
      "ulica; ulica naziv; naziv ulice; ulica ime; ulica ime lat; ime ulice; ulice naziv; улица; ulica naziv dj"
    ],
    ["BG", "улица; булевард; име на улица; ulitsa; strename"],
    [
      "RU BY KZ UA KG",
      "улица; ulitsa; наименование улицы; elementnam; вулиця; vulytsia; назва вулиці; вуліца; улица название; koshe"
    ],
    ["LT", "gatve; gat pav; gatves pavadinimas; gatve pavadinimas; gatves pav"],
    ["LV", "iela; ielas nosaukums; iela nosaukums"],
    ["EE", "tanav; tanava nimi; liikluspind; tanav nimi"],
    ["GR CY", "οδος; odos; ονομα οδου; διευθυνση οδος"],
    ["TR", "cadde; sokak; yol adi; cadde sokak; caddesokak; yol ad; csbm; csbm adi"],
    ["JP", "通り名; 町丁目"],
    ["KR", "도로명; rd nm; road nm; rn; 길이름; 도로 명"],
    ["CN TW HK MO", "街道; 路名; 路; 街路段; 街; 道路; 街道名; 街路; zh streetname; 道路名稱; 街、路段; 街路門牌路名"],
    ["ID MY", "jalan; nama jalan; nama jln"],
    ["TH", "ถนน; ชื่อถนน"],
    ["VN", "duong; đường; ten duong; tên đường; pho"],
    ["IL", "str fulnam; rechov; רחוב; street he; שם רחוב"],
    ["", "arabic street; street arabic; شارع; اسم الشارع"],
    ["LT LV EE", "tase5 nimetus liigiga; tase5 nimetus"],
    ["GE", "ქუჩა; ქუჩის დასახელება"],
    ["AM", "փողոց; փողոցի անվանում"],
    ["IR", "خیابان; معبر; نام معبر"],
    ["AL XK", "rruga; emri rruges"],
    ["MT", "triq"],
    ["IN NP", "सड़क; मार्ग; रस्ता; गली"],
    ["PK", "سڑک; گلی"],
    ["BD", "রাস্তা; সড়ক; রোড"],
    ["LA KH MM", "ຖະໜົນ; ផ្លូវ; လမ်း"]
  ],
  streetPrefix: [
    [
      "",
      "street prefix; predir; pre dir; prefix direction; st predir; stn predir; stn premod; stn pretyp; stn presep; stn pre dir; st pretyp; st premod; st presep; street predirection; street pre direction; pre type; pretype; prefix type; dir prefix; site pref; sitepref; pref; st pre dir; st pre mod; st pre typ; st pre sep; lst predir; street predir; prefix dir; road prefix; predirectional; street name pre directional; street name pre type; street name pre modifier; street name pre type separator; str dir; strdir; st dir; st prefix; road name prefix; dir; direction; premod; presep; prefix; direction prefix; situs direction; fedirp"
    ],
    ["ES AD", "tipus via; tipus carrer; tipus de via"],
    [
      "ES MX AR CL CO PE UY",
      "tipo via; via clase; via par; particula via; particula; tipo vial; tipo de via; tipovia; tipo vialidad; tipvia; clase via; tipo calle; tipvial; tvia; tipovial"
    ],
    [
      "PT BR AO MZ",
      "tipo logradouro; nom tipo seglogr; nom titulo seglogr; tipo via; tipo arruamento; tipo de via; tipo rua"
    ],
    ["IT SM", "dug; specie; tipo via; tipo toponimo; qualificatore; specie via; tipo strada"],
    [
      "FR BE CH",
      "type voie; type de voie; nature voie; nat voie; typevoie; typ voie; c desi; c liaison; tyvoie; typabr; liant; lien; lien voie"
    ],
    ["CA", "generique; liaison; lien; lien voie; designa; designation voie"],
    ["RO MD", "tip strada; tip artera"],
    ["PL", "cecha; typ ulicy; typ ul; ulica cecha; ul cecha"],
    ["RU BY KZ UA", "тип улицы; elementtyp; тип вулиці; тип элемента"],
    ["BG", "тип улица; вид улица"]
  ],
  streetSuffix: [
    [
      "",
      "street type; street suffix; st type; sttype; streettype; posttype; post type; postdir; post dir; stn postyp; stn posdir; stn posmod; stn pos typ; st postyp; st posdir; st posmod; suffix direction; suf dir; sufdir; street post type; street name post type; street name post directional; street name post modifier; road type; road type name; str suff; str type; strtype; suffix; lst typ; lst posdir; street sufdir; suffix type; street suf; st suffix; street type code; street suffix code; official street type; official street dir; mail street type; mail street dir; road suffix; postmod; post mod; street type suffix; street postdir; postdirectional; st posttype; st postdir; street direction; road name type; road name suffix; street dir suffix; suffix dir; lst type; sfx; postype; posdir; street quad; st quad; quadrant; type suffix; suffix type; direction suffix; street suffix type; street name type; fetype; fedirs"
    ],
    ["CA", "orientation; orient"],
    ["LT", "gatves tipas; gat tipas; tipo santrumpa"],
    ["HU", "kozterulet jellege; kozterulet jelleg; kozterulet tipusa; kozterulet tipus; utca jellege; jelleg"],
    // Lanes and alleys, in the order of an address.
    ["TW", "巷; 弄; lane; alley"],
    ["TR", "yol turu; csbm turu; csbm tipi; yol tipi; sokak turu"]
  ],
  streetAndNumber: [
    [
      "",
      "address; full address; fulladdr; fulladdress; full addr; street address; address line; address line 1; address1; address 1; addr1; addr 1; line 1; site address; site addr; situs address; situs addr; situs; prop addr; property address; address full; street and number; address street; primary address; physical address; location address; loc addr; formatted address; add full; addr full; addr; addressline1; site addres; mailing street address; civic address; fulladdr st; delivery address; addfull; address text; address label; label; lfullname; addressline; street addr; full civic; property location; property loc; parcel location; building address; property situs; location"
    ],
    [
      "DE AT CH LI LU",
      "adresse; strasse hausnummer; strasse und hausnummer; anschrift; strasse hnr; strasse nr; adresstext"
    ],
    [
      "FR BE CH LU",
      "adresse; adresse complete; adresse postale; l adr; l4 normalisee; ligne 4; numero et voie; adresse voie numero"
    ],
    ["NL BE", "adres; volledig adres; straat huisnummer; straat en nummer"],
    [
      "ES MX AR CL CO PE UY PT BR IT",
      "direccion; domicilio; direccion completa; morada; endereco; indirizzo; indirizzo completo; direccion postal"
    ],
    ["CO", "predirecc; direccion predio; pdotexto; placa domiciliaria"],
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
    [
      "JP CN TW KR HK",
      "住所; 所在地; 地址; 주소; 도로명주소; 소재지도로명주소; 도로명대지위치; 도로명전체주소; 도로명소재지; 신주소; 새주소; 地址全文; 土地位置建物門牌; 建物門牌"
    ],
    ["ID MY VN", "alamat; dia chi; địa chỉ"],
    ["IL", "כתובת"]
  ],
  unit: [
    [
      "",
      "unit; s unit; bunit id1; unit number; unit num; unit no; apt; apartment; apt number; apt no; suite; apt no label; flat; flat number; box; box number; site unit; siteunit; sub address; subaddress; unit id; addr unit; unit designator; apartment number; flat no; unitnum; unit value; subunit; sub unit; unit full; sub building name; sub building; apt num; unitid; secondary; occupancy; unit type and number; apt unit; door number; unit identifier; unit ident; unit nbr; apt nbr; unit desc; suite number; subbuildingname; occupid; suite number; ste; room; secondary number; location unit; street unit; occupancy id; street apartment"
    ],
    ["GB", "saon; sao text; sao description; sao start number; sao start num; sao number"],
    ["NL BE", "busnummer; bus; bus nr"],
    ["DE AT CH", "wohnung; tuer; tur; top; wohnungsnummer; tuernummer"],
    ["FR", "num appt; appartement; numero appartement; boite"],
    ["HU", "ajto; ajtoszam"],
    ["RO MD", "apartament; ap; nr ap; nr apartament; numar apartament"],
    ["ES AD", "porta"],
    [
      "ES MX CL CO AR",
      "puerta; departamento; depto; interior; numero interior; num int; piso puerta; dpto; numero int; num depto; numero departamento; numintnum; num interior"
    ],
    ["PT BR", "fracao; apartamento; fraccao; complemento; compl"],
    ["IT", "interno; numero interno; scala interno"],
    ["NO", "bruksenhetsnummer; bruksenhetsnummertekst; bruksenhet; bolignummer; leilighet"],
    ["DK", "dorbetegnelse; doerbetegnelse; dor"],
    ["SE", "lagenhetsnummer; lgh; lagenhet"],
    ["FI", "huoneisto; asunto; huoneistonumero; porras"],
    ["PL", "numer lokalu; nr lokalu; lokal; nr lok"],
    ["CZ SK", "byt; cislo bytu"],
    ["SI", "st stanovanja; stevilka stanovanja"],
    ["RU BY KZ UA", "квартира; кв; kvartira"],
    ["LT LV EE", "korpuso nr; korpusa nr; korteris; korter; dzivoklis; korteri nr"],
    ["TR", "ic kapi no; daire no"],
    ["IL", "דירה; מספר דירה"],
    ["JP KR", "部屋番号; 호"],
    ["IR", "واحد"],
    ["GE", "ბინა; ბინის ნომერი"]
  ],
  building: [
    [
      "",
      "building name; bldg name; house name; building; landmark name; addr housename; property name; housename; name of building; premise name; buildingname"
    ],
    ["GB", "pao text; pao description"],
    ["FR", "nom batiment; batiment; residence"],
    ["HU", "epulet"],
    ["IS", "serheiti"],
    ["KR", "건물명; bd nm; 시군구용건물명"],
    ["DE AT", "gebaeudename; gebaudename; hofname"]
  ],
  ...placeWords
}
