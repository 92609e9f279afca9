/** Printable ASCII with single spaces between words, as most text is, needs no cleaning. */
const isClean = /^[!-~]+(?: [!-~]+)*$/

/** A text without invisible characters; undefined if nothing is left. */
export const clean = (text: string | undefined): string | undefined => {
  if (text === undefined || isClean.test(text)) return text
  const cleaned = text
    .normalize("NFC")
    // Soft hyphens and zero-width joiners occur within words.
    .replace(/\p{Cf}/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
  return cleaned === "" ? undefined : cleaned
}

/** The same of what a source says of itself, which is never empty. */
export const onOneLine = (text: string): string => clean(text) ?? text
