import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { losesAnItem, ofData, ofHeaders, ofItems, ofSomeAddresses, repeatsAnItem, without } from "./LyingAnswers.ts"
import type { Lie } from "./LyingClient.ts"
import { Service, suiteOf, type Tokens } from "./LyingService.ts"

interface Broken {
  readonly lie: (tokens: Tokens) => Lie
  readonly breaks: string
  /** The place, ID or request that the message names. */
  readonly says: RegExp
}

const paging = "MUST list each place once, in order, with any page size"

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
    says: /search of \w+ in .+ items, but reports a total of \d+/
  },
  "a cursor of the hierarchy loses an item": {
    lie: () => losesAnItem(/^\/locations\/hierarchy/),
    breaks: paging,
    says: /hierarchy of \w+ in .+ items, but reports a total of \d+/
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
    breaks: "MUST refuse what the contract forbids, and name the place at fault",
    says: /limit=201 is answered with 400 INVALID_REQUEST, and names nothing instead of limit/
  },
  "a path that is not there has another code": {
    lie: () => ({
      answer: (told) =>
        told.path === "/no/such/path"
          ? { ...told, body: { error: { code: "NO_POOL_COVERAGE", message: "No." } } }
          : told
    }),
    breaks: "MUST refuse what the contract forbids, and name the place at fault",
    says: /GET \/api\/v1\/no\/such\/path is answered with 404 NO_POOL_COVERAGE instead of 404 NOT_FOUND/
  },
  "an unknown version is an unknown place": {
    lie: () => ({
      answer: (told) =>
        told.status === 404 && told.path.includes("poolVersion=")
          ? { ...told, body: { error: { code: "NO_POOL_COVERAGE", message: "No.", details: [{ path: "city" }] } } }
          : told
    }),
    breaks: "MUST refuse what the contract forbids, and name the place at fault",
    says: /poolVersion=2147483647 is answered without naming poolVersion/
  },
  "an answer has no X-Request-Id": {
    lie: () => ofHeaders((headers, { path }) => (path === "/data-health" ? without("x-request-id", headers) : headers)),
    breaks: "MUST give every response a request ID, the caller's if there is one",
    says: /GET \/api\/v1\/data-health is answered without one/
  },
  "another requestId comes back": {
    lie: () => ofData(/^\/generate\/batch/, (data) => ({ ...data, requestId: "another" })),
    breaks: "MUST give every response a request ID, the caller's if there is one",
    says: /POST \/api\/v1\/generate\/batch has requestId another/
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

layer(Layer.merge(Service.layer, NodeHttpClient.layerUndici), { excludeTestServices: true })(
  "What the surroundings of pools may lie about",
  (it) => {
    it.effect("MUST be found in no honest service", () =>
      Effect.gen(function* () {
        const laws = yield* suiteOf(() => ({}))
        for (const promise of new Set(Object.values(lies).map(({ breaks }) => breaks))) {
          const told = yield* laws.find((law) => law.promise === promise)!.holds
          assert.isUndefined(told, promise)
        }
      })
    )

    for (const [what, { breaks, lie, says }] of Object.entries(lies)) {
      it.effect(`MUST be found: ${what}`, () =>
        Effect.gen(function* () {
          // Fewer requests than a default run makes are enough to find it.
          const laws = yield* suiteOf(lie, { requests: 300 })
          const failure = yield* Effect.flip(laws.find(({ promise }) => promise === breaks)!.holds)
          assert.strictEqual(failure._tag, "LawBroken", failure.message)
          assert.match(failure.message, says)
        })
      )
    }
  }
)
