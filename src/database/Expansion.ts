import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** What a migration does. */
export type Change = Effect.Effect<void, unknown, SqlClient.SqlClient>

/** A migration that older programs can keep running beside. */
export interface Expansion {
  /** The number of the last migration that such a program must know. */
  readonly beside: number
  readonly run: Change
  /** Existing tables that it changes. */
  readonly changes: ReadonlyArray<string>
  /** Tables, and columns as `table.column`, that it drops. Programs that know `beside` no longer use them. */
  readonly drops: ReadonlyArray<string>
}

/**
 * A migration that only adds: while it runs and afterwards, programs that know the migrations up to number `beside`
 * read and write as before. README.md says what it may do, and a test enforces that.
 *
 * @param changes the existing tables that it changes; it starts once it holds locks on all of them
 */
export const expansion = (beside: number, changes: ReadonlyArray<string>, run: Change): Expansion => ({
  beside,
  changes,
  drops: [],
  run
})

/** A migration that also drops what programs stopped using in the version that knows `beside`. */
export const contraction = (
  beside: number,
  { changes, drops }: Pick<Expansion, "changes" | "drops">,
  run: Change
): Expansion => ({ beside, changes, drops, run })

/**
 * Migrations by name, `<number>_<name>`. Each runs once, in numerical order. No program can keep running beside a
 * migration that it does not know, unless that is an {@link Expansion}.
 */
export type Migrations = Readonly<Record<string, Change | Expansion>>

export const isExpansion = (migration: Change | Expansion): migration is Expansion => !Effect.isEffect(migration)

export const changeOf = (migration: Change | Expansion): Change => (isExpansion(migration) ? migration.run : migration)
