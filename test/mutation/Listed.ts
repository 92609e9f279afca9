import { readFileSync } from "node:fs"
import type { Chosen } from "./Fault.ts"
import { faults } from "./faults.ts"

/** Faults that choose.ts has written down. */
export const sampled = (file: string | URL): ReadonlyArray<Chosen> =>
  JSON.parse(readFileSync(file, "utf8")) as ReadonlyArray<Chosen>

/** All faults: those of an earlier list, those that were planted by hand and survived at first, and those of the sample. */
export const listed: ReadonlyArray<Chosen> = [
  ...Object.entries(faults).flatMap(([file, { faults: ofFile, tests }]) =>
    ofFile.map(([text, replacement, survives]) => ({
      file,
      kind: "listed",
      text,
      replacement,
      tests,
      ...(survives === undefined ? {} : { survives })
    }))
  ),
  ...sampled(new URL("byHand.json", import.meta.url)),
  ...sampled(new URL("sample.json", import.meta.url))
]
