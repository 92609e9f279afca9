/**
 * The names of columns in address tables, by what they contain: the countries whose tables use them (empty for any),
 * then the names. Compiled from the tables of the declared registers, the field mappings of OpenAddresses' sources,
 * INSPIRE, the address standard of the United States (NENA, FGDC) and the publishers' own documentation.
 */
export type Words = ReadonlyArray<readonly [countries: string, names: string]>

/** Names of columns with places, postcodes, points and record IDs. */
export const placeWords: Readonly<
  Record<
    "district" | "city" | "region" | "postcode" | "postcodeAndCity" | "point" | "recordId" | "use" | "country",
    Words
  >
> = {
  district: [
    [
      "",
      "district; neighborhood; neighbourhood; suburb; quarter; subdivision; borough; dependent locality; nbrhd comm; district name; ward; village district; barangay; sub district; subdistrict; neighbourhood name; en district; neighborhood english; addr suburb; addr district; sub locality; sublocality; suburb locality; colony"
    ],
    [
      "DE AT CH",
      "ortsteil; ott; ott name; stadtteil; stadtbezirk; ortsteilname; zusatz ort; bezirksname; ortschaftsname; pot"
    ],
    ["FR", "lieudit complement nom; nom ld; quartier; ancienne commune; nom ancienne commune; lieu dit; lieudit"],
    ["NL BE", "wijk; buurt; deelgemeente"],
    ["ES AD", "barri; nom barri; districte; nom districte"],
    [
      "ES MX AR CL CO UY",
      "barrio; colonia; distrito; localidad menor; asentamiento; nombre asentamiento; nomasen; nom asen; urbanizacion"
    ],
    ["PE", "urbanizacion; barrio; asentamiento; asentamiento humano"],
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
    [
      "JP",
      "大字 丁目名; 大字・丁目名; 大字町丁目名; 大字 町; 大字・町; 町字; 町名; oaza cho; 丁目; 大字; 町域名; 大字町丁目"
    ],
    ["KR", "읍면동; 읍면동명; 법정동명; 행정동명; emd nm; 법정동; 법정읍면동명"],
    ["CN TW HK", "鄰; 里; 村里; 社区; zh locationname; 鄉鎮市區; 小區; village"],
    ["ID MY VN", "kelurahan; desa; taman; kecamatan; phuong; phường"],
    ["TH", "ตำบล; แขวง; ตำบล แขวง"],
    ["ZA", "official suburb; ofc sbrb name"],
    ["", "neighborhood arabic; حي; الحي"],
    ["GE", "რაიონი; უბანი"],
    ["IR", "محله"]
  ],
  city: [
    [
      "",
      "city; town; city name; municipality; post town; posttown; postal city; post city; post comm; postcomm; place; place name; locality; locality name; municipality name; town city; site city; sitecity; s city; community; inc muni; uninc comm; post community; mail mun name; csd eng name; addr city; city town; post office; zip city; muni; municipal; mun name; postal community; town name; post place; zip name; village; incorporated municipality; msag community; postal office; parish name; mail city; situs city; prop city; en locationname; placename; jurisdiction; zipcity; mun; island; setl name; postalcity; location city; city english; municname; inc muni name; census plc; admin unit name; townname; usps city; settlement; cityname; township; placenm; postal community; post com; community name; po name; comm; postal city name; mailing city; postal area; juris; juris full; jurisdiction name"
    ],
    ["CH LI", "ortschaftsname"],
    [
      "DE AT CH LI LU",
      "ort; ortsname; stadt; gemeinde; gemeindename; gmd; onm; post onm; postonm; gde name; dplzname; zip name; zustellort; wohnort; gmdname; gem name; postort; ort name; ortschaft; plz ort name; com name; ortsnamepost; gem"
    ],
    [
      "FR BE CH LU MC RE NC PF",
      "libcom; lib commune; commune; nom commune; commune nom; ville; localite; mu name; nom de la commune; nom com; nomcommune; commune name; lib commune; libelle commune; nom ville; libelle acheminement; acheminement"
    ],
    ["AU", "suburb; suburb name; suburb locality; division"],
    ["NL BE SR", "woonplaats; plaats; gemeente; woonplaatsnaam; woonplaats naam; gemeentenaam; plaatsnaam; postnaam"],
    ["CA", "municipalite; nom municipalite; nom de la municipalite"],
    ["ES AD", "municipi; nom municipi; poblacio; parroquia"],
    [
      "ES MX AR CL CO PE UY EC CR PA DO",
      "municipio; ciudad; poblacion; localidad; localidad nombre; localidad censal nombre; municipio nombre; comuna; nombre comuna; nombre municipio; nom mun; nommun; nom loc; nombre localidad; cidade; nombre poblacion; nom muni; termino municipal; partido; nmun"
    ],
    ["MX", "alcaldia; nombre alcaldia; delegacion municipio"],
    [
      "PT BR AO MZ",
      "municipio; cidade; concelho; localidade; nome municipio; localidade postal; designacao postal; nm mun; nome cidade; desig postal; nm municipio; nm munic"
    ],
    [
      "IT SM CH",
      "comune; citta; nome comune; localita comune; denominazione comune; nomecomune; comune nome; tp str loc; nome c; nome com"
    ],
    ["DK GL FO", "postnrnavn; postnummer navn; postdistrikt; by; kommunenavn; bynavn; post navn; bygd"],
    ["NO", "poststed; kommunenavn; poststedsnavn; by"],
    ["SE", "postort; ort; kommun; kommunnamn; postort namn"],
    [
      "FI",
      "kunta; kaupunki; postitoimipaikka; kuntanimi; kunta nimi; paikkakunta; postal office; postitoimip; kunta ni1"
    ],
    ["IS", "stadur; sveitarfelag; postfang; stadur nf; poststod"],
    ["PL", "miejscowosc; miasto; nazwa miejscowosci; mjs nazwa; miejsc nazwa; poczta; miejscowosc nazwa"],
    ["CZ SK", "obec; nazev obce; mesto; nazov obce; posta; nazev obec; obec nazev; obec nazov"],
    ["HU", "telepules; varos; helyseg; telepules nev; telepules neve; telepulesnev; telep nev"],
    ["RO MD", "localitate; oras; uat; denumire localitate; nume localitate; municipiu; localitatea"],
    [
      "SI HR RS BA ME MK",
      "naselje; naselje naziv; mesto; grad; opcina; obcina naziv; posta naziv; naselje ime; naselje ime lat; opstina ime lat; град; место; postni okolis naziv; mjesto; naziv naselja; opstina; posta ime; kat opstina ime lat; насеље"
    ],
    ["BG", "град; населено място; ekattefn; grad; нас място"],
    [
      "RU BY KZ UA KG",
      "город; населенный пункт; населённый пункт; gorod; місто; населений пункт; obj name; горад; нп; село; qala"
    ],
    ["LT", "gyvenviete; gyv pav; miestas; gyvenamoji vietove; gyvenvietes pav"],
    ["LV", "pilseta; ciems; pilseta nosaukums; pagasts"],
    ["EE", "linn; asula; omavalitsus; asustusuksus; linn vald"],
    ["GR CY", "πολη; δημος; poli; οικισμος"],
    ["TR", "ilce; sehir; ilce adi; ilce ad"],
    ["JP", "市区町村名; 市区町村; 市町村; city; 市町村名; 市区郡町村名"],
    ["KR", "시군구; 시군구명; sgg nm; sig nm; 시군구 명"],
    ["CN TW HK MO", "城市; 市; 鄉鎮市區; 區; 区; 乡镇; 鄉鎮市區名"],
    [
      "ID MY VN PH",
      "kota; bandar; kabupaten; bandaraya; thanh pho; ten tp; ten thanh pho; quan; quận; quan huyen; kota kabupaten"
    ],
    ["IL", "yishuv; setl name; city he; ישוב; שם ישוב; עיר"],
    ["PE", "distrito; nombre distrito; nom distrito"],
    ["TH", "อำเภอ; เขต; อำเภอ เขต"],
    ["", "مدينة; المدينة"],
    ["LT LV EE", "tase2 nimetus liigiga; tase2 nimetus"],
    ["GE", "ქალაქი; დასახლება"],
    ["AM", "քաղաք; համայնք; բնակավայր"],
    ["IR", "شهر"],
    ["RU BY KZ UA KG", "post name"],
    ["AL XK", "qyteti; bashkia"],
    ["IN NP", "शहर; नगर; गांव"]
  ],
  region: [
    [
      "",
      "region; state; s state; province; state code; state name; prov code; county; prov abvn; mail prov abvn; st abbr; stateabbr; state abbr; prov; state province; site state; addr state; parish; region name; governorate; territory; province name; en region; admin1; governorate english; emirate; munic region; st code; state cd; region code; addr province; statecode; provincecode; stateusps; province abbreviation; state abbreviation"
    ],
    ["US", "st"],
    ["DE AT CH LI", "bundesland; land; kanton; gdekt; com canton; land name; bundesland name; canton"],
    ["FR BE", "departement; nom departement; nom region; libreg; libdep; dept; nom dept"],
    ["NL", "provincie; provincienaam; provincie naam"],
    [
      "ES MX AR CL CO PE UY EC",
      "provincia; provincia nombre; estado; comunidad autonoma; departamento nombre; nom ent; nombre provincia; entidad; departamen; nom prov; nprov; departamento provincia; nom entidad"
    ],
    ["UY PE CO BO PY GT HN NI SV", "departamento; nombre departamento; nom departamento"],
    ["PT BR AO MZ", "uf; distrito nome; sigla uf; nome uf; nm uf; estado sigla; sg uf"],
    ["IT", "provincia; regione; sigla provincia; sigla; prov sigla"],
    ["DK NO SE FI", "fylke; lan; maakunta; regionsnavn; fylkesnavn; lansnamn; lan namn"],
    ["PL", "wojewodztwo; woj nazwa; woj"],
    ["CZ SK", "kraj; nazev kraje; okres; kraj nazev"],
    ["HU", "megye; megye nev"],
    ["RO MD", "judet; raion; denumire judet; judetul"],
    ["SI HR RS BA", "zupanija; statisticna regija naziv; okrug; zupanija naziv"],
    ["RU BY KZ UA BG", "область; регион; nameregion; край; oblast; oblys"],
    ["LT LV EE", "savivaldybe; sav pav; novads; maakond; apskritis; aps pav; tase1 nimetus liigiga; tase1 nimetus"],
    ["GR CY", "νομος; περιφερεια"],
    ["TR", "il; il adi; il ad"],
    ["JP", "都道府県名; 都道府県; pref"],
    ["KR", "시도; 시도명; sido nm; ctp nm; ctprvn nm"],
    ["CN TW", "省; 縣市; 省份; 縣市別"],
    ["ID MY VN PH", "provinsi; negeri; tinh; tỉnh; tinh thanh pho; tinh tp"],
    ["TH", "จังหวัด"],
    ["", "منطقة; المنطقة"],
    ["AM", "մարզ"],
    ["IR", "استان"],
    ["AE", "emirate; emirate name; emirate e; emirate en"],
    ["IN NP", "राज्य; जिला"]
  ],
  postcode: [
    [
      "",
      "postcode; post code; zip; s zip; zip code; zipcode; postal code; postal; postal cd; zip5; site zip; sitezip; postalcode; mail postal code; zip 5; post cd; addr postcode; pincode; pin code; zip zip4; zipcd; postal zip; zip postal; situs zip; zip postal code; postcode locator; post zip; zip 4 code; prop zip; pcode; post codes; postcd; address zip; zip1; zipcode 1; zip num"
    ],
    ["IE", "eircode"],
    ["DE AT CH LI LU", "plz; postleitzahl; post plz; postplz; dplz4; dplz; plz4; zustellplz; plz code; zip zip4"],
    ["FR BE CH LU MC RE NC PF", "code postal; code post; cp; codepostal; code posta; pznc; npa; cdpostal; codpost"],
    ["NL BE", "postcode; pc6; post code nl"],
    [
      "ES MX AR CL CO PE UY EC",
      "codigo postal; cod postal; cp; codpos; cpostal; c postal; cod post; d codigo; codpostal"
    ],
    ["ES AD", "codi postal; dist post"],
    ["PT BR AO MZ", "cep; codigo postal; cp4; cod postal 4; codigo postal 4; cod postal; cp7; cep face"],
    ["IT SM", "cap; codice postale; codice avviamento postale"],
    ["DK GL FO", "postnr; postnummer; post nr; postnummer nr"],
    ["NO", "postnummer; postnr"],
    ["SE", "postnummer; postnr; post nummer"],
    ["FI", "postinumero; posti numero; postinro; postino"],
    ["IS", "postnr; postnumer"],
    ["PL", "kod pocztowy; pna; pad kod pocztowy; kod poczt"],
    ["CZ SK", "psc; postovni smerovaci cislo; psc posty"],
    ["HU", "iranyitoszam; irsz; ir szam; ir sz"],
    ["RO MD", "cod postal; codpostal; cod postal nou"],
    [
      "SI HR RS BA ME",
      "postna stevilka; posta sifra; postanski broj; pt broj; postni okolis sifra; posta id; postanski ured broj; pbr; postna st; ptt; поштански број"
    ],
    ["BG", "пощенски код; postal bg"],
    ["RU BY KZ UA KG", "индекс; індекс; почтовый индекс; indeks; index; поштовий індекс; index post; паштовы індэкс"],
    ["LT LV EE", "pasto kodas; pasta indekss; sihtnumber; postiindeks; postikood; pasta kods; pasto kod"],
    ["GR CY", "ταχυδρομικος κωδικας; τκ; tk"],
    ["TR", "posta kodu; posta kod"],
    ["JP", "郵便番号"],
    ["KR", "우편번호; 기초구역번호; zip no; bsi zon no; 기초구역 번호"],
    ["CN TW HK", "邮编; 郵遞區號; 邮政编码"],
    ["ID MY VN", "kode pos; poskod; ma buu chinh"],
    ["IL", "mikud; מיקוד"],
    ["TH", "รหัสไปรษณีย์"],
    ["", "الرمز البريدي"],
    ["IR", "کد پستی; کدپستی"],
    ["AM GE", "ինդեքս; საფოსტო ინდექსი"],
    ["IN NP", "पिन कोड"]
  ],
  postcodeAndCity: [
    [
      "",
      "postcode city; zip label; zip and city; city state zip; postal place; csz; city st zip; citystatezip; postal code and city"
    ],
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
    ["ES IT PT FR DE", "coordenadas; coordinate; koordinaten; coordonnees; geometria; posicion"],
    [
      "",
      "koordinater; koordinaatit; koordinaadid; koordinates; souradnice; suradnice; wspolrzedne; koordinate; koordinatlar; координаты; координати; 座標; 坐標; 坐标; 좌표"
    ]
  ],
  recordId: [
    [
      "",
      "id; uuid; guid; objectid; object id; oid; fid; gid; record id; address id; addressid; addr id; site id; uprn; unique id; nguid; site nguid; addr guid; gml id; lokalid; local id; pid; address detail pid; id lokalid; address key; full address id; uniqueid; hash; addr pn; eas subid; globalid; global id; identifier; identificatie; ogc fid; site add id; adr egaid; bbl; addptkey; siteaddid; adr id; primary key; osm id; gnaf pid; addrid; adid; key; inspire id; inspireid; source id; ref id; toid; addresspointid; localid"
    ],
    ["DE AT CH", "oi; egid; adr id; adrcd; kennung; gebaeude id"],
    ["FR BE", "cle interop; id ban adresse; uid adresse; cle ign; ref id"],
    [
      "NL",
      "nummeraanduiding; nummeraanduiding id; adresseerbaarobject id; nummeraanduidingid; nummeraanduidingidentificatie"
    ],
    [
      "ES PT BR IT",
      "refcatastral; referencia catastral; cod unico endereco; id porpk; id portal; progressivo accesso; cod; refcat"
    ],
    ["DK NO SE FI", "adresse id; adresseid; adgangsadresseid; lokalid; husnummer id; adressplatsid; rakennustunnus"],
    ["IS", "hnitnum"],
    [
      "PL CZ SK",
      "lokalny id; lokalnyid; kod adm; identifikator; pad id; kod adresniho mista; identyfikator; iip identyfikator"
    ],
    ["LT LV EE", "aob kodas; kods; ads oid; adr id; adob id; aid"],
    ["KR", "도로명주소관리번호; 관리번호; bd mgt sn; 건물관리번호"],
    ["AE", "makani; makani number; makani no"]
  ],
  use: [
    [
      "",
      "use; usage; land use; landuse; use code; addr type; address type; building use; res bus; residential; property type; occupancy type; use type; address use; property class; place type; bu use; classification code; blpu class; site type; addrclass; class; classification; usage type; category; structure type; bldg use; place usage; is residential; building type; land use code; prop type; prop class; luc; land use cd; landuse cd; use cd; class cd; class code; state use; property use code; addr class; addresstype; use desc; usedesc; usecode; placetype; type; occupancy; res com"
    ],
    ["DE AT CH", "nutzung; gebaeudenutzung; nutzungsart; gebaeudefunktion; funktion; gebnutzung"],
    ["FR BE", "usage principal; usage; nature; destination; usage1; nature batiment"],
    ["NL", "gebruiksdoel; gebruiksdoelen; verblijfsobjectgebruiksdoel; gebruiksdoel verblijfsobject"],
    ["ES PT BR IT", "currentuse; cod especie"],
    ["IT SM", "destinazione; destinazione uso; destinaz uso; destinazione d uso; tipologia"],
    [
      "ES MX AR CL CO PE UY EC CR PA DO PT BR AO MZ",
      "uso; tipo uso; destino; uso principal; uso predio; uso predominante; destino economico; uso de suelo; uso suelo; utilizacao; utilizacion; cod destino"
    ],
    ["RO MD", "destinatie; destinatia; utilizare; destinatie imobil"],
    [
      "RU BY KZ UA KG BG",
      "назначение; призначення; предназначение; функциональное назначение; тип будинку; вид будинку; тип здания; вид здания; категория"
    ],
    ["TR", "kullanim; yapi kullanim; kullanim amaci; nitelik; bina niteligi"],
    [
      "DK NO SE FI",
      "anvendelse; bygningstype; enhedens anvendelse; andamal; kayttotarkoitus; rakennuksen kayttotarkoitus"
    ],
    [
      "PL CZ SK",
      "typ budovy; druh budovy; typ stavby; druh stavby; rodzaj budynku; typ budynku; funkcja; funkcja budynku; zpusob vyuziti; sposob vyuzitia; zpusobvyuziti; funkcja ogolna"
    ],
    [
      "MY ID",
      "jenis; jenis bangunan; kegunaan; guna tanah; guna bangunan; penggunaan; fungsi bangunan; fungsi; penggunaan bangunan"
    ],
    ["KR", "건물용도; 건물용도분류; 건물용도명"],
    ["JP CN TW HK", "用途; 主要用途; 房屋用途; 使用用途; 建物用途; 建物型態"],
    [
      "HR RS BA ME SI MK BG",
      "namjena; namena; vrsta objekta; namembnost; dejanska raba; predn; prednaznachenie; намена"
    ],
    [
      "LT LV EE",
      "paskirtis; paskirties pavadinimas; lietosanas veids; galvenais lietosanas veids; kasutusotstarve; kasutamise otstarve"
    ],
    ["HU", "rendeltetes; epulet rendeltetes"],
    ["GR CY", "χρηση; xrisi"],
    ["IL", "שימוש; ייעוד; סוג מבנה"],
    ["IR AE SA KW QA OM BH JO EG", "کاربری; الاستخدام; استخدام المبنى; نوع المبنى; نوع العقار"]
  ],
  country: [
    ["", "country; country code; iso2; country iso; iso country; cntry; nation; countrycode; addr country; iso a2"],
    ["DE AT CH", "staat; land iso"],
    ["FR ES PT IT", "pays; pais; paese; code pays"],
    ["", "страна; държава; країна; ulke"]
  ]
}
