import { fold } from "../../../schemas/Fold.ts"

/** Words and signs that sources write because they have nothing to say. */

/** Only what no place and no street is called: there are towns named None, Nan and Nil. */
const nothing = /^(?:[\s\-–—._*?/\\]+|#?n[./]\s?a\.?|[<([]?(?:null|undefined|unknown|unnamed)[>)\]]?)$/i

/** Whether a text stands for no street or place at all. */
export const isPlaceholder = (text: string): boolean => nothing.test(text)

/**
 * Whether a city is a number: house numbers, postal districts and codes of municipalities slip into the field. There is a
 * town named 1770.
 */
export const isNumber = (city: string): boolean => /^\p{Nd}{1,3}$/u.test(city)

/** "Without number", as addresses say it: sin número, sem número, senza numero civico, без номера, bez broja, 無番地. */
const withoutNumber = new Set(
  (
    "sn sno snr snro snum snumero snc sinnumero sinnum semnumero senzanumero sansnumero bb bezbroja bezcp bezcpce " +
    "bezcisla beznumeru ohnenummer ohnenr onr nonumber nonum numarasiz бн безномера бб безброја 番外地 無番地 无号 無號 无门牌号"
  ).split(" ")
)

/** Whether a house number says that there is none. */
export const isNoNumber = (text: string): boolean =>
  isPlaceholder(text) ||
  /^[0\u0660\u06f0\u0966\uff10]+$/.test(text) ||
  (text.length <= 24 && withoutNumber.has(fold(text).replace(/[\s./\-_º°]/g, "")))

const postBox =
  /^(?:p\.? ?o\.? ?box|post office box|post box|postfach|postbus|postboks|b\. ?p\.?|bp|boite postale|caixa postal|apartado(?: (?:de correos|postal|aereo))?|casella postale|skr(?:ytka|\.)? poczt(?:owa|\.)?|postafiok|а\/я|абонентскии ящик|私書箱|郵政信箱)\.?(?: ?(?:no\.?|nr\.?|n[o°]\.?|#))? ?\d*[\d ]*$/u

/** Whether a street or house number is a box at a post office, in which nobody lives. */
export const isPostBox = (text: string): boolean => text.length <= 40 && postBox.test(fold(text))
