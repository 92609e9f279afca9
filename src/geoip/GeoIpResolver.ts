import * as NodeServices from "@effect/platform-node/NodeServices"
import { Context, Effect, Layer, Option } from "effect"
import type { Duration } from "effect"
import type { Attribution } from "./Attribution.ts"
import * as GeoIpDatabases from "./GeoIpDatabases.ts"
import { type ConfigurationError, GeoIpUnavailable } from "./GeoIpErrors.ts"
import type { GeoLocation } from "./GeoLocation.ts"
import { geoIpFiles } from "./GeoIpSettings.ts"
import * as IpAddress from "./IpAddress.ts"

/** How often the files of `GEOIP_DATABASE` are checked. */
const defaultInterval: Duration.Input = "2 seconds"

const resolveWith =
  <E>(find: (address: IpAddress.IpAddress) => Effect.Effect<Option.Option<GeoLocation>, E>) =>
  (ip: string): Effect.Effect<Option.Option<GeoLocation>, E> =>
    Option.match(Option.flatMap(IpAddress.parse(ip), IpAddress.locatable), {
      onNone: () => Effect.succeedNone,
      onSome: find
    })

/** Locates IP addresses. */
export class GeoIpResolver extends Context.Service<
  GeoIpResolver,
  {
    /**
     * The location of an IPv4 or IPv6 address. None for text that is not an address, for an address without a location
     * (private, loopback, reserved …), and for one that the databases do not know. An IPv4 address within an IPv6
     * address is resolved as itself.
     */
    readonly resolve: (ip: string) => Effect.Effect<Option.Option<GeoLocation>, GeoIpUnavailable>
    /** What is currently wrong with the databases, for data-health. */
    readonly configurationErrors: Effect.Effect<ReadonlyArray<ConfigurationError>>
    /** The attributions that the licences of the databases in use require. */
    readonly attributions: Effect.Effect<ReadonlyArray<Attribution>>
  }
>()("doorstep/GeoIpResolver") {
  static readonly layerNoDeps = (interval: Duration.Input = defaultInterval) =>
    Layer.effect(
      GeoIpResolver,
      Effect.gen(function* () {
        const { error, files } = yield* geoIpFiles
        const databases = yield* GeoIpDatabases.make({ files, interval })
        return GeoIpResolver.of({
          resolve: resolveWith(databases.find),
          configurationErrors: error === undefined ? databases.configurationErrors : Effect.succeed([error]),
          attributions: databases.attributions
        })
      })
    )

  /**
   * The MMDB files of `GEOIP_DATABASE`: checked when this is built, read into memory when a look-up first needs them,
   * and read again when they change. A file that cannot be used is a configuration error, and the service continues
   * without it.
   */
  static readonly layer = GeoIpResolver.layerNoDeps().pipe(Layer.provide(NodeServices.layer))

  /** A table of addresses. Without a table, the databases are unavailable. */
  static readonly layerTest = (table: Readonly<Record<string, GeoLocation>> | undefined) =>
    Layer.sync(GeoIpResolver, () => {
      const locations = new Map(
        Object.entries(table ?? {}).flatMap(([ip, location]) =>
          Option.toArray(Option.map(IpAddress.parse(ip), (address) => [IpAddress.format(address), location] as const))
        )
      )
      return GeoIpResolver.of({
        resolve: resolveWith((address) =>
          table === undefined
            ? Effect.fail(new GeoIpUnavailable({ message: "IP addresses cannot be located." }))
            : Effect.succeed(Option.fromNullishOr(locations.get(IpAddress.format(address))))
        ),
        configurationErrors: Effect.succeed([]),
        attributions: Effect.succeed([])
      })
    })
}
