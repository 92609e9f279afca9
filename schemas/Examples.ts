/**
 * Examples of each operation's request and response, taken from the service with its starter data. Tests compare them
 * with the schemas, and with what the service responds.
 */

const savannah = {
  id: "us-ck9wevt8rdr5b8r5r5q2",
  countryCode: "US",
  formattedAddress: "10 Dalry Lane, Savannah, GA 31419, United States",
  lines: ["10 Dalry Lane", "Savannah, GA 31419", "United States"],
  components: {
    houseNumber: "10",
    street: "Dalry Lane",
    city: "Savannah",
    region: "Georgia",
    regionCode: "US-GA",
    postcode: "31419",
    country: "United States"
  },
  locationIds: {
    regionId: "r-2f2fy2ce1pc1j",
    cityId: "c-4f5ayfdrdexve",
    postcodeId: "p-0b79hy2pfbysh"
  },
  language: "en",
  coordinates: {
    latitude: 31.941447,
    longitude: -81.160151
  },
  residential: {
    evidence: "assumed",
    detail: "Published among street addresses; neither list says which of them are homes."
  },
  sources: [
    {
      name: "starter",
      recordId: "rrad:10 Dalry Lane||Savannah|GA|31419",
      license: "Public Domain",
      attribution: "OpenAddresses contributors, through the npm package rrad",
      url: "https://www.npmjs.com/package/rrad"
    }
  ],
  updatedAt: "2026-11-20T15:18:09.574Z"
}

const brenden = {
  synthetic: true,
  locale: "en_US",
  name: {
    full: "Brenden Gibson",
    first: "Brenden",
    last: "Gibson",
    latin: {
      full: "Brenden Gibson",
      first: "Brenden",
      last: "Gibson"
    }
  },
  gender: "male",
  dateOfBirth: "1993-01-11",
  age: 32,
  referenceDate: "2025-10-16",
  email: "brenden.gibson71@example.net",
  phone: {
    e164: "+14785550194",
    national: "(478) 555-0194"
  },
  username: "brenden_g924",
  password: "g=RRqn4aFlu2sK2&",
  jobTitle: "Teacher",
  company: "Moore Inc",
  paymentCard: {
    test: true,
    brand: "visa",
    number: "4242424242424242",
    expiry: "05/30",
    cvc: "880"
  }
}

const unionCity = {
  id: "us-y27fnz0rh9vb1c65w7cc",
  countryCode: "US",
  formattedAddress: "33300 Mission Boulevard Apt 174, Union City, CA 94587, United States",
  lines: ["33300 Mission Boulevard Apt 174", "Union City, CA 94587", "United States"],
  components: {
    houseNumber: "33300",
    street: "Mission Boulevard",
    unit: "Apt 174",
    city: "Union City",
    region: "California",
    regionCode: "US-CA",
    postcode: "94587",
    country: "United States"
  },
  locationIds: {
    regionId: "r-3tsr118j743jx",
    cityId: "c-7cg35ec9fqfw5",
    postcodeId: "p-1ngxx1t461d41"
  },
  residential: {
    evidence: "assumed",
    detail: "Published among street addresses; neither list says which of them are homes."
  },
  sources: [
    {
      name: "starter",
      recordId: "rrad:33300 Mission Boulevard|#APT 174|Union City|CA|94587",
      license: "Public Domain",
      attribution: "OpenAddresses contributors, through the npm package rrad",
      url: "https://www.npmjs.com/package/rrad"
    }
  ],
  updatedAt: "2026-11-20T15:18:09.574Z",
  language: "en",
  coordinates: {
    latitude: 37.6085241,
    longitude: -122.0190805
  }
}

const carmela = {
  synthetic: true,
  locale: "en_US",
  name: {
    full: "Carmela Knight",
    first: "Carmela",
    last: "Knight",
    latin: {
      full: "Carmela Knight",
      first: "Carmela",
      last: "Knight"
    }
  },
  gender: "female",
  dateOfBirth: "1975-03-23",
  age: 50,
  referenceDate: "2025-08-30",
  email: "carmela.knight@example.org",
  phone: {
    e164: "+16285550118",
    national: "(628) 555-0118"
  },
  username: "carmela_k537",
  password: "YIof%b7A*1TDny6@",
  jobTitle: "Dentist",
  company: "Allen - Moore",
  paymentCard: {
    test: true,
    brand: "discover",
    number: "6011111111111117",
    expiry: "10/30",
    cvc: "545"
  }
}

/** The complete response of an operation, by its ID. */
export const answers: Readonly<Record<string, unknown>> = {
  getHealth: {
    status: "ok"
  },
  getReadiness: {
    status: "ready"
  },
  getDescription: {
    openapi: "3.1.0",
    info: {
      title: "Doorstep",
      version: "1.0.0"
    },
    paths: {}
  },
  listCountries: {
    data: [
      {
        code: "US",
        residentialAvailable: true,
        residentialCount: 4049,
        generationMode: "synchronized-pool"
      }
    ]
  },
  listAvailability: {
    data: [
      {
        code: "US",
        residentialAvailable: true
      }
    ]
  },
  getClientContext: {
    data: {
      country: "US",
      region: "California",
      city: "Mountain View",
      matchLevel: "city",
      attributions: [
        {
          text: "IP Geolocation by DB-IP",
          url: "https://db-ip.com",
          license: "CC BY 4.0"
        }
      ]
    }
  },
  searchLocations: {
    data: {
      field: "city",
      cities: [
        {
          id: "c-0qp7v0fhc41n0",
          value: "CAT SPRING",
          availableCount: 3
        },
        {
          id: "c-59fefkf7a3m0c",
          value: "Indian Springs Village",
          availableCount: 1
        },
        {
          id: "c-4c07y5sbcnee0",
          value: "North Springfield",
          availableCount: 1
        },
        {
          id: "c-1wa4dd2frfrz3",
          value: "Soda Springs",
          availableCount: 1
        },
        {
          id: "c-44j91a2117fdp",
          value: "Springfield",
          availableCount: 3
        },
        {
          id: "c-4bg173afczpwx",
          value: "Springfield",
          availableCount: 5
        }
      ],
      total: 6,
      nextCursor: null
    }
  },
  listLocations: {
    data: {
      parent: {
        type: "country",
        id: "US"
      },
      childType: "region",
      children: [
        {
          id: "r-2f2fy2ce1pc1j",
          value: "Georgia",
          availableCount: 189
        }
      ],
      total: 1,
      nextCursor: null
    }
  },
  generateAddress: {
    data: {
      requestId: "checkout-test-0017",
      mode: "residential",
      strategy: "random",
      seed: "spring-42",
      poolVersion: 1,
      eligibleCount: 150,
      sourcesTried: ["starter"],
      country: "US",
      filters: {
        city: "Savannah"
      },
      result: { address: savannah, profile: brenden }
    }
  },
  generateAddresses: {
    data: {
      requestId: "checkout-test-0018",
      country: "US",
      requestedCount: 1,
      returnedCount: 1,
      unique: true,
      exhausted: false,
      strategy: "random",
      seed: "spring-42",
      poolVersion: 1,
      eligibleCount: 431,
      sourcesTried: ["starter"],
      filters: {
        region: "CA"
      },
      results: [{ address: unionCity, profile: carmela }]
    }
  },
  getAddress: { data: { address: savannah } },
  translateAddress: {
    data: {
      targetLocale: "ja",
      components: {
        houseNumber: "10",
        street: "Dalry Lane",
        city: "サバンナ",
        region: "ジョージア州",
        regionCode: "US-GA",
        postcode: "31419",
        country: "アメリカ合衆国"
      },
      methods: {
        houseNumber: "original",
        street: "original",
        city: "gazetteer",
        region: "gazetteer",
        regionCode: "original",
        postcode: "original",
        country: "gazetteer"
      },
      lines: ["アメリカ合衆国", "31419", "ジョージア州サバンナ", "10 Dalry Lane"],
      singleLine: "アメリカ合衆国 31419 ジョージア州サバンナ 10 Dalry Lane"
    }
  },
  getCoverage: {
    data: {
      countries: [
        {
          countryCode: "US",
          complete: false,
          derived: {
            "postcode-table": 0.0055
          },
          rules: {
            total: {
              current: 4049,
              target: 10000,
              met: false
            },
            administrativeCoverage: {
              actual: 0.45098039215686275,
              target: 0.9,
              met: false
            },
            regionalMinimums: {
              actual: 0.45098039215686275,
              target: 1,
              met: false
            }
          }
        }
      ]
    }
  },
  getDataHealth: {
    data: {
      healthy: false,
      countries: [
        {
          code: "US",
          ready: true,
          count: 4049
        }
      ],
      configurationErrors: [
        {
          code: "POOL_STALE",
          message: "No source of US has been read for 90 days. Synchronize it, or raise POOL_MAX_AGE.",
          path: "countries.US"
        }
      ]
    }
  }
}

interface Sample {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The request for that response, by operation ID. Without an entry: nothing but the token. */
export const requests: Readonly<Record<string, Sample>> = {
  getClientContext: { query: { ip: "8.8.8.8" } },
  searchLocations: { query: { country: "US", field: "city", q: "spring", limit: "20" } },
  listLocations: { query: { country: "US", childType: "region", q: "ge" } },
  generateAddress: { query: { country: "US", city: "Savannah", seed: "spring-42", requestId: "checkout-test-0017" } },
  generateAddresses: {
    body: {
      count: 1,
      filters: { country: "US", region: "CA" },
      options: { seed: "spring-42", requestId: "checkout-test-0018" },
      excludeAddressIds: []
    }
  },
  getAddress: { path: { id: savannah.id } },
  translateAddress: { body: { addressId: savannah.id, targetLocale: "ja" } },
  getCoverage: { query: { country: "US" } }
}
