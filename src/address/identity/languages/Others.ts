import { inDigits, valueOfRoman } from "../Numbers.ts"
import { type LanguageRules, spellings } from "../Rules.ts"

export const hungarian: LanguageRules = {
  numberPhrases: [
    [/^(?:hazszam|hsz|szam|sz)\.? ?(?=\d)/, ""],
    [/^helyrajzi (?:szam|sz)\.? ?(?=\d)/, "hrsz "],
    [/^hrsz\.? ?(?=\d)/, "hrsz "],
    [/(?<=\d[/ ]?\p{L}?)\.? ?(?:szam|sz)\.?$/u, ""],
    [/(?<=\d)\. ?(?=\p{L}$)/u, ""]
  ],
  unitPhrases: [
    // Floors have Roman numerals as often as digits, and those alone say that it is one: "II/3".
    [/^([ivx]{2,})\.?\/(?=\d)/, inDigits("floor ", " ")],
    [/\b(\d+|[ivx]+)\. ?(?:emelet|em)(?!\p{L})\.?/gu, inDigits("floor ", " ")],
    [/\b(\d+|\p{L})\.? ?(?:lepcsohaz|lph)(?!\p{L})\.?/gu, "staircase $1 "],
    [/\b(?:foldszint|fszt|fsz)(?!\p{L})\.?/gu, "floor fsz "],
    [/(?<=\d)\.? ?ajto(?!\p{L})/gu, ""]
  ],
  last: spellings(
    "utca u utcája; út; útja; tér tere; körút krt körútja; köz; sor; sétány stny; park; lakótelep ltp; dűlő dlő; rakpart rkp; sugárút sgt"
  ),
  anywhere: spellings("szent szt; doktor dr; gróf; ifjabb ifj; idősebb id"),
  places: spellings("szent szt"),
  placePhrases: [[/\b(\d+|[ivx]+)\.? ?ker(?:ulet(?:e)?)?(?!\p{L})\.?/u, inDigits("", " kerulet")]]
}

export const turkish: LanguageRules = {
  numberPhrases: [[/^(?:(?:dis )?kapi(?: no)?|numara|no)[.:]* ?(?=\d)/, ""]],
  unitPhrases: [
    [/(?<!\p{L})d[.:]+ ?(?=\d)/gu, "daire "],
    [/(?<!\p{L})k[.:]+ ?(?=\d)/gu, "kat "]
  ],
  units: spellings("apartment daire; floor kat; block blok"),
  ranksLast: spellings("mahallesi mah mh; köyü köy"),
  anywhere: spellings(
    "cadde cad cd caddesi cadd; sokak sok sk sokağı sokagi; bulvar bulv blv bulvarı bul bl; mahalle mah mh mahallesi; meydan meyd meydanı; yol yolu; çıkmaz çık çıkmazı çkm; site sit sitesi; apartman apt ap; doktor dr; general gen; profesör prof; şehit şht şh; mareşal mar; albay alb"
  )
}

/** Estonian, Latvian and Lithuanian. */
/** Albanian. */
export const albanian: LanguageRules = {
  first: spellings("rruga rr rrugë; bulevardi bul blvd blv; sheshi"),
  units: spellings("apartment apartamenti ap; entrance hyrja; floor kati kat; staircase shkalla sh")
}

export const baltic: LanguageRules = {
  // Blocks of a building: 12 k-1.
  numberPhrases: [[/(?<=\d\p{L}?) ?(?:korpuss|korpusas|korp|k)[. -]*(?=\d)/u, "k"]],
  units: spellings("apartment krt korter; apartment dz dzīvoklis dziv; apartment bt butas but"),
  ranksLast: spellings(
    "novads nov; pagasts pag; ciems c; rajonas r raj; miestas m; seniūnija sen; savivaldybė sav; kaimas k km; miestelis mstl; alevik alev; vald v; küla"
  ),
  anywhere: spellings(
    "tänav tn tän; maantee mnt; puiestee pst; väljak vlj",
    "iela ie; bulvāris bulv blv; prospekts prosp; laukums lauk; šoseja šos; krastmala krm",
    "gatvė g gatve; prospektas pr; alėja al; aikštė a; plentas pl; kelias k; skersgatvis skg; šventojo šv; generolo gen"
  )
}

export const greek: LanguageRules = {
  first: spellings("οδός οδ; λεωφόρος λεωφ λ; πλατεία πλ πλατ; πάροδος παρ"),
  anywhere: spellings("αγίου αγ αγίας άγιος αγία αγίων; γεωργίου γεωργ; εθνικής εθν"),
  silent: new Set(spellings("οδός").values()),
  // Of the letters that look alike, those which no other letter sounds like.
  alike: new Map(Array.from("abezhikmnoty", (letter, i) => [letter, Array.from("αβεζηικμνοτυ")[i]!])),
  numberPhrases: [[/^αρ(?:ιθ(?:μοσ)?)?\.? ?(?=\d)/u, ""]],
  unitPhrases: [[/(?<!\d)(\d+)(?:οσ|ο)? ?(?:οροφος|οροφοσ|ορ)(?!\p{L})\.?/gu, "floor $1 "]],
  units: spellings("floor όροφος ορ; apartment διαμέρισμα διαμ"),
  places: spellings("άγιος αγ αγίος αγία; νέα ν νέο νέος")
}

export const vietnamese: LanguageRules = {
  first: spellings("đường đ; phố p; ngõ; hẻm; ngách"),
  silent: new Set(spellings("đường").values()),
  numberPhrases: [[/^so(?: nha)?\.? ?(?=\d)/, ""]],
  unitPhrases: [
    [/\b(?:can ho|ch)\b[. ]*(?=\p{L}?\d)/u, "apartment "],
    [/\btang\b[. ]*(?=\d)/, "floor "]
  ],
  placePhrases: [
    [/^(?:t\.? ?p\.|tp |thanh pho ) *(?=\p{L})/u, ""],
    [/^(?:q\.|q(?=\d)) */, "quan "],
    [/^(?:p\.|p(?=\d)) */, "phuong "],
    [/^h\. */, "huyen "],
    [/^x\. */, "xa "],
    [/^(?:tt\.|t\. ?t\.|tt ) */, "thi tran "],
    [/^(?:tx\.|t\. ?x\.|tx ) */, "thi xa "]
  ]
}

/** Numbered streets: "Jalan Mawar II" is "Jalan Mawar 2". Blocks have letters. */
const withRomanAtEnd = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const last = words.at(-1) ?? ""
  const number = last.length > 1 && words.length > 2 && words.at(-2) !== "blok" ? valueOfRoman(last) : undefined
  return number === undefined ? words : [...words.slice(0, -1), `${number}`]
}

/** Malay and Indonesian. */
export const malay: LanguageRules = {
  first: spellings(
    "jalan jl jln; lorong lor lrg lg; gang gg; taman tmn tm; kampung kg kpg kampong; lebuh lbh; lebuhraya lbhraya; persiaran psn persrn; bukit bt bkt; desa ds; komplek komp kompleks; perumahan perum; sungai sg"
  ),
  anywhere: spellings(
    "jalan jl jln; taman tmn; bukit bt bkt; kampung kg kampong; raya; haji hj; doktor dr; profesor prof; jenderal jend jenderal; sultan slt; selatan sel; utara utr; timur tmr; barat brt; dalam dlm; besar bsr; kecil; kelurahan kel; nomor no; sungai sg"
  ),
  numberPhrases: [
    [/^nomor\.? ?(?=\d)/, ""],
    [/^(?:blok|blk)\.? (\p{L}\d*)[ ,]+(?:nomor|no)\b\.? ?(?=\d)/u, "blok $1/"]
  ],
  rewrite: withRomanAtEnd,
  ranksFirst: spellings(
    "taman tmn; bandar bdr; kampung kg kpg kampong; seksyen sek; bukit bt bkt; sungai sg; desa ds; dusun dsn; kelurahan kel; kecamatan kec; kabupaten kab; komplek komp kompleks; perumahan perum"
  )
}
