import { type LanguageRules, spellings } from "../Rules.ts"

export const hungarian: LanguageRules = {
  numberPhrases: [
    [/^(?:hazszam|hsz|szam|sz)\.? ?(?=\d)/, ""],
    [/(?<=\d[/ ]?\p{L}?)\.? ?(?:szam|sz)\.?$/u, ""]
  ],
  unitPhrases: [
    [/\b(\d+|[ivx]+)\. ?(?:emelet|em)(?!\p{L})\.?/gu, "floor $1 "],
    [/\b(?:foldszint|fszt|fsz)(?!\p{L})\.?/gu, "floor fsz "],
    [/(?<=\d)\.? ?ajto(?!\p{L})/gu, ""]
  ],
  last: spellings(
    "utca u utcája; út; útja; tér tere; körút krt körútja; köz; sor; sétány stny; park; lakótelep ltp; dűlő dlő; rakpart rkp; sugárút sgt"
  ),
  anywhere: spellings("szent szt; doktor dr; gróf; ifjabb ifj; idősebb id"),
  places: spellings("szent szt")
}

export const turkish: LanguageRules = {
  numberPhrases: [[/^(?:(?:dis )?kapi(?: no)?|numara|no)[.:]* ?(?=\d)/, ""]],
  unitPhrases: [
    [/(?<!\p{L})d[.:]+ ?(?=\d)/gu, "daire "],
    [/(?<!\p{L})k[.:]+ ?(?=\d)/gu, "kat "]
  ],
  units: spellings("apartment daire; floor kat; block blok"),
  anywhere: spellings(
    "cadde cad cd caddesi cadd; sokak sok sk sokağı sokagi; bulvar bulv blv bulvarı bul bl; mahalle mah mh mahallesi; meydan meyd meydanı; yol yolu; çıkmaz çık çıkmazı çkm; site sit sitesi; apartman apt ap; doktor dr; general gen; profesör prof; şehit şht şh; mareşal mar; albay alb"
  )
}

/** Estonian, Latvian and Lithuanian. */
/** Albanian. */
export const albanian: LanguageRules = {
  first: spellings("rruga rr rrugë; bulevardi bul blvd; sheshi"),
  units: spellings("apartment apartamenti ap; entrance hyrja; floor kati kat")
}

export const baltic: LanguageRules = {
  // Blocks of a building: 12 k-1.
  numberPhrases: [[/(?<=\d\p{L}?) ?(?:korpuss|korpusas|korp|k)[. -]*(?=\d)/u, "k"]],
  units: spellings("apartment krt korter; apartment dz dzīvoklis dziv; apartment bt butas but"),
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
  places: spellings("άγιος αγ αγίος αγία; νέα ν νέο νέος")
}

export const vietnamese: LanguageRules = {
  first: spellings("đường đ; phố p; ngõ; hẻm; ngách"),
  silent: new Set(spellings("đường").values()),
  numberPhrases: [[/^so(?: nha)?\.? ?(?=\d)/, ""]],
  placePhrases: [
    [/^(?:tp\.|tp |thanh pho ) *(?=\p{L})/u, ""],
    [/^(?:q\.|q(?=\d)) */, "quan "],
    [/^(?:p\.|p(?=\d)) */, "phuong "]
  ]
}

/** Malay and Indonesian. */
export const malay: LanguageRules = {
  first: spellings(
    "jalan jl jln; lorong lor lrg lg; gang gg; taman tmn tm; kampung kg kpg kampong; lebuh lbh; lebuhraya lbhraya; persiaran psn persrn; bukit bt bkt; desa ds; komplek komp kompleks; perumahan perum"
  ),
  anywhere: spellings(
    "jalan jl jln; taman tmn; bukit bt bkt; kampung kg kampong; raya; haji hj; doktor dr; profesor prof; jenderal jend jenderal; sultan slt; selatan sel; utara utr; timur tmr; barat brt; dalam dlm; besar bsr; kecil; kelurahan kel; nomor no"
  )
}
