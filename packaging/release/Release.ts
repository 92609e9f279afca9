import { existsSync } from "node:fs"
import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises"
import * as Os from "node:os"
import * as Path from "node:path"
import { makeArtefacts, script } from "./Artefacts.ts"
import type { Change } from "./Change.ts"
import { dated, tellsOfBreaking, unreleased } from "./Changelog.ts"
import { checkState, type Git, gitIn, lastTag } from "./Git.ts"
import { httpChanges } from "./HttpChanges.ts"
import { libraryChanges } from "./LibraryChanges.ts"
import { ReleaseRefused } from "./Refused.ts"
import * as Semver from "./Semver.ts"
import { dataChanges, settingChanges } from "./StoredChanges.ts"
import { setVersion } from "./Versions.ts"

export interface ReleaseOptions {
  /** The checkout to release. */
  readonly root: string
  /** A version, or major, minor or patch. */
  readonly wanted: string
  /** Checks and makes everything, and keeps nothing. */
  readonly dryRun: boolean
  /** Checks and tests have passed on this commit already: do not run them again. */
  readonly ciPassed: boolean
  /** The date for the changelog, such as 2026-11-22. */
  readonly day: string
  readonly say: (line: string) => void
}

/** The OpenAPI document, which a test compares with the one that the service serves. */
const description = "test/contract/openapi.json"

const changesSince = async (git: Git, tag: string, checkout: string): Promise<ReadonlyArray<Change>> => {
  const before = Path.join(checkout, ".release-before")
  await git("worktree", "add", "--quiet", "--detach", before, tag)
  try {
    const read = (folder: string) => readFile(Path.join(folder, description), "utf8").then(JSON.parse, () => undefined)
    const [was, is] = [await read(before), await read(checkout)]
    return [
      ...(was === undefined || is === undefined ? [] : httpChanges(was, is)),
      ...(await libraryChanges(checkout, before, Path.join(checkout, "node_modules/typescript/bin/tsc"))),
      ...(await settingChanges(before, checkout)),
      ...(await dataChanges(git, tag))
    ]
  } finally {
    await git("worktree", "remove", "--force", before)
  }
}

/** The new version, once it has been compared with the changes. */
const versionFor = (
  { say, wanted }: ReleaseOptions,
  current: Semver.Version,
  tag: string | undefined,
  changes: ReadonlyArray<Change>,
  section: string
): string => {
  const step = ["major", "minor", "patch"].find((name): name is Semver.Step => name === wanted)
  const version = step === undefined ? Semver.parse(wanted) : Semver.next(current, step)
  if (version === undefined) {
    throw new ReleaseRefused({
      message: `${wanted} is not a version. Give one such as 1.2.3, or major, minor or patch.`
    })
  }
  const before = tag === undefined ? undefined : Semver.parse(tag.slice(1))
  if (before === undefined ? Semver.compare(version, current) < 0 : Semver.compare(version, before) <= 0) {
    throw new ReleaseRefused({
      message: `${Semver.format(version)} does not come after ${Semver.format(before ?? current)}.`
    })
  }
  for (const { about, kind, message } of changes) say(`  ${kind === "addition" ? "+" : "!"} ${about}: ${message}`)
  const forbidden = changes.filter(({ kind }) => kind === "forbidden")
  if (forbidden.length > 0) throw new ReleaseRefused({ message: forbidden.map(({ message }) => message).join("\n") })
  if (before === undefined) return Semver.format(version)
  const breaking = changes.filter(({ kind }) => kind === "breaking")
  const needed = Semver.neededStep(before, {
    breaking: breaking.length > 0,
    addition: changes.length > breaking.length
  })
  if (!Semver.atLeast(Semver.stepBetween(before, version), needed)) {
    throw new ReleaseRefused({
      message: `What has changed since ${tag} needs a ${needed} version, at least ${Semver.format(Semver.next(before, needed))}: see VERSIONS.md.`
    })
  }
  if (breaking.length > 0 && !tellsOfBreaking(section)) {
    throw new ReleaseRefused({
      message:
        'Something breaks, and CHANGELOG.md does not say so: add "### Changed: look at these when you upgrade" below "## Unreleased".'
    })
  }
  return Semver.format(version)
}

/** Moves main to the commit and sets the tag: both, or neither. */
const keep = async (git: Git, tag: string, commit: string): Promise<void> => {
  await git("tag", "--annotate", "--message", `Doorstep ${tag.slice(1)}`, tag, commit)
  await git("merge", "--quiet", "--ff-only", commit).catch(async (cause: unknown) => {
    await git("tag", "--delete", tag)
    throw new ReleaseRefused({
      message: `main has moved meanwhile; nothing has changed. Start again. (${String(cause)})`
    })
  })
}

/**
 * Makes a release: checks, version, changelog, commit, tag, and the files for publication, in `releases/v<version>`.
 * Everything happens in a separate worktree, so a failure midway leaves the checkout unchanged. Nothing is pushed or
 * published.
 *
 * @returns the folder with the files; undefined for a dry run
 */
export const release = async (options: ReleaseOptions): Promise<string | undefined> => {
  const { ciPassed, day, dryRun, root, say } = options
  const git = gitIn(root)
  const started = new Date()
  await checkState(git)
  const changelog = await readFile(Path.join(root, "CHANGELOG.md"), "utf8").catch(() => "")
  const section = unreleased(changelog)
  const current = Semver.parse(JSON.parse(await readFile(Path.join(root, "package.json"), "utf8")).version)
  if (current === undefined) throw new ReleaseRefused({ message: "The version in package.json is not a valid one." })
  const tag = await lastTag(git)

  const place = await mkdtemp(Path.join(Os.tmpdir(), "doorstep-release-"))
  const checkout = Path.join(place, "checkout")
  const made = Path.join(place, "made")
  await git("worktree", "add", "--quiet", "--detach", checkout, "HEAD")
  try {
    if (existsSync(Path.join(root, "node_modules"))) {
      await symlink(Path.join(root, "node_modules"), Path.join(checkout, "node_modules"), "junction")
    }
    const aside = gitIn(checkout)
    say(tag === undefined ? "This is the first release: there is nothing to compare it with." : `Since ${tag}:`)
    const changes = tag === undefined ? [] : await changesSince(aside, tag, checkout)
    const version = versionFor(options, current, tag, changes, section)
    const newTag = `v${version}`
    const output = Path.join(root, "releases", newTag)
    if ((await git("tag", "--list", newTag)) !== "" || existsSync(output)) {
      throw new ReleaseRefused({ message: `${newTag} already exists. Name another version.` })
    }
    if (!ciPassed) {
      for (const name of ["check", "test"]) {
        say(`npm run ${name} …`)
        await script(root, name)
      }
    }
    say(`Making ${version} …`)
    const written = await setVersion(checkout, version)
    await writeFile(Path.join(checkout, "CHANGELOG.md"), dated(changelog, version, day))
    await aside("commit", "--quiet", "--message", `Version ${version}`, "--", ...written, "CHANGELOG.md")
    const commit = await aside("rev-parse", "HEAD")
    for (const name of await makeArtefacts(checkout, made, { version, tag: newTag, commit, started })) say(`  ${name}`)
    if (dryRun) {
      say(`A dry run: nothing is kept. Without --dry-run this makes ${newTag}.`)
      return undefined
    }
    // Written next to its final place first, so that it appears there completely or not at all.
    await cp(made, `${output}.part`, { recursive: true })
    await keep(git, newTag, commit).catch(async (cause: unknown) => {
      await rm(`${output}.part`, { recursive: true, force: true })
      throw cause
    })
    await rename(`${output}.part`, output)
    return output
  } finally {
    await git("worktree", "remove", "--force", checkout).catch(() => undefined)
    await rm(place, { recursive: true, force: true })
    await git("worktree", "prune")
  }
}
