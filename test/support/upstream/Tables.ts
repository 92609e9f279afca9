import { zip } from "../../sources/reading/ZipWriter.ts"

/** A country's postal codes as GeoNames publishes them: a zip archive with a readme. */
export const zipOf = (country: string, lines: string): Uint8Array =>
  zip({
    "readme.txt": Buffer.from("Readme for GeoNames Postal Code files"),
    [`${country}.txt`]: Buffer.from(lines)
  })
