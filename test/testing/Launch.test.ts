import { existsSync } from "node:fs"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { assert, expect, it, vi } from "vitest"
import { environmentOf } from "../../testing/service/Commands.ts"
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

it.each([
  ["--require /a/.pnp.cjs --experimental-loader file:///a/.pnp.loader.mjs"],
  ['--require "/a b/.pnp.cjs" --experimental-loader file:///a%20b/.pnp.loader.mjs'],
  ['--require="/a \\"b/.pnp.cjs"'],
  ["-r /a/.pnp.js"]
])("MUST find packages under Yarn's Plug'n'Play, and be free of a debugger's options: %s", (packages) => {
  try {
    vi.stubEnv("NODE_OPTIONS", `--inspect-brk=9229 --require "/x y/debugger.js" ${packages} --max-old-space-size=64`)
    assert.strictEqual(environmentOf({ PORT: "0" })["NODE_OPTIONS"], packages)
    vi.stubEnv("NODE_OPTIONS", "--inspect-brk=9229 --require /x/my.pnp.cjs.js")
    assert.notProperty(environmentOf({ PORT: "0" }), "NODE_OPTIONS")
  } finally {
    vi.unstubAllEnvs()
  }
})
