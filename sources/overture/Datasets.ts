import datasets from "./datasets.json" with { type: "json" }

/** The terms of a dataset. */
export interface Terms {
  readonly license: string
  readonly attribution: string
}

/**
 * License and attribution of the datasets in the addresses theme, by their name in `sources.dataset`: the list in
 * `overturemaps-py` of April 2025 (https://github.com/OvertureMaps/overturemaps-py, MIT), without its placeholders. If
 * it has no attribution, the agency's name is used.
 */
const known: Readonly<Record<string, Partial<Terms>>> = datasets

const unknownLicense = (dataset: string) =>
  `Licence of the dataset ${dataset}, as https://docs.overturemaps.org/attribution lists it`

const found = new Map<string, Terms>()

/**
 * The terms of a dataset. Newer releases state the license in the record (`sources.license`), which takes precedence.
 */
export const termsOf = (dataset: string, license: string | undefined): Terms => {
  const key = `${dataset}\n${license ?? ""}`
  const before = found.get(key)
  if (before !== undefined) return before
  const listed = Object.hasOwn(known, dataset) ? known[dataset]! : {}
  const terms = {
    license: license ?? listed.license ?? unknownLicense(dataset),
    attribution: `${listed.attribution ?? dataset}, Overture Maps Foundation`
  }
  // Real datasets are few; a file with endless names must not fill the memory.
  if (found.size < 10_000) found.set(key, terms)
  return terms
}
