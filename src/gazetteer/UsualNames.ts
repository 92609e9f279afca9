/**
 * Names in use for subdivisions that neither ISO 3166-2 nor CLDR has: short forms, abbreviations, other languages. Those of
 * the United States are the former ones of the Government Publishing Office's Style Manual.
 */
const table = `
AE-AZ أبو ظبي
AR-C Capital Federal|CABA|Ciudad de Buenos Aires
BE-BRU Brussels Capital Region|Brussel-Hoofdstad|Brussels-Capital|Bruxelles-Capitale|Brussel|Bruxelles|Brussels Hoofdstedelijk Gewest
BE-VLG Vlaanderen|Flandre|Flandres
BE-WAL Wallonie|Waals Gewest|Wallonische Region
BG-22 София-град|София (столица)|Sofia-grad|Sofia City
BH-13 Manama
BR-DF Brasília
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
CL-RM Metropolitana|Región Metropolitana
CN-GX 广西|廣西
CN-NM 内蒙古|內蒙古|Nei Mongol
CN-NX 宁夏|寧夏
CN-XJ 新疆
CN-XZ 西藏
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
ET-SN SNNPR|Southern Nations
ET-SW South West Ethiopia|South West Ethiopia Peoples' Region
FR-20R Corsica
FR-69M Grand Lyon
FR-PAC PACA
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
ID-JB Jabar
ID-JI Jatim
ID-JK DKI Jakarta|Daerah Khusus Jakarta
ID-JT Jateng
ID-PD Southwest Papua
ID-PE Highland Papua
ID-PS South Papua
ID-PT Central Papua
ID-YO DI Yogyakarta|D.I. Yogyakarta|Daerah Istimewa Yogyakarta|DIY
IN-CG CT
IN-DH Dadra and Nagar Haveli|Daman and Diu
IN-DL Delhi NCT|NCT of Delhi|New Delhi
IN-OD Orissa|OR
IN-PY Pondicherry
IN-TS TG
IN-UK Uttaranchal|UT
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
KG-GO Osh City|г. Ош
KM-A Ndzuwani|Nzwani
KM-G Ngazidja
KM-M Mwali
KP-01 평양
KR-26 Pusan
KR-41 Kyonggi
KR-43 충북|Chungbuk
KR-44 충남|Chungnam
KR-45 전북|Jeonbuk
KR-46 전남|Jeonnam
KR-47 경북|Gyeongbuk
KR-48 경남|Gyeongnam
KW-KU Kuwait City
KZ-10 Abay|Abai
KZ-11 Akmola
KZ-15 Aktobe
KZ-19 Almaty Region|Almaty Province
KZ-27 West Kazakhstan
KZ-31 Jambyl
KZ-33 Жетысу|Zhetysu|Jetisu
KZ-35 Karaganda|Karagandy
KZ-39 Kostanay
KZ-43 Kyzylorda
KZ-47 Mangystau
KZ-59 North Kazakhstan
KZ-62 Улытау
KZ-63 East Kazakhstan
KZ-71 Astana City|Nur-Sultan|Нур-Султан
KZ-75 Almaty City
LA-VT Vientiane Capital|Vientiane Prefecture|ນະຄອນຫຼວງວຽງຈັນ
LK-1 බස්නාහිර
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
MM-06 Rangoon
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
MY-14 KL
MZ-MPM Cidade de Maputo|Maputo City
NG-FC FCT|Abuja
NO-18 Nordlánnda|Nordland - Nordlánnda|Nordland – Nordlánnda
NO-50 Trööndelage|Trøndelag - Trööndelage|Trøndelag – Trööndelage
NO-55 Romsa|Tromssa|Troms - Romsa - Tromssa|Troms – Romsa – Tromssa
NO-56 Finnmárku|Finmarkku|Finnmark - Finnmárku - Finmarkku|Finnmark – Finnmárku – Finmarkku
NP-P1 Province 1|Province No. 1
NP-P2 मधेश
NP-P3 बागमती|बाग्मती
NP-P4 गण्डकी
NP-P5 लुम्बिनी
NP-P6 कर्णाली
NP-P7 सुदूरपश्चिम
PE-LMA Lima Metropolitana
PG-NCD National Capital District
PG-NSB Autonomous Region of Bougainville
PH-00 NCR|Metro Manila
PH-01 Region I
PH-02 Region II
PH-03 Region III
PH-05 Region V
PH-06 Region VI
PH-07 Region VII
PH-08 Region VIII
PH-09 Region IX
PH-10 Region X
PH-11 Region XI
PH-12 Region XII
PH-13 Region XIII
PH-14 BARMM|ARMM|Bangsamoro|Bangsamoro Autonomous Region in Muslim Mindanao
PH-15 CAR|Cordillera
PH-40 Region IV-A
PH-41 Region IV-B
PK-GB Gilgit Baltistan
PK-IS ICT|Islamabad Capital Territory
PK-JK Azad Kashmir
PL-02 Lower Silesian|Lower Silesia
PL-04 Kuyavian-Pomeranian
PL-12 Lesser Poland
PL-14 Masovian|Masovia
PL-18 Subcarpathian
PL-22 Pomeranian|Pomerania
PL-24 Silesian|Silesia
PL-26 Holy Cross
PL-28 Warmian-Masurian
PL-30 Greater Poland
PL-32 West Pomeranian|West Pomerania
RU-AL Altai Republic
RU-BU Buryatia|Republic of Buryatia
RU-CHU Chukotka|Chukotka Autonomous Okrug
RU-KB Kabardino-Balkaria|Kabardino-Balkarian Republic
RU-KC Karachay-Cherkessia|Karachay-Cherkess Republic
RU-KHM Khanty-Mansi Autonomous Okrug
RU-MOS Moscow Oblast|Moscow Region
RU-NEN Nenets Autonomous Okrug
RU-SA Sakha|Sakha Republic|Yakutia|Якутия
RU-SE North Ossetia|North Ossetia-Alania|Republic of North Ossetia-Alania
RU-SPE СПб
RU-YAN Yamalo-Nenets Autonomous Okrug
RU-YEV Jewish Autonomous Oblast
RW-01 Ville de Kigali
SA-01 الرياض
SA-02 مكة المكرمة|مكة|Mecca
SB-CT Capital Territory
TD-ND Ndjamena
TH-10 กรุงเทพ|กรุงเทพฯ|กทม.|Krung Thep
TJ-DU Душанбе
TJ-GB Бадахшон|Кӯҳистони Бадахшон|Горно-Бадахшанская автономная область|ГБАО|GBAO
TJ-KT Хатлон|Хатлонская область
TJ-RA Ноҳияҳои тобеи ҷумҳурӣ|Районы республиканского подчинения|РРП|Districts of Republican Subordination
TJ-SU Суғд|Согд|Согдийская область
TM-A Ахал
TM-B Балкан
TM-D Dashoguz|Дашогуз
TM-L Лебап
TM-M Мары
TM-S Ashgabat|Ашхабад
TR-46 K. Maraş
TR-63 Urfa
UA-05 Vinnytsia Oblast
UA-07 Volyn Oblast
UA-09 Luhansk Oblast
UA-12 Dnipropetrovsk Oblast
UA-14 Donetsk Oblast
UA-18 Zhytomyr Oblast
UA-21 Zakarpattia Oblast
UA-23 Zaporizhzhia Oblast
UA-26 Ivano-Frankivsk Oblast
UA-32 Kyiv Oblast|Kiev Oblast
UA-35 Kirovohrad Oblast
UA-43 Crimea
UA-46 Lviv Oblast
UA-48 Mykolaiv Oblast
UA-51 Odesa Oblast|Odessa Oblast
UA-53 Poltava Oblast
UA-56 Rivne Oblast
UA-59 Sumy Oblast
UA-61 Ternopil Oblast
UA-63 Kharkiv Oblast
UA-65 Kherson Oblast
UA-68 Khmelnytskyi Oblast
UA-71 Cherkasy Oblast
UA-74 Chernihiv Oblast
UA-77 Chernivtsi Oblast
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
UZ-AN Andijan|Андижанская область
UZ-BU Bukhara|Бухарская область
UZ-FA Fergana|Ферганская область
UZ-JI Jizzakh|Джизакская область
UZ-NG Наманганская область
UZ-NW Navoi|Навоийская область
UZ-QA Kashkadarya|Qashqadaryo|Кашкадарьинская область
UZ-QR Karakalpakstan|Каракалпакстан|Республика Каракалпакстан
UZ-SA Samarkand|Самаркандская область
UZ-SI Syrdarya|Сырдарьинская область
UZ-SU Surkhandarya|Сурхандарьинская область
UZ-TK Tashkent City|Ташкент
UZ-TO Tashkent Region|Ташкентская область
UZ-XO Khorezm|Хорезмская область
VE-A Caracas
VN-HN TP. Hà Nội|Thành phố Hà Nội
VN-SG TP. Hồ Chí Minh|TP Hồ Chí Minh|TPHCM|Thành phố Hồ Chí Minh|Sài Gòn|HCMC|Saigon
YE-SA أمانة العاصمة|Sana'a City
YE-SN Sana'a
ZA-GP GT
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
