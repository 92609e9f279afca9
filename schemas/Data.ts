import { Schema } from "effect"

/** Every answer but the probes' wraps its payload in `data`. */
export const data = <S extends Schema.Top>(payload: S) =>
  Schema.Struct({ data: payload.pipe(Schema.annotateKey({ description: "What was asked for." })) })
