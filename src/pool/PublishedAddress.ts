import { Schema } from "effect"
import { Address } from "../../schemas/Address.ts"

const encode = Schema.encodeUnknownSync(Schema.fromJsonString(Schema.toCodecJson(Address)))

/**
 * An address that was put together from what is published, with the JSON that clients get. What is published was checked
 * before it was stored, so that it needs no second check on the way out.
 */
class PublishedAddress {
  #json: string | undefined

  /** Written once, when it is first asked for. */
  static jsonOf(published: PublishedAddress): string {
    return (published.#json ??= JSON.stringify(published))
  }
}

/** The address as one that is published. Its members are in the order of the contract. */
export const published = (address: Address): Address => Object.assign(new PublishedAddress(), address)

/** The address as JSON. Throws when it comes from elsewhere and is none by the contract. */
export const toJson = (address: Address): string =>
  address instanceof PublishedAddress ? PublishedAddress.jsonOf(address) : encode(address)
