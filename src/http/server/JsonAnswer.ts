import { Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { Address } from "../../../schemas/Address.ts"
import type { Profile } from "../../../schemas/Profile.ts"
import { PublishedAddress } from "../../pool/stored/PublishedAddress.ts"

/**
 * Responses with addresses are written by `JSON.stringify` alone. Published addresses were validated before they were
 * stored, and validating and encoding them again took most of a response's time. A test compares the text with what the
 * contract's encoder writes.
 */

const encode = Schema.encodeUnknownSync(Schema.toCodecJson(Address))

/** The address as JSON. Throws if it is neither published nor valid by the contract. */
const shown = (address: Address): unknown => (address instanceof PublishedAddress ? address : encode(address))

/** Longer texts are encoded here, because Node.js would reserve three bytes per character to write them. */
const longText = 16_384

const json = (text: string): HttpServerResponse.HttpServerResponse =>
  text.length < longText
    ? HttpServerResponse.text(text, { contentType: "application/json" })
    : HttpServerResponse.uint8Array(Buffer.from(text), { contentType: "application/json" })

const answer = (data: object) => json(JSON.stringify({ data }))

export interface GeneratedResult {
  readonly address: Address
  readonly profile: Profile
}

const resultOf = ({ address, profile }: GeneratedResult) => ({ address: shown(address), profile })

/** One result as JSON, for responses that are written in two parts. */
export const resultText = (result: GeneratedResult): string => JSON.stringify(resultOf(result))

/** `members`, and one more that is JSON already. */
const answerWith = (members: object, name: string, text: string) =>
  json(`{"data":${JSON.stringify(members).slice(0, -1)},"${name}":${text}}}`)

/**
 * `{"data": {…, "result": …}}`
 *
 * @param result as JSON
 */
export const generatedAnswer = (members: object, result: string) => answerWith(members, "result", result)

/** `{"data": {…, "results": […]}}` */
export const batchAnswer = (members: object, results: ReadonlyArray<GeneratedResult>) =>
  answer({ ...members, results: results.map(resultOf) })

/**
 * The same from results that were written one by one.
 *
 * @param results each as JSON
 */
export const batchAnswerOf = (members: object, results: ReadonlyArray<string>) =>
  answerWith(members, "results", `[${results.join(",")}]`)

/** `{"data": {"address": …}}` */
export const addressAnswer = (address: Address) => answer({ address: shown(address) })
