import { Option, Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

/** An IP address in canonical form: an IPv4-mapped IPv6 address becomes the IPv4 address. */
export type IpAddress = NetAddress.IpAddress

/** Parses an IPv4 or IPv6 address; a zone (`fe80::1%eth0`), which sockets report, is dropped. */
export const parse = (text: string): Option.Option<IpAddress> => {
  const zone = text.indexOf("%")
  const bare = zone > 0 && text.includes(":") ? text.slice(0, zone) : text
  return Option.map(Result.getSuccess(NetAddress.ipFromString(bare)), (address) => NetAddress.toCanonical(address))
}

export const format = (address: IpAddress): string => NetAddress.formatIp(address)

const networks = (...ranges: ReadonlyArray<string>) => ranges.map(IpNetwork.fromStringUnsafe)

/**
 * Addresses without a location: the entries of the IANA IPv4 Special-Purpose Address Registry that are not globally
 * reachable (https://www.iana.org/assignments/iana-ipv4-special-registry), the deprecated 6to4 relays, and multicast.
 */
const nowhere4 = networks(
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4"
)

/**
 * Everything that IANA has assigned as global unicast addresses
 * (https://www.iana.org/assignments/ipv6-unicast-address-assignments). Loopback, private, link-local, multicast and
 * unassigned addresses are outside.
 */
const global6 = networks("2000::/3")

/**
 * The entries of the IANA IPv6 Special-Purpose Address Registry within 2000::/3: protocol assignments, documentation
 * (https://www.iana.org/assignments/iana-ipv6-special-registry).
 */
const nowhere6 = networks("2001::/23", "2001:db8::/32", "3fff::/20")

const within = (ranges: ReadonlyArray<IpNetwork.IpNetwork>, address: IpAddress): boolean =>
  ranges.some((range) => IpNetwork.contains(range, address))

const nat64 = IpNetwork.fromStringUnsafe("64:ff9b::/96")
const sixToFour = IpNetwork.fromStringUnsafe("2002::/16")
const teredo = IpNetwork.fromStringUnsafe("2001::/32")

/**
 * The public IPv4 address that an IPv6 address embeds: NAT64's well-known prefix (RFC 6052), 6to4 (RFC 3056), and
 * Teredo, which stores its client's address with all bits inverted (RFC 4380).
 */
const wrapped = (address: NetAddress.Ipv6Address): NetAddress.Ipv4Address | undefined => {
  const octets = NetAddress.ipv6ToOctets(address)
  const at = (start: number, flip = 0) =>
    NetAddress.ipv4FromBytesUnsafe(Uint8Array.from(octets.slice(start, start + 4), (octet) => octet ^ flip))
  if (IpNetwork.contains(nat64, address)) return at(12)
  if (IpNetwork.contains(sixToFour, address)) return at(2)
  if (IpNetwork.contains(teredo, address)) return at(12, 0xff)
  return undefined
}

/**
 * The address to look up, or none if it has no location: private, loopback, link-local, shared (CGNAT), documentation,
 * benchmark, multicast, reserved, unassigned.
 */
export const locatable = (address: IpAddress): Option.Option<IpAddress> => {
  if (NetAddress.isIpv4Address(address)) return within(nowhere4, address) ? Option.none() : Option.some(address)
  const inner = wrapped(address)
  if (inner !== undefined) return locatable(inner)
  return within(global6, address) && !within(nowhere6, address) ? Option.some(address) : Option.none()
}

/** The address in network byte order: 4 bytes or 16. */
export const octetsOf = (address: IpAddress): ReadonlyArray<number> =>
  NetAddress.isIpv4Address(address) ? NetAddress.ipv4ToOctets(address) : NetAddress.ipv6ToOctets(address)
