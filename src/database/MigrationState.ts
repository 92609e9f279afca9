import packageJson from "../../package.json" with { type: "json" }

/** What a database records about its migrations. */
export interface MigrationState {
  /** By name, `<number>_<name>`, in numerical order. */
  readonly done: ReadonlyArray<string>
  /** For each migration, the number of the last one that a program must know to run beside it; absent if none can. */
  readonly beside: ReadonlyMap<string, number>
  /** The version of Doorstep that ran the last of them, if recorded. */
  readonly by: string | undefined
}

/** Why this program must not use a database, and what to do about it. */
export interface Mismatch {
  readonly message: string
  readonly mend: string
}

const { version } = packageJson

/** The name of an applied migration, from its row. */
export const nameOf = ({ id, name }: { readonly id: number; readonly name: string }): string =>
  `${String(id).padStart(4, "0")}_${name}`

export const numberOf = (name: string): number => Number.parseInt(name, 10)

/** The last migration that a program knows. */
export const schemaOf = (known: ReadonlyArray<string>): number => Math.max(0, ...known.map(numberOf))

const unknownOf = ({ done }: MigrationState, known: ReadonlyArray<string>): ReadonlyArray<string> =>
  done.filter((name) => !known.includes(name))

/** Migrations of a newer version that this program can run beside. */
export const aheadOf = (state: MigrationState, known: ReadonlyArray<string>): ReadonlyArray<string> => {
  const schema = schemaOf(known)
  return unknownOf(state, known).filter((name) => schema >= (state.beside.get(name) ?? Number.POSITIVE_INFINITY))
}

/** The same as a sentence, for whoever starts this program. */
export const describeAhead = ({ by }: MigrationState, ahead: ReadonlyArray<string>): string =>
  `A newer Doorstep${by === undefined || by === version ? "" : ` (${by})`} has migrated the database ` +
  `(${ahead.join(", ")}). This is Doorstep ${version}, which can run beside it until all processes are upgraded.`

/**
 * Tables of unknown form are neither read nor written, because the answers would be wrong. What a newer program has
 * added does no harm if its migration says so.
 */
export const mismatchOf = (state: MigrationState, known: ReadonlyArray<string>): Mismatch | undefined => {
  const { by, done } = state
  const other = done.find((name) => !known.includes(name) && known.some((own) => numberOf(own) === numberOf(name)))
  if (other !== undefined) {
    const own = known.find((name) => numberOf(name) === numberOf(other))
    return {
      message: `The database has had the migration ${other}, where Doorstep ${version} has ${own}: something else made its tables.`,
      mend: "Use the program that made them, or set DATABASE_URL or DATA_DIR to another database."
    }
  }
  const ahead = aheadOf(state, known)
  const newer = unknownOf(state, known).filter((name) => !ahead.includes(name))
  if (newer.length > 0) {
    const needed = by === undefined || by === version ? "the Doorstep that migrated it" : `Doorstep ${by}`
    return {
      message: `A newer Doorstep has migrated the database (${newer.join(", ")}).`,
      mend: `This is Doorstep ${version}: start ${needed} or a later one, or restore a backup that this version wrote.`
    }
  }
  // Migrations run in numerical order, so one numbered below the last that ran will never run.
  const last = done.at(-1)
  const skipped = known.filter((name) => !done.includes(name) && last !== undefined && name < last)
  if (skipped.length > 0) {
    return {
      message: `The database lacks ${skipped.join(", ")}.`,
      mend: `It has had ${last}, which comes after. Restore a backup with --replace, or use another database.`
    }
  }
  return undefined
}

/** The same for programs that leave out what they do not know, such as a backup: nothing may be newer. */
export const mismatchAlone = (state: MigrationState, known: ReadonlyArray<string>): Mismatch | undefined =>
  mismatchOf({ ...state, beside: new Map() }, known)
