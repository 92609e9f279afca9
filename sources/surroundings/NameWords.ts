import { fold } from "../../schemas/Fold.ts"
import { tradePhrases, tradesAnywhere, tradesFirst, tradesLast } from "./TradeWords.ts"

/** Words in the names of businesses, institutions and homes, folded, in the languages of mappers. */

const words = (text: string): ReadonlyArray<string> => fold(text).split(" ")

const wordsIn = (...texts: ReadonlyArray<string>): ReadonlySet<string> => new Set(texts.flatMap(words))

/** Legal forms of companies and associations. `AB`, `AS`, `CO` and `SA` without periods are also other words. */
const legalForms = `
  ag gmbh mbh kg kgaa ohg ltd limited inc incorporated llc llp plc pty corp corporation
  sarl sas sasu srl spa ltda eireli lda bv nv bvba oy oyj aps asa kft zrt sro doo ood eood sia uab şti
  ооо зао оао пао тов
`

const english = `
  academy admin administration agency airport aquarium arena ashram association auditorium bakers bakery bank barber basilica
  bookstore brewery business butchers cafeteria cathedral center centre chapel church cinema clinic
  clubhouse coffee college commission company construction consulate consulting contractors convent council courthouse daycare
  dealership dental dentist department depot diner dispensary elementary embassy enterprises facility factory firehouse
  fitness foundation gallery gas grocery guildhall gurdwara gurudwara gym hardware headquarters hospital hypermarket imports
  industries inn institute insurance kindergarten laboratories laboratory laundromat laundry library logistics madrasa
  madrassa maintenance mall mandir market masjid medical ministries ministry mission monastery montessori mosque motors
  municipality museum nursery office offices opticians pagoda panchayat parish pharmacy pizza plant police preschool
  primary salon school schools secretariat seminary services shop shopping shrine society solicitors solutions
  spa stadium station storage store studios supermarket surgery synagogue systems tabernacle takeaway taxi
  temple theater theatre trust university veterinary warehouse winery workshop
  drk gaa rsl dairy
  vidyalaya vidyalayam vidyapeeth pathshala
  anganwadi attorney attorneys churches clinics club creche dargah devasthanam eidgah express factories hospitals idgah kiosk lawyers mandapam
  mantapa restaurants shops stores technologies traders trading
`

const germanAndDutch = `
  amt anstalt apotheke asyl bauhof bibliothek botschaft buro einkaufszentrum fabrik feuerwehrdepot kindertagesstatte kita
  stadion feuerwehr firma friseur gaststatte gemeindehaus gemeindezentrum grundschule gymnasium hort jugendzentrum kaserne
  kirche klinik kloster krankenhaus landratsamt museum pfarramt pfarrei polizei praxis rathaus regierung sparkasse
  spital stadtwerke tankstelle turnhalle volkshochschule werkhof werkstatt zahnarzt zentrum altenheim altersheim bahnhof
  maiensäss burgerhaus feuerwehrhaus pfarrheim pflegeheim schutzenhaus schwimmbad seniorenheim vereinsheim
  anwalt autohaus bethaus feuerwache gotteshaus jugendheim kaufhaus kino mobelhaus notar notariat parkhaus rechtsanwalt
  rechtsanwalte seniorenpark sportheim steuerberater steuerberatung tierheim vereinshaus
  begegnung freizeit kultur
  apotheek basisschool bibliotheek buurthuis dorpshuis gemeentehuis kantoor kerk kliniek stichting vereniging winkel
  ziekenhuis brandweer clubgebouw clubhuis gymzaal kapper slager sporthal verpleeghuis verzorgingshuis
`

const nordicAndBaltic = `
  apotek barnehage bibliotek børnehave brandstation brannstasjon butik butikk bygdegård förskola församlingshus idrettshall
  kapell kirke kontor kyrka legekontor politihus sjukhus skola skole sykehus vårdcentral
  hoivakoti palvelutalo vanhainkoti servicehus vårdboende gruppboende plejecenter ældrecenter omsorgssenter
  lastekodu vanadekodu gyermekotthon idősotthon
  aldershjem bedehus børnehus bygdehus forsamlingshus grendehus hembygdsgård menighetshus missionshus ordenshus
  plejehjem samfunnshus sognegård sykehjem vuggestue äldreboende
  apteekki kauppa kirkko koulu paloasema pankki päiväkoti terveysasema
  huoltoasema kahvila kioski ravitsemusliike
  algkool apteek gümnaasium kauplus kirik lasteaed põhikool raamatukogu vallamaja
  hooldekodu kohvik pood rahvamaja söökla tankla vallavalitsus
  aptieka baznīca bērnudārzs slimnīca veikals bažnyčia biblioteka darželis gimnazija ligoninė mokykla parduotuvė savivaldybė
  vaistinė
  bendruomenė degalinė kavinė paštas pirtis seniūnija
  kafejnīca pasts
`

const hungarian = `
  bolt gyógyszertár hivatal iskola könyvtár kórház óvoda önkormányzat patika rendőrség színház templom
  autószerviz bölcsőde csárda faluház gimnázium kápolna kocsma kultúrház pékség plébánia presszó ravatalozó rendelő söröző
  tűzoltóság
`

const turkic = `
  anaokulu bankası belediye belediyesi camii cami camisi cemevi dershanesi eczane eczanesi fakültesi fırını hastanesi ilkokulu
  karakolu kaymakamlığı kreş kreşi kütüphanesi lisesi mescit mescidi muhtarlık muhtarlığı müdürlüğü müzesi okulu
  ortaokulu şirketi üniversitesi valiliği
  derneği fabrikası jandarma kahvehane kahvehanesi kıraathane kıraathanesi kuaförü kursu lokali merkezi öğretmenevi pastanesi
  salonu tesisleri türbesi vakfı
  aptek məktəb məktəbi məscid məscidi xəstəxana xəstəxanası
  dorixona maktab maktabi masjidi аурухана балабақша дүкен дүкені мектеп мектебі мешіт мешіті
  дэлгүүр сургууль цэцэрлэг эмнэлэг
`

const romance = `
  agence ambassade bibliothèque boucherie boulangerie boutique bureau bureaux cabinet caserne cathédrale chapelle
  clinique coiffeur coiffure commissariat crèche dispensaire école église épicerie garage gendarmerie gymnase
  hôpital institut librairie lycée magasin mairie maternelle médiathèque ministère mosquée musée paroisse pharmacie pompiers
  préfecture société supermarché tribunal université usine
  avocat avocats cpam ehpad gare hangar notaire tabac

  abarrotes academia alcaldía asociación ayuntamiento banco biblioteca bodega bomberos cafetería cantina capilla carnicería
  centro cervecería clínica colegio comisaría consultorio convento cooperativa correos cuartel escuela estación fábrica
  farmacia ferretería gasolinera gimnasio gobernación guardería iglesia instituto juzgado lavandería librería licorería
  ministerio municipalidad museo notaría oficina oficinas panadería papelería parroquia peluquería policía policlínica
  policlínico polideportivo preescolar sindicato supermercado taller teatro templo tienda universidad
  veterinaria abogado abogados bar barbería ceip cevichería droguería escuelas funeraria heladería ies imss kiosco minisuper panaderia pastelería
  pollería preparatoria primaria pulpería refaccionaria secundaria talleres taquería telesecundaria tlapalería tortillería
  vulcanizadora

  açougue associação bombeiros cabeleireiro câmara capela cartório colégio correios creche delegacia escola faculdade ginásio
  igreja junta lanchonete livraria loja mercado mercearia ministério museu padaria papelaria paróquia pavilhão
  posto prefeitura quartel secretaria talho ubs universidade
  advogado advogados apae barbearia borracharia clube cmei cras creas emef emei mercadinho minimercado oficina sorveteria

  ambulatorio asilo banca carabinieri caserma chiesa comune istituto liceo macelleria municipio negozio officina
  oratorio ospedale palestra panificio parrocchia parrucchiere pasticceria poste questura scuola
  supermercato tribunale ufficio uffici
  botica chefferie comité comitê comitato concejo consejo conselho purificadora
  sociedad sociedade società
  asl avvocato circolo inps rsa tabaccheria suore monache

  biserică dispensar farmacie grădiniță liceul magazin poliția poșta primăria școala spital spitalul
  biserica dispensarul grădinița magazinul sediul
`

const slavic = `
  apteka gimnazjum komenda kościół liceum muzeum osp piekarnia plebania poczta policja przedszkole przychodnia remiza
  sklep szkoła szpital świetlica teatr urząd zakład
  adwokat cerkiew gospoda hurtownia kaplica karczma nadleśnictwo ośrodek sąd spółdzielnia starostwo straż żłobek
  divadlo fara hasičárna hasiči kancelář knihovna kostel lékárna mateřská nemocnice nemocnica obchod
  ordinace poliklinika pošta potraviny prodejna škola školka sokolovna úřad
  jednota kaple kostol krčma pohostinstvo reštaurácia
  ambulanta apoteka banka bolnica crkva džamija knjižnica lekarna ljekarna muzej općina opština osnovna policija pozorište
  prodavnica skupština trgovina vrtić zadruga
  gostilna kafana vrtec župnišče

  администрация азс амбулатория аптека ателье баня банк бассейн библиотека больница военкомат гимназия детсад диспансер завод
  кинотеатр клуб колледж контора котельная лицей магазин мечеть милиция музей офис парикмахерская поликлиника полиция
  почта прокуратура роддом рынок садик сбербанк сельсовет склад собор спортзал суд супермаркет театр
  техникум университет фап храм цех церковь школа автосервис шиномонтаж
  гбоу гбуз гуп доу маоу мбдоу мбоу мдоу мкоу мку муп сош
  атс гараж гаражи грп гск дк кнс отделение подстанция тп трансформаторная трк трц тц управление цтп
  автомойка адвокат бар дворец интернат ломбард мойка морг насосная нотариус пекарня прачечная стоматология чайхана шашлычная ясли
  адміністрація амбулаторія бібліотека гімназія крамниця лікарня ліцей поліклініка пошта садок сільрада університет церква
  днз дитсадок зош нвк
  аптэка бальніца касцёл крама лясніцтва царква
  апотека болница вртић градинка кметство општина община основна поща продавница училиште училище црква
  читалище џамија
`

const greekAndAlbanian = `
  αρτοποιείο αστυνομία βιβλιοθήκη γυμνάσιο δημαρχείο δημοτικό εκκλησία ιερός κλινική λύκειο μονή μουσείο
  ναός νηπιαγωγείο νοσοκομείο πανεπιστήμιο σχολείο ταχυδρομείο τράπεζα φαρμακείο φούρνος
  εκκλησάκι πρατήριο συνεργείο
  bashkia kisha shkolla shkollë spitali xhamia
`

const asianAndAfrican = `
  balai gereja kantor kelurahan klinik musholla mushola pejabat puskesmas sekolah surau toko paaralan simbahan
  duka hospitali kanisa msikiti ofisi shule zahanati
  apotek bengkel gudang koperasi kuil madrasah minimarket mts pabrik palengke pasar paud polis posyandu sd sma smk smp tadika
  vihara wihara chua ubnd
  بلدية بنك جامع جامعة روضة سفارة شركة صيدلية عيادة كلية كنيسة متحف مدرسة مركز مستشفى مستوصف مسجد مصرف مكتب وزارة
  اداره بانک بیمارستان داروخانه دانشگاه دبستان دبیرستان درمانگاه شهرداری کتابخانه مدرسه
  ابتدائية بريد بقالة ثانوية حضانة سوبرماركت سوق شرطة صالون قاعة كافيه محطة محكمة مخبز مستودع مصنع معهد مغسلة مقهى نادي ورشة
  آموزشگاه امامزاده انبار باشگاه حسینیه سوپرمارکت فروشگاه کارخانه کلانتری کلینیک مهدکودک نانوایی ورزشگاه
  دکان سکول ہسپتال ديوانية ديوانيه
  בנק מרפאה
  דואר חנות ישיבה ישיבת כנסייה מועדון מוזיאון מוסך מכולת מסגד מסעדה מסעדת מקווה משטרה משטרת סופר סופרמרקט ספרייה ספריה
  עיריית מתנ
`

/**
 * Those of these words that say what is there wherever they stand: in names of houses, only English has them as parts of
 * speech before others, such as Church View.
 */
export const alsoFirst = wordsIn(germanAndDutch, nordicAndBaltic, hungarian, turkic, ...tradesLast)

/** Ends of compounds that say so, too; others are also those of English words: bishop. */
export const endingsAlsoFirst = words(
  "apotheke kanzlei kindergarten klinik koulu praktijk praxis schule skola skole verband verein verwaltung zentrum"
)

/** Nordic words, which take an article at their end: grendehus, grendehuset. */
export const withArticles = wordsIn(nordicAndBaltic, ...tradesLast)

/** Businesses and institutions, in languages in which the word stands last in a name: `Elm Street School`. */
export const lastWords = wordsIn(legalForms, english, germanAndDutch, nordicAndBaltic, hungarian, turkic, ...tradesLast)

/** Institutions that are known by their first letters, which stand first in any language. */
const byAbbreviation =
  "vfw ymca ywca awo cpe cai pefa pronoei hermanas misioneras sœurs soeurs irmãs klasztor chata дача"

/** The same, in languages in which the word stands first: `Farmacia Casa Blanca`. */
export const firstWords = wordsIn(byAbbreviation, romance, slavic, greekAndAlbanian, asianAndAfrican, ...tradesFirst)

/** Words at whose end a compound says what it is: `Primarschule`, `Gemeindeverwaltung`, `Kiezshop`. */
export const endings = words(`
  akademie apotheke bäckerei bücherei büro fabrik gymnasium handel industrie kapelle kindergarten kindertagesstätte kirche
  klinik kolleg metzgerei museo museum praxis schule service shop sparkasse sporthalle stadion stadthalle verein verwaltung
  werkstatt zentrum kerk school kirjasto kirkko koulu päiväkoti toimisto kirke kirkja skola skole skóli πωλείο
  baumarkt bundesbank feuerwehr getränkemarkt halle kanzlei kirchengemeinde kraftwerk landesbank pflegeheim polizeiwache
  kreisverband ortsverband landesverband praktijk
  raiffeisenbank rettungswache seniorenheim supermarkt umspannwerk volksbank wasserwerk skool
  asema halli keskus kyrka kyrkan kirken förskolan skolan skolen 寺 店 署 堂
`)

/** Where guests stay or eat. They decide whatever else a name says: `Hotel Villa Rosa`. */
export const forGuests = wordsIn(`
  bistro brasserie cafe kedai lokantası osteria pizzeria pub restaurang restaurant restaurante restauracja restaurace restoran
  restoranı ristorante steakhouse taberna tavern trattoria warung hospoda hostinec étterem ravintola
  кафана кафе ресторан ресторант столовая εστιατόριο καφενείο ταβέρνα رستوران مطعم

  airbnb aparthotel bnb gästehaus gasthaus gasthof guesthouse guesthouses homestay hostel hostels hotel hotels motel ryokan
  fremdenzimmer herberge jugendherberge feriendorf ferienpark pension pensionen vakantiepark hotelli feriehus
  vandrarhem vandrerhjem gistiheimili
  auberge gîte gîtes agriturismo affittacamere albergo locanda pensione
  albergue hospedaje hostal hostales hostería hoteles posada estalagem hospedaria pousada pensiunea
  agroturystyka noclegi pensjonat penzion penzión konačište pansion prenoćište apartmanház panzió szálloda vendégház
  otel oteli pansiyon penginapan losmen
  гостиница готель мотель отель пансионат санаторий турбаза хостел хотел ξενοδοχείο ξενώνας
  turístico turística turísticos turísticas turistico turistica turistiche turistici touristique touristiques tourisme
  فندق نزل هتل اقامتگاه بوم‌گردی مسافرخانه מלון אכסניה צימר צימרים
`)

export const endingsForGuests = words(
  "almhütte berghütte skihütte jagdhütte schutzhütte mökki fritidshus fritidshytte sommarstuga sommerhus hotel hotell gästehaus ferienhaus ferienhäuser ferienwohnung ferienwohnungen herberg vakantiehuis"
)

/** Several words that say together what each would not: of homes, or of nothing. */
export const phrases: ReadonlyArray<ReadonlyArray<string>> = `
  ${tradePhrases.trim()},
  assistantes maternelles, c of e, ogródki działkowe, ενοικιαζόμενα δωμάτια, unión vecinal, zimmer frei, sobe apartmani,
  guest house, guest houses, boarding house, holiday home, holiday homes, holiday house, holiday cottage, holiday cottages,
  dr med, holiday let, holiday lets, holiday park, bed and breakfast, bed breakfast, b b, b and b, care home, nursing home, rest home,
  retirement home, funeral home, children s home, meeting house, court house, club house, opera house, custom house,
  coffee house, steak house, fire house, village hall, town hall, city hall, church hall, community hall, parish hall,
  elks lodge, masonic lodge, moose lodge, eagles lodge, odd fellows, auto body, body shop, oil change, memorial hall,
  masonic hall, scout hall, legion hall, grange hall, kingdom hall, barangay hall,
  scout hut, scout group, scout troop, guest lodge, country lodge, safari lodge, rooms to let, casa particular,
  sisters of, daughters of, missionaries of, brothers of, order of, knights of, dar chabab, dar taliba, dar talib,
  globos namai, senelių namai, vaikų namai, dom dziecka, dětský domov, detský domov, domov důchodců, domov dôchodcov,
  domov pro, domov pre, szociális otthon, casa de copii, cămin de bătrâni, дом малютки, дом за деца, casa de acogida,
  casa di accoglienza, casa alloggio, hogar de día, centro de dia, casa de acolhimento, lar de infância, foyer d accueil,
  maison d enfants, telephone exchange, british legion, american legion, covered court,
  haus der jugend, haus der kirche, haus der kulturen, haus des gastes,
  chambre d hôtes, chambres d hôtes, maison d hôtes, résidence de tourisme, résidence hôtelière, maison de retraite,
  maison de quartier, maison de la culture, maison de santé, maison des associations, maison médicale, maison communale,
  maison des jeunes, maison du peuple, foyer rural, pôle emploi, cave coopérative,
  salle des fêtes, salle polyvalente, salle paroissiale,
  casa rural, casas rurales, casa de cultura, casa de la cultura, casa de la juventud, casa consistorial, casa comunal,
  casa parroquial, casa museo, casa hogar, apartamentos turísticos, vivienda turística, viviendas turísticas,
  casa cuartel, casa comunitaria, residencia de ancianos, residencia de mayores, residencia geriátrica, salón comunal,
  salón de eventos, salón de fiestas, salón del reino, jardín de niños, jardín de infantes, jardín infantil, puesto de salud,
  casa da cultura, casa do povo, casa de repouso, casa de saúde, casa de férias, alojamento local, assembleia de deus,
  lar de idosos, salão do reino, salão paroquial,
  casa comunale, casa del popolo, casa di riposo, casa di cura, casa della salute, casa vacanze, case vacanze,
  casa famiglia, casa protetta, residenza sanitaria, pro loco, studio legale,
  căminul cultural, cămin cultural, casa de cultură,
  dom kultury, dom kulture, dom zdravlja, dom seniora, dom seniorů, dom opieki, dom pomocy, dům kultury, kulturní dům,
  obecní dům, dom penzionera, művelődési ház,
  kultúrny dom, kulturni dom, zdravstveni dom, gasilski dom, vatrogasni dom, društveni dom, lovački dom, planinski dom,
  straż pożarna, zespół szkół, dom ludowy, dom strażaka, dom weselny, sala weselna, stacja paliw, hasičská zbrojnice,
  požární zbrojnice, požiarna zbrojnica, zdravotní středisko, idősek otthona, közösségi ház,
  tautas nams, kultūros centras, kultūros namai, folkets hus,
  дом культуры, дом быта, дом отдыха, дом престарелых, дом пионеров, дом творчества, гостевой дом, детский сад,
  будинок культури, дитячий садок, дом здравља, дом културе, детска градина, къща за гости,
  дворец культуры, дворец спорта, дом интернат, пожарная часть, торговый центр, сільська рада, дзіцячы сад,
  trường tiểu học, trường mầm non, trường trung học, trường đại học, trường thcs, trường thpt, bệnh viện, nhà thờ, nhà nghỉ,
  nhà văn hóa, khách sạn, ngân hàng, trạm y tế, ủy ban, rumah sakit, rumah makan, pondok pesantren,
  công ty, cửa hàng, nhà hàng, nha khoa, nhà thuốc, nhà trẻ, quán ăn, quán cà phê, phòng khám, siêu thị, bưu điện, thánh thất,
  tiệm vàng, tịnh xá, trường học, trường mẫu giáo, văn phòng,
  בית ספר, בית כנסת, בית חולים, גן ילדים, קופת חולים,
  בית קפה, בית אבות, בית מרקחת
`
  .split(",")
  .map(words)

/** In scripts without spaces, and others with endings, such a word may stand anywhere; most stand at the end. */
export const anywhere = words(`
  ${tradesAnywhere}
  株式会社 有限会社 合同会社 有限公司 公司 학교 교회 병원 의원 약국 은행 호텔 어린이집 유치원 주민센터 경로당
  学校 小学 中学 高校 大学 學校 小學 中學 大學 学院 幼稚園 幼儿园 幼兒園 保育園 保育所 こども園 教会 教堂 神社 病院 医院 醫院 診療所 クリニック
  歯科 薬局 郵便局 银行 銀行 ホテル 公民館 集会所 図書館 会館 市役所 町役場 工場 事務所 営業所 支店 本社 倉庫 消防 交番 警察 酒店 餐厅 餐廳 超市
  旅館 旅馆 民宿 客栈 客棧 宾馆 賓館 ホステル ゲストハウス 게스트하우스 모텔 민박 여관 펜션
  カフェ クリーニング グループホーム サロン センター スーパー ストア スタジオ デイサービス ホームセンター レストラン 老人ホーム 出張所 分教会
  役所 役場 農協 食堂 警察署 特養 派出所 卫生院 衛生所 政府 村委会 居委会 中心 物业 物業 药店 药房 商店 便利店 市场 饭店 飯店 加油站 公所 宗祠 邮局 郵局
  경찰서 공단 공사 교육원 농협 도서관 마트 미용실 박물관 보건소 복지관 복지센터 사무소 새마을금고 성당 세탁소 센터 소방서 수련원 상가 시장 식당 연구소 요양원 우체국
  조합 주유소 지구대 체육관 편의점 파출소 회관
  โรงเรียน โรงพยาบาล โรงแรม ธนาคาร บริษัท สำนักงาน
  ศาลากลาง ห้างสรรพสินค้า คลินิก ตลาด เทศบาล มัสยิด มูลนิธิ ร้าน รีสอร์ท โรงงาน วัด วิทยาลัย ศูนย์ สถานี สมาคม สหกรณ์ องค์การ อบต อู่ซ่อม
  ጽ/ቤት स्टोर मार्ट मोबाइल স্টোর স্কুল মার্ট ஸ்டோர் ஸ்கூல் స్టోర్ స్కూల్ ಸ್ಟೋರ್ ಸ್ಕೂಲ್ സ്റ്റോർ ස්ටෝර්ස් හෝටලය බේකරි
  ວັດ ໂຮງຮຽນ វត្ត សាលា ကျောင်း ဘုရား පාසල විහාරය
  विद्यालय मंदिर मन्दिर मस्जिद अस्पताल कार्यालय পাঠশালা বিদ্যালয় মসজিদ মন্দির হাসপাতাল মাদ্রাসা பள்ளி கோவில் கோயில் மருத்துவமனை
  स्कूल पंचायत चिकित्सालय बैंक दुकान आंगनवाड़ी धर्मशाला गुरुद्वारा चर्च डाकघर ದೇವಸ್ಥಾನ ಶಾಲೆ దేవాలయం పాఠశాల ക്ഷേത്രം സ്കൂൾ શાળા મંદિર ਸਕੂਲ ਗੁਰਦੁਆਰਾ
  აფთიაქი ბაღი ბანკი ეკლესია მუზეუმი საავადმყოფო სასტუმრო სკოლა უნივერსიტეტი
  դեղատուն դպրոց եկեղեցի թանգարան հիվանդանոց համալսարան հյուրանոց մանկապարտեզ
`)

/** Words in which one of these stands by chance: a province is no temple, nor a ginkgo a bank. */
export const byChance = words("จังหวัด 스마트 은행나무")

/** Words of names of homes, and of streets after which they are named: a church may stand beside its cottages. */
export const homes = wordsIn(`
  apartment apartments apt apts building bungalow co-op condo condominium condominiums condos cooperative cottage cottages court
  courts dorm dormitory dwelling dwellings estate farm farmhouse flat flats gardens house houses housing lodge loft lofts manor
  mansion mansions mews place residence residences residential row suites terrace tower towers villa villas village
  avenue boulevard lane road square street
  haus häuser residenz siedlung wohnanlage wohnen wohnhaus wohnheim wohnpark wohnung wohnungen studentenwohnheim
  clos domaine hameau immeuble jardins maison résidences terrasses residencia residencial residence casa casas condominio condomínios edificio edificios palazzo palazzina
  bâtiment bloque conjunto departamentos prédio torre torres urbanización viviendas bloc
  huis flatgebouw dom dům bytový talo kerrostalo társasház zgrada жк дом общежитие будинок πολυκατοικία
  apartmanı blok evleri konutları rezidans sitesi apartemen kondominium perumahan rumah rusun chung
  brf borettslag sameie ejerforening andelsboligforening bostadsrättsförening korteriühistu kamienica osiedle panelák
  condominiums fraccionamiento multifamiliar privada quinta sobrado vecindad villetta villino palazzine hlm copropriété
  niwasa niwahana huize logements жилой жилая житловий निवास सदन বাড়ি ভিলা
  nivas niwas nilaya nilayam sadan sadana kunj kutir kost kontrakan pangsapuri apt konakları villaları namas māja тсж
  жилкомплекс байр корпус усадьба үй apartamenty apartman apartmani apartmány
  برج سكن عمارة فيلا شقق منزل مسکونی آپارتمان ساختمان מגדל בניין სახლი კორპუსი շենք տուն
`)

/** What parts of an estate are called, before or behind their number: of homes, if nothing else is said. */
export const partsOfEstates = wordsIn(
  `
  apto aufgang bl bldg bt departamento depto door eingang entrance escada escalera imm lot lépcsőház pallati plot portal scala
  scara stiege unit бл вход корп подъезд секция під'їзд
`
    .trim()
    .replaceAll("\n", "")
)

/** What flats for guests are called in houses for one household; elsewhere it is a block of flats. */
export const flatsInHouses = wordsIn(
  "apartman apartmani apartmány apartmán apartamenty appartements camere habitaciones quartos rooms zimmer studios"
)

/** What follows the word for an institution, also in what people call a house: `Church of Christ`. */
export const ofWhat = wordsIn("of for general der des für van voor")

/** In scripts without spaces; and a company of Finland that owns a house, whose residents own its shares. */
export const homesAnywhere = [
  ...words(
    "マンション アパート ハイツ コーポ レジデンス 団地 住宅 寮 荘 ハイム メゾン ヴィラ 号棟 社宅 宿舎 公寓 小区 小區 花园 花園 大厦 大廈 号楼 號樓 宿舍 家园 佳苑 新村 아파트 빌라 주택 맨션 기숙사 빌리지 오피스텔 연립 하이츠 원룸 คอนโด หอพัก อพาร์ทเม คอนโดมิเนียม แมนชั่น"
  ),
  "as oy",
  "as. oy",
  "asunto oy"
]

/** Before a word for what a house once was. */
export const formerly = wordsIn(`
  alte alten alter altes ältere ancien ancienne antigua antiguo antiga antigo ehemalige ehemaliges ehemaliger ex former gamla
  gamle old oud oude vieille vieux stará starý vecchia vecchio vanha бывшая бывший
`)

/** Between such a word and the use: the old post office. */
export const betweenFormer = wordsIn("fire police post railway")

/** What follows in the name of a house says where it is: `Haus an der Kirche`. */
export const besides = wordsIn("am an at bei beim by im near off opposite")
