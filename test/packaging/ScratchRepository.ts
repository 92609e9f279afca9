import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { release, type ReleaseOptions } from "../../packaging/release/Release.ts"

const root = Path.resolve(import.meta.dirname, "../..")

const identity = {
  GIT_AUTHOR_NAME: "Tester",
  GIT_AUTHOR_EMAIL: "tester@example.com",
  GIT_COMMITTER_NAME: "Tester",
  GIT_COMMITTER_EMAIL: "tester@example.com",
  // The user's own configuration (signatures, hooks, branch names) must not apply.
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1"
}
Object.assign(process.env, identity)

const operation = {
  operationId: "getHome",
  parameters: [{ name: "seed", in: "query", required: false, schema: { type: "string", maxLength: 64 } }],
  responses: {
    "200": { content: { "application/json": { schema: { $ref: "#/components/schemas/Home" } } } }
  }
}

const files: Readonly<Record<string, string>> = {
  ".gitignore": "node_modules\nbuild/\nreleases/\n",
  "package.json": JSON.stringify(
    {
      name: "scratch",
      version: "1.2.3",
      type: "module",
      exports: { "./sources": "./sources/Port.ts" },
      scripts: {
        check: "node -e 0",
        test: "node -e 0",
        pack: "node pack.mjs"
      }
    },
    null,
    2
  ),
  "package-lock.json": JSON.stringify(
    {
      name: "scratch",
      version: "1.2.3",
      lockfileVersion: 3,
      requires: true,
      packages: {
        "": { name: "scratch", version: "1.2.3", dependencies: { left: "1.0.0" } },
        "node_modules/left": { version: "1.0.0", license: "MIT", integrity: "sha512-YQ==" }
      }
    },
    null,
    2
  ),
  "pack.mjs": `import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
mkdirSync("build", { recursive: true })
const { name, version } = JSON.parse(readFileSync("package.json", "utf8"))
writeFileSync(\`build/\${name}-\${version}.tgz\`, \`package of \${version}\`)
`,
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      module: "nodenext",
      target: "esnext",
      strict: true,
      exactOptionalPropertyTypes: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      skipLibCheck: true,
      types: []
    }
  }),
  "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n- Something is better.\n\n## 1.2.3 (2026-01-01)\n\n- Before.\n",
  "VERSIONS.md": "# Versions\n\n### To the next version\n\nNothing.\n",
  "packaging/chart/Chart.yaml": "apiVersion: v2\nname: doorstep\nversion: 1.2.3\nappVersion: 1.2.3\n",
  "test/contract/openapi.json": JSON.stringify({
    paths: { "/home": { get: operation } },
    components: {
      schemas: {
        Home: {
          type: "object",
          properties: { id: { type: "string" }, kind: { enum: ["flat", "house"] } },
          required: ["id"]
        }
      }
    }
  }),
  "sources/Port.ts":
    "export interface Row {\n  readonly id: string\n}\nexport const read = (row: Row): string => row.id\nexport type Box<A> = { readonly value: A }\n",
  "src/settings/Settings.ts": 'export const knownSettings = [{ name: "PORT", default: "8080" }, { name: "HOST" }]\n',
  "src/database/migrations/0001_first.ts": "export default 1\n",
  "src/database/backup/BackupFormat.ts": "export const formatVersion = 2\n",
  "src/snapshot/Format.ts": "export const formatVersion = 1\n"
}

/** A temporary repository with one release, 1.2.3, and an unreleased entry in its changelog. */
export class ScratchRepository {
  readonly folder = mkdtempSync(Path.join(Os.tmpdir(), "doorstep-scratch-"))
  readonly said: Array<string> = []

  constructor() {
    symlinkSync(Path.join(root, "node_modules"), Path.join(this.folder, "node_modules"), "junction")
    this.git("init", "--quiet", "--initial-branch=main")
    this.write(files)
    this.commit("Version 1.2.3")
    this.git("tag", "--annotate", "--message", "1.2.3", "v1.2.3")
  }

  git(...args: ReadonlyArray<string>): string {
    return execFileSync("git", args, {
      cwd: this.folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"]
    }).trimEnd()
  }

  read(file: string): string {
    return readFileSync(Path.join(this.folder, file), "utf8")
  }

  write(changed: Readonly<Record<string, string>>): void {
    for (const [file, text] of Object.entries(changed)) {
      mkdirSync(Path.dirname(Path.join(this.folder, file)), { recursive: true })
      writeFileSync(Path.join(this.folder, file), text)
    }
  }

  /** Changes a file by its text, and commits the change. */
  change(file: string, from: string, to: string): void {
    const text = this.read(file)
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
    this.write({ [file]: text.replace(from, to) })
    this.commit(`Another ${file}`)
  }

  commit(message: string): void {
    this.git("add", "--all")
    this.git("commit", "--quiet", "--message", message)
  }

  /** Everything that a release may change. */
  state(): string {
    return [
      this.git("rev-parse", "HEAD"),
      this.git("for-each-ref"),
      this.git("status", "--porcelain", "--ignored"),
      this.git("worktree", "list")
    ].join("\n")
  }

  release(wanted: string, options: Partial<ReleaseOptions> = {}): Promise<string | undefined> {
    return release({
      root: this.folder,
      wanted,
      dryRun: false,
      ciPassed: true,
      day: "2026-11-22",
      say: (line) => void this.said.push(line),
      ...options
    })
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
