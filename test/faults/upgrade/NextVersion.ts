import * as Path from "node:path"
import { migrations } from "../../../src/database/Migrations.ts"
import { bundledModule } from "../../support/BundledDoorstep.ts"

export const root = Path.resolve(import.meta.dirname, "../../..")

/** The folder in which a version is started, and the program that starts it. */
export interface Version {
  readonly folder: string
  readonly program: string
}

export const versionIn = (folder: string): Version => ({ folder, program: Path.join(folder, "src/start.mjs") })

/** The number of this version's last migration. */
export const lastMigration = Number(Object.keys(migrations).at(-1)!.slice(0, 4))

/** This checkout with one more migration, as the next version would have it. */
export const nextVersion = (): Version => ({ folder: root, program: bundledModule("NextVersion") })
