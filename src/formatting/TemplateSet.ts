import aliasesJson from "@fragaria/address-formatter/src/templates/aliases.json" with { type: "json" }
import countyCodesJson from "@fragaria/address-formatter/src/templates/county-codes.json" with { type: "json" }
import stateCodesJson from "@fragaria/address-formatter/src/templates/state-codes.json" with { type: "json" }
import templatesJson from "@fragaria/address-formatter/src/templates/templates.json" with { type: "json" }
import type { TemplateRules } from "./TemplateRules.ts"
import { upstreamAliases, upstreamTemplates } from "./UpstreamCorrections.ts"

/** Names of a region or county, by language where there are several, and its code. */
interface Coded {
  readonly key: string
  readonly name: string | Readonly<Record<string, string>>
}
export type Codes = Readonly<Record<string, ReadonlyArray<Coded>>>

/**
 * OpenCage's public template set (https://github.com/OpenCageData/address-formatting, MIT), as packaged in
 * `@fragaria/address-formatter`, with corrections that the package lacks. The package's own code is not used: it parses
 * its templates again on each call, which takes 167 µs, and deviates from the reference implementation in Perl.
 */
export const templateSet: Readonly<Record<string, TemplateRules>> = {
  ...(templatesJson as unknown as Record<string, TemplateRules>),
  ...upstreamTemplates
}

export const stateCodes = stateCodesJson as unknown as Codes
export const countyCodes = countyCodesJson as unknown as Codes

/** From component names to the component that each is an alias of, smallest place first. */
export const componentAliases: ReadonlyArray<{ readonly alias: string; readonly name: string }> = [
  ...aliasesJson,
  ...upstreamAliases
]
