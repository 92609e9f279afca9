import type { Pool } from "../../../schemas/admin/Pools.ts"
import type { PhaseProgress, RunSummary } from "../../../schemas/admin/Runs.ts"
import type { Session } from "../../../schemas/admin/Sessions.ts"
import type { Source } from "../../../schemas/admin/Sources.ts"

/** A phase of a run that has read half of its 1,000,000 bytes. */
export const phase = (changes: Partial<PhaseProgress> = {}): PhaseProgress => ({
  phase: "downloading",
  done: 500_000,
  total: 1_000_000,
  unit: "bytes",
  rate: 2_000_000,
  secondsLeft: 90,
  startedAt: "2026-11-21T10:00:00.000Z",
  endedAt: null,
  ...changes
})

/** A run in progress. */
export const run = (changes: Partial<RunSummary> = {}): RunSummary => ({
  id: "7",
  source: "wien",
  country: "AT",
  outcome: "running",
  phase: "downloading",
  phases: [phase()],
  startedBy: "service",
  startedAt: "2026-11-21T10:00:00.000Z",
  endedAt: null,
  read: 0,
  kept: 0,
  rejected: {},
  rate: null,
  expected: null,
  secondsLeft: null,
  cancelRequested: false,
  publishable: false,
  findings: [],
  message: null,
  release: null,
  verdict: "running",
  explanations: [],
  ...changes
})

/** An enabled pool that nothing has been published in. */
export const pool = (country: string, changes: Partial<Pool> = {}): Pool => ({
  country,
  enabled: true,
  ready: false,
  total: 0,
  residential: 0,
  poolVersion: 0,
  publishedAt: null,
  readAt: null,
  stale: false,
  sources: [],
  evidence: null,
  coverage: null,
  targets: { total: 10_000, coverage: 0.9, regionalMinimum: 10 },
  verdict: "good",
  explanations: [],
  weakestEvidence: "assumed",
  ...changes
})

/** A source of one country, that has never run. */
export const source: Source = {
  name: "wien",
  kind: "configured",
  enabled: true,
  type: "file",
  options: {},
  manifest: { countries: ["AT"], license: "CC0-1.0", attribution: "Wien", homepage: "wien", evidence: "None." },
  fault: null,
  schedule: null,
  lastRuns: [],
  standings: []
}

export const session: Session = {
  id: "s1",
  ip: "127.0.0.1",
  userAgent: "",
  startedAt: "2026-11-21T10:00:00.000Z",
  lastSeenAt: "2026-11-21T10:00:00.000Z",
  idleUntil: "2026-11-21T11:00:00.000Z",
  endsAt: "2026-11-22T10:00:00.000Z",
  current: true
}
