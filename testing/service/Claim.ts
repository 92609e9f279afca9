import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import * as Path from "node:path"
import { setTimeout as pause } from "node:timers/promises"

/** Whether the process exists. EPERM also means that it does: another user's process cannot be signalled. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/** Whether the claim was free. It fails where nobody could claim anything, such as on a full disk. */
const take = (claim: string): Promise<boolean> =>
  mkdir(claim).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false
      throw error
    }
  )

/** Releases an abandoned claim: its owner is gone, or never signed it. */
const clear = async (claim: string, unsigned: number): Promise<void> => {
  const holder = await readFile(Path.join(claim, "pid"), "utf8").then(Number, () => undefined)
  if (holder === undefined ? unsigned > 20 : !isAlive(holder)) await rm(claim, { recursive: true, force: true })
}

/**
 * Makes something once, however many processes need it at the same time. The others wait.
 *
 * @param claim a folder whose creation claims the work
 * @param look what exists already; undefined: nothing
 */
export const makeOnce = async <A>(
  claim: string,
  look: () => Promise<A | undefined>,
  make: () => Promise<A>
): Promise<A> => {
  await mkdir(Path.dirname(claim), { recursive: true })
  for (let turn = 0; ; turn++) {
    const found = await look()
    if (found !== undefined) return found
    if (await take(claim)) {
      try {
        await writeFile(Path.join(claim, "pid"), String(process.pid))
        return (await look()) ?? (await make())
      } finally {
        await rm(claim, { recursive: true, force: true })
      }
    }
    await clear(claim, turn)
    await pause(50)
  }
}
