/** A random seed. `randomUUID` does not exist when the console is served over plain HTTP; this does. */
export const drawSeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, "0")).join("")
