import type { RejectReason } from "../normalize/KeptRecord.ts"
import { countryText } from "../../../schemas/CountryAliases.ts"
import type { SourceKind, Subject } from "./Subject.ts"

/** A remedy in words; some depend on the source's options. */
type Cure = string | ((subject: Subject) => string)

export interface Words {
  /** What one record has, and what many have: "has no city", "have no city". */
  readonly says: (country: string) => { readonly has: string; readonly have: string }
  readonly cures: Readonly<Record<SourceKind, Cure>>
}

const verb = (has: string, have: string) => () => ({ has, have })

const declaration = ({ configured }: Subject): string => `the register \`${String(configured?.options["register"])}\``

/** A register's columns are fixed by its declaration, so a misfit means another file, or another version of it. */
const otherFile = (what: string) => (subject: Subject) =>
  `Compare the file's ${what} with what the declaration of ${declaration(subject)} expects: it may be another file of the register, or a newer version. The type \`file\` reads it by a mapping of your own.`

const inCode = (what: string) => `The source's code has to give ${what}.`

const field = (name: string, more = "") =>
  `Let \`mapping.fields.${name}\` name the column that has it${more === "" ? "" : `; ${more}`}.`

const otherData = (what: string) =>
  `No option gives ${what} where the data have none: take another source of the country, such as its register.`

const derivable =
  (cure: string, method: string): Cure =>
  ({ configured }) => {
    const derive = configured?.options["derive"]
    return Array.isArray(derive) && !derive.includes(method)
      ? `${cure.replace(/\.$/, "")}, or add \`${method}\` to \`derive\`, which leaves it out.`
      : cure
  }

const encoding = "Set `mapping.format.encoding` to the file's encoding, such as `windows-1252`."
const brokenFile = "The samples say where and why. Fetch the file again where it is damaged"
const otherCountry = (option: string) =>
  `Set \`${option}\` to the country of the file, or take the file of this country.`
const layout =
  "Compare `mapping.format` with the file: its `delimiter`, `quote` and `skipLines` decide what stands in which column."
const projected =
  "Look at `mapping.position`: `x` is the longitude or easting, `y` the latitude or northing; where the file is not in degrees, `mapping.projection` says in what."

/**
 * What each reason for a rejection means, and its remedy for each type of source. A reason without words does not
 * compile.
 */
export const words: Readonly<Record<RejectReason, Words>> = {
  "malformed-record": {
    says: verb("does not have the form of its format", "do not have the form of their format"),
    cures: {
      openstreetmap: `${brokenFile}.`,
      overture: `${brokenFile}.`,
      openaddresses: `${brokenFile}; where \`location\` holds other files too, let \`files\` select those of addresses.`,
      register: otherFile("columns"),
      file: `${brokenFile}; otherwise compare \`mapping.format\` with it: its \`type\`, \`delimiter\`, \`quote\` and \`skipLines\`.`,
      code: inCode("records of the form that a source has to give; the samples say what is wrong with these")
    }
  },
  "malformed-text": {
    says: verb("has bytes that are no text in its encoding", "have bytes that are no text in their encoding"),
    cures: {
      openstreetmap: `${brokenFile}.`,
      overture: `${brokenFile}.`,
      openaddresses: `${brokenFile}: OpenAddresses writes UTF-8.`,
      register: otherFile("encoding"),
      file: encoding,
      code: inCode("text in the encoding of its file")
    }
  },
  filtered: {
    says: verb("is left out by the source's own rules", "are left out by the source's own rules"),
    cures: {
      openstreetmap: "The samples say by which rule.",
      overture: "The samples say by which rule.",
      openaddresses: "The samples say by which rule: look at `keep`.",
      register: otherFile("status and use columns"),
      file: "The samples say by which rule: look at `mapping.keep`, and at `required` of `mapping.joins`.",
      code: "The samples say by which rule of the source's code."
    }
  },
  "other-country": {
    says: (country) => ({
      has: `lies in another country than ${countryText(country)}`,
      have: `lie in another country than ${countryText(country)}`
    }),
    cures: {
      openstreetmap: otherCountry("countries"),
      overture: otherCountry("countries"),
      openaddresses: otherCountry("country"),
      register: "Take the file of the register's own country.",
      file: otherCountry("mapping.country"),
      code: inCode("the country that its records lie in")
    }
  },
  "missing-record-id": {
    says: verb("has no ID", "have no ID"),
    cures: {
      openstreetmap: `${brokenFile}.`,
      overture: `${brokenFile}.`,
      openaddresses: `${brokenFile}.`,
      register: otherFile("columns"),
      file: "Let `mapping.recordId` name a column that is always filled, or leave it out: then a record is known by what it says.",
      code: inCode("each record a `recordId`")
    }
  },
  "missing-house-number": {
    says: verb("has no house number", "have no house number"),
    cures: {
      openstreetmap: otherData("house numbers"),
      overture: otherData("house numbers"),
      openaddresses: otherData("house numbers"),
      register: otherFile("columns"),
      file: field(
        "houseNumber",
        "where the number stands in the street's column, a template with a pattern takes it out"
      ),
      code: inCode("a `houseNumber`, or the name of the building")
    }
  },
  "malformed-house-number": {
    says: verb("has a house number without a digit", "have house numbers without a digit"),
    cures: {
      openstreetmap: otherData("house numbers"),
      overture: otherData("house numbers"),
      openaddresses: otherData("house numbers"),
      register: otherFile("columns"),
      file: "Look at `mapping.fields.houseNumber`: the column that it names holds something else.",
      code: inCode("house numbers, not names, in `houseNumber`")
    }
  },
  "placeholder-house-number": {
    says: verb("has 0 as its house number", "have 0 as their house number"),
    cures: {
      openstreetmap: otherData("house numbers"),
      overture: otherData("house numbers"),
      openaddresses: otherData("house numbers"),
      register: otherFile("columns"),
      file: "The number 0 stands for none. Let `mapping.fields.houseNumber` name the column with the numbers; plots without one are no addresses.",
      code: inCode("no `houseNumber` where there is none, rather than 0")
    }
  },
  "missing-street": {
    says: verb("has no street", "have no street"),
    cures: {
      openstreetmap:
        "Take a larger extract, in which the streets and places that addresses name are whole; or another source.",
      overture: otherData("streets"),
      openaddresses: otherData("streets"),
      register: otherFile("columns and its table of streets"),
      file: field("street", "where it stands in another table, `mapping.joins` reads that"),
      code: inCode("a `street`")
    }
  },
  "missing-city": {
    says: verb("has no city", "have no city"),
    cures: {
      openstreetmap: derivable(
        "Give `city`, or take the extract of the whole state or country, whose boundaries tell the city.",
        "settlement"
      ),
      overture: derivable("Give `city` where all of it is one city.", "settlement"),
      openaddresses: derivable("Give `city` where the file is of one city.", "agreement"),
      register: otherFile("columns and its table of places"),
      file: derivable(
        field(
          "city",
          "a text in place of a column gives all records the same one, and `mapping.position` lets it be derived"
        ),
        "settlement"
      ),
      code: inCode("a `city`, or positions, from which it can be derived")
    }
  },
  "missing-region": {
    says: verb("has no region", "have no region"),
    cures: {
      openstreetmap: derivable(
        "Give `region`, or take the extract of the whole state or country, whose boundaries tell the region.",
        "polygon"
      ),
      overture: derivable("Give `region` where all of it is one region.", "polygon"),
      openaddresses: derivable("Give `region` where the file is of one region.", "polygon"),
      register: otherFile("columns"),
      file: derivable(
        field(
          "region",
          "a text in place of a column gives all records the same one, and `mapping.position` lets it be derived"
        ),
        "polygon"
      ),
      code: inCode("a `region`, or positions, from which it can be derived")
    }
  },
  "unknown-region": {
    says: (country) => ({
      has: `has a region that ${countryText(country)} does not have`,
      have: `have a region that ${countryText(country)} does not have`
    }),
    cures: {
      openstreetmap: "Give `region`: the region's name or its ISO 3166-2 code.",
      overture: "Where `region` is given, it has to be the region's name or its ISO 3166-2 code.",
      openaddresses:
        "Give `region`: the region's name or its ISO 3166-2 code. It may also be a file of another country: then set `country`.",
      register: otherFile("columns"),
      file: "Look at `mapping.fields.region`: its column has to hold names or ISO 3166-2 codes of regions. Leave it out where `mapping.position` can tell them.",
      code: inCode("names or ISO 3166-2 codes of regions in `region`")
    }
  },
  "missing-postcode": {
    says: verb("has no postcode", "have no postcode"),
    cures: {
      openstreetmap: derivable(
        "Take the extract of the whole state or country, whose postal areas tell the postcode.",
        "postcode-table"
      ),
      overture: derivable(otherData("postcodes"), "postcode-table"),
      openaddresses: derivable("Give `postcode` where the file is of one postal area.", "postcode-table"),
      register: otherFile("columns"),
      file: derivable(field("postcode"), "postcode-table"),
      code: inCode("a `postcode`")
    }
  },
  "malformed-postcode": {
    says: (country) => ({
      has: `has a postcode that does not have the form of those of ${countryText(country)}`,
      have: `have postcodes that do not have the form of those of ${countryText(country)}`
    }),
    cures: {
      openstreetmap: "It may be an extract of another country: look at `countries`, and at the samples.",
      overture: "Look at the samples: the release may have changed what stands in that column.",
      openaddresses: "It may be a file of another country: look at `country`, and at the samples.",
      register: otherFile("columns"),
      file: "Is `mapping.fields.postcode` the right column, and `mapping.country` the right country? The samples show what stands there.",
      code: inCode("whole postcodes of the country in `postcode`, and nothing else there")
    }
  },
  "coordinates-out-of-range": {
    says: verb("has coordinates that are no place on Earth", "have coordinates that are no place on Earth"),
    cures: {
      openstreetmap: `${brokenFile}.`,
      overture: `${brokenFile}.`,
      openaddresses: "OpenAddresses gives degrees of WGS 84, longitude before latitude: this file has something else.",
      register: otherFile("coordinates and their reference system"),
      file: projected,
      code: inCode("degrees of WGS 84 in `coordinates`, and none where there are none, rather than 0")
    }
  },
  "coordinates-outside-country": {
    says: (country) => ({ has: `lies outside ${countryText(country)}`, have: `lie outside ${countryText(country)}` }),
    cures: {
      openstreetmap: otherCountry("countries"),
      overture: otherCountry("countries"),
      openaddresses: otherCountry("country"),
      register: otherFile("coordinates and their reference system"),
      file: `${projected} Or the file is of another country: then set \`mapping.country\`.`,
      code: inCode("the country that its records lie in, and degrees of WGS 84")
    }
  },
  "text-too-long": {
    says: verb("has a part that is longer than any real one", "have a part that is longer than any real one"),
    cures: {
      openstreetmap: "The samples show it: a description may stand where a name belongs.",
      overture: "The samples show it: a description may stand where a name belongs.",
      openaddresses: "The samples show it: a quote that is not closed may have joined lines.",
      register: otherFile("quotes and delimiters"),
      file: layout,
      code: inCode("one part of the address in each member")
    }
  },
  duplicate: {
    says: verb("has the address of another record", "have the address of another record"),
    cures: {
      openstreetmap:
        "An address that is mapped on a building and on what is in it is one address: nothing has to be done.",
      overture: "Rows that differ in their dataset alone are one address: nothing has to be done.",
      openaddresses:
        "Where flats have addresses of their own, the file lacks their `unit`; otherwise nothing has to be done.",
      register: otherFile("columns of flats and units"),
      file: "Where flats have addresses of their own, let `mapping.fields.unit` name their column; a house number's suffix belongs into `mapping.fields.houseNumber`. The file may also hold its rows several times.",
      code: inCode("what tells the addresses apart, such as the `unit`")
    }
  }
}
