import { String as Text } from "effect"
import type { LocaleName } from "./Locales.ts"

/**
 * Occupations in languages for which Faker has only English ones, or only parts that cannot be combined: they do not
 * agree in gender (Ingeniero de Respuesta Humano, for a woman), or are misspelled. They are separated by semicolons; if
 * the language distinguishes genders, the feminine form is before the slash, the masculine form after it.
 */
const table: { readonly [name in LocaleName]?: string } = {
  cs_CZ:
    "učitelka/učitel; zdravotní sestra/ošetřovatel; inženýrka/inženýr; truhlářka/truhlář; pekařka/pekař; elektrikářka/elektrikář; lékárnice/lékárník; účetní; programátorka/programátor; zahradnice/zahradník; architektka/architekt; kuchařka/kuchař",
  da: "lærer; sygeplejerske; ingeniør; tømrer; bager; elektriker; farmaceut; bogholder; softwareudvikler; gartner; arkitekt; kok",
  de: "Lehrerin/Lehrer; Krankenpflegerin/Krankenpfleger; Ingenieurin/Ingenieur; Tischlerin/Tischler; Bäckerin/Bäcker; Elektrikerin/Elektriker; Apothekerin/Apotheker; Buchhalterin/Buchhalter; Softwareentwicklerin/Softwareentwickler; Gärtnerin/Gärtner; Architektin/Architekt; Köchin/Koch",
  es: "profesora/profesor; enfermera/enfermero; ingeniera/ingeniero; carpintera/carpintero; panadera/panadero; electricista; farmacéutica/farmacéutico; contable; programadora/programador; jardinera/jardinero; arquitecta/arquitecto; cocinera/cocinero",
  fi: "opettaja; sairaanhoitaja; insinööri; puuseppä; leipuri; sähköasentaja; farmaseutti; kirjanpitäjä; ohjelmistokehittäjä; puutarhuri; arkkitehti; kokki",
  fr: "enseignante/enseignant; infirmière/infirmier; ingénieure/ingénieur; menuisière/menuisier; boulangère/boulanger; électricienne/électricien; pharmacienne/pharmacien; comptable; développeuse/développeur; jardinière/jardinier; architecte; cuisinière/cuisinier",
  hr: "učiteljica/učitelj; medicinska sestra/medicinski tehničar; inženjerka/inženjer; stolarica/stolar; pekarica/pekar; električarka/električar; ljekarnica/ljekarnik; knjigovotkinja/knjigovođa; programerka/programer; vrtlarica/vrtlar; arhitektica/arhitekt; kuharica/kuhar",
  hu: "tanár; ápoló; mérnök; asztalos; pék; villanyszerelő; gyógyszerész; könyvelő; szoftverfejlesztő; kertész; építész; szakács",
  id_ID:
    "guru; perawat; insinyur; tukang kayu; pembuat roti; tukang listrik; apoteker; akuntan; pengembang perangkat lunak; tukang kebun; arsitek; juru masak",
  is: "kennari; hjúkrunarfræðingur; verkfræðingur; smiður; bakari; rafvirki; lyfjafræðingur; bókari; forritari; garðyrkjufræðingur; arkitekt; kokkur",
  it: "insegnante; infermiera/infermiere; ingegnera/ingegnere; falegname; panettiera/panettiere; elettricista; farmacista; contabile; sviluppatrice software/sviluppatore software; giardiniera/giardiniere; architetta/architetto; cuoca/cuoco",
  ko: "교사; 간호사; 엔지니어; 목수; 제빵사; 전기기사; 약사; 회계사; 소프트웨어 개발자; 조경사; 건축가; 요리사",
  lv: "skolotāja/skolotājs; medmāsa/medbrālis; inženiere/inženieris; galdniece/galdnieks; maizniece/maiznieks; elektriķe/elektriķis; farmaceite/farmaceits; grāmatvede/grāmatvedis; programmētāja/programmētājs; dārzniece/dārznieks; arhitekte/arhitekts; pavāre/pavārs",
  nb_NO:
    "lærer; sykepleier; ingeniør; snekker; baker; elektriker; farmasøyt; regnskapsfører; programvareutvikler; gartner; arkitekt; kokk",
  nl: "docent; verpleegkundige; ingenieur; timmerman; bakker; elektricien; apotheker; boekhouder; softwareontwikkelaar; hovenier; architect; kok",
  pl: "nauczycielka/nauczyciel; pielęgniarka/pielęgniarz; inżynierka/inżynier; farmaceutka/farmaceuta; księgowa/księgowy; programistka/programista; ogrodniczka/ogrodnik; architektka/architekt; kucharka/kucharz; dziennikarka/dziennikarz; tłumaczka/tłumacz; fryzjerka/fryzjer",
  pt_BR:
    "professora/professor; enfermeira/enfermeiro; engenheira/engenheiro; marceneira/marceneiro; padeira/padeiro; eletricista; farmacêutica/farmacêutico; contadora/contador; programadora/programador; jardineira/jardineiro; arquiteta/arquiteto; cozinheira/cozinheiro",
  pt_PT:
    "professora/professor; enfermeira/enfermeiro; engenheira/engenheiro; carpinteira/carpinteiro; padeira/padeiro; eletricista; farmacêutica/farmacêutico; contabilista; programadora/programador; jardineira/jardineiro; arquiteta/arquiteto; cozinheira/cozinheiro",
  ro: "profesoară/profesor; asistentă medicală/asistent medical; ingineră/inginer; electrician; farmacistă/farmacist; contabilă/contabil; programatoare/programator; arhitectă/arhitect; bucătăreasă/bucătar; jurnalistă/jurnalist; traducătoare/traducător; croitoreasă/croitor",
  sk: "učiteľka/učiteľ; zdravotná sestra/ošetrovateľ; inžinierka/inžinier; stolárka/stolár; pekárka/pekár; elektrikárka/elektrikár; lekárnička/lekárnik; účtovníčka/účtovník; programátorka/programátor; záhradníčka/záhradník; architektka/architekt; kuchárka/kuchár",
  sr_RS_latin:
    "nastavnica/nastavnik; medicinska sestra/medicinski tehničar; inženjerka/inženjer; stolar; pekar; električar; apotekarka/apotekar; knjigovođa; programerka/programer; baštovan; arhitekta; kuvarica/kuvar",
  sv: "lärare; sjuksköterska; ingenjör; snickare; bagare; elektriker; apotekare; redovisningsekonom; programmerare; trädgårdsmästare; arkitekt; kock",
  tr: "öğretmen; hemşire; mühendis; marangoz; fırıncı; elektrikçi; eczacı; muhasebeci; yazılım geliştirici; bahçıvan; mimar; aşçı",
  vi: "giáo viên; y tá; kỹ sư; thợ mộc; thợ làm bánh; thợ điện; dược sĩ; kế toán; lập trình viên; thợ làm vườn; kiến trúc sư; đầu bếp",
  zh_CN: "教师; 护士; 工程师; 木匠; 面包师; 电工; 药剂师; 会计; 软件工程师; 园艺师; 建筑师; 厨师",
  zh_TW: "教師; 護理師; 工程師; 木匠; 麵包師; 電工; 藥師; 會計; 軟體工程師; 園藝師; 建築師; 廚師"
}

const sameLanguage: { readonly [name in LocaleName]?: LocaleName } = {
  de_AT: "de",
  de_CH: "de",
  es_MX: "es",
  fr_BE: "fr",
  fr_CA: "fr",
  fr_CH: "fr",
  fr_LU: "fr",
  fr_SN: "fr",
  nl_BE: "nl",
  ro_MD: "ro"
}

export interface JobTitles {
  readonly female: ReadonlyArray<string>
  readonly male: ReadonlyArray<string>
}

/** Occupations in the locale's language, written as titles; undefined if there are none here. */
export const jobTitles = (locale: LocaleName): JobTitles | undefined => {
  const titles = table[sameLanguage[locale] ?? locale]?.split("; ").map((title) => title.split("/"))
  return (
    titles && {
      female: titles.map(([title = ""]) => Text.capitalize(title)),
      male: titles.map((forms) => Text.capitalize(forms.at(-1)!))
    }
  )
}
