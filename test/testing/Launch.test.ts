import { existsSync } from "node:fs"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { assert, expect, it } from "vitest"
import { launch } from "../../testing/service/Launch.ts"
import { variable } from "../../testing/service/Companion.ts"

/** Ends the process with its last words as soon as its folder is one that is deleted when it ends. */
const lastWords = `const look = () => {
  if (process.env.${variable} !== undefined) return setImmediate(look)
  process.stderr.write("for this reason")
  process.exit(1)
}
look()`

it("MUST say why a service did not start, although its folder with the log is gone", async () => {
  const folder = await mkdtemp(Path.join(tmpdir(), "doorstep-launch-"))
  const launched = launch({
    folder,
    removes: true,
    parameters: ["serve"],
    settings: { NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(lastWords)}"` },
    patience: 0
  })
  await expect(launched).rejects.toThrow("The service did not start.\nfor this reason")
  assert.isFalse(existsSync(folder))
})

it("MUST refuse a setting that is misspelt: a test would run without it", async () => {
  const folder = await mkdtemp(Path.join(tmpdir(), "doorstep-launch-"))
  const launched = launch({
    folder,
    removes: true,
    parameters: ["serve"],
    settings: { CORS_ORIGIN: "http://localhost:5173", DATABASE_URL: "postgres://127.0.0.1:1/none" },
    patience: 0
  })
  await expect(launched).rejects.toThrow(
    /^CORS_ORIGIN is not a setting and has no effect\. Did you mean CORS_ORIGINS\?$/
  )
})
