/**
 * Up to these bounds, all matches of a text are found, so that draws can choose among streets by their number of
 * matches. Beyond them a text is *frequent*: draws take homes of the selection and test them. Which case applies
 * depends only on the published data, so that a seed gives the same result everywhere.
 */
export interface TextBounds {
  /** How many streets may have the text in their own names. */
  readonly streets: number
  /**
   * How many homes may have the text in house number, unit or building, whatever their street is called. Whether there
   * are more is known from an index alone.
   */
  readonly homes: number
  /**
   * Selections of up to this many homes are scanned home by home, without the index of texts; eight times as many for a
   * text of one or two letters, which the index cannot serve. The result is the same.
   */
  readonly selection: number
}

export const textBounds: TextBounds = { streets: 262_144, homes: 262_144, selection: 8_192 }
