import { Effect } from "effect"
import type { HttpClient } from "effect/http"
import type { Address } from "../schemas/Address.ts"
import type { NoCoverage, UnknownAddress } from "../schemas/Errors.ts"
import { type FuzzTarget, fuzzSuite } from "./FuzzLaws.ts"
import { shopsAcceptAddresses } from "./JudgeLaws.ts"
import { type LawBroken, maximumCount } from "./Law.ts"
import { childrenAddUp, pagesVisitOnce, placesAreCounted } from "./PlaceLaws.ts"
import { type Check, type LawFailure, type PoolEffort, poolSuite } from "./PoolSuite.ts"
import type { NotApplicable } from "./SourceLaw.ts"
import type { Deployment, SubjectFailure } from "./Subject.ts"
import { identifiersStay, methodsAreHonest } from "./TranslationLaws.ts"
import * as WireLaws from "./WireLaws.ts"

type Law = (
  subject: Deployment,
  country: string,
  sample: ReadonlyArray<Address>
) => Effect.Effect<void | NotApplicable, LawBroken | SubjectFailure | NoCoverage | UnknownAddress>

/** What surrounds the pools. */
const laws: ReadonlyArray<{ readonly promise: string; readonly law: Law }> = [
  { promise: "MUST page its lists so that each place comes once, in order, with any limit", law: pagesVisitOnce },
  { promise: "MUST count a place alike in lists and in draws", law: placesAreCounted },
  { promise: "MUST count below a place the homes that lie in it", law: childrenAddUp },
  {
    promise: "MUST leave house number, unit, postcode and region code as they are in translations",
    law: (subject, _, sample) => identifiersStay(subject, sample)
  },
  {
    promise: "MUST say truly how each component was translated",
    law: (subject, _, sample) => methodsAreHonest(subject, sample)
  },
  { promise: "MUST refuse requests without a valid token", law: WireLaws.strangersAreRefused },
  { promise: "MUST refuse a revoked token", law: WireLaws.revokedTokensAreRefused },
  { promise: "MUST keep a token to its scope", law: WireLaws.scopesAreKept },
  { promise: "MUST count requests down in its RateLimit headers", law: WireLaws.limitsCountDown },
  { promise: "MUST refuse what the interface forbids, and name the place at fault", law: WireLaws.errorsAreNamed },
  { promise: "MUST give every answer an ID, and the caller's where there is one", law: WireLaws.requestsAreNamed },
  { promise: "MUST say with every 429 when to come again", law: WireLaws.refusalsSayHowLong }
]

/** How hard the suite tries. */
export interface DeploymentEffort extends PoolEffort {
  /** Where the service is, for requests made of its own description; without it they are left out. */
  readonly fuzz?: FuzzTarget
}

/**
 * Every law of a running service, of its pools and of what surrounds them. Laws that grow stronger with more answers come
 * last.
 */
export const deploymentSuite = (
  subject: Deployment,
  country: string,
  effort: DeploymentEffort = {}
): ReadonlyArray<Check<LawFailure | UnknownAddress, HttpClient.HttpClient>> => {
  const { fuzz, ...ofPool } = effort
  const sample = Effect.map(
    subject.drawMany({ country, filters: {}, seed: `places ${effort.seed ?? ""}`, count: maximumCount }),
    ({ addresses }) => addresses
  )
  const around = laws.map(({ law, promise }) => ({
    promise,
    holds: Effect.flatMap(sample, (addresses) => law(subject, country, addresses))
  }))
  const pool = poolSuite(Effect.succeed(subject), country, ofPool)
  return [
    // What is asked first is asked again when time has passed.
    ...pool.slice(0, 1),
    ...around.slice(0, -1),
    ...(fuzz === undefined ? [] : fuzzSuite(Effect.succeed(fuzz), { ...ofPool, runs: 20 * (ofPool.runs ?? 10) })),
    shopsAcceptAddresses(subject, country),
    ...pool.slice(1),
    ...around.slice(-1)
  ]
}
