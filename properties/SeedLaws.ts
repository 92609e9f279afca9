import { Effect } from "effect"
import { MAX_BATCH } from "../schemas/Generation.ts"
import { batchOrNone, drawOrNone, idsOf, promise } from "./Law.ts"
import type { Pool, SubjectFailure } from "./Subject.ts"

const reading = promise("A seed MUST be read as it is given, to its last letter")

/** Pairs of seeds of each kind: that many coincidences are not chance, even if only ten homes can be drawn. */
const tried = 12

/** Characters of a long seed, which is well below the longest. */
const long = 250

/** Seeds that differ in one way only, by what somebody may have done to them. */
const kinds: Readonly<Record<string, (n: number) => readonly [string, string]>> = {
  "only their case differs": (n) => [`seed ${n} of a case`, `SEED ${n} OF A CASE`],
  "one has spaces around it": (n) => [`seed ${n}`, ` seed ${n} `],
  "both are the same number": (n) => [`${n + 1}`, `0${n + 1}.0`],
  "only their last letter differs": (n) => {
    const start = `${n} `.padEnd(long - 1, "x")
    return [`${start}a`, `${start}b`]
  },
  "only an accent differs": (n) => [`\u00e9 ${n}`, `e ${n}`],
  "only one is composed": (n) => [`\u00e9 ${n}`, `e\u0301 ${n}`],
  "one has a ligature": (n) => [`\ufb01 ${n}`, `fi ${n}`],
  "only Chinese characters differ": (n) => [`\u8857 ${n}`, `\u9053 ${n}`],
  "only an emoji differs": (n) => [`\u{1f600} ${n}`, `\u{1f601} ${n}`],
  "one has an invisible character": (n) => [`a\u200b${n}`, `a${n}`],
  "one has a space more": (n) => [`a  ${n}`, `a ${n}`],
  "one has a plus in place of a space": (n) => [`a+${n}`, `a ${n}`],
  "one is the other, encoded for URLs": (n) => [`%41 ${n}`, `A ${n}`],
  "one ends at a semicolon": (n) => [`${n} a;b`, `${n} a`]
}

/** Seeds that differ in one way do not all draw the same address. One pair that differs is enough, and the first one mostly does. */
const areDistinguished = Effect.fnUntraced(function* (
  where: string,
  how: string,
  pair: (n: number) => readonly [string, string],
  idOf: (seed: string) => Effect.Effect<string | undefined, SubjectFailure>
) {
  for (let n = 0; n < tried; n++) {
    const [one, other] = pair(n)
    if ((yield* idOf(one)) !== (yield* idOf(other))) return
  }
  yield* reading.hold(
    false,
    `${tried} pairs of seeds of which ${how} all give the same address${where}, such as`,
    pair(0)
  )
})

/** Different seeds draw different addresses, however little they differ. */
export const seedsAreReadWhole = Effect.fnUntraced(function* (pool: Pool, country: string) {
  const { addresses } = yield* pool.drawMany({ country, filters: {}, seed: "whole", count: MAX_BATCH })
  if (new Set(idsOf(addresses)).size < 10) {
    return { because: "Needs ten homes or more: with fewer, different seeds often give the same one." }
  }
  const everything = { country, filters: {} }
  for (const [how, pair] of Object.entries(kinds)) {
    yield* areDistinguished("", how, pair, (seed) =>
      Effect.map(drawOrNone(pool, { ...everything, seed }), (drawn) => drawn?.address.id)
    )
    // A batch has its seed in a body, and not in a URL.
    yield* areDistinguished(" in a batch", how, pair, (seed) =>
      Effect.map(batchOrNone(pool, { ...everything, seed, count: 1 }), (batch) => batch?.addresses[0]?.id)
    )
  }
})
