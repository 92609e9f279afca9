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
