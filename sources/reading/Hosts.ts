import { networkInterfaces } from "node:os"
import { isIP } from "node:net"
import ipaddr from "ipaddr.js"

/** Names, addresses and networks that may be read from although they are not public, each optionally with one port. */
export interface Host {
  /** A name in lower case, `*.name` for all subdomains, an address, or a network such as `10.1.0.0/16`. */
  readonly host: string
  readonly port: number | undefined
}

type Address = ReturnType<typeof ipaddr.process>

/** `64:ff9b::/96` (RFC 6052): in IPv6-only networks, public IPv4 addresses are reached through it. */
const nat64 = ipaddr.parseCIDR("64:ff9b::/96")

const addressOf = (text: string): Address | undefined => {
  const bare = text.replace(/^\[(.*)\]$/, "$1")
  if (isIP(bare) === 0) return undefined
  // An IPv4 address written as IPv6 is the same address.
  const address = ipaddr.process(bare)
  if (address.kind() === "ipv4" || !address.match(nat64)) return address
  return ipaddr.fromByteArray(address.toByteArray().slice(12))
}

/** Addresses of this machine's interfaces, including public ones: no firewall protects them from itself. */
const isOwn = (address: Address): boolean =>
  Object.values(networkInterfaces()).some((all) =>
    (all ?? []).some((one) => addressOf(one.address)?.toString() === address.toString())
  )

/** The IPv6 range for global unicast (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.parseCIDR("2000::/3")
/** A public address at which a cloud (Azure) serves each machine's private metadata. */
const wireServer = "168.63.129.16"

/** Whether the address leads everyone to the same server: not this machine, and not a private network. */
const isPublic = (address: Address): boolean =>
  address.range() === "unicast" &&
  (address.kind() === "ipv4" || address.match(globalUnicast)) &&
  address.toString() !== wireServer &&
  !isOwn(address)

const networkOf = (text: string) => (ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined)

const covers = (host: string, name: string, address: Address): boolean => {
  const network = networkOf(host)
  if (network !== undefined) return address.kind() === network[0].kind() && address.match(network)
  const single = addressOf(host)
  if (single !== undefined) return single.toString() === address.toString()
  return host.startsWith("*.") ? name.endsWith(host.slice(1)) : name === host
}

/** Whether a URL's host is an address in one of these networks, such as `10.0.0.0/8`. A name is in none. */
export const isWithin = (networks: ReadonlyArray<string>, host: string): boolean => {
  const address = addressOf(host)
  return address !== undefined && networks.some((network) => covers(network, host, address))
}

/** Whether a URL's host is a name, whose addresses are known only when it is connected to. */
export const isNamed = (host: string): boolean => addressOf(host) === undefined

/** Whether a server may be read from, by the requested name and one of its addresses. */
export const isAllowed = (hosts: ReadonlyArray<Host>, name: string, port: number, address: string): boolean => {
  const parsed = addressOf(address)
  if (parsed === undefined) return false
  const plain = name.toLowerCase().replace(/\.$/, "")
  return (
    isPublic(parsed) ||
    hosts.some((host) => (host.port === undefined || host.port === port) && covers(host.host, plain, parsed))
  )
}

const name = /^(?=.{1,253}$)(?:\*\.)?[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/

/** `files.example.org`, `*.example.org`, `10.1.2.3`, `10.1.0.0/16`, `[fd00::1]:9000`, each optionally with a port. */
export const parseHost = (text: string): Host | undefined => {
  if (isIP(text) !== 0 || networkOf(text) !== undefined) return { host: text, port: undefined }
  const [, given = "", port] = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(text) ?? []
  const host = given.toLowerCase()
  const known = addressOf(host) !== undefined || networkOf(host) !== undefined || name.test(host)
  // Numbers with dots that are not an address are a mistake, not a name.
  if (!known || Number(port ?? 0) > 65_535 || (addressOf(host) === undefined && /^[\d.]+$/.test(host))) return undefined
  return { host, port: port === undefined ? undefined : Number(port) }
}
