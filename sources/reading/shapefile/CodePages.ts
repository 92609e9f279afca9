import { isEncoding } from "../Text.ts"

/** Turns bytes into text. */
export type Decode = (bytes: Uint8Array) => string

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
    850,
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0"
  ],
  [
    852,
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0"
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

const decodeDos =
  (page: string): Decode =>
  (bytes) =>
    Buffer.from(bytes)
      .toString("latin1")
      .replaceAll(/[\x80-\xff]/g, (byte) => page[byte.charCodeAt(0) - 128]!)

/** The label by which TextDecoder knows the code page with this number. */
const labelOf = (page: number): string | undefined => {
  if (page >= 1250 && page <= 1258) return `windows-${page}`
  return page > 28_590 && page < 28_607 ? `iso-8859-${page - 28_590}` : named.get(page)
}

const decodeWith = (label: string | undefined): Decode | undefined => {
  if (label === undefined || !isEncoding(label)) return undefined
  const decoder = new TextDecoder(label)
  return (bytes) => decoder.decode(bytes)
}

/**
 * How to decode text in an encoding, by any name that the `.cpg` beside a shapefile has for it: a label of the WHATWG
 * Encoding Standard, or a number as in `1252`, `ANSI 1252`, `OEM 850`, `88591` or `ISO 8859-15`. Undefined if none is.
 */
export const decoderOf = (name: string): Decode | undefined => {
  const label = name.toLowerCase()
  const known = decodeWith(label)
  if (known !== undefined) return known
  const [, part] = /^(?:iso)?[ _-]?8859[ _-]?(\d{1,2})$/.exec(label) ?? []
  if (part !== undefined) return decodeWith(`iso-8859-${part}`)
  const [, digits] = /^(?:ansi|oem|cp|windows|ibm|dos)?[ _-]?(\d{3,5})$/.exec(label) ?? []
  const page = dosPages.get(Number(digits))
  return page === undefined ? decodeWith(labelOf(Number(digits))) : decodeDos(page)
}
