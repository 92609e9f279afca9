import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { pathToFileURL } from "node:url"
import * as Path from "node:path"
import packageJson from "../../package.json" with { type: "json" }

const signals = pathToFileURL(Path.resolve(import.meta.dirname, "../../src/cli/Signals.ts")).href

/**
 * A program that settles its signals and says its ID. It ends by a signal, or after a hundred looks without its shell, and
 * says by which.
 */
const program = `
  import(${JSON.stringify(signals)}).then(({ settleSignals }) => {
    const shell = process.ppid
    const say = (end) => { console.log(end); process.exit() }
    process.on("SIGTERM", () => say("stopped"))
    settleSignals(1)
    let looks = 0
    setInterval(() => process.ppid === shell || ++looks < 100 || say("went on"), 1)
    console.log("started")
  })`

/** Starts the program in a shell, as npm does for a command, ends the shell, and returns what the program then says. */
const afterShellOf = async (command: string): Promise<string> => {
  // The second command keeps the shell: some replace themselves by the only one.
  const child = spawn("sh", ["-c", `"$NODE" -e "$PROGRAM"; :`], {
    env: { ...process.env, NODE: process.execPath, PROGRAM: program, npm_lifecycle_script: command },
    stdio: ["ignore", "pipe", "inherit"]
  })
  let said = ""
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString()
    if (said === "started\n") child.kill()
  })
  await once(child.stdout, "end")
  return said.replace("started\n", "").trim()
}

describe("a program that npm runs", () => {
  it.each([
    ["npm start", packageJson.scripts.start],
    ["npm run doorstep", `${packageJson.scripts.doorstep} "sync"`],
    ["npx doorstep", "'doorstep'"],
    ["a script of one's own", "doorstep serve --workers 2"]
  ])("MUST stop when the shell of %s is ended", async (_, command) => {
    assert.strictEqual(await afterShellOf(command), "stopped")
  })

  it.each([
    ["a script that starts it beside other commands", "doorstep serve & vitest"],
    ["a program that starts it", "node test.mjs"]
  ])("MUST go on when the shell of %s is over", async (_, command) => {
    assert.strictEqual(await afterShellOf(command), "went on")
  })
})
