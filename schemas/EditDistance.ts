/**
 * How many letters must be inserted, deleted, replaced or swapped with their neighbour to turn one text into the other
 * (Damerau-Levenshtein, each part edited once), or more than `most` if it is more.
 */
export const distance = (from: string, to: string, most: number): number => {
  const [a, b] = [Array.from(from), Array.from(to)]
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: ReadonlyArray<number> = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2]! + 1)
      row.push(least)
    }
    // A swap looks two rows back.
    if (Math.min(...row, ...last) > most) return most + 1
    before = last
    last = row
  }
  return Math.min(last[b.length]!, most + 1)
}
