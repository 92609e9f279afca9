import { Schema } from "effect"
import { CONSOLE_HEADER } from "../../../schemas/admin/Sessions.ts"
import { MAX_PART_BYTES, Upload, UPLOAD_OFFSET, UPLOAD_TYPE } from "../../../schemas/admin/Uploads.ts"
import { admin, ask, LONGEST_REQUEST } from "./admin.ts"

/** Bytes of the first part: what a slow line sends within a request's time limit. */
const firstPart = 256 * 1024
/** The smallest part that is tried. */
const smallestPart = 16 * 1024
/** Milliseconds for a part: if it took longer, the next part is smaller, and otherwise larger. */
const slow = 2500
const quick = 800
/** How often a broken-off part is retried, and the milliseconds before the first retry. */
const tries = 6
const pause = 500

const halfOf = (size: number): number => Math.max(Math.floor(size / 2), smallestPart)

const decodeUpload = Schema.decodeUnknownSync(Schema.Struct({ data: Upload }))

const waited = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })

interface Progress {
  readonly done: number
  readonly total: number
  /** Whether the connection broke and is being retried. */
  readonly broken: boolean
}

/** Undefined if the part did not arrive; `too large` if a proxy takes no parts of that size, as nginx above 1 MB. */
const sendPart = async (upload: Upload, part: Blob, signal: AbortSignal): Promise<Upload | "too large" | undefined> => {
  const response = await fetch(`/admin/api/uploads/${upload.id}`, {
    method: "PATCH",
    headers: { [CONSOLE_HEADER]: "1", "content-type": UPLOAD_TYPE, [UPLOAD_OFFSET]: String(upload.offset) },
    body: part,
    signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_REQUEST)])
  })
  if (response.status === 413 && part.size > smallestPart) return "too large"
  return response.ok ? decodeUpload(await response.json()).data : undefined
}

/**
 * Sends a file in parts, starting where an earlier attempt ended, and resumes when the connection breaks. Fails with
 * the service's error, or when nothing more arrives.
 */
export const sendFile = async (
  file: File,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal
): Promise<Upload> => {
  const payload = { name: file.name, bytes: file.size, modifiedAt: file.lastModified }
  let upload = await ask(admin.uploads.begin({ payload }), signal)
  let size = firstPart
  let largest = MAX_PART_BYTES
  let failed = 0
  const tell = () => onProgress({ done: upload.offset, total: file.size, broken: failed > 0 })
  tell()
  while (!upload.complete) {
    const began = performance.now()
    const before = upload.offset
    const part = file.slice(before, before + size)
    const sent = await sendPart(upload, part, signal).catch(() => undefined)
    signal.throwIfAborted()
    if (sent === "too large") {
      size = largest = halfOf(part.size)
      continue
    }
    if (sent !== undefined) {
      upload = sent
      failed = 0
      const took = performance.now() - began
      if (took < quick) size = Math.min(size * 2, largest)
      else if (took > slow) size = halfOf(size)
    } else {
      failed += 1
      size = halfOf(size)
      tell()
      await waited(pause * 2 ** (failed - 1), signal)
      signal.throwIfAborted()
      const asked = ask(admin.uploads.get({ params: { id: upload.id } }), signal)
      upload = failed < tries ? await asked.catch(() => upload) : await asked
      // Any part of it that has arrived counts as progress.
      if (upload.offset > before) failed = Math.min(failed, tries - 1)
      else if (failed >= tries) {
        const again = await ask(admin.uploads.begin({ payload }), signal)
        throw new Error(`The server takes no more than ${again.offset} bytes.`)
      }
    }
    tell()
  }
  return upload
}
