/** A copy of a URL with these query values; undefined removes one. Names that differ in case only are the same, as in WFS. */
export const withValues = (url: URL, values: Readonly<Record<string, string | number | undefined>>): URL => {
  const made = new URL(url)
  for (const [name, value] of Object.entries(values)) {
    for (const other of Array.from(made.searchParams.keys())) {
      if (other.toLowerCase() === name.toLowerCase()) made.searchParams.delete(other)
    }
    if (value !== undefined) made.searchParams.set(name, String(value))
  }
  return made
}
