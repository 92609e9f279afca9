/** Whether everything that is encoded in a part of a URL is percent-encoded UTF-8: clients throw at anything else. */
export const isDecodable = (text: string): boolean => {
  try {
    // Bundlers drop a call whose result is unused, although this one may throw.
    return typeof decodeURIComponent(text) === "string"
  } catch {
    return false
  }
}
