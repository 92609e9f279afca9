/**
 * Whether seeds still draw the same: sends thousands of seeded draws with every kind of filter except `q`, and stores
 * requests and results in a file. If the file exists, it repeats the requests and compares.
 *
 *   npm run seeds -- --data DATA_DIR --file seeds.jsonl     before an upgrade
 *   npm run seeds -- --data DATA_DIR --file seeds.jsonl     after it
 *
 * With `--snapshot FILE` the service serves that snapshot, and DATA_DIR keeps its database.
 */
import { Console, Effect, FileSystem, Path, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { createHash } from "node:crypto"
import type { Address } from "../../schemas/Address.ts"
import { createToken, startService } from "./Servers.ts"
import { runProgram } from "../support/RunProgram.ts"
import type { Request } from "./Driving.ts"

const flags = {
  data: Flag.String("data").pipe(Flag.withDescription("A DATA_DIR with published addresses, and no service on it")),
  file: Flag.String("file").pipe(Flag.withDescription("Requests and their answers, one a line")),
  snapshot: Flag.Path("snapshot").pipe(Flag.withDescription("A snapshot to be served from there"), Flag.optional),
  count: Flag.Int("count").pipe(Flag.withDescription("Requests, where the file is new"), Flag.withDefault(10_000))
}

/** A request and its result. The hash covers the complete addresses, in order. */
interface Asked {
  readonly request: Request
  readonly ids: ReadonlyArray<string>
  readonly hash: string
}

type Filters = Readonly<Record<string, string | undefined>>

/**
 * Filters by name and by ID, on one level and on several, all taken from one address so that there is something to
 * draw.
 */
const filtersOf = ({ components, locationIds }: Address): ReadonlyArray<Filters> => {
  const { city, district, postcode } = components
  const region = components.regionCode ?? components.region
  const { cityId, districtId, postcodeId, regionId } = locationIds
  return [
    {},
    { region },
    { region: components.region },
    { regionId },
    { city },
    { cityId },
    { district },
    { districtId },
    { postcode },
    { postcodeId },
    { region, city },
    { regionId, city },
    { city, district },
    { region, district },
    { region, postcode },
    { cityId, postcode },
    { cityId, districtId, postcodeId },
    { region, city, district, postcode },
    { regionId, cityId, districtId, postcodeId }
  ]
}

const isAsked = (filters: Filters): boolean => {
  const values = Object.values(filters)
  return values.length === 0 || values.some((value) => value !== undefined)
}

/** The `nth` request with these filters: a single draw, or a batch with one of several sets of options. */
const requestOf = (nth: number, country: string, filters: Filters, others: ReadonlyArray<string>): Request => {
  const given = Object.entries({ country, ...filters }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined
  )
  const seed = `seed-${nth}`
  if (nth % 3 > 0) return { path: `/api/v1/generate?${new URLSearchParams([...given, ["seed", seed]])}` }
  const isUnique = nth % 2 === 0
  return {
    method: "POST",
    path: "/api/v1/generate/batch",
    body: JSON.stringify({
      count: 1 + (nth % 12),
      filters: Object.fromEntries(given),
      options: { seed, unique: isUnique },
      ...(nth % 4 === 0 ? { excludeAddressIds: others.slice(0, nth % 200) } : {})
    })
  }
}

interface Service {
  readonly url: string
  readonly token: string
}

const ask = async ({ token, url }: Service, { body, method = "GET", path }: Request): Promise<unknown> => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" })
    },
    ...(body === undefined ? {} : { body })
  })
  const answer = (await response.json()) as { readonly data?: unknown }
  if (response.status !== 200) throw new Error(`${method} ${path} ${body ?? ""}: ${JSON.stringify(answer)}`)
  return answer.data
}

const draw = async (service: Service, request: Request): Promise<ReadonlyArray<Address>> => {
  const data = (await ask(service, request)) as
    | { readonly result: { readonly address: Address } }
    | { readonly results: ReadonlyArray<{ readonly address: Address }> }
  return "results" in data ? data.results.map(({ address }) => address) : [data.result.address]
}

const asked = async (service: Service, request: Request): Promise<Asked> => {
  const addresses = await draw(service, request)
  return {
    request,
    ids: addresses.map(({ id }) => id),
    hash: createHash("sha256").update(JSON.stringify(addresses)).digest("hex")
  }
}

/** Concurrent requests. */
const sideBySide = 16

const askAll = (service: Service, requests: ReadonlyArray<Request>) =>
  Effect.forEach(requests, (request) => Effect.promise(() => asked(service, request)), { concurrency: sideBySide })

/** Addresses whose places become filters. */
const samples = 400

const sampled = async (service: Service, country: string): Promise<ReadonlyArray<Address>> => {
  const found: Array<Address> = []
  while (found.length < samples) {
    const options = { seed: `sample-${found.length}`, unique: false }
    const body = JSON.stringify({ count: 50, filters: { country }, options })
    found.push(...(await draw(service, { method: "POST", path: "/api/v1/generate/batch", body })))
  }
  return found
}

/** Pages of the list of cities that are searched for names shared by several places. */
const pages = 20

const sharedNames = async (service: Service, country: string): Promise<ReadonlyArray<string>> => {
  const [known, shared] = [new Set<string>(), new Set<string>()]
  let cursor: string | null = ""
  for (let page = 0; page < pages && cursor !== null; page++) {
    const query = new URLSearchParams({ country, field: "city", limit: "200", ...(cursor === "" ? {} : { cursor }) })
    const found = (await ask(service, { path: `/api/v1/locations/search?${query}` })) as {
      readonly cities: ReadonlyArray<{ readonly value: string }>
      readonly nextCursor: string | null
    }
    for (const { value } of found.cities) {
      if (known.has(value)) shared.add(value)
      known.add(value)
    }
    cursor = found.nextCursor
  }
  return Array.from(shared)
}

/** Cycles through all countries with homes, and in each through all kinds of filters. */
const requestsOf = async (service: Service, count: number): Promise<ReadonlyArray<Request>> => {
  const countries = (await ask(service, { path: "/api/v1/countries" })) as ReadonlyArray<{
    readonly code: string
    readonly residentialAvailable: boolean
  }>
  const kinds: Array<ReadonlyArray<(nth: number) => Request>> = []
  for (const { code, residentialAvailable } of countries) {
    if (!residentialAvailable) continue
    const addresses = await sampled(service, code)
    const shared = await sharedNames(service, code)
    const ids = addresses.map(({ id }) => id)
    kinds.push(
      addresses.flatMap((address, i) =>
        [...filtersOf(address), ...shared.slice(i % shared.length, (i % shared.length) + 1).map((city) => ({ city }))]
          .filter(isAsked)
          .map((filters) => (nth: number) => requestOf(nth, code, filters, ids))
      )
    )
  }
  return Array.from({ length: count }, (_, nth) => {
    const ofCountry = kinds[nth % kinds.length]!
    return ofCountry[Math.floor(nth / kinds.length) % ofCountry.length]!(nth)
  })
}

const differences = (before: ReadonlyArray<Asked>, after: ReadonlyArray<Asked>) => ({
  ids: before.filter(({ ids }, i) => ids.join() !== after[i]!.ids.join()),
  documents: before.filter(({ hash, ids }, i) => hash !== after[i]!.hash && ids.join() === after[i]!.ids.join())
})

const seeds = Command.make(
  "seeds",
  flags,
  Effect.fnUntraced(function* ({ count, data, file, snapshot }) {
    const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
    const dataDir = path.resolve(data)
    const server = yield* Effect.acquireRelease(
      Effect.promise(() =>
        startService({ dataDir, workers: 1, profile: undefined, snapshot: Option.getOrUndefined(snapshot) })
      ),
      ({ stop }) => Effect.promise(stop)
    )
    const service = { url: server.url, token: yield* Effect.promise(() => createToken(dataDir)) }
    if (!(yield* fs.exists(file))) {
      const answers = yield* askAll(service, yield* Effect.promise(() => requestsOf(service, count)))
      yield* fs.writeFileString(file, answers.map((answer) => `${JSON.stringify(answer)}\n`).join(""))
      const addresses = answers.reduce((sum, { ids }) => sum + ids.length, 0)
      return yield* Console.log(`${file}: ${answers.length} requests, ${addresses} addresses.`)
    }
    const before = (yield* fs.readFileString(file))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Asked)
    const after = yield* askAll(
      service,
      before.map(({ request }) => request)
    )
    const { documents, ids } = differences(before, after)
    yield* Console.log(
      `${before.length} requests: ${ids.length} answered with other addresses, ${documents.length} with the same in other words.`
    )
    for (const { request } of [...ids, ...documents].slice(0, 10)) yield* Console.log(JSON.stringify(request))
    if (ids.length + documents.length > 0) return yield* Effect.fail("Answers have changed.")
  }, Effect.scoped)
).pipe(Command.withDescription("Ask for seeded draws, and see whether they are answered as before"))

runProgram(seeds)
