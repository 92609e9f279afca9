import { Effect, Layer } from "effect"
import { namedCountry } from "../../schemas/CountryAliases.ts"
import { IpRegion, type IpRegionDraw, type IpRegionRequest, IpRegionUnavailable } from "../draw/IpRegion.ts"
import { consulted } from "../draw/Scope.ts"
import { PoolRepository } from "../draw/PoolRepository.ts"
import { NoPoolCoverage } from "../pool/PoolErrors.ts"
import { type PoolFilters, filterNames } from "../pool/PoolRequests.ts"
import { OneServer } from "../replicas/PublishedReads.ts"
import { type ClientLocation, ClientLocator } from "./ClientLocator.ts"

/** A level of a client's location from which a draw is possible. */
interface Candidate {
  readonly context: ClientLocation["context"]
  /** The filter that limits draws to the level; none for the whole country. */
  readonly filter: { readonly name: "cityId" | "regionId"; readonly id: string } | undefined
  /** Its name for readers. */
  readonly place: string
}

/**
 * The levels with coverage, most specific first. The country is always included, because its pool itself reports if it
 * has none.
 */
const candidatesOf = ({ city, context, region }: ClientLocation): ReadonlyArray<Candidate> => {
  const { country } = context
  const candidates: Array<Candidate> = []
  if (city !== undefined && city.residentialCount > 0) {
    candidates.push({
      context: { ...context, city: city.name, matchLevel: "city" },
      filter: { name: "cityId", id: city.id },
      place: [city.name, region?.name ?? city.regionName, namedCountry(country)]
        .filter((name) => name !== undefined)
        .join(", ")
    })
  }
  if (region !== undefined && region.residentialCount > 0) {
    candidates.push({
      context: { country, region: region.name, city: "", matchLevel: "region" },
      filter: { name: "regionId", id: region.id },
      place: `${region.name}, ${namedCountry(country)}`
    })
  }
  candidates.push({
    context: { country, region: "", city: "", matchLevel: "country" },
    filter: undefined,
    // Many people read CA alone as California.
    place: namedCountry(country)
  })
  return candidates
}

/**
 * The client's filter that contradicts the location: the one that emptied the scope, or if that was the location's own,
 * the last one before it. None if no filter was at fault.
 */
const contradiction = (filters: PoolFilters, blamed: keyof PoolFilters | undefined): keyof PoolFilters | undefined => {
  if (blamed === undefined || filters[blamed] !== undefined) return blamed
  return filterNames.slice(0, filterNames.indexOf(blamed)).findLast((name) => filters[name] !== undefined)
}

const contradicts = (
  { context, place }: Candidate,
  filter: keyof PoolFilters,
  value: string,
  sourcesTried: ReadonlyArray<string>
) =>
  new NoPoolCoverage({
    country: context.country,
    filter,
    sourcesTried,
    message:
      `The IP address leads to ${place}, and no published residential address there matches ${filter} "${value}".` +
      consulted(sourcesTried)
  })

/**
 * The pool's error in terms of the request: an ID that was derived from the IP address is not one of the client's
 * filters.
 */
const explain = (candidate: Candidate, filters: PoolFilters, error: NoPoolCoverage): NoPoolCoverage => {
  const { country, message, sourcesTried } = error
  const blamed = filterNames.find((name) => name === error.filter)
  const filter = contradiction(filters, blamed)
  return filter === undefined
    ? new NoPoolCoverage({
        country,
        sourcesTried,
        message: `The IP address leads to ${candidate.place}. ${message}`
      })
    : contradicts(candidate, filter, filters[filter]!, sourcesTried)
}

const noPlace = (country: string | undefined, ip: string) =>
  new NoPoolCoverage({
    country: country ?? "",
    sourcesTried: [],
    message:
      `${ip === "" ? "The request has no IP address that leads" : `The IP address ${ip} leads`} to no known place. ` +
      "Leave mode=ip-region out and name a country instead."
  })

const otherCountry = (country: string, found: string) =>
  new NoPoolCoverage({
    country,
    filter: "country",
    sourcesTried: [],
    message: `The IP address leads to ${namedCountry(found)}, and country is "${country}": no address can be in both.`
  })

/** Draws by the databases of `GeoIpResolver` and the catalog of the published pools. */
export const layerNoDeps = Layer.effect(
  IpRegion,
  Effect.gen(function* () {
    const locator = yield* ClientLocator
    const pool = yield* PoolRepository
    const together = yield* OneServer

    const drawFrom = Effect.fnUntraced(function* (candidate: Candidate, request: IpRegionRequest) {
      const { context, filter } = candidate
      const { filters, seed, strategy } = request
      const { country } = context
      const given = filter === undefined ? undefined : filters[filter.name]
      if (filter !== undefined && given !== undefined && given !== filter.id) {
        return yield* contradicts(candidate, filter.name, given, [])
      }
      const held = filter === undefined ? filters : { ...filters, [filter.name]: filter.id }
      const draw = yield* Effect.catchTag(
        pool.draw({ country, filters: held, seed, strategy }),
        "NoPoolCoverage",
        (error) => Effect.fail(explain(candidate, filters, error))
      )
      const found: IpRegionDraw = { ...draw, country, ipContext: context }
      return found
    })

    return IpRegion.of({
      draw: Effect.fn("IpRegion.draw")(function* (request: IpRegionRequest) {
        const location = yield* locator
          .locate(request.ip)
          .pipe(Effect.catchTag("GeoIpUnavailable", ({ message }) => Effect.fail(new IpRegionUnavailable({ message }))))
        const { country, matchLevel } = location.context
        if (matchLevel === "none") return yield* noPlace(request.country, request.ip)
        if (request.country !== undefined && request.country !== country) {
          return yield* otherCountry(request.country, country)
        }
        const candidates = candidatesOf(location)
        const [first, ...broader] = candidates.map((candidate) => drawFrom(candidate, request))
        // A filter in addition to the IP address applies at the place that the IP address led to; a broader level would
        // not make it match. Without one, a place that lost its last address since the catalog was read is replaced by
        // the next.
        return Object.keys(request.filters).length > 0
          ? yield* first!
          : yield* broader.reduce((draw, next) => Effect.catchTag(draw, "NoPoolCoverage", () => next), first!)
      }, together)
    })
  })
)
