import { Clock, Effect } from "effect"
import type { HttpClient } from "effect/http"
import { MAX_BATCH } from "../schemas/Generation.ts"
import type { Address } from "../schemas/Address.ts"
import type { NoCoverage, UnknownAddress } from "../schemas/Errors.ts"
import { addressesAgree } from "./AddressLaws.ts"
import * as AnswerLaws from "./AnswerLaws.ts"
import { type FuzzTarget, fuzzSuite } from "./FuzzLaws.ts"
import { shopsAcceptAddresses } from "./JudgeLaws.ts"
import { type LawBroken } from "./Law.ts"
import * as ListLaws from "./ListLaws.ts"
import { methodsAreKept, nothingIsKept } from "./MethodLaws.ts"
import { personsAreSynthetic } from "./PersonLaws.ts"
import { childrenAddUp, pagesVisitOnce, placesAreCounted } from "./PlaceLaws.ts"
import { type Check, type LawFailure, type PoolEffort, poolSuite } from "./PoolSuite.ts"
import * as ReportLaws from "./ReportLaws.ts"
import { Turns, unlessPublished } from "./Publications.ts"
import { seedsAreReadWhole } from "./SeedLaws.ts"
import { filtersAreApplied } from "./SelectionLaws.ts"
import type { NotApplicable } from "./SourceLaw.ts"
import type { Deployment, SubjectFailure } from "./Subject.ts"
import { identifiersStay, methodsAreHonest, translationsAreRead, translationsRepeat } from "./TranslationLaws.ts"
import * as WireLaws from "./WireLaws.ts"

type Law = (
  subject: Deployment,
  country: string,
  sample: ReadonlyArray<Address>
) => Effect.Effect<void | NotApplicable, LawBroken | SubjectFailure | NoCoverage | UnknownAddress>

/** Everything around the pools. */
const laws: ReadonlyArray<{ readonly promise: string; readonly law: Law }> = [
  { promise: "MUST list each place once, in order, with any page size", law: pagesVisitOnce },
  { promise: "MUST report the same count of a place in lists and in draws", law: placesAreCounted },
  { promise: "MUST have counts below a place that add up to its homes", law: childrenAddUp },
  {
    promise: "MUST leave house number, unit, postcode and region code unchanged in translations",
    law: (subject, _, sample) => identifiersStay(subject, sample)
  },
  {
    promise: "MUST state truthfully how each component was translated",
    law: (subject, _, sample) => methodsAreHonest(subject, sample)
  },
  {
    promise: "MUST translate into the language that was requested",
    law: (subject, _, sample) => translationsAreRead(subject, sample)
  },
  {
    promise: "MUST give the same translation each time",
    law: (subject, _, sample) => translationsRepeat(subject, sample)
  },
  { promise: "MUST list only the places that a request selects", law: ListLaws.listsAreSelected },
  {
    promise: "MUST apply every filter, by whole names, and find a text in every part of an address",
    law: filtersAreApplied
  },
  { promise: "MUST assume the defaults of the interface", law: ListLaws.defaultsAreKept },
  { promise: "MUST describe every endpoint in its OpenAPI document", law: ListLaws.documentIsComplete },
  { promise: "MUST read a seed to its last letter", law: seedsAreReadWhole },
  { promise: "MUST repeat a seeded response in all its members", law: AnswerLaws.answersRepeat },
  { promise: "MUST say in a response what was requested", law: AnswerLaws.requestsAreEchoed },
  {
    promise: "MUST give each address a synthetic person who can be reached nowhere",
    law: personsAreSynthetic
  },
  { promise: "MUST write the parts of an address into its lines", law: AnswerLaws.linesHoldParts },
  { promise: "MUST have coordinates in the address's country", law: ReportLaws.positionsAreInCountry },
  { promise: "MUST give addresses whose members agree, and that lie with their city", law: addressesAgree },
  { promise: "MUST locate IP addresses, and name the places", law: ReportLaws.contextsAreLocated },
  { promise: "MUST draw by IP address from the place that it names", law: ReportLaws.ipDrawsAreNear },
  { promise: "MUST agree about countries, counts and verdicts in all reports", law: ReportLaws.reportsAgree },
  { promise: "MUST count at least as many records as homes of a place", law: ReportLaws.recordsIncludeHomes },
  { promise: "MUST refuse requests without a valid token", law: WireLaws.strangersAreRefused },
  { promise: "MUST refuse a revoked token", law: WireLaws.revokedTokensAreRefused },
  { promise: "MUST limit a token to its scope", law: WireLaws.scopesAreKept },
  { promise: "MUST count requests down in its RateLimit headers", law: WireLaws.limitsCountDown },
  { promise: "MUST refuse what the contract forbids, and name the place at fault", law: WireLaws.errorsAreNamed },
  { promise: "MUST give every response a request ID, the caller's if there is one", law: WireLaws.requestsAreNamed },
  {
    promise: "MUST answer 304 to the ETag of an unchanged list, and to no other",
    law: WireLaws.versionsAreRevalidated
  },
  { promise: "MUST answer HEAD as GET, and refuse other methods", law: methodsAreKept },
  { promise: "MUST call its responses JSON, and let no cache keep what changes", law: nothingIsKept },
  { promise: "MUST say with every 429 when to retry", law: WireLaws.refusalsSayHowLong }
]

/** The effort of the suite. */
export interface DeploymentEffort extends PoolEffort {
  /** The service's URL, for requests generated from its OpenAPI document; without it they are left out. */
  readonly fuzz?: Omit<FuzzTarget, "country">
}

/**
 * All laws of a running service: of its pools, and of everything around them. Laws that gain from more responses come
 * last.
 */
export const deploymentSuite = (
  subject: Deployment,
  country: string,
  effort: DeploymentEffort = {}
): ReadonlyArray<Check<LawFailure | UnknownAddress, HttpClient.HttpClient>> => {
  const { fuzz, ...ofPool } = effort
  const turns = new Turns()
  const drawn = Effect.tap(
    subject.drawMany({ country, filters: {}, seed: `places ${effort.seed ?? ""}`, count: MAX_BATCH }),
    ({ poolVersion }) => Effect.map(Clock.currentTimeMillis, (now) => turns.note(poolVersion, now))
  )
  const around = laws.map(({ law, promise }) => ({
    promise,
    holds: unlessPublished(drawn, ({ addresses }) => law(subject, country, addresses), { turns, look: drawn })
  }))
  const pool = poolSuite(Effect.succeed(subject), country, ofPool)
  return [
    // The first requests are repeated when time has passed.
    ...pool.slice(0, 1),
    ...around.slice(0, -1),
    ...(fuzz === undefined
      ? []
      : fuzzSuite(Effect.succeed({ ...fuzz, country }), { ...ofPool, runs: 20 * (ofPool.runs ?? 10) })),
    shopsAcceptAddresses(subject, country),
    ...pool.slice(1),
    ...around.slice(-1)
  ]
}
