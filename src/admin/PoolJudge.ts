import { Context, Effect, Layer, Schema } from "effect"
import { judge } from "../../schemas/judge/Judge.ts"
import type { JudgeName, JudgeRule } from "../../schemas/judge/Objection.ts"
import { countryLiteral } from "../database/AddressTables.ts"
import { SlowDatabase } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import { componentsOf } from "../pool/stored/Compose.ts"
import { wholeColumns, type WholeRow } from "../pool/stored/StoredRows.ts"
import { makeWholeAddresses } from "../pool/stored/WholeAddresses.ts"
import { unavailable } from "./AdminErrors.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

const poolRows = rowsOf({ version: Schema.Int, residential: Schema.Int })

/** One rule of an independent judge that some homes break. */
interface Complaint {
  readonly judge: JudgeName
  readonly rule: JudgeRule
  /** The sentence about one of them. */
  readonly message: string
  /** How many homes break it. */
  readonly homes: number
  /** IDs of some of them. */
  readonly examples: ReadonlyArray<string>
}

export interface Score {
  readonly country: string
  readonly poolVersion: number
  /** How many homes were checked: a uniform sample, or all of them if `exact`. */
  readonly judged: number
  readonly exact: boolean
  /** How many homes at least one rule applies to, and how many of those keep every rule. */
  readonly covered: number
  readonly passed: number
  /** Broken rules, most frequent first. */
  readonly complaints: ReadonlyArray<Complaint>
}

export interface ScoreOptions {
  /** How many homes to check, at most. */
  readonly most: number
  /** How many example homes to list for each broken rule, at most. */
  readonly examples: number
}

/** Homes read at once. */
const page = 1_000

/**
 * Scores pools by third-party rules (`schemas/judge`). Homes are read in the order of their sample keys, which are
 * hashes: the first n are a uniform sample for any n, and memory does not grow with the pool.
 */
export class PoolJudge extends Context.Service<
  PoolJudge,
  {
    /** Undefined if the country has no pool. */
    readonly score: (country: string, options: ScoreOptions) => Effect.Effect<Score | undefined, StorageUnavailable>
  }
>()("doorstep/PoolJudge") {
  static readonly layerNoDeps = Layer.effect(
    PoolJudge,
    Effect.gen(function* () {
      const sql = yield* SlowDatabase

      const wholeAddresses = makeWholeAddresses(sql)

      /** Homes in the order of their keys. A home whose street or origin is deleted during the reading is skipped. */
      const homesAfter = Effect.fnUntraced(function* (country: string, after: bigint, most: number) {
        const rows = yield* sql<WholeRow & { readonly key: bigint }>`
          SELECT a.sample_key AS key, ${wholeColumns(sql)} FROM address a JOIN street s ON s.key = a.street
          WHERE a.country = ${countryLiteral(sql, country)} AND a.is_residential AND a.sample_key > ${after}
          ORDER BY a.sample_key LIMIT ${most}::int`
        const homes = yield* wholeAddresses(rows)
        return { homes: homes.filter((home) => home !== undefined), last: rows.at(-1)?.key }
      })

      const hear = Effect.fnUntraced(function* (country: string, options: ScoreOptions) {
        const { most } = options
        const found = new Map<string, Complaint>()
        let [judged, covered, passed] = [0, 0, 0]
        for (let after = -1n; judged < most;) {
          const { homes, last } = yield* homesAfter(country, after, Math.min(page, most - judged))
          for (const { main } of homes) {
            const { id } = main.record
            const { objections, rules } = judge({ countryCode: country, components: componentsOf(main) })
            judged++
            if (rules > 0) covered++
            if (rules > 0 && objections.length === 0) passed++
            for (const { judge, message, rule } of objections) {
              const label = `${judge} ${rule}`
              const known = found.get(label) ?? { judge, rule, message, homes: 0, examples: [] }
              const examples = known.examples.length < options.examples ? [...known.examples, id] : known.examples
              found.set(label, { ...known, homes: known.homes + 1, examples })
            }
          }
          if (last === undefined) break
          after = last
        }
        const complaints = Array.from(found.values()).sort((a, b) => b.homes - a.homes)
        return { judged, covered, passed, complaints }
      })

      return PoolJudge.of({
        score: Effect.fn("PoolJudge.score")(function* (country, options) {
          const [pool] = yield* poolRows(sql`SELECT version, residential FROM pool WHERE country = ${country}`)
          if (pool === undefined) return undefined
          const heard = yield* hear(country, options)
          return { country, poolVersion: pool.version, exact: heard.judged >= pool.residential, ...heard }
        }, unavailable)
      })
    })
  )
}
