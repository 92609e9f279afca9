/** Countries whose languages write umlauts and å with two letters where a keyboard lacks them: Goettingen, Aarhus. */
const countries = new Set("AT CH DE DK EE FI FO GL IS LI LU NO SE SJ".split(" "))

/** A folded name with one letter for two that may stand for an umlaut or å. Names that fold alike then are spellings. */
export const withoutDigraphs = (country: string, folded: string): string =>
  countries.has(country) ? folded.replace(/([aou])e/g, "$1").replace(/a(?=a)/g, "") : folded
