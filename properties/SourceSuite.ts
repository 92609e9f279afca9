import { Effect, Exit, Schema } from "effect"
import { schemaFaults } from "../schemas/SchemaFaults.ts"
import { type DataSource, Manifest } from "../sources/DataSource.ts"
import type { Effort } from "./Bridge.ts"
import { promise } from "./Law.ts"
import { watchingProcess } from "./ProcessState.ts"
import { hostLaws } from "./SourceHostLaws.ts"
import { isPlaceholder, type SourceLaw, sourceLaw } from "./SourceLaw.ts"
import { normalizationLaws } from "./SourceNormalizationLaws.ts"
import { fileLaws, type Rebuild } from "./SourceFileLaws.ts"
import { readingLaws } from "./SourceReadingLaws.ts"
import { faultOfUrl, recordLaws } from "./SourceRecordLaws.ts"
import { textLaws } from "./SourceTextLaws.ts"
import { damages } from "./TextDamages.ts"
import { shown } from "./ValueText.ts"
import { totalsLaws } from "./SourceTotalsLaws.ts"
import { fingerprintAloud, type Normalize, once, recordsIn, surveyAloud, type Surveyed } from "./SourceSurvey.ts"

export interface SourceSuiteOptions extends Effort {
  /** The service's normalization: adds the laws about normalized records. */
  readonly normalize?: Normalize
  /** The same source with another Reader: adds the laws about damaged files. */
  readonly rebuild?: Rebuild
  /** The same source as another process would make it; as its Layer is built anew unless given. */
  readonly anew?: Surveyed["anew"] | undefined
  /** Records to check; default 100,000. */
  readonly most?: number
}

/** Words that stand where a licence should, and allow nothing. */
const noLicense =
  /^\W*(?:all rights reserved|proprietary|confidential|copyright(?:ed)?|cc|creative commons|other|unlicen[cs]ed|unspecified|not (?:specified|stated|given)|no licen[cs]e|see\b.*)\W*$/i

/** Characters that are enough for an attribution. */
const longText = 2000

const manifestLaws = ({ country, first, source }: Surveyed): ReadonlyArray<SourceLaw> => [
  sourceLaw("MUST have a valid manifest, which names the country", (law) =>
    Effect.gen(function* () {
      yield* Schema.decodeUnknownEffect(Manifest, { onExcessProperty: "error", errors: "all" })(source.manifest).pipe(
        Effect.mapError(({ issue }) =>
          law.broken(`${schemaFaults(issue, (path) => `\`${path.map(String).join(".")}\``).join("; ")}.`)
        )
      )
      const { countries, expected = {} } = source.manifest
      yield* law.hold(countries.includes(country), `It names ${countries.join(", ")}, but not ${country}.`)
      yield* law.hold(new Set(countries).size === countries.length, "It names a country twice.", countries)
      const other = Object.keys(expected).find((code) => !countries.includes(code))
      yield* law.hold(other === undefined, `It expects records of ${other}, which is none of its countries.`, expected)
    })
  ),
  sourceLaw("MUST state its licence, its attribution and its homepage", (law) =>
    Effect.gen(function* () {
      for (const field of ["license", "attribution", "homepage"] as const) {
        yield* law.hold(
          typeof source.manifest[field] === "string" && !isPlaceholder(source.manifest[field]),
          `The manifest says "${source.manifest[field]}" as its \`${field}\`. Every address includes it, and without it nobody may use the address: write what the data's publisher requires.`
        )
      }
      yield* law.hold(
        !noLicense.test(source.manifest.license),
        `The manifest says "${source.manifest.license}" as its \`license\`, which allows nobody to use the addresses. Give the licence by its name or its SPDX identifier, such as CC-BY-4.0.`
      )
      yield* law.hold(
        /^https?:\/\/[^\s/]+\.[^\s/]/i.test(source.manifest.homepage),
        `The manifest says "${source.manifest.homepage}" as its \`homepage\`. Give the URL of the data's page, which begins with https://.`
      )
      yield* law.hold(
        source.manifest.license !== source.manifest.homepage,
        "Its `license` is the URL of its homepage. Give the licence by its name, its SPDX identifier, or the URL of its text."
      )
      const faulty = faultOfUrl(source.manifest.homepage, "homepage")
      yield* law.hold(
        faulty === undefined,
        `A manifest that every response repeats cannot be kept as it is: ${faulty}.`
      )
      for (const field of ["license", "attribution", "evidence"] as const) {
        const damage = damages.find(({ is, of }) => of === undefined && is.test(source.manifest[field]))
        yield* law.hold(
          damage === undefined,
          `Its \`${field}\`, ${shown(source.manifest[field])}, is no plain text: such texts ${damage?.what}. ${damage?.cure}`
        )
        yield* law.hold(
          source.manifest[field].length <= longText,
          `Its \`${field}\` has ${source.manifest[field].length} characters, and every address includes it. Give what the publisher requires, and the URL of the rest.`
        )
      }
      for (const record of recordsIn(yield* first)) {
        for (const field of ["license", "attribution"] as const) {
          const own = record[field]
          yield* law.hold(
            own == null || own === "" || !(isPlaceholder(own) || (field === "license" && noLicense.test(own))),
            `The record "${record.recordId}" says "${own}" as its own \`${field}\`. Leave it out if the manifest's applies.`
          )
        }
      }
    })
  ),
  sourceLaw("MUST have the evidence that its manifest states: on records, or none", (law) =>
    Effect.gen(function* () {
      const records = recordsIn(yield* first)
      const given = records.find(({ evidence }) => evidence != null)
      const absent = /\b(none|no evidence|absent)\b/i.test(source.manifest.evidence)
      yield* law.hold(
        given === undefined || !/^\W*none\W*$/i.test(source.manifest.evidence),
        `The record "${given?.recordId}" has evidence, but the manifest says that there is none. Say in its \`evidence\` how the source knows that an address is a home.`,
        given?.evidence
      )
      yield* law.hold(
        given !== undefined || absent || records.length === 0,
        'No record has evidence, so none will ever be drawn, and the manifest does not say so. Give evidence where the data have it, or say "none" in the manifest. It says:',
        source.manifest.evidence
      )
    })
  )
]

/** If the first reading has succeeded, no other law says why another one fails: the law that needs it is broken. */
const explaining =
  ({ first }: Pick<Surveyed, "first">) =>
  (law: SourceLaw): SourceLaw => ({
    ...law,
    holds: Effect.catchTag(law.holds, "SourceUnreadable", (error) =>
      Effect.flatMap(Effect.exit(first), (exit) =>
        Effect.fail(
          Exit.isFailure(exit)
            ? error
            : promise(law.promise).broken(
                `Here it fails, though it was read before: ${error.message} Does something of it work only once, or only at times?`
              )
        )
      )
    )
  })

/**
 * Everything that a source promises by implementing the port. `country` is one of its manifest's. The source is read
 * several times; the laws share the first reading.
 */
export const sourceLaws = (
  source: DataSource,
  country: string,
  options: SourceSuiteOptions = {}
): ReadonlyArray<SourceLaw> => {
  const { anew, most, normalize, rebuild, ...effort } = options
  const read = once(watchingProcess(surveyAloud(source, country, most)))
  const first = Effect.map(read, ({ found }) => found)
  const surveyed: Surveyed = {
    source: fingerprintAloud(source, country),
    country,
    first,
    around: read,
    anew: anew ?? (rebuild === undefined ? undefined : Effect.suspend(() => rebuild((reader) => reader)))
  }
  return [
    ...manifestLaws(surveyed),
    ...readingLaws(surveyed),
    ...recordLaws(surveyed),
    ...totalsLaws(surveyed),
    ...textLaws(first),
    ...(normalize === undefined ? [] : normalizationLaws(source, country, first, normalize, effort)),
    ...(rebuild === undefined ? [] : [...fileLaws(country, rebuild), ...hostLaws(country, rebuild)])
  ].map(explaining(surveyed))
}
