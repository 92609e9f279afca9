/** A list of two or more names, in which a comma is not an inversion. */
const enumerates = / (?:and|y) /

/** Names that the package `iso-3166` truncates, in full from ISO's Online Browsing Platform. */
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

/** ISO 3166-2's own remarks (wholly or partly in Western Sahara; language), which are not part of a name. */
const remark = / \((?:EH|EH-partial|de, lb)\)$/

/**
 * A subdivision's name as its country writes it. ISO 3166-2 sorts some by their distinguishing word, with a comma:
 * `Madrid, Comunidad de`. Italy's bilingual names (`Bolzano, Bozen`) and lists (`Newry, Mourne and Down`) are
 * unchanged.
 */
export const regionName = (code: string, packaged: string): string => {
  const listed = whole[code] ?? packaged.replace(remark, "")
  if (code.startsWith("IT-")) return listed
  const [, word, generic, note = ""] = /^([^,]+), ([^,(]+?)( \(.+\))?$/.exec(listed) ?? []
  if (word === undefined || generic === undefined || enumerates.test(generic)) return listed
  return `${generic} ${word}${note}`
}
