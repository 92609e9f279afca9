/**
 * Names in use for subdivisions that neither ISO 3166-2 nor CLDR has: short forms, abbreviations, other languages. Those of
 * the United States are the former ones of the Government Publishing Office's Style Manual.
 */
const table = `
AR-C Capital Federal|CABA|Ciudad de Buenos Aires
BE-BRU Brussels Capital Region|Brussel-Hoofdstad|Brussels-Capital|Bruxelles-Capitale|Brussel|Bruxelles|Brussels Hoofdstedelijk Gewest
BE-VLG Vlaanderen|Flandre|Flandres
BE-WAL Wallonie|Waals Gewest|Wallonische Region
BG-22 София-град|София (столица)|Sofia-grad|Sofia City
BS-GC Grand Bahama
CA-AB Alta
CA-MB Man
CA-NL Nfld|NF|Newfoundland
CA-NT NWT
CA-ON Ont
CA-PE PEI
CA-QC Que|PQ
CA-SK Sask
CH-GR Grischun|Grigioni
CO-DC Bogotá D.C.|Bogotá, D.C.|Bogotá DC|Distrito Capital
CY-01 Λευκωσία|Lefkosía|Lefkoşa
CY-02 Λεμεσός|Limassol|Lemesós
CY-03 Λάρνακα
CY-04 Αμμόχωστος
CY-05 Πάφος
CY-06 Κερύνεια
DE-BW BaWü
DE-NW NRW
ES-BI Vizcaya
ES-CT Cataluña
ES-IB Baleares|Islas Baleares
ES-NC Navarra|Nafarroa
ES-PV Euskadi
ES-SS Guipúzcoa
ES-VC Comunitat Valenciana|Valencia
GR-A Ανατολικής Μακεδονίας και Θράκης
GR-B Κεντρικής Μακεδονίας
GR-C Δυτικής Μακεδονίας
GR-D Ηπείρου
GR-E Θεσσαλίας
GR-F Ιονίων Νήσων
GR-G Δυτικής Ελλάδας
GR-H Στερεάς Ελλάδας
GR-I Αττικής
GR-J Πελοποννήσου
GR-K Βορείου Αιγαίου
GR-L Νοτίου Αιγαίου
GR-M Κρήτης
ID-BB Bangka Belitung
ID-JK DKI Jakarta
ID-YO DI Yogyakarta|D.I. Yogyakarta|Daerah Istimewa Yogyakarta
IN-DH Dadra and Nagar Haveli|Daman and Diu
IN-DL Delhi NCT|NCT of Delhi|New Delhi
IN-OD Orissa
IN-PY Pondicherry
IN-UK Uttaranchal
IR-00 مرکزی
IR-01 گیلان
IR-02 مازندران
IR-03 آذربایجان شرقی|East Azerbaijan
IR-04 آذربایجان غربی|West Azerbaijan
IR-05 کرمانشاه
IR-06 خوزستان
IR-07 فارس
IR-08 کرمان
IR-09 خراسان رضوی|Razavi Khorasan
IR-10 اصفهان|Isfahan
IR-11 سیستان و بلوچستان|Sistan and Baluchestan
IR-12 کردستان|Kurdistan
IR-13 همدان
IR-14 چهارمحال و بختیاری
IR-15 لرستان
IR-16 ایلام
IR-17 کهگیلویه و بویراحمد
IR-18 بوشهر
IR-19 زنجان
IR-20 سمنان
IR-21 یزد
IR-22 هرمزگان
IR-23 تهران|Tehran
IR-24 اردبیل
IR-25 قم
IR-26 قزوین
IR-27 گلستان
IR-28 خراسان شمالی|North Khorasan
IR-29 خراسان جنوبی|South Khorasan
IR-30 البرز
IT-23 Aosta|Val d'Aosta
IT-32 Trentino-Alto Adige/Südtirol|Trentino-Südtirol
IT-65 Abruzzi
IT-BZ Alto Adige|Südtirol|Bolzano - Alto Adige
IT-MB Monza e della Brianza
IT-RE Reggio nell'Emilia
JO-AM عمان|عمّان
KR-43 충북|Chungbuk
KR-44 충남|Chungnam
KR-45 전북|Jeonbuk
KR-46 전남|Jeonnam
KR-47 경북|Gyeongbuk
KR-48 경남|Gyeongnam
MA-01 طنجة-تطوان-الحسيمة
MA-02 الشرق|Oriental
MA-03 فاس-مكناس
MA-04 الرباط-سلا-القنيطرة
MA-05 بني ملال-خنيفرة
MA-06 الدار البيضاء-سطات
MA-07 مراكش-آسفي
MA-08 درعة-تافيلالت
MA-09 سوس-ماسة
MA-10 كلميم-واد نون
MA-11 العيون-الساقية الحمراء
MA-12 الداخلة-وادي الذهب
MX-AGU Ags.|AGS
MX-BCN B.C.|BC
MX-BCS B.C.S.
MX-CAM Camp.
MX-CHH Chih.
MX-CHP Chis.
MX-CMX CDMX|Distrito Federal|D.F.|DF|Ciudad de México|Mexico City
MX-COA Coah.
MX-DUR Dgo.
MX-GRO Gro.
MX-GUA Gto.
MX-HID Hgo.
MX-JAL Jal.
MX-MEX Edo. Méx.|Edo. de Méx.|Edomex|Estado de México
MX-MIC Mich.
MX-MOR Mor.
MX-NAY Nay.
MX-NLE N.L.|NL
MX-OAX Oax.
MX-PUE Pue.
MX-QUE Qro.
MX-ROO Q. Roo|QROO
MX-SIN Sin.
MX-SLP S.L.P.
MX-SON Son.
MX-TAB Tab.
MX-TAM Tamps.
MX-TLA Tlax.
MX-VER Ver.
MX-YUC Yuc.
MX-ZAC Zac.
NG-FC FCT|Abuja
NO-18 Nordlánnda|Nordland - Nordlánnda|Nordland – Nordlánnda
NO-50 Trööndelage|Trøndelag - Trööndelage|Trøndelag – Trööndelage
NO-55 Romsa|Tromssa|Troms - Romsa - Tromssa|Troms – Romsa – Tromssa
NO-56 Finnmárku|Finmarkku|Finnmark - Finnmárku - Finmarkku|Finnmark – Finnmárku – Finmarkku
NP-P1 Province 1|Province No. 1
PH-00 NCR|Metro Manila
PK-GB Gilgit Baltistan
PK-JK Azad Kashmir
RU-AL Altai Republic
RU-BU Buryatia|Republic of Buryatia
RU-CHU Chukotka|Chukotka Autonomous Okrug
RU-KB Kabardino-Balkaria|Kabardino-Balkarian Republic
RU-KC Karachay-Cherkessia|Karachay-Cherkess Republic
RU-KHM Khanty-Mansi Autonomous Okrug
RU-MOS Moscow Oblast
RU-NEN Nenets Autonomous Okrug
RU-SA Sakha|Sakha Republic|Yakutia|Якутия
RU-SE North Ossetia|North Ossetia-Alania|Republic of North Ossetia-Alania
RU-YAN Yamalo-Nenets Autonomous Okrug
RU-YEV Jewish Autonomous Oblast
SA-01 الرياض
SA-02 مكة المكرمة|مكة
TR-46 K. Maraş
TR-63 Urfa
UA-43 Crimea
US-AL Ala
US-AR Ark
US-AZ Ariz
US-CA Calif
US-CO Colo
US-CT Conn
US-DC Washington DC|Washington, D.C.|D.C.
US-DE Del
US-FL Fla
US-IL Ill
US-IN Ind
US-KS Kan|Kans
US-MA Mass
US-MI Mich
US-MN Minn
US-MS Miss
US-MT Mont
US-ND N Dak
US-NE Neb|Nebr
US-NM N Mex
US-NV Nev
US-OK Okla
US-OR Ore|Oreg
US-PA Penn|Penna
US-SD S Dak
US-TN Tenn
US-TX Tex
US-WA Wash
US-WI Wis|Wisc
US-WV W Va
US-WY Wyo
VN-HN TP. Hà Nội|Thành phố Hà Nội
VN-SG TP. Hồ Chí Minh|TP Hồ Chí Minh|TPHCM|Thành phố Hồ Chí Minh|Sài Gòn
ZA-KZN KZN
`

/** With a full stop or without: `Q. Roo`, `Q Roo`. */
const spellings = (name: string) => (name.includes(".") ? [name, name.replaceAll(".", "")] : [name])

/** By code. */
export const usualNames: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  table
    .trim()
    .split("\n")
    .map((line) => [
      line.slice(0, line.indexOf(" ")),
      line
        .slice(line.indexOf(" ") + 1)
        .split("|")
        .flatMap(spellings)
    ])
)
