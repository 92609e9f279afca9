import { Context, Effect, Layer, Option } from "effect"
import type { ClientContext } from "../../schemas/ClientContext.ts"
import { Catalog, type LocatedPlace } from "../catalog/Catalog.ts"
import { OneServer } from "../replicas/PublishedReads.ts"
import { GeoIpResolver } from "./GeoIpResolver.ts"
import type { GeoIpUnavailable } from "./GeoIpErrors.ts"
import type { GeoLocation } from "./GeoLocation.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

/** A client's location, in the catalog's terms if it has the place. */
export interface ClientLocation {
  /** The catalog's names if it has the place, which work as filters; otherwise the database's. */
  readonly context: ClientContext
  /** The catalog's place for the region, published or not. */
  readonly region: LocatedPlace | undefined
  readonly city: LocatedPlace | undefined
}

/** The location of an address without one. */
const nowhere: ClientLocation = {
  context: { country: "", region: "", city: "", matchLevel: "none" },
  region: undefined,
  city: undefined
}

/** Finds the catalog's places for IP addresses. */
export class ClientLocator extends Context.Service<
  ClientLocator,
  {
    /** The address's location: `matchLevel` is `none` for an address without a known place. */
    readonly locate: (ip: string) => Effect.Effect<ClientLocation, GeoIpUnavailable | StorageUnavailable>
  }
>()("doorstep/ClientLocator") {
  static readonly layerNoDeps = Layer.effect(
    ClientLocator,
    Effect.gen(function* () {
      const resolver = yield* GeoIpResolver
      const catalog = yield* Catalog
      const together = yield* OneServer

      const findRegion = (country: string, names: ReadonlyArray<string>) =>
        catalog.locate({ country, level: "region", names })

      const findCity = ({ city, coordinates, country }: GeoLocation, region: Option.Option<LocatedPlace>) =>
        city === undefined
          ? Effect.succeedNone
          : catalog.locate({
              country,
              level: "city",
              names: city.names,
              ...(Option.isSome(region) && { within: region.value.id }),
              ...(coordinates !== undefined && { coordinates })
            })

      const place = Effect.fnUntraced(function* (location: GeoLocation) {
        const { country } = location
        const { code, names = [] } = location.region ?? {}
        const ofNames = names.length === 0 ? Option.none() : yield* findRegion(country, code ? [code, ...names] : names)
        const city = Option.getOrUndefined(yield* findCity(location, ofNames))
        // A region with a different name in the catalog is recognized by its city.
        const region =
          Option.isNone(ofNames) && city?.regionName ? yield* findRegion(country, [city.regionName]) : ofNames
        const found: ClientLocation = {
          context: {
            country,
            region: Option.getOrUndefined(region)?.name ?? location.region?.name ?? "",
            city: city?.name ?? location.city?.name ?? "",
            matchLevel: location.level
          },
          region: Option.getOrUndefined(region),
          city
        }
        return found
      }, together)

      return ClientLocator.of({
        locate: Effect.fn("ClientLocator.locate")(function* (ip: string) {
          const location = yield* resolver.resolve(ip)
          return Option.isNone(location) ? nowhere : yield* place(location.value)
        })
      })
    })
  )
}
