import { isCountryTable, isHolder } from "./CountryTables.ts"

/**
 * What a backup contains: every table by name, and whether it is included. A test compares this list with the tables
 * that the migrations make, so that nobody forgets to decide about a new table.
 */
const kept: Readonly<Record<string, boolean>> = {
  // The pools, and the data they are made from.
  pool: true,
  run: true,
  run_change: true,
  street: true,
  origin: true,
  label: true,
  other_record: true,
  place: true,
  place_name: true,
  scope_count: true,
  country: true,
  coverage: true,
  part: true,
  catalog_total: true,
  city_center: true,
  // Keeps the cursors that clients hold valid.
  catalog_secret: true,
  translation: true,
  // The first is from databases before migration 0016_compact_addresses; since then, the second is the parent of the
  // countries' tables.
  record: true,
  address: true,
  // What an operator has set.
  token: true,
  source_setting: true,
  schedule: true,
  disabled_source: true,
  administrator: true,
  // Suppressed homes: a restore adds to these, and removes none.
  suppression_key: true,
  suppression: true,
  suppressed_home: true,
  suppressed_token: true,
  suppressed_hash: true,
  suppression_revision: true,
  // What was done, and how often.
  audit: true,
  activity: true,
  token_use: true,
  token_seen: true,
  pool_view: true,
  // Data that lives for a minute or a session; an ended session must not come back.
  rate_window: false,
  answered_version: false,
  admin_session: false,
  sign_in: false,
  sign_in_budget: false,
  // The processes running now.
  process: false,
  // No backup is made while these exist.
  former_record: false,
  former_address: false,
  storage_upgrade: false,
  // Restored by running the migrations.
  doorstep_migrations: false
}

/** Whether a table belongs to the service. Tables of staged records are numbered. */
export const isOwn = (table: string): boolean =>
  Object.hasOwn(kept, table) ||
  isCountryTable(table) ||
  isHolder(table) ||
  /^staged_(record|street|origin|label|place|part)/.test(table)

/** Whether a backup includes the table. */
export const isKept = (table: string): boolean => kept[table] === true || isCountryTable(table)
