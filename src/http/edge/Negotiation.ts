/** One element of a header with a client's preferences, such as `gzip;q=0.8`. */
interface Preference {
  /** In lower case. */
  readonly name: string
  /** From 0, not acceptable, to 1, preferred. */
  readonly quality: number
}

/** A weight is 0 to 1 with at most three digits (RFC 9110, 12.4.2). Anything else counts as 1, as if it were absent. */
const qualityOf = (parameters: ReadonlyArray<string>): number => {
  for (const parameter of parameters) {
    const [, text] = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(parameter) ?? []
    if (text !== undefined) return Number(text)
  }
  return 1
}

const preferencesOf = (header: string): ReadonlyArray<Preference> =>
  header.split(",").flatMap((element) => {
    const [name = "", ...parameters] = element.split(";").map((part) => part.trim().toLowerCase())
    return name === "" ? [] : [{ name, quality: qualityOf(parameters) }]
  })

const qualityFor = (preferences: ReadonlyArray<Preference>, names: ReadonlyArray<string>): number | undefined => {
  for (const name of names) {
    const found = preferences.find((preference) => preference.name === name)
    if (found !== undefined) return found.quality
  }
  return undefined
}

/** The best offer; the first one wins a tie. */
const best = <A extends string>(offered: ReadonlyArray<A>, quality: (offer: A) => number): A | undefined => {
  let found: A | undefined
  for (const offer of offered) {
    if (quality(offer) > (found === undefined ? 0 : quality(found))) found = offer
  }
  return found
}

/** The content codings of responses, the smallest first. */
export const codings = ["br", "gzip"] as const
export type Coding = (typeof codings)[number]

/**
 * The content coding that suits a request (RFC 9110, 12.5.3); undefined if the response is to be sent as it is. A
 * client never gets a coding that it does not list, or ranks below `identity`.
 */
export const codingFor = (acceptEncoding: string | undefined): Coding | undefined => {
  if (acceptEncoding === undefined) return undefined
  const preferences = preferencesOf(acceptEncoding)
  const coding = best(codings, (name) => qualityFor(preferences, [name, "*"]) ?? 0)
  if (coding === undefined) return undefined
  const identity = qualityFor(preferences, ["identity"]) ?? 0
  return (qualityFor(preferences, [coding, "*"]) ?? 0) >= identity ? coding : undefined
}

/**
 * The media type that suits a request (RFC 9110, 12.5.1); the first one if the request does not say, or accepts none of
 * them.
 */
export const mediaTypeFor = <A extends string>(accept: string | undefined, offered: readonly [A, ...Array<A>]): A => {
  if (accept === undefined) return offered[0]
  const preferences = preferencesOf(accept)
  return best(offered, (type) => qualityFor(preferences, [type, `${type.split("/")[0]}/*`, "*/*"]) ?? 0) ?? offered[0]
}

const opaqueOf = (etag: string): string => etag.replace(/^W\//, "")

/** Apache httpd names in an ETag how it has compressed the response, and sends the client's back as it is. */
const ofProxy = /-(?:gzip|br|deflate|zstd)"$/

/** Whether `If-None-Match` contains this version, by weak comparison (RFC 9110, 13.1.2). */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean => {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === "*") return true
  return Array.from(ifNoneMatch.matchAll(/"[^"]*"/g), ([opaque]) => opaque.replace(ofProxy, '"')).includes(
    opaqueOf(etag)
  )
}

/** Adds members to a header's list, without duplicates. */
export const withMembers = (header: string | undefined, ...more: ReadonlyArray<string>): string => {
  const members = (header ?? "").split(",").flatMap((member) => member.trim() || [])
  const known = new Set(members.map((member) => member.toLowerCase()))
  return [...members, ...more.filter((member) => !known.has(member.toLowerCase()))].join(", ")
}
