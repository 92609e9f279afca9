/** Settings for servers whose data nobody will miss after a power failure. What is committed outlives a kill, though. */
export const noDurability: Readonly<Record<string, string>> = {
  fsync: "off",
  full_page_writes: "off",
  shared_buffers: "64MB"
}
