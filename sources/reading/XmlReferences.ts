const entities: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null), {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'"
})

/** A character that XML allows (section 2.2). */
const isCharacter = (point: number): boolean =>
  point === 0x9 ||
  point === 0xa ||
  point === 0xd ||
  (point >= 0x20 && point <= 0xd7ff) ||
  (point >= 0xe000 && point <= 0xfffd) ||
  (point >= 0x10000 && point <= 0x10ffff)

/** The longest entity name to look for. */
const longestName = 64

const reference = new RegExp(`&(#x[0-9a-f]+|#[0-9]+|[^\\s;&<>#][^\\s;&<>]{0,${longestName - 1}});`, "gi")

/**
 * Replaces the references in a text: characters by number, and the five entities that XML itself defines. Document
 * types, which define others, are not read, so that nothing is downloaded and nothing expands: `undefinedIs` is called
 * for those.
 */
export const unescapeXml = (text: string, undefinedIs: (reference: string) => void): string =>
  text.includes("&")
    ? text.replace(reference, (whole, name: string) => {
        const point = name.startsWith("#x")
          ? Number.parseInt(name.slice(2), 16)
          : name.startsWith("#")
            ? Number.parseInt(name.slice(1), 10)
            : undefined
        const known =
          point === undefined ? entities[name] : isCharacter(point) ? String.fromCodePoint(point) : undefined
        if (known === undefined) undefinedIs(whole)
        return known ?? whole
      })
    : text

/** Where text may be cut without splitting a reference: before an ampersand near its end that may begin one. */
export const cutBefore = (text: string): number => {
  const at = text.lastIndexOf("&")
  return at < 0 || text.length - at > longestName + 1 || text.includes(";", at) ? text.length : at
}
