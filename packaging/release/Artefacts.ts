import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import * as Path from "node:path"
import { promisify } from "node:util"
import { Effect } from "effect"
import { sbom } from "../Sbom.ts"
import { gitIn } from "./Git.ts"
import { ReleaseRefused } from "./Refused.ts"

const execute = promisify(execFile)

const sha256 = async (file: string): Promise<string> =>
  createHash("sha256")
    .update(await readFile(file))
    .digest("hex")

/** Runs a script of package.json; shows its output if it fails. */
export const script = (folder: string, ...args: ReadonlyArray<string>): Promise<void> =>
  execute("npm", ["run", "--silent", ...args], {
    cwd: folder,
    maxBuffer: 1e9,
    shell: process.platform === "win32"
  }).then(
    () => undefined,
    (cause: { readonly stdout?: string; readonly stderr?: string }) => {
      const said = `${cause.stdout ?? ""}\n${cause.stderr ?? ""}`.trim().split("\n").slice(-40).join("\n")
      throw new ReleaseRefused({ message: `npm run ${args.join(" ")} fails. Nothing has changed. It said:\n${said}` })
    }
  )

export interface Made {
  readonly version: string
  readonly tag: string
  readonly commit: string
  /** When the run began. */
  readonly started: Date
}

/**
 * States from which sources, by what, and how the files were made: an in-toto statement with SLSA provenance, version
 * 1. It is not signed: the publisher signs it, with a key or an identity that this machine does not have.
 */
const provenance = async (
  checkout: string,
  subjects: Readonly<Record<string, string>>,
  { commit, started, tag, version }: Made
) => {
  const remote = await gitIn(checkout)("config", "remote.origin.url").catch(() => "")
  // A URL may contain a user and a password.
  const source = remote === "" ? "local" : remote.replace(/\/\/[^/@]*@/, "//")
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: Object.entries(subjects).map(([name, digest]) => ({ name, digest: { sha256: digest } })),
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: "urn:doorstep:npm-run-release:1",
        externalParameters: { version, ref: `refs/tags/${tag}` },
        internalParameters: { node: process.versions.node, platform: `${process.platform}-${process.arch}` },
        resolvedDependencies: [
          { uri: `git+${source}@refs/tags/${tag}`, digest: { gitCommit: commit } },
          { name: "package-lock.json", digest: { sha256: await sha256(Path.join(checkout, "package-lock.json")) } }
        ]
      },
      runDetails: {
        builder: { id: "urn:doorstep:release-by-hand", version: { node: process.versions.node } },
        metadata: { startedOn: started.toISOString(), finishedOn: new Date().toISOString() }
      }
    }
  }
}

/** Makes everything that a publication uploads in one folder, from a checkout of the release's commit. */
export const makeArtefacts = async (checkout: string, into: string, made: Made): Promise<ReadonlyArray<string>> => {
  const git = gitIn(checkout)
  await mkdir(into, { recursive: true })
  await script(checkout, "pack")
  const packed = (await readdir(Path.join(checkout, "build"))).filter((name) => name.endsWith(".tgz"))
  if (packed.length !== 1)
    throw new ReleaseRefused({ message: `npm run pack made ${packed.length} packages, not one.` })
  await cp(Path.join(checkout, "build", packed[0]!), Path.join(into, packed[0]!))

  const chart = await git("rev-parse", "--verify", "--quiet", `${made.commit}:packaging/chart`).catch(() => undefined)
  if (chart !== undefined) {
    const file = Path.join(into, `doorstep-chart-${made.version}.tgz`)
    await git("archive", "--format=tar.gz", "--prefix=doorstep/", `--output=${file}`, chart)
  }

  const seconds = Number(await git("log", "-1", "--format=%ct", made.commit))
  const bill = await Effect.runPromise(sbom({ folder: checkout, of: "locked", made: seconds }))
  await writeFile(Path.join(into, `doorstep-${made.version}.cdx.json`), bill)

  const subjects = async () => {
    const names = (await readdir(into)).sort()
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await sha256(Path.join(into, name))] as const))
    )
  }
  const statement = await provenance(checkout, await subjects(), made)
  await writeFile(Path.join(into, `doorstep-${made.version}.intoto.json`), `${JSON.stringify(statement, null, 2)}\n`)
  const sums = Object.entries(await subjects()).map(([name, digest]) => `${digest}  ${name}\n`)
  await writeFile(Path.join(into, "SHA256SUMS"), sums.join(""))
  return (await readdir(into)).sort()
}
