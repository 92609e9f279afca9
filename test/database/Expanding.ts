import type { Expansion } from "../../src/database/Expansion.ts"

/** What the statements of a migration name, and which of them are allowed while older programs run beside it. */

const name = String.raw`"?([a-z_]+)"?`

/** Tables that grow with the pools: creating an index on one takes minutes, during which nothing can be published. */
const isLarge = (table: string): boolean =>
  /^(address|record|street|origin|label|other_record|part|place|place_name|scope_count|run_change)(_|$)/.test(table)

const constant = /\bDEFAULT\s+(-?\d+(\.\d+)?|'[^']*'|true|false)(::[a-z[\]]+)?(?=\s|,|$)/i

const withoutComments = (statement: string): string =>
  statement
    .replace(/--[^\n]*/g, " ")
    .replace(/\s+/g, " ")
    .trim()

/** What is wrong with adding this column to a table that older programs write to. */
const columnFault = (definition: string): string | undefined => {
  if (/\b(UNIQUE|PRIMARY KEY|REFERENCES|CHECK|GENERATED|EXCLUDE)\b/i.test(definition)) {
    return "older programs write no value to a new column, so it cannot have this constraint"
  }
  if (/\bDEFAULT\b/i.test(definition) && !constant.test(definition)) {
    return "a computed default rewrites the table, which cannot be read in the meantime"
  }
  return /\bNOT NULL\b/i.test(definition) && !constant.test(definition)
    ? "older programs write no value, so a required column must have a default"
    : undefined
}

/** The actions of an ALTER TABLE, separated by commas outside parentheses. */
const actionsOf = (text: string): ReadonlyArray<string> => {
  const actions: Array<string> = [""]
  let depth = 0
  for (const character of text) {
    if (character === "(") depth++
    if (character === ")") depth--
    if (character === "," && depth === 0) actions.push("")
    else actions[actions.length - 1] += character
  }
  return actions.map((action) => action.trim())
}

const match = (pattern: string, statement: string) => new RegExp(`^${pattern}`, "i").exec(statement)

/**
 * Checks the statements of one migration in order, and returns what is wrong with each, if anything.
 *
 * @param drops what it may remove
 * @param changes the tables that it declares to change
 */
export const makeReader = ({ changes, drops }: Pick<Expansion, "changes" | "drops">) => {
  const own = new Set<string>()
  const isNamed = (table: string) =>
    changes.includes(table)
      ? undefined
      : `it changes ${table} without declaring so: it would wait for that table while holding others`

  const create = (statement: string): string | undefined => {
    const table = match(`CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?${name}`, statement)?.[1]
    if (table !== undefined) {
      own.add(table)
      const references = statement.match(/REFERENCES "?[a-z_]+"?[^,)]*(\([^)]*\))?[^,)]*/gi) ?? []
      const foreign = references.filter((one) => !own.has(/REFERENCES "?([a-z_]+)/i.exec(one)![1]!))
      return foreign.every((one) => /ON DELETE (CASCADE|SET NULL)/i.test(one))
        ? undefined
        : "older programs could no longer delete what the new table refers to"
    }
    const index = match(`CREATE (UNIQUE )?INDEX (?:IF NOT EXISTS )?${name} ON ${name}`, statement)
    if (index !== null) {
      if (own.has(index[3]!)) return undefined
      if (index[1] !== undefined) return "older programs may write what a unique index refuses"
      return isLarge(index[3]!)
        ? "an index on a table of addresses takes minutes, during which nothing can be published"
        : isNamed(index[3]!)
    }
    return match("CREATE (SCHEMA|TYPE|SEQUENCE|FUNCTION|VIEW)\\b", statement) === null
      ? "not among the changes allowed beside older programs"
      : undefined
  }

  const alter = (statement: string): string | undefined => {
    const [, table, rest] = match(`ALTER TABLE (?:IF EXISTS )?${name} (.+)$`, statement) ?? []
    if (table === undefined) return "not among the changes allowed beside older programs"
    if (own.has(table)) return undefined
    for (const action of actionsOf(rest!)) {
      const dropped = match(`DROP COLUMN (?:IF EXISTS )?${name}$`, action)?.[1]
      if (dropped !== undefined && drops.includes(`${table}.${dropped}`)) continue
      const column = match("ADD (?:COLUMN )?(?!CONSTRAINT|UNIQUE|PRIMARY|CHECK|FOREIGN|EXCLUDE)(.+)$", action)?.[1]
      const fault = column === undefined ? `older programs rely on ${table} without “${action}”` : columnFault(column)
      if (fault !== undefined) return fault
    }
    return isNamed(table)
  }

  return (statement: string): string | undefined => {
    const text = withoutComments(statement)
    if (match("(SELECT|COMMENT ON|WITH [^;]* SELECT) ?", text) !== null && !/\b(INSERT|UPDATE|DELETE)\b/i.test(text))
      return
    if (match("CREATE ", text) !== null) return create(text)
    if (match("ALTER TABLE ", text) !== null) return alter(text)
    const dropped = match(`DROP TABLE (?:IF EXISTS )?${name}$`, text)?.[1]
    if (dropped !== undefined && drops.includes(dropped)) return undefined
    const written = match(`(?:INSERT INTO|UPDATE|DELETE FROM) ${name}`, text)?.[1]
    if (written !== undefined && own.has(written)) return undefined
    return written === undefined
      ? "not among the changes allowed beside older programs"
      : `rows of ${written} belong to running programs: a migration may write only to tables that it creates`
  }
}
