/** Cuts a text into pieces whose sizes are taken in turn. */
export const cut = (text: string, sizes: ReadonlyArray<number>): ReadonlyArray<string> => {
  const pieces: Array<string> = []
  for (let at = 0, i = 0; at < text.length; i++) {
    const size = sizes[i % sizes.length]!
    pieces.push(text.slice(at, at + size))
    at += size
  }
  return pieces
}
