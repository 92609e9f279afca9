/** A seed that nobody has thought of. `randomUUID` is not there where the console comes over plain HTTP; this is. */
export const drawSeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, "0")).join("")
