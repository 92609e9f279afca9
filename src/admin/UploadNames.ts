/** Maximum length of a name in bytes; every file system accepts it. */
const longest = 120

/** Names that Windows reserves for devices, whatever their extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** The base with an ending, cut off so that both have at most `longest` bytes. */
const withEnding = (base: string, ending: string): string => {
  if (Buffer.byteLength(base + ending) <= longest) return base + ending
  let kept = base
  while (Buffer.byteLength(kept + ending) > longest) kept = Array.from(kept).slice(0, -1).join("")
  return kept.replace(/[. ]+$/, "") + ending
}

/**
 * A safe file name made from the one a browser sent: without folders, control characters, or characters with a meaning
 * in file systems or shells; not hidden, and not too long. A name that was made stays the same.
 */
export const fileName = (asked: string): string => {
  const last = asked.normalize("NFC").split(/[/\\]/).at(-1) ?? ""
  const plain = last
    .replace(/[^\p{L}\p{M}\p{N}._ ()+@=-]/gu, "_")
    .replace(/\s+/g, " ")
    .replace(/^[. -]+|[. ]+$/g, "")
  if (plain === "") return "file"
  const name = reserved.test(plain) ? `file-${plain}` : plain
  const ending = /(?:\.[A-Za-z0-9]{1,10}){1,2}$/.exec(name)?.[0] ?? ""
  return withEnding(name.slice(0, name.length - ending.length), ending)
}

/** A name that `fileName` has made, with a number before its extension: `name-2.csv`. */
export const numberedName = (name: string, number: number): string => {
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ""
  return withEnding(name.slice(0, name.length - extension.length), `-${number}${extension}`)
}
