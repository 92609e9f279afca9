import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import {
  losesAnItem,
  ignoring,
  ofAddresses,
  ofContexts,
  ofData,
  ofErrors,
  ofHeaders,
  ofItems,
  ofList,
  ofPersons,
  ofRules,
  ofSeeds,
  ofSomeAddresses,
  type Person,
  repeatsAnItem,
  without
} from "./LyingAnswers.ts"
import type { Lie, Told } from "./LyingClient.ts"
import { Service, suiteOf, type Tokens } from "./LyingService.ts"
import { towns } from "./Towns.ts"

interface Broken {
  readonly lie: (tokens: Tokens) => Lie
  readonly breaks: string
  /** The place, ID or request that the message names. */
  readonly says: RegExp
}

const agreeing = "MUST give addresses whose members agree, and that lie with their city"

const selecting = "MUST list only the places that a request selects"

const reports = "MUST agree about countries, counts and verdicts in all reports"

const persons = "MUST give each address a synthetic person who can be reached nowhere"

const writing = "MUST write the parts of an address into its lines"

const repeating = "MUST repeat a seeded response in all its members"

const reading = "MUST read a seed to its last letter"

const translating = "MUST translate into the language that was requested"

const locating = "MUST locate IP addresses, and name the places"

const refusing = "MUST refuse requests without a valid token"

const methods = "MUST answer HEAD as GET, and refuse other methods"

const caching = "MUST call its responses JSON, and let no cache keep what changes"

/** A number that passes the Luhn check. */
const withCheckDigit = (digits: string): string => {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((all, digit, i) => {
      const doubled = Number(digit) * (i % 2 === 0 ? 2 : 1)
      return all + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Whether an error is about a body as a whole. */
const isUnreadable = ({ body }: { readonly body: Record<string, unknown> }): boolean =>
  (body["error"] as { readonly details?: unknown }).details === undefined

/** Cities of the service. */
const cities = ["Springfield", "Chicago", "Pasadena", "La+Ca%C3%B1ada+Flintridge"]

const applying = "MUST apply every filter, by whole names, and find a text in every part of an address"

const naming = "MUST give every response a request ID, the caller's if there is one"

const forbidding = "MUST refuse what the contract forbids, and name the place at fault"

/** An answer that nothing is selected. */
const nothing = (told: Told): Told => ({
  ...told,
  status: 404,
  body: { error: { code: "NO_POOL_COVERAGE", message: "Nothing matches." } }
})

const parameterOf = ({ path }: Told, name: string) => new URLSearchParams(path.split("?")[1]).get(name) ?? ""

const paging = "MUST list each place once, in order, with any page size"

interface CityOf {
  readonly cityId?: string
}

/** A point for each city. */
const middleOf = ({ cityId = "" }: CityOf) => ({
  latitude: 32 + (Array.from(cityId).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 1000) / 1000,
  longitude: -81
})

/** The sources of an address, with the record of another one. */
const othersRecord = ({ sources }: Record<string, unknown>) =>
  (sources as ReadonlyArray<{ readonly recordId: string }>).map((source) => ({
    ...source,
    recordId: [0, 1].map((i) => towns[i]!.recordId).find((record) => record !== source.recordId)
  }))

const lies: Readonly<Record<string, Broken>> = {
  "a cursor of the search repeats an item": {
    lie: () => repeatsAnItem(/^\/locations\/search/),
    breaks: paging,
    says: /Page 2 of search of \w+ in .+, limit 20 has [rcp]-\w+ \(.+\) again/
  },
  "a cursor of the hierarchy repeats an item": {
    lie: () => repeatsAnItem(/^\/locations\/hierarchy/),
    breaks: paging,
    says: /Page 2 of hierarchy of \w+ in .+, limit 20 has [rcp]-\w+ \(.+\) again/
  },
  "a cursor of the search loses an item": {
    lie: () => losesAnItem(/^\/locations\/search/),
    breaks: paging,
    says: /Page 2 of search of \w+ in .+, limit 20 has 19 items, and is not the last/
  },
  "a cursor of the hierarchy loses an item": {
    lie: () => losesAnItem(/^\/locations\/hierarchy/),
    breaks: paging,
    says: /Page 2 of hierarchy of \w+ in .+, limit 20 has 19 items, and is not the last/
  },
  "a cursor moves on each time it is sent": {
    lie: () => {
      const sent = new Map<string, string>()
      let next = ""
      return {
        asked: (path) => {
          if (!/^\/locations\/search(?=.*limit=20).*cursor=/.test(path)) return path
          const again = sent.get(path) ?? path
          next = path
          return again
        },
        answer: (told) => {
          const { nextCursor } = (told.body.data ?? {}) as { readonly nextCursor?: string | null }
          if (next !== "" && typeof nextCursor === "string") {
            sent.set(next, next.replace(/(?<=cursor=)[^&]*/, encodeURIComponent(nextCursor)))
          }
          next = ""
          return told
        }
      }
    },
    breaks: paging,
    says: /The second page of search of \w+ in .+ is another when its cursor is sent again/
  },
  "the reader's language decides what is drawn": {
    lie: () => ({
      asked: (path, headers) => (headers["accept-language"] === undefined ? path : path.replace("seed=", "seed=ja"))
    }),
    breaks: repeating,
    says: /seed=again gave another response a moment later to .+, with Accept-Language: ja/
  },
  "a country in lower case has other seeds": {
    lie: () => ({ asked: (path) => (path.includes("country=us") ? path.replace("seed=", "seed=us") : path) }),
    breaks: repeating,
    says: /seed=again gave another response a moment later to GET .+seed=again&country=us\./
  },
  "a token of the scope read sees other lists": {
    lie: ({ read }) => ({
      asked: (path, headers) =>
        headers["authorization"] === `Bearer ${read}` ? path.replace("/countries", "/availability") : path
    }),
    breaks: "MUST limit a token to its scope",
    says: /GET \/api\/v1\/countries with a token with the scope read is answered otherwise than with another token/
  },
  "a long request ID is cut": {
    lie: () => ofData(/^\/generate/, (data) => ({ ...data, requestId: String(data["requestId"]).slice(0, 64) })),
    breaks: naming,
    says: /\/generate\?country=US&requestId=Doorstep-properties-1+ has requestId Doorstep-properties-1+ and/
  },
  "names of filters come back in lower case": {
    lie: () =>
      ofData(/^\/generate/, (data) => ({
        ...data,
        filters: Object.fromEntries(
          Object.entries(data["filters"] as Record<string, string>).map(([name, value]) => [
            name,
            name === "city" ? value.toLowerCase() : value
          ])
        )
      })),
    breaks: "MUST say in a response what was requested",
    says: /generate\?country=US&city=.+ does not say what was requested/
  },
  "the default country is another": {
    lie: () => ({ asked: (path) => path.replace(/^\/generate\?seed=default$/, "/generate?seed=another") }),
    breaks: "MUST assume the defaults of the interface",
    says: /GET \/api\/v1\/generate\?seed=default is answered otherwise than .+country=US&seed=default/
  },
  "seeds are composed": {
    lie: () => ofSeeds((seed) => seed.normalize("NFC")),
    breaks: reading,
    says: /12 pairs of seeds of which only one is composed all give the same address/
  },
  "seeds lose their accents": {
    lie: () => ofSeeds((seed) => seed.normalize("NFD").replaceAll(/\p{M}/gu, "")),
    breaks: reading,
    says: /12 pairs of seeds of which only an accent differs/
  },
  "seeds are decoded twice": {
    lie: () => ofSeeds((seed) => decodeURIComponent(seed)),
    breaks: reading,
    says: /12 pairs of seeds of which one is the other, encoded for URLs/
  },
  "pages are out of order": {
    lie: () => ofItems(/^\/locations\/search/, (items) => items.toReversed()),
    breaks: paging,
    says: /has [rcp]-\w+ \(.+\) after [rcp]-\w+/
  },
  "a list counts one home more": {
    lie: () =>
      ofItems(/^\/locations\/search/, (items) =>
        items.map((item) => ({ ...item, availableCount: item.availableCount + 1 }))
      ),
    breaks: "MUST report the same count of a place in lists and in draws",
    says: /[rcdp]-\w+ \(.+\) has a different count in the search/
  },
  "a city lacks a postcode": {
    lie: () => ({
      answer: (told) =>
        /parentType=city/.test(told.path) && /childType=postcode/.test(told.path)
          ? { ...told, body: { ...told.body, data: { ...told.body.data, children: [], total: 0, nextCursor: null } } }
          : told
    }),
    breaks: "MUST have counts below a place that add up to its homes",
    says: /The counts of the postcode children of city c-\w+ differ from the homes there/
  },
  "a house number changes in a translation": {
    lie: () =>
      ofData(/^\/address-translation/, (data) =>
        data["targetLocale"] === "ko"
          ? { ...data, components: { ...(data["components"] as object), houseNumber: "7" } }
          : data
      ),
    breaks: "MUST leave house number, unit, postcode and region code unchanged in translations",
    says: /The houseNumber of us-\w+ in ko is 7, but is published as/
  },
  "a changed street is called original": {
    lie: () =>
      ofData(/^\/address-translation/, (data) => ({
        ...data,
        components: { ...(data["components"] as object), street: "Rue" },
        methods: { ...(data["methods"] as object), street: "original" }
      })),
    breaks: "MUST state truthfully how each component was translated",
    says: /The street of us-\w+ in en is marked as original, but is Rue instead of/
  },
  "a component says nothing of its translation": {
    lie: () => ofData(/^\/address-translation/, (data) => ({ ...data, methods: {} })),
    breaks: "MUST state truthfully how each component was translated",
    says: /us-\w+ in en does not state for each component/
  },
  "429 has no Retry-After": {
    lie: () => ofHeaders((headers, { status }) => (status === 429 ? without("retry-after", headers) : headers)),
    breaks: "MUST say with every 429 when to retry",
    says: /GET .+\/countries \(Retry-After: none\)/
  },
  "429 has another code": {
    lie: () => ({
      answer: (told) =>
        told.status === 429 ? { ...told, body: { error: { code: "INTERNAL_ERROR", message: "Wait." } } } : told
    }),
    breaks: "MUST say with every 429 when to retry",
    says: /It has another code/
  },
  "RateLimit-Remaining stands still": {
    lie: () => ofHeaders((headers) => ({ ...headers, "ratelimit-remaining": "7" })),
    breaks: "MUST count requests down in its RateLimit headers",
    says: /At GET \/api\/v1\/availability, RateLimit-Remaining went from 7 to 7/
  },
  "an answer has no RateLimit headers": {
    lie: () => ofHeaders((headers, { path }) => (path === "/coverage" ? without("ratelimit-reset", headers) : headers)),
    breaks: "MUST count requests down in its RateLimit headers",
    says: /GET \/api\/v1\/coverage has RateLimit-Limit \d+, .+RateLimit-Reset none/
  },
  "a revoked token is taken": {
    lie: ({ generate, revoked }) => ({ token: (token) => (token === revoked ? generate : token) }),
    breaks: "MUST refuse a revoked token",
    says: /GET \/api\/v1\/countries with a revoked token is answered with 200/
  },
  "a token of the scope read generates": {
    lie: ({ generate, read }) => ({ token: (token) => (token === read ? generate : token) }),
    breaks: "MUST limit a token to its scope",
    says: /GET \/api\/v1\/generate\?country=US with a token with the scope read is answered with 200/
  },
  "a token of the scope read reads nothing": {
    lie: ({ read }) => ({ token: (token) => (token === read ? "nobody's" : token) }),
    breaks: "MUST limit a token to its scope",
    says: /GET \/api\/v1\/countries with a token with the scope read is answered with 401/
  },
  "401 does not say how to authenticate": {
    lie: () => ofHeaders((headers) => without("www-authenticate", headers)),
    breaks: "MUST refuse requests without a valid token",
    says: /GET \/api\/v1\/countries without a token .+ WWW-Authenticate: none/
  },
  "a fault has no place": {
    lie: () => ({
      answer: (told) =>
        told.status === 400 && told.path.includes("limit=201")
          ? { ...told, body: { error: { code: "INVALID_REQUEST", message: "No." } } }
          : told
    }),
    breaks: forbidding,
    says: /limit=201 is answered with 400 INVALID_REQUEST, and names nothing instead of limit/
  },
  "a path that is not there has another code": {
    lie: () => ({
      answer: (told) =>
        told.path === "/no/such/path"
          ? { ...told, body: { error: { code: "NO_POOL_COVERAGE", message: "No." } } }
          : told
    }),
    breaks: forbidding,
    says: /GET \/api\/v1\/no\/such\/path is answered with 404 NO_POOL_COVERAGE instead of 404 NOT_FOUND/
  },
  "an unknown version is an unknown place": {
    lie: () => ({
      answer: (told) =>
        told.status === 404 && told.path.includes("poolVersion=")
          ? {
              ...told,
              body: { error: { code: "NO_POOL_COVERAGE", message: "No.", details: [{ path: "city", message: "No." }] } }
            }
          : told
    }),
    breaks: forbidding,
    says: /poolVersion=2147483647 is answered without naming poolVersion/
  },
  "an answer has no X-Request-Id": {
    lie: () => ofHeaders((headers, { path }) => (path === "/data-health" ? without("x-request-id", headers) : headers)),
    breaks: naming,
    says: /GET \/api\/v1\/data-health is answered without one/
  },
  "another requestId comes back": {
    lie: () => ofData(/^\/generate\/batch/, (data) => ({ ...data, requestId: "another" })),
    breaks: naming,
    says: /POST \/api\/v1\/generate\/batch has requestId another/
  },
  "the person of a seed changes each time": {
    lie: () => {
      let n = 0
      return ofPersons((person) => ({ ...person, username: `user${n++}` }))
    },
    breaks: "MUST repeat a seeded response in all its members",
    says: /seed=again gave another response a moment later.+user\d+.+user\d+/
  },
  "a response names another country": {
    lie: () => ofData(/^\/generate\?/, (data) => ({ ...data, country: "CA" })),
    breaks: "MUST say in a response what was requested",
    says: /GET .+\/generate\?country=US&seed=echo does not say what was requested\..+"country":"CA"/
  },
  "a response does not name its filters": {
    lie: () => ofData(/^\/generate/, (data) => ({ ...data, filters: {} })),
    breaks: "MUST say in a response what was requested",
    says: /\/generate\?country=US&regionId=r-\w+&seed=echo does not say what was requested/
  },
  "a batch that may repeat is called unique": {
    lie: () => ofData(/^\/generate\/batch/, (data) => ({ ...data, unique: true })),
    breaks: "MUST say in a response what was requested",
    says: /"unique":false,"strategy":"instant"\}\} does not say what was requested/
  },
  "children are those of another parent": {
    lie: () => ofData(/^\/locations\/hierarchy/, (data) => ({ ...data, parent: { type: "country", id: "CA" } })),
    breaks: "MUST say in a response what was requested",
    says: /hierarchy\?country=US&childType=city is about another place/
  },
  "every translation is English": {
    lie: () => ofData(/^\/address-translation/, (data) => ({ ...data, targetLocale: "en" })),
    breaks: "MUST say in a response what was requested",
    says: /"targetLocale":"ja"\} is in another language/
  },
  "the single line is of another address": {
    lie: () => ofData(/^\/address-translation/, (data) => ({ ...data, singleLine: "10 Downing Street, London" })),
    breaks: "MUST say in a response what was requested",
    says: /The single line of POST .+ lacks "/
  },
  "a card number belongs to nobody's sandbox": {
    lie: () =>
      ofPersons((person) => ({ ...person, paymentCard: { ...person.paymentCard, number: "4242424242424241" } })),
    breaks: "MUST give each address a synthetic person who can be reached nowhere",
    says: /The person at us-\w+ has a card number that fails the Luhn check/
  },
  "an email address is real": {
    lie: () => ofPersons((person) => ({ ...person, email: "somebody@gmail.com" })),
    breaks: "MUST give each address a synthetic person who can be reached nowhere",
    says: /does not have the contract's members/
  },
  "an age is that of another day": {
    lie: () => ofPersons((person) => ({ ...person, age: 30, dateOfBirth: "1980-01-01" })),
    breaks: "MUST give each address a synthetic person who can be reached nowhere",
    says: /The person at us-\w+ is not 30 on \d{4}-\d\d-\d\d, born on 1980-01-01/
  },
  "a person has no phone": {
    lie: () => ofPersons((person) => ({ ...person, phone: undefined })),
    breaks: "MUST give each address a synthetic person who can be reached nowhere",
    says: /The person at us-\w+ has no phone number/
  },
  "one person lives everywhere": {
    lie: () => {
      let only: Person | undefined
      return ofPersons((person) => (only ??= person))
    },
    breaks: "MUST give each address a synthetic person who can be reached nowhere",
    says: /50 addresses have 1 persons/
  },
  "a person does not depend on the seed": {
    lie: () => {
      const known = new Map<string, Person>()
      return ofPersons((person, id) => known.get(id) ?? (known.set(id, person), person))
    },
    breaks: "MUST give each address a synthetic person who can be reached nowhere",
    says: /Another seed gives us-\w+ the same person/
  },
  "lines lack the house number": {
    lie: () => ofAddresses((address) => ({ ...address, lines: ["Main Street"], formattedAddress: "Main Street" })),
    breaks: "MUST write the parts of an address into its lines",
    says: /The houseNumber of us-\w+ is not in its lines/
  },
  "the formatted address is another": {
    lie: () => ofAddresses((address) => ({ ...address, formattedAddress: "10 Downing Street, London" })),
    breaks: "MUST write the parts of an address into its lines",
    says: /The lines of us-\w+ are not its formatted address/
  },
  "latitude and longitude are swapped": {
    lie: () => ofAddresses((address) => ({ ...address, coordinates: { latitude: -81.1, longitude: 32.08 } })),
    breaks: "MUST have coordinates in the address's country",
    says: /\d+ of \d+ lie outside US\. They lie inside when swapped: latitude and longitude are in the wrong order/
  },
  "all coordinates are 0, 0": {
    lie: () => ofAddresses((address) => ({ ...address, coordinates: { latitude: 0, longitude: 0 } })),
    breaks: "MUST have coordinates in the address's country",
    says: /\d+ of \d+ lie outside US\. \[/
  },
  "no country is available": {
    lie: () => ofList("/availability", (one) => ({ ...one, residentialAvailable: false })),
    breaks: reports,
    says: /availability differs from GET \/api\/v1\/countries/
  },
  "a list of countries contradicts itself": {
    lie: () => ofList("/countries", (one) => ({ ...one, residentialAvailable: false })),
    breaks: reports,
    says: /calls a country available that has no homes, or the reverse/
  },
  "data-health has another count": {
    lie: () =>
      ofData(/^\/data-health/, (data) => ({
        ...data,
        countries: (data["countries"] as ReadonlyArray<{ count: number }>).map((one) => ({
          ...one,
          count: one.count + 1
        }))
      })),
    breaks: reports,
    says: /data-health has another count of US/
  },
  "coverage has another count": {
    lie: () => ofRules((rules) => ({ ...rules, total: { ...rules.total, current: 7 } })),
    breaks: reports,
    says: /coverage, US: `rules\.total\.current` is another count/
  },
  "a rule is met too early": {
    lie: () => ofRules((rules) => ({ ...rules, regionalMinimums: { actual: 0.1, target: 1, met: true } })),
    breaks: reports,
    says: /coverage, US: `rules\.regionalMinimums\.met` does not follow/
  },
  "includeComplete=false hides what is incomplete": {
    lie: () => ofData(/^\/coverage\?includeComplete=false/, (data) => ({ ...data, countries: [] })),
    breaks: reports,
    says: /includeComplete=false lists other countries than those that are incomplete/
  },
  "records are fewer than homes": {
    lie: () =>
      ofItems(/^\/locations\/search(?!.*residential=true)/, (items) =>
        items.map((item) => ({ ...item, availableCount: 0 }))
      ),
    breaks: "MUST count at least as many records as homes of a place",
    says: /[rc]-\w+ \(.+\) has 0 records and \d+ homes/
  },
  "every response has the same X-Request-Id": {
    lie: () => ofHeaders((headers) => ({ ...headers, "x-request-id": "1" })),
    breaks: naming,
    says: /GET .+ and GET .+ have the same: 1/
  },
  "an ETag changes each time": {
    lie: () => {
      let n = 0
      return ofHeaders((headers) => ({ ...headers, etag: `"${n++}"` }))
    },
    breaks: "MUST answer 304 to the ETag of an unchanged list, and to no other",
    says: /countries with If-None-Match: "\d+" is answered with 200 instead of 304 without a body/
  },
  "lists have no ETag": {
    lie: () => ofHeaders((headers) => without("etag", headers)),
    breaks: "MUST answer 304 to the ETag of an unchanged list, and to no other",
    says: /GET .+\/countries has the ETag none/
  },
  "the search leaves a city out, and counts accordingly": {
    lie: () =>
      ofData(/^\/locations\/search.*field=city/, (data) => ({
        ...data,
        cities: (data["cities"] as ReadonlyArray<object>).slice(0, data["nextCursor"] === null ? -1 : undefined),
        total: Number(data["total"]) - 1
      })),
    breaks: paging,
    says: /The search and the hierarchy have other totals of city in US/
  },
  "a place with homes is disabled": {
    lie: () =>
      ofItems(/^\/locations\/hierarchy.*childType=postcode/, (items) =>
        items.map((item) => ({ ...item, disabled: true }))
      ),
    breaks: paging,
    says: /Page 1 of hierarchy of postcode in US, limit 20 has p-\w+ \(.+\) with \d+ homes and `disabled` true/
  },
  "a place without homes is not disabled": {
    lie: () =>
      ofItems(/^\/locations\/hierarchy.*childType=region/, (items) =>
        items.map(({ id, value, availableCount }) => ({ id, value, availableCount }))
      ),
    breaks: paging,
    says: /\(.+\) with 0 homes and `disabled` false/
  },
  "the text of a search is ignored": {
    lie: () => ignoring("search", "q"),
    breaks: selecting,
    says: /search\?country=US&field=postcode&q=.+ lists \d+ of \d+ places, though nothing matches/
  },
  "the region of a search is ignored": {
    lie: () => ignoring("search", "region"),
    breaks: selecting,
    says: /&region=zzz%20atlantis%20zzz lists \d+ of \d+ places/
  },
  "the city of a search is ignored": {
    lie: () => ignoring("search", "cityId"),
    breaks: selecting,
    says: /&cityId=c-0000000000001 lists \d+ of \d+ places/
  },
  "the text of the hierarchy is ignored": {
    lie: () => ignoring("hierarchy", "q"),
    breaks: selecting,
    says: /hierarchy\?country=US&childType=postcode&q=.+ lists \d+ of \d+ places/
  },
  "a region is found by its ID alone": {
    lie: () => ofData(/^\/locations\/search.*field=city&region=/, (data) => ({ ...data, cities: [], total: 0 })),
    breaks: selecting,
    says: /field=city&region=.+ lists 0 cities, and \d+ with regionId=r-\w+ in place of the name/
  },
  "pages have twenty items unless more are requested": {
    lie: () => ({ asked: (path) => (/^\/locations\/(?!.*limit=)/.test(path) ? `${path}&limit=20` : path) }),
    breaks: "MUST assume the defaults of the interface",
    says: /search\?country=US is answered otherwise than .+limit=100/
  },
  "the hierarchy counts all records unless told": {
    lie: () =>
      ofItems(/^\/locations\/hierarchy(?!.*residential)/, (items) =>
        items.map((item) => ({ ...item, availableCount: 99 }))
      ),
    breaks: "MUST assume the defaults of the interface",
    says: /hierarchy\?country=US&childType=postcode is answered otherwise than .+residential=true/
  },
  "coverage leaves out what is incomplete unless told": {
    lie: () => ofData(/^\/coverage$/, (data) => ({ ...data, countries: [] })),
    breaks: "MUST assume the defaults of the interface",
    says: /coverage is answered otherwise than .+includeComplete=true/
  },
  "the document lacks an endpoint": {
    lie: () => ({
      answer: (told) => {
        if (told.path !== "/openapi.json") return told
        const { "/api/v1/coverage": _, ...paths } = told.body["paths"] as Readonly<Record<string, unknown>>
        return { ...told, body: { ...told.body, paths } }
      }
    }),
    breaks: "MUST describe every endpoint in its OpenAPI document",
    says: /It lacks get \/coverage\./
  },
  "seeds are compared without regard to case": {
    lie: () => ofSeeds((seed) => seed.toLowerCase()),
    breaks: "MUST read a seed to its last letter",
    says: /12 pairs of seeds of which only their case differs all give the same address/
  },
  "the end of a long seed is not read": {
    lie: () => ofSeeds((seed) => seed.slice(0, 64)),
    breaks: "MUST read a seed to its last letter",
    says: /12 pairs of seeds of which only their last letter differs/
  },
  "a translation is another each time": {
    lie: () => {
      let n = 0
      return ofData(/^\/address-translation/, (data) => ({
        ...data,
        singleLine: `${String(data["singleLine"])} ${n++}`
      }))
    },
    breaks: "MUST give the same translation each time",
    says: /us-\w+ in en was another a moment before/
  },
  "a phone number is somebody's": {
    lie: () => ofPersons((person) => ({ ...person, phone: { e164: "+12125554147", national: "(212) 555-4147" } })),
    breaks: "MUST give each address a synthetic person who can be reached nowhere",
    says: /The person at us-\w+ has the phone number \+12125554147, which may be somebody's/
  },
  "an address has an ID of another country": {
    lie: () => ofAddresses((address) => ({ ...address, id: String(address["id"]).replace("us-", "ca-") })),
    breaks: agreeing,
    says: /ca-\w+ has an ID of another country than US/
  },
  "a region is in another country": {
    lie: () =>
      ofAddresses((address) => ({
        ...address,
        components: { ...(address["components"] as object), regionCode: "CA-ON" }
      })),
    breaks: agreeing,
    says: /us-\w+ has the region CA-ON, which is not in US/
  },
  "an address is of a time to come": {
    lie: () => ofAddresses((address) => ({ ...address, updatedAt: "2999-01-01T00:00:00.000Z" })),
    breaks: agreeing,
    says: /us-\w+ was updated at 2999-01-01T00:00:00\.000Z, which is still to come/
  },
  "all homes lie in the middle of the country": {
    lie: () => ofAddresses((address) => ({ ...address, coordinates: { latitude: 39.8283, longitude: -98.5795 } })),
    breaks: agreeing,
    says: /50 addresses of \d+ cities all lie at 39\.8283, -98\.5795/
  },
  "positions are those of other addresses": {
    lie: () => {
      let n = 0
      return ofAddresses((address) => ({
        ...address,
        coordinates: { latitude: 31 + (n++ % 17), longitude: -120 + ((n * 7) % 45) }
      }))
    },
    breaks: agreeing,
    says: /Half of the homes in .+ \(c-\w+\) lie more than [\d,]+ kilometres from its middle/
  },
  "data-health is healthy despite an error": {
    lie: () =>
      ofData(/^\/data-health/, (data) => ({
        ...data,
        healthy: true,
        configurationErrors: [{ code: "POOL_STALE", message: "Stale.", path: "countries.US" }]
      })),
    breaks: reports,
    says: /data-health: `healthy` does not follow from its countries and errors/
  },
  "data-health calls a country ready that has no homes": {
    lie: () =>
      ofData(/^\/data-health/, (data) => ({
        ...data,
        countries: [...(data["countries"] as ReadonlyArray<object>), { code: "ZW", count: 0, ready: true }]
      })),
    breaks: reports,
    says: /data-health calls ZW ready, which has no homes/
  },
  "data-health leaves a country out": {
    lie: () => ofData(/^\/data-health/, (data) => ({ ...data, countries: [] })),
    breaks: reports,
    says: /data-health leaves out US/
  },
  "coverage of one country is that of all": {
    lie: () =>
      ofData(/^\/coverage\?country=/, (data) => {
        const countries = data["countries"] as ReadonlyArray<object>
        return { ...data, countries: [...countries, ...countries] }
      }),
    breaks: reports,
    says: /coverage\?country=US is of other countries/
  },
  "an error has a code alone": {
    lie: () => ofErrors(401, () => ({ error: { code: "UNAUTHORIZED" } })),
    breaks: "MUST refuse requests without a valid token",
    says: /is answered with 401 without the contract's error body: \{"error":\{"code":"UNAUTHORIZED"\}\}/
  },
  "an error shows what is internal": {
    lie: () => ofErrors(404, (error) => ({ error, stack: "at draw (/srv/draw.js:1)" })),
    breaks: forbidding,
    says: /is answered with 404 without the contract's error body: .+"stack"/
  },
  "a 429 is none of the contract's errors": {
    lie: () => ofErrors(429, () => ({ message: "Too many requests" })),
    breaks: "MUST say with every 429 when to retry",
    says: /without the contract's error body: .+Too many requests/
  },
  "a limit per minute lasts an hour": {
    lie: () => ofHeaders((headers, { status }) => (status === 429 ? { ...headers, "retry-after": "3600" } : headers)),
    breaks: "MUST say with every 429 when to retry",
    says: /GET .+\/countries \(Retry-After: 3600\)/
  },
  "a token is refused without a word about its scope": {
    lie: () => ofErrors(401, () => ({ error: { code: "UNAUTHORIZED", message: "No." } })),
    breaks: "MUST limit a token to its scope",
    says: /with the scope read does not say that it needs generate: No\./
  },
  "a probe has another word": {
    lie: () => ({ answer: (told) => (told.path === "/health" ? { ...told, body: { status: "up" } } : told) }),
    breaks: "MUST refuse requests without a valid token",
    says: /GET \/api\/v1\/health says something else\..+"up"/
  },
  "the request ID of an error is another": {
    lie: () => {
      let n = 0
      return ofHeaders((headers, { status }) => (status >= 400 ? { ...headers, "x-request-id": `${n++}` } : headers))
    },
    breaks: naming,
    says: /country=XX&requestId=Doorstep-properties-1+ is refused with X-Request-Id \d+ instead of Doorstep-properties-1/
  },
  "a cursor continues another list": {
    lie: () => ({ asked: (path) => path.replace(/(?<=&q=a.*)&cursor=[^&]*/, "") }),
    breaks: forbidding,
    says: /q=a&country=US&limit=20&cursor=.+ is answered with 200, and names nothing instead of cursor/
  },
  "a country has a parent": {
    lie: () => ({ asked: (path) => path.replace(/(?<=parentType=country)&parentId=[^&]*/, "") }),
    breaks: forbidding,
    says: /parentType=country&parentId=r-0000000000001 is answered with 200, and names nothing instead of parentId/
  },
  "a parameter that some endpoints do not have is ignored": {
    lie: () => ({ asked: (path) => path.replace(/(?<=^\/coverage)\?citty=x/, "") }),
    breaks: forbidding,
    says: /GET \/api\/v1\/coverage\?citty=x is answered with 200, and names nothing instead of citty/
  },
  "a country without a pool has the homes of another": {
    lie: () => ({ asked: (path) => path.replace("country=BV", "country=US") }),
    breaks: forbidding,
    says: /GET \/api\/v1\/generate\?country=BV is answered with 200/
  },
  "a 304 has no ETag": {
    lie: () => ofHeaders((headers, { status }) => (status === 304 ? without("etag", headers) : headers)),
    breaks: "MUST answer 304 to the ETag of an unchanged list, and to no other",
    says: /\/countries with If-None-Match: .+ is answered with the ETag none instead of/
  },
  "residential=false draws another home": {
    lie: () => ({
      asked: (path) => path.replace(/(?<=residential=false.*|^\/generate.*)seed=default(?=.*=false)/, "seed=x")
    }),
    breaks: "MUST assume the defaults of the interface",
    says: /seed=default is answered otherwise than .+residential=false/
  },
  "a search distinguishes case": {
    lie: () =>
      ofItems(/^\/locations\/search.*[?&]q=/, (items, { path }) =>
        items.filter(({ value }) => value.includes(new URLSearchParams(path.split("?")[1]).get("q") ?? ""))
      ),
    breaks: selecting,
    says: /search\?country=US&field=city&limit=200&q=[A-Z0-9%]+ lists other places than .+, though only the case of the text differs/
  },
  "the document is of another version": {
    lie: () => ({
      answer: (told) =>
        told.path === "/openapi.json" ? { ...told, body: { ...told.body, info: { version: "2.0.0" } } } : told
    }),
    breaks: "MUST describe every endpoint in its OpenAPI document",
    says: /It is of version 2\.0\.0, in OpenAPI 3\.1\.0, instead of version 1\.0\.0/
  },
  "the document does not describe limits": {
    lie: () => ({
      answer: (told) =>
        told.path === "/openapi.json"
          ? {
              ...told,
              body: JSON.parse(JSON.stringify(told.body, (name, value) => (name === "429" ? undefined : value)))
            }
          : told
    }),
    breaks: "MUST describe every endpoint in its OpenAPI document",
    says: /It lacks the 429 of get \/countries/
  },
  "a translation is in the wrong language": {
    lie: () =>
      ofData(/^\/address-translation/, (data) => ({
        ...data,
        components: { ...(data["components"] as object), country: "United States" }
      })),
    breaks: translating,
    says: /The country of us-\w+ in zh-CN is United States/
  },
  "a translation has the lines of another street": {
    lie: () =>
      ofData(/^\/address-translation/, (data) => {
        const { street = "" } = data["components"] as { readonly street?: string }
        return { ...data, lines: (data["lines"] as ReadonlyArray<string>).map((line) => line.replace(street, "Rue")) }
      }),
    breaks: translating,
    says: /The lines of us-\w+ in en lack the street: /
  },
  "a phone number is of another country": {
    lie: () => ofPersons((person) => ({ ...person, phone: { e164: "+442079460123", national: "020 7946 0123" } })),
    breaks: "MUST give each address a synthetic person who can be reached nowhere",
    says: /The person at us-\w+ has the phone number \+442079460123, which is not in US \(\+1\)/
  },
  "a card is of another brand": {
    lie: () =>
      ofPersons((person) => ({
        ...person,
        paymentCard: { ...person.paymentCard, brand: "jcb", number: "4242424242424242" }
      })),
    breaks: "MUST give each address a synthetic person who can be reached nowhere",
    says: /The person at us-\w+ has a card number that is none of jcb/
  },
  "a card has expired": {
    lie: () => ofPersons((person) => ({ ...person, paymentCard: { ...person.paymentCard, expiry: "01/20" } })),
    breaks: "MUST give each address a synthetic person who can be reached nowhere",
    says: /The person at us-\w+ has a card that expired in 01\/20/
  },
  "a card expires in decades": {
    lie: () => ofPersons((person) => ({ ...person, paymentCard: { ...person.paymentCard, expiry: "01/60" } })),
    breaks: persons,
    says: /has a card that expires in 01\/60, which is not in the third to sixth year after 2025-/
  },
  "a first name is another": {
    lie: () => ofPersons((person) => ({ ...person, name: { ...(person["name"] as object), first: "Xaver" } })),
    breaks: persons,
    says: /The person at us-\w+ is called .+, without Xaver/
  },
  "a name has other Latin letters": {
    lie: () =>
      ofPersons((person) => ({
        ...person,
        name: { ...(person["name"] as object), latin: { full: "A B", first: "A", last: "B" } }
      })),
    breaks: persons,
    says: /is called \w+, and A in Latin letters, though these are Latin/
  },
  "a number has another area within the country": {
    lie: () =>
      ofPersons((person) => ({ ...person, phone: { ...(person["phone"] as object), national: "(999) 555-0199" } })),
    breaks: persons,
    says: /The person at us-\w+ has two phone numbers/
  },
  "a password has no capitals": {
    lie: () => ofPersons((person) => ({ ...person, password: "aaaaaaaaaaaaaa1!" })),
    breaks: persons,
    says: /has a password without one of the kinds of characters/
  },
  "everybody has one password": {
    lie: () => ofPersons((person) => ({ ...person, password: "aA1!aA1!aA1!aA1!" })),
    breaks: persons,
    says: /50 addresses have 1 passwords/
  },
  "everybody is a woman": {
    lie: () => ofPersons((person) => ({ ...person, gender: "female" })),
    breaks: persons,
    says: /All 50 persons have one gender: female/
  },
  "batches have other persons than draws": {
    lie: () =>
      ofData(/^\/generate\/batch/, (data) => ({
        ...data,
        results: (data["results"] as ReadonlyArray<{ readonly profile: Person }>).map((result) => ({
          ...result,
          profile: { ...result.profile, company: `${String(result.profile["company"])} and Sons` }
        }))
      })),
    breaks: persons,
    says: /The seed "persons" gives us-\w+ another person in a batch/
  },
  "lines have the postcode of another town": {
    lie: () =>
      ofAddresses((address) => {
        const { postcode = "-" } = address["components"] as { readonly postcode?: string }
        const moved = (text: string) => text.replace(postcode, "90210")
        return {
          ...address,
          lines: (address["lines"] as ReadonlyArray<string>).map(moved),
          formattedAddress: moved(address["formattedAddress"] as string)
        }
      }),
    breaks: writing,
    says: /The postcode of \d+ of \d+ addresses is not in their lines, such as us-\w+: .+90210/
  },
  "all homes of a city lie in its middle": {
    lie: () =>
      ofAddresses(({ components, id, locationIds, ...address }) => ({
        ...address,
        id,
        locationIds,
        components: { ...(components as object), street: `Street ${id as string}` },
        coordinates: middleOf(locationIds as CityOf)
      })),
    breaks: agreeing,
    says: /\d+ homes in \d+ streets of .+ \(c-\w+\) all lie at 32\.\d+, -81\. Is that the middle of the place\?/
  },
  "a time is no time in UTC": {
    lie: () => ofAddresses((address) => ({ ...address, updatedAt: "Nov 20, 2026" })),
    breaks: agreeing,
    says: /us-\w+ was updated at Nov 20, 2026, which is no time in UTC/
  },
  "the spaces around a seed are lost": {
    lie: () => ofSeeds((seed) => seed.trim()),
    breaks: reading,
    says: /12 pairs of seeds of which one has spaces around it all give the same address, such as \["seed 0"," seed 0 "\]/
  },
  "a seed of digits is a number": {
    lie: () => ofSeeds((seed) => (/^[\d.]+$/.test(seed) ? String(Number(seed)) : seed)),
    breaks: reading,
    says: /12 pairs of seeds of which both are the same number all give the same address/
  },
  "a search compares the beginnings of names": {
    lie: () => ofData(/^\/locations\/search.*field=city.*q=[a-z]/, (data) => ({ ...data, cities: [], total: 0 })),
    breaks: selecting,
    says: /search\?country=US&field=city&limit=200&q=\S+ does not list c-\w+ \(.+\)/
  },
  "a list calls places otherwise than filters do": {
    lie: () =>
      ofItems(/^\/locations\/search.*limit=200$/, (items) =>
        items.map((item) => ({ ...item, value: `${item.value}!?` }))
      ),
    breaks: selecting,
    says: /lists r-\w+ as ".+!\?", and nothing can be drawn with region=.+!\?/
  },
  "coverage counts derived parts that no home has": {
    lie: () =>
      ofData(/^\/coverage/, (data) => ({
        ...data,
        countries: (data["countries"] as ReadonlyArray<object>).map((one) => ({ ...one, derived: { polygon: 0.9 } }))
      })),
    breaks: reports,
    says: /coverage\?country=US says that 0\.9 of the homes have a part derived by polygon, and 0 of \d+ drawn homes do/
  },
  "one of 100 batches has an address with the record of another": {
    lie: () => ofSomeAddresses((address) => ({ ...address, sources: othersRecord(address) })),
    breaks: "MUST give each address of the run a single ID",
    says: /The record .+ of .+ is us-\w{20} and us-\w{20}/
  },
  "every IP address is in one place": {
    lie: () => ofContexts(() => ({ country: "US", region: "", city: "", matchLevel: "country" })),
    breaks: locating,
    says: /7 IP addresses of resolvers and universities in five countries are all in US/
  },
  "an IP address is in a city without a name": {
    lie: () => ofContexts(() => ({ country: "US", region: "", city: "", matchLevel: "city" })),
    breaks: locating,
    says: /client-context\?ip=8\.8\.8\.8 does not name what it matched/
  },
  "everybody is forty": {
    lie: () =>
      ofPersons((person) => ({
        ...person,
        age: 40,
        dateOfBirth: `${Number(String(person["referenceDate"]).slice(0, 4)) - 40}${String(person["dateOfBirth"]).slice(4, 5)}01-01`
      })),
    breaks: persons,
    says: /All 50 persons have one age: 40/
  },
  "everybody has one card": {
    lie: () =>
      ofPersons((person) => ({
        ...person,
        paymentCard: { ...person.paymentCard, brand: "visa", number: "4242424242424242", cvc: "123" }
      })),
    breaks: persons,
    says: /All 50 persons have one card number: 4242424242424242/
  },
  "card numbers are made up": {
    lie: () =>
      ofPersons((person, id) => ({
        ...person,
        paymentCard: {
          ...person.paymentCard,
          brand: "visa",
          number: withCheckDigit(`42424242${Array.from(id.slice(-7), (letter) => letter.charCodeAt(0) % 10).join("")}`),
          cvc: "123"
        }
      })),
    breaks: persons,
    says: /\d+ persons have as many card numbers\..+are these made up\?/
  },
  "names are in letters of another country": {
    lie: () =>
      ofPersons((person) => ({
        ...person,
        name: {
          full: "佐藤 太郎",
          first: "太郎",
          last: "佐藤",
          latin: { full: "Taro Sato", first: "Taro", last: "Sato" }
        }
      })),
    breaks: persons,
    says: /is called 佐藤 太郎, which is not in the letters of the locale en_US/
  },
  "universities are abroad": {
    lie: () =>
      ofContexts((ip) => ({
        country: ip.startsWith("128.") ? "CA" : ip.startsWith("141.") ? "AT" : "FR",
        region: "",
        city: "",
        matchLevel: "country"
      })),
    breaks: locating,
    says: /No university is in its own country\. 128\.101\.101\.101 is in US, and located in CA\./
  },
  "a translation into French is one into German": {
    lie: () => ({
      answer: (told) => {
        const { components, targetLocale, ...data } = (told.body.data ?? {}) as {
          readonly components?: object
          readonly targetLocale?: string
        }
        return targetLocale === "fr"
          ? {
              ...told,
              body: { data: { ...data, targetLocale, components: { ...components, country: "Vereinigte Staaten" } } }
            }
          : told
      },
      concerns: /^\/address-translation/
    }),
    breaks: translating,
    says: /The country of us-\w+ in fr is Vereinigte Staaten/
  },
  "a translation leaves the city out of its lines": {
    lie: () =>
      ofData(/^\/address-translation/, (data) => {
        const { city = "-" } = data["components"] as { readonly city?: string }
        const left = (line: string) => line.replace(city, "")
        const lines = (data["lines"] as ReadonlyArray<string>).map(left)
        return { ...data, lines, singleLine: left(String(data["singleLine"])) }
      }),
    breaks: translating,
    says: /The city of \d+ of \d+ addresses is not in their lines, such as us-\w+ in en:/
  },
  "a body that cannot be read is one with defaults": {
    lie: () => ({
      answer: (told) =>
        told.method === "POST" && told.status === 400 && told.body["error"] !== undefined && isUnreadable(told)
          ? { ...told, status: 200, body: { data: {} } }
          : told,
      concerns: /^\/generate\/batch/
    }),
    breaks: forbidding,
    says: /POST \/api\/v1\/generate\/batch with a body that is no JSON is answered with 200/
  },
  "a token is known by its beginning": {
    lie: ({ generate }) => ({ token: (token) => (generate.startsWith(token) ? generate : token) }),
    breaks: refusing,
    says: /GET \/api\/v1\/countries with a token without its last letter is answered with 200/
  },
  "a token may be longer": {
    lie: ({ generate }) => ({ token: (token) => (token.startsWith(generate) ? generate : token) }),
    breaks: refusing,
    says: /countries with a token and a letter more is answered with 200/
  },
  "a token has no case": {
    lie: ({ generate }) => ({
      token: (token) => (token.toLowerCase() === generate.toLowerCase() ? generate : token)
    }),
    breaks: refusing,
    says: /countries with a token in the other case is answered with 200/
  },
  "a token may have a wrong letter": {
    lie: ({ generate }) => ({
      token: (token) =>
        token.slice(0, 9) === generate.slice(0, 9) && token.length === generate.length ? generate : token
    }),
    breaks: refusing,
    says: /countries with a token of which one letter is another is answered with 200/
  },
  "HEAD needs no token": {
    lie: () => ({
      answer: (told) => (told.method === "HEAD" && told.status === 401 ? { ...told, status: 200 } : told)
    }),
    breaks: refusing,
    says: /HEAD \/api\/v1\/countries without a token is answered with 200/
  },
  "the seeds of batches have no case": {
    lie: () => ({
      body: (body) => {
        const options = body["options"] as { readonly seed?: string } | undefined
        return options?.seed === undefined
          ? body
          : { ...body, options: { ...options, seed: options.seed.toLowerCase() } }
      }
    }),
    breaks: reading,
    says: /12 pairs of seeds of which only their case differs all give the same address in a batch/
  },
  "the total of a list is another on its second page": {
    lie: () =>
      ofData(/^\/locations\/search/, (data, { path }) =>
        /[?&]cursor=/.test(path) || data["nextCursor"] === null ? data : { ...data, total: Number(data["total"]) + 3 }
      ),
    breaks: paging,
    says: /Page 2 of search of \w+ in .+ reports a total of \d+, and the page before it one of \d+/
  },
  "an address has the name of another country": {
    lie: () =>
      ofAddresses((address) => ({
        ...address,
        components: { ...(address["components"] as object), country: "Canada" }
      })),
    breaks: agreeing,
    says: /us-\w+ is in Canada by its country, and in US by its code/
  },
  "the URL of a source is a script": {
    lie: () =>
      ofAddresses((address) => ({
        ...address,
        sources: (address["sources"] as ReadonlyArray<object>).map((source) => ({
          ...source,
          url: "javascript:alert(1)"
        }))
      })),
    breaks: agreeing,
    says: /us-\w+ names a source with the URL javascript:alert\(1\), which is no page/
  },
  "an address names its source twice": {
    lie: () =>
      ofAddresses((address) => {
        const sources = address["sources"] as ReadonlyArray<object>
        return { ...address, sources: [...sources, ...sources] }
      }),
    breaks: agreeing,
    says: /us-\w+ names the record \["alpha",".+"\] twice/
  },
  "a city is found by the beginning of its name": {
    lie: () => ({
      asked: (path) =>
        path.replace(/(?<=^\/generate\?.*city=)[^&]+/, (city) => cities.find((whole) => whole.startsWith(city)) ?? city)
    }),
    breaks: applying,
    says: /With city=.+, us-\w+ is drawn, which is not in a place of that name: a filter is a whole name/
  },
  "countries are listed twice": {
    lie: () =>
      ofData(/^\/(?:countries|availability)$/, (data) => {
        const list = data as unknown as ReadonlyArray<unknown>
        return [...list, ...list] as never
      }),
    breaks: reports,
    says: /GET \/api\/v1\/countries does not have each country once, sorted by code/
  },
  "a part is derived that is not there": {
    lie: () =>
      ofAddresses((address) => {
        const { district: _, ...components } = address["components"] as Record<string, unknown>
        const { districtId: __, ...locationIds } = address["locationIds"] as Record<string, unknown>
        return { ...address, components, locationIds, derived: [{ component: "district", method: "postcode-table" }] }
      }),
    breaks: agreeing,
    says: /us-\w+ says how its district was derived, and has none/
  },
  "HEAD has another type": {
    lie: () =>
      ofHeaders((headers, { method }) => (method === "HEAD" ? { ...headers, "content-type": "text/plain" } : headers)),
    breaks: methods,
    says: /HEAD \/api\/v1\/countries says otherwise than GET/
  },
  "DELETE is taken": {
    lie: () => ({ answer: (told) => (told.method === "DELETE" ? { ...told, status: 200, body: { data: {} } } : told) }),
    breaks: methods,
    says: /DELETE \/api\/v1\/countries is answered with 200/
  },
  "405 does not say what is allowed": {
    lie: () => ofHeaders((headers) => without("allow", headers)),
    breaks: methods,
    says: /DELETE \/api\/v1\/countries is answered with 405 and Allow: none/
  },
  "errors are called HTML": {
    lie: () =>
      ofHeaders((headers, { status }) => (status === 400 ? { ...headers, "content-type": "text/html" } : headers)),
    breaks: caching,
    says: /GET \/api\/v1\/countries\?no=1 is answered with 400 and Content-Type: text\/html/
  },
  "caches may keep everything": {
    lie: () => ofHeaders((headers) => ({ ...headers, "cache-control": "public, max-age=86400" })),
    breaks: caching,
    says: /GET \/api\/v1\/countries is answered with Cache-Control: public, max-age=86400, so that a shared cache/
  },
  "browsers may keep lists": {
    lie: () => ofHeaders((headers) => ({ ...headers, "cache-control": "private, max-age=60" })),
    breaks: caching,
    says: /GET \/api\/v1\/countries is answered with .+ out of date after a publication/
  },
  "browsers may keep draws": {
    lie: () =>
      ofHeaders((headers, { path }) => (path.startsWith("/generate") ? without("cache-control", headers) : headers)),
    breaks: caching,
    says: /GET \/api\/v1\/generate\?country=US is answered with Cache-Control: none, so that a cache may repeat the draw/
  },
  "a place has no ID": {
    lie: () => ofAddresses((address) => ({ ...address, locationIds: {} })),
    breaks: agreeing,
    says: /us-\w+ has the region \w+, without its ID/
  },
  "regions have one code": {
    lie: () =>
      ofAddresses((address) => ({
        ...address,
        components: { ...(address["components"] as object), regionCode: "US-AK" }
      })),
    breaks: agreeing,
    says: /with the code US-AK, which is that of r-\w+|Nothing in r-\w+ is drawn with region=US-AK/
  },
  "the total of a search is that of all": {
    lie: () => ofData(/^\/locations\/search.*field=city.*[?&]q=[a-z]/, (data) => ({ ...data, total: 90 })),
    breaks: selecting,
    says: /search\?country=US&field=city&limit=200&q=\S+ lists \d+ places, and reports a total of 90/
  },
  "the hierarchy distinguishes case": {
    lie: () =>
      ofItems(/^\/locations\/hierarchy.*[?&]q=/, (items, told) =>
        items.filter(({ value }) => value.includes(parameterOf(told, "q")))
      ),
    breaks: selecting,
    says: /hierarchy\?country=US&childType=city\S+ lists other places than .+, though only the case of the text differs/
  },
  "the hierarchy compares the beginnings of names": {
    lie: () => ofData(/^\/locations\/hierarchy.*[?&]q=[a-z]/, (data) => ({ ...data, children: [], total: 0 })),
    breaks: selecting,
    says: /hierarchy\?country=US&childType=city&limit=200&q=\S+ does not list c-\w+ \(.+\)/
  },
  "a country in lower case has no places": {
    lie: () => ofData(/^\/locations\/search.*country=us/, (data) => ({ ...data, regions: [], total: 0 })),
    breaks: selecting,
    says: /search\?field=region&country=us is answered otherwise than .+country=US/
  },
  "a country in lower case has no coverage": {
    lie: () => ofData(/^\/coverage\?country=us/, () => ({ countries: [] })),
    breaks: selecting,
    says: /coverage\?country=us is answered otherwise than .+country=US/
  },
  "pages are shorter than their limit": {
    lie: () => ({ asked: (path) => path.replace("limit=53", "limit=20") }),
    breaks: paging,
    says: /Page 1 of search of \w+ in .+, limit 53 has 20 items, and is not the last/
  },
  "the hierarchy counts no records": {
    lie: () =>
      ofItems(/^\/locations\/hierarchy.*residential=false/, (items) =>
        items.map((item) => ({ ...item, availableCount: 0 }))
      ),
    breaks: "MUST count at least as many records as homes of a place",
    says: /With residential=false, r-\w+ \(.+\) has another count in the hierarchy/
  },
  "coverage of a country without a pool is that of all": {
    lie: () => ({ asked: (path) => path.replace(/(?<=^\/coverage)\?country=(?!US)..$/, "") }),
    breaks: reports,
    says: /coverage\?country=BV is of US/
  },
  "a request that names no ID has two": {
    lie: () => ofData(/^\/generate\?country=US$/, (data) => ({ ...data, requestId: "another" })),
    breaks: naming,
    says: /GET \/api\/v1\/generate\?country=US has requestId another and X-Request-Id [\w-]+/
  },
  "a response does not name its text": {
    lie: () =>
      ofData(/^\/generate/, (data) => ({
        ...data,
        filters: Object.fromEntries(Object.entries(data["filters"] as object).filter(([name]) => name !== "q"))
      })),
    breaks: "MUST say in a response what was requested",
    says: /generate\?country=US&city=.+&q=.+ does not say what was requested/
  },
  "every strategy is called random": {
    lie: () => ofData(/^\/generate/, (data) => ({ ...data, strategy: "random" })),
    breaks: "MUST say in a response what was requested",
    says: /generate\?country=US&strategy=instant does not say what was requested/
  },
  "a text is in no postcode": {
    lie: () => ({
      answer: (told) => (/^\/generate\?.*q=\d{4}&seed=text/.test(told.path) ? nothing(told) : told)
    }),
    breaks: applying,
    says: /Nothing is drawn with q=\d+, though it is in the postcode of us-\w+/
  },
  "a postcode is found by its beginning": {
    lie: () => ({ asked: (path) => path.replace(/(?<=^\/generate\?.*)postcode=\d{3}&/, "") }),
    breaks: applying,
    says: /With postcode=\d{3}, us-\w+ is drawn, which is not in a place of that name: a filter is a whole name/
  },
  "a city makes a region superfluous": {
    lie: () => ({ asked: (path) => path.replace(/(?<=^\/generate\?.*)region=[^&]*&(?=city=)/, "") }),
    breaks: applying,
    says: /With region=\S+&city=\S+, us-\w+ is drawn, which does not match both/
  },
  "the last letter of an ID is not read": {
    lie: () => {
      let known = ""
      return {
        asked: (path) =>
          known !== "" && path.startsWith(`/addresses/${known.slice(0, -1)}`) ? `/addresses/${known}` : path,
        answer: (told) => {
          const { result } = (told.body.data ?? {}) as {
            readonly result?: { readonly address: { readonly id: string } }
          }
          known = result?.address.id ?? known
          return told
        }
      }
    },
    breaks: forbidding,
    says: /GET \/api\/v1\/addresses\/us-\w+ is answered with 200 .+ instead of 404 ADDRESS_NOT_FOUND/
  },
  "a long text is read in part": {
    lie: () => ({ asked: (path) => path.replace(/(?<=^\/generate\?.*q=x{300})x+/, "") }),
    breaks: forbidding,
    says: /&q=x+ is answered with 404 NO_POOL_COVERAGE, and names .+ instead of q/
  },
  "the last of two parameters counts": {
    lie: () => ({ asked: (path) => path.replace(/(?<=^\/coverage\?)country=..&(?=country=)/, "") }),
    breaks: forbidding,
    says: /coverage\?country=US&country=US is answered with 200, and names nothing instead of country/
  },
  "an error shows SQL": {
    lie: () =>
      ofErrors(404, (error) => ({
        error: { ...(error as object), message: "SELECT id FROM addresses WHERE city = $1" }
      })),
    breaks: forbidding,
    says: /GET \/api\/v1\/\S+ shows what is internal: SELECT id FROM/
  },
  "a stranger is told what is wrong": {
    lie: () => ({
      answer: (told) =>
        told.status === 401 && told.path.includes("citty=")
          ? { ...told, status: 400, body: { error: { code: "INVALID_REQUEST", message: "No." } } }
          : told
    }),
    breaks: refusing,
    says: /generate\?country=US&citty=x without a token is answered with 400 INVALID_REQUEST/
  },
  "an empty selection has no RateLimit headers": {
    lie: () =>
      ofHeaders((headers, { body }) =>
        JSON.stringify(body).includes("NO_POOL_COVERAGE") ? without("ratelimit-limit", headers) : headers
      ),
    breaks: "MUST count requests down in its RateLimit headers",
    says: /generate\?country=US&city=\S+ has RateLimit-Limit none/
  },
  "the document lacks a parameter": {
    lie: () => ({
      answer: (told) =>
        told.path === "/openapi.json"
          ? { ...told, body: JSON.parse(JSON.stringify(told.body).replaceAll('"name":"q"', '"name":"query"')) }
          : told
    }),
    breaks: "MUST describe every endpoint in its OpenAPI document",
    says: /It lacks the q of get \/locations\/search, the q of get \/locations\/hierarchy, the q of get \/generate\./
  },
  "the document lacks a member of a body": {
    lie: () => ({
      answer: (told) =>
        told.path === "/openapi.json"
          ? { ...told, body: JSON.parse(JSON.stringify(told.body).replaceAll('"excludeAddressIds":', '"exclude":')) }
          : told
    }),
    breaks: "MUST describe every endpoint in its OpenAPI document",
    says: /It lacks the excludeAddressIds of post \/generate\/batch\./
  },
  "a person was born on a day that never was": {
    lie: () =>
      ofPersons((person) => ({ ...person, dateOfBirth: `${String(person["dateOfBirth"]).slice(0, 4)}-02-30` })),
    breaks: persons,
    says: /The person at us-\w+ has the date \d{4}-02-30, which is in no calendar/
  },
  "the lines of a translation lack the country": {
    lie: () =>
      ofData(/^\/address-translation/, (data) => {
        const { country } = data["components"] as { readonly country: string }
        return { ...data, lines: (data["lines"] as ReadonlyArray<string>).filter((line) => line !== country) }
      }),
    breaks: translating,
    says: /The lines of us-\w+ in \S+ are not its single line/
  },
  "draws without a seed come twice": {
    lie: () => {
      const kept = new Map<string, Record<string, unknown>>()
      return ofData(/^\/generate\?(?!.*seed=)/, (data, { path }) => {
        const before = kept.get(path)
        if (before === undefined) kept.set(path, data)
        else kept.delete(path)
        return before ?? data
      })
    },
    breaks: "MUST draw anew for each request without a seed",
    says: /The seed \w+ had come before\..+"strategy":"instant"/
  },
  "one of 100 batches counts one address too many": {
    lie: () => {
      let batches = 0
      return ofData(/^\/generate\/batch/, (data) =>
        ++batches % 100 > 0 ? data : { ...data, returnedCount: Number(data["returnedCount"]) + 1 }
      )
    },
    breaks: "MUST state how many addresses were requested and how many are returned",
    says: /\d+ of \d+ were returned\..+"request"/
  },
  "one of 100 batches has a home without a reason": {
    lie: () => ofSomeAddresses((address) => ({ ...address, residential: { evidence: "declared", detail: " " } })),
    breaks: "MUST state the evidence that makes each address of the run a home",
    says: /us-\w{20} does not/
  },
  "one of 100 batches has an address without a licence": {
    lie: () =>
      ofSomeAddresses((address) => ({
        ...address,
        sources: (address["sources"] as ReadonlyArray<object>).map((source) => ({ ...source, license: " " }))
      })),
    breaks: "MUST name the licence and the attribution of every address of the run",
    says: /us-\w{20} does not/
  },
  "one of 100 batches has an address under another ID": {
    lie: () => ofSomeAddresses((address) => ({ ...address, id: "us-00000000000000000000" })),
    breaks: "MUST give each address of the run a single ID",
    says: /us-\w{20} and us-\w{20} are the same address/
  }
}

/** Fewer than a default run makes, and enough for the hundredth batch: of eight requests, four are batches, two of them sent twice. */
const requests = 150

layer(Layer.merge(Service.layer, NodeHttpClient.layerUndici), { excludeTestServices: true })(
  "What the surroundings of pools may lie about",
  (it) => {
    it.effect("MUST be found in no honest service", () =>
      Effect.gen(function* () {
        const laws = yield* suiteOf(
          () =>
            ofContexts((ip) => {
              if (ip === "8.8.8.8") return { country: "", region: "", city: "", matchLevel: "none" }
              return ip.startsWith("141.")
                ? { country: "DE", region: "Baden-Württemberg", city: "Karlsruhe", matchLevel: "city" }
                : { country: "US", region: "", city: "", matchLevel: "country" }
            }),
          { requests }
        )
        for (const promise of new Set(Object.values(lies).map(({ breaks }) => breaks))) {
          const told = yield* laws.find((law) => law.promise === promise)!.holds
          assert.isUndefined(told, promise)
        }
      })
    )

    for (const [what, { breaks, lie, says }] of Object.entries(lies)) {
      it.effect(`MUST be found: ${what}`, () =>
        Effect.gen(function* () {
          const laws = yield* suiteOf(lie, { requests })
          const failure = yield* Effect.flip(laws.find(({ promise }) => promise === breaks)!.holds)
          assert.strictEqual(failure._tag, "LawBroken", failure.message)
          assert.match(failure.message, says)
        })
      )
    }
  }
)
