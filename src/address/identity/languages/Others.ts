import { type LanguageRules, spellings } from "../Rules.ts"

export const hungarian: LanguageRules = {
  last: spellings(
    "utca u utcája; út; útja; tér tere; körút krt körútja; köz; sor; sétány stny; park; lakótelep ltp; dűlő dlő; rakpart rkp; sugárút sgt"
  ),
  anywhere: spellings("szent szt; doktor dr; gróf; ifjabb ifj; idősebb id"),
  places: spellings("szent szt")
}

export const turkish: LanguageRules = {
  anywhere: spellings(
    "cadde cad cd caddesi cadd; sokak sok sk sokağı sokagi; bulvar bulv blv bulvarı bul bl; mahalle mah mh mahallesi; meydan meyd meydanı; yol yolu; çıkmaz çık çıkmazı çkm; site sit sitesi; apartman apt ap; doktor dr; general gen; profesör prof; şehit şht şh; mareşal mar; albay alb"
  )
}

/** Estonian, Latvian and Lithuanian. */
export const baltic: LanguageRules = {
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
  places: spellings("άγιος αγ αγίος αγία; νέα ν νέο νέος")
}

export const vietnamese: LanguageRules = {
  first: spellings("đường đ; phố p; ngõ; hẻm; ngách"),
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

const numerals = "〇一二三四五六七八九"

/** A number below a hundred in Chinese characters: 二十三 is 23. */
const numberOf = (text: string): number => {
  const [tens, units] = text.includes("十") ? text.split("十") : ["", text]
  if (!text.includes("十")) return Number(Array.from(text, (letter) => numerals.indexOf(letter)).join(""))
  return (tens === "" ? 1 : numerals.indexOf(tens!)) * 10 + (units === "" ? 0 : numerals.indexOf(units!))
}

/**
 * Chinese, Japanese and Korean: digits before a counter (三丁目, 3丁目), one form for characters that are written in two,
 * and no spaces.
 */
export const eastAsian: LanguageRules = {
  placesLikeStreets: true,
  phrases: [
    [/臺/g, "台"],
    [/號/g, "号"],
    [/ヶ|ケ(?=\p{Script=Han})/gu, "ヶ"],
    [/(?<=\p{L})\s+(?=[\p{L}\d])|(?<=\d)\s+(?=\p{L})/gu, ""]
  ],
  rewrite: (words) => [
    words
      .join(" ")
      .replace(/[〇一二三四五六七八九十]+(?=丁目|条|線|段|巷|弄|番|号|樓|楼|路$)/g, (text) => `${numberOf(text)}`)
  ]
}
