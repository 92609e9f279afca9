import { byLetters, cased, letters, titled, type Rewrite } from "./LetterTable.ts"

const georgianLetters = byLetters(
  letters(
    "ა a ბ b გ g დ d ე e ვ v ზ z თ t ი i კ k ლ l მ m ნ n ო o პ p ჟ zh რ r ს s ტ t უ u ფ p ქ k ღ gh ყ q შ sh ჩ ch ც ts ძ dz წ ts ჭ ch ხ kh ჯ j ჰ h"
  )
)

/** Georgia's national system of 2002, without the apostrophes of ejectives, as on road signs. */
export const romanizeGeorgian: Rewrite = (text) => titled(georgianLetters(text))

/** BGN/PCGN 1981, without apostrophes. */
const armenianLetters = byLetters(
  letters(
    "ա a բ b գ g դ d ե e զ z է e ը y թ t ժ zh ի i լ l խ kh ծ ts կ k հ h ձ dz ղ gh ճ ch մ m յ y ն n շ sh ո o չ ch պ p ջ j ռ r ս s վ v տ t ր r ց ts ւ v փ p ք k օ o ֆ f և ev ու u"
  )
)

/** ե and ո at the start of a word. */
const armenianInitials = new Map([
  ["ե", "ye"],
  ["ո", "vo"]
])

export const romanizeArmenian: Rewrite = (text) =>
  armenianLetters(
    text.replaceAll(/(?<!\p{L})[եո](?!ւ)/giu, (letter, offset: number) =>
      cased(armenianInitials.get(letter.toLowerCase())!, letter, text, offset)
    )
  )
