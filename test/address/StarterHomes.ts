import { Effect, Stream } from "effect"
import type { RawRecord } from "../../sources/DataSource.ts"
import { source } from "../../sources/starter/Starter.ts"

/** Addresses of the starter that have a house number, a street and a city. */
export const starterHomes = Effect.map(Stream.runCollect(source.records("US")), (records) =>
  Array.from(records).flatMap((record) => {
    const { city, houseNumber, postcode, street, unit } = record as RawRecord
    return [city, houseNumber, postcode, street].some((part) => part == null || part === "")
      ? []
      : [
          {
            houseNumber: houseNumber!,
            street: street!,
            city: city!,
            postcode: postcode!,
            ...(unit == null ? {} : { unit })
          }
        ]
  })
)
