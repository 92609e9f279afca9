import type { TemplateRules } from "./TemplateRules.ts"

/**
 * Where the packaged set (`@fragaria/address-formatter` 6.7.1) lags behind OpenCage's repository as of 2026-07-19
 * (commit 28c47f9d), in upstream's own words, so that an entry can go as soon as a release of the package has it.
 */
const hongKong =
  "{{{attention}}}\n{{{house}}}\n{{{house_number}}} {{{road}}}\n{{#first}} {{{state_district}}} || {{{region}}} {{/first}}\n{{{state}}}\n{{{country}}}\n"

export const upstreamTemplates: Readonly<Record<string, TemplateRules>> = {
  AT: {
    address_template:
      "{{{attention}}}\n{{{house}}}\n{{#first}} {{{road}}} || {{{place}}} || {{{hamlet}}} {{/first}} {{{house_number}}}\n{{{postcode}}} {{#first}} {{{postal_city}}} || {{{town}}} || {{{city}}} || {{{village}}} || {{{municipality}}} || {{{hamlet}}} || {{{county}}} || {{{state}}} {{/first}}\n{{{archipelago}}}\n{{{country}}}\n",
    replace: [["^Politischer Bezirk ", ""]]
  },
  BR: {
    address_template:
      "{{{attention}}}\n{{{house}}}\n{{{road}}}, {{{house_number}}}{{#first}}, {{{quarter}}}{{/first}}\n{{#first}} {{{suburb}}} || {{{city_district}}} || {{{village}}} || {{{hamlet}}}{{/first}}\n{{#first}} {{{city}}} || {{{town}}} || {{{state_district}}} {{/first}} - {{#first}} {{{state_code}}} || {{{state}}} {{/first}}\n{{{postcode}}}\n{{{country}}}\n",
    postformat_replace: [["\\b(\\d{5})(\\d{3})\\b", "$1-$2"]]
  },
  HK: { address_template: hongKong },
  HK_en: { address_template: hongKong },
  HK_zh: {
    address_template:
      "{{{country}}}\n{{{state}}}\n{{#first}} {{{state_district}}} || {{{region}}} {{/first}}\n{{{road}}}\n{{{house_number}}}\n{{{house}}}\n{{{attention}}}\n"
  },
  HU: {
    address_template:
      "{{{attention}}}\n{{{postcode}}} {{#first}} {{{city}}} || {{{town}}} || {{{village}}} || {{{hamlet}}} {{/first}}\n{{{road}}} {{{house_number}}}.\n{{{country}}}\n",
    postformat_replace: [["\n.\n", "\n"]]
  },
  KW: {
    address_template:
      "{{{attention}}}\n{{{house}}}\n{{#first}} {{{area}}} {{{city_block}}} || {{{neighbourhood}}} || {{{city_district}}} || {{{suburb}}} {{/first}}\n{{{road}}}\n{{{house_number}}} {{{house}}}\n{{{postcode}}} {{#first}} {{{city}}} || {{{town}}} || {{{village}}} || {{{hamlet}}} {{/first}}\n{{{country}}}\n"
  },
  MC: {
    address_template:
      "{{{attention}}}\n{{{house}}}\n{{{house_number}}} {{{road}}}\n{{{place}}}\n{{{postcode}}} {{#first}} {{{town}}} || {{{village}}} || {{{hamlet}}} || {{{city}}} || {{{municipality}}} || {{{state}}} {{/first}}\n{{{country}}}\n",
    fallback_template:
      "{{{attention}}}\n{{{house}}}\n{{{road}}} {{{house_number}}}\n{{{place}}}\n{{#first}} {{{neighbourhood}}} || {{{city_district}}} || {{{municipality}}} || {{{suburb}}}{{/first}}\n{{{city}}}\n{{{country}}}\n",
    postformat_replace: [["Monaco\nMonaco", "Monaco"]]
  }
}

export const upstreamAliases: ReadonlyArray<{ readonly alias: string; readonly name: string }> = [
  { alias: "area", name: "municipality" }
]
