/** A list of two or more names, whose comma is no inversion. */
const enumerates = / (?:and|y) /

/** Names that the package `iso-3166` cuts off, whole as ISO's Online Browsing Platform has them. */
const whole: Readonly<Record<string, string>> = {
  "GR-A": "Anatolikí Makedonía kai Thráki",
  "RU-KB": "Kabardino-Balkarskaya Respublika",
  "RU-KC": "Karachayevo-Cherkesskaya Respublika",
  "RU-KHM": "Khanty-Mansiyskiy avtonomnyy okrug",
  "RU-LEN": "Leningradskaya oblast'",
  "RU-NEN": "Nenetskiy avtonomnyy okrug",
  "RU-NVS": "Novosibirskaya oblast'",
  "RU-VGG": "Volgogradskaya oblast'",
  "RU-VLA": "Vladimirskaya oblast'",
  "RU-YAN": "Yamalo-Nenetskiy avtonomnyy okrug"
}

/** ISO 3166-2's own remarks (wholly or partly in Western Sahara; in which language), which are no part of a name. */
const remark = / \((?:EH|EH-partial|de, lb)\)$/

/**
 * A subdivision as its country writes it. ISO 3166-2 sorts some by their distinguishing word, with a comma: `Madrid,
 * Comunidad de`. Italy's bilingual ones (`Bolzano, Bozen`) and lists (`Newry, Mourne and Down`) stay as they are.
 */
export const regionName = (code: string, packaged: string): string => {
  const listed = whole[code] ?? packaged.replace(remark, "")
  if (code.startsWith("IT-")) return listed
  const [, word, generic, note = ""] = /^([^,]+), ([^,(]+?)( \(.+\))?$/.exec(listed) ?? []
  if (word === undefined || generic === undefined || enumerates.test(generic)) return listed
  return `${generic} ${word}${note}`
}
