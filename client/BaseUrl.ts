import { isObject } from "./Answer.ts"

/**
 * The base of the service's paths, without `/api/v1` and without a slash at its end. A path alone is resolved against
 * the page's URL. Throws a `TypeError` for anything else.
 */
export const baseOf = (given: string | URL): string => {
  const page = Reflect.get(globalThis, "location")
  const context = isObject(page) && typeof page["href"] === "string" ? page["href"] : undefined
  const url = URL.canParse(String(given), context) ? new URL(String(given), context) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.search + url.hash !== "") {
    throw new TypeError(
      `baseUrl must be the URL of the service, such as http://127.0.0.1:8080, without user, query or fragment; ${JSON.stringify(String(given))} is not one.`
    )
  }
  return `${url.origin}${url.pathname.replace(/(?:\/api\/v1)?\/*$/, "")}`
}
