import { writeFileSync } from "node:fs"
import * as Path from "node:path"
import { notice } from "./Notice.ts"

writeFileSync(Path.resolve(import.meta.dirname, "../../NOTICE"), notice())
