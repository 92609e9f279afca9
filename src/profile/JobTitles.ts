import { String as Text } from "effect"
import type { LocaleName } from "./Locales.ts"

/**
 * Occupations in languages for which Faker has only English ones, or only parts that make none (National Web Liaison), do
 * not agree in gender (Ingeniero de Respuesta Humano, for a woman), or are misspelled. They are separated by semicolons; if
 * the language distinguishes genders, the feminine form is before the slash, the masculine form after it.
 */
const table: { readonly [name in LocaleName]?: string } = {
  ar: "معلمة/معلم; ممرضة/ممرض; مهندسة/مهندس; نجارة/نجار; خبازة/خباز; فنية كهرباء/فني كهرباء; صيدلانية/صيدلاني; محاسبة/محاسب; مبرمجة/مبرمج; بستانية/بستاني; مهندسة معمارية/مهندس معماري; طباخة/طباخ",
  az: "müəllim; tibb bacısı/tibb qardaşı; mühəndis; dülgər; çörəkçi; elektrik; əczaçı; mühasib; proqramçı; bağban; memar; aşpaz",
  bg: "учителка/учител; медицинска сестра/медицински брат; инженер; дърводелка/дърводелец; хлебарка/хлебар; електротехничка/електротехник; фармацевт; счетоводителка/счетоводител; програмистка/програмист; градинарка/градинар; архитектка/архитект; готвачка/готвач",
  cs_CZ:
    "učitelka/učitel; zdravotní sestra/ošetřovatel; inženýrka/inženýr; truhlářka/truhlář; pekařka/pekař; elektrikářka/elektrikář; lékárnice/lékárník; účetní; programátorka/programátor; zahradnice/zahradník; architektka/architekt; kuchařka/kuchař",
  da: "lærer; sygeplejerske; ingeniør; tømrer; bager; elektriker; farmaceut; bogholder; softwareudvikler; gartner; arkitekt; kok",
  de: "Lehrerin/Lehrer; Krankenpflegerin/Krankenpfleger; Ingenieurin/Ingenieur; Tischlerin/Tischler; Bäckerin/Bäcker; Elektrikerin/Elektriker; Apothekerin/Apotheker; Buchhalterin/Buchhalter; Softwareentwicklerin/Softwareentwickler; Gärtnerin/Gärtner; Architektin/Architekt; Köchin/Koch",
  el: "δασκάλα/δάσκαλος; νοσοκόμα/νοσοκόμος; μηχανικός; ξυλουργός; αρτοποιός; ηλεκτρολόγος; φαρμακοποιός; λογίστρια/λογιστής; προγραμματίστρια/προγραμματιστής; κηπουρός; αρχιτέκτονας; μαγείρισσα/μάγειρας",
  en: "teacher; nurse; engineer; carpenter; baker; electrician; pharmacist; accountant; software developer; gardener; architect; cook; journalist; translator; hairdresser; bus driver; police officer; social worker; dentist; farmer",
  es: "profesora/profesor; enfermera/enfermero; ingeniera/ingeniero; carpintera/carpintero; panadera/panadero; electricista; farmacéutica/farmacéutico; contable; programadora/programador; jardinera/jardinero; arquitecta/arquitecto; cocinera/cocinero",
  et: "õpetaja; õde; insener; puusepp; pagar; elektrik; apteeker; raamatupidaja; tarkvaraarendaja; aednik; arhitekt; kokk",
  fa: "معلم; پرستار; مهندس; نجار; نانوا; برقکار; داروساز; حسابدار; خیاط; باغبان; معمار; آشپز",
  fi: "opettaja; sairaanhoitaja; insinööri; puuseppä; leipuri; sähköasentaja; farmaseutti; kirjanpitäjä; ohjelmistokehittäjä; puutarhuri; arkkitehti; kokki",
  fr: "enseignante/enseignant; infirmière/infirmier; ingénieure/ingénieur; menuisière/menuisier; boulangère/boulanger; électricienne/électricien; pharmacienne/pharmacien; comptable; développeuse/développeur; jardinière/jardinier; architecte; cuisinière/cuisinier",
  he: "מורה; אחות/אח; מהנדסת/מהנדס; נגרית/נגר; אופה; חשמלאית/חשמלאי; רוקחת/רוקח; רואת חשבון/רואה חשבון; מתכנתת/מתכנת; גננת/גנן; אדריכלית/אדריכל; טבחית/טבח",
  hr: "učiteljica/učitelj; medicinska sestra/medicinski tehničar; inženjerka/inženjer; stolarica/stolar; pekarica/pekar; električarka/električar; ljekarnica/ljekarnik; knjigovotkinja/knjigovođa; programerka/programer; vrtlarica/vrtlar; arhitektica/arhitekt; kuharica/kuhar",
  hu: "tanár; ápoló; mérnök; asztalos; pék; villanyszerelő; gyógyszerész; könyvelő; szoftverfejlesztő; kertész; építész; szakács",
  hy: "ուսուցչուհի/ուսուցիչ; բուժքույր/բուժեղբայր; ինժեներ; ատաղձագործ; հացթուխ; էլեկտրիկ; դեղագործ; հաշվապահ; ծրագրավորող; այգեպան; ճարտարապետ; խոհարար",
  id_ID:
    "guru; perawat; insinyur; tukang kayu; pembuat roti; tukang listrik; apoteker; akuntan; pengembang perangkat lunak; tukang kebun; arsitek; juru masak",
  is: "kennari; hjúkrunarfræðingur; verkfræðingur; smiður; bakari; rafvirki; lyfjafræðingur; bókari; forritari; garðyrkjufræðingur; arkitekt; kokkur",
  it: "insegnante; infermiera/infermiere; ingegnera/ingegnere; falegname; panettiera/panettiere; elettricista; farmacista; contabile; sviluppatrice software/sviluppatore software; giardiniera/giardiniere; architetta/architetto; cuoca/cuoco",
  ka_GE:
    "მასწავლებელი; ექთანი; ინჟინერი; დურგალი; მცხობელი; ელექტრიკოსი; ფარმაცევტი; ბუღალტერი; პროგრამისტი; მებაღე; არქიტექტორი; მზარეული",
  kk: "мұғалім; мейіргер; инженер; ағаш ұстасы; наубайшы; электрик; фармацевт; бухгалтер; бағдарламашы; бағбан; сәулетші; аспаз",
  ko: "교사; 간호사; 엔지니어; 목수; 제빵사; 전기기사; 약사; 회계사; 소프트웨어 개발자; 조경사; 건축가; 요리사",
  ky: "мугалим; дарыгер; инженер; жыгач уста; нан бышыруучу; электрик; фармацевт; бухгалтер; программист; багбан; архитектор; ашпозчу",
  lt: "mokytoja/mokytojas; slaugytoja/slaugytojas; inžinierė/inžinierius; stalė/stalius; kepėja/kepėjas; elektrikė/elektrikas; vaistininkė/vaistininkas; buhalterė/buhalteris; programuotoja/programuotojas; sodininkė/sodininkas; architektė/architektas; virėja/virėjas",
  lv: "skolotāja/skolotājs; medmāsa/medbrālis; inženiere/inženieris; galdniece/galdnieks; maizniece/maiznieks; elektriķe/elektriķis; farmaceite/farmaceits; grāmatvede/grāmatvedis; programmētāja/programmētājs; dārzniece/dārznieks; arhitekte/arhitekts; pavāre/pavārs",
  mk: "наставничка/наставник; медицинска сестра/медицински техничар; инженерка/инженер; столарка/столар; пекарка/пекар; електричарка/електричар; фармацевтка/фармацевт; сметководителка/сметководител; програмерка/програмер; градинарка/градинар; архитектка/архитект; готвачка/готвач",
  mn: "багш; сувилагч; инженер; мужаан; талхчин; цахилгаанчин; эм зүйч; нягтлан бодогч; программист; цэцэрлэгч; архитектор; тогооч",
  ms: "guru; jururawat; jurutera; tukang kayu; pembuat roti; juruelektrik; ahli farmasi; akauntan; pembangun perisian; tukang kebun; arkitek; tukang masak",
  nb_NO:
    "lærer; sykepleier; ingeniør; snekker; baker; elektriker; farmasøyt; regnskapsfører; programvareutvikler; gartner; arkitekt; kokk",
  ne: "शिक्षिका/शिक्षक; नर्स; इन्जिनियर; सिकर्मी; इलेक्ट्रिसियन; फार्मासिस्ट; लेखापाल; माली; पत्रकार; अनुवादक; दर्जी; भान्से",
  nl: "docent; verpleegkundige; ingenieur; timmerman; bakker; elektricien; apotheker; boekhouder; softwareontwikkelaar; hovenier; architect; kok",
  pl: "nauczycielka/nauczyciel; pielęgniarka/pielęgniarz; inżynierka/inżynier; farmaceutka/farmaceuta; księgowa/księgowy; programistka/programista; ogrodniczka/ogrodnik; architektka/architekt; kucharka/kucharz; dziennikarka/dziennikarz; tłumaczka/tłumacz; fryzjerka/fryzjer",
  pt_BR:
    "professora/professor; enfermeira/enfermeiro; engenheira/engenheiro; marceneira/marceneiro; padeira/padeiro; eletricista; farmacêutica/farmacêutico; contadora/contador; programadora/programador; jardineira/jardineiro; arquiteta/arquiteto; cozinheira/cozinheiro",
  pt_PT:
    "professora/professor; enfermeira/enfermeiro; engenheira/engenheiro; carpinteira/carpinteiro; padeira/padeiro; eletricista; farmacêutica/farmacêutico; contabilista; programadora/programador; jardineira/jardineiro; arquiteta/arquiteto; cozinheira/cozinheiro",
  ro: "profesoară/profesor; asistentă medicală/asistent medical; ingineră/inginer; electrician; farmacistă/farmacist; contabilă/contabil; programatoare/programator; arhitectă/arhitect; bucătăreasă/bucătar; jurnalistă/jurnalist; traducătoare/traducător; croitoreasă/croitor",
  ru: "учительница/учитель; медсестра/медбрат; инженер; столяр; пекарь; электрик; фармацевт; бухгалтер; программист; садовник; архитектор; повар",
  sk: "učiteľka/učiteľ; zdravotná sestra/ošetrovateľ; inžinierka/inžinier; stolárka/stolár; pekárka/pekár; elektrikárka/elektrikár; lekárnička/lekárnik; účtovníčka/účtovník; programátorka/programátor; záhradníčka/záhradník; architektka/architekt; kuchárka/kuchár",
  sl_SI:
    "učiteljica/učitelj; medicinska sestra/zdravstveni tehnik; inženirka/inženir; mizarka/mizar; pekarica/pek; električarka/električar; farmacevtka/farmacevt; računovodkinja/računovodja; programerka/programer; vrtnarica/vrtnar; arhitektka/arhitekt; kuharica/kuhar",
  sq: "mësuese/mësues; infermiere/infermier; inxhiniere/inxhinier; marangoze/marangoz; bukëpjekëse/bukëpjekës; elektriciste/elektricist; farmaciste/farmacist; kontabiliste/kontabilist; programuese/programues; kopshtare/kopshtar; arkitekte/arkitekt; kuzhiniere/kuzhinier",
  sr_RS_latin:
    "nastavnica/nastavnik; medicinska sestra/medicinski tehničar; inženjerka/inženjer; stolar; pekar; električar; apotekarka/apotekar; knjigovođa; programerka/programer; baštovan; arhitekta; kuvarica/kuvar",
  sv: "lärare; sjuksköterska; ingenjör; snickare; bagare; elektriker; apotekare; redovisningsekonom; programmerare; trädgårdsmästare; arkitekt; kock",
  tg: "омӯзгор; ҳамшираи шафқат; муҳандис; дуредгар; нонвой; барқчӣ; дорушинос; муҳосиб; барномасоз; боғбон; меъмор; ошпаз",
  th: "ครู; พยาบาล; วิศวกร; ช่างไม้; ช่างไฟฟ้า; เภสัชกร; นักบัญชี; นักพัฒนาซอฟต์แวร์; คนสวน; สถาปนิก; แม่ครัว/พ่อครัว; นักข่าว",
  tk: "mugallym; şepagat uýasy; inžener; agaç ussasy; çörekçi; elektrik; dermançy; buhgalter; programmist; bagban; arhitektor; aşpez",
  tr: "öğretmen; hemşire; mühendis; marangoz; fırıncı; elektrikçi; eczacı; muhasebeci; yazılım geliştirici; bahçıvan; mimar; aşçı",
  uk: "вчителька/вчитель; медсестра/медбрат; інженерка/інженер; теслярка/тесляр; пекарка/пекар; електрикиня/електрик; фармацевтка/фармацевт; бухгалтерка/бухгалтер; програмістка/програміст; садівниця/садівник; архітекторка/архітектор; кухарка/кухар",
  ur: "استانی/استاد; نرس; انجینئر; بڑھئی; نانبائی; الیکٹریشن; دواساز; محاسب; درزن/درزی; مالی; صحافی; باورچی",
  uz_UZ_latin:
    "o‘qituvchi; hamshira; muhandis; duradgor; novvoy; elektrik; farmatsevt; buxgalter; dasturchi; bog‘bon; me’mor; oshpaz",
  vi: "giáo viên; y tá; kỹ sư; thợ mộc; thợ làm bánh; thợ điện; dược sĩ; kế toán; lập trình viên; thợ làm vườn; kiến trúc sư; đầu bếp",
  zh_CN: "教师; 护士; 工程师; 木匠; 面包师; 电工; 药剂师; 会计; 软件工程师; 园艺师; 建筑师; 厨师",
  zh_TW: "教師; 護理師; 工程師; 木匠; 麵包師; 電工; 藥師; 會計; 軟體工程師; 園藝師; 建築師; 廚師"
}

/** The table's row of a language with several locales. */
const byLanguage: ReadonlyMap<string, LocaleName> = new Map([
  ["bs", "sr_RS_latin"],
  ["de", "de"],
  ["en", "en"],
  ["es", "es"],
  ["fr", "fr"],
  ["nl", "nl"],
  ["ro", "ro"],
  ["rw", "en"]
])

const rowOf = (locale: LocaleName): string | undefined =>
  table[locale] ?? table[byLanguage.get(locale.split("_", 1)[0]!) ?? locale]

export interface JobTitles {
  readonly female: ReadonlyArray<string>
  readonly male: ReadonlyArray<string>
}

/** Georgian has capitals, but only for texts that consist of them. */
const titled = (text: string): string => (/^\p{Script=Georgian}/u.test(text) ? text : Text.capitalize(text))

/** Occupations in the locale's language, written as titles; undefined if there are none here. */
export const jobTitles = (locale: LocaleName): JobTitles | undefined => {
  const titles = rowOf(locale)
    ?.split("; ")
    .map((title) => title.split("/"))
  return (
    titles && {
      female: titles.map(([title = ""]) => titled(title)),
      male: titles.map((forms) => titled(forms.at(-1)!))
    }
  )
}
