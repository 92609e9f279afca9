import { zip } from "../../sources/reading/ZipWriter.ts"

/** GeoNames' table of a country's postal codes, as it is published: with a readme, in a zip archive. */
export const zipOf = (country: string, lines: string): Uint8Array =>
  zip({
    "readme.txt": Buffer.from("Readme for GeoNames Postal Code files"),
    [`${country}.txt`]: Buffer.from(lines)
  })
