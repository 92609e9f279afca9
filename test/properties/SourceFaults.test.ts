import { mkdtempSync, rmSync } from "node:fs"
import { hostname, tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, Schedule, Stream } from "effect"
import { suitesOf, type SourceLayer, type ConformanceOptions } from "../../properties/Conformance.ts"
import * as DataSource from "../../sources/DataSource.ts"
import { normalize } from "../../src/sync/normalize/NormalizeInFull.ts"
import {
  byFours,
  byLinks,
  host,
  houses,
  ofApi,
  ofEach,
  ofFile,
  ofList,
  ofOwnClient,
  removeFiles,
  ofStart
} from "./SourceSubjects.ts"

afterAll(() => {
  removeFiles()
  delete process.env["DOORSTEP_TEST_KEY"]
  delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]
  Reflect.deleteProperty(Array.prototype, "last")
})

type Host = ConformanceOptions["host"]

const lawsOf = (layer: SourceLayer, country: string, answers: Host = host()) =>
  Effect.map(suitesOf(layer, { normalize, runs: 20, country, host: answers! }), (suites) => suites[0]!.laws)

/** What is broken, in the words of the laws, and what those say that cannot decide. */
const outcomes = Effect.fnUntraced(function* (layer: SourceLayer, answers?: Host) {
  const [broken, undecided] = [new Map<string, string>(), new Map<string, string>()]
  for (const { holds, promise } of yield* lawsOf(layer, "US", answers)) {
    const outcome = yield* Effect.result(holds)
    if (outcome._tag === "Failure") broken.set(promise, outcome.failure.message)
    else if (outcome.success !== undefined) undecided.set(promise, outcome.success.because)
  }
  return { broken, undecided }
}, Effect.scoped)

/** A law that cannot decide says what it needs. */
const saysWhatItNeeds = (undecided: ReadonlyMap<string, string>) => {
  for (const [promise, because] of undecided) assert.match(because, /Needs |must use it/, promise)
}

const shifted = (north: number, east: number) =>
  ofList((all) =>
    all.map((record) => ({
      ...record,
      coordinates: {
        latitude: record.coordinates!.latitude + north / 111_195,
        longitude: record.coordinates!.longitude + east / 85_720
      }
    }))
  )

const ours = (country: string) => (country === "XX" ? Stream.empty : Stream.fromIterable(houses()))

const withDetail = (detail: () => string) =>
  ofList(undefined, {
    records: (country) =>
      Stream.suspend(() =>
        Stream.fromIterable(
          (country === "US" ? houses() : []).map((one) => ({
            ...one,
            evidence: { kind: "register", detail: detail() }
          }))
        )
      )
  })

/** A source that is made for each build of its Layer, by its number. */
const ofBuild = (change: (build: number) => Partial<DataSource.DataSource>) => {
  let builds = 0
  return ofStart(() => change(++builds))
}

/** IDs that are made anew in each reading. */
const withId = (change: (recordId: string) => string) =>
  ofList(undefined, {
    examples: undefined as never,
    records: (country) =>
      Stream.suspend(() =>
        Stream.fromIterable(
          (country === "US" ? houses() : []).map((one) => ({ ...one, recordId: change(one.recordId) }))
        )
      )
  })

/** A source that has a key from the environment. */
const withKey = (layerOf: (key: string) => SourceLayer) => {
  process.env["DOORSTEP_TEST_KEY"] = "k-4711-of-the-test"
  return layerOf(process.env["DOORSTEP_TEST_KEY"])
}

/** A source whose reading does something else, too. */
const whileReading = (act: () => void) =>
  ofList(undefined, {
    records: (country) =>
      Stream.suspend(() => {
        if (country === "US") act()
        return Stream.fromIterable(country === "US" ? houses() : [])
      })
  })

let rows = 0
/** Records that all readings share. */
const kept = houses().map((one) => ({ ...one }))
/** The cursor of all readings. */
let shared = 0
const nothing = () => Effect.succeed([])
const dying = (cause: unknown) => Effect.die(cause)

interface Fault {
  readonly fault: string
  readonly layer: SourceLayer
  readonly answers?: Host
  /** Words from the promise that is broken. */
  readonly by: string
  /** What the message says is wrong, and where. */
  readonly says: RegExp
}

const faults: ReadonlyArray<Fault> = [
  {
    fault: "a last page that is never read, where the host says how many there are",
    // Pages of which the number is known fail by themselves.
    layer: ofApi({
      paging: {
        ...byFours(),
        next: (page) => (page.number < 2 ? byFours().next(page) : undefined),
        total: () => undefined
      }
    }),
    by: "every page of an API",
    says: /reports 12 records, but the source gave 8/
  },
  {
    fault: "a last page that is never read, where a link leads to it",
    layer: ofApi({ paging: { ...byLinks, next: (page) => (page.number < 2 ? byLinks.next(page) : undefined) } }),
    answers: host("link"),
    by: "every page of an API",
    says: /after 2 pages, with .+offset=4, though it links to the next page, .+offset=8/
  },
  {
    fault: "a first page alone, where all else is behind a link",
    layer: ofApi({ paging: { first: { limit: 4, offset: 0 }, next: () => undefined } }),
    answers: host("link"),
    by: "every page of an API",
    says: /after 1 pages, with .+offset=0/
  },
  {
    fault: "a last page that is never read, where the manifest knows",
    layer: ofList((all) => all.slice(0, 8), { of: { expected: { US: 12 } } }),
    by: "as its manifest states",
    says: /gave 8 records for US.+states 12: 4 are missing/
  },
  {
    fault: "a file that is read twice, where the manifest knows",
    layer: ofList((all) => [...all, ...all], { of: { expected: { US: 12 } } }),
    by: "as its manifest states",
    says: /gave 24 records.+12: more than there can be/
  },
  {
    fault: "items of an API dropped in silence",
    layer: ofApi({ change: Stream.filter((one) => "recordId" in one && one.recordId !== "lot-45") }),
    by: "every item of an API",
    says: /12 items on 3 pages \(4 at .+offset=0.+\), and 11 records/
  },
  {
    fault: "rows of a file dropped in silence",
    layer: ofFile(Stream.filter((one) => !("houseNumber" in one && /[369]$/.test(one.houseNumber ?? "")))),
    by: "every row",
    says: /tested lines give neither a record nor a reason, such as line 4 of houses\.csv: lot-17,3/
  },
  {
    fault: "the second row of a file dropped in silence",
    layer: ofFile(Stream.filter((one) => !("recordId" in one && one.recordId === "lot-10"))),
    by: "every row",
    says: /1 of 41 tested lines give neither a record nor a reason, such as line 3 of houses\.csv: lot-10,2/
  },
  {
    fault: "pages that overlap",
    // Those of an API fail by themselves.
    layer: ofList((all) => all.flatMap((_, at) => all.slice(at, at + 4))),
    by: "each record once",
    says: /From record 5 on, it repeats the records from 2 on.+lot-10/
  },
  {
    fault: "a page that is read again later",
    layer: ofList((all) => [...all, ...all.slice(4, 8)]),
    by: "each record once",
    says: /From record 13 on, it repeats the records from 5 on/
  },
  {
    fault: "a constant fingerprint over a file",
    layer: ofFile(undefined, { fingerprint: Effect.succeed("v1") }),
    by: "changes with its files",
    says: /It is "v1" whatever houses\.csv contains/
  },
  {
    fault: "a constant fingerprint over an API",
    layer: ofApi({ version: () => Effect.succeed("v1") }),
    by: "changes with its host's data",
    says: /It is "v1" whatever the host responds/
  },
  {
    fault: "a fingerprint of the moment",
    layer: ofList(undefined, { fingerprint: Effect.sync(() => String(rows++)) }),
    by: "stays the same while the data do",
    says: /It has changed, though the data have not/
  },
  {
    fault: "a datum that is not changed, as of Germany's old grid",
    layer: shifted(-110, 70),
    by: "where the map shows them",
    says: /"lot-3" is 1\d\d metres south-east of its example's place.+missing datum shift/
  },
  {
    fault: "a datum that is not changed, as of Japan's old grid",
    layer: shifted(-350, 290),
    by: "where the map shows them",
    says: /"lot-3" is 4\d\d metres south-east.+datum/
  },
  {
    fault: "positions of another street",
    layer: shifted(9000, 0),
    by: "where the map shows them",
    says: /is 8,996 metres north .+Is it the right address/
  },
  {
    fault: "records that are also given for a neighbour that it names",
    layer: ofList(undefined, { of: { countries: ["US", "CA"] }, records: ours }),
    by: "for one country",
    says: /"lot-3" is given for US and for CA/
  },
  {
    fault: "records that are given for a neighbour that it does not name",
    layer: ofList(undefined, { records: ours }),
    by: "for one country",
    says: /For CA, which its manifest does not name, it gave 12 records, such as "lot-3"/
  },
  {
    fault: "an outage that passes for the end",
    layer: ofApi({ change: Stream.catch(() => Stream.empty) }),
    by: "however its host falters",
    says: /When the host .+\(.+offset=4\), it ends with 4 of 12 records as if that were all/
  },
  {
    fault: "an answer that is cut passing for an empty page",
    layer: ofOwnClient(nothing),
    by: "however its host falters",
    says: /When the host (responds with 503 once|breaks the connection|ends a response).+it ends with 8 of 12 records/
  },
  {
    fault: "a throw where the host answers 503",
    layer: ofOwnClient(dying),
    by: "however its host falters",
    says: /When the host responds with 503 once.+it dies: .+Turn it into a DataSource\.SourceError/
  },
  {
    fault: "a throw of the fingerprint where the host answers 503",
    layer: ofApi({ version: (api) => Effect.orDie(api.version("", { query: { limit: 4, offset: 4 } })) }),
    by: "however its host falters",
    says: /When the host responds with 503 from the middle.+it dies: .+Turn it into a DataSource\.SourceError/
  },
  {
    fault: "a file that breaks off passing for its end",
    layer: ofFile(Stream.catch(() => Stream.empty)),
    by: "missing, truncated",
    says: /When houses\.csv (is missing|breaks off).+as if there were no more/
  },
  {
    fault: "one ID for two records",
    layer: ofList(([first, second, ...rest]) => [first!, { ...second!, recordId: first!.recordId }, ...rest]),
    by: "different records different IDs",
    says: /Two records have the ID "lot-3": `houseNumber` was "1" and is "2"/
  },
  {
    fault: "IDs from a counter",
    layer: ofList(undefined, {
      examples: undefined as never,
      records: (country) =>
        country === "US"
          ? Stream.map(Stream.fromIterable(houses()), (record) => ({ ...record, recordId: `row ${rows++}` }))
          : Stream.empty
    }),
    by: "each time it is read",
    says: /the same record had another ID.+Take the ID from the data/
  },
  {
    fault: "latitude and longitude exchanged",
    layer: ofList((all) =>
      all.map((record) => ({
        ...record,
        coordinates: { latitude: record.coordinates!.longitude + 10, longitude: record.coordinates!.latitude }
      }))
    ),
    by: "coordinates in the country",
    says: /12 of 12 coordinates do not lie in US, such as latitude -85\.12, longitude 39\.56 of the record "lot-3"/
  },
  {
    fault: "parts that leave the last one out",
    layer: ofList(undefined, {
      parts: () => Stream.make({ name: "one", records: Stream.fromIterable(houses().slice(0, 9)) })
    }),
    by: "by its parts",
    says: /Its parts have 9 records, the whole 12/
  },
  {
    fault: "evidence of homes, though the manifest says that there is none",
    layer: ofList(undefined, { of: { evidence: "None." } }),
    by: "the evidence that its manifest states",
    says: /The record "lot-3" has evidence, but the manifest says that there is none/
  },
  {
    fault: "a single record that is missing",
    layer: ofList((all) => all.slice(0, 11), { of: { expected: { US: 12 } } }),
    by: "as its manifest states",
    says: /states 12: 1 is missing\. Is a last page/
  },
  {
    fault: "a total of thousands of which little is given",
    layer: ofList(undefined, { of: { expected: { US: 4033 } } }),
    by: "as its manifest states",
    says: /states 4,033: 4,021 are missing/
  },
  {
    fault: "an example that is swapped",
    layer: ofList((all) =>
      all.map(({ coordinates, ...record }) => ({
        ...record,
        coordinates: { latitude: coordinates!.longitude, longitude: coordinates!.latitude }
      }))
    ),
    by: "where the map shows them",
    says: /"lot-3" is \d{1,2},\d{3},\d{3} metres .+It is where the map shows it when swapped/
  },
  {
    fault: "an example with another ID, next to a rejected record",
    layer: ofList(([first, ...rest]) => [
      DataSource.rejected("filtered", "It is a garage."),
      { ...first!, recordId: "other" },
      ...rest.slice(0, 1)
    ]),
    by: "the examples that it names",
    says: /Existing IDs are, for instance: other, lot-10\.$/
  },
  {
    fault: "an error that ends with a question",
    layer: ofList(undefined, {
      records: () =>
        Stream.fail(
          new DataSource.SourceError({ source: "subject", reason: "unreadable", message: "Is it the right file?" })
        )
    }),
    by: "at least one record",
    says: /It cannot be read: Is it the right file\?$/
  },
  {
    fault: "no evidence, in silence",
    layer: ofList((all) => all.map((record) => ({ ...record, evidence: undefined }))),
    by: "the evidence that its manifest states",
    says: /No record has evidence, so none will ever be drawn/
  },
  {
    fault: "IDs that contain the day",
    layer: ofList(undefined, {
      examples: undefined as never,
      records: (country) =>
        Stream.unwrap(
          Effect.map(Clock.currentTimeMillis, (now) =>
            country === "US"
              ? Stream.map(Stream.fromIterable(houses()), (record) => ({
                  ...record,
                  recordId: `${record.recordId} of ${new Date(now).toISOString().slice(0, 10)}`
                }))
              : Stream.empty
          )
        )
    }),
    by: "each time it is read",
    says: /the same record had another ID: `recordId` was "lot-3 of .+An ID from a counter, a clock/
  },
  {
    fault: "UTF-8 that is read as Windows-1252",
    layer: ofEach(() => ({ street: "GroÃŸe StraÃŸe" })),
    by: "as people read them",
    says: /12 of 12 texts of `street` are UTF-8 that was read as something else, such as "GroÃŸe StraÃŸe" of the record "lot-3"/
  },
  {
    fault: "Windows-1252 that is read as UTF-8",
    layer: ofEach(() => ({ city: "K\uFFFDln" })),
    by: "as people read them",
    says: /texts of `city` have characters that could not be decoded, such as "K\uFFFDln"/
  },
  {
    fault: "entities of HTML",
    layer: ofEach(() => ({ street: "Caf&eacute; Lane" })),
    by: "as people read them",
    says: /texts of `street` have entities of HTML, such as "Caf&eacute; Lane".+&eacute; is é/
  },
  {
    fault: "tags of HTML",
    layer: ofEach(({ street }) => ({ street: `<b>${street}</b>` })),
    by: "as people read them",
    says: /texts of `street` have tags of HTML, such as "<b>Lilliput Lane<\/b>"/
  },
  {
    fault: "JSON in place of a text",
    layer: ofEach(({ street }) => ({ street: JSON.stringify({ en: street }) })),
    by: "as people read them",
    says: /texts of `street` are JSON/
  },
  {
    fault: "house numbers of a spreadsheet",
    layer: ofEach(({ houseNumber }) => ({ houseNumber: `${houseNumber}.0` })),
    by: "in its own field",
    says: /12 of 12 texts of `houseNumber` are numbers with a decimal point, such as "1\.0" of the record "lot-3"/
  },
  {
    fault: "streets that contain the house number",
    layer: ofEach(({ houseNumber, street }) => ({ street: `${street} ${houseNumber}` })),
    by: "in its own field",
    says: /texts of `street` contain the house number, such as "Lilliput Lane 1"/
  },
  {
    fault: "units that are the house number",
    layer: ofEach(({ houseNumber }) => ({ unit: houseNumber })),
    by: "in its own field",
    says: /texts of `unit` are the house number again, such as "1"/
  },
  {
    fault: "postcodes as cities",
    layer: ofEach(({ postcode }) => ({ city: postcode })),
    by: "in its own field",
    says: /texts of `city` are the postcode, such as "66002"/
  },
  {
    fault: "a language in words",
    layer: ofEach(() => ({ language: "english" })),
    by: "languages by their codes",
    says: /"lot-3" has the language "english"\. Give its BCP 47 code/
  },
  {
    fault: "names in a language in words",
    layer: ofEach(() => ({ names: { german: { city: "Atchison" } } })),
    by: "languages by their codes",
    says: /"lot-3" has the language "german"/
  },
  {
    fault: "an explanation that was left for later",
    layer: ofEach(() => ({ evidence: { kind: "register", detail: "TODO" } })),
    by: "what makes each address a home",
    says: /"lot-3" says "TODO" as what makes it a home/
  },
  {
    fault: "the middle of the town in place of each position",
    layer: ofEach(({ recordId }) => ({
      street: `Lane ${recordId}`,
      coordinates: { latitude: 39.56, longitude: -95.12 }
    })),
    by: "at different places",
    says: /12 of 12 addresses of 12 streets lie at 39\.56, -95\.12\. If that is the middle/
  },
  {
    fault: "a column of another meaning as the postcode",
    layer: ofList((all) => all.map((record) => ({ ...record, postcode: record.street! }))),
    by: "at least one record that is kept",
    says: /None of 12 records is kept/
  },
  {
    fault: "escapes of JSON in place of letters",
    layer: ofEach(() => ({ street: "M\\u00fchlgasse" })),
    by: "as people read them",
    says: /texts of `street` have escapes of JSON, such as "M\\\\u00fchlgasse"/
  },
  {
    fault: "texts that are encoded for URLs",
    layer: ofEach(() => ({ street: "M%C3%BChlgasse" })),
    by: "as people read them",
    says: /texts of `street` are encoded for URLs, such as "M%C3%BChlgasse"/
  },
  {
    fault: "texts that were cut within a character",
    layer: ofEach(() => ({ city: "Atchison\ud83c" })),
    by: "as people read them",
    says: /texts of `city` have half of a character/
  },
  {
    fault: "question marks in place of letters",
    layer: ofEach(() => ({ street: "M?hlgasse" })),
    by: "as people read them",
    says: /texts of `street` have question marks in place of letters, such as "M\?hlgasse"/
  },
  {
    fault: "house numbers that a spreadsheet has made dates",
    layer: ofEach(() => ({ houseNumber: "2-Jan" })),
    by: "as people read them",
    says: /texts of `houseNumber` are dates, such as "2-Jan".+numbers such as 1-2/
  },
  {
    fault: "cities with their postcode",
    layer: ofEach(() => ({ city: "66002 Atchison" })),
    by: "in its own field",
    says: /texts of `city` contain the postcode, such as "66002 Atchison"/
  },
  {
    fault: "streets with their city",
    layer: ofEach(() => ({ street: "Lilliput Lane, Atchison" })),
    by: "in its own field",
    says: /texts of `street` end with the city/
  },
  {
    fault: "streets in quotation marks",
    layer: ofEach(() => ({ street: '"Lilliput Lane"' })),
    by: "in its own field",
    says: /texts of `street` are in quotation marks/
  },
  {
    fault: "positions with two decimals",
    layer: ofList((all) =>
      [...all, ...all].map((record, i) => ({
        ...record,
        recordId: `lot-${i}`,
        street: `Lane ${i}`,
        coordinates: { latitude: 39.5 + i / 100, longitude: -95.12 }
      }))
    ),
    by: "at different places",
    says: /All 24 positions have two decimals or fewer.+up to a kilometre from the house/
  },
  {
    fault: "IDs that are others at each start",
    layer: ofStart((start) => ({
      examples: undefined as never,
      records: (country) =>
        country === "US"
          ? Stream.fromIterable(houses().map((record) => ({ ...record, recordId: `${start} ${record.recordId}` })))
          : Stream.empty
    })),
    by: "each time it is read",
    says: /From its Layer built anew, as at a start of the service .+, the same record had another ID/
  },
  {
    fault: "a fingerprint of the start",
    layer: ofStart((start) => ({ fingerprint: Effect.succeed(`start ${start}`) })),
    by: "stays the same while the data do",
    says: /From its Layer built anew, as by another process.+, it has another one: each start of the service/
  },
  {
    fault: "parts with all records for each country",
    layer: ofList(undefined, {
      parts: () => Stream.make({ name: "one", records: Stream.fromIterable(houses()) })
    }),
    by: "for a country that it does not have",
    says: /It gave a record for XX.+Check the country passed to `parts`/
  },
  {
    fault: "names of parts from a counter",
    layer: ofList(undefined, {
      parts: () => Stream.make({ name: `part ${rows++}`, records: Stream.fromIterable(houses()) })
    }),
    by: "by its parts",
    says: /A part is named "part \d+" at one time, and otherwise at another/
  },
  {
    fault: "a throw of what closes a reading that was interrupted",
    layer: ofList(undefined, {
      records: (country) => {
        let left = country === "US" ? houses().length : 0
        return Stream.fromIterable(houses().slice(0, left)).pipe(
          Stream.rechunk(1),
          Stream.tap(() => Effect.sync(() => left--)),
          Stream.ensuring(Effect.suspend(() => (left > 0 ? Effect.die(new Error("It is not open.")) : Effect.void)))
        )
      }
    }),
    by: "resources when a reading is interrupted",
    says: /interrupted after \d+ records ended with a defect: Error: It is not open\. What closes must not throw/
  },
  {
    fault: "names of what has no name",
    layer: ofEach(() => ({ names: { de: { strasse: "Lilliputgasse" } as object } })),
    by: "with the port's types",
    says: /`names\.de\.strasse`/
  },
  {
    fault: "a getter that throws",
    layer: ofList((all) =>
      all.map((record) => ({
        ...record,
        get street(): string {
          throw new Error("The row is gone.")
        }
      }))
    ),
    by: "with the port's types",
    says: /Looking at its records throws: The row is gone\. Does a record have a getter\?/
  },
  {
    fault: "parts with all records for a neighbour",
    layer: ofList(undefined, {
      parts: (country) =>
        country === "XX" ? Stream.empty : Stream.make({ name: "one", records: Stream.fromIterable(houses()) })
    }),
    by: "for one country",
    says: /For CA, which its manifest does not name, it gave 12 records.+Check the country passed to `parts`/
  },
  {
    fault: "a part without a name",
    layer: ofList(undefined, {
      parts: (country) =>
        country === "US" ? Stream.make({ name: "", records: Stream.fromIterable(houses()) }) : Stream.empty
    }),
    by: "by its parts",
    says: /A part has no name/
  },
  {
    fault: "a cursor that all readings share",
    layer: ofList(undefined, {
      records: (country) =>
        country === "US"
          ? Stream.fromIterable(houses()).pipe(
              Stream.rechunk(1),
              Stream.map(() => houses()[shared++ % 12]!),
              Stream.takeUntil(({ recordId }) => recordId === "lot-80")
            )
          : Stream.empty
    }),
    by: "each time it is read",
    says: /Beside another reading, which ended early, it gave \d+ records instead of 12\. Do readings share a cursor/
  },
  {
    fault: "an ID with a line break",
    layer: ofEach(({ recordId }) => ({ recordId: `${recordId}\n` })),
    by: "with the port's types",
    says: /its ID, "lot-3\\n", has white space around it or control characters/
  },
  {
    fault: "an ID that was cut within a character",
    layer: ofEach(({ recordId }) => ({ recordId: `${recordId}\ud83d` })),
    by: "with the port's types",
    says: /`recordId` has half of a character, or NUL, which no database stores/
  },
  {
    fault: "a derived part that is not there",
    layer: ofEach(() => ({ district: undefined, derived: [{ component: "district", method: "boundary" }] })),
    by: "with the port's types",
    says: /`derived` says how its `district` was derived, and it has none/
  },
  {
    fault: "a homepage in words",
    layer: ofList(undefined, { of: { homepage: "our web site" } }),
    by: "its homepage",
    says: /The manifest says "our web site" as its `homepage`\. Give the URL/
  },
  {
    fault: "a total of a country that it does not have",
    layer: ofList(undefined, { of: { expected: { CA: 12 } } }),
    by: "a valid manifest",
    says: /It expects records of CA, which is none of its countries/
  },
  {
    fault: "a fingerprint that throws, though the records can be read",
    layer: ofList(undefined, { fingerprint: Effect.die(new Error("There is no version")) }),
    by: "stays the same while the data do",
    says: /Here it fails, though it was read before: There is no version.+ Does something of it work only once/
  },
  {
    fault: "a Layer that can be built once only",
    layer: ofBuild((build) => {
      if (build > 1) throw new Error("The port is in use")
      return {}
    }),
    by: "each time it is read",
    says: /Here it fails, though it was read before: The port is in use/
  },
  {
    fault: "what an unfinished reading has read, kept as if it were all",
    layer: ofBuild(() => {
      let kept: ReadonlyArray<DataSource.RawRecord> | undefined
      return {
        records: (country) => {
          if (country !== "US" || kept !== undefined) return Stream.fromIterable(country === "US" ? kept! : [])
          const read: Array<DataSource.RawRecord> = []
          kept = read
          return Stream.tap(Stream.rechunk(Stream.fromIterable(houses()), 1), (one) =>
            Effect.sync(() => read.push(one))
          )
        }
      }
    }),
    by: "each time it is read",
    says: /after a reading that ended early, it gave [12] records instead of 12\. Does it keep/
  },
  {
    fault: "the day by the machine's clock",
    layer: withDetail(() => `Read on ${new Date().toISOString().slice(0, 10)}.`),
    by: "each time it is read",
    says: /on another day, in another time zone .+, the record "lot-3" was different: `evidence` was/
  },
  {
    fault: "a day of the data in the machine's time zone",
    layer: withDetail(() => `Registered on ${new Date(Date.UTC(2020, 4, 1)).toLocaleDateString("en-US")}.`),
    by: "each time it is read",
    says: /in another time zone and language, .+, the record "lot-3" was different: `evidence` was/
  },
  {
    fault: "a position that all readings share, with as many records",
    layer: ofList(undefined, {
      records: (country) =>
        country === "US"
          ? Stream.suspend(() => {
              shared = 0
              return Stream.mapEffect(Stream.rechunk(Stream.fromIterable(houses()), 1), () =>
                Effect.andThen(
                  Effect.yieldNow,
                  Effect.sync(() => houses()[shared++ % 12]!)
                )
              )
            })
          : Stream.empty
    }),
    by: "each time it is read",
    says: /Beside another reading, it gave some records twice instead of others, such as .+Do readings share a cursor/
  },
  {
    fault: "records that a later reading changes",
    layer: ofList(undefined, {
      records: (country) => {
        if (country === "US") for (const one of kept) one.city = `${one.city}!`
        return Stream.fromIterable(country === "US" ? kept : [])
      }
    }),
    by: "each time it is read",
    says: /The second time, the record "lot-3" was different: `city` was "Atchison!+" and is "Atchison!!+"/
  },
  {
    fault: "a listener that each whole reading leaves behind",
    layer: ofList(undefined, {
      records: (country) =>
        Stream.concat(
          Stream.rechunk(Stream.fromIterable(country === "US" ? houses() : []), 1),
          Stream.fromEffectDrain(Effect.sync(() => process.once("doorstep-test", () => {})))
        )
    }),
    by: "resources when a reading is interrupted",
    says: /18 interrupted readings and 9 whole ones, this is still open: a listener to doorstep-test of the process \(9 times\)/
  },
  {
    fault: "a part that can be read once only",
    layer: ofList(undefined, {
      parts: (country) => {
        const rest = houses().slice(0, country === "US" ? 12 : 0)
        const records = Stream.suspend(() => Stream.fromIterable(rest.splice(0)))
        return Stream.make({ name: "one", records })
      }
    }),
    by: "by its parts",
    says: /The part "one" gives its records once, and then none: after a failure it is read again/
  },
  {
    fault: "parts that exchange their names",
    layer: ofList(undefined, {
      parts: (country) => {
        rows++
        const halves = [houses().slice(0, 6), houses().slice(6)]
        return Stream.map(Stream.fromIterable(country === "US" ? [0, 1] : []), (name) => ({
          name: String(name),
          records: Stream.fromIterable(halves[(name + rows) % 2]!)
        }))
      }
    }),
    by: "by its parts",
    says: /The part "0" has other records when the parts are listed again, such as/
  },
  {
    fault: "a URL that is none",
    layer: ofEach(() => ({ url: "row 12" })),
    by: "with the port's types",
    says: /its `url`, "row 12", is none of a page\. Give one that begins with https/
  },
  {
    fault: "a URL with a key",
    layer: ofEach(() => ({ url: "https://api.example.com/houses/1?api_key=abc" })),
    by: "with the port's types",
    says: /its `url` has a key, which every response would show/
  },
  {
    fault: "IDs of a column that is not there",
    layer: ofEach(({ recordId }) => ({ recordId: `${recordId}-undefined` })),
    by: "with the port's types",
    says: /`recordId`, "lot-3-undefined", has "undefined" in place of what is not there/
  },
  {
    fault: "streets of a column that is an object",
    layer: ofEach(() => ({ street: String({}) })),
    by: "as people read them",
    says: /texts of `street` have what JavaScript writes for a value that is not there, such as "\[object Object\]"/
  },
  {
    fault: "a licence that allows nothing",
    layer: ofList(undefined, { of: { license: "All rights reserved." } }),
    by: "its licence",
    says: /"All rights reserved\." as its `license`, which allows nobody to use the addresses/
  },
  {
    fault: "pages that begin with the last record of the page before",
    layer: ofList(() => [0, 4, 8, 12, 16].flatMap((at) => houses(20).slice(at, at + 5))),
    by: "each record once",
    says: /Every 5 records, it gives one twice in a row\. Does each page begin with the last record/
  },
  {
    fault: "the middle of the street in place of each position",
    layer: ofList(() =>
      houses(24).map((record, i) => ({
        ...record,
        street: `Lane ${"ABCDEF"[i % 6]}`,
        coordinates: { latitude: 39.5611 + (i % 6) / 1000, longitude: -95.1234 }
      }))
    ),
    by: "at different places",
    says: /All houses of a street lie at one place, on 6 of 6 streets with 4 or more, such as at 39\.5611, -95\.1234/
  },
  {
    fault: "longitudes without their sign",
    layer: ofEach(({ coordinates }) => ({
      coordinates: { latitude: coordinates!.latitude, longitude: -coordinates!.longitude }
    })),
    by: "coordinates in the country",
    says: /They do with the other sign: west and south are negative/
  },
  {
    fault: "rows that cannot be read dropped in silence",
    layer: ofFile(Stream.filter((one) => !DataSource.isRejected(one))),
    by: "every row",
    says: /When line \d+ of houses\.csv is cut off in its middle, it gives neither a record nor a reason/
  },
  {
    fault: "IDs of this machine",
    layer: withId((id) => `${hostname()} ${process.pid} ${id}`),
    by: "each time it is read",
    says: /by another process of another machine, the same record had another ID: .+ is "elsewhere \d+ lot-3"/
  },
  {
    fault: "IDs in this machine's language",
    layer: withId((id) => `${(1000).toLocaleString()} ${id}`),
    by: "each time it is read",
    says: /in another time zone and language.+the same record had another ID/
  },
  {
    fault: "IDs in small letters of this machine's language",
    layer: withId((id) => `LILLIPUT ${id}`.toLocaleLowerCase()),
    by: "each time it is read",
    says: /in another time zone and language.+the same record had another ID/
  },
  {
    fault: "IDs of the file's place",
    layer: ofEach(({ recordId }) => ({ recordId: `${process.cwd()}/houses.csv ${recordId}` })),
    by: "with the port's types",
    says: /its ID, ".+houses\.csv lot-3", contains the folder of this machine/
  },
  {
    fault: "IDs of a spreadsheet",
    layer: ofEach(({ houseNumber }) => ({ recordId: `1.2345${houseNumber}E+15` })),
    by: "with the port's types",
    says: /"1\.23451E\+15", is what a spreadsheet writes for a long number/
  },
  {
    fault: "IDs that are a person's",
    layer: ofEach(({ houseNumber }) => ({ recordId: `owner${houseNumber}@example.com` })),
    by: "with the port's types",
    says: /"owner1@example\.com", is the email address of a person/
  },
  {
    fault: "a URL of this machine",
    layer: ofEach(() => ({ url: "http://localhost:9000/houses/1" })),
    by: "with the port's types",
    says: /its `url`, "http:\/\/localhost:9000\/houses\/1", is none of a page/
  },
  {
    fault: "a URL with a password",
    layer: ofEach(() => ({ url: "https://me:secret@example.com/1" })),
    by: "with the port's types",
    says: /its `url` has a key/
  },
  {
    fault: "a key of the environment in records",
    layer: withKey((key) => ofEach(() => ({ url: `https://example.com/${key}/1` }))),
    by: "with the port's types",
    says: /`url` has a key that is set in the environment/
  },
  {
    fault: "a key of the environment in the fingerprint",
    layer: withKey((key) => ofList(undefined, { fingerprint: Effect.succeed(`https://example.com/${key}`) })),
    by: "stays the same while the data do",
    says: /It has a key that is set in the environment/
  },
  {
    fault: "a fingerprint of the process",
    layer: ofList(undefined, { fingerprint: Effect.sync(() => `process ${process.pid}`) }),
    by: "stays the same while the data do",
    says: /as by another process of another machine, it has another one/
  },
  {
    fault: "a fingerprint that no database stores",
    layer: ofList(undefined, { fingerprint: Effect.succeed("1\0") }),
    by: "stays the same while the data do",
    says: /It has half of a character, or NUL/
  },
  {
    fault: "all data as the fingerprint",
    layer: ofList(undefined, { fingerprint: Effect.sync(() => JSON.stringify(houses(40))) }),
    by: "stays the same while the data do",
    says: /It has \d+ characters, and is kept with each run: hash it/
  },
  {
    fault: "a reading that turns off what guards connections",
    layer: whileReading(() => {
      process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0"
    }),
    by: "leave the process",
    says: /has changed NODE_TLS_REJECT_UNAUTHORIZED in the environment/
  },
  {
    fault: "a reading that adds a member to all arrays",
    layer: whileReading(() => void Reflect.defineProperty(Array.prototype, "last", { configurable: true, value: 1 })),
    by: "leave the process",
    says: /has changed what all values of Array have/
  },
  {
    fault: "a promise that fails while nobody waits for it",
    layer: whileReading(() => void Promise.reject(new Error("It is not there"))),
    by: "leave the process",
    says: /failed while nobody waited for it, which ends the service: It is not there/
  },
  {
    fault: "a temporary file that each reading leaves behind",
    layer: whileReading(() => void mkdtempSync(join(tmpdir(), "left-"))),
    by: "resources when a reading is interrupted",
    says: /still open: a temporary file or folder \(27 times\)/
  },
  {
    fault: "two sources with one name",
    layer: Layer.mergeAll(ofList(), ofList()),
    by: "",
    says: /Two sources are named "subject"/
  },
  {
    fault: "a reply that fails passing for one without coordinates",
    layer: ofOwnClient((cause) =>
      Effect.as(
        Effect.logDebug(cause),
        houses(4).map(({ recordId }) => ({ recordId }))
      )
    ),
    by: "however its host falters",
    says: /When the host responds with 503 once.+it gives a record that is not what the host has/
  },
  {
    fault: "an outage that passes for another version",
    layer: ofApi({ version: (api) => Effect.orElseSucceed(api.version(""), () => "unknown") }),
    by: "however its host falters",
    says: /When the host responds with 503 \(.+\), its fingerprint is another one/
  },
  ...(
    [
      [
        "street",
        "\u0420\u203a\u0420\u00b5\u0420\u0405\u0420\u0451\u0420\u0405\u0420\u00b0",
        "are UTF-8 that was read as something else"
      ],
      [
        "street",
        "\u039e\u2018\u039e\u0388\u039e\u00ae\u039e\u00bd\u039e\u00b1",
        "are UTF-8 that was read as something else"
      ],
      ["street", "M\u0102\u013dhlg\u0102\u00a4ssle", "are UTF-8 that was read as something else"],
      ["street", "M\u221a\u00bahlg\u221a\u00a7ssle", "are UTF-8 that was read as something else"],
      ["street", "Rue de l\u0092\u00c9glise", "have letters of another code page"],
      ["city", "\u00a3\u00f3d\u00b3ka", "have letters of another code page"],
      ["street", "Rue d''Alsace", "have quotation marks with the escapes of SQL"],
      ["building", "NULL", "have what a database or a spreadsheet writes"],
      ["unit", "#REF!", "have what a database or a spreadsheet writes"],
      ["unit", "nan", "have what Python writes"],
      ["building", "owner@example.com", "are email addresses, telephone numbers or URLs"]
    ] as const
  ).map(([field, text, what]): Fault => ({
    fault: `${JSON.stringify(text)} as the ${field}`,
    layer: ofEach(() => ({ [field]: text })),
    by: "as people read them",
    says: new RegExp(`12 of 12 texts of \`${field}\` ${what}`)
  })),
  ...(
    [
      ["building", ({ street }) => street, "are the street or the house number again"],
      ["district", ({ street }) => street, "are the street again"],
      ["region", ({ postcode }) => postcode, "are the postcode"],
      ["city", ({ city, region }) => `${city}, ${region}`, "end with the region"],
      ["street", ({ postcode, street }) => `${street}, ${postcode} Atchison`, "contain the postcode"]
    ] as const satisfies ReadonlyArray<readonly [string, (record: DataSource.RawRecord) => string | undefined, string]>
  ).map(([field, of, what]): Fault => ({
    fault: `a ${field} of another column: they ${what}`,
    layer: ofEach((record) => ({ [field]: of(record) })),
    by: "in its own field",
    says: new RegExp(`texts of \`${field}\` ${what}`)
  })),
  ...(
    [
      [{ license: "Other" }, /"Other" as its `license`, which allows nobody/],
      [{ license: "https://example.com/subject" }, /Its `license` is the URL of its homepage/],
      [{ homepage: "https://example.com/?api_key=abc" }, /its `homepage` has a key/],
      [
        { attribution: "&copy; The town" },
        /Its `attribution`, "&copy; The town", is no plain text: .+entities of HTML/
      ],
      [{ attribution: "The town ".repeat(300) }, /Its `attribution` has 2700 characters/]
    ] as const
  ).map(([of, says]): Fault => ({
    fault: `a manifest with ${JSON.stringify(of).slice(0, 60)}`,
    layer: ofList(undefined, { of }),
    by: "its licence",
    says
  })),
  ...(
    [
      [{ kind: "register", detail: "register" }, /says "register" as what makes it a home/],
      [{ kind: "building", detail: "building=garage" }, /kind "building", for a home, and says "building=garage"/]
    ] as const
  ).map(([evidence, says]): Fault => ({
    fault: `evidence that says ${JSON.stringify(evidence.detail)}`,
    layer: ofEach(() => ({ evidence })),
    by: "what makes each address a home",
    says
  })),
  {
    fault: "the middle of the postcode in place of each position",
    layer: ofList(() =>
      houses(60).map((record, i) => ({
        ...record,
        street: `Lane ${"ABCDEF"[i % 6]}`,
        coordinates: { latitude: 39.5611 + Math.floor(i / 12) / 1000, longitude: -95.1234 }
      }))
    ),
    by: "at different places",
    says: /60 of 60 addresses lie where those of 3 streets or more do/
  },
  {
    fault: "a retry that begins again after it has given records",
    layer: ofOwnClient(
      (cause) =>
        Effect.fail(
          new DataSource.SourceError({ source: "subject", reason: "transient", message: `It fails: ${String(cause)}` })
        ),
      Stream.retry(Schedule.recurs(2))
    ),
    by: "however its host falters",
    says: /it ends with 1[68] records instead of 12: it begins again after it has given some/
  }
]

describe("A fault in a source", () => {
  for (const { answers, by, fault, layer, says } of faults) {
    it.effect(`MUST be found by the intended law: ${fault}`, () =>
      Effect.gen(function* () {
        const laws = yield* Effect.scoped(
          Effect.gen(function* () {
            const laws = yield* Effect.result(lawsOf(layer, "US", answers))
            // A Layer that cannot be built is refused before there are laws.
            if (laws._tag === "Failure") return laws
            const law = laws.success.find(({ promise }) => promise.includes(by))!
            return yield* Effect.result(law.holds)
          })
        )
        assert.strictEqual(laws._tag, "Failure", by)
        if (laws._tag === "Failure") assert.match(String(laws.failure), says)
      })
    )
  }

  for (const [kind, layer, answers] of [
    ["a list", ofList(undefined, { of: { expected: { US: 12 } } }), host()],
    [
      "words in other scripts",
      ofList((all) => all.map((one) => ({ ...one, evidence: { kind: "register", detail: "住宅" } as const })), {
        of: { license: "政府標準利用規約", attribution: "国土交通省" }
      }),
      host()
    ],
    [
      "several countries in one list",
      ofList(undefined, {
        records: (country) =>
          Stream.fromIterable(
            houses().map((one) => (country === "US" ? one : DataSource.rejected("other-country", "It is in the US.")))
          )
      }),
      host()
    ],
    [
      "a temporary folder that is removed, words in capitals, and houses with names",
      ofList((all) => {
        rmSync(mkdtempSync(join(tmpdir(), "removed-")), { recursive: true })
        return all.map((one) => ({ ...one, building: "B\u0102\u015eE\u015eTI", street: "O'BRIEN\u2019S 't LANE" }))
      }),
      host()
    ],
    ["a file", ofFile(undefined, {}), host()],
    ["an API that says how many there are", ofApi(), host()],
    ["an API with links", ofApi({ paging: byLinks }), host("link")],
    ["an API that says nothing", ofApi({ paging: byFours(undefined) }), host("nothing")]
  ] as const) {
    it.effect(`MUST NOT be found in a correct source of ${kind}`, () =>
      Effect.gen(function* () {
        const { broken, undecided } = yield* outcomes(layer, answers)
        assert.deepStrictEqual([...broken], [])
        saysWhatItNeeds(undecided)
      })
    )
  }

  it.effect("MUST be found where a module has other IDs each time it is evaluated", () =>
    Effect.gen(function* () {
      const evaluatedAnew = Effect.succeed(ofEach(({ recordId }) => ({ recordId: `salt ${recordId}` })))
      const [suite] = yield* suitesOf(ofList(), { country: "US", evaluatedAnew })
      const law = suite!.laws.find(({ promise }) => promise.includes("each time it is read"))!
      const { message } = yield* Effect.flip(law.holds)
      assert.match(message, /by another process .+, the same record had another ID: .+"salt lot-3"/)
    }).pipe(Effect.scoped)
  )

  it.effect("MUST NOT be skipped silently where nothing is kept", () =>
    Effect.gen(function* () {
      saysWhatItNeeds((yield* outcomes(ofList(() => [DataSource.rejected("filtered", "All.")]))).undecided)
    })
  )
})
