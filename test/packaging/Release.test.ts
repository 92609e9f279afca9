import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { ReleaseRefused } from "../../packaging/release/Refused.ts"
import { ScratchRepository } from "./ScratchRepository.ts"

const repositories: Array<ScratchRepository> = []
const scratch = (): ScratchRepository => {
  const repository = new ScratchRepository()
  repositories.push(repository)
  return repository
}
afterAll(() => repositories.forEach((repository) => repository.remove()))

const digest = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex")

/** The reason why no release is made; checks that nothing has changed. */
const refusal = async (repository: ScratchRepository, wanted = "patch", options = {}): Promise<string> => {
  const before = repository.state()
  const error: unknown = await repository.release(wanted, options).then(
    (folder) => assert.fail(`it was released: ${folder}`),
    (cause: unknown) => cause
  )
  assert.instanceOf(error, ReleaseRefused, String(error))
  assert.strictEqual(repository.state(), before, "nothing has changed")
  return error.message
}

describe("a release", () => {
  it("MUST have version, date, commit, tag and all files of a publication", async () => {
    const repository = scratch()
    const parent = repository.git("rev-parse", "HEAD")
    const folder = (await repository.release("minor", { ciPassed: false }))!

    assert.strictEqual(JSON.parse(repository.read("package.json")).version, "1.3.0")
    const lock = JSON.parse(repository.read("package-lock.json"))
    assert.deepStrictEqual([lock.version, lock.packages[""].version], ["1.3.0", "1.3.0"])
    assert.strictEqual(lock.packages["node_modules/left"].version, "1.0.0")
    assert.match(repository.read("packaging/chart/Chart.yaml"), /^version: 1\.3\.0\nappVersion: 1\.3\.0$/m)
    assert.include(repository.read("VERSIONS.md"), "### To 1.3.0\n")
    assert.include(
      repository.read("CHANGELOG.md"),
      "## Unreleased\n\n## 1.3.0 (2026-11-22)\n\n- Something is better.\n\n## 1.2.3 (2026-01-01)"
    )
    assert.strictEqual(repository.git("rev-parse", "HEAD^"), parent)
    assert.strictEqual(repository.git("rev-parse", "v1.3.0^{commit}"), repository.git("rev-parse", "main"))
    assert.strictEqual(repository.git("cat-file", "-t", "v1.3.0"), "tag")
    assert.strictEqual(repository.git("status", "--porcelain"), "")
    assert.strictEqual(repository.git("worktree", "list").split("\n").length, 1)

    assert.strictEqual(folder, Path.join(repository.folder, "releases/v1.3.0"))
    const names = readdirSync(folder).sort()
    assert.deepStrictEqual(names, [
      "SHA256SUMS",
      "doorstep-1.3.0.cdx.json",
      "doorstep-1.3.0.intoto.json",
      "doorstep-chart-1.3.0.tgz",
      "scratch-1.3.0.tgz"
    ])
    assert.strictEqual(readFileSync(Path.join(folder, "scratch-1.3.0.tgz"), "utf8"), "package of 1.3.0")
    const sums = readFileSync(Path.join(folder, "SHA256SUMS"), "utf8").trimEnd().split("\n")
    assert.deepStrictEqual(
      sums,
      names.slice(1).map((name) => `${digest(Path.join(folder, name))}  ${name}`)
    )
    const statement = JSON.parse(readFileSync(Path.join(folder, "doorstep-1.3.0.intoto.json"), "utf8"))
    assert.strictEqual(statement._type, "https://in-toto.io/Statement/v1")
    assert.strictEqual(statement.predicateType, "https://slsa.dev/provenance/v1")
    assert.deepStrictEqual(
      statement.subject,
      names
        .filter((name) => name.endsWith("tgz") || name.endsWith("cdx.json"))
        .map((name) => ({ name, digest: { sha256: digest(Path.join(folder, name)) } }))
    )
    assert.deepStrictEqual(statement.predicate.buildDefinition.resolvedDependencies[0].digest, {
      gitCommit: repository.git("rev-parse", "HEAD")
    })
    const bill = JSON.parse(readFileSync(Path.join(folder, "doorstep-1.3.0.cdx.json"), "utf8"))
    assert.deepStrictEqual([bill.bomFormat, bill.metadata.component.version], ["CycloneDX", "1.3.0"])
    assert.deepStrictEqual(
      bill.components.map((each: { readonly purl: string }) => each.purl),
      ["pkg:npm/left@1.0.0"]
    )
    const chart = execFileSync("tar", ["tzf", Path.join(folder, "doorstep-chart-1.3.0.tgz")], { encoding: "utf8" })
    assert.include(chart.split("\n"), "doorstep/Chart.yaml")
  })

  it("MUST leave nothing of a dry run, and say what it would do", async () => {
    const repository = scratch()
    repository.change("test/contract/openapi.json", '"kind":{', '"floor":{"type":"integer"},"kind":{')
    const before = repository.state()
    assert.isUndefined(await repository.release("1.3.0", { dryRun: true }))
    assert.strictEqual(repository.state(), before)
    assert.include(repository.said.join("\n"), "+ HTTP interface: GET /home: the response 200: floor is new.")
    assert.include(repository.said, "  scratch-1.3.0.tgz")
    assert.include(repository.said.at(-1), "v1.3.0")
  })
})

describe("a refused release", () => {
  it("MUST be refused with uncommitted changes, off main, or without a changelog entry", async () => {
    const repository = scratch()
    repository.write({ "CHANGELOG.md": "# Changelog\n" })
    assert.match(await refusal(repository), /^There are changes that are not committed[^]*CHANGELOG\.md/)
    repository.commit("No section")
    assert.match(await refusal(repository), /no section "## Unreleased"/)
    repository.write({ "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n## 1.2.3\n\n- Before.\n" })
    repository.commit("No entries")
    assert.match(await refusal(repository), /has no entries/)
    repository.git("switch", "--quiet", "--create", "topic")
    assert.match(await refusal(repository), /this is topic\. Run: git switch main/)
  })

  it("MUST be refused for a version that is invalid, exists, or does not follow the last", async () => {
    const repository = scratch()
    assert.match(await refusal(repository, "next"), /^next is not a version/)
    assert.match(await refusal(repository, "1.2.3"), /does not come after 1\.2\.3/)
    assert.match(await refusal(repository, "1.2.3-rc.1"), /does not come after 1\.2\.3/)
    const elsewhere = repository.git("commit-tree", "HEAD^{tree}", "-m", "elsewhere")
    repository.git("tag", "v1.2.4", elsewhere)
    assert.match(await refusal(repository, "patch"), /^v1\.2\.4 already exists/)
  })

  it("MUST be refused if its remote has other commits", async () => {
    const repository = scratch()
    const remote = mkdtempSync(Path.join(Os.tmpdir(), "doorstep-remote-"))
    try {
      repository.git("init", "--quiet", "--bare", remote)
      repository.git("remote", "add", "origin", remote)
      repository.git("push", "--quiet", "origin", "main")
      repository.change("VERSIONS.md", "Nothing", "Something")
      assert.match(await refusal(repository), /^1 commits are not in origin yet/)
      repository.git("push", "--quiet", "origin", "main")
      repository.git("reset", "--quiet", "--hard", "HEAD^")
      assert.match(await refusal(repository), /^origin has 1 commits that are not here\. Run: git pull/)
    } finally {
      rmSync(remote, { recursive: true })
    }
  })

  it("MUST be refused if checks, tests or packing fail, however late", async () => {
    for (const name of ["check", "test", "pack"]) {
      const repository = scratch()
      const scripts = { check: "node -e 0", test: "node -e 0", pack: "node pack.mjs" }
      repository.change(
        "package.json",
        `"${name}": "${scripts[name as keyof typeof scripts]}"`,
        `"${name}": "node -e \\"console.log('because of it'); process.exit(1)\\""`
      )
      const why = await refusal(repository, "patch", { ciPassed: false })
      assert.match(why, new RegExp(`^npm run ${name} fails\\. Nothing has changed\\.[^]*because of it`))
    }
  })

  it("MUST be refused if it breaks more than its version step allows", async () => {
    const repository = scratch()
    repository.change("test/contract/openapi.json", '"id":{"type":"string"},', "")
    repository.change("src/settings/Settings.ts", '{ name: "HOST" }', "")
    repository.change("sources/Port.ts", "readonly id: string\n", "readonly id: string\n  readonly street: string\n")
    assert.match(await refusal(repository, "minor"), /needs a major version, at least 2\.0\.0/)
    const said = repository.said.join("\n")
    assert.match(said, /! HTTP interface: GET \/home: the response 200: id is gone/)
    assert.match(said, /! settings: HOST is gone/)
    assert.match(said, /! library: doorstep\/sources: Row no longer accepts what it accepted/)
    repository.git("revert", "--no-edit", "HEAD")
    assert.match(await refusal(repository, "major"), /CHANGELOG\.md does not say so/)
    const entry = "- Something is better."
    repository.change("CHANGELOG.md", entry, `### Changed: look at these when you upgrade\n\n${entry}`)
    assert.isString(await repository.release("major"))
  })

  it("MUST be refused if a patch adds something, or a shipped migration has changed", async () => {
    const repository = scratch()
    repository.write({ "src/database/migrations/0002_second.ts": "export default 2\n" })
    repository.commit("A second")
    repository.change("src/database/backup/BackupFormat.ts", "= 2", "= 3")
    repository.change("src/snapshot/Format.ts", "= 1", "= 2")
    assert.match(await refusal(repository, "patch"), /needs a minor version, at least 1\.3\.0/)
    assert.match(repository.said.join("\n"), /\+ stored data: Migration 0002_second/)
    assert.match(repository.said.join("\n"), /\+ stored data: The format of backups is 3, and was 2/)
    assert.match(repository.said.join("\n"), /\+ stored data: The format of snapshots is 2, and was 1/)
    repository.change("src/database/migrations/0001_first.ts", "1", "11")
    assert.match(await refusal(repository, "major"), /0001_first has shipped with v1\.2\.3 and must not change/)
  })
})
