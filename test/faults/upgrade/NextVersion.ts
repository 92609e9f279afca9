import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { bundle } from "../../support/BundledDoorstep.ts"

export const root = Path.resolve(import.meta.dirname, "../../..")

/** A checkout and the program that starts it. */
export interface Version {
  readonly folder: string
  readonly program: string
}

export const versionIn = (folder: string): Version => ({ folder, program: Path.join(folder, "src/start.mjs") })

const isLeftOut = (path: string): boolean =>
  /(^|\/)(node_modules|\.data|\.git|dist|build|releases|results|test)(\/|$)/.test(Path.relative(root, path))

const migrationsFile = "src/database/Migrations.ts"

/** A migration that makes every kind of change allowed beside older programs, on the most frequently read tables. */
const migration = (beside: number) => `
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expansion } from "../Expansion.ts"

export default expansion(
  ${beside},
  ["pool", "country", "address", "street", "token", "rate_window", "admin_session", "audit", "run", "process"],
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql\`ALTER TABLE pool ADD COLUMN notes text NOT NULL DEFAULT ''\`
    yield* sql\`ALTER TABLE country ADD COLUMN notes text, ADD COLUMN rank smallint DEFAULT 7\`
    yield* sql\`ALTER TABLE address ADD COLUMN notes smallint NOT NULL DEFAULT 0\`
    yield* sql\`ALTER TABLE street ADD COLUMN notes text\`
    yield* sql\`ALTER TABLE token ADD COLUMN notes text NOT NULL DEFAULT ''\`
    yield* sql\`ALTER TABLE rate_window ADD COLUMN notes text\`
    yield* sql\`ALTER TABLE admin_session ADD COLUMN notes text NOT NULL DEFAULT ''\`
    yield* sql\`ALTER TABLE audit ADD COLUMN notes text\`
    yield* sql\`ALTER TABLE run ADD COLUMN notes text\`
    yield* sql\`ALTER TABLE process ADD COLUMN notes text\`
    yield* sql\`CREATE TABLE note (token text REFERENCES token (id) ON DELETE CASCADE, text text NOT NULL)\`
    yield* sql\`CREATE UNIQUE INDEX note_of_token ON note (token)\`
    yield* sql\`CREATE INDEX run_started ON run (started_at)\`
    yield* sql\`COMMENT ON TABLE pool IS 'Noted.'\`
  })
)
`

/** A copy of this checkout with one more migration, as the next version would have it. */
export const makeNextVersion = (): Version & { readonly migration: string; readonly remove: () => void } => {
  const folder = mkdtempSync(Path.join(tmpdir(), "doorstep-next-"))
  cpSync(root, folder, { recursive: true, filter: (path) => !isLeftOut(path) })
  symlinkSync(Path.join(root, "node_modules"), Path.join(folder, "node_modules"))
  const list = readFileSync(Path.join(folder, migrationsFile), "utf8")
  const last = Number(Array.from(list.matchAll(/^ {2}"(\d{4})_/gm)).at(-1)![1])
  const name = `${String(last + 1).padStart(4, "0")}_notes`
  writeFileSync(
    Path.join(folder, migrationsFile),
    `import notes from "./migrations/${name}.ts"\n${list.replace(/\n\}\s*$/, `,\n  "${name}": notes\n}\n`)}`
  )
  writeFileSync(Path.join(folder, `src/database/migrations/${name}.ts`), migration(last))
  bundle(Path.join(folder, "bundled"), folder)
  return {
    folder,
    program: Path.join(folder, "bundled/start.mjs"),
    migration: name,
    remove: () => rmSync(folder, { recursive: true, force: true })
  }
}
