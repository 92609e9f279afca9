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
  `Compare the file's ${what} with what the declaration of ${declaration(subject)} expects: this may be another file of the register, or a newer version. The type \`file\` can read it with a mapping of your own.`

const inCode = (what: string) => `The source's code must give ${what}.`

const field = (name: string, more = "") =>
  `Set \`mapping.fields.${name}\` to the column that has it${more === "" ? "" : `; ${more}`}.`

const otherData = (what: string) =>
  `No option can add ${what} that the data lack: use another source for the country, such as its register.`

const derivable =
  (cure: string, method: string): Cure =>
  ({ configured }) => {
    const derive = configured?.options["derive"]
    return Array.isArray(derive) && !derive.includes(method)
      ? `${cure.replace(/\.$/, "")}, or add \`${method}\` to \`derive\`, which lacks it.`
      : cure
  }

const encoding = "Set `mapping.format.encoding` to the file's encoding, such as `windows-1252`."
const brokenFile = "The samples say where and why. If the file is damaged, download it again"
const otherCountry = (option: string) => `Set \`${option}\` to the file's country, or use the file of this country.`
const layout = "Compare `mapping.format` with the file: its `delimiter`, `quote` and `skipLines` determine the columns."
const projected =
  "Check `mapping.position`: `x` is the longitude or easting, `y` the latitude or northing. If the file is not in degrees, set `mapping.projection`."

/**
 * What each reason for a rejection means, and its remedy for each type of source. A reason without words does not
 * compile.
 */
export const words: Readonly<Record<RejectReason, Words>> = {
  "malformed-record": {
    says: verb("does not conform to its format", "do not conform to their format"),
    cures: {
      openstreetmap: `${brokenFile}.`,
      overture: `${brokenFile}.`,
      openaddresses: `${brokenFile}; if \`location\` contains other files too, select those of addresses with \`files\`.`,
      register: otherFile("columns"),
      file: `${brokenFile}; otherwise compare \`mapping.format\` with it: its \`type\`, \`delimiter\`, \`quote\` and \`skipLines\`.`,
      code: inCode("well-formed records; the samples say what is wrong with these")
    }
  },
  "malformed-text": {
    says: verb("has bytes that are not text in its encoding", "have bytes that are not text in their encoding"),
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
      openaddresses: "The samples say by which rule: check `keep`.",
      register: otherFile("status and use columns"),
      file: "The samples say by which rule: check `mapping.keep`, and `required` in `mapping.joins`.",
      code: "The samples say by which rule of the source's code."
    }
  },
  "other-country": {
    says: (country) => ({
      has: `is in another country than ${countryText(country)}`,
      have: `are in another country than ${countryText(country)}`
    }),
    cures: {
      openstreetmap: otherCountry("countries"),
      overture: otherCountry("countries"),
      openaddresses: otherCountry("country"),
      register: "Use the file of the register's own country.",
      file: otherCountry("mapping.country"),
      code: inCode("the country that its records are in")
    }
  },
  "missing-record-id": {
    says: verb("has no ID", "have no ID"),
    cures: {
      openstreetmap: `${brokenFile}.`,
      overture: `${brokenFile}.`,
      openaddresses: `${brokenFile}.`,
      register: otherFile("columns"),
      file: "Set `mapping.recordId` to a column that is never empty, or leave it out: a record is then identified by its content.",
      code: inCode("a `recordId` for each record")
    }
  },
  "missing-house-number": {
    says: verb("has no house number", "have no house number"),
    cures: {
      openstreetmap: otherData("house numbers"),
      overture: otherData("house numbers"),
      openaddresses: otherData("house numbers"),
      register: otherFile("columns"),
      file: field("houseNumber", "if the number is in the street's column, a template with a pattern can extract it"),
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
      file: "Check `mapping.fields.houseNumber`: its column contains something else.",
      code: inCode("house numbers, not names, in `houseNumber`")
    }
  },
  "placeholder-house-number": {
    says: verb("has 0, S/N or the like as its house number", "have 0, S/N or the like as their house number"),
    cures: {
      openstreetmap: otherData("house numbers"),
      overture: otherData("house numbers"),
      openaddresses: otherData("house numbers"),
      register: otherFile("columns"),
      file: "Numbers like 0 and S/N mean none. Set `mapping.fields.houseNumber` to the column with the numbers; plots without a number are not addresses.",
      code: inCode("no `houseNumber` instead of 0")
    }
  },
  "missing-street": {
    says: verb("has no street", "have no street"),
    cures: {
      openstreetmap:
        "Use a larger extract, which contains the streets and places of its addresses completely, or another source.",
      overture: otherData("streets"),
      openaddresses: otherData("streets"),
      register: otherFile("columns and its table of streets"),
      file: field("street", "if it is in another table, read that with `mapping.joins`"),
      code: inCode("a `street`")
    }
  },
  "missing-city": {
    says: verb("has no city", "have no city"),
    cures: {
      openstreetmap: derivable(
        "Set `city`, or use the extract of the whole state or country, whose boundaries show the city.",
        "settlement"
      ),
      overture: derivable("Set `city` if all of it is in one city.", "settlement"),
      openaddresses: derivable("Set `city` if the file covers one city.", "agreement"),
      register: otherFile("columns and its table of places"),
      file: derivable(
        field(
          "city",
          "a text instead of a column sets it for all records, and with `mapping.position` it can be derived"
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
        "Set `region`, or use the extract of the whole state or country, whose boundaries show the region.",
        "polygon"
      ),
      overture: derivable("Set `region` if all of it is in one region.", "polygon"),
      openaddresses: derivable("Set `region` if the file covers one region.", "polygon"),
      register: otherFile("columns"),
      file: derivable(
        field(
          "region",
          "a text instead of a column sets it for all records, and with `mapping.position` it can be derived"
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
      openstreetmap: "Set `region` to the region's name or its ISO 3166-2 code.",
      overture: "If `region` is set, it must be the region's name or its ISO 3166-2 code.",
      openaddresses:
        "Set `region` to the region's name or its ISO 3166-2 code. If the file is of another country, set `country`.",
      register: otherFile("columns"),
      file: "Check `mapping.fields.region`: its column must contain names or ISO 3166-2 codes of regions. Leave it out if regions can be derived from `mapping.position`.",
      code: inCode("names or ISO 3166-2 codes of regions in `region`")
    }
  },
  "missing-postcode": {
    says: verb("has no postcode", "have no postcode"),
    cures: {
      openstreetmap: derivable(
        "Use the extract of the whole state or country, whose postal areas show the postcode.",
        "postcode-table"
      ),
      overture: derivable(otherData("postcodes"), "postcode-table"),
      openaddresses: derivable("Set `postcode` if the file covers one postal area.", "postcode-table"),
      register: otherFile("columns"),
      file: derivable(field("postcode"), "postcode-table"),
      code: inCode("a `postcode`")
    }
  },
  "malformed-postcode": {
    says: (country) => ({
      has: `has a postcode that is not in the format of ${countryText(country)}`,
      have: `have postcodes that are not in the format of ${countryText(country)}`
    }),
    cures: {
      openstreetmap: "This may be an extract of another country: check `countries`, and the samples.",
      overture: "Check the samples: the release may have changed the contents of that column.",
      openaddresses: "This may be a file of another country: check `country`, and the samples.",
      register: otherFile("columns"),
      file: "Check that `mapping.fields.postcode` is the right column, and `mapping.country` the right country. The samples show the values.",
      code: inCode("complete postcodes of the country in `postcode`, and nothing else")
    }
  },
  "coordinates-out-of-range": {
    says: verb("has coordinates that are not on Earth", "have coordinates that are not on Earth"),
    cures: {
      openstreetmap: `${brokenFile}.`,
      overture: `${brokenFile}.`,
      openaddresses: "OpenAddresses uses degrees of WGS 84, longitude before latitude, but this file does not.",
      register: otherFile("coordinates and their reference system"),
      file: projected,
      code: inCode("degrees of WGS 84 in `coordinates`, and no coordinates instead of 0")
    }
  },
  "coordinates-outside-country": {
    says: (country) => ({ has: `is outside ${countryText(country)}`, have: `are outside ${countryText(country)}` }),
    cures: {
      openstreetmap: otherCountry("countries"),
      overture: otherCountry("countries"),
      openaddresses: otherCountry("country"),
      register: otherFile("coordinates and their reference system"),
      file: `${projected} If the file is of another country, set \`mapping.country\`.`,
      code: inCode("the country that its records are in, and degrees of WGS 84")
    }
  },
  "text-too-long": {
    says: verb("has a text that is too long to be real", "have a text that is too long to be real"),
    cures: {
      openstreetmap: "The samples show it: there may be a description in place of a name.",
      overture: "The samples show it: there may be a description in place of a name.",
      openaddresses: "The samples show it: an unclosed quote may have joined lines.",
      register: otherFile("quotes and delimiters"),
      file: layout,
      code: inCode("one component of the address in each member")
    }
  },
  duplicate: {
    says: verb("has the address of another record", "have the address of another record"),
    cures: {
      openstreetmap:
        "An address mapped both on a building and on something in it is one address: nothing needs to be done.",
      overture: "Rows that differ only in their dataset are one address: nothing needs to be done.",
      openaddresses:
        "If flats have addresses of their own, the file lacks their `unit`; otherwise nothing needs to be done.",
      register: otherFile("columns of flats and units"),
      file: "If flats have addresses of their own, set `mapping.fields.unit` to their column; a house number's suffix belongs in `mapping.fields.houseNumber`. The file may also contain its rows several times.",
      code: inCode("what distinguishes the addresses, such as the `unit`")
    }
  }
}
