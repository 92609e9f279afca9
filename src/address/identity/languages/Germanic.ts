import { type LanguageRules, spellings } from "../Rules.ts"

/**
 * Umlauts as registers without them write them. Left alone are "ue" and "ae" after a vowel: Neue Straße, Bauerngasse.
 */
const umlauts: readonly [RegExp, string] = [/(?<![aeiouqy])([aou])e(?!i)/g, "$1"]

/** German, with abbreviations of Duden and of the address rules of Deutsche Post and Swiss Post. */
export const german: LanguageRules = {
  anywhere: spellings(
    "strasse str; platz pl; gasse g; weg wg; allee all; chaussee ch; sankt st skt; professor prof; doktor dr",
    "burgermeister bgm burgerm bm; oberburgermeister obgm; general gen; pfarrer pfr; direktor dir; ingenieur ing; minister min",
    "prasident pras; kardinal kard; gebruder gebr; von v; gross gr grosse grosser grosses grossen",
    "klein kl kleine kleiner kleines kleinen; ober ob obere oberer oberes oberen; unter unt untere unterer unteres unteren",
    "heilig hl heilige heiliger heiligen; nordliche nordl; sudliche sudl; ostliche ostl; westliche westl; hintere hint; vordere vord; johann joh; sebastian seb; friedrich friedr; wilhelm wilh"
  ),
  last: spellings("damm; ring; ufer; steig; graben; markt; hof; strasse; platz; gasse; weg; allee"),
  endings: [
    ["strasse", "strasse"],
    ["str", "strasse"],
    ["platz", "platz"],
    ["pl", "platz"],
    ["gasse", "gasse"],
    ["weg", "weg"],
    ["allee", "allee"],
    ["brucke", "brucke"],
    ["promenade", "promenade"],
    ["quai", "quai"],
    ["vorstadt", "vorstadt"],
    ["strooss", "strooss"]
  ],
  phrases: [
    [/\ba\. ?d\.? /g, "an der "],
    [/\bi\. ?d\.? /g, "in der "],
    [/\bv\. ?d\.? /g, "von der "],
    [/(?<=\p{L}{2})g\.$/u, "gasse"],
    umlauts
  ],
  numberPhrases: [[/^(?:o(?:rientierungs)?nr|hnr|haus-?nr|hausnummer)\.? ?(?=\d)/, ""]],
  unitPhrases: [
    [/\b(\d+)\. ?(?:og|o\. ?g\.|obergeschoss|stock|stw|etage)(?!\p{L})/gu, "floor $1 "],
    [/\b(?:erdgeschoss|parterre|eg)(?!\p{L})/gu, "floor eg "]
  ],
  units: spellings("dachgeschoss dg; untergeschoss ug; hinterhaus hh; vorderhaus vh; left li; right re"),
  places: spellings("st sankt skt; bad b; ob o; am a"),
  placePhrases: [
    [/(?<=\p{L})str\.?$/u, "strasse"],
    [/\bv\. ?d\. ?(?:h\.?$|(?=hohe))/, "vor der hohe"],
    [/\ba\. ?m\.?$/, "am main"],
    // What tells towns of one name apart stands behind words, a slash or in brackets: Frankfurt am Main, Mülheim (Ruhr).
    [/(?<=\p{L} )(?:an der|a\. ?d\.?|am|a\.?) (?=\p{L})/gu, ""],
    umlauts
  ]
}

/** Dutch, with NEN 5825, by which Dutch registers shorten names. */
export const dutch: LanguageRules = {
  anywhere: spellings(
    "straat str; laan ln; plein pln; weg wg; kade kd; gracht gr; singel sngl; steenweg stwg stw; dreef dr; markt mkt",
    "burgemeester burg burgem; professor prof; doctor dokter; dominee ds; pastoor past; kardinaal kard; generaal gen; kapitein kapt",
    "luitenant luit lt; kolonel kol; majoor maj; minister min; president pres; jonkheer jhr; monseigneur mgr; ingenieur ing ir; gebroeders gebr",
    "eerste 1e 1ste; tweede 2e 2de; derde 3e 3de; vierde 4e 4de; vijfde 5e 5de; zesde 6e 6de; zevende 7e 7de; achtste 8e 8ste",
    "koningin kon; prins pr; prinses prs; burggraaf; sint st; onze; lieve; vrouw; van v; verlengde verl; grote gr; kleine kl; oude; nieuwe nwe"
  ),
  first: spellings("dokter dr; meester mr; onze; oudezijds oz; nieuwezijds nz; steenweg stwg stw"),
  last: spellings("markt; plaats; pad"),
  endings: [
    ["straat", "straat"],
    ["str", "straat"],
    ["laan", "laan"],
    ["plein", "plein"],
    ["pln", "plein"],
    ["ln", "laan"],
    ["weg", "weg"],
    ["steenweg", "steenweg"],
    ["kade", "kade"],
    ["gracht", "gracht"],
    ["singel", "singel"],
    ["dreef", "dreef"],
    ["kaai", "kaai"],
    ["gaarde", "gaarde"],
    ["galerij", "galerij"],
    ["steeg", "steeg"],
    ["square", "square"]
  ],
  phrases: [
    [/\bv[./] ?d\.? ?/g, "van de "],
    [/\bvan[ -]+(?:der|den)(?=[ -])/g, "van de"],
    [/\bd\. /g, "de "]
  ],
  places: spellings("st sint; aan a; den d")
}

/** Swedish, which shortens gata and väg to a letter with a dot. */
export const swedish: LanguageRules = {
  anywhere: spellings("sankt st s:t; norra n; sodra s; ostra o; vastra v; lilla l; stora; gamla gla; nya"),
  last: spellings("gata; gatan; vag vagen; grand granden; stig stigen; torg torget; alle allen; plan planen"),
  endings: [
    ["gatan", "gatan"],
    ["vagen", "vagen"],
    ["vag", "vag"],
    ["grand", "grand"],
    ["granden", "granden"],
    ["stigen", "stigen"],
    ["torg", "torg"],
    ["torget", "torget"]
  ],
  phrases: [
    [/(?<=\p{L}{2})g\.$/u, "gatan"],
    [/(?<=\p{L}{2})v\.$/u, "vagen"],
    [/\bs:t(?= |-)/, "sankt"]
  ],
  unitPhrases: [[/\b(\d+) ?(?:tr|trappor|trappa)\b\.?/g, "floor $1 "]],
  units: spellings("apartment lgh lägenhet lägenhetsnr lagenhetsnummer; staircase uppgång trappuppgång"),
  places: spellings("sankt st")
}

/** The letters å and ø, spelled without them. */
const nordicLetters: ReadonlyArray<readonly [RegExp, string]> = [
  [/aa/g, "a"],
  [/oe/g, "o"]
]

/** Danish, whose address register shortens names to twenty letters. */
export const danish: LanguageRules = {
  anywhere: spellings(
    "gammel gl gamle; sonder sdr sondre; norre nr ndr nordre; vester v vestre; oster ostre; store st; lille ll; sankt skt sct; doktor dr; ny nye",
    "alle all; boulevard boul blvd; plads pl; vej; strade str; torv tv; general gen; professor prof; have; kirke"
  ),
  last: spellings("gade g; torvet; sti stien; park parken"),
  endings: [
    ["gade", "gade"],
    ["gd", "gade"],
    ["vej", "vej"]
  ],
  phrases: [...nordicLetters],
  unitPhrases: [
    [/(?<=\d)\. ?sal(?!\p{L})/u, ""],
    [/\b(?:t\. ?([hv])|(m)\. ?f)\b\.?/g, (found) => found.replace(/[. ]/g, "")]
  ],
  units: spellings("kælder kl kld; stuen st"),
  places: spellings("sankt skt sct; kobenhavn kbh; norre nr; sonder sdr; store st"),
  placePhrases: nordicLetters
}

/** Norwegian, which abbreviates vei, veg, veien and vegen to "v.", and gate, gata and gaten to "gt.". */
export const norwegian: LanguageRules = {
  anywhere: spellings(
    "vei v veg vegen veien vn; gate gt gata gaten g; plass pl plassen; alle alleen; sankt st skt; store; lille ll; nedre n; ovre o; gamle gml gammel; doktor dr; general gen; professor prof"
  ),
  last: spellings("sti stien; park parken; bakke bakken bk; torg torget"),
  endings: [
    ["veien", "vei"],
    ["vegen", "vei"],
    ["vei", "vei"],
    ["veg", "vei"],
    ["gaten", "gate"],
    ["gata", "gate"],
    ["gate", "gate"],
    ["gt", "gate"]
  ],
  phrases: [[/(?<=\p{L}{3})v\.$/u, "vei"], ...nordicLetters],
  // Numbers of dwellings are a letter and four digits.
  unitPhrases: [[/(?:\bleil(?:ighet)?\.? ?)?\b([hkul]) ?(?=\d{4}\b)/, "$1"]],
  places: spellings("sankt st skt; nord n; nedre n"),
  placePhrases: nordicLetters
}

/** Finnish, whose registers cut the kinds of street down to their first letters. */
export const finnish: LanguageRules = {
  units: spellings("apartment as asunto; staircase rappu"),
  anywhere: spellings("pohjoinen pohj; etelainen et; itainen it; lantinen lant; vanha; suuri; pyha"),
  endings: [
    ["katu", "katu"],
    ["tie", "tie"],
    ["kuja", "kuja"],
    ["polku", "polku"],
    ["ranta", "ranta"],
    ["tori", "tori"]
  ],
  phrases: [
    [/(?<=\p{L}{3})k\.$/u, "katu"],
    [/(?<=\p{L}{3})t\.$/u, "tie"],
    [/(?<=\p{L}{3})kj\.$/u, "kuja"]
  ]
}
