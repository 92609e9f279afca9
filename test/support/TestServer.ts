/** Settings for servers whose data may be lost in a power failure. Committed data still survives a kill. */
export const noDurability: Readonly<Record<string, string>> = {
  fsync: "off",
  full_page_writes: "off",
  shared_buffers: "64MB",
  // Saves three processes per server: the data is in memory.
  io_method: "sync"
}

/**
 * Settings for a server that lives for one test run, with databases that live for seconds: it needs neither autovacuum
 * nor durable commits.
 */
export const shortLived: Readonly<Record<string, string>> = {
  ...noDurability,
  autovacuum: "off",
  synchronous_commit: "off",
  max_wal_size: "1GB",
  checkpoint_timeout: "1h"
}
