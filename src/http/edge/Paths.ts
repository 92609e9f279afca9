/** The path of a request target, without its query. */
export const pathOf = (url: string): string => {
  const end = url.indexOf("?")
  return end === -1 ? url : url.slice(0, end)
}

/** The router takes what follows `;` or `#` for a query; here it is a part of a path, and there is no such path. */
export const strays = (url: string): boolean => /^[^?]*[;#]/.test(url)
