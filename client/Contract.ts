// Generated from the contract in schemas/ by `npm run client:types`; a test compares it.

/** Status of each code that the service's errors carry. */
export const errorStatus = {
  INVALID_REQUEST: 400,
  UNAUTHORIZED: 401,
  NO_POOL_COVERAGE: 404,
  ADDRESS_NOT_FOUND: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  MISDIRECTED_REQUEST: 421,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503
} as const

/** A published residential address. */
export interface Address {
  /** Stable ID: a hash of the address's components, the same in every synchronization. */
  readonly id: string
  /** ISO 3166-1 alpha-2 country code. */
  readonly countryCode: string
  /** The full address on one line, in the country's format. */
  readonly formattedAddress: string
  /** The address as lines, as on an envelope. */
  readonly lines: ReadonlyArray<string>
  readonly components: AddressComponents
  readonly locationIds: LocationIds
  readonly coordinates?: Coordinates
  readonly residential: Residential
  /** Components that the source's record lacks, and how they were derived. Absent if there are none. */
  readonly derived?: ReadonlyArray<DerivedPart>
  /** Every source that has this address. */
  readonly sources: ReadonlyArray<AddressSource>
  /** BCP 47 language of the components. */
  readonly language?: string
  /** When the published address last changed, ISO 8601 in UTC. */
  readonly updatedAt: string
}

/** The parts that the source gives, and parts that could be derived reliably, which `derived` lists. Unknown parts are absent: nothing is invented. */
export interface AddressComponents {
  /** House number as published, with its suffix. */
  readonly houseNumber?: string
  /** Street name as published. */
  readonly street?: string
  /** Unit, apartment or flat within the building. */
  readonly unit?: string
  /** Name of the building. */
  readonly building?: string
  /** District, borough or neighbourhood of the city. */
  readonly district?: string
  /** City, town or village. */
  readonly city?: string
  /** First-level region (state, province, Land). */
  readonly region?: string
  /** ISO 3166-2 code of the region. */
  readonly regionCode?: string
  /** Postcode as published. */
  readonly postcode?: string
  /** Name of the country in English. */
  readonly country: string
}

/** A source of an address, with its licence. */
export interface AddressSource {
  /** Name of the data source. */
  readonly name: string
  /** The record within the source. */
  readonly recordId: string
  /** Licence of the data. */
  readonly license: string
  /** Attribution that the licence requires, or the origin. */
  readonly attribution: string
  /** Where the source is described. */
  readonly url: string
}

/** An attribution that a licence requires. */
export interface Attribution {
  /** The text to show. */
  readonly text: string
  /** The URL that it must link to. */
  readonly url: string
  /** The licence that requires it. */
  readonly license: string
}

/** Whether addresses of a country can be generated. */
export interface Availability {
  /** ISO 3166-1 alpha-2 country code. */
  readonly code: string
  /** Whether an address of the country can be generated now. */
  readonly residentialAvailable: boolean
}

/** What the addresses must match: every given filter. */
export interface BatchFilters {
  /** ISO 3166-1 alpha-2 country code, in any case. XK is Kosovo. */
  readonly country: string
  /** Exact first-level region: its name or its ISO 3166-2 code. */
  readonly region?: string | undefined
  /** Stable region ID. */
  readonly regionId?: string | undefined
  /** Exact city name. If no city has it, the cities of which it is a name in another language or spelling. */
  readonly city?: string | undefined
  /** Stable city ID. */
  readonly cityId?: string | undefined
  /** Exact district name, or another spelling of one, if the country's addresses have districts. */
  readonly district?: string | undefined
  /** Stable district ID. */
  readonly districtId?: string | undefined
  /** Exact postcode. */
  readonly postcode?: string | undefined
  /** Stable postcode ID. */
  readonly postcodeId?: string | undefined
  /** Text that must occur within one component of the address other than its country. */
  readonly q?: string | undefined
}

/** How the addresses are drawn. */
export interface BatchOptions {
  readonly unique?: Unique | undefined
  /** Seed for reproducible draws: the same seed, parameters and pool version give the same response. */
  readonly seed?: string | undefined
  readonly strategy?: Strategy | undefined
  /** Draw only from this version of the country's pool: the current one, or one that is kept. Any other version gives NO_POOL_COVERAGE. */
  readonly poolVersion?: number | undefined
  /** The caller's correlation ID. It is returned as requestId and in the header X-Request-Id. */
  readonly requestId?: string | undefined
}

/** What to generate: how many addresses, what they must match, how they are drawn, and which ones to leave out. */
export interface BatchRequest {
  /** How many addresses to generate. */
  readonly count: number
  readonly filters: BatchFilters
  readonly options?: BatchOptions | undefined
  /** IDs of addresses that must not be returned. */
  readonly excludeAddressIds?: ReadonlyArray<string> | undefined
}

/** Brand of the card. */
export type CardBrand = "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay"

/** A page of cities. */
export interface CitySearch {
  /** What was searched, which determines the name of the list. */
  readonly field: "city"
  /** Sorted by value, ignoring case and accents, then by id. */
  readonly cities: ReadonlyArray<LocationItem>
  /** Number of items in the whole list. */
  readonly total: number
  /** Opaque; send it as cursor to get the next page. Null on the last page. */
  readonly nextCursor: string | null
  /** Why the list is empty, with similar names: the query has a region or city that the country does not have, or the country has no pool. Absent otherwise. */
  readonly hint?: string
}

/** The location of an IP address. */
export interface ClientContext {
  /** ISO 3166-1 alpha-2 code, empty if not resolved. */
  readonly country: string | ""
  /** The catalog's name of the region, otherwise the GeoIP database's; empty if not resolved. */
  readonly region: string
  /** The catalog's name of the city, otherwise the GeoIP database's; empty if not resolved. */
  readonly city: string
  readonly matchLevel: MatchLevel
  /** Attributions that the licences of the GeoIP databases require wherever their results are shown. */
  readonly attributions?: ReadonlyArray<Attribution>
}

/** A problem that the operator should fix. */
export interface ConfigurationError {
  /** The kind of problem. */
  readonly code: string
  /** What is wrong, and what to do. */
  readonly message: string
  /** The setting at fault. */
  readonly path: string
}

/** WGS 84 position. Absent if the source gives none. */
export interface Coordinates {
  /** Degrees north, WGS 84. */
  readonly latitude: number
  /** Degrees east, WGS 84. */
  readonly longitude: number
}

/** A served country, and how much of it is published. */
export interface Country {
  /** ISO 3166-1 alpha-2 country code. */
  readonly code: string
  /** Whether an address of the country can be generated now. */
  readonly residentialAvailable: boolean
  /** Number of published residential addresses. */
  readonly residentialCount: number
  /** How addresses are generated. */
  readonly generationMode: "synchronized-pool"
}

/** How close a country's pool is to its targets. */
export interface CountryCoverage {
  /** ISO 3166-1 alpha-2 country code. */
  readonly countryCode: string
  /** Whether all three rules are met. */
  readonly complete: boolean
  /** Share of homes with parts that their record lacks, by the method that derived them, 0 to 1. Counted in a uniform sample of 2,000 homes, or in all if there are fewer: accurate within 2.2 percentage points, 19 times in 20. Absent until some seconds after a publication. */
  readonly derived?: Readonly<Record<string, number>>
  /** The three rules. */
  readonly rules: {
    /** Enough addresses. */
    readonly total: {
      /** Published residential addresses. */
      readonly current: number
      /** The target number. */
      readonly target: number
      /** Whether the target is reached. */
      readonly met: boolean
    }
    /** Addresses in enough regions. */
    readonly administrativeCoverage: {
      /** Share of the official regions that have at least one published residential address. */
      readonly actual: number
      /** The target share. */
      readonly target: number
      /** Whether the target is reached. */
      readonly met: boolean
    }
    /** Enough addresses in enough regions. */
    readonly regionalMinimums: {
      /** Share of the official regions that reach the country's regional minimum. */
      readonly actual: number
      /** The target share. */
      readonly target: number
      /** Whether the target is reached. */
      readonly met: boolean
    }
  }
}

/** Pools and their targets. */
export interface CoverageReport {
  /** Enabled countries by code. */
  readonly countries: ReadonlyArray<CountryCoverage>
}

/** The state of the pools, for operators. */
export interface DataHealth {
  /** Whether every country is ready and nothing is wrong with the configuration. */
  readonly healthy: boolean
  /** Enabled countries by code. */
  readonly countries: ReadonlyArray<{
    /** ISO 3166-1 alpha-2 country code. */
    readonly code: string
    /** Whether addresses of the country can be generated. */
    readonly ready: boolean
    /** Published residential addresses. */
    readonly count: number
  }>
  /** Empty when there are none. */
  readonly configurationErrors: ReadonlyArray<ConfigurationError>
}

/** How a part missing from the source's record was derived: from a boundary around the position in the source's own map; from the source's other records with this postcode or in this street nearby; from a table of postcodes; from the region's polygon around the position; or from the settlement around it. Tables of postcodes and settlements are by GeoNames (CC BY 4.0); of postcodes, in France by La Poste (Licence Ouverte 2.0) and in Japan by Japan Post. */
export type DerivationMethod = "boundary" | "agreement" | "postcode-table" | "polygon" | "settlement"

/** The derived component; a region includes its code. */
export type DerivedComponent = "district" | "city" | "region" | "postcode"

/** A component that the source's record lacks. */
export interface DerivedPart {
  readonly component: DerivedComponent
  readonly method: DerivationMethod
}

/** A page of districts. */
export interface DistrictSearch {
  /** What was searched, which determines the name of the list. */
  readonly field: "district"
  /** Sorted by value, ignoring case and accents, then by id. */
  readonly districts: ReadonlyArray<LocationItem>
  /** Number of items in the whole list. */
  readonly total: number
  /** Opaque; send it as cursor to get the next page. Null on the last page. */
  readonly nextCursor: string | null
  /** Why the list is empty, with similar names: the query has a region or city that the country does not have, or the country has no pool. Absent otherwise. */
  readonly hint?: string
}

/** ip-region draws from the most specific level of the IP address's location that has coverage; other filters must match too. */
export type DrawMode = "ip-region"

/** Where a request is at fault, and how to fix it. */
export interface ErrorDetail {
  /** The parameter, header or body member at fault, with levels separated by dots. */
  readonly path: string
  /** What is wrong with it, and what is expected. */
  readonly message: string
}

/** Why the address counts as a home, strongest first: register, building, landuse, declared, probable, assumed. */
export type EvidenceKind = "register" | "building" | "landuse" | "declared" | "probable" | "assumed"

/** The gender that the first name is used for. */
export type Gender = "female" | "male"

/** One address, and how it was drawn. */
export interface Generated {
  /** The caller's requestId, otherwise the UUID in X-Request-Id. */
  readonly requestId: string
  /** ISO 3166-1 alpha-2 code of the country drawn from. */
  readonly country: string
  readonly strategy: Strategy
  /** The seed that was used, whether given or chosen by the service. It replays the response. */
  readonly seed: string
  /** Version of the country's pool. It grows with each publication that changes it. */
  readonly poolVersion: number
  /** How many addresses were equally likely. Absent if a text q has too many matches to count. */
  readonly eligibleCount?: number
  /** Names of the data sources with records in the pool drawn from. */
  readonly sourcesTried: ReadonlyArray<string>
  readonly filters: GivenFilters
  /** Generation always returns residential records. */
  readonly mode: "residential"
  /** What was matched, with mode=ip-region. */
  readonly ipContext?: ClientContext
  readonly result: GeneratedResult
}

/** Several addresses, and how they were drawn. */
export interface GeneratedBatch {
  /** The caller's requestId, otherwise the UUID in X-Request-Id. */
  readonly requestId: string
  /** ISO 3166-1 alpha-2 code of the country drawn from. */
  readonly country: string
  readonly strategy: Strategy
  /** The seed that was used, whether given or chosen by the service. It replays the response. */
  readonly seed: string
  /** Version of the country's pool. It grows with each publication that changes it. */
  readonly poolVersion: number
  /** How many addresses were equally likely. Absent if a text q has too many matches to count. */
  readonly eligibleCount?: number
  /** Names of the data sources with records in the pool drawn from. */
  readonly sourcesTried: ReadonlyArray<string>
  readonly filters: GivenFilters
  /** How many addresses were requested. */
  readonly requestedCount: number
  /** How many are in results. */
  readonly returnedCount: number
  /** Whether no address could be returned twice. */
  readonly unique: boolean
  /** Whether there were fewer addresses than requested; returnedCount is then below requestedCount. */
  readonly exhausted: boolean
  /** The addresses, in the order in which they were drawn. */
  readonly results: ReadonlyArray<GeneratedResult>
}

/** A real address with a synthetic person. The same seed and address give the same person. */
export interface GeneratedResult {
  readonly address: Address
  readonly profile: Profile
}

/** The filters that were given, without the country. */
export interface GivenFilters {
  /** Exact first-level region: its name or its ISO 3166-2 code. */
  readonly region?: string
  /** Stable region ID. */
  readonly regionId?: string
  /** Exact city name. If no city has it, the cities of which it is a name in another language or spelling. */
  readonly city?: string
  /** Stable city ID. */
  readonly cityId?: string
  /** Exact district name, or another spelling of one, if the country's addresses have districts. */
  readonly district?: string
  /** Stable district ID. */
  readonly districtId?: string
  /** Exact postcode. */
  readonly postcode?: string
  /** Stable postcode ID. */
  readonly postcodeId?: string
  /** Text that must occur within one component of the address other than its country. */
  readonly q?: string
}

/** The process is running. */
export interface Health {
  /** Always ok. */
  readonly status: "ok"
}

/** A page of the places below another one. */
export interface LocationHierarchy {
  /** The place whose children are listed. */
  readonly parent: {
    readonly type: ParentType
    /** The parent's stable ID; for a country, its code. */
    readonly id: string
  }
  readonly childType: PlaceType
  /** Sorted by value, ignoring case and accents, then by id. */
  readonly children: ReadonlyArray<LocationItem>
  /** Number of items in the whole list. */
  readonly total: number
  /** Opaque; send it as cursor to get the next page. Null on the last page. */
  readonly nextCursor: string | null
  /** Why the list is empty, with similar names: the query has a region or city that the country does not have, or the country has no pool. Absent otherwise. */
  readonly hint?: string
}

/** Stable catalog IDs, usable as generation filters. */
export interface LocationIds {
  /** Stable ID of the region. */
  readonly regionId?: string
  /** Stable ID of the city. */
  readonly cityId?: string
  /** Stable ID of the district. */
  readonly districtId?: string
  /** Stable ID of the postcode. */
  readonly postcodeId?: string
}

/** A place of the catalog. */
export interface LocationItem {
  /** Stable ID, usable as regionId, cityId, districtId or postcodeId. */
  readonly id: string
  /** Name of the place, usable as a filter. */
  readonly value: string
  /** Synchronized records of the place; with residential=true, only published residential ones. For a postcode, those within the parent. */
  readonly availableCount: number
  /** In hierarchy with residential=true: nothing can be generated there. Absent otherwise. */
  readonly disabled?: true
}

/** A page of places, in a list named after what was searched. */
export type LocationSearch = RegionSearch | CitySearch | DistrictSearch | PostcodeSearch

/** The most specific level that was resolved. */
export type MatchLevel = "city" | "region" | "country" | "none"

/** This OpenAPI 3.1 document. */
export type OpenApiDocument = Readonly<Record<string, unknown>>

/** A kind of place that has children. */
export type ParentType = "country" | "region" | "city"

/** A test payment card. */
export interface PaymentCard {
  /** Always true: a published test number, declined by live systems. */
  readonly test: true
  readonly brand: CardBrand
  /** Card number that payment providers publish for their sandboxes. It passes the Luhn check. */
  readonly number: string
  /** MM/YY, in the third to sixth year after the profile's `referenceDate`. It does not change with the calendar. */
  readonly expiry: string
  /** Security code: four digits for amex, otherwise three. */
  readonly cvc: string
}

/** A kind of place. */
export type PlaceType = "region" | "city" | "district" | "postcode"

/** A page of postcodes. */
export interface PostcodeSearch {
  /** What was searched, which determines the name of the list. */
  readonly field: "postcode"
  /** Sorted by value, ignoring case and accents, then by id. */
  readonly postcodes: ReadonlyArray<LocationItem>
  /** Number of items in the whole list. */
  readonly total: number
  /** Opaque; send it as cursor to get the next page. Null on the last page. */
  readonly nextCursor: string | null
  /** Why the list is empty, with similar names: the query has a region or city that the country does not have, or the country has no pool. Absent otherwise. */
  readonly hint?: string
}

/** A synthetic person that fits the address's country and language. The same seed and address give the same person on any day. */
export interface Profile {
  /** Always true: this person does not exist. */
  readonly synthetic: true
  /** Locale of the name, job and company: Faker's if it is the country's own or in its language, or one of Doorstep's for countries whose names Faker lacks (`is`, `en_TZ`, `kk`); otherwise `en`. */
  readonly locale: string
  /** Name in the country's language and script. */
  readonly name: {
    /** The full name, in the order of its language. */
    readonly full: string
    /** Given name. */
    readonly first: string
    /** Family name. */
    readonly last: string
    /** The name in Latin letters, by the rules of its language, with the given name first. Names already in Latin letters are unchanged. */
    readonly latin: {
      /** The full name in Latin letters. */
      readonly full: string
      /** Given name. */
      readonly first: string
      /** Family name. */
      readonly last: string
    }
  }
  readonly gender: Gender
  /** Date of birth, ISO 8601. */
  readonly dateOfBirth: string
  /** Age in completed years on `referenceDate`. */
  readonly age: number
  /** The day from which age and card expiry are counted, ISO 8601. It follows from the seed, so a profile does not change with the calendar. */
  readonly referenceDate: string
  /** E-mail address at a domain that RFC 2606 reserves for examples. */
  readonly email: string
  /** A number from a range that the country's numbering authority reserves for fiction: it reaches nobody. Absent if the authority has published no such range, which is the case for all countries except AG, AI, AS, AU, BB, BM, BS, CA, CC, CX, DE, DM, DO, FR, GB, GD, GG, GU, IE, IM, JE, JM, KN, KY, LC, MP, MS, PR, SE, SX, TC, TT, US, VC, VG, VI. */
  readonly phone?: {
    /** The number in E.164. */
    readonly e164: string
    /** The number as written and dialled within the country. */
    readonly national: string
  }
  /** User name in ASCII. */
  readonly username: string
  /** A random password with lower-case and upper-case letters, digits and symbols. Reproducible, so not a secret. */
  readonly password: string
  /** Job title in the profile's language; absent if none is known. */
  readonly jobTitle?: string
  /** Name of an invented employer. It may coincide with a real one. */
  readonly company: string
  readonly paymentCard: PaymentCard
}

/** The service and its database can serve traffic. */
export interface Readiness {
  /** Always ready. */
  readonly status: "ready"
}

/** A page of regions. */
export interface RegionSearch {
  /** What was searched, which determines the name of the list. */
  readonly field: "region"
  /** Sorted by value, ignoring case and accents, then by id. */
  readonly regions: ReadonlyArray<LocationItem>
  /** Number of items in the whole list. */
  readonly total: number
  /** Opaque; send it as cursor to get the next page. Null on the last page. */
  readonly nextCursor: string | null
  /** Why the list is empty, with similar names: the query has a region or city that the country does not have, or the country has no pool. Absent otherwise. */
  readonly hint?: string
}

/** Why this address counts as a home. */
export interface Residential {
  readonly evidence: EvidenceKind
  /** The evidence in words. */
  readonly detail: string
}

/** random draws from the database at the time of the request; instant takes a fresh draw that the service has prepared. With a seed, both return the same address. Default: "random". */
export type Strategy = "random" | "instant"

/** Display language, BCP 47. */
export type TargetLocale = "en" | "zh-CN" | "zh-TW" | "ja" | "ko" | "de" | "fr" | "es" | "pt"

/** An address in a display language. */
export interface Translation {
  readonly targetLocale: TargetLocale
  /** The components that the address has, in the target language. House number, unit and postcode keep their numbers; only what readers of that language could not read is rewritten. */
  readonly components: {
    /** The house number in the target language. */
    readonly houseNumber?: string
    /** The street in the target language. */
    readonly street?: string
    /** The unit in the target language. */
    readonly unit?: string
    /** The building in the target language. */
    readonly building?: string
    /** The district in the target language. */
    readonly district?: string
    /** The city in the target language. */
    readonly city?: string
    /** The region in the target language. */
    readonly region?: string
    /** The region code in the target language. */
    readonly regionCode?: string
    /** The postcode in the target language. */
    readonly postcode?: string
    /** The country in the target language. */
    readonly country?: string
  }
  /** How each component was translated. */
  readonly methods: {
    /** How the house number was translated. */
    readonly houseNumber?: TranslationMethod
    /** How the street was translated. */
    readonly street?: TranslationMethod
    /** How the unit was translated. */
    readonly unit?: TranslationMethod
    /** How the building was translated. */
    readonly building?: TranslationMethod
    /** How the district was translated. */
    readonly district?: TranslationMethod
    /** How the city was translated. */
    readonly city?: TranslationMethod
    /** How the region was translated. */
    readonly region?: TranslationMethod
    /** How the region code was translated. */
    readonly regionCode?: TranslationMethod
    /** How the postcode was translated. */
    readonly postcode?: TranslationMethod
    /** How the country was translated. */
    readonly country?: TranslationMethod
  }
  /** The address as lines, in the order that readers of the target language expect. */
  readonly lines: ReadonlyArray<string>
  /** The full address on one line. */
  readonly singleLine: string
}

/** Where the words come from, most reliable first: the address's own data, gazetteers of places, words with a fixed form, the rules of the name's language, an online translator; original is as published. */
export type TranslationMethod = "official" | "gazetteer" | "dictionary" | "transliteration" | "machine" | "original"

/** The address, and the language to translate it into. */
export interface TranslationRequest {
  /** An address ID that generate or generate/batch returned. */
  readonly addressId: string
  readonly targetLocale: TargetLocale
}

/** Whether each address is returned at most once. Default: true. */
export type Unique = boolean

/** Parameters of getClientContext. */
export interface GetClientContextQuery {
  /** IPv4 or IPv6 address. Defaults to the client's own. */
  readonly ip?: string | undefined
}

/** Parameters of searchLocations. */
export interface SearchLocationsQuery {
  /** ISO 3166-1 alpha-2 country code, in any case. XK is Kosovo. Default: "US". */
  readonly country?: string | undefined
  /** What to search. Default: "city". */
  readonly field?: PlaceType | undefined
  /** Text that must occur in one of the place's names or codes. Case, accents and extra white space are ignored. */
  readonly q?: string | undefined
  /** Exact region of the places: its name or its ISO 3166-2 code. */
  readonly region?: string | undefined
  /** Stable ID of the places' region. */
  readonly regionId?: string | undefined
  /** Stable ID of the places' city; with field=region, lists the region of that city. */
  readonly cityId?: string | undefined
  /** Count published residential records only. 1 and 0 mean true and false. Default: false. */
  readonly residential?: boolean | undefined
  /** nextCursor of the previous page; absent for the first page. A cursor is only valid for the query it was issued for, but limit may change. */
  readonly cursor?: string | undefined
  /** Maximum number of items in the page. Default: 100. */
  readonly limit?: number | undefined
}

/** Parameters of listLocations. */
export interface ListLocationsQuery {
  /** ISO 3166-1 alpha-2 country code, in any case. XK is Kosovo. */
  readonly country: string
  /** What to list. Must be below parentType in the order country, region, city, district; postcode is below country, region and city. */
  readonly childType: PlaceType
  /** The kind of the parent. Default: "country". */
  readonly parentType?: ParentType | undefined
  /** Stable ID of the parent. Required with parentType region or city; must be absent for a country. */
  readonly parentId?: string | undefined
  /** Text that must occur in one of the child's names or codes. Case, accents and extra white space are ignored. */
  readonly q?: string | undefined
  /** Count published residential records only, and mark children without any as disabled. 1 and 0 mean true and false. Default: true. */
  readonly residential?: boolean | undefined
  /** nextCursor of the previous page; absent for the first page. A cursor is only valid for the query it was issued for, but limit may change. */
  readonly cursor?: string | undefined
  /** Maximum number of items in the page. Default: 100. */
  readonly limit?: number | undefined
}

/** Parameters of generateAddress. */
export interface GenerateAddressQuery {
  /** ISO 3166-1 alpha-2 country code, in any case. Defaults to US, or to the country of the IP address with mode=ip-region. XK is Kosovo. Default: "US". */
  readonly country?: string | undefined
  /** Exact first-level region: its name or its ISO 3166-2 code. */
  readonly region?: string | undefined
  /** Stable region ID. */
  readonly regionId?: string | undefined
  /** Exact city name. If no city has it, the cities of which it is a name in another language or spelling. */
  readonly city?: string | undefined
  /** Stable city ID. */
  readonly cityId?: string | undefined
  /** Exact district name, or another spelling of one, if the country's addresses have districts. */
  readonly district?: string | undefined
  /** Stable district ID. */
  readonly districtId?: string | undefined
  /** Exact postcode. */
  readonly postcode?: string | undefined
  /** Stable postcode ID. */
  readonly postcodeId?: string | undefined
  /** Text that must occur within one component of the address other than its country. */
  readonly q?: string | undefined
  /** ip-region draws from the most specific level of the IP address's location that has coverage; other filters must match too. */
  readonly mode?: DrawMode | undefined
  /** IPv4 or IPv6 address for mode=ip-region. Defaults to the client's own. */
  readonly ip?: string | undefined
  /** random draws from the database at the time of the request; instant takes a fresh draw that the service has prepared. With a seed, both return the same address. */
  readonly strategy?: Strategy | undefined
  /** Legacy compatibility flag without effect: generation always returns residential records. 1 and 0 mean true and false. Default: true. */
  readonly residential?: boolean | undefined
  /** Seed for reproducible draws: the same seed, parameters and pool version give the same response. */
  readonly seed?: string | undefined
  /** Draw only from this version of the country's pool: the current one, or one that is kept. Any other version gives NO_POOL_COVERAGE. */
  readonly poolVersion?: number | undefined
  /** The caller's correlation ID. It is returned as requestId and in the header X-Request-Id. */
  readonly requestId?: string | undefined
}

/** Parameters of getCoverage. */
export interface GetCoverageQuery {
  /** Only this country: an ISO 3166-1 alpha-2 code, in any case. XK is Kosovo. */
  readonly country?: string | undefined
  /** Whether to list countries that meet all three rules. 1 and 0 mean true and false. Default: true. */
  readonly includeComplete?: boolean | undefined
}
