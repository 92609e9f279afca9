/** Hands a file to the browser's downloads. */
export const download = (name: string, contentType: string, content: string): void => {
  // The mark at the front tells spreadsheets that the file is UTF-8.
  const bytes = contentType.startsWith("text/csv") ? `\ufeff${content}` : content
  const url = URL.createObjectURL(new Blob([bytes], { type: contentType }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  // After the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
