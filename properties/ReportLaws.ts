import { Effect, Schema } from "effect"
import type { Address } from "../schemas/Address.ts"
import { ClientContext } from "../schemas/ClientContext.ts"
import { Availability, Country } from "../schemas/Countries.ts"
import { fold } from "../schemas/Fold.ts"
import { Generated, MAX_BATCH } from "../schemas/Generation.ts"
import { LocationHierarchy, LocationSearch } from "../schemas/Locations.ts"
import { CoverageReport, DataHealth } from "../schemas/Reports.ts"
import { countryCoder } from "../sources/surroundings/CountryBorders.ts"
import { read } from "./AnswerLaws.ts"
import { caveat } from "./Findings.ts"
import { idsOf, isCalled, nowhereName, promise, uninhabited } from "./Law.ts"
import { patiently } from "./Patience.ts"
import type { NotApplicable } from "./SourceLaw.ts"
import type { Deployment } from "./Subject.ts"

// Laws of what a service reports about its pools, of positions, and of the places of IP addresses.

const reporting = promise("Every report MUST have the same countries, counts and verdicts")

const codesOf = (entries: ReadonlyArray<{ readonly code: string }>): ReadonlyArray<string> =>
  entries.map(({ code }) => code)

/** The verdicts of data-health follow from what it lists, and it lists every country. */
const healthFollows = Effect.fnUntraced(function* (health: DataHealth, countries: ReadonlyArray<Country>) {
  const { configurationErrors, countries: listed, healthy } = health
  const where = "GET /api/v1/data-health"
  yield* reporting.same(
    healthy,
    configurationErrors.length === 0 && listed.every(({ ready }) => ready),
    `${where}: \`healthy\` does not follow from its countries and errors.`
  )
  const early = listed.find(({ count, ready }) => ready && count === 0)
  yield* reporting.hold(early === undefined, `${where} calls ${early?.code} ready, which has no homes.`)
  const codes = codesOf(listed)
  const missing = codesOf(countries).filter((code) => !codes.includes(code))
  yield* reporting.hold(missing.length === 0, `${where} leaves out ${missing.join(", ")}.`)
})

/** By how much a share may be off: coverage counts a sample of 2,000 homes. */
const inaccuracy = 0.05

/** How many standard errors a share of drawn homes may be off beyond that: by chance, once in a billion. */
const errors = 6

/** As many drawn homes have derived parts as coverage says. */
const derivationsAreReported = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  const path = `/coverage?country=${country}`
  const homes = yield* drawn(subject, country)
  const { countries } = yield* read(subject, reporting, { path }, CoverageReport)
  const derived = countries[0]?.derived
  if (derived === undefined || homes.length === 0) return
  const methodsOf = ({ derived = [] }: Address) => new Set(derived.map(({ method }) => method))
  const counts = new Map<string, number>(Object.keys(derived).map((method) => [method, 0]))
  for (const home of homes) for (const method of methodsOf(home)) counts.set(method, (counts.get(method) ?? 0) + 1)
  for (const [method, count] of counts) {
    const share = derived[method] ?? 0
    const tolerance = inaccuracy + errors * Math.sqrt((share * (1 - share)) / homes.length)
    yield* reporting.hold(
      Math.abs(count / homes.length - share) <= tolerance,
      `GET /api/v1${path} says that ${share} of the homes have a part derived by ${method}, and ${count} of ${homes.length} drawn homes do.`
    )
  }
})

/** Countries, availability, coverage and health agree, and each verdict follows from its numbers. */
export const reportsAgree = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  const ask = <S extends Schema.Top & { readonly DecodingServices: never }>(path: string, schema: S) =>
    read(subject, reporting, { path }, schema)
  const versions = yield* ask("/countries", Schema.Array(Country))
  const available = yield* ask("/availability", Schema.Array(Availability))
  const { countries: covered } = yield* ask("/coverage", CoverageReport)
  const { countries: incomplete } = yield* ask("/coverage?includeComplete=false", CoverageReport)
  const health = yield* ask("/data-health", DataHealth)
  const countries = yield* ask("/countries", Schema.Array(Country))
  // A publication in between changes the counts.
  if (JSON.stringify(versions) !== JSON.stringify(countries)) return
  yield* reporting.same(
    codesOf(countries),
    Array.from(new Set(codesOf(countries))).toSorted(),
    "GET /api/v1/countries does not have each country once, sorted by code."
  )
  const expected = countries.map(({ code, residentialCount }) => ({ code, residentialAvailable: residentialCount > 0 }))
  const told = countries.map(({ code, residentialAvailable }) => ({ code, residentialAvailable }))
  yield* reporting.same(
    told,
    expected,
    "GET /api/v1/countries calls a country available that has no homes, or the reverse."
  )
  yield* reporting.same(available, expected, "GET /api/v1/availability differs from GET /api/v1/countries.")
  const counts = new Map(countries.map(({ code, residentialCount }) => [code, residentialCount]))
  for (const { code, count } of health.countries) {
    yield* reporting.same(count, counts.get(code) ?? 0, `GET /api/v1/data-health has another count of ${code}.`)
  }
  yield* healthFollows(health, countries)
  yield* derivationsAreReported(subject, country)
  for (const { countryCode } of covered.slice(0, 3)) {
    const one = yield* ask(`/coverage?country=${countryCode}`, CoverageReport)
    const told = one.countries.map((entry) => entry.countryCode)
    yield* reporting.same(told, [countryCode], `GET /api/v1/coverage?country=${countryCode} is of other countries.`)
  }
  for (const unknown of uninhabited.filter((code) => !counts.has(code))) {
    const path = `/coverage?country=${unknown}`
    const others = (yield* ask(path, CoverageReport)).countries.filter((one) => one.countryCode !== unknown)
    yield* reporting.hold(others.length === 0, `GET /api/v1${path} is of ${others[0]?.countryCode}.`)
  }
  for (const { complete, countryCode, rules } of covered) {
    const { administrativeCoverage, regionalMinimums, total } = rules
    const where = `GET /api/v1/coverage, ${countryCode}:`
    yield* reporting.same(
      total.current,
      counts.get(countryCode) ?? 0,
      `${where} \`rules.total.current\` is another count.`
    )
    yield* reporting.same(total.met, total.current >= total.target, `${where} \`rules.total.met\` does not follow.`)
    for (const [name, rule] of Object.entries({ administrativeCoverage, regionalMinimums })) {
      yield* reporting.same(rule.met, rule.actual >= rule.target, `${where} \`rules.${name}.met\` does not follow.`)
    }
    const all = total.met && administrativeCoverage.met && regionalMinimums.met
    yield* reporting.same(complete, all, `${where} \`complete\` does not follow from its rules.`)
  }
  yield* reporting.same(
    incomplete.map(({ countryCode }) => countryCode),
    covered.flatMap(({ complete, countryCode }) => (complete ? [] : [countryCode])),
    "GET /api/v1/coverage?includeComplete=false lists other countries than those that are incomplete."
  )
})

const recording = promise("A place MUST have at least as many records as homes")

/** Counts of all records are not below those of homes. */
export const recordsIncludeHomes = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  for (const field of ["region", "city"]) {
    const path = `/locations/search?country=${country}&field=${field}&limit=200`
    const [all, homes] = [
      yield* read(subject, recording, { path }, LocationSearch),
      yield* read(subject, recording, { path: `${path}&residential=true` }, LocationSearch)
    ]
    const counts = new Map(itemsIn(homes).map(({ availableCount, id }) => [id, availableCount]))
    for (const { availableCount, id, value } of itemsIn(all)) {
      yield* recording.hold(
        availableCount >= (counts.get(id) ?? 0),
        `${id} (${value}) has ${availableCount} records and ${counts.get(id)} homes. Ask for ${path}, without and with residential=true.`
      )
    }
    const { children } = yield* read(
      subject,
      recording,
      { path: `/locations/hierarchy?country=${country}&childType=${field}&limit=200&residential=false` },
      LocationHierarchy
    )
    const other = itemsIn(all).find((item, i) => JSON.stringify(item) !== JSON.stringify(children[i]))
    yield* recording.hold(
      other === undefined,
      `With residential=false, ${other?.id} (${other?.value}) has another count in the hierarchy. Ask for ${path}, and for the ${field} children of ${country}.`
    )
  }
})

export const itemsIn = (found: LocationSearch) => {
  switch (found.field) {
    case "region":
      return found.regions
    case "city":
      return found.cities
    case "district":
      return found.districts
    case "postcode":
      return found.postcodes
  }
}

const placing = promise("Coordinates MUST lie in the address's country")

/** The share of addresses that may lie outside: borders are drawn roughly, and piers reach into the sea. */
const tolerated = 0.02

/** Drawn addresses lie in their country: coordinates are neither swapped nor made up. */
export const positionsAreInCountry = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  const addresses = (yield* drawn(subject, country)).filter(({ coordinates }) => coordinates !== undefined)
  if (addresses.length === 0)
    return { because: "Needs addresses with coordinates: none that was drawn has any." } satisfies NotApplicable
  const isIn = (longitude: number, latitude: number) => countryCoder().isIn([longitude, latitude], country) === true
  const outside = addresses.filter(({ coordinates }) => !isIn(coordinates!.longitude, coordinates!.latitude))
  const swapped = outside.filter(({ coordinates }) => isIn(coordinates!.latitude, coordinates!.longitude))
  yield* placing.hold(
    outside.length <= Math.max(1, tolerated * addresses.length),
    `${outside.length} of ${addresses.length} lie outside ${country}.${swapped.length > outside.length / 2 ? " They lie inside when swapped: latitude and longitude are in the wrong order." : ""}`,
    outside.slice(0, 3).map(({ coordinates, formattedAddress, id }) => ({ id, formattedAddress, coordinates }))
  )
})

/** Some hundred addresses, or all of a small pool, each once. */
const drawn = (subject: Deployment, country: string) =>
  Effect.map(
    Effect.forEach([1, 2, 3], (n) =>
      subject.drawMany({ country, filters: {}, seed: `positions ${n}`, count: MAX_BATCH })
    ),
    (batches): ReadonlyArray<Address> =>
      Array.from(new Map(batches.flatMap(({ addresses }) => addresses.map((one) => [one.id, one] as const))).values())
  )

const locating = promise("A draw by IP address MUST come from the place that it names")

/** Addresses that universities have had for decades, with their countries. */
const ofUniversities: ReadonlyMap<string, string> = new Map([
  ["128.101.101.101", "US"],
  ["141.3.10.1", "DE"],
  ["193.166.3.2", "FI"],
  ["130.192.3.21", "IT"],
  ["133.11.0.1", "JP"]
])

/** Addresses of public resolvers and universities in several countries: some of them may be in a pool. */
const asked = ["8.8.8.8", ...ofUniversities.keys(), "2001:4860:4860::8888"]

const situating = promise("An IP address MUST be located as far as its place is named, and by its own place")

/** From how many located addresses of different countries on one country for all is no coincidence. */
const fewestLocated = 4

/** A context names what it matched, no more and no less, and IP addresses of several countries are not all in one. */
export const contextsAreLocated = Effect.fnUntraced(function* (subject: Deployment) {
  const countries: Array<string> = []
  let [right, wrong] = [0, ""]
  for (const ip of asked) {
    const request = { path: `/client-context?ip=${encodeURIComponent(ip)}` }
    const { status } = yield* patiently(subject.send(request))
    if (status === 503) return unlocated
    const context = yield* read(subject, situating, request, ClientContext)
    const { city, country, matchLevel, region } = context
    const named = { city, region, country, none: "nowhere" }[matchLevel]
    const isNamed = named !== "" && (matchLevel === "none") === (country === "")
    yield* situating.hold(isNamed, `GET /api/v1${request.path} does not name what it matched.`, context)
    if (country === "") continue
    countries.push(country)
    const own = ofUniversities.get(ip)
    if (own === country) right++
    else if (own !== undefined) wrong += `${ip} is in ${own}, and located in ${country}. `
  }
  yield* situating.hold(
    countries.length < fewestLocated || new Set(countries).size > 1,
    `${countries.length} IP addresses of resolvers and universities in five countries are all in ${countries[0]}.`,
    asked
  )
  yield* situating.hold(
    countries.length < fewestLocated || right > 0,
    `No university is in its own country. ${wrong}`.trim()
  )
})

const unlocated = { because: "Needs a GeoIP database, which the deployment does not have." } satisfies NotApplicable

/** From how many homes on eight draws give several of them: all alike, they are once in ten million runs. */
const fewestNear = 10

/** Draws by IP address vary, and repeat with a seed. */
const drawsNearVary = Effect.fnUntraced(function* (subject: Deployment, path: string) {
  const draw = (more: string) => read(subject, locating, { path: `${path}${more}` }, Generated)
  const drawn = yield* Effect.forEach(Array.from({ length: 8 }), () => draw(""))
  const ids = new Set(idsOf(drawn.map(({ result }) => result.address)))
  yield* locating.hold(
    ids.size > 1 || (drawn[0]?.eligibleCount ?? 0) < fewestNear,
    `Eight times, GET /api/v1${path} gave ${Array.from(ids)[0]}, one of ${drawn[0]?.eligibleCount} addresses.`
  )
  const [one, again] = [yield* draw("&seed=near"), yield* draw("&seed=near")]
  yield* locating.same(one.result, again.result, `GET /api/v1${path}&seed=near gave another address a moment later.`)
})

/** `mode=ip-region` draws from the place in `ipContext`, and what is given beside it must hold, too. */
export const ipDrawsAreNear = Effect.fnUntraced(function* (subject: Deployment) {
  let located = 0
  for (const ip of asked) {
    const path = `/generate?mode=ip-region&ip=${encodeURIComponent(ip)}`
    const { status } = yield* patiently(subject.send({ path }))
    if (status === 503) return unlocated
    if (status === 404) continue
    located++
    const { country, ipContext, result } = yield* read(subject, locating, { path }, Generated)
    yield* locating.hold(ipContext !== undefined, `GET /api/v1${path} has no \`ipContext\`.`)
    if (located === 1) yield* drawsNearVary(subject, path)
    const { city, country: from, matchLevel, region } = ipContext!
    const { components, countryCode } = result.address
    const evidence = { ipContext, components }
    yield* locating.hold(
      country === from && countryCode === from,
      `GET /api/v1${path} is of ${countryCode}, and its ipContext of ${from}.`,
      evidence
    )
    const isAt = (level: string, name: string, part: string | undefined) =>
      matchLevel !== level || (name !== "" && fold(part ?? "") === fold(name))
    const { cityId } = result.address.locationIds
    const isThere =
      isAt("city", city, components.city) ||
      (city !== "" && cityId !== undefined && (yield* isCalled(subject, from, "city", cityId, city)))
    yield* locating.hold(
      isThere && isAt("region", region, components.region),
      `GET /api/v1${path} matched by ${matchLevel}, but its address is elsewhere.`,
      evidence
    )
    for (const [name, value] of [
      ["country", from === "AQ" ? "BV" : "AQ"],
      ["city", nowhereName],
      ["q", nowhereName]
    ] as const) {
      const beside = `${path}&${name}=${encodeURIComponent(value)}`
      const contradiction = yield* patiently(subject.send({ path: beside }))
      yield* locating.hold(
        contradiction.status === 404,
        `GET /api/v1${beside} is answered with ${contradiction.status} instead of 404: nothing in ${from} matches that.`
      )
    }
    const context = yield* read(
      subject,
      locating,
      { path: `/client-context?ip=${encodeURIComponent(ip)}` },
      ClientContext
    )
    yield* locating.same(
      ipContext!.attributions,
      context.attributions,
      `GET /api/v1${path} has other attributions than GET /api/v1/client-context?ip=${ip}.`
    )
    yield* locating.same(context.country, from, `GET /api/v1/client-context?ip=${ip} is of another country.`)
  }
  if (located === 0) yield* caveat("No pool has homes near the IP addresses that were tried.")
})
