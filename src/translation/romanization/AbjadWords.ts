/**
 * Words that names of streets and towns, and units, are made of, in scripts that do not write their short vowels, with
 * their usual Latin forms. Arabic ones are without the article.
 */
const pairs = (text: string): ReadonlyMap<string, string> => {
  const words = text.trim().split(/\s+/)
  return new Map(words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1] ?? word] as const] : [])))
}

export const arabicWords = pairs(`
شارع shari' طريق tariq ميدان midan حي hayy مدينة madinat حارة harat زقاق zuqaq محافظة muhafazat عمارة 'imarat برج burj
بن bin ابن ibn أبو abu أبي abi أم umm عبد abd الله allah عبدالله abdullah عبدالعزيز abdulaziz عبدالرحمن abdulrahman
ملك malik أمير amir شيخ shaykh سلطان sultan إمام imam سيد sayyid شهيد shahid شهداء shuhada عزيز aziz رحمن rahman
محمد muhammad أحمد ahmad محمود mahmud علي ali عمر umar عثمان uthman بكر bakr حسن hasan حسين husayn خالد khalid
سعد sa'd سعود sa'ud سعيد sa'id فهد fahd فيصل faysal سلمان salman طلال talal تركي turki ناصر nasir جمال jamal
يوسف yusuf إبراهيم ibrahim صلاح salah دين din مصطفى mustafa طارق tariq زايد zayid راشد rashid خليفة khalifah
حمدان hamdan جابر jabir صباح sabah قاسم qasim جمهورية jumhuriyah تحرير tahrir استقلال istiqlal ثورة thawrah
حرية hurriyah وحدة wahdah سلام salam نصر nasr نهضة nahdah عروبة urubah جامعة jami'ah مسجد masjid مطار matar
كورنيش kurnish بحر bahr نيل nil جبل jabal وادي wadi قصر qasr سوق suq نور nur روضة rawdah نخيل nakhil عليا ulya
هرم haram عربي arabi عرب arab جديد jadid جديدة jadidah قديم qadim شمال shamal جنوب janub شرق sharq غرب gharb
منورة munawwarah مكة makkah مكرمة mukarramah رياض riyad جدة jiddah دمام dammam قاهرة qahirah بغداد baghdad
دمشق dimashq بيروت bayrut قدس quds فلسطين filastin أردن urdun لبنان lubnan مصر misr خليج khalij
قطعة qit'ah محلة mahallah سالمية salmiyah شاہراہ shahrah قائداعظم quaid-e-Azam گلبرگ gulberg روڈ road گلی gali کالونی colony نمبر number
شقة shaqqah طابق tabiq دور dawr مدخل madkhal بناية binayah مبنى mabna غرفة ghurfah فيلا villa مکان makan فلیٹ flat بلاک block
`)

export const persianWords = pairs(`
خیابان khiaban-e کوچه kuche-ye میدان meydan-e بلوار bolvar-e بزرگراه bozorgrah-e استان ostan-e شهر shahr تهران tehran
ولیعصر valiasr امام emam خمینی khomeini شهید shahid آزادی azadi انقلاب enqelab جمهوری jomhuri اسلامی eslami
شریعتی shariati مطهری motahhari بهشتی beheshti طالقانی taleqani فردوسی ferdowsi حافظ hafez سعدی sa'di مولوی molavi
کارگر kargar جنوبی jonubi شمالی shomali غربی gharbi شرقی sharqi پاسداران pasdaran میرداماد mirdamad ونک vanak
مدرس modarres همت hemmat چمران chamran صدر sadr رضا reza حسین hoseyn علی ali محمد mohammad مهدی mahdi احمد ahmad
گلستان golestan بهار bahar لاله laleh نیلوفر nilufar دانشگاه daneshgah اصفهان esfahan مشهد mashhad تبریز tabriz
کرج karaj مرکزی markazi واحد vahed طبقه tabaqeh پلاک pelak ساختمان sakhteman مجتمع mojtama'
`)

export const hebrewWords = pairs(`
רחוב rehov רח' rehov שדרות sderot שד' sderot דרך derekh כיכר kikar סמטת simtat תל tel אביב aviv אביב-יפו aviv-Yafo
יפו yafo ירושלים yerushalayim חיפה haifa הרצל herzl בן ben גוריון gurion דוד david המלך hamelekh ויצמן weizmann
ז'בוטינסקי jabotinsky רוטשילד rothschild אלנבי allenby דיזנגוף dizengoff יהודה yehuda הנביאים hanevi'im ביאליק bialik
אחד ahad העם ha'am מנחם menahem בגין begin יצחק yitzhak רבין rabin אבן ibn גבירול gabirol ההגנה hahagana
העצמאות ha'atsma'ut הגפן hagefen הזית hazayit התמר hatamar הדקל hadekel הרימון harimon הורד havered הברוש habrosh
סוקולוב sokolov ארלוזורוב arlozorov משה moshe יוסף yosef אברהם avraham שמואל shmuel שלמה shlomo לוי levi גן gan
רמת ramat גבעת giv'at קריית kiryat קרית kiryat באר be'er שבע sheva פתח petah תקווה tikva נתניה netanya אשדוד ashdod
אשקלון ashkelon ראשון rishon לציון leTsiyon רחובות rehovot חולון holon בת bat ים yam אילת elat הרצליה hertsliya כפר kefar
סבא sava רעננה ra'anana דירה dira כניסה knisa קומה koma בניין binyan
`)
