import { isCountryTable, isHolder } from "./CountryTables.ts"

/**
 * What a backup keeps of the database: every table by name, and whether it is kept. A test holds this list to what the
 * migrations make, so that a new table is decided about.
 */
const kept: Readonly<Record<string, boolean>> = {
  // The pools, and what they are made from.
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
  // Cursors that clients hold stay valid.
  catalog_secret: true,
  translation: true,
  // Of databases before migration 0016_compact_addresses; since then, the second is the one that has countries' tables.
  record: true,
  address: true,
  // What an operator has set.
  token: true,
  source_setting: true,
  schedule: true,
  disabled_source: true,
  administrator: true,
  // Who is to be left alone: a restore adds to it, and takes nothing of it away.
  suppression_key: true,
  suppression: true,
  suppressed_home: true,
  suppressed_token: true,
  suppressed_hash: true,
  suppression_revision: true,
  // What was done, and how much.
  audit: true,
  activity: true,
  token_use: true,
  token_seen: true,
  pool_view: true,
  // What lasts a minute or a session; a session that was ended must not come back.
  rate_window: false,
  answered_version: false,
  admin_session: false,
  sign_in: false,
  sign_in_budget: false,
  // Who is there now.
  process: false,
  // No backup is made while they are there.
  former_record: false,
  former_address: false,
  storage_upgrade: false,
  // Restored by the migrations themselves.
  doorstep_migrations: false
}

/** Whether a table is the service's own; staged records have tables by number. */
export const isOwn = (table: string): boolean =>
  Object.hasOwn(kept, table) ||
  isCountryTable(table) ||
  isHolder(table) ||
  /^staged_(record|street|origin|label|place|part)/.test(table)

/** Whether a backup keeps the table. */
export const isKept = (table: string): boolean => kept[table] === true || isCountryTable(table)
