import type { LevelTable, sourceLevels } from "./Levels.ts"

/**
 * The laws of sources in each level. A test fails if a law of the suite is missing here, or if one here is not in the
 * suite.
 */
export const levelsOfSources: LevelTable<(typeof sourceLevels)[number]> = {
  Readable: [
    "MUST have a valid manifest, which names the country",
    "MUST state its licence, its attribution and its homepage",
    "MUST have the evidence that its manifest states: on records, or none",
    "MUST end every reading with its last record or a SourceError, never with a defect",
    "MUST give complete records with the port's types",
    "MUST say why it rejects a record, with a reason of the port and in words",
    "MUST give texts as people read them",
    "MUST give each part of an address in its own field",
    "MUST name languages by their codes, and what makes each address a home",
    "MUST fail with a SourceError if a file is missing, truncated or of another kind",
    "MUST end with all records or with a SourceError, however its host falters",
    "MUST release its resources when a reading is interrupted",
    "MUST leave the process that reads it as it was",
    "MUST be normalized to an address or a reason, whatever its records contain",
    "SHOULD give its first record before it has read all of its data",
    "SHOULD name examples, which reveal a wrong mapping before anyone gets a wrong address"
  ],
  Complete: [
    "MUST give at least one record",
    "MUST give at least one record that is kept",
    "MUST give as many records as its manifest states",
    "MUST give or reject every row: none is silently dropped",
    "MUST read every page of an API",
    "MUST give or reject every item of an API: none is silently dropped",
    "MUST give each record once: pages and files do not overlap",
    "MUST account for every record: each one read is either kept or rejected",
    "MUST give different records different IDs",
    "MUST give the same records by its parts and as a whole",
    "SHOULD give records of which at least nine in ten are kept"
  ],
  Placed: [
    "MUST have its coordinates in the country that it declares",
    "MUST give nothing for a country that it does not have",
    "MUST give each record for one country only, never for a neighbour too",
    "MUST contain the examples that it names",
    "MUST place its examples where the map shows them",
    "MUST place the addresses of different streets at different places",
    "SHOULD give addresses that pass the rules of shop checkouts"
  ],
  Steady: [
    "MUST give the same records with the same IDs each time it is read",
    "MUST have a fingerprint that stays the same while the data do",
    "MUST have a fingerprint that changes with its files",
    "MUST have a fingerprint that changes with its host's data",
    "MUST never change a record once it is given",
    "MUST have the same result in any order of its records",
    "MUST not change when its kept records are normalized again",
    "SHOULD take record IDs from the data, not from a record's position"
  ]
}
