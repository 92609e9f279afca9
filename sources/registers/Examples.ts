import { canonicalJson } from "../../schemas/CanonicalJson.ts"
import { isRejected, type SourceRecord } from "../DataSource.ts"
import { compileMapping } from "./Compile.ts"
import type { Example, Mapping } from "./Mapping.ts"
import type { Row } from "./Row.ts"

type Given = Exclude<Example["gives"], { readonly rejected: string }>

/** Degrees by which coordinates may differ: about ten meters, more than any projection's definition is off. */
const tolerance = 1e-4

const rowOf = ({ point, row }: Example): Row => ({
  get: (field) => row[field] ?? "",
  point,
  place: () => "the example",
  names: () => Object.keys(row)
})

/** A record in the terms of examples; ID and language only if the example has them. */
const termsOf = (record: SourceRecord, named: Example["gives"]): Example["gives"] => {
  if (isRejected(record)) return { rejected: record.detail }
  const { coordinates, evidence, language, names, recordId, ...components } = record
  return {
    ...("recordId" in named ? { recordId } : {}),
    ...("language" in named ? { language } : {}),
    ...components,
    ...(coordinates === undefined ? {} : coordinates),
    ...(evidence === undefined ? {} : { evidence: evidence.kind }),
    ...(names === undefined ? {} : { names: names as Record<string, Record<string, string>> })
  } as Given
}

const near = (a: number | undefined, b: number | undefined) =>
  a === b || (a !== undefined && b !== undefined && Math.abs(a - b) <= tolerance)

const agrees = (expected: Example["gives"], got: Example["gives"]): boolean => {
  if ("rejected" in expected || "rejected" in got) {
    return "rejected" in expected && "rejected" in got && got.rejected.includes(expected.rejected)
  }
  const { latitude, longitude, ...rest } = expected
  const { latitude: gotLatitude, longitude: gotLongitude, ...gotRest } = got
  return near(latitude, gotLatitude) && near(longitude, gotLongitude) && canonicalJson(rest) === canonicalJson(gotRest)
}

/** Tries the mapping on its examples. Each failure is a sentence with the expected and the actual result. */
export const failingExamples = (mapping: Mapping): ReadonlyArray<string> => {
  const { map } = compileMapping(mapping)
  return (mapping.examples ?? []).flatMap((example, index) => {
    const got = termsOf(map(rowOf(example)), example.gives)
    return agrees(example.gives, got)
      ? []
      : [
          `Example ${index + 1} (row ${canonicalJson(example.row)}) should give ${canonicalJson(example.gives)}, but gives ${canonicalJson(got)}.`
        ]
  })
}
