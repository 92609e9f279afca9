/** Settings for servers whose data nobody will miss after a power failure. What is committed outlives a kill, though. */
export const noDurability: Readonly<Record<string, string>> = {
  fsync: "off",
  full_page_writes: "off",
  shared_buffers: "64MB"
}

/** Of a server for whole runs, whose databases live for seconds: nothing is to be cleaned up, and nobody copies its log. */
export const shortLived: Readonly<Record<string, string>> = {
  ...noDurability,
  autovacuum: "off",
  synchronous_commit: "off",
  max_wal_size: "4GB",
  checkpoint_timeout: "1h"
}
