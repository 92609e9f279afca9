import aliasesJson from "@fragaria/address-formatter/src/templates/aliases.json" with { type: "json" }
import countyCodesJson from "@fragaria/address-formatter/src/templates/county-codes.json" with { type: "json" }
import stateCodesJson from "@fragaria/address-formatter/src/templates/state-codes.json" with { type: "json" }
import templatesJson from "@fragaria/address-formatter/src/templates/templates.json" with { type: "json" }
import { upstreamAliases, upstreamTemplates } from "./UpstreamCorrections.ts"

/** A Perl pattern and its replacement. */
export type Replacement = readonly [pattern: string, by: string]

/** The rules of one country in OpenCage's set. */
export interface TemplateRules {
  readonly address_template?: string
  /** For addresses with neither a road nor a postcode. */
  readonly fallback_template?: string
  /** Applied to components before rendering; `component=pattern` for one component only. */
  readonly replace?: ReadonlyArray<Replacement>
  /** Applied to the rendered text. */
  readonly postformat_replace?: ReadonlyArray<Replacement>
  /** The country whose rules a territory follows, and what it changes about them. */
  readonly use_country?: string
  readonly change_country?: string
  readonly add_component?: string
}

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
