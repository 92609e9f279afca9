/** The path of a request target, without its query. */
export const pathOf = (url: string): string => {
  const end = url.indexOf("?")
  return end === -1 ? url : url.slice(0, end)
}

/** The router takes `;` or `#` for the start of a query. Here both belong to the path, which then does not exist. */
export const strays = (url: string): boolean => /^[^?]*[;#]/.test(url)
