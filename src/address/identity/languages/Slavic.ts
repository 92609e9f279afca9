import { type LanguageRules, type Phrase, spellings } from "../Rules.ts"

/** See {@link LanguageRules.alike}. */
export const alikeInCyrillic = new Map(
  Array.from("aekmot", (letter, i): [string, string] => [letter, Array.from("аекмот")[i]!])
)

/** Structures behind a number have a letter that only looks alike, too: 12c1. */
const structures: LanguageRules["numberPhrases"] = [[/(?<=\d) ?c\.? ?(?=\d)/g, "с"]]

const easternUnits = spellings(
  "apartment квартира кв апартаменты апарт; office офис оф; room комната ком кімната; premises помещение пом помещ приміщення прим; entrance подъезд под парадная; floor этаж эт поверх"
)

/** Ranks in hyphens, as they are folded. */
const quarters: ReadonlyArray<Phrase> = [
  [/(?<!\p{L})р-н(?!\p{L})\.?/u, "раион"],
  [/(?<!\p{L})(?:мкр-?н|мкр)(?!\p{L})\.?/u, "микрораион"]
]

/** Russian, with kinds of street as abbreviated in order 171n of the Ministry of Finance. */
export const russian: LanguageRules = {
  kindAnywhere: true,
  alike: alikeInCyrillic,
  numberPhrases: [
    ...structures,
    [/^(?:владение|влад|влд|вл)\.? ?(?=\d)/u, "вл "],
    [/^(?:участок|уч-к|уч)\.? ?(?=\d)/u, "уч "],
    [/^үи\.? ?(?=\d)/u, ""]
  ],
  units: easternUnits,
  first: spellings(
    "улица ул; проспект просп пркт прт; переулок пер; площадь пл; набережная наб; шоссе ш; бульвар бр бул бульв; проезд прд пр-д; тупик туп; аллея ал",
    "микрорайон мкр мкрн; квартал квл кварт; тракт; линия лин; дорога дор; просек; спуск; въезд; километр км; территория тер"
  ),
  anywhere: spellings(
    "улица ул; проспект просп; переулок пер; площадь; набережная наб; бульвар бул; проезд; микрорайон мкр мкрн; шоссе",
    "большая бол б больш большой большое; малая мал м малый малое; старая стар; новая нов; средняя ср; верхняя верх; нижняя ниж; имени им; академика акад ак; маршала марш; генерала ген; профессора проф; доктора д-ра"
  ),
  silent: new Set(["улица"]),
  phrases: [
    [/(?<!\p{L})пр-?к?т\.?(?!\p{L})/gu, "проспект "],
    [/(?<!\p{L})пр-?(?:з)?д\.?(?!\p{L})/gu, "проезд "],
    [/(?<!\p{L})б-?р\.?(?!\p{L})/gu, "бульвар "],
    [/(?<!\p{L})кв-л\.?(?!\p{L})/gu, "квартал "],
    [/(?<!\p{L})мкр-н\.?(?!\p{L})/gu, "микрораион "],
    [/(?<!\p{L})пр\.(?!\p{L})/gu, "проспект "],
    // Endings of ordinals: 1-я, 2-й, 3-го.
    [/(?<=\d)-?(?:я|и|ий|ая|ого|го|ой|ый|ое|е)(?!\p{L})/gu, " "]
  ],
  rewrite: (words) => words.map((word) => russianOrdinals.get(word) ?? word),
  placePhrases: [
    // A town is a town without the word, which a village is not.
    [/^(?:г\.|г |гор\.|город ) *(?=\p{L})/u, ""],
    [/^(?:п\.? ?г\.? ?т\.?|поселок городского типа) *(?=\p{L})/u, "пгт "],
    [/^(?:р\. ?п\.|рп |рабочии поселок ) *(?=\p{L})/u, "рп "],
    [/^(?:с\.|с ) *(?=\p{L}{2})/u, "село "],
    [/^(?:д\.|д |дер\.? ) *(?=\p{L}{2})/u, "деревня "],
    [/^(?:п\.|п |пос\.? |пос\.) *(?=\p{L}{2})/u, "поселок "],
    [/^(?:х\.|х |хут\.? ) *(?=\p{L}{2})/u, "хутор "],
    [/^(?:ст-ца|стан\.) *(?=\p{L}{2})/u, "станица "],
    [/^(?:аг\.|аг ) *(?=\p{L}{2})/u, "агрогородок "],
    ...quarters
  ]
}

const russianOrdinals = spellings(
  "1 первая первый; 2 вторая второй; 3 третья третий; 4 четвёртая четвёртый; 5 пятая пятый; 6 шестая шестой; 7 седьмая седьмой; 8 восьмая восьмой; 9 девятая девятый; 10 десятая десятый"
)

export const ukrainian: LanguageRules = {
  kindAnywhere: true,
  alike: alikeInCyrillic,
  numberPhrases: [...structures, [/^будинок ?(?=\d)/u, ""]],
  units: easternUnits,
  elides: false,
  first: spellings(
    "вулиця вул; проспект просп пр пркт; провулок пров; площа пл; набережна наб; шосе ш; бульвар бул бульв бр; проїзд; узвіз; тупик туп; алея ал; майдан; мікрорайон мкр; квартал"
  ),
  anywhere: spellings(
    "вулиця вул; проспект просп; провулок пров; набережна наб; бульвар бул бульв; шосе; велика вел; мала мал; академіка акад; генерала ген; маршала; святого св"
  ),
  silent: new Set(spellings("вулиця").values()),
  phrases: [
    [/(?<!\p{L})пр-?к?т\.?(?!\p{L})/gu, "проспект "],
    [/(?<!\p{L})б-?р\.?(?!\p{L})/gu, "бульвар "],
    [/(?<=\d)-?(?:а|и|ша|га|тя|та|ма)(?!\p{L})/gu, " "]
  ],
  placePhrases: [
    [/^(?:м\.|м |місто ) *(?=\p{L})/u, ""],
    [/^(?:с\.|с ) *(?=\p{L}{2})/u, "село "],
    [/^(?:с\.? ?м\.? ?т\.?|селище міського типу) *(?=\p{L})/u, "смт "],
    [/^(?:с-ще|сел\.) *(?=\p{L}{2})/u, "селище "]
  ]
}

/** Belarusian. Belarus also uses Russian. */
export const belarusian: LanguageRules = {
  kindAnywhere: true,
  first: spellings(
    "вуліца вул; праспект пр просп; завулак зав; плошча пл; набярэжная наб; бульвар бул; праезд; тракт; шаша"
  ),
  anywhere: spellings("вуліца вул; праспект; завулак; плошча; бульвар"),
  silent: new Set(spellings("вуліца").values())
}

/** Bulgarian and Macedonian. */
export const southernCyrillic: LanguageRules = {
  alike: alikeInCyrillic,
  numberPhrases: [
    [/^бр\.? ?(?=\d)/u, ""],
    [/^(?:блок|бл)(?!\p{L})\.? ?/u, "бл "]
  ],
  units: spellings("apartment апартамент ап стан; entrance вх вход влез; floor ет етаж кат; block бл блок"),
  first: spellings("улица ул; булевар бул булевард; площад пл; трг; квартал кв; жилищен ж; комплекс к; шосе"),
  anywhere: spellings("свети св света свето; генерал ген; професор проф; доктор др; капитан кап; полковник полк"),
  silent: new Set(spellings("улица").values()),
  phrases: [[/(?<!\p{L})ж\.? ?к\.?(?!\p{L})/gu, "жилищен комплекс "]],
  placePhrases: [
    [/^(?:гр\.|гр |град ) *(?=\p{L})/u, ""],
    [/^с\. *(?=\p{L}{2})/u, "село "],
    [/^(?:кв\.|кв ) *(?=\p{L})/u, "квартал "],
    [/(?<!\p{L})ж\.? ?к\.?(?!\p{L})/u, "жилищен комплекс "],
    [/(?<!\p{L})р-н(?!\p{L})\.?/u, "раион"]
  ]
}

/** Polish, in which the kind of street is often left out. */
export const polish: LanguageRules = {
  first: spellings(
    "ulica ul; aleja al aleje alei; plac pl placu; osiedle os; rondo; skwer; bulwar bulw; droga dr; wybrzeże wyb; zaułek zauł; szosa; rynek; park"
  ),
  anywhere: spellings(
    "aleja al aleje; świętego św świętej świętych; generała gen; księdza ks księcia; doktora dr; profesora prof; marszałka marsz; pułkownika płk; podpułkownika ppłk; majora mjr",
    "kapitana kpt; porucznika por; podporucznika ppor; kardynała kard; biskupa bp bpa; arcybiskupa abp abpa; rotmistrza rotm; hetmana hetm; prezydenta prez; inżyniera inż; admirała adm",
    "sierżanta sierż; kaprala kpr; błogosławionego bł"
  ),
  silent: new Set(["ulica"]),
  // Endings of days: "1-go Maja".
  phrases: [[/(?<=\d)-?e?go(?!\p{L})/gu, " "]],
  unitPhrases: [[/(?<=^|\d[, /]*)m\.? ?(?=\d)/g, "lok "]],
  units: spellings("apartment mieszkanie mieszk lok lokal; staircase klatka kl; floor piętro"),
  places: spellings("święty św święta; wielkopolski wlkp; śląski śl; mazowiecki maz; nad n; górny grn; dolny dln")
}

export const czechSlovak: LanguageRules = {
  first: spellings(
    "ulice ul ulica; náměstí nám namestie; třída tř trieda; nábřeží nábř nábrežie; sídliště sídl sídlisko; alej; osada; trieda"
  ),
  anywhere: spellings(
    "ulice ul ulica; náměstí nám; třída tř trieda; nábřeží nábř; svatého sv svätého svaté svätej; generála gen; doktora dr; profesora prof; kapitána kpt; plukovníka plk; majora mjr; poručíka por; maršála marš; inženýra ing; velká vel; malá"
  ),
  silent: new Set(["ulice"]),
  numberPhrases: [
    // Cottages have numbers of their own, which OpenStreetMap and the registers write in several ways.
    [/^(?:c(?:islo)?\.? ?e(?:v[a-z]*)?|ev(?:id[a-z]*)?(?:\.? ?c(?:islo)?)?|e)\.? ?(?=\d)/, "ev "],
    [/^(?:sup[a-z]*\.? ?c(?:islo)?|s\. ?c|c(?:islo)?\.? ?d(?:omu)?|cp)\.? ?(?=\d)/, ""]
  ],
  unitPhrases: [[/(?<=\bbyt\.? )c(?:islo)?\.? ?(?=\d)/, ""]],
  places: spellings("nad n; svatý sv svätý; pod p")
}

/** Croatian and Slovenian. */
export const southernLatin: LanguageRules = {
  anywhere: spellings(
    "ulica ul; cesta c; trg; bulevar bul bulevard; šetalište šet; put; obala ob; prilaz pril; svetog sv sveti sveta svetega; doktora dr; generala gen; kralja kr; velika vel veliki; mala; zgornja zg; spodnja sp"
  ),
  silent: new Set(["ulica"]),
  numberPhrases: [[/^(?:kbr|kucni broj|br|broj|st|stevilka|h\. ?st)\.? ?(?=\d)/, ""]],
  units: spellings("apartment stan st; floor kat; entrance ulaz ul vhod"),
  places: spellings("sveti sv sveta; velika vel veliko; mala; zgornja zg; spodnja sp")
}

/** Vuk's letters in Gaj's alphabet, as they are folded: ć and č are c there, and đ is d. */
const vukInGaj = new Map(
  Array.from("абвгдђежзијклмнопрстћуфхцчш", (letter, i): [string, string] => [
    letter,
    Array.from("abvgddezzijklmnoprstcufhccs")[i]!
  ]).concat([
    ["љ", "lj"],
    ["њ", "nj"],
    ["џ", "dz"]
  ])
)

/** Serbian, Bosnian and Montenegrin, in either script: "Кнеза Милоша" and "Kneza Miloša" are one street. */
export const serbian: LanguageRules = {
  ...southernLatin,
  letters: vukInGaj,
  anywhere: new Map([...southernLatin.anywhere!, ...spellings("general gen; profesor prof; doktor dr; kapetan kap")]),
  placePhrases: [[/^(?:gr\.|gr |grad ) *(?=\p{L})/u, ""]]
}
