/**
 * Words for homes in the languages of mappers, by the kind of building that they mean: what the presets of the editor iD
 * are called in the languages into which it is translated (https://github.com/openstreetmap/id-tagging-schema), and what
 * mappers write where these are spoken. No other kind of building has the word.
 */
export const homeWords: ReadonlyArray<readonly [kind: string, words: string]> = [
  [
    "house",
    `
    bauernhaus casa casa_independiente casa_indipendente casa_singola casa_unifamiliar casă családi_ház compound_house dom_jednorodzinny
    domek_jednorodzinny eengezinswoning einbýlishús einfamilienhaus enebolig enfamiljshus eramaja eramu erillistalo ev ház hiša
    huis íbúðarhús jednorodzinny kuća köy_evi lakóház locuință māja maison maison_individuelle moradia müstakil_ev namas omakotitalo
    parcelhus pientalo privatmāja rodinný_dom rodinný_dům rumah rumah_kampung rumah_tunggal rumah_teres savrupmāja sethús
    shtëpi shtëpi_private småhus sobrado stanovanjska_hiša stuehus villetta villino vilë vivienda vivienda_unifamiliar
    wohnhaus woonhuis
    bahay banglo casa_de_locuit casa_habitacion casa_habitación domicilio einbýli efh hovli individualus_namas nhà
    nhà_cấp_4 nhà_phố nhà_riêng nyumba rumah_adat rumah_panggung uy villa_ev vivienda_particular yalı biệt_thự
    коттедж котедж приватний_будинок садибний_будинок байшин
    კერძო_სახლი საცხოვრებელი_სახლი առանձնատուն
    دار سكن_خاص וילה קוטג
    বাসা නිවස ផ្ទះ ເຮືອນ အိမ်
    平房 民居 自建房 一戸建 一軒家 戸建
    дом жилой изба індивідуальний_будинок індивідуальний_житловий_будинок къща куќа кућа садиба усадьба үй хата частный_дом
    μονοκατοικία οικία σπίτι სახლი տուն
    بيت خانه خانه_ویلایی فيلا گھر مکان منزل בית בית_פרטי
    घर मकान বাড়ি வீடு ఇల్లు ಮನೆ บ้าน บ้านเดี่ยว
    一戸建て 别墅 別墅 戸建て 民家 洋房 透天厝 단독주택
  `
  ],
  [
    "semidetached_house",
    "bifamiliare bliźniak casa_geminada casa_pareada doppelhaus doppelhaushälfte ikerház kaksoistalo paarismaja parhus parhús paritalo twee_onder_een_kap dhh dobbelthus dublex dubleks dvīņu_māja kaksikelamu sublokuotas_namas tvíbýlishús двойна_къща"
  ],
  [
    "terrace",
    "adosado adosados casa_adosada casas_adosadas chalet_adosado kedjehus kuće_u_nizu radhus radová_zástavba radový_dom raðhús reihenhaus rekkehus ridaelamu ridamaja rijtjeshuis rijwoning rivitalo rækkehus rækkehuse sorház szeregowiec szeregówka villetta_a_schiera villette_a_schiera vrstna_hiša řadový_dům rindu_māja teres zabudowa_szeregowa таунхаус ทาวน์เฮ้าส์ ทาวน์โฮม 長屋 タウンハウス"
  ],
  ["ger", "yurt гэр юрта"],
  ["houseboat", "floating_home husbåt woonboot woonschip"],
  ["farm", "bauernhof boerderij cascina gospodarstwo_rolne gårdshus kmečka_hiša mangårdsbygning taluhoone tanya"],
  [
    "dormitory",
    "asuntola bendrabutis kollégium kopmītnes studentenheim ühiselamu общежитие гуртожиток ห้องพัก หอพัก общага 宿舍 宿舍楼 学生寮 社宅"
  ],
  [
    "residential",
    `
    abitazione abitazioni asuinrakennus asuintalo beboelsesbygning beboelseshus bolighus boningshus bostadshus budynek_mieszkalny
    dom_mieszkalny edificio_residencial edifício_residencial elamu elumaja gyvenamasis gyvenamasis_namas gyvenamasis_pastatas
    habitation immeuble_d'habitation konut lakóépület logement logement_social logements mesken mieszkalny obytná_budova
    obytný_dom obytný_dům prédio_residencial residencial stanovanjska_stavba stanovanjska_zgradba turar_joy
    wohn_und_geschäftshaus wohngebäude woongebouw yaşayış_binası yaşayış_evi
    dzīvojamā_māja mənzil stambeni_objekt večstanovanjski_objekt vivienda_colectiva yaşayış ikamet आवास тураржай
    asuminen boende bostad bydlení bývanie stambeno stambeni stambena stambeno_poslovni stanovanje stanovanjski lakás
    habitacional habitação residenziale residenciales uso_residencial mieszkalna mieszkalne mieszkaniowy mieszkaniowa
    gyvenamoji dzīvojamā elamine wohnen wonen kediaman hunian rumah_tinggal tempat_tinggal perumahan makazi nhà_ở
    жилая жилое жилищна жилищно житлова житлове стамбено стамбена κατοικίες საცხოვრებელი բնակելի
    سكنية مسكن מגורים आवासीय ที่อยู่อาศัย บ้านพักอาศัย 居住 居住用 商住 商住楼 商住樓
    жилищна_сграда жилое_здание жилой_дом житловий житловий_будинок станбена_зграда турак_жай тұрғын_үй
    سكن سكني عمارة_سكنية مبنى_سكني مسکونی ساختمان_مسکونی בית_מגורים בניין_מגורים
    居民楼 住宅大樓 住宅建筑 住宅楼
  `
  ],
  [
    "apartments",
    `
    bloc_locuinte budynek_wielorodzinny chung_cư căn_hộ daire depto dvostanovanjska_stavba enostanovanjska_stavba konutlar
    kondominium locuinta_colectiva locuință_colectivă lägenhet lägenheter mfh panelház tập_thể vivienda_multifamiliar
    багатоповерхівка жилой_комплекс көп_пәтерлі многоквартирный орон_сууц хрущёвка хрущевка сталинка ბინა
    شقة شقق_سكنية عمارة مجتمع_مسکونی בית_דירות דירות फ्ल्याट คอนโด
    団地 빌라 원룸
    apartamentowiec apartemen apartman apartman_binası appartamenti appartementen appartementencomplex appartementsgebouw
    asuinkerrostalo bloc bloc_de_apartamente bloc_de_locuințe blok_mieszkalny boligblok boligblokk bytovka bytová_budova
    bytový_dom bytový_dům case_popolari činžovní_dům condominio condomínio daudzdzīvokļu_ēka daudzdzīvokļu_māja daugiabutis
    dom_wielorodzinny etageejendom fjölbýlishús flatgebouw flerbostadshus flerfamiljshus hlm hyreshus immeuble kamienica
    kerrostalo kortermaja korterelamu leilighetsbygg lejlighedskompleks luhtitalo mehrfamilienhaus mietshaus palazzina pallat
    panelák panelový_dům pangsapuri pisos rumah_susun rusun stambena_zgrada társasház večstanovanjska_stavba
    večstanovanjska_zgradba wielorodzinny wohnblock wohnhochhaus wohnturm
    багатоквартирний_будинок кооперация многоквартирный_дом многоэтажка стамбена_зграда
    διαμερίσματα πολυκατοικία
    آپارتمان شقق
    คอนโดมิเนียม อพาร์ทเม้นท์
    アパート マンション 公寓 公寓大樓 公寓楼 아파트
  `
  ]
]
