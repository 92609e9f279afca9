/** Starts a browser download of a file. */
export const download = (name: string, contentType: string, content: string): void => {
  // The byte order mark tells spreadsheets that the file is UTF-8.
  const bytes = contentType.startsWith("text/csv") ? `\ufeff${content}` : content
  const url = URL.createObjectURL(new Blob([bytes], { type: contentType }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  // By then, the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
