import { unescape } from "node:querystring"
import { misleading } from "../../schemas/Quoted.ts"
import { SourceError } from "../DataSource.ts"

/** What is being read, for messages: the source's name, and the place as the operator wrote it. */
export interface Origin {
  readonly source: string
  /** A path or URL, followed by the path within archives; without passwords and query values. */
  readonly place: string
}

/**
 * Characters of names that would end the line of a message, command a terminal, or turn the direction of what follows:
 * whoever makes an archive or a link could make a message say something else.
 */
const unprintable = new RegExp(String.raw`[\p{Cc}${misleading}]`, "gu")

/** The same source at a deeper place: a file in a folder, or in an archive. */
export const within = (origin: Origin, path: string): Origin => ({
  source: origin.source,
  place: `${origin.place}/${path.replace(unprintable, "\ufffd")}`
})

const error =
  (reason: SourceError["reason"]) =>
  (origin: Origin, message: string, cause?: unknown): SourceError =>
    new SourceError({
      source: origin.source,
      reason,
      message: `${origin.place}: ${message}`,
      ...(cause === undefined ? {} : { cause })
    })

/** A retry may succeed. */
export const transient = error("transient")
/** The data are not what they should be. */
export const unreadable = error("unreadable")
/** The operator has to change something. */
export const misconfigured = error("misconfigured")

/** A key in a path, where the offices of New Zealand have theirs: `/services;key=…/wfs`. */
const keyInPath = /;([\w-]+)=[^/;]*/g

const withoutKeysIn = (path: string, instead = ""): string =>
  path.replaceAll(keyInPath, (found: string, name: string) => (/key|token/i.test(name) ? `;${name}=${instead}` : found))

/** Whether a query parameter has a key. */
export const isKey = (name: string): boolean =>
  /key|token|secret|password|^auth|^sig(?:nature)?$|^(?:app|client)_?id$/i.test(name)

/** A copy of a URL without the keys in its query and its path. */
export const withoutKeys = (url: URL): URL => {
  const made = new URL(url)
  // Deleting them one by one takes the square of their number.
  const kept = Array.from(url.searchParams).filter(([name]) => !isKey(name))
  if (kept.length < url.searchParams.size) made.search = new URLSearchParams(kept).toString()
  made.pathname = withoutKeysIn(url.pathname)
  return made
}

const pathShown = (url: URL): string =>
  withoutKeysIn(unescape(url.pathname), "…").replace(unprintable, encodeURIComponent)

/** A URL in a form that may be shown: no user, no password, and no query values or others that may be keys. */
export const shown = (url: URL): string =>
  `${url.protocol}//${url.host}${pathShown(url)}${url.search === "" ? "" : "?…"}`
