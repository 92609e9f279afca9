/** What every mapping says about the origin of its data. */
export const said = {
  country: "US",
  license: "Public Domain",
  attribution: "The county",
  homepage: "https://example.org",
  evidence: [{ kind: "assumed", detail: "Nothing is known." }]
}

/** The address points of Carson, California, where the city itself marks homes. */
export const carson = {
  ...said,
  language: "en",
  format: { type: "geojson" },
  recordId: "{OBJECTID}",
  fields: {
    houseNumber: "{SITENUMBER}[ {SITEFRAC}]",
    street: "{SITEPREF} {STREETNAME} {STREETTYPE}",
    unit: "[Unit {SITEUNIT}]",
    city: { of: "{SITECITY}", match: "^[^,]+" },
    region: { of: "{SITECITY}", match: ", *([A-Z]{2})$" },
    postcode: "{SITEZIP}"
  },
  evidence: [
    {
      kind: "register",
      detail: "The city flags the address as residential (RES_BUS).",
      when: [{ value: "{RES_BUS}", is: ["RES"] }]
    }
  ],
  examples: [
    {
      row: {
        SITENUMBER: "555",
        SITEFRAC: " ",
        SITEPREF: "E",
        STREETNAME: "CARSON",
        STREETTYPE: "ST",
        SITEUNIT: "122",
        SITECITY: "CARSON, CA",
        SITEZIP: "90745",
        RES_BUS: "RES"
      },
      point: [-118.26612584395593, 33.83225576098862],
      gives: {
        houseNumber: "555",
        street: "E CARSON ST",
        unit: "Unit 122",
        city: "CARSON",
        region: "CA",
        postcode: "90745",
        latitude: 33.8322558,
        longitude: -118.2661258,
        evidence: "register"
      }
    }
  ]
}

/** The address points of San Francisco, with units. */
export const sanFrancisco = {
  ...said,
  license: "PDDL",
  format: { type: "shapefile" },
  recordId: "{EAS_SUBID}",
  fields: {
    houseNumber: "{ADDR_NUM}{ADDR_N_SFX}",
    street: "{ST_NAME} {ST_TYPE}",
    unit: "{UNIT_NUM}",
    city: "San Francisco",
    region: "CA",
    postcode: "{ZIPCODE}"
  }
}
