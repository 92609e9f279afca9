/** Initial consonants, vowels and finals in Unicode's order (The Unicode Standard, 3.12). */
const initials = "g kk n d tt r m b pp s ss - j jj ch k t p h".split(" ").map((latin) => latin.replace("-", ""))
const vowels = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split(" ")

/** Finals: at the end of a word or before a consonant, and before a vowel, where they move to the next syllable. */
const finals: ReadonlyArray<readonly [closed: string, linked: string]> =
  "-/- k/g k/kk k/gs n/n n/nj n/n t/d l/r k/lg m/lm l/lb l/ls l/lt p/lp l/r m/m p/b p/ps t/s t/ss ng/ng t/j t/ch k/k t/t p/p t/-"
    .split(" ")
    .map((pair) => pair.replaceAll("-", "").split("/") as [string, string])

const nasal: Readonly<Record<string, string>> = { k: "ng", t: "n", p: "m" }

/** ㅎ before ㄱ, ㄷ, ㅈ makes them k, t, ch: finals ㅎ, ㄶ, ㅀ. */
const breathed = new Set([6, 15, 27])
const aspirated: Readonly<Record<string, string>> = { g: "k", d: "t", j: "ch" }

interface Syllable {
  readonly initial: number
  readonly vowel: number
  readonly final: number
}

const takeApart = (hangul: string): ReadonlyArray<Syllable> =>
  Array.from(hangul.normalize("NFC"), (character) => {
    const index = character.codePointAt(0)! - 0xac00
    return { initial: Math.floor(index / 588), vowel: Math.floor((index % 588) / 28), final: index % 28 }
  })

/** A final and the initial behind it, with the sound changes that the romanization writes. */
const joint = (before: Syllable, after: Syllable): string => {
  const [closed, linked] = finals[before.final]!
  const initial = initials[after.initial]!
  if (initial === "") {
    // 해돋이 is haedoji: ㄷ and ㅌ before i.
    if (after.vowel === 20 && (before.final === 7 || before.final === 25)) return before.final === 7 ? "j" : "ch"
    return linked
  }
  if (breathed.has(before.final) && aspirated[initial] !== undefined) {
    return (closed === "t" ? "" : closed) + aspirated[initial]
  }
  if (initial === "n" || initial === "m") {
    if (closed === "l" && initial === "n") return "ll"
    return (nasal[closed] ?? closed) + initial
  }
  if (initial === "r") {
    if (closed === "l" || closed === "n") return "ll"
    return closed === "" ? "r" : `${nasal[closed] ?? closed}n`
  }
  return closed + initial
}

/**
 * Syllables by the Revised Romanization of Korean (Ministry of Culture and Tourism, 2000-8), with the sound changes of its
 * third chapter: assimilation, ㄹ, palatalization. As in names of places: nothing is inserted between the parts of a
 * compound (안양 Anyang), tensing is not written, and ㅎ stays behind ㄱ, ㄷ, ㅂ (묵호 Mukho).
 */
export const romanizeHangul = (hangul: string): string => {
  const syllables = takeApart(hangul)
  let latin = ""
  for (const [at, syllable] of syllables.entries()) {
    if (at === 0) latin += initials[syllable.initial]!
    latin += vowels[syllable.vowel]!
    const next = syllables[at + 1]
    latin += next === undefined ? finals[syllable.final]![0] : joint(syllable, next)
  }
  return latin
}
