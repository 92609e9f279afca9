import pool from "./migrations/0001_pool.ts"
import tokens from "./migrations/0002_tokens.ts"
import catalog from "./migrations/0003_catalog.ts"
import translations from "./migrations/0004_translations.ts"
import sources from "./migrations/0005_sources.ts"
import sync from "./migrations/0006_sync.ts"
import rateWindows from "./migrations/0008_rate_windows.ts"
import administration from "./migrations/0007_administration.ts"
import recordPositions from "./migrations/0009_record_positions.ts"
import identityRules from "./migrations/0010_identity_rules.ts"
import configuredBy from "./migrations/0011_configured_by.ts"
import evidence from "./migrations/0012_evidence.ts"
import derivedParts from "./migrations/0013_derived_parts.ts"
import runPhases from "./migrations/0014_run_phases.ts"
import runChanges from "./migrations/0015_run_changes.ts"
import compactAddresses from "./migrations/0016_compact_addresses.ts"
import cluster from "./migrations/0017_cluster.ts"
import suppression from "./migrations/0018_suppression.ts"
import processes from "./migrations/0019_processes.ts"
import answeredVersions from "./migrations/0020_answered_versions.ts"
import type { Migrations } from "./Expansion.ts"

/**
 * Every migration by number and name. They run in this order, each once. A migration that has shipped never changes.
 */
export const migrations: Migrations = {
  "0001_pool": pool,
  "0002_tokens": tokens,
  "0003_catalog": catalog,
  "0004_translations": translations,
  "0005_sources": sources,
  "0006_sync": sync,
  "0007_administration": administration,
  "0008_rate_windows": rateWindows,
  "0009_record_positions": recordPositions,
  "0010_identity_rules": identityRules,
  "0011_configured_by": configuredBy,
  "0012_evidence": evidence,
  "0013_derived_parts": derivedParts,
  "0014_run_phases": runPhases,
  "0015_run_changes": runChanges,
  "0016_compact_addresses": compactAddresses,
  "0017_cluster": cluster,
  "0018_suppression": suppression,
  "0019_processes": processes,
  "0020_answered_versions": answeredVersions
}
