import { Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { Address } from "../../../schemas/Address.ts"
import type { Profile } from "../../../schemas/Profile.ts"
import { PublishedAddress } from "../../pool/stored/PublishedAddress.ts"

/**
 * Answers with addresses are assembled as text: published addresses were checked before they were stored, and checking and
 * encoding them again took most of an answer's time. A test holds the text to what the contract's encoder writes.
 */

const encode = Schema.encodeUnknownSync(Schema.fromJsonString(Schema.toCodecJson(Address)))

/** The address as JSON. Throws when it is not published and none by the contract. */
const toJson = (address: Address): string =>
  address instanceof PublishedAddress ? JSON.stringify(address) : encode(address)

/** The members of an object as JSON, without the braces; what is undefined is left out. */
const membersOf = (object: object): string => JSON.stringify(object).slice(1, -1)

/** Longer texts are encoded here: Node.js would reserve three bytes a character to write them. */
const longText = 16_384

const json = (text: string): HttpServerResponse.HttpServerResponse =>
  text.length < longText
    ? HttpServerResponse.text(text, { contentType: "application/json" })
    : HttpServerResponse.uint8Array(Buffer.from(text), { contentType: "application/json" })

export interface GeneratedResult {
  readonly address: Address
  readonly profile: Profile
}

const resultOf = ({ address, profile }: GeneratedResult): string =>
  `{"address":${toJson(address)},"profile":${JSON.stringify(profile)}}`

/** `{"data": {…, "result": …}}` */
export const generatedAnswer = (members: object, result: GeneratedResult) =>
  json(`{"data":{${membersOf(members)},"result":${resultOf(result)}}}`)

/** `{"data": {…, "results": […]}}` */
export const batchAnswer = (members: object, results: ReadonlyArray<GeneratedResult>) =>
  json(`{"data":{${membersOf(members)},"results":[${results.map(resultOf).join(",")}]}}`)

/** `{"data": {"address": …}}` */
export const addressAnswer = (address: Address) => json(`{"data":{"address":${toJson(address)}}}`)
