import { Context, Effect, Equal, Layer, Option } from "effect"
import { IpNetwork } from "effect/net"
import { forwarded, forwardedFor, type HeaderLines, type Hops } from "./ForwardedHeader.ts"
import { settings } from "../settings/Settings.ts"
import * as IpAddress from "./IpAddress.ts"

/** What a request says about its origin. */
export interface Origin {
  /** Address of the connection's peer. */
  readonly socket: string | undefined
  /** By lower-case name. */
  readonly headers: { readonly [name: string]: HeaderLines }
}

export type TrustedProxies = ReadonlyArray<IpNetwork.IpNetwork>

const isTrusted = (trusted: TrustedProxies, address: IpAddress.IpAddress): boolean =>
  trusted.some((network) => IpNetwork.contains(network, address))

/**
 * From the connection's peer towards the client: as long as a hop is trusted, the one that it names comes next. If it
 * names none, the walk ends, because anything further left may be forged.
 */
const walk = (hops: Hops, socket: IpAddress.IpAddress, trusted: TrustedProxies): IpAddress.IpAddress => {
  let client = socket
  for (const hop of hops.toReversed()) {
    const named = isTrusted(trusted, client) ? hop() : Option.none()
    if (Option.isNone(named)) break
    client = named.value
  }
  return client
}

/**
 * The address of a request's client: the connection's peer, or the rightmost untrusted address that trusted proxies
 * name in `X-Forwarded-For` or `Forwarded`. If both headers are present, they must agree; otherwise the peer counts,
 * because a proxy that writes one of them may pass on the other as the client wrote it. None without any address, as on
 * a Unix socket.
 */
export const clientIp = ({ headers, socket }: Origin, trusted: TrustedProxies): Option.Option<IpAddress.IpAddress> =>
  Option.map(IpAddress.parse(socket ?? ""), (address) => {
    // Anybody may send headers of 16 KB, whose addresses took 19 ms.
    if (!isTrusted(trusted, address)) return address
    const named = [forwardedFor(headers["x-forwarded-for"]), forwarded(headers["forwarded"])]
      .filter((hops) => hops.length > 0)
      .map((hops) => walk(hops, address, trusted))
    const [first = address, second = first] = named
    return Equal.equals(first, second) ? first : address
  })

/** The addresses of requests' clients. */
export class ClientIp extends Context.Service<
  ClientIp,
  {
    /** In canonical form. None if the connection has no address. */
    readonly find: (origin: Origin) => Option.Option<string>
    /** Whether the connection's peer is a trusted proxy, whose headers count. */
    readonly isProxied: (origin: Origin) => boolean
  }
>()("doorstep/ClientIp") {
  /** Trusts the proxies of `TRUSTED_PROXIES`. */
  static readonly layer = Layer.effect(
    ClientIp,
    Effect.map(settings.TRUSTED_PROXIES.value, (trusted) =>
      ClientIp.of({
        find: (origin) => Option.map(clientIp(origin, trusted), IpAddress.format),
        isProxied: ({ socket }) =>
          Option.exists(IpAddress.parse(socket ?? ""), (address) => isTrusted(trusted, address))
      })
    )
  )
}
