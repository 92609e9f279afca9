/** Maximum length of a name in bytes; every file system accepts it. */
const longest = 120

/** Names that Windows reserves for devices, whatever their extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/**
 * A safe file name made from the one a browser sent: without folders, control characters, or characters with a meaning
 * in file systems or shells; not hidden, and not too long.
 */
export const fileName = (asked: string): string => {
  const last = asked.normalize("NFC").split(/[/\\]/).at(-1) ?? ""
  const plain = last
    .replace(/[^\p{L}\p{M}\p{N}._ ()+@=-]/gu, "_")
    .replace(/\s+/g, " ")
    .replace(/^[. -]+|[. ]+$/g, "")
  const ending = /(?:\.[A-Za-z0-9]{1,10}){1,2}$/.exec(plain)?.[0] ?? ""
  let base = plain.slice(0, plain.length - ending.length)
  while (Buffer.byteLength(base + ending) > longest) base = Array.from(base).slice(0, -1).join("")
  const name = `${base}${ending}`.replace(/^[. -]+/, "")
  return name === "" || reserved.test(name) ? `file${name === "" ? "" : `-${name}`}` : name
}
