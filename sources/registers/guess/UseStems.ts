/**
 * Stems of words for homes and for other uses, by the lists with which offices of buildings, cadastres and taxes are
 * published. They stand without accents, begin words, and have `_` for a space; `\b` ends a word.
 */
const stems = (list: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${list.trim().split(/\s+/).join("|").replaceAll("_", " ")})`, "iu")

export const homesOfLists = stems(`
  house_in_multiple sheltered_accom student_accom home_units? modular_home mobilehome (?:single|double)_?wide
  (?:\\d|three|four)[-_]?fam secondary_suite basement_suite house_of_character row_housing building_units group_title
  \\p{L}*bolig \\p{L}*beboelse kollegium kaede?hus kjedehus studenthjem hyreshus lagenhet
  reihenmittelhaus luhtital ketjutal erillistal daudzdziv daugiabut butas\\b kamienic byty?\\b dom_w_zabudowie zemedelska_usedlost
  visestamb стамбен станбен жилы жылы жилищ обитав семејн квартир banes banim \\p{L}+_banimi shtepi тұрғын тургын yasayis
  საცხოვრებ բնակ
  res_\\d_units?\\b
  appartement immeuble_a_appart maison_a_(?:un|deux) etxebizitza vivenda\\b alojamento_familiar domicilio_particular
  cortico\\b departamentos?_en_(?:edificio|condominio) predio_en_edificio_de_dep
  tri-?plex four-?plex (?:end|mid)_terrace domestic\\b manufactured_housing reihenendhaus stadtvilla austragshaus
  woonboerderij \\p{L}*flat\\b maisonnette eengezins meergezins uy-joy lojman пәтер апартамент дом_индивид индивидуальный_дом
  透天 華廈 套房 農舍 \\p{Lo}*别墅 商品房 经济适用房 居宅 주상복합 오피스텔\\(주거 ห้องชุด مسکون آپارتمان دوبلكس דו_משפחתי आवास
`)

export const othersOfLists = stems(`
  barn\\b(?!_conv) (?:cell|water|radio)_tower billboard out_?building hydrant substation swimming_pool (?:pool|guard)_house
  boat_dock day_?care ancillary property_shell parent_shell street_record object_of_interest
  drivhus stald lade\\b daginstitution doegninstitution kolonihave naust bathus lagerhall seterhus hytte\\b verksamhet
  ekonomibygg komplementbygg samhallsfunktion liike- tavaratal saunarak talousrak vanhainkod peruskoul autotall kirkot
  toostus koolihoone rupniec \\p{L}*tirdzniec paligek pagalbin gamyb maitinim mokslo viesbuc
  oswiat szpital obcansk vyrob shromazd polnohosp gazdasagi_epul trgovsk kmetijsk pomocn помоћн пословн делов
  селскостоп промишл tregtar sanidad edificio_singular suelo_sin espectacul deportiv culto\\b cochera\\b equipament
  estabelec escritorio garagem vagas?_de domicilio_coletivo edificacao_em negozi bottegh stalle scuderi rimess autorimess
  produttiv agricole serre\\b bergplaats merkatarit bulego sonderbau verwaltung geschafts tiefgarag privatgarag
  offentliche_zwecke \\p{L}*einzelhandel dukkan arsa\\b geymsl hesthus მაღაზ კომერც დაწესებ խանութ
  car_?(?:wash|park|space) lock-?up allotment playground moorings kennel advertising atm\\b silo time-?share short[-_]term beach_hut
  boat_?house model_home lagerhaus gerateschuppen beherberg laube\\b baulucke unbebaut stodol sidlo_firm
  stavba_(?:techn|pro_dopr) bedrijfshal schuur horeca trafo opslag praktijk garaje trastero solar\\b negocio box_auto
  laborator capannon arrecad galpao lagerbygg vaxthus driftsbygg koie\\b skur\\b sauna\\b hoitolait производств
  хозяйств обществ господарськ викенд црква църкв ticari do'kon 사무실 物置 停車 商铺 写字楼 厂房 nha_xuong מפעל услуги
  comm\\b(?!_?res) diplomat botschaft ausbildung infrastru[kc]tur logisti[kc]
  業務 宿泊 文教 官公庁 農林 供給処理 車庫 駐車 運輸 店面 廠辦 工廠 車位 停车 חני محل اداري اداری مغازه صنعتی वाणिज्य औद्योगिक दुकान
`)

/** Words that make it none, whatever else there is. */
export const noHomesOfLists = stems(`
  fur_gemeinschaften pour_collectivites per_collettivita ubytov niemieszk nebyto nebydl neobytn nedziv qeyri n[ao]o?_resid
  (?:garage[mn]?s?|parking|estacionamento)\\b(?=_.*resid) wochenend gartenhaus kinderheim ferie pleje common_(?:area|element) (?:lot_)?parking_(?:resid|space|stall) out_?building
  (?:group|nursing|rest|retirement)_home\\b assisted_living undeveloped residential_care odmor sumarbust recreatiewon
  residencia_(?:universit|de_estud|de_anc|de_mayor) casas?_rural casa_di_cura loma-?asun \\p{L}*abihoone
  casas?_(?:de_(?:cambio|empeno|la_cultura|cultura|moneda|reposo|repouso|huespedes)|da_cultura|comunal|cural|paroquial|hogar)
`)

/** Words that take away what follows: `Gebäude ohne Wohnnutzung`. */
export const without =
  /(?<![\p{L}\p{N}])(?:ohne|sans|senza|sem|sin|without|zonder|uden|uten|utan|bez|nem|não|nao|not|non|nicht|niet|ikke|inte|без|не)[\s-]+(?!strata)/giu
