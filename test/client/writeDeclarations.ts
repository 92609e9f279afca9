import { writeFileSync } from "node:fs"
import { declarations, description, file } from "./declarations.ts"

writeFileSync(file, declarations(description))
