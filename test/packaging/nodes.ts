import { mkdir, mkdtemp, rm } from "node:fs/promises"
import * as Os from "node:os"
import * as Path from "node:path"
import { pack } from "../../packaging/Pack.ts"
import { oldestNode } from "../../packaging/Manifest.ts"
import { bytesOf, firstHome, hasDatabase, install, Npm } from "./Installation.ts"

/**
 * `npm run try:nodes`: installs the package in empty folders, and draws a first home from it, with the oldest supported
 * Node and the newest of each line, from npm's package `node`. Versions may be named instead.
 */
const given = process.argv.slice(2)
const versions = given.length > 0 ? given : [`${oldestNode}.0`, "22", "24", "26"]
const most = 60

const parent = await mkdtemp(Path.join(Os.tmpdir(), "doorstep-nodes-"))
try {
  const tarball = await pack(parent)
  for (const version of versions) {
    const tools = Path.join(parent, `node-${version}`)
    const folder = Path.join(parent, `in an empty folder ${version}`)
    for (const made of [tools, folder]) await mkdir(made)
    await new Npm(tools, process.execPath).run("install", "--no-audit", "--no-fund", `node@${version}`)
    const node = Path.join(tools, "node_modules/node/bin/node")
    const installed = await install(folder, tarball, node)
    const { home, seconds } = await firstHome(folder, node)
    if (await hasDatabase(folder)) throw new Error(`${version}: the database still runs.`)
    const [is] = (await new Npm(folder, node).run("exec", "--offline", "-c", "node --version")).match(/v[\d.]+/) ?? []
    const together = installed + seconds
    const line = `Node ${is}: installed in ${installed.toFixed(1)} s, first home after ${seconds.toFixed(1)} s more`
    process.stdout.write(`${line}, ${(bytesOf(Path.join(folder, "node_modules")) / 1e6).toFixed(0)} MB: ${home}\n`)
    if (together > most) process.stdout.write(`  These are more than ${most} s together.\n`)
    for (const made of [tools, folder]) await rm(made, { recursive: true })
  }
} finally {
  await rm(parent, { recursive: true, force: true })
}
