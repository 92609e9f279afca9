import { TextDecoder } from "node:util"

/** Turns bytes into text. */
export type Decode = (bytes: Uint8Array) => string

/** Turns the pieces of a text into it; `more` tells that another piece follows, which may complete a character. */
export type DecodePiece = (bytes: Uint8Array, more: boolean) => string

/**
 * Code pages of DOS that the WHATWG Encoding Standard lacks: the characters of the bytes from 128 on.
 * https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/PC/
 */
const dosPages: ReadonlyMap<number, string> = new Map([
  [
    437,
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0"
  ],
  [
    737,
    "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u00A0"
  ],
  [
    775,
    "ĆüéāäģåćłēŖŗīŹÄÅÉæÆōöĢ¢ŚśÖÜø£Ø×¤ĀĪóŻżź”¦©®¬½¼Ł«»░▒▓│┤ĄČĘĖ╣║╗╝ĮŠ┐└┴┬├─┼ŲŪ╚╔╩╦╠═╬Žąčęėįšųūž┘┌█▄▌▐▀ÓßŌŃõÕµńĶķĻļņĒŅ’\u00AD±“¾¶§÷„°∙·¹³²■\u00A0"
  ],
  [
    850,
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0"
  ],
  [
    852,
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0"
  ],
  [
    855,
    "ђЂѓЃёЁєЄѕЅіІїЇјЈљЉњЊћЋќЌўЎџЏюЮъЪаАбБцЦдДеЕфФгГ«»░▒▓│┤хХиИ╣║╗╝йЙ┐└┴┬├─┼кК╚╔╩╦╠═╬¤лЛмМнНоОп┘┌█▄Пя▀ЯрРсСтТуУжЖвВьЬ№\u00ADыЫзЗшШэЭщЩчЧ§■\u00A0"
  ],
  [
    857,
    "ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\uFFFDÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ\uFFFD×ÚÛÙìÿ¯´\u00AD±\uFFFD¾¶§÷¸°¨·¹³²■\u00A0"
  ],
  [
    858,
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0"
  ],
  [
    860,
    "ÇüéâãàÁçêÊèÍÔìÃÂÉÀÈôõòÚùÌÕÜ¢£Ù₧ÓáíóúñÑªº¿Ò¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0"
  ],
  [
    861,
    "ÇüéâäàåçêëèÐðÞÄÅÉæÆôöþûÝýÖÜø£Ø₧ƒáíóúÁÍÓÚ¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0"
  ],
  [
    862,
    "אבגדהוזחטיךכלםמןנסעףפץצקרשת¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0"
  ],
  [
    863,
    "ÇüéâÂà¶çêëèïî‗À§ÉÈÊôËÏûù¤ÔÜ¢£ÙÛƒ¦´óú¨¸³¯Î⌐¬½¼¾«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0"
  ],
  [
    865,
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø₧ƒáíóúñÑªº¿⌐¬½¼¡«¤░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0"
  ],
  [
    869,
    "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDΆ\uFFFD·¬¦‘’Έ―ΉΊΪΌ\uFFFD\uFFFDΎΫ©Ώ²³ά£έήίϊΐόύΑΒΓΔΕΖΗ½ΘΙ«»░▒▓│┤ΚΛΜΝ╣║╗╝ΞΟ┐└┴┬├─┼ΠΡ╚╔╩╦╠═╬ΣΤΥΦΧΨΩαβγ┘┌█▄δε▀ζηθικλμνξοπρσςτ΄\u00AD±υφχ§ψ΅°¨ωϋΰώ■\u00A0"
  ]
])

/** Numbers that Windows gives to encodings with names of their own. */
const named: ReadonlyMap<number, string> = new Map([
  [866, "ibm866"],
  [874, "windows-874"],
  [932, "shift_jis"],
  [936, "gbk"],
  [949, "euc-kr"],
  [950, "big5"],
  [10_000, "macintosh"],
  [20_127, "us-ascii"],
  [20_866, "koi8-r"],
  [21_866, "koi8-u"],
  [54_936, "gb18030"],
  [65_001, "utf-8"]
])

const decodeDos = (page: string): Decode => {
  const characters = Array.from(page)
  return (bytes) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      .toString("latin1")
      .replaceAll(/[\x80-\xff]/g, (byte) => characters[byte.charCodeAt(0) - 128]!)
}

/** The label by which TextDecoder knows the code page with this number. */
const labelOf = (page: number): string | undefined => {
  if (page >= 1250 && page <= 1258) return `windows-${page}`
  return page > 28_590 && page < 28_607 ? `iso-8859-${page - 28_590}` : named.get(page)
}

const isLabel = (label: string): boolean => {
  try {
    return new TextDecoder(label).encoding !== ""
  } catch {
    return false
  }
}

/** A label of the WHATWG Encoding Standard, or the characters of a code page of DOS. */
type Encoding = { readonly label: string } | { readonly page: string }

const encodingOf = (name: string): Encoding | undefined => {
  const label = name.trim().toLowerCase()
  if (isLabel(label)) return { label }
  const [, part] = /^(?:iso)?[ _-]?8859[ _-]?(\d{1,2})$/.exec(label) ?? []
  if (part !== undefined) return isLabel(`iso-8859-${part}`) ? { label: `iso-8859-${part}` } : undefined
  const [, digits] = /^(?:ansi|oem|cp|windows|ibm|dos)?[ _-]?(\d{3,5})$/.exec(label) ?? []
  const page = dosPages.get(Number(digits))
  if (page !== undefined) return { page }
  const known = labelOf(Number(digits))
  return known === undefined || !isLabel(known) ? undefined : { label: known }
}

/** Whether texts in an encoding can be read, by any name that `decoderOf` knows. */
export const isEncoding = (name: string): boolean => encodingOf(name) !== undefined

/**
 * How to decode text in an encoding, by any name that the `.cpg` beside a shapefile has for it: a label of the WHATWG
 * Encoding Standard, or a number as in `1252`, `ANSI 1252`, `OEM 850`, `88591` or `ISO 8859-15`. Undefined if none is.
 */
export const decoderOf = (name: string): Decode | undefined => {
  const encoding = encodingOf(name)
  if (encoding === undefined) return undefined
  if ("page" in encoding) return decodeDos(encoding.page)
  const decoder = new TextDecoder(encoding.label)
  return (bytes) => decoder.decode(bytes)
}

/** The same for a text that comes in pieces. */
export const pieceDecoderOf = (name: string): DecodePiece | undefined => {
  const encoding = encodingOf(name)
  if (encoding === undefined) return undefined
  if ("page" in encoding) return decodeDos(encoding.page)
  const decoder = new TextDecoder(encoding.label)
  return (bytes, more) => decoder.decode(bytes, { stream: more })
}
