import { Option, Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

const mapped = IpNetwork.fromStringUnsafe("::ffff:0:0/96")

/** Addresses are compared in canonical form, so networks of IPv4-mapped addresses become IPv4 networks. */
const canonical = (network: IpNetwork.IpNetwork): IpNetwork.IpNetwork =>
  IpNetwork.containsNetwork(mapped, network)
    ? IpNetwork.makeUnsafe(NetAddress.toCanonical(network.address), network.prefixLength - 96)
    : network

/** A network, or the network of a single address. */
export const proxyNetwork = (text: string): IpNetwork.IpNetwork | undefined => {
  const network = text.includes("/")
    ? IpNetwork.fromString(text)
    : Result.flatMap(NetAddress.ipFromString(text), (address) => IpNetwork.make(address, NetAddress.width(address)))
  return Option.getOrUndefined(Option.map(Result.getSuccess(network), canonical))
}
