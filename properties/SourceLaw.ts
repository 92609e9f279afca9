import { type Config, Effect } from "effect"
import type { PropertyFailed } from "./Bridge.ts"
import { type LawBroken, promise } from "./Law.ts"
import type { SourceUnreadable } from "./SourceSurvey.ts"

/** The law does not apply to this source, and why. */
export interface NotApplicable {
  readonly because: string
}

/** Why a law of sources is broken, or cannot be tested. */
export type SourceFault = LawBroken | SourceUnreadable | PropertyFailed | Config.ConfigError

/** A promise of sources and whether it holds. It begins with MUST, or with SHOULD if a correct source may break it. */
export interface SourceLaw {
  readonly promise: string
  readonly holds: Effect.Effect<void | NotApplicable, SourceFault>
}

/** Letters of any script count: 国土交通省 is no placeholder. */
const placeholder = /^[^\p{L}\p{N}]*(?:todo|tbd|tba|fixme|xxx|unknown|none|n\/?a|null|undefined)?[^\p{L}\p{N}]*$/iu

/** Whether a text only stands for one that the author still has to write. */
export const isPlaceholder = (text: string): boolean => placeholder.test(text)

/** What JavaScript makes of a value that is not there, when it puts it into a text. */
export const absentText = /(?<![\p{L}\p{N}])(?:undefined|NaN|\[object \w+\])(?![\p{L}\p{N}])/u

/** A text that is an email address. */
export const emailAddress = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}$/i

/** What no database stores as it is: NUL, and half of a character. */
export const unstorable = /\p{Cs}|\0/u

/** Characters from which on the value of a variable is no everyday word, which data may have. */
const longSecret = 12

/** The keys, tokens and passwords in the environment. */
export const secretsSet = (): ReadonlyArray<string> =>
  Object.entries(process.env).flatMap(([name, value = ""]) =>
    /(?:^|_)(?:key|token|secret|password)(?:_|$)/i.test(name) && value.length >= longSecret ? [value] : []
  )

const saidBy = (defect: unknown): string =>
  (defect instanceof Error ? defect.message : String(defect)).replace(/\.$/, "")

/** Pairs a promise with the law that has its words to complain in. A record that cannot even be looked at breaks it. */
export const sourceLaw = (text: string, holds: (law: ReturnType<typeof promise>) => SourceLaw["holds"]): SourceLaw => {
  const law = promise(text)
  return {
    promise: text,
    holds: Effect.catchDefect(holds(law), (defect) =>
      Effect.fail(
        law.broken(`Looking at its records throws: ${saidBy(defect)}. Does a record have a getter? Give plain objects.`)
      )
    )
  }
}
