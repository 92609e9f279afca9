import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { ReleaseRefused } from "./Refused.ts"

const execute = promisify(execFile)

/** Runs git in one folder and returns its output. */
export type Git = (...args: ReadonlyArray<string>) => Promise<string>

export const gitIn =
  (folder: string): Git =>
  async (...args) =>
    (await execute("git", args, { cwd: folder, maxBuffer: 1e9 })).stdout.trimEnd()

/** The tag of the previous release, the nearest one; undefined before the first. */
export const lastTag = (git: Git): Promise<string | undefined> =>
  git("describe", "--tags", "--abbrev=0", "--match", "v[0-9]*.[0-9]*.[0-9]*").catch(() => undefined)

/** Refuses unless everything is committed, and this is main as its remote has it. */
export const checkState = async (git: Git): Promise<void> => {
  const changed = await git("status", "--porcelain")
  if (changed !== "") {
    throw new ReleaseRefused({
      message: `There are changes that are not committed. Commit or remove them:\n${changed}`
    })
  }
  const branch = await git("symbolic-ref", "--short", "HEAD").catch(() => "no branch")
  if (branch !== "main") {
    throw new ReleaseRefused({ message: `Releases are made on main, and this is ${branch}. Run: git switch main` })
  }
  const remotes = (await git("remote")).split("\n").filter((name) => name !== "")
  if (remotes.length === 0) return
  const remote = await git("config", "branch.main.remote").catch(() =>
    remotes.includes("origin") ? "origin" : remotes[0]!
  )
  await git("fetch", "--quiet", "--tags", remote, "main").catch((cause: unknown) => {
    throw new ReleaseRefused({ message: `The main branch of ${remote} cannot be read: ${String(cause)}` })
  })
  const [ahead, behind] = (await git("rev-list", "--left-right", "--count", "HEAD...FETCH_HEAD"))
    .split("\t")
    .map(Number)
  if (behind! > 0)
    throw new ReleaseRefused({ message: `${remote} has ${behind} commits that are not here. Run: git pull --ff-only` })
  if (ahead! > 0)
    throw new ReleaseRefused({
      message: `${ahead} commits are not in ${remote} yet, so nothing has tested them. Run: git push`
    })
}
