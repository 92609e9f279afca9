/**
 * Up to where the matches of a text are looked for as a whole, so that draws choose among streets by their number. Beyond,
 * a text is *frequent*: draws take buckets of the selection and look for it in these. On which side a text is depends on
 * nothing but what is published, so that a seed answers the same wherever it is asked.
 */
export interface TextBounds {
  /** Streets with the text in their own names. */
  readonly streets: number
  /** Homes with the text in house number, unit or building alone. */
  readonly homes: number
  /**
   * Homes of a selection that is looked through home by home, not by the index of texts. That changes no answer, and eight
   * times as many are for a text of one or two letters: the index has nothing for it.
   */
  readonly selection: number
}

export const textBounds: TextBounds = { streets: 262_144, homes: 262_144, selection: 8_192 }
