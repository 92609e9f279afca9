import { fold } from "../../schemas/Fold.ts"
import type { Tags } from "./Pursuits.ts"

/**
 * Names that say what happens at a place whose tags do not: mappers often name a school, a town hall or a company and
 * give it no other tag. In real extracts, one of these words is in the names of 515 of 1,774 businesses and
 * institutions, and of 2 of 66 residential buildings.
 */

const words = (text: string): ReadonlyArray<string> => fold(text).split(" ")

/** Legal forms of companies and associations. `AB`, `AS`, `CO` and `SA` without periods are also other words. */
const legalForms = words(`
  ag gmbh mbh kg kgaa ohg ltd limited inc incorporated llc llp plc pty corp corporation
  sarl sas sasu srl spa ltda eireli lda bv nv bvba oy oyj aps asa kft zrt sro doo ood eood sia uab
  ооо зао оао пао тов
`)

/** Institutions and businesses. */
const places = words(`
  academy admin administration agency airport aquarium arena association auditorium bakery bank barber basilica bistro bookstore
  brewery business cafe cafeteria cathedral center centre chapel church cinema clinic coffee college commission
  company construction consulate consulting convent council courthouse daycare dealership dental dentist department depot
  diner embassy enterprises facility factory fitness foundation gallery gas gurdwara gym headquarters hospital hostel hotel imports industries
  institute insurance kindergarten laboratories laboratory laundromat library logistics maintenance mall mandir market masjid
  medical ministries ministry mission monastery montessori mosque motel motors municipality museum nursery office offices
  parish pharmacy pizza pizzeria plant police preschool primary pub restaurant salon school schools seminary services shop shopping
  society solutions spa station stadium storage store studios supermarket surgery synagogue systems taxi temple theater theatre
  trust university warehouse workshop

  amt anstalt apotheke asyl bauhof bibliothek botschaft buro einkaufszentrum fabrik feuerwehrdepot kindertagesstatte kita stadion feuerwehr firma friseur gaststatte gemeindehaus
  gemeindezentrum grundschule gymnasium hort jugendzentrum kaserne kirche klinik kloster krankenhaus landratsamt museum
  pfarramt pfarrei polizei praxis rathaus regierung sparkasse spital stadtwerke tankstelle turnhalle volkshochschule werkhof
  werkstatt zahnarzt zentrum
  altenheim altersheim bahnhof burgerhaus feuerwehrhaus gasthaus gasthof pfarrheim pflegeheim schutzenhaus schwimmbad seniorenheim
  vereinsheim

  agence bibliotheque boulangerie bureau bureaux cabinet caserne centre clinique college creche ecole eglise garage
  gendarmerie gymnase hopital lycee mairie maternelle mediatheque musee paroisse pharmacie prefecture societe usine

  asociacion ayuntamiento biblioteca capilla centro clinica colegio convento escuela estacion fabrica farmacia guarderia iglesia instituto
  museo oficina oficinas panaderia parroquia restaurante supermercado taller teatro tienda universidad
  associacao banco camara capela creche escola faculdade hospital igreja junta loja mercado oficina paroquia prefeitura teatro
  asilo chiesa comune farmacia istituto liceo municipio negozio officina ospedale parrocchia ristorante scuola ufficio uffici

  apotheek basisschool bibliotheek gemeentehuis kantoor kerk stichting vereniging winkel ziekenhuis
  bibliotek forskola forsamlingshus kirke kyrka skola skole vardcentral
  apteka biblioteka kosciol przedszkole sklep szkola szpital urzad
  kancelar knihovna kostel lekarna nemocnice skola skolka urad
  iskola ovoda templom biserica gradinita primaria scoala crkva skola skupstina opstina

  администрация аптека банк библиотека больница гостиница детсад завод кафе клуб магазин мечеть музей офис поликлиника почта
  ресторан садик сельсовет собор храм церковь школа
  адміністрація бібліотека лікарня пошта садок церква
  σχολειο εκκλησια δημαρχειο φαρμακειο

  مدرسة مسجد مستشفى كنيسة فندق بنك شركة صيدلية جامعة
`)

/** Words at whose end a compound says what it is: `Primarschule`, `Gemeindeverwaltung`, `Kiezshop`. */
const endings = words(`
  akademie apotheke backerei bucherei buro fabrik gymnasium handel industrie kapelle kindergarten kindertagesstatte kirche klinik kolleg
  metzgerei museo museum praxis schule service shop sparkasse sporthalle stadion stadthalle verein verwaltung werkstatt zentrum
  kerk school kirjasto kirkko koulu paivakoti toimisto kirke kirkja skola skole skoli
`)

/** In scripts without spaces, and Korean, such a word may stand anywhere; most stand at the end. */
const anywhere = words(`
  株式会社 有限会社 合同会社 有限公司 公司 학교 교회 병원 의원 약국 은행 호텔 어린이집 유치원 주민센터 경로당
  学校 小学 中学 高校 大学 學校 小學 中學 大學 学院 幼稚園 幼儿园 幼兒園 保育園 保育所 こども園 教会 教堂 神社 病院 医院 醫院 診療所 クリニック
  歯科 薬局 郵便局 银行 銀行 ホテル 公民館 集会所 図書館 会館 市役所 町役場 工場 事務所 営業所 支店 本社 倉庫 消防 交番 警察 酒店 餐厅 餐廳 超市
  โรงเรียน โรงพยาบาล โรงแรม ธนาคาร บริษัท
`)

/** Words of names of homes, and of streets after which they are named: a church may stand beside its cottages. */
const homes = new Set(
  words(`
    apartment apartments apt apts building bungalow co-op condo condominium condominiums condos cooperative cottage cottages court
    courts dorm dormitory dwelling dwellings estate farm farmhouse flat flats gardens house houses housing lodge loft lofts manor
    mansion mansions mews place residence residences residential row suites terrace tower towers villa villas village
    avenue boulevard lane road square street
    haus hauser residenz siedlung wohnanlage wohnen wohnhaus wohnheim wohnpark wohnung wohnungen studentenwohnheim
    immeuble maison residencia residencial residence casa casas condominio condominios edificio edificios palazzo palazzina
    huis flatgebouw dom dum bytovy talo kerrostalo жк дом общежитие будинок
    alte alten altes altere ancien ancienne antigua antiguo antiga antigo ehemalige ehemaliges ehemaliger ex former old oud oude stara
    stary vecchia vecchio vanha бывшая бывший
  `)
)

const homesAnywhere = words(
  "マンション アパート ハイツ コーポ レジデンス 団地 住宅 寮 公寓 小区 小區 花园 花園 大厦 아파트 빌라 주택 맨션"
)

const whole = new Set([...legalForms, ...places])

/** Forms with periods, which would fall apart into letters. */
const abbreviated =
  /(?:^|[\s,])(?:e\. ?v|a\. ?s|b\. ?v|n\. ?v|d\. ?o\. ?o|s\. ?a(?:\. ?s)?|s\. ?l|s\. ?p\. ?a|s\. ?r\. ?[lo]|sp\. ?z ?o\. ?o)\.?$|(?:^|\s)a\/s$/u

const isOne = (word: string): boolean =>
  whole.has(word) || endings.some((ending) => word.length > ending.length && word.endsWith(ending))

/** Whether a name is that of a business or institution, and not of a home that is named after one. */
const namesBusiness = (name: string): boolean => {
  const folded = fold(name)
  if (homesAnywhere.some((word) => folded.includes(word))) return false
  const parts = folded.split(/[^\p{L}\p{M}\p{N}-]+/u)
  if (parts.some((part) => homes.has(part))) return false
  return abbreviated.test(folded) || parts.some(isOne) || anywhere.some((word) => folded.includes(word))
}

/** The name, if it is that of a business or institution. A house whose address is a name may have been a bakery once. */
export const businessNamedIn = (tags: Tags): string | undefined => {
  const name = tags.get("name")
  const house = tags.get("addr:housename")
  if (name === undefined || (house !== undefined && fold(house) === fold(name))) return undefined
  return namesBusiness(name) ? `name=${name}` : undefined
}
