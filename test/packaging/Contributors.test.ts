import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { parse } from "yaml"
import packageJson from "../../package.json" with { type: "json" }

const root = Path.resolve(import.meta.dirname, "../..")
const read = (path: string) => readFileSync(Path.join(root, path), "utf8")

interface Workflow {
  readonly permissions: unknown
  readonly jobs: Readonly<Record<string, { readonly steps: ReadonlyArray<{ readonly run?: string }> }>>
}

describe("What contributors get", () => {
  it("MUST run in a hosted workflow exactly what .ci/run does", () => {
    const { jobs, permissions } = parse(read(".github/workflows/ci.yml")) as Workflow
    const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
    assert.deepStrictEqual(commands, ["bash .ci/run"])
    assert.deepStrictEqual(permissions, { contents: "read" })
  })

  it("MUST fail in .ci/run when an installation, the check or a test fails: tests without their tools are skipped", () => {
    const folder = mkdtempSync(Path.join(tmpdir(), "doorstep-ci-"))
    cpSync(Path.join(root, ".ci/run"), Path.join(folder, ".ci/run"))
    writeFileSync(Path.join(folder, "npm"), '#!/bin/sh\ncase "$*" in *"$FAILS") exit 3 ;; esac\n', { mode: 0o755 })
    writeFileSync(Path.join(folder, "chromium-headless-shell"), "#!/bin/sh\n", { mode: 0o755 })
    const fails = (command: string) => {
      const env = { ...process.env, FAILS: command, PATH: `${folder}:${process.env["PATH"]}` }
      return spawnSync("bash", [Path.join(folder, ".ci/run")], { env }).status !== 0
    }
    const commands = ["contract/generators", "packaging/tools", "--no-fund", "run check", "test"]
    const passed = commands.filter((command) => !fails(command))
    const fine = !fails("nothing")
    rmSync(folder, { recursive: true })
    assert.deepStrictEqual({ passed, fine }, { passed: [], fine: true })
  })

  it("MUST use the same Node in the devcontainer, the image and npm's scripts", () => {
    const node = packageJson.devDependencies.node
    assert.include(read(".devcontainer/Dockerfile"), `node:${node}-`)
    assert.include(read("Dockerfile"), `node:${node}-`)
    // Comments are allowed in this file.
    const settings = JSON.parse(read(".devcontainer/devcontainer.json").replace(/^\s*\/\/.*$/gm, "")) as {
      readonly remoteUser: string
      readonly build: { readonly dockerfile: string }
    }
    assert.strictEqual(settings.remoteUser, "node", "PostgreSQL refuses root")
    assert.include(read(`.devcontainer/${settings.build.dockerfile}`), "chromium")
  })

  it("MUST be able to install without development packages: nothing is built then, and npm says so", () => {
    const folder = mkdtempSync(Path.join(tmpdir(), "doorstep-prepare-"))
    cpSync(Path.join(root, "packaging/prepare.mjs"), Path.join(folder, "packaging/prepare.mjs"))
    const run = { cwd: folder, shell: true, encoding: "utf8" } as const
    const { status, stderr, stdout } = spawnSync(packageJson.scripts.prepare, run)
    rmSync(folder, { recursive: true })
    assert.strictEqual(status, 0, stderr)
    assert.include(stdout, "npm install --include=dev")
  })

  it("MUST use the same line width in editors and in the formatter", () => {
    const { printWidth } = JSON.parse(read(".oxfmtrc.json")) as { readonly printWidth: number }
    assert.include(read(".editorconfig"), `\n[*]\n`)
    assert.match(read(".editorconfig"), new RegExp(`max_line_length = ${printWidth}\n`))
  })
})

describe("The pre-commit hook", () => {
  let folder = ""
  const git = (...args: ReadonlyArray<string>) =>
    spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
      encoding: "utf8"
    })
  const commit = (file: string, text: string) => {
    mkdirSync(Path.dirname(Path.join(folder, file)), { recursive: true })
    writeFileSync(Path.join(folder, file), text)
    git("add", file)
    const { status, stderr, stdout } = git("commit", "-m", file)
    return { status, said: `${stdout}${stderr}` }
  }

  beforeAll(() => {
    folder = mkdtempSync(Path.join(tmpdir(), "doorstep-hook-"))
    git("init", "--quiet")
    for (const file of [".githooks", ".oxlintrc.json", ".oxfmtrc.json", "test/lint/house"]) {
      cpSync(Path.join(root, file), Path.join(folder, file), { recursive: true })
    }
    symlinkSync(Path.join(root, "node_modules"), Path.join(folder, "node_modules"))
    git("config", "core.hooksPath", ".githooks")
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("MUST accept files that keep the rules, and files of unknown types", () => {
    assert.strictEqual(commit("src/http/Good.ts", "export const good = 1\n").status, 0)
    assert.strictEqual(commit("notes.txt", "any\n").status, 0)
  })

  it("MUST refuse a file that breaks a rule or is not formatted, and name it", () => {
    const broken = commit("src/http/Broken.ts", "export const broken = () => Date.now()\n")
    assert.notStrictEqual(broken.status, 0)
    assert.include(broken.said, "house(no-ambient)")
    git("reset", "--quiet")
    const untidy = commit("src/http/Untidy.ts", "export   const untidy = 1;\n")
    assert.notStrictEqual(untidy.status, 0)
    assert.include(untidy.said, "Untidy.ts")
  })
})
