// Made of the contract in schemas/ by `npm run client:types`; a test holds it to that.

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
  /** Stable ID: a hash of the address's components, the same in every synchronization that has it. */
  readonly id: string
  /** ISO 3166-1 alpha-2 country code. */
  readonly countryCode: string
  /** The whole address on one line, in the country's own format. */
  readonly formattedAddress: string
  /** The address as lines of an envelope. */
  readonly lines: ReadonlyArray<string>
  readonly components: AddressComponents
  readonly locationIds: LocationIds
  readonly coordinates?: Coordinates
  readonly residential: Residential
  /** Components that the source's record does not say, and how they are known. Absent when there are none. */
  readonly derived?: ReadonlyArray<DerivedPart>
  /** Every source that has this address. */
  readonly sources: ReadonlyArray<AddressSource>
  /** BCP 47 language of the components. */
  readonly language?: string
  /** When the published address last changed, ISO 8601 in UTC. */
  readonly updatedAt: string
}

/** The parts that the source gives, and those that are derived where that is sure: `derived` names them. A part that is not known is absent: nothing is invented. */
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

/** Where an address comes from, under which licence. */
export interface AddressSource {
  /** Name of the data source. */
  readonly name: string
  /** The record within the source. */
  readonly recordId: string
  /** Licence of the data. */
  readonly license: string
  /** Attribution that the licence asks for, or the origin. */
  readonly attribution: string
  /** Where the source is described. */
  readonly url: string
}

/** What a licence asks to be shown. */
export interface Attribution {
  /** What is to be shown. */
  readonly text: string
  /** Where it is to link to. */
  readonly url: string
  /** The licence that asks for it. */
  readonly license: string
}

/** Whether addresses of a country can be generated. */
export interface Availability {
  /** ISO 3166-1 alpha-2 country code. */
  readonly code: string
  /** Whether an address of the country can be generated now. */
  readonly residentialAvailable: boolean
}

/** What the addresses must match. Every filter that is given. */
export interface BatchFilters {
  /** ISO 3166-1 alpha-2 country code, in any case. */
  readonly country: string
  /** Exact first-level region: its name or its ISO 3166-2 code. */
  readonly region?: string | undefined
  /** Stable region ID. */
  readonly regionId?: string | undefined
  /** Exact city name. */
  readonly city?: string | undefined
  /** Stable city ID. */
  readonly cityId?: string | undefined
  /** Exact district name, where the country's addresses have districts. */
  readonly district?: string | undefined
  /** Stable district ID. */
  readonly districtId?: string | undefined
  /** Exact postcode. */
  readonly postcode?: string | undefined
  /** Stable postcode ID. */
  readonly postcodeId?: string | undefined
  /** Text that must occur within one component of the address. */
  readonly q?: string | undefined
}

/** How the addresses are drawn. */
export interface BatchOptions {
  readonly unique?: Unique | undefined
  /** Reproducible random seed: the same seed, parameters and pool version give the same answer. */
  readonly seed?: string | undefined
  readonly strategy?: Strategy | undefined
  /** Draw from this version of the country's pool, and from no other: the current one, or one that is kept here. Where it is neither, the answer is NO_POOL_COVERAGE. */
  readonly poolVersion?: number | undefined
  /** Correlation ID of the caller. It is returned as requestId and in the header X-Request-Id. */
  readonly requestId?: string | undefined
}

/** What to generate: how many, what they must match, how they are drawn and which not to return. */
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
  /** What was searched. It says which list there is. */
  readonly field: "city"
  /** By value without regard to case and accents, then by id. */
  readonly cities: ReadonlyArray<LocationItem>
  /** Items of the whole list. */
  readonly total: number
  /** Opaque: send it as cursor to get the next page. Null: there is none. */
  readonly nextCursor: string | null
}

/** The location that an IP address leads to. */
export interface ClientContext {
  /** ISO 3166-1 alpha-2 code, empty where it is not resolved. */
  readonly country: string | ""
  /** The catalog's name of the region, else the database's; empty where it is not resolved. */
  readonly region: string
  /** The catalog's name of the city, else the database's; empty where it is not resolved. */
  readonly city: string
  readonly matchLevel: MatchLevel
  /** What the licences of the GeoIP databases ask to be shown where their answers are. */
  readonly attributions?: ReadonlyArray<Attribution>
}

/** Something that whoever runs the service should mend. */
export interface ConfigurationError {
  /** What kind of fault it is. */
  readonly code: string
  /** What is wrong, and what to do. */
  readonly message: string
  /** The setting at fault. */
  readonly path: string
}

/** WGS 84 position. Absent where the source gives none. */
export interface Coordinates {
  /** Degrees north, WGS 84. */
  readonly latitude: number
  /** Degrees east, WGS 84. */
  readonly longitude: number
}

/** A country that is served, and what there is of it. */
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

/** How far a country's pool is from its targets. */
export interface CountryCoverage {
  /** ISO 3166-1 alpha-2 country code. */
  readonly countryCode: string
  /** Whether all three rules are met. */
  readonly complete: boolean
  /** Share of the homes that have parts which their record does not say, by the method that derived them, 0 to 1; counted in 2,000 homes drawn uniformly, or in all where there are fewer: within 2.2 percentage points 19 times in 20. Told seconds after a publication, absent until then. */
  readonly derived?: Readonly<Record<string, number>>
  /** The three rules. */
  readonly rules: {
    /** Enough addresses. */
    readonly total: {
      /** Published residential addresses. */
      readonly current: number
      /** How many there should be. */
      readonly target: number
      /** Whether the target is reached. */
      readonly met: boolean
    }
    /** Addresses in enough units. */
    readonly administrativeCoverage: {
      /** Share of the official units that have at least one published residential address. */
      readonly actual: number
      /** What the share should be. */
      readonly target: number
      /** Whether the target is reached. */
      readonly met: boolean
    }
    /** Enough addresses in enough units. */
    readonly regionalMinimums: {
      /** Share of the official units that reach the country's regional minimum. */
      readonly actual: number
      /** What the share should be. */
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

/** What an operator wants to know of the pools. */
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

/** How a part is known that the source's record does not say: a boundary of the source's own map around the position; agreement of the source's other records with this postcode or in this street nearby; a table of postcodes; the region's polygon around the position; or the settlement around it. */
export type DerivationMethod = "boundary" | "agreement" | "postcode-table" | "polygon" | "settlement"

/** The component that was derived; with a region goes its code. */
export type DerivedComponent = "district" | "city" | "region" | "postcode"

/** A component that the source's record does not say itself. */
export interface DerivedPart {
  readonly component: DerivedComponent
  readonly method: DerivationMethod
}

/** A page of districts. */
export interface DistrictSearch {
  /** What was searched. It says which list there is. */
  readonly field: "district"
  /** By value without regard to case and accents, then by id. */
  readonly districts: ReadonlyArray<LocationItem>
  /** Items of the whole list. */
  readonly total: number
  /** Opaque: send it as cursor to get the next page. Null: there is none. */
  readonly nextCursor: string | null
}

/** ip-region draws from the most specific level of the IP address's location that has coverage; filters given beside it must hold as well. */
export type DrawMode = "ip-region"

/** Where a request is at fault, and how to mend it. */
export interface ErrorDetail {
  /** The parameter, header or body member at fault, with dots between the levels. */
  readonly path: string
  /** What is wrong with it, and what is expected. */
  readonly message: string
}

/** Why the address counts as a home, strongest first: register, building, landuse, declared, probable, assumed. */
export type EvidenceKind = "register" | "building" | "landuse" | "declared" | "probable" | "assumed"

/** Gender that the first name is given to. */
export type Gender = "female" | "male"

/** One address, and how it was drawn. */
export interface Generated {
  /** The caller's requestId, else the UUID of X-Request-Id. */
  readonly requestId: string
  /** ISO 3166-1 alpha-2 code of the country that was drawn from. */
  readonly country: string
  readonly strategy: Strategy
  /** The seed that was used, also when the service drew it: it replays the answer. */
  readonly seed: string
  /** Version of the country's pool. It grows with each publication that changes it. */
  readonly poolVersion: number
  /** How many addresses were equally likely. It is absent where a text q has too many matches to be counted. */
  readonly eligibleCount?: number
  /** Names of the data sources with records in the pool that was drawn from. */
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
  /** The caller's requestId, else the UUID of X-Request-Id. */
  readonly requestId: string
  /** ISO 3166-1 alpha-2 code of the country that was drawn from. */
  readonly country: string
  readonly strategy: Strategy
  /** The seed that was used, also when the service drew it: it replays the answer. */
  readonly seed: string
  /** Version of the country's pool. It grows with each publication that changes it. */
  readonly poolVersion: number
  /** How many addresses were equally likely. It is absent where a text q has too many matches to be counted. */
  readonly eligibleCount?: number
  /** Names of the data sources with records in the pool that was drawn from. */
  readonly sourcesTried: ReadonlyArray<string>
  readonly filters: GivenFilters
  /** How many addresses were asked for. */
  readonly requestedCount: number
  /** How many there are in results. */
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

/** The filters that were given. */
export interface GivenFilters {
  /** Exact first-level region: its name or its ISO 3166-2 code. */
  readonly region?: string
  /** Stable region ID. */
  readonly regionId?: string
  /** Exact city name. */
  readonly city?: string
  /** Stable city ID. */
  readonly cityId?: string
  /** Exact district name, where the country's addresses have districts. */
  readonly district?: string
  /** Stable district ID. */
  readonly districtId?: string
  /** Exact postcode. */
  readonly postcode?: string
  /** Stable postcode ID. */
  readonly postcodeId?: string
  /** Text that must occur within one component of the address. */
  readonly q?: string
}

/** The process answers. */
export interface Health {
  /** Always ok. */
  readonly status: "ok"
}

/** A page of the places below another. */
export interface LocationHierarchy {
  /** What the children are listed of. */
  readonly parent: {
    readonly type: ParentType
    /** The parent's stable ID; of a country its code. */
    readonly id: string
  }
  readonly childType: PlaceType
  /** By value without regard to case and accents, then by id. */
  readonly children: ReadonlyArray<LocationItem>
  /** Items of the whole list. */
  readonly total: number
  /** Opaque: send it as cursor to get the next page. Null: there is none. */
  readonly nextCursor: string | null
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
  /** Synchronized records of the place; with residential=true its published residential ones. Of a postcode, the part within the parent. */
  readonly availableCount: number
  /** Of hierarchy with residential=true: nothing can be generated there. Absent where something can. */
  readonly disabled?: true
}

/** A page of places, under the name of what was searched. */
export type LocationSearch = RegionSearch | CitySearch | DistrictSearch | PostcodeSearch

/** The most specific level that was resolved. */
export type MatchLevel = "city" | "region" | "country" | "none"

/** This OpenAPI 3.1 document. */
export type OpenApiDocument = Readonly<Record<string, unknown>>

/** What places are listed of. */
export type ParentType = "country" | "region" | "city"

/** A test payment card. */
export interface PaymentCard {
  /** Always true: a published test number, declined by live systems. */
  readonly test: true
  readonly brand: CardBrand
  /** Card number that payment providers publish for their sandboxes. It passes the Luhn check. */
  readonly number: string
  /** MM/YY, in the third to sixth year after the profile's `referenceDate`. It does not move on with the calendar. */
  readonly expiry: string
  /** Security code: four digits for amex, else three. */
  readonly cvc: string
}

/** A kind of place. */
export type PlaceType = "region" | "city" | "district" | "postcode"

/** A page of postcodes. */
export interface PostcodeSearch {
  /** What was searched. It says which list there is. */
  readonly field: "postcode"
  /** By value without regard to case and accents, then by id. */
  readonly postcodes: ReadonlyArray<LocationItem>
  /** Items of the whole list. */
  readonly total: number
  /** Opaque: send it as cursor to get the next page. Null: there is none. */
  readonly nextCursor: string | null
}

/** A synthetic person that fits the address's country and language. The same seed and address give the same person on any day. */
export interface Profile {
  /** Always true: this person does not exist. */
  readonly synthetic: true
  /** Locale of Faker that the name, job and company come from: the country's own, else the closest by language, `en` where there is none. Icelandic (`is`) is Doorstep's own. */
  readonly locale: string
  /** Name in the country's language and script. */
  readonly name: {
    /** The whole name, in the order that its language uses. */
    readonly full: string
    /** Given name. */
    readonly first: string
    /** Family name. */
    readonly last: string
    /** The name in Latin letters, by the rules of its language, the given name first. Names that are in Latin letters anyway stay as they are. */
    readonly latin: {
      /** The whole name in Latin letters. */
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
  /** The day that age and card expiry are counted from, ISO 8601. It follows from the seed, so that a profile does not change with the calendar. */
  readonly referenceDate: string
  /** Email address at a domain that RFC 2606 reserves for examples. */
  readonly email: string
  /** A number from a range that the country's numbering authority reserves for fiction: it reaches nobody. Absent where the authority has published no such range: all countries but AG, AI, AS, AU, BB, BM, BS, CA, CC, CX, DE, DM, DO, FR, GB, GD, GG, GU, IE, IM, JE, JM, KN, KY, LC, MP, MS, PR, SE, SX, TC, TT, US, VC, VG, VI. */
  readonly phone?: {
    /** The number in E.164. */
    readonly e164: string
    /** The number as it is written and dialled within the country. */
    readonly national: string
  }
  /** User name in ASCII. */
  readonly username: string
  /** A random password with lower-case and upper-case letters, digits and symbols. Reproducible, so no secret. */
  readonly password: string
  /** Job title in the language of the profile; absent where none in it is known. */
  readonly jobTitle?: string
  /** Name of an invented employer. It may by chance be that of a real one. */
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
  /** What was searched. It says which list there is. */
  readonly field: "region"
  /** By value without regard to case and accents, then by id. */
  readonly regions: ReadonlyArray<LocationItem>
  /** Items of the whole list. */
  readonly total: number
  /** Opaque: send it as cursor to get the next page. Null: there is none. */
  readonly nextCursor: string | null
}

/** Why this address counts as a home. */
export interface Residential {
  readonly evidence: EvidenceKind
  /** The evidence in words. */
  readonly detail: string
}

/** random draws from the database at the moment of the request; instant takes a fresh draw that the service keeps ready. With a seed both give the same address. Default: "random". */
export type Strategy = "random" | "instant"

/** Display language, BCP 47. */
export type TargetLocale = "en" | "zh-CN" | "zh-TW" | "ja" | "ko" | "de" | "fr" | "es" | "pt"

/** An address in a display language. */
export interface Translation {
  readonly targetLocale: TargetLocale
  /** The components that the address has, in the target language. House number, unit and postcode never change. */
  readonly components: {
    /** The house number as its readers write it. */
    readonly houseNumber?: string
    /** The street as its readers write it. */
    readonly street?: string
    /** The unit as its readers write it. */
    readonly unit?: string
    /** The building as its readers write it. */
    readonly building?: string
    /** The district as its readers write it. */
    readonly district?: string
    /** The city as its readers write it. */
    readonly city?: string
    /** The region as its readers write it. */
    readonly region?: string
    /** The region code as its readers write it. */
    readonly regionCode?: string
    /** The postcode as its readers write it. */
    readonly postcode?: string
    /** The country as its readers write it. */
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
  /** The whole address on one line. */
  readonly singleLine: string
}

/** Where the words come from, best first: the address's own data, gazetteers of places, words with a fixed form, the rules of the name's language, an online translator; original is as published. */
export type TranslationMethod = "official" | "gazetteer" | "dictionary" | "transliteration" | "machine" | "original"

/** Which address, and for whom. */
export interface TranslationRequest {
  /** An address ID that generate or generate/batch returned. */
  readonly addressId: string
  readonly targetLocale: TargetLocale
}

/** No address twice in one answer. Default: true. */
export type Unique = boolean

/** Parameters of getClientContext. */
export interface GetClientContextQuery {
  /** IPv4 or IPv6 address. The request's own where it is left out. */
  readonly ip?: string | undefined
}

/** Parameters of searchLocations. */
export interface SearchLocationsQuery {
  /** ISO 3166-1 alpha-2 country code, in any case. Default: "US". */
  readonly country?: string | undefined
  /** What is searched. Default: "city". */
  readonly field?: PlaceType | undefined
  /** Text that must occur in the name, or in another name or code of the place. Case, accents and extra white space make no difference. */
  readonly q?: string | undefined
  /** Exact region that the places lie in: its name or its ISO 3166-2 code. */
  readonly region?: string | undefined
  /** Stable ID of the region that the places lie in. */
  readonly regionId?: string | undefined
  /** Stable ID of the city that the places lie in; of field region, the region that the city lies in. */
  readonly cityId?: string | undefined
  /** Count published residential records only. 1 and 0 mean true and false. Default: false. */
  readonly residential?: boolean | undefined
  /** nextCursor of the page before; absent for the first page. It belongs to the query that it was issued for, and to no other; limit may change. */
  readonly cursor?: string | undefined
  /** How many items the page has at most. Default: 100. */
  readonly limit?: number | undefined
}

/** Parameters of listLocations. */
export interface ListLocationsQuery {
  /** ISO 3166-1 alpha-2 country code, in any case. */
  readonly country: string
  /** What is listed. It lies below parentType in country, region, city, district; postcode lies below country, region and city. */
  readonly childType: PlaceType
  /** What the children are listed of. Default: "country". */
  readonly parentType?: ParentType | undefined
  /** Stable ID of the parent: needed with parentType region or city, and left out for a country. */
  readonly parentId?: string | undefined
  /** Text that must occur in the child's name. Case, accents and extra white space make no difference. */
  readonly q?: string | undefined
  /** Count published residential records only, and mark children that have none as disabled. 1 and 0 mean true and false. Default: true. */
  readonly residential?: boolean | undefined
  /** nextCursor of the page before; absent for the first page. It belongs to the query that it was issued for, and to no other; limit may change. */
  readonly cursor?: string | undefined
  /** How many items the page has at most. Default: 100. */
  readonly limit?: number | undefined
}

/** Parameters of generateAddress. */
export interface GenerateAddressQuery {
  /** ISO 3166-1 alpha-2 country code, in any case. US where it is left out; with mode=ip-region the country of the IP address. Default: "US". */
  readonly country?: string | undefined
  /** Exact first-level region: its name or its ISO 3166-2 code. */
  readonly region?: string | undefined
  /** Stable region ID. */
  readonly regionId?: string | undefined
  /** Exact city name. */
  readonly city?: string | undefined
  /** Stable city ID. */
  readonly cityId?: string | undefined
  /** Exact district name, where the country's addresses have districts. */
  readonly district?: string | undefined
  /** Stable district ID. */
  readonly districtId?: string | undefined
  /** Exact postcode. */
  readonly postcode?: string | undefined
  /** Stable postcode ID. */
  readonly postcodeId?: string | undefined
  /** Text that must occur within one component of the address. */
  readonly q?: string | undefined
  /** ip-region draws from the most specific level of the IP address's location that has coverage; filters given beside it must hold as well. */
  readonly mode?: DrawMode | undefined
  /** IPv4 or IPv6 address for mode=ip-region. The request's own where it is left out. */
  readonly ip?: string | undefined
  /** random draws from the database at the moment of the request; instant takes a fresh draw that the service keeps ready. With a seed both give the same address. */
  readonly strategy?: Strategy | undefined
  /** Legacy compatibility flag without effect: generation always returns residential records. 1 and 0 mean true and false. Default: true. */
  readonly residential?: boolean | undefined
  /** Reproducible random seed: the same seed, parameters and pool version give the same answer. */
  readonly seed?: string | undefined
  /** Draw from this version of the country's pool, and from no other: the current one, or one that is kept here. Where it is neither, the answer is NO_POOL_COVERAGE. */
  readonly poolVersion?: number | undefined
  /** Correlation ID of the caller. It is returned as requestId and in the header X-Request-Id. */
  readonly requestId?: string | undefined
}

/** Parameters of getCoverage. */
export interface GetCoverageQuery {
  /** Only this country: an ISO 3166-1 alpha-2 code, in any case. */
  readonly country?: string | undefined
  /** Whether countries that meet all three rules are listed. 1 and 0 mean true and false. Default: true. */
  readonly includeComplete?: boolean | undefined
}
