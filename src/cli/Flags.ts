import { Argument, Flag } from "effect/cli"
import { inCapitals } from "../../schemas/CountryCodes.ts"

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

/** The code of a country, in any case. `example` is one, and what follows it says more. */
export const countryCode = (example: string) =>
  Argument.String("country").pipe(
    Argument.withDescription(`ISO 3166-1 alpha-2 code, such as ${example}`),
    Argument.map(inCapitals)
  )
