import type { deploymentLevels, LevelTable } from "./Levels.ts"

/** The laws of deployments in each level. A test fails if a law of the suite is missing here. */
export const levelsOfDeployments: LevelTable<(typeof deploymentLevels)[number]> = {
  Contract: [
    "MUST never fail, respond as its OpenAPI document describes, refuse what the document forbids, and name the fault",
    "MUST accept requests that use only values from its own responses",
    "MUST list each place once, in order, with any page size",
    "MUST refuse requests without a valid token",
    "MUST refuse a revoked token",
    "MUST limit a token to its scope",
    "MUST count requests down in its RateLimit headers",
    "MUST refuse what the contract forbids, and name the place at fault",
    "MUST give every response a request ID, the caller's if there is one",
    "MUST say with every 429 when to retry",
    "MUST state how many addresses were requested and how many are returned",
    "MUST say in a response what was requested",
    "MUST answer 304 to the ETag of an unchanged list, and to no other",
    "MUST agree about countries, counts and verdicts in all reports"
  ],
  Core: [
    "MUST give the same response to the same seed and request, with either strategy",
    "MUST name a seed that replays the response",
    "MUST vary without a seed",
    "MUST never return an address twice in a unique batch",
    "MUST fill a batch that may repeat addresses",
    "MUST never return an excluded address, of up to 500",
    "MUST return an empty batch if everything is excluded",
    "MUST make position i of a seeded batch independent of its count",
    "MUST find a drawn address by its ID",
    "MUST return all of a small selection",
    "MUST report the same about the pool in a draw and a batch",
    "MUST return only addresses that match every filter",
    "MUST select the same place by its ID and by its name",
    "MUST name the filter that nothing matches",
    "MUST reach every address of a selection",
    "MUST compare filters without regard to case, accents and white space",
    "MUST find every address drawn in the run by its ID",
    "MUST report the same count of a country in draws and in the list of countries",
    "MUST report the same count of a place in lists and in draws",
    "MUST have counts below a place that add up to its homes",
    "MUST give a seed the same response throughout the run",
    "MUST match every filter in every response of the run",
    "MUST respect exclusions in every response of the run",
    "MUST never return an address twice in any unique batch of the run",
    "MUST fill every batch of the run as far as the selection allows",
    "MUST report the same count of a selection in every response of the run",
    "MUST draw by IP address from the place that it names",
    "MUST count at least as many records as homes of a place"
  ],
  Uniform: [
    "MUST draw each address of a small selection with the same probability",
    "MUST draw each address with the same probability in batches without a seed",
    "MUST draw each address with the same probability in single draws with a seed",
    "MUST draw each address with the same probability in single draws without a seed",
    "MUST draw each address with the same probability in single draws with the strategy instant",
    "MUST draw each address with the same probability at later positions of unique batches",
    "MUST draw from a country's places in proportion to their counts",
    "MUST draw no address of a country more often than chance explains",
    "MUST have uniformly distributed p-values"
  ],
  Stable: [
    "MUST repeat a seeded response in all its members",
    "MUST give a seed the same response half a minute later",
    "MUST give the seeds of an earlier report the same response, except where synchronizations explain a change",
    "MUST draw from the requested version or not at all",
    "MUST return the same document of an address in every response of the run",
    "MUST never go back to an earlier version of the pool"
  ],
  Honest: [
    "MUST name the sources of every address of the run",
    "MUST state the evidence that makes each address of the run a home",
    "MUST name the licence and the attribution of every address of the run",
    "MUST give each address of the run a single ID",
    "MUST have coordinates in the address's country",
    "MUST write the parts of an address into its lines",
    "MUST give each address a synthetic person who can be reached nowhere",
    "MUST leave house number, unit, postcode and region code unchanged in translations",
    "MUST state truthfully how each component was translated",
    "SHOULD give addresses that pass the rules of shop checkouts"
  ]
}
