// Runs after `npm install` in the checkout, on any Node: without development packages, npm has none of its own.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

const build = () => {
  for (const step of ["npm run --silent build:console", "node packaging/service.ts", "node packaging/trim.ts"]) {
    const { status } = spawnSync(step, { cwd: root, shell: true, stdio: "inherit" })
    if (status !== 0) return status || 1
  }
  return 0
}

if (existsSync(root + "node_modules/vite")) {
  process.exitCode = build()
} else {
  process.stdout.write(
    "The packages that build the console are not installed (--omit=dev, NODE_ENV=production): the API works without it, " +
      "on Node 24 or later. `npm install --include=dev` builds it; for a small installation that has it, run `npm run pack` then.\n"
  )
}
