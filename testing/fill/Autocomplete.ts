/** The meaning of a control's `autocomplete` attribute, following the HTML standard's autofill detail tokens. */
export interface Detail {
  /** Without its prefix. */
  readonly section: string | undefined
  readonly mode: "shipping" | "billing" | undefined
  /** Lower case, such as `address-level1`. */
  readonly field: string
}

/** Fields that may be qualified as home, work or mobile. */
const ofContacts = /^(tel(-.+)?|email|impp)$/

/** The detail, or undefined if the attribute names none, as with `off`. */
export const detailOf = (autocomplete: string): Detail | undefined => {
  const tokens = autocomplete.trim().toLowerCase().split(/\s+/)
  if (tokens.at(-1) === "webauthn") tokens.pop()
  const section = /^section-(.+)$/.exec(tokens[0] ?? "")?.[1]
  if (section !== undefined) tokens.shift()
  const mode = tokens[0] === "shipping" || tokens[0] === "billing" ? tokens[0] : undefined
  if (mode !== undefined) tokens.shift()
  if (/^(home|work|mobile|fax|pager)$/.test(tokens[0] ?? "") && ofContacts.test(tokens[1] ?? "")) tokens.shift()
  const [field = ""] = tokens
  return tokens.length !== 1 || field === "" || field === "on" || field === "off" ? undefined : { section, mode, field }
}
