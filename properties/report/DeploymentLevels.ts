import type { deploymentLevels, LevelTable } from "./Levels.ts"

/** The laws of deployments in each level. A test fails if a law of the suite is missing here. */
export const levelsOfDeployments: LevelTable<(typeof deploymentLevels)[number]> = {
  Contract: [
    "MUST never fail, answer as its OpenAPI document describes, refuse what the document forbids, and name the fault",
    "MUST find nothing wrong with requests made of what it said itself",
    "MUST page its lists so that each place comes once, in order, with any limit",
    "MUST refuse requests without a valid token",
    "MUST refuse a revoked token",
    "MUST keep a token to its scope",
    "MUST count requests down in its RateLimit headers",
    "MUST refuse what the interface forbids, and name the place at fault",
    "MUST give every answer an ID, and the caller's where there is one",
    "MUST say with every 429 when to come again",
    "MUST say how many addresses were asked for and how many came"
  ],
  Core: [
    "MUST answer the same seed and request alike, by either strategy",
    "MUST name a seed that replays the answer",
    "MUST vary without a seed",
    "MUST never return an address twice in a unique batch",
    "MUST fill a batch that may repeat addresses",
    "MUST never return an excluded address, of up to 500",
    "MUST answer with an empty batch where everything is excluded",
    "MUST make position i of a seeded batch independent of its count",
    "MUST find by its ID what was drawn",
    "MUST return a small selection whole",
    "MUST say the same of the pool with a draw and a batch",
    "MUST return only addresses that match every filter",
    "MUST know places by their IDs as by their names",
    "MUST say which filter nothing matches",
    "MUST reach every address of a selection",
    "MUST compare filters without regard to case, accents and white space",
    "MUST find by its ID every address that was drawn in the run",
    "MUST count a country alike in draws and in the list of countries",
    "MUST count a place alike in lists and in draws",
    "MUST count below a place the homes that lie in it",
    "MUST answer a seed alike in all of the run",
    "MUST match every filter in every answer of the run",
    "MUST keep exclusions in every answer of the run",
    "MUST never return an address twice in any unique batch of the run",
    "MUST give as many addresses as there are in every batch of the run",
    "MUST count a selection alike in every answer of the run"
  ],
  Uniform: [
    "MUST give each address of a small selection the same chance",
    "MUST give each address the same chance in batches without a seed",
    "MUST give each address the same chance in single draws with a seed",
    "MUST give each address the same chance in single draws without a seed",
    "MUST give each address the same chance in single draws by the strategy instant",
    "MUST give each address the same chance at a later position of unique batches",
    "MUST spread draws of a country over its places as their counts are",
    "MUST draw no address of a country more often than chance has it",
    "MUST have p-values that are spread as chance has it"
  ],
  Stable: [
    "MUST answer a seed alike half a minute later",
    "MUST answer the seeds of an earlier report alike, but for what synchronizations have changed",
    "MUST answer from the version that is asked for, or not at all",
    "MUST show an address alike in every answer of the run",
    "MUST never go back to an earlier version of the pool"
  ],
  Honest: [
    "MUST name the sources of every address of the run",
    "MUST say of every address of the run what makes it a home",
    "MUST name licence and attribution of every address of the run",
    "MUST give each address of the run one ID",
    "MUST leave house number, unit, postcode and region code as they are in translations",
    "MUST say truly how each component was translated",
    "SHOULD give addresses that pass the rules of shops' checkouts"
  ]
}
