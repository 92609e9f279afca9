import { NetAddress } from "effect/net"
import type { IpAddress } from "./IpAddress.ts"
import type { MmdbReader } from "./MmdbReader.ts"

/** How many networks are checked from each place on. */
const networksEach = 32

const bytesOf = (value: bigint, count: number): Uint8Array =>
  Uint8Array.from({ length: count }, (_, i) => Number((value >> BigInt(8 * (count - 1 - i))) & 255n))

interface Family {
  readonly width: 32 | 128
  readonly starts: ReadonlyArray<bigint>
  readonly address: (value: bigint) => IpAddress
}

/** Evenly spaced places in all of IPv4, and in the allocated part of IPv6, 2000::/3. */
const families: ReadonlyArray<Family> = [
  {
    width: 32,
    starts: Array.from({ length: 64 }, (_, i) => BigInt(i) << 26n),
    address: (value) => NetAddress.ipv4FromBytesUnsafe(bytesOf(value, 4))
  },
  {
    width: 128,
    starts: Array.from({ length: 64 }, (_, i) => (1n << 125n) + (BigInt(i) << 119n)),
    address: (value) => NetAddress.ipv6FromBytesUnsafe(bytesOf(value, 16))
  }
]

/** The records of some networks, spread over the database's tree. Throws like `look`. */
export const sampleOf = ({ look, metadata }: MmdbReader): ReadonlyArray<unknown> => {
  const records = new Set<unknown>()
  for (const { address, starts, width } of families) {
    if (width === 128 && metadata.ipVersion === 4) continue
    for (const start of starts) {
      let at = start
      for (let i = 0; i < networksEach && at >> BigInt(width) === 0n; i++) {
        const { prefix, record } = look(address(at))
        if (record !== undefined) records.add(record)
        const rest = BigInt(width - prefix)
        at = ((at >> rest) + 1n) << rest
      }
    }
  }
  return Array.from(records)
}
