import { Schema } from "effect"
import { Address } from "../../schemas/Address.ts"

const encode = Schema.encodeUnknownSync(Schema.fromJsonString(Schema.toCodecJson(Address)))

/** The text that each address was read from, for as long as the address is in use. */
const documents = new WeakMap<Address, string>()

/**
 * The address of a published document. Documents are written by the publication alone, so that they need no second check on
 * the way out.
 */
export const fromDocument = (document: string): Address => {
  const address = JSON.parse(document) as Address
  documents.set(address, document)
  return address
}

/**
 * The address as JSON: as it was published where it comes from a document, so that nothing is encoded anew. Throws when an
 * address that comes from elsewhere is none by the contract.
 */
export const toDocument = (address: Address): string => documents.get(address) ?? encode(address)
