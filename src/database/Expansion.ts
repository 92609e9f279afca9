import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** What a migration does. */
export type Change = Effect.Effect<void, unknown, SqlClient.SqlClient>

/** A migration beside which programs go on that do not know it. */
export interface Expansion {
  /** The number of the last migration that such a program must know. */
  readonly beside: number
  readonly run: Change
  /** Tables that were there, and that it changes. */
  readonly changes: ReadonlyArray<string>
  /** Tables, and columns as `table.column`, that it takes away: programs that know `beside` use none of them any more. */
  readonly drops: ReadonlyArray<string>
}

/**
 * A migration that only adds: while it runs, and from then on, programs read and write as before that know those up to the
 * number `beside`. What it may do stands in README.md, and a test holds it to that.
 *
 * @param changes the tables that were there and that it changes: it is begun when it has them all
 */
export const expansion = (beside: number, changes: ReadonlyArray<string>, run: Change): Expansion => ({
  beside,
  changes,
  drops: [],
  run
})

/** A migration that also takes away what programs stopped to use by the version that knows `beside`. */
export const contraction = (
  beside: number,
  { changes, drops }: Pick<Expansion, "changes" | "drops">,
  run: Change
): Expansion => ({ beside, changes, drops, run })

/**
 * Migrations by name, `<number>_<name>`; each runs once, in the order of the numbers. Where one is no {@link Expansion}, no
 * program that does not know it can go on beside it.
 */
export type Migrations = Readonly<Record<string, Change | Expansion>>

export const isExpansion = (migration: Change | Expansion): migration is Expansion => !Effect.isEffect(migration)

export const changeOf = (migration: Change | Expansion): Change => (isExpansion(migration) ? migration.run : migration)
