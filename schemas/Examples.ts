/**
 * Examples of each operation's request and response, taken from the service with its starter data. They all use the
 * same address, seed and places. A test checks them against the schemas.
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

const hanford = {
  id: "us-74d2dqmqec4e8xx18fvj",
  countryCode: "US",
  formattedAddress: "2064 West Columbia Way, Hanford, CA 93230, United States",
  lines: ["2064 West Columbia Way", "Hanford, CA 93230", "United States"],
  components: {
    houseNumber: "2064",
    street: "West Columbia Way",
    city: "Hanford",
    region: "California",
    regionCode: "US-CA",
    postcode: "93230",
    country: "United States"
  },
  locationIds: {
    regionId: "r-3tsr118j743jx",
    cityId: "c-1bqp93aqqmxhw",
    postcodeId: "p-2qx1g6k8ycw41"
  },
  language: "en",
  coordinates: {
    latitude: 36.3336245,
    longitude: -119.6799802
  },
  residential: {
    evidence: "assumed",
    detail: "Published among street addresses; neither list says which of them are homes."
  },
  sources: [
    {
      name: "starter",
      recordId: "rrad:2064 West Columbia Way||Hanford|CA|93230",
      license: "Public Domain",
      attribution: "OpenAddresses contributors, through the npm package rrad",
      url: "https://www.npmjs.com/package/rrad"
    }
  ],
  updatedAt: "2026-11-20T15:18:09.574Z"
}

const bob = {
  synthetic: true,
  locale: "en_US",
  name: {
    full: "Bob Lane",
    first: "Bob",
    last: "Lane",
    latin: {
      full: "Bob Lane",
      first: "Bob",
      last: "Lane"
    }
  },
  gender: "male",
  dateOfBirth: "2004-08-23",
  age: 21,
  referenceDate: "2025-11-30",
  email: "bob.lane61@example.org",
  phone: {
    e164: "+19495550168",
    national: "(949) 555-0168"
  },
  username: "bobl531",
  password: "XAXql#GlLl%o&1c6",
  jobTitle: "Translator",
  company: "Miller, Chen and Arnold",
  paymentCard: {
    test: true,
    brand: "discover",
    number: "6011111111111117",
    expiry: "08/29",
    cvc: "767"
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
        residentialCount: 4033,
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
          id: "c-1wa4dd2frfrz3",
          value: "Soda Springs",
          availableCount: 1
        },
        {
          id: "c-44j91a2117fdp",
          value: "Springfield",
          availableCount: 2
        },
        {
          id: "c-4bg173afczpwx",
          value: "Springfield",
          availableCount: 5
        }
      ],
      total: 5,
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
      eligibleCount: 430,
      sourcesTried: ["starter"],
      filters: {
        region: "CA"
      },
      results: [{ address: hanford, profile: bob }]
    }
  },
  getAddress: { data: { address: savannah } },
  translateAddress: {
    data: {
      targetLocale: "ja",
      components: {
        houseNumber: "10",
        street: "Dalry Lane",
        city: "Savannah",
        region: "ジョージア州",
        regionCode: "US-GA",
        postcode: "31419",
        country: "アメリカ合衆国"
      },
      methods: {
        houseNumber: "original",
        street: "original",
        city: "original",
        region: "gazetteer",
        regionCode: "original",
        postcode: "original",
        country: "gazetteer"
      },
      lines: ["アメリカ合衆国", "31419", "ジョージア州 Savannah", "10 Dalry Lane"],
      singleLine: "アメリカ合衆国 31419 ジョージア州 Savannah 10 Dalry Lane"
    }
  },
  getCoverage: {
    data: {
      countries: [
        {
          countryCode: "US",
          complete: false,
          rules: {
            total: {
              current: 4033,
              target: 10000,
              met: false
            },
            administrativeCoverage: {
              actual: 0.451,
              target: 0.9,
              met: false
            },
            regionalMinimums: {
              actual: 0.451,
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
          count: 4033
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
