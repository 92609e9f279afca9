import type { ErrorCode } from "../../schemas/Errors.ts"

const long = (length: number) => "x".repeat(length)

/** Query of generate, the parameter at fault, and a part of the message. */
export const queries: ReadonlyArray<readonly [string, string, string]> = [
  ["country=XX", "country", "ISO 3166-1"],
  ["country=USA", "country", '"USA" is none: United States is US'],
  ["country=UK", "country", '"UK" is none: United Kingdom is GB'],
  ["country=el", "country", '"el" is none: Greece is GR'],
  ["country=YU", "country", '"YU" is none: its successors are BA, HR, ME'],
  ["country=276", "country", '"276" is none: Germany is DE'],
  ["country=Deutschland", "country", '"Deutschland" is none: Germany is DE'],
  ["country=united+states", "country", '"united states" is none: United States is US'],
  [`country=${long(3000)}`, "country", "country code, such as US"],
  ["strategy=fast", "strategy", "must be random or instant"],
  ["mode=ip", "mode", "must be ip-region"],
  ["country=U", "country", "ISO 3166-1"],
  ["country=", "country", "ISO 3166-1"],
  ["country", "country", "ISO 3166-1"],
  ["country=%20US", "country", "ISO 3166-1"],
  ["country=XA", "country", "ISO 3166-1"],
  ["country=%C4%B0L", "country", "ISO 3166-1"],
  ["country=us%00", "country", "ISO 3166-1"],
  ["country=US&country=DE", "country", "more than once"],
  ["country=US&country=US", "country", "more than once"],
  ["country[]=US", "country[]", "not a parameter"],
  ["Country=US", "Country", "not a parameter"],
  ["county=US", "county", "not a parameter"],
  ["token=secret", "token", "not a parameter"],
  ["limit=100", "limit", "not a parameter"],
  ["count=5", "count", "not a parameter"],
  ["__proto__=x", "__proto__", "not a parameter"],
  ["constructor=x", "constructor", "not a parameter"],
  ["toString=x", "toString", "not a parameter"],
  ["region=", "region", "must not be empty"],
  ["region=%20%09", "region", "must not be blank"],
  ["region=+", "region", "must not be blank"],
  [`region=${long(301)}`, "region", "at most 300 characters"],
  ["region=a%00b", "region", "U+0000"],
  ["regionId=", "regionId", "must not be empty"],
  [`regionId=${long(161)}`, "regionId", "at most 160 characters"],
  ["regionId=%00", "regionId", "U+0000"],
  ["city=", "city", "must not be empty"],
  ["city=%CC%81", "city", "must not be blank"],
  ["city=%E0%A4%A", "city", "percent-encoded"],
  ["city=%", "city", "percent-encoded"],
  ["city=%zz", "city", "percent-encoded"],
  ["city=K%F6ln", "city", "percent-encoded"],
  ["city=%ED%A0%80", "city", "percent-encoded"],
  ["city=%C0%80", "city", "percent-encoded"],
  ["city=a#b", "city", "percent-encoded"],
  ["city=a&city=b", "city", "more than once"],
  ["%zz=a", "%zz", "percent-encoded"],
  [`cityId=${long(161)}`, "cityId", "at most 160 characters"],
  ["district=", "district", "must not be empty"],
  ["districtId=", "districtId", "must not be empty"],
  ["postcode=", "postcode", "must not be empty"],
  [`postcode=${long(301)}`, "postcode", "at most 300 characters"],
  ["postcodeId=", "postcodeId", "must not be empty"],
  ["mode=", "mode", "must be ip-region"],
  ["mode=residential", "mode", "must be ip-region"],
  ["mode=IP-REGION", "mode", "must be ip-region"],
  ["ip=203.0.113.7", "ip", "only allowed with mode=ip-region"],
  ["mode=ip-region&ip=", "ip", "IPv4 or IPv6"],
  ["mode=ip-region&ip=localhost", "ip", "IPv4 or IPv6"],
  ["mode=ip-region&ip=203.0.113.256", "ip", "IPv4 or IPv6"],
  ["mode=ip-region&ip=203.0.113", "ip", "IPv4 or IPv6"],
  ["mode=ip-region&ip=203.0.113.07", "ip", "IPv4 or IPv6"],
  ["mode=ip-region&ip=203.0.113.7:80", "ip", "IPv4 or IPv6"],
  ["mode=ip-region&ip=203.0.113.0/24", "ip", "IPv4 or IPv6"],
  ["mode=ip-region&ip=2001:db8::1::2", "ip", "IPv4 or IPv6"],
  ["mode=ip-region&ip=[2001:db8::1]", "ip", "IPv4 or IPv6"],
  ["mode=ip-region&ip=fe80::1%25eth0", "ip", "IPv4 or IPv6"],
  [`mode=ip-region&ip=${long(65)}`, "ip", "IPv4 or IPv6"],
  ["q=", "q", "must not be empty"],
  ["q=%20", "q", "must not be blank"],
  [`q=${long(301)}`, "q", "at most 300 characters"],
  ["q=%00", "q", "U+0000"],
  ["strategy=", "strategy", "random or instant"],
  ["strategy=Random", "strategy", 'random or instant: "Random" is written random'],
  ["strategy=fast", "strategy", "random or instant"],
  ["strategy=random&strategy=instant", "strategy", "more than once"],
  ["residential=yes", "residential", "true or false"],
  ["residential=", "residential", "true or false"],
  ["residential=TRUE", "residential", "true or false"],
  // As Python writes it.
  ["residential=True", "residential", 'true or false: "True" is written true'],
  ["residential=2", "residential", "true or false"],
  ["seed=", "seed", "must not be empty"],
  [`seed=${long(301)}`, "seed", "at most 300 characters"],
  ["seed=%00", "seed", "U+0000"],
  ["poolVersion=", "poolVersion", "integer from 0 to 2147483647"],
  ["poolVersion=-1", "poolVersion", "integer from 0 to 2147483647"],
  ["poolVersion=1.5", "poolVersion", "integer from 0 to 2147483647"],
  ["poolVersion=01", "poolVersion", "integer from 0 to 2147483647"],
  ["poolVersion=2147483648", "poolVersion", "integer from 0 to 2147483647"],
  ["poolVersion=1&mode=ip-region", "poolVersion", "cannot be given with mode=ip-region"],
  ["seed=1&seed=2", "seed", "more than once"],
  ["requestId=", "requestId", "must not be empty"],
  [`requestId=${long(161)}`, "requestId", "at most 160 characters"],
  ["requestId=a%20b", "requestId", "visible ASCII"],
  ["requestId=a%0D%0ASet-Cookie:%20a", "requestId", "visible ASCII"],
  ["requestId=%C3%A9", "requestId", "visible ASCII"],
  ["requestId=a&requestId=b", "requestId", "more than once"],

  [`${long(200)}=1`, `${long(80)}…`, "not a parameter"],
  ["country=XX&strategy=fast&foo=1", "strategy", "foo is not a parameter"],
  ["contry=US", "contry", "contry is not a parameter of this endpoint, but country is."],
  ["country=US&zip=31419", "zip", "but postcode is"],
  [
    "nat=US&admin1=GA&cityName=Savannah",
    "nat",
    "but country is; admin1 is not a parameter of this endpoint, but region is; cityName"
  ],
  ["country=US&region_id=r-1", "region_id", "but regionId is"],
  ["lang=de", "lang", "lang is not a parameter of this endpoint."],
  // One letter less than country, but a word of its own.
  ["count=3", "count", "count is not a parameter of this endpoint."]
]

const filters = { country: "US" }
const valid = { count: 1, filters }

/** What is wrong, the body, the member at fault, and a part of the message. */
export const bodies: ReadonlyArray<readonly [string, unknown, string | undefined, string]> = [
  ["another word", { count: 1, filters: { ...filters, state: "GA" } }, "filters.state", "but region is"],
  ["an empty body", "", undefined, "The body is empty"],
  ["a body of white space", " \n", undefined, "The body is empty"],
  ["a body that is no JSON", "count=1", undefined, "not valid JSON"],
  ["a body that ends early", '{"count": 1, "filters": {"country": "US"', undefined, "not valid JSON"],
  ["a trailing comma", '{"count": 1,\n}', undefined, "not valid JSON: see line 2, column 1."],
  ["two values", `${JSON.stringify(valid)} {}`, undefined, "not valid JSON"],
  ["NaN", '{"count": NaN, "filters": {"country": "US"}}', undefined, "not valid JSON"],
  ["a control character in a string", '{"count": 1, "filters": {"country": "U\nS"}}', undefined, "not valid JSON"],
  ["null", "null", undefined, "The body must be an object"],
  ["an array", [valid], undefined, "The body must be an object, not an array"],
  ["a number", "5", undefined, "The body must be an object"],
  ["a string", '"count"', undefined, "The body must be an object"],
  ["an object without members", {}, "count", "count is missing; filters is missing"],
  ["a missing count", { filters }, "count", "is missing"],
  ["a missing filters", { count: 1 }, "filters", "is missing"],
  ["a missing country", { count: 1, filters: {} }, "filters.country", "is missing"],
  ["count 0", { ...valid, count: 0 }, "count", "integer from 1 to 50"],
  ["count 51", { ...valid, count: 51 }, "count", "integer from 1 to 50"],
  ["count -1", { ...valid, count: -1 }, "count", "integer from 1 to 50"],
  ["count 1.5", { ...valid, count: 1.5 }, "count", "integer from 1 to 50"],
  ["a count in quotes", { ...valid, count: "5" }, "count", "integer from 1 to 50, not a string"],
  ["count null", { ...valid, count: null }, "count", "integer from 1 to 50"],
  ["count true", { ...valid, count: true }, "count", "integer from 1 to 50, not true"],
  ["count [5]", { ...valid, count: [5] }, "count", "integer from 1 to 50"],
  ["count 1e400", '{"count": 1e400, "filters": {"country": "US"}}', "count", "integer from 1 to 50"],
  [
    "a count of 400 digits",
    `{"count": ${"9".repeat(400)}, "filters": {"country": "US"}}`,
    "count",
    "integer from 1 to 50"
  ],
  ["filters null", { count: 1, filters: null }, "filters", "must be an object"],
  ["filters as an array", { count: 1, filters: ["US"] }, "filters", "must be an object"],
  ["filters as a string", { count: 1, filters: "US" }, "filters", "must be an object, not a string"],
  ["an unknown country", { count: 1, filters: { country: "XX" } }, "filters.country", "ISO 3166-1"],
  ["a country null", { count: 1, filters: { country: null } }, "filters.country", "must be a string"],
  ["a country as a number", { count: 1, filters: { country: 1 } }, "filters.country", "must be a string"],
  ["an unknown filter", { count: 1, filters: { country: "US", town: "x" } }, "filters.town", "not a known member"],
  ["the filter ip", { count: 1, filters: { country: "US", ip: "1.2.3.4" } }, "filters.ip", "not a known member"],
  ["an empty region", { count: 1, filters: { country: "US", region: "" } }, "filters.region", "must not be empty"],
  ["a blank city", { count: 1, filters: { country: "US", city: " " } }, "filters.city", "must not be blank"],
  ["a city null", { count: 1, filters: { country: "US", city: null } }, "filters.city", "must be a string, not null"],
  ["a long city", { count: 1, filters: { country: "US", city: long(301) } }, "filters.city", "at most 300"],
  ["a long ID", { count: 1, filters: { country: "US", cityId: long(161) } }, "filters.cityId", "at most 160"],
  ["NUL in a filter", { count: 1, filters: { country: "US", postcode: "1\0" } }, "filters.postcode", "U+0000"],
  [
    "unpaired surrogates",
    '{"count": 1, "filters": {"country": "US", "q": "\\ud800"}}',
    "filters.q",
    "unpaired surrogates"
  ],
  ["an empty q", { count: 1, filters: { country: "US", q: "" } }, "filters.q", "must not be empty"],
  ["an unknown member", { ...valid, limit: 5 }, "limit", "not a known member"],
  ["a filter outside", { ...valid, country: "US" }, "country", "but filters.country is"],
  ["another word for a filter outside", { ...valid, state: "GA" }, "state", "but filters.region is"],
  ["an option outside", { ...valid, seed: "a" }, "seed", "but options.seed is"],
  ["filter for filters", { count: 1, filter: filters }, "filter", "filter is not a known member, but filters is; "],
  ["option for options", { ...valid, option: { seed: "a" } }, "option", "but options is"],
  ["a member in other case", { ...valid, Count: 5 }, "Count", "not a known member"],
  ["__proto__", '{"count": 1, "filters": {"country": "US"}, "__proto__": {"a": 1}}', "__proto__", "not a known member"],
  [
    "__proto__ in filters",
    '{"count": 1, "filters": {"country": "US", "__proto__": {"city": "x"}}}',
    "filters.__proto__",
    "not a known member"
  ],
  ["constructor", { ...valid, constructor: 1 }, "constructor", "not a known member"],
  ["options null", { ...valid, options: null }, "options", "must be an object, not null"],
  // As PHP writes it.
  ["options as an array", { ...valid, options: [] }, "options", "must be an object, not an array"],
  ["an unknown option", { ...valid, options: { mode: "x" } }, "options.mode", "not a known member"],
  ["unique in quotes", { ...valid, options: { unique: "true" } }, "options.unique", "true or false"],
  ["unique 1", { ...valid, options: { unique: 1 } }, "options.unique", "true or false"],
  ["unique null", { ...valid, options: { unique: null } }, "options.unique", "true or false"],
  ["an unknown strategy", { ...valid, options: { strategy: "fast" } }, "options.strategy", "random or instant"],
  ["a version in quotes", { ...valid, options: { poolVersion: "1" } }, "options.poolVersion", "integer from 0"],
  ["a version of 1.5", { ...valid, options: { poolVersion: 1.5 } }, "options.poolVersion", "integer from 0"],
  ["a version of -1", { ...valid, options: { poolVersion: -1 } }, "options.poolVersion", "integer from 0"],
  ["a version of 2^31", { ...valid, options: { poolVersion: 2 ** 31 } }, "options.poolVersion", "integer from 0"],
  ["a seed as a number", { ...valid, options: { seed: 1 } }, "options.seed", "must be a string"],
  ["an empty seed", { ...valid, options: { seed: "" } }, "options.seed", "must not be empty"],
  ["a long seed", { ...valid, options: { seed: long(301) } }, "options.seed", "at most 300"],
  ["a request ID with a space", { ...valid, options: { requestId: "a b" } }, "options.requestId", "visible ASCII"],
  ["a long request ID", { ...valid, options: { requestId: long(161) } }, "options.requestId", "at most 160"],
  ["exclusions null", { ...valid, excludeAddressIds: null }, "excludeAddressIds", "must be an array"],
  ["exclusions as a string", { ...valid, excludeAddressIds: "us-1" }, "excludeAddressIds", "must be an array"],
  ["exclusions as an object", { ...valid, excludeAddressIds: { 0: "a" } }, "excludeAddressIds", "must be an array"],
  ["501 exclusions", { ...valid, excludeAddressIds: Array(501).fill("a") }, "excludeAddressIds", "at most 500 items"],
  ["an exclusion as a number", { ...valid, excludeAddressIds: ["a", 1] }, "excludeAddressIds.1", "must be a string"],
  ["an empty exclusion", { ...valid, excludeAddressIds: [""] }, "excludeAddressIds.0", "must not be empty"],
  ["a long exclusion", { ...valid, excludeAddressIds: [long(161)] }, "excludeAddressIds.0", "at most 160"],
  [
    "deep nesting",
    `{"count": 1, "filters": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
    "filters",
    "must be an object"
  ],
  [
    "deep nesting in an unknown member",
    `{"count": 1, "filters": {"country": "US"}, "x": ${'{"a":'.repeat(40_000)}1${"}".repeat(40_000)}}`,
    "x",
    "not a known member"
  ],
  [
    "more faults than are listed",
    { ...valid, excludeAddressIds: Array(500).fill("") },
    "excludeAddressIds.0",
    "and 497 more"
  ]
]

const json = JSON.stringify(valid)

/** What is wrong, the headers, the body, the header at fault, and a part of the message. */
export const contentTypes: ReadonlyArray<
  readonly [string, Readonly<Record<string, string>>, unknown, string | undefined, string]
> = [
  ["text", { "content-type": "text/plain" }, json, "Content-Type", 'not "text/plain"'],
  ["a form", { "content-type": "application/x-www-form-urlencoded" }, "count=1", "Content-Type", "application/json"],
  ["multipart", { "content-type": "multipart/form-data; boundary=x" }, json, "Content-Type", "application/json"],
  ["another JSON type", { "content-type": "application/problem+json" }, json, "Content-Type", "application/json"],
  ["another charset", { "content-type": "application/json; charset=latin1" }, json, "Content-Type", "UTF-8"],
  ["a type that is none", { "content-type": "json" }, json, "Content-Type", "application/json"],
  ["a compressed body", { "content-encoding": "gzip" }, json, "Content-Encoding", "not supported"],
  ["bytes that are no UTF-8", {}, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), undefined, "not valid UTF-8"],
  ["UTF-16", {}, Buffer.from(json, "utf16le"), undefined, "not valid JSON"],
  ["a body of 256 KiB and one byte", {}, json.padEnd(256 * 1024 + 1), undefined, "limit of 262144 bytes"]
]

/** Method, request target, code, the place of the fault, and a part of the message. */
export const paths: ReadonlyArray<readonly [string, string, ErrorCode, string | undefined, string]> = [
  [`GET`, `/api/v1/addresses/${long(161)}`, "INVALID_REQUEST", "id", "at most 160"],
  [`GET`, `/api/v1/addresses/${long(5000)}`, "INVALID_REQUEST", "id", "at most 160"],
  ["GET", "/api/v1/addresses/%00", "INVALID_REQUEST", "id", "U+0000"],
  ["GET", "/api/v1/addresses/%zz", "INVALID_REQUEST", undefined, "percent-encoded"],
  ["GET", "/api/v1/addresses/%ED%A0%80", "INVALID_REQUEST", undefined, "percent-encoded"],
  ["GET", "/api/v1/addresses/us-1?full=true", "INVALID_REQUEST", "full", "not a parameter"],
  ["GET", "/api/v1/addresses/us-1", "ADDRESS_NOT_FOUND", "id", "us-1"],
  ["GET", "/api/v1/addresses/..%2F..%2Fetc%2Fpasswd", "ADDRESS_NOT_FOUND", "id", "etc/passwd"],
  ["GET", "/api/v1/addresses/us-1'%20OR%201=1--", "ADDRESS_NOT_FOUND", "id", "OR 1=1"],
  ["GET", "/api/v1/addresses/%F0%9F%98%80", "ADDRESS_NOT_FOUND", "id", "😀"],
  ["GET", "/api/v1/health?verbose=1", "INVALID_REQUEST", "verbose", "not a parameter"],
  ["GET", "/api/v1/ready?verbose", "INVALID_REQUEST", "verbose", "not a parameter"],
  ["GET", "/api/v1/openapi.json?v=2", "INVALID_REQUEST", "v", "not a parameter"],
  ["GET", "/api/v1/countries?country=US", "INVALID_REQUEST", "country", "not a parameter"],
  // Node's parser refuses these.
  ["GET", "/api/v1/generate?city=Köln", "INVALID_REQUEST", "city", "percent-encoded"],
  ["GET", "/api/v1/generate?country=BR&city=São Paulo&seed=a", "INVALID_REQUEST", "city", "percent-encoded"],
  ["GET", "/api/v1/generate?straße=a", "INVALID_REQUEST", "straße", "percent-encoded"],
  ["GET", `/api/v1/generate?seed=${long(3000)}&q=東京`, "INVALID_REQUEST", "q", "percent-encoded"],
  ["GET", "/api/v1/addresses/köln", "INVALID_REQUEST", undefined, "percent-encoded"],
  ["GET", "/api/v1/generate?=US", "INVALID_REQUEST", undefined, "without a name"],
  ["GET", "/api/v1/countries?%zz", "INVALID_REQUEST", "%zz", "percent-encoded"],
  ["GET", "/api/v1/availability?country=US", "INVALID_REQUEST", "country", "not a parameter"],
  ["POST", "/api/v1/generate/batch?count=5", "INVALID_REQUEST", "count", "not a parameter"],
  ["POST", "/api/v1/address-translation?targetLocale=en", "INVALID_REQUEST", "targetLocale", "not a parameter"],
  ["GET", "/api/v1/address-translation", "METHOD_NOT_ALLOWED", undefined, "does not accept the method"],
  ["GET", "/api/v1/data-health?verbose=1", "INVALID_REQUEST", "verbose", "not a parameter"],
  ["GET", "/api/v1/client-context?ip=8.0.0", "INVALID_REQUEST", "ip", "IPv4 or IPv6"],
  ["GET", "/api/v1/client-context?country=US", "INVALID_REQUEST", "country", "not a parameter"],
  ["GET", "/api/v1/coverage?country=XX", "INVALID_REQUEST", "country", "ISO 3166-1"],
  ["GET", "/api/v1/coverage?includeComplete=maybe", "INVALID_REQUEST", "includeComplete", "true or false"],
  ["GET", "/api/v1/coverage?limit=20", "INVALID_REQUEST", "limit", "not a parameter"],
  [
    "GET",
    "/api/v1/locations/hierarchy?country=US&childType=street",
    "INVALID_REQUEST",
    "childType",
    "region, city, dis"
  ],
  [
    "GET",
    "/api/v1/locations/hierarchy?country=US&childType=city&parentType=street",
    "INVALID_REQUEST",
    "parentType",
    "must be country, region or city"
  ],
  ["GET", "/api/v1/locations/search?field=street", "INVALID_REQUEST", "field", "region, city, district or postcode"],
  ["GET", "/api/v1/locations/search?limit=19", "INVALID_REQUEST", "limit", "an integer from 20 to 200"],
  ["GET", "/api/v1/locations/search?limit=201", "INVALID_REQUEST", "limit", "an integer from 20 to 200"],
  ["GET", "/api/v1/locations/search?limit=020", "INVALID_REQUEST", "limit", "an integer from 20 to 200"],
  ["GET", "/api/v1/locations/search?limit=", "INVALID_REQUEST", "limit", "an integer from 20 to 200"],
  ["GET", "/api/v1/locations/search?limit=20&limit=20", "INVALID_REQUEST", "limit", "more than once"],
  ["GET", "/api/v1/locations/search?cursor=", "INVALID_REQUEST", "cursor", "malformed"],
  ["GET", "/api/v1/locations/search?cursor=AAAA", "INVALID_REQUEST", "cursor", "malformed"],
  ["GET", "/api/v1/locations/search?cursor=%C3%A9", "INVALID_REQUEST", "cursor", "malformed"],
  [`GET`, `/api/v1/locations/search?cursor=${long(10_001)}`, "INVALID_REQUEST", "cursor", "malformed"],
  ["GET", "/api/v1/locations/search?city=Savannah", "INVALID_REQUEST", "city", "not a parameter"],
  ["GET", "/api/v1/locations/search?q=%20", "INVALID_REQUEST", "q", "must not be blank"],
  ["GET", "/api/v1/locations/hierarchy", "INVALID_REQUEST", "country", "country is missing; childType is missing"],
  ["GET", "/api/v1/locations/hierarchy?country=US&childType=x", "INVALID_REQUEST", "childType", "or postcode"],
  [
    "GET",
    "/api/v1/locations/hierarchy?country=US&childType=city&parentType=postcode",
    "INVALID_REQUEST",
    "parentType",
    "country, region or city"
  ],
  [
    "GET",
    "/api/v1/locations/hierarchy?country=US&childType=city&parentType=city&parentId=c-0000000000001",
    "INVALID_REQUEST",
    "childType",
    "is not part of"
  ],
  [
    "GET",
    "/api/v1/locations/hierarchy?country=US&childType=city&parentType=region",
    "INVALID_REQUEST",
    "parentId",
    "is missing"
  ],
  [
    "GET",
    "/api/v1/locations/hierarchy?country=US&childType=city&parentId=r-0000000000001",
    "INVALID_REQUEST",
    "parentId",
    "omitted for a country"
  ],
  [
    "GET",
    "/api/v1/locations/hierarchy?country=US&childType=postcode&parentType=region&parentId=c-0000000000001",
    "INVALID_REQUEST",
    "parentId",
    "not a region ID"
  ],
  ["GET", "/api", "NOT_FOUND", undefined, "nothing at this path"],
  ["GET", "/api/v1", "NOT_FOUND", undefined, "nothing at this path"],
  ["GET", "/api/v2/health", "NOT_FOUND", undefined, "nothing at this path"],
  ["GET", "/api/v1/Health", "NOT_FOUND", undefined, "nothing at this path"],
  ["GET", "//api/v1/health", "NOT_FOUND", undefined, "nothing at this path"],
  ["GET", "/api/v1/addresses", "NOT_FOUND", undefined, "nothing at this path"],
  ["GET", "/api/v1/addresses/a/b", "NOT_FOUND", undefined, "nothing at this path"],
  ["GET", "/api/v1/generate;country=US", "NOT_FOUND", undefined, "nothing at this path"],
  ["GET", "/api/v1/generate#country=US", "NOT_FOUND", undefined, "nothing at this path"],
  ["GET", "/api/v1/generate/batch", "METHOD_NOT_ALLOWED", undefined, "does not accept the method"],
  ["POST", "/api/v1/generate", "METHOD_NOT_ALLOWED", undefined, "does not accept the method"],
  ["PUT", "/api/v1/generate", "METHOD_NOT_ALLOWED", undefined, "does not accept the method"],
  ["DELETE", "/api/v1/addresses/us-1", "METHOD_NOT_ALLOWED", undefined, "does not accept the method"],
  ["PATCH", "/api/v1/countries", "METHOD_NOT_ALLOWED", undefined, "does not accept the method"],
  ["TRACE", "/api/v1/health", "METHOD_NOT_ALLOWED", undefined, "does not accept the method"],
  ["GET", "/../../etc/passwd", "NOT_FOUND", undefined, "nothing at this path"],
  ["GET", "/%00", "NOT_FOUND", undefined, "nothing at this path"],
  ["GET", "/%", "INVALID_REQUEST", undefined, "percent-encoded"],
  ["GET", "*", "NOT_FOUND", undefined, "nothing at this path"]
]

const authorized = "Authorization: Bearer TOKEN\r\n"
const batch = `POST /api/v1/generate/batch HTTP/1.1\r\nHost: test\r\n${authorized}`
const jsonType = "Content-Type: application/json\r\n"
const chunk = Buffer.alloc(64 * 1024, " ")

/** What is wrong, the bytes, the code, and a part of the message. `TOKEN` stands for a valid token. */
export const rawRequests: ReadonlyArray<readonly [string, ReadonlyArray<string | Uint8Array>, ErrorCode, string]> = [
  ["a body without a type", [`${batch}Content-Length: 2\r\n\r\n{}`], "INVALID_REQUEST", "Content-Type is missing"],
  ["a request without a body", [`${batch}${jsonType}\r\n`], "INVALID_REQUEST", "The body is empty"],
  [
    "a body announced as too large, before it is sent",
    [`${batch}${jsonType}Content-Length: 10000000000\r\n\r\n{`],
    "INVALID_REQUEST",
    "limit of 262144 bytes"
  ],
  [
    "a body announced as too large, when asked whether to send it",
    [`${batch}${jsonType}Expect: 100-continue\r\nContent-Length: 300000\r\n\r\n`],
    "INVALID_REQUEST",
    "limit of 262144 bytes"
  ],
  [
    "a chunked body that turns out too large, before it ends",
    [
      `${batch}${jsonType}Transfer-Encoding: chunked\r\n\r\n`,
      ...Array.from({ length: 5 }, () => ["10000\r\n", chunk, "\r\n"]).flat()
    ],
    "INVALID_REQUEST",
    "limit of 262144 bytes"
  ],
  [
    "a body that is not validly chunked",
    [`${batch}${jsonType}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`],
    "INVALID_REQUEST",
    "chunked body is malformed"
  ],
  [
    "a Content-Length that is no number",
    [`${batch}${jsonType}Content-Length: many\r\n\r\n{}`],
    "INVALID_REQUEST",
    "Content-Length"
  ],
  [
    "a Content-Length beside Transfer-Encoding",
    [`${batch}${jsonType}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    "INVALID_REQUEST",
    "Transfer-Encoding"
  ],
  ["a request without Host", ["GET /api/v1/health HTTP/1.1\r\n\r\n"], "INVALID_REQUEST", "Host is missing"],
  ["an unknown method", ["FETCH /api/v1/health HTTP/1.1\r\nHost: test\r\n\r\n"], "INVALID_REQUEST", "method"],
  ["what is no HTTP", ["\x16\x03\x01\x02\x00\x01\x00\x01"], "INVALID_REQUEST", "The method is unknown"],
  ["a target with a space", ["GET /api/v1/a b HTTP/1.1\r\nHost: test\r\n\r\n"], "INVALID_REQUEST", "HTTP/1.1"],
  ["a target with NUL", ["GET /api/v1/\0 HTTP/1.1\r\nHost: test\r\n\r\n"], "INVALID_REQUEST", "percent-encoded"],
  [
    "a header with NUL",
    ["GET /api/v1/health HTTP/1.1\r\nHost: test\r\nX-A: \0\r\n\r\n"],
    "INVALID_REQUEST",
    "character"
  ],
  [
    "headers that are too large",
    [`GET /api/v1/health HTTP/1.1\r\nHost: test\r\nX-A: ${long(20_000)}\r\n\r\n`],
    "INVALID_REQUEST",
    "larger than the limit of 16384 bytes"
  ],
  [
    "a target that is too long",
    [`GET /api/v1/generate?q=${long(20_000)} HTTP/1.1\r\nHost: test\r\n\r\n`],
    "INVALID_REQUEST",
    "larger than the limit of 16384 bytes"
  ],
  ["HTTP/2 without an upgrade", ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"], "INVALID_REQUEST", "HTTP/1.1"],
  ["the method CONNECT", ["CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n"], "NOT_FOUND", "proxy"]
]
