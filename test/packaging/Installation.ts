import { type ChildProcess, spawn } from "node:child_process"
import { lstatSync, readdirSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import * as Path from "node:path"

/** The output of a command, and how it ended. */
export interface Ended {
  readonly code: number | null
  readonly said: string
}

/** npm, run in a folder by a particular Node. */
export class Npm {
  readonly #env: NodeJS.ProcessEnv
  readonly #node: string
  readonly #cwd: string

  constructor(cwd: string, node: string, settings: Readonly<Record<string, string>> = {}) {
    const kept = ["HOME", "TMPDIR", "LANG", "USERPROFILE", "APPDATA", "SystemRoot"]
    const environment = Object.entries(process.env).filter(
      ([name]) =>
        kept.includes(name) ||
        /^(npm_config_(userconfig|cache|registry)|https?_proxy|no_proxy|node_extra_ca_certs)$/i.test(name)
    )
    this.#cwd = cwd
    this.#node = node
    const path = [Path.dirname(node), process.env["PATH"]].join(Path.delimiter)
    this.#env = { ...Object.fromEntries(environment), PATH: path, ...settings }
  }

  /** Starts an npm command in a process group of its own, as a terminal does. */
  start(args: ReadonlyArray<string>): {
    readonly child: ChildProcess
    readonly ended: Promise<Ended>
    said: () => string
  } {
    const cli = process.env["npm_execpath"]
    if (cli === undefined) throw new Error("Run this by npm, so that it is known where npm is.")
    const npm = cli.replace(/npx-cli\.js$/, "npm-cli.js")
    const child = spawn(this.#node, [npm, ...args], { cwd: this.#cwd, env: this.#env, detached: true })
    let said = ""
    const hear = (chunk: Buffer) => (said += chunk.toString("utf8"))
    child.stdout.on("data", hear)
    child.stderr.on("data", hear)
    const ended = new Promise<Ended>((resolve, reject) => {
      child.on("error", reject)
      child.on("close", (code) => resolve({ code, said }))
    })
    return { child, ended, said: () => said }
  }

  async run(...args: ReadonlyArray<string>): Promise<string> {
    const { code, said } = await this.start(args).ended
    if (code !== 0) throw new Error(`npm ${args.join(" ")} ended with ${code}:\n${said}`)
    return said
  }

  /** Runs `npx doorstep` until its output matches, passes the output to `use`, and ends it as Ctrl-C does. */
  async serve<A>(args: ReadonlyArray<string>, pattern: RegExp, use: (said: string) => Promise<A>): Promise<A> {
    const { child, ended, said } = this.start(["exec", "--offline", "--", "doorstep", ...args])
    try {
      await new Promise<void>((resolve, reject) => {
        const look = () => {
          if (pattern.test(said())) resolve()
        }
        child.stdout?.on("data", look)
        void ended.then(({ said }) => reject(new Error(`doorstep ended:\n${said}`)))
      })
      return await use(said())
    } finally {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGINT")
      await ended
    }
  }
}

/** How many bytes a folder takes on disk. */
export const bytesOf = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = Path.join(folder, entry.name)
    return sum + (entry.isDirectory() ? bytesOf(path) : lstatSync(path).blocks * 512)
  }, 0)

/** Installs the tarball in an empty folder, and returns how many seconds it took. */
export const install = async (folder: string, tarball: string, node: string): Promise<number> => {
  const begun = performance.now()
  await new Npm(folder, node).run("install", "--prefer-offline", "--no-audit", "--no-fund", tarball)
  return (performance.now() - begun) / 1000
}

/** The first script of the documentation, as browsers load it. */
const documentationScript = async (service: string): Promise<string> => {
  const page = await (await fetch(new URL("/docs", service))).text()
  const [, path = ""] = /<script defer src="([^"]+)">/.exec(page) ?? []
  return (await fetch(new URL(path, service))).text()
}

/** The first address from a service that is started for the first time, the seconds until then, and its documentation. */
export const firstHome = async (folder: string, node: string) => {
  const begun = performance.now()
  await writeFile(Path.join(folder, ".env"), "PORT=0\n")
  return new Npm(folder, node).serve([], /^Ready\./m, async (said) => {
    const [, request] = /curl -H "Authorization: Bearer \S+" "(\S+)"/.exec(said) ?? []
    const [, token] = /^ {2}(dst_\S+)$/m.exec(said) ?? []
    const answer = await fetch(request!, { headers: { authorization: `Bearer ${token}` } })
    const { data } = (await answer.json()) as {
      readonly data: { readonly result: { readonly address: { readonly formattedAddress: string } } }
    }
    const seconds = (performance.now() - begun) / 1000
    const documentation = await documentationScript(request!)
    return { seconds, said, request: request!, home: data.result.address.formattedAddress, documentation }
  })
}

/** Whether the folder's own database is running. */
export const hasDatabase = (folder: string): Promise<boolean> =>
  readFile(Path.join(folder, ".data/postgres/postmaster.pid")).then(
    () => true,
    () => false
  )
