import { Option } from "effect"
import * as IpAddress from "./IpAddress.ts"

/** Reads the address of a hop. None if it names no address: unknown, obfuscated, or unreadable. */
type Hop = () => Option.Option<IpAddress.IpAddress>

/**
 * The hops that a proxy's header names, in order: each proxy appends what it saw. A client may have written thousands
 * before that, so each is read only when it is its turn.
 */
export type Hops = ReadonlyArray<Hop>

/** A header as received: on one line, or on several that were not joined. */
export type HeaderLines = string | ReadonlyArray<string> | undefined

const linesOf = (lines: HeaderLines): ReadonlyArray<string> =>
  lines === undefined ? [] : typeof lines === "string" ? [lines] : lines

const bracketed = /^\[([0-9A-Fa-f:.]+)\](?::(.+))?$/
const dotted = /^(\d+(?:\.\d+){3})(?::(.+))?$/
/** At least two colons: with only one, it would be a port. Without a zone, which is meaningless elsewhere. */
const bareIpv6 = /^[0-9A-Fa-f]*:[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*$/
const portNumber = /^\d{1,5}$/
/** RFC 7239: a port may be hidden behind a name chosen by the proxy. */
const portOrAlias = /^(?:\d{1,5}|_[\w.-]+)$/

/** An address with or without a port. IPv6 needs brackets if a port may follow. */
const node = (text: string, port: RegExp): Option.Option<IpAddress.IpAddress> => {
  const [, address, given] = bracketed.exec(text) ?? dotted.exec(text) ?? []
  if (address === undefined || (given !== undefined && !port.test(given))) return Option.none()
  return Option.filter(IpAddress.parse(address), () => text.startsWith("[") === address.includes(":"))
}

const listed = (element: string) => (bareIpv6.test(element) ? IpAddress.parse(element) : node(element, portNumber))

/** `X-Forwarded-For`: a list of addresses. It has no standard, but this is the universal format. */
export const forwardedFor = (lines: HeaderLines): Hops =>
  linesOf(lines)
    .flatMap((line) => line.split(","))
    .map((element) => element.trim())
    .filter((element) => element !== "")
    .map((element) => () => listed(element))

const pair = /([!#$%&'*+\-.^_`|~\w]+)=(?:([!#$%&'*+\-.^_`|~\w]+)|"((?:[\t !#-[\]-~\x80-\xff]|\\[\t -~\x80-\xff])*)")/y
const space = /[ \t]*/y

/** The `for` of each element on one line, undefined if an element has none; or undefined if the line is malformed. */
const forParameters = (line: string): ReadonlyArray<string | undefined> | undefined => {
  const found: Array<string | undefined> = []
  let names = new Map<string, string>()
  let position = 0
  const match = (pattern: RegExp) => {
    pattern.lastIndex = position
    const result = pattern.exec(line)
    position += result?.[0].length ?? 0
    return result
  }
  for (;;) {
    match(space)
    const parameter = match(pair)
    if (parameter !== null) {
      const name = parameter[1]!.toLowerCase()
      if (names.has(name)) return undefined
      names.set(name, parameter[2] ?? parameter[3]!.replace(/\\(.)/g, "$1"))
    }
    match(space)
    const end = line[position++]
    if (end === ";") continue
    if (end !== "," && end !== undefined) return undefined
    if (names.size > 0) found.push(names.get("for"))
    if (end === undefined) return found
    names = new Map()
  }
}

/**
 * `Forwarded` (RFC 7239). A line that breaks the grammar counts as one hop that names no address: its contents cannot
 * be separated, because a client may have opened a quotation that swallows what a proxy appended.
 */
export const forwarded = (lines: HeaderLines): Hops =>
  linesOf(lines).flatMap(
    (line): Hops =>
      forParameters(line)?.map((text) => (text === undefined ? Option.none : () => node(text, portOrAlias))) ?? [
        Option.none
      ]
  )
