/** Most numbers that fit into two bytes. */
const most = 65_535

/** Texts by number, so that a column needs two bytes each. There are few tags, but endless values of some keys. */
export class Words {
  private readonly texts = [""]
  private readonly numbers = new Map<string, number>()

  /** The number of the text, or of its key once there are too many. */
  numberOf(text: string): number {
    const known = this.numbers.get(text)
    if (known !== undefined) return known
    if (this.texts.length > most) return this.numbers.get(keyOf(text)) ?? 0
    // The key first, so that it exists when there is no more room.
    if (text !== keyOf(text)) this.numberOf(keyOf(text))
    if (this.texts.length > most) return this.numberOf(text)
    this.numbers.set(text, this.texts.length)
    return this.texts.push(text) - 1
  }

  at(number: number): string {
    return this.texts[number]!
  }
}

const keyOf = (text: string): string => text.split("=", 1)[0]!
