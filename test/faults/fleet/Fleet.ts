import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { Redacted } from "effect"
import { replication, type TestPostgres } from "../../support/Replication.ts"
import { makeToken, type Resources } from "../support/Deployment.ts"
import { Member } from "./Member.ts"

/** Requests per minute of the token whose rate limit is watched. */
export const limited = 20

/** The size of a separate disk, if this machine allows one: filling it affects nothing else. */
const diskBytes = 16 * 1024 ** 2

/** Mounts a small disk on the folder. Returns the reason if that is not possible. */
const makeDisk = (folder: string): string | undefined => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskBytes}`, "tmpfs", folder], { stdio: "pipe" })
    return undefined
  } catch (error) {
    return `no small disk can be made here: ${error instanceof Error ? error.message.split("\n").at(-2) : "unknown"}`
  }
}

/** Three runners, two of which also serve, with a primary and two replicas. */
export interface Fleet {
  readonly members: ReadonlyArray<Member>
  readonly primary: TestPostgres
  readonly replicas: ReadonlyArray<TestPostgres>
  /** The primary, bypassing the members' networks. */
  readonly url: URL
  readonly tokens: { readonly free: string; readonly limited: string }
  /** The member with a disk of its own, or the reason why there is none. */
  readonly small: { readonly member: Member } | { readonly why: string }
  /** Sets the edition of the data from now on. */
  readonly offer: (edition: number) => void
}

/** @param data of a stopped server with filled pools */
export const makeFleet = async (resources: Resources, data: string): Promise<Fleet> => {
  const { primary, replicas } = await resources.acquire(
    replication({ data, replicas: 2, settings: { log_min_messages: "fatal", synchronous_commit: "on" } })
  )
  const url = new URL(Redacted.value(primary.url))
  const home = mkdtempSync(Path.join(tmpdir(), "doorstep-fleet-"))
  resources.onRelease(async () => rmSync(home, { recursive: true, force: true }))
  const edition = Path.join(home, "edition")
  const offer = (number: number) => writeFileSync(edition, String(number))
  offer(0)

  const member = async (name: string, command: Member["command"]) => {
    const folder = Path.join(home, name)
    mkdirSync(folder)
    const replicaUrls = command === "serve" ? replicas.map((one) => new URL(Redacted.value(one.url))) : []
    return Member.make(name, command, { databaseUrl: url, replicaUrls, folder, edition })
  }
  const members = [await member("first", "serve"), await member("second", "serve"), await member("third", "work")]
  const last = members[2]!
  const why = makeDisk(last.settings.folder)
  if (why === undefined) {
    resources.onRelease(async () => void execFileSync("umount", ["-l", last.settings.folder]))
  }
  for (const one of members) resources.onRelease(() => one.stop())
  const direct = { DATABASE_URL: url.href }
  const tokens = { free: await makeToken(direct), limited: await makeToken(direct, limited) }
  await Promise.all(members.map((one) => one.start()))
  return { members, primary, replicas, url, tokens, offer, small: why === undefined ? { member: last } : { why } }
}
