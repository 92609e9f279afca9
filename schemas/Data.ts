import { Schema } from "effect"

/** All responses except those of probes wrap their payload in `data`. */
export const data = <S extends Schema.Top>(payload: S) =>
  Schema.Struct({ data: payload.pipe(Schema.annotateKey({ description: "The requested data." })) })
