import type { LevelTable, sourceLevels } from "./Levels.ts"

/**
 * The laws of sources in each level. A test fails if a law of the suite is missing here, or if one here is not in the
 * suite.
 */
export const levelsOfSources: LevelTable<(typeof sourceLevels)[number]> = {
  Readable: [
    "MUST have a valid manifest, which names the country",
    "MUST say its licence, its attribution and its homepage",
    "MUST say of its evidence what its manifest says: given on records, or stated as absent",
    "MUST end every reading with its last record or a SourceError, never with a defect",
    "MUST give records of the port's form, whole and typed",
    "MUST say of each record that it rejects why, by a reason of the port and in words",
    "MUST answer a file that is missing, broken off or something else with a SourceError",
    "MUST end with all records or with a SourceError, however its host falters",
    "MUST release what it holds when a reading is interrupted",
    "MUST be normalized to an address or a reason, whatever its records hold",
    "SHOULD give its first record before it has read all of its data",
    "SHOULD name examples, which show a wrong mapping before anyone is sent a wrong address"
  ],
  Complete: [
    "MUST give at least one record",
    "MUST give at least one record that is kept",
    "MUST give as many records as its manifest says that there are",
    "MUST give or reject every row: none is left out without a word",
    "MUST read every page of an API to its last",
    "MUST give or reject every item of an API: none is left out without a word",
    "MUST give each record once: pages and files do not overlap",
    "MUST account for every record: what is kept and what is rejected is what was read",
    "MUST give different records different IDs",
    "MUST give by its parts what it gives as a whole",
    "SHOULD give records of which nine in ten are kept"
  ],
  Placed: [
    "MUST have its coordinates in the country that it declares",
    "MUST give nothing of a country that it does not have",
    "MUST give each record for one country: nothing of it for a neighbour",
    "MUST hold the examples that it names",
    "MUST place the examples that it names where the map has them",
    "SHOULD give addresses that pass the rules of shops' checkouts"
  ],
  Steady: [
    "MUST give the same records, under the same IDs, each time that it is read",
    "MUST have a fingerprint that stands while the data does",
    "MUST have a fingerprint that changes with its files",
    "MUST have a fingerprint that changes with what its host says",
    "MUST leave a record as it is once it is given, so that their order does not matter",
    "MUST mean the same in any order of its records",
    "MUST come out the same when what was kept is normalized again",
    "SHOULD take record IDs from the data, and not from the place of a record in it"
  ]
}
