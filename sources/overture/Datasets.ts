import datasets from "./datasets.json" with { type: "json" }

/** What a dataset asks of those who use it. */
export interface Terms {
  readonly license: string
  readonly attribution: string
}

/**
 * Licence and attribution of the datasets that the addresses theme is made of, by the name that `sources.dataset` has:
 * the list in `overturemaps-py` of April 2025 (https://github.com/OvertureMaps/overturemaps-py, MIT), without its
 * placeholders. Where it has no attribution, that of the agency's name.
 */
const known: Readonly<Record<string, Partial<Terms>>> = datasets

const unknownLicense = (dataset: string) =>
  `Licence of the dataset ${dataset}, as https://docs.overturemaps.org/attribution lists it`

const found = new Map<string, Terms>()

/**
 * The terms of a dataset. Newer releases say the licence with the record (`sources.license`),
 * which goes before the list.
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
  // Datasets are few; a file that says otherwise must not fill the memory.
  if (found.size < 10_000) found.set(key, terms)
  return terms
}
