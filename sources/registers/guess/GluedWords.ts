/**
 * English words that columns are called by, and how publishers shorten them. Those that other names begin or end with,
 * such as `post` and `lot`, are not among them.
 */
const known: ReadonlySet<string> = new Set(
  (
    "addr address adr add apt city code com comm community complete county dir direc direction fraction full hse house jurisdiction " +
    "loc location mail mailing muni municipality nam name nbr nm nmbr no num number one phys physical pre prefix prfx prop property prov " +
    "province pt road site situs st state str street strt suf suffix suffx suite sfx ty typ type unit zip zipcode"
  ).split(" ")
)
const longest = Math.max(...Array.from(known, ({ length }) => length))

/** How long a name is that is looked at: none has more words. */
const mostCharacters = 40

/** The words that a name is put together from, if it has no others: `locstrnum` is the number of a street's location. */
export const gluedWords = (name: string): ReadonlyArray<string> | undefined => {
  if (name.length > mostCharacters || known.has(name)) return undefined
  // For each end, the fewest words up to there.
  const upTo: Array<ReadonlyArray<string> | undefined> = [[]]
  for (let end = 1; end <= name.length; end += 1) {
    for (let start = Math.max(0, end - longest); start < end; start += 1) {
      const before = upTo[start]
      const word = name.slice(start, end)
      if (before === undefined || !known.has(word)) continue
      if (before.length + 1 < (upTo[end]?.length ?? Infinity)) upTo[end] = [...before, word]
    }
  }
  return upTo[name.length]
}
