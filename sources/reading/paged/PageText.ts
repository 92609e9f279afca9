import { createHash } from "node:crypto"
import { Effect, Stream } from "effect"
import type { SourceError } from "../../DataSource.ts"
import { jsonArray } from "../Json.ts"
import { type Origin, unreadable } from "../Origin.ts"
import { asSourceError } from "../Parser.ts"
import { decodeText, decodeXml } from "../Text.ts"
import { countIn } from "./OnlyPage.ts"
import type { PageForm } from "./Pages.ts"
import { rootAttributes } from "./Stated.ts"

/** A page's records, as they are written into the file of all pages. */
export interface PageText {
  /** The document, or of XML the attributes of its first element. */
  readonly body: unknown
  readonly text: string
  /** How many records it has. */
  readonly count: number
  /** For each record, a hash of its content. */
  readonly keys: ReadonlyArray<string>
  /** Whether the records have identifiers, so that none has the content of another. */
  readonly areIds: boolean
}

/** The texts of one page after another are a document of XML between these. */
export const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n<pages>\n'
export const xmlEnd = "</pages>\n"

const digest = (text: string): string => createHash("sha256").update(text).digest("base64").slice(0, 16)

/** Members that identify a record, as services call them. */
const idMember =
  /^\{\s*(?:"type"\s*:\s*"Feature"\s*,\s*)?"(?:id|_id|:id)"\s*:\s*("[^"]+"|\d+)|"(?:OBJECTID|objectid|FID|gml_id|ogc_fid)"\s*:\s*("[^"]+"|\d+)/

/** What GeoServer identifies records by that have no key: it differs in each response. */
const passingId = /\bfid-[-_0-9a-f]+/g

const withKeys = (records: ReadonlyArray<string>, idOf: (record: string) => string | undefined) => {
  const ids = records.map(idOf)
  const areIds =
    new Set(ids).size === ids.length &&
    ids.every((id) => id !== undefined && id.search(passingId) < 0) &&
    ids.length > 0
  return { areIds, keys: records.map((record) => digest(record.replaceAll(passingId, ""))) }
}

const ofJson = (origin: Origin, text: string, path: ReadonlyArray<string>): Effect.Effect<PageText, SourceError> =>
  Effect.gen(function* () {
    const body = yield* Effect.try({
      try: () => JSON.parse(text) as unknown,
      catch: (cause) => unreadable(origin, "a page is not JSON. Is it the right URL?", cause)
    })
    const cut = () => {
      const parser = jsonArray(path)()
      return [...parser.push(text), ...parser.end()]
    }
    const found = yield* Effect.try({ try: cut, catch: asSourceError(origin) })
    // Line feeds stand only between the tokens of JSON.
    const records = found.map((one) => one.text.replaceAll(/[\r\n]+/g, " "))
    const idOf = (record: string) => {
      const [, one, other] = idMember.exec(record) ?? []
      return one ?? other
    }
    const lines = records.map((record) => `${record}\n`).join("")
    return { body, text: lines, count: records.length, ...withKeys(records, idOf) }
  })

/** Characters of a record within which its identifier stands. */
const longestStart = 1000

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

const ofXml = (text: string, elements: ReadonlyArray<string>): PageText => {
  const plain = text.replace(/^[\s\ufeff]+/, "").replace(/^(?:<\?[^>]*\?>\s*|<!DOCTYPE[^>[]*>\s*|<!--[^]*?-->\s*)+/, "")
  const tag = new RegExp(`<((?:[\\w.-]+:)?(?:${elements.map(escaped).join("|")}))(?=[\\s>/])`, "g")
  const starts = Array.from(plain.matchAll(tag))
  let areClosed = true
  const records = starts.map(({ 1: name, index }, at) => {
    const end = areClosed ? plain.indexOf(`</${name}>`, index) : -1
    // A text without such ends is not searched for each of its records.
    areClosed = end >= 0
    return plain.slice(index, areClosed ? end : starts[at + 1]?.index)
  })
  const idOf = (record: string) =>
    /^<[^>]*\s(?:gml:id|fid|id)\s*=\s*["']([^"']+)/.exec(record.slice(0, longestStart))?.[1]
  const body = rootAttributes(plain)
  return { body, text: `${plain}\n`, count: countIn(body) ?? records.length, ...withKeys(records, idOf) }
}

/** Reads a response with a page of records. */
export const readPage = Effect.fnUntraced(function* (origin: Origin, bytes: Uint8Array, form: PageForm) {
  const decode = form.type === "json" ? decodeText : decodeXml
  const text = yield* Stream.mkString(decode(origin, form.encoding)(Stream.succeed(bytes)))
  return form.type === "json" ? yield* ofJson(origin, text, form.path) : ofXml(text, form.records)
})
