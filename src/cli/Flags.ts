import { Flag } from "effect/cli"

/** A text that may be left out. */
export const optionalText = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

/** The path of a file or folder that may be left out. */
export const optionalPath = (name: string, description: string) =>
  Flag.Path(name).pipe(Flag.withDescription(description), Flag.optional)

/** A switch that is off unless it is given. */
export const whether = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

export const json = whether("json", "Print JSON, for programs")
