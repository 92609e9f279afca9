/** Bytes of a name that every file system takes. */
const longest = 120

/** Names that Windows keeps for devices, whatever their ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/**
 * A name that a file may have here, made of one that a browser says: without folders, control characters and what file
 * systems or shells take for something else; not hidden, and not too long.
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
